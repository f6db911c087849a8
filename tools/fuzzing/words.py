"""Words to make texts of: synonyms, inflections, numbers, negations, names, odd characters."""

COMMON = {
    "en": """the a farmer sold sell cows cow doctor physician illness disease keys key did not
        never no isn't won't forgot forget two 2 twelve 12 hundred and five 205 half 3.5
        million 1,000 1000 harbour port boat ship red blue quickly fast Norway Portugal
        London to of in if whether he she it they write wrote written big large umbrella
        because was were been Mr. U.S. rock'n'roll mother-in-law 's 'em twenty-one first
        1st colour color its it's""",
    "de": """der die das Bauer Kuh Kühe verkaufte verkauft nicht kein keine nie Arzt Doktor
        Krankheit Regenschirm Schirm Regen Weihnachtsgeldzahlung Milchkühe zwölf 12
        zweihundertfünf 205 halb Straße Strasse schnell rasch und oder im am zum dass ob
        geht's z.B. Dr. Donaudampfschiff fünfundzwanzig 25 1.000 3,5 Millionen München
        ging gehen gegangen Ärzte""",
    "fr": """le la l'homme homme aujourd'hui vache vaches ne pas jamais rien médecin docteur
        maladie vingt et un 21 quatre-vingts 80 deux mille 2000 c'est d'accord qu'il
        parapluie rouge vite rapidement s'il du des aux Paris écrire écrit écrivit œuvre
        M. 1 000 3,5""",
    "es": """el la los vaca vacas no nunca nadie médico doctor enfermedad dámelo cómpraselo
        veintiuno 21 doscientos cinco 205 medio del al paraguas rojo rápido deprisa ¿qué?
        ¡no! escribir escribió Sr. España niño mil 1.000""",
    "cs": """sedlák kráva krávy prodal neprodal není nikdy nikdo lékař doktor nemoc abychom
        kdybys dvanáct 12 dvě stě pět 205 půl rychle deštník červený psát napsal nenapsal
        se si Praha jednadvacet 21""",
    "zh": """农民 买 了 卖 牛 两 头 十二 雨伞 伞 医生 大夫 疾病 病 不 没有 快 迅速 的 是 在 我
        你 他们 一千 1000 ３．５ 中国 北京 美丽 漂亮 乾 干 後 后 。 ， 「」 ABC""",
    "ja": """牛を買った 農夫 は が を 傘 雨傘 医者 病気 ない ません 速い 十二 東京 カメラ ｶﾒﾗ
        コンピューター 。 、""",
    "th": "ชาวนา ขาย วัว ไม่ เร็ว ร่ม หมอ แพทย์ โรค กรุงเทพ ๑๒ ๆ ฯ",
    "ru": """крестьянин продал корову коров не никогда врач доктор болезнь быстро зонт
        двенадцать Москва ё е""",
    "ar": "باع الفلاح البقرة لا لم طبيب دكتور مرض بسرعة مظلة ٣٫٥ ١٢ القاهرة والكتاب كِتَاب",
    "hi": "किसान गाय नहीं डॉक्टर चिकित्सक रोग बीमारी जल्दी छाता १२ दिल्ली क्‍ष",
    "ko": "농부가 소를 팔았다 의사 병 질병 우산 빨리 아니 열두 서울 ㄱㄴ",
    "tr": """çiftçi inek İstanbul ısı değil doktor hekim hastalık hızlı şemsiye on iki gitti
        gitmek""",
    "nl": """de het boer koe koeien niet geen nooit dokter arts ziekte snel paraplu twaalf zo'n
        's ochtends""",
    "und": "zod kalam ʔa ǃxu nga ma-ri ba'an",
}
LANGUAGES = tuple(COMMON)
ODD = (
    "ٱلسَّلَامُ 1,200.50 $5 e.g. — … “x” 👩‍👩‍👧 🇫🇷 İ ß ẞ ﬁ Å e\u0301 ñ n\u0303 x|y a_b "
    "http://a.b/c?d=e @me #tag \u200b \ufeff \u00ad \ufffd \U0001f600 ½ ² ٣ Ⅻ 一〇 ½% -5 +3 1e9 "
    "1.234 1,234 234,50 050,5 16: : 20 05 8:40 p.m. вечера １，２３４ "
    "a\u200cb می\u200cروم क्\u200dष 👩\u200d🚀 "
    "0x1F "
    "&quot; <b> </s> <unk> @@ ▁a ##b ' \" `` '' ... ?! ; - -- . , : () [] {} \\ / * ~ ^ "
    "\x00 \x01 \x7f ａｂｃ ｱ 〜 ﷽ ਼ \u0345 \u1e9e ǆ ŉ ΐ ς σ Σ ı"
).split(" ")
SPACES = (
    " ", "\t", "\n", "\x0b", "\x0c", "\r", "\x1c", "\x1f", "\x85", "\xa0", "\u1680",
    "\u2003", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000", "  ", "",
)  # fmt: skip
BY_LANGUAGE = {lang: tuple(words.split()) for lang, words in COMMON.items()}

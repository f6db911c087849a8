"""Codes and English names of languages and regions."""

from ...errors import UsageError
from .registry import is_registered

# ISO 3166-1, and other codes in common use: UK, the European Union, Kosovo.
REGION_CODES = frozenset(
    """AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR
    BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC
    EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK
    HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB
    LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ
    NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU
    RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN
    TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW UK EU
    XK""".split()
)

# Languages, and the regions where they are native or official. Only regions with a code that is
# also a language code are listed: lower-case `pt-br` may be Brazilian Portuguese or a translation
# from Portuguese into Breton. English is official in more regions (gu, mt, sl), but users who write
# `en-gu` mean a translation.
_REGIONS_OF_LANGUAGE = {
    language: frozenset(regions.split())
    for language, regions in (
        line.strip().split(": ")
        for line in """
        aa: et; af: na za; am: et; an: es; ar: ae dz kw lb mr om ps sa sd ss tn; ace: id; ast: es;
        av: ru; ay: bo; ba: ru; ban: id; bjn: id; bm: ml; br: fr; bs: ba; bug: id; ca: es; ce: ru;
        ch: gu; co: fr; cr: ca; cv: ru; de: be ch li lu; dsb: de; ee: tg; el: cy;
        en: ca ie ng sg za; es: ar bo co cr cu pa sv ve; et: ee; eu: es; fa: af;
        ff: gn ml ne ng sn; fr: be bi ca ch ga gn ht km lu mg ml ne rw sc sn tg; fur: it; fuv: ng;
        fy: nl; ga: ie; gl: es; gn: ar; gsw: ch; ha: ne ng; hr: ba; hsb: de; hy: am; ig: ng;
        it: ch sm; iu: ca; jv: id; kea: cv; khk: mn; kl: gl; kmr: tr; ko: kr; kr: ng; ku: tr;
        kv: ru; ky: kg; lb: lu; lg: ug; li: be nl; lij: it; lmo: it; lo: la; ltg: lv; min: id;
        ms: bn my sg; na: nr; nan: tw; nb: no; nds: de; nl: be sr; nn: no; nr: za; oc: es fr;
        oj: ca; om: et; os: ru; pcm: ng; prs: af; ps: af; pt: br cv st tl; qu: bo; rm: ch; rn: bi;
        ru: kg; sc: it; scn: it; se: fi no; sh: ba; sl: si; sm: as; sme: fi no se; so: et; sq: mk;
        sr: ba; ss: za; st: za; su: id; sv: fi se; sw: ug; szl: pl; ta: my sg; ti: et; tn: na za;
        tr: cy; ts: za; tt: ru; ve: za; vec: it; wa: be; wo: sn; xh: za; yo: ng; zh: sg tw; zu: za
        """.split(";")
    )
}
# Codes of regions that users write instead of the language code: `en-cz` instead of `en-cs`.
_LANGUAGE_BY_REGION = dict(
    pair.split(":")
    for pair in """al:sq bd:bn by:be cn:zh cz:cs dk:da eg:ar ge:ka gr:el il:he iq:ar ir:fa jo:ar
    jp:ja kh:km kp:ko kz:kk lk:si mm:my np:ne qa:ar rs:sr sy:ar tj:tg tm:tk ua:uk vn:vi
    ye:ar""".split()
)
_REGION_NAMES = dict(
    line.strip().split(" ", 1)
    for line in """
    ae the Emirates; af Afghanistan; am Armenia; ar Argentina; as American Samoa; ba Bosnia;
    be Belgium; bi Burundi; bn Brunei; bo Bolivia; br Brazil; ca Canada; ch Switzerland;
    co Colombia; cr Costa Rica; cu Cuba; cv Cape Verde; cy Cyprus; de Germany; dz Algeria;
    ee Estonia; es Spain; et Ethiopia; fi Finland; fr France; ga Gabon; gl Greenland; gn Guinea;
    gu Guam; ht Haiti; id Indonesia; ie Ireland; it Italy; kg Kyrgyzstan; km the Comoros; kr Korea;
    kw Kuwait; la Laos; lb Lebanon; li Liechtenstein; lu Luxembourg; lv Latvia; mg Madagascar;
    mk North Macedonia; ml Mali; mn Mongolia; mr Mauritania; my Malaysia; na Namibia; ne Niger;
    ng Nigeria; nl the Netherlands; no Norway; nr Nauru; om Oman; pa Panama; pl Poland;
    ps Palestine; ru Russia; rw Rwanda; sa Saudi Arabia; sc the Seychelles; sd Sudan; se Sweden;
    sg Singapore; si Slovenia; sm San Marino; sn Senegal; sr Suriname; ss South Sudan; st São Tomé;
    sv El Salvador; tg Togo; tl Timor-Leste; tn Tunisia; tr Turkey; tw Taiwan; ug Uganda;
    ve Venezuela; za South Africa
    """.split(";")
)


def find_language_of_region(region: str) -> str | None:
    """Return the language that users mean by a lower-case region code; None if there is none."""
    return _LANGUAGE_BY_REGION.get(region)


def is_native_region(language: str, region: str) -> bool:
    """Return whether the language is native or official in a region (lower-case code)."""
    return region in _REGIONS_OF_LANGUAGE.get(language, ())


def get_region_name(region: str) -> str:
    """Return the English name of a region that `is_native_region` accepts."""
    return _REGION_NAMES[region]


_LANGUAGE_NAMES = dict(
    line.strip().split(" ", 1)
    for line in """
    aa Afar; ab Abkhazian; ae Avestan; af Afrikaans; ak Akan; am Amharic; an Aragonese; ar Arabic;
    as Assamese; av Avaric; ay Aymara; az Azerbaijani; ba Bashkir; be Belarusian; bg Bulgarian;
    bi Bislama; bm Bambara; bn Bengali; bo Tibetan; br Breton; bs Bosnian; ca Catalan; ce Chechen;
    ch Chamorro; co Corsican; cr Cree; cs Czech; cu Church Slavonic; cv Chuvash; cy Welsh;
    da Danish; de German; dv Dhivehi; dz Dzongkha; ee Ewe; el Greek; en English; eo Esperanto;
    es Spanish; et Estonian; eu Basque; fa Persian; ff Fula; fi Finnish; fj Fijian; fo Faroese;
    fr French; fy West Frisian; ga Irish; gd Scottish Gaelic; gl Galician; gn Guarani; gu Gujarati;
    gv Manx; ha Hausa; he Hebrew; hi Hindi; ho Hiri Motu; hr Croatian; ht Haitian Creole;
    hu Hungarian; hy Armenian; hz Herero; ia Interlingua; id Indonesian; ie Interlingue; ig Igbo;
    ii Nuosu; ik Inupiaq; io Ido; is Icelandic; it Italian; iu Inuktitut; ja Japanese; jv Javanese;
    ka Georgian; kg Kongo; ki Kikuyu; kj Kwanyama; kk Kazakh; kl Greenlandic; km Khmer; kn Kannada;
    ko Korean; kr Kanuri; ks Kashmiri; ku Kurdish; kv Komi; kw Cornish; ky Kyrgyz; la Latin;
    lb Luxembourgish; lg Ganda; li Limburgish; ln Lingala; lo Lao; lt Lithuanian; lu Luba-Katanga;
    lv Latvian; mg Malagasy; mh Marshallese; mi Maori; mk Macedonian; ml Malayalam; mn Mongolian;
    mr Marathi; ms Malay; mt Maltese; my Burmese; na Nauru; nb Norwegian Bokmål; nd North Ndebele;
    ne Nepali; ng Ndonga; nl Dutch; nn Norwegian Nynorsk; no Norwegian; nr South Ndebele;
    nv Navajo; ny Chichewa; oc Occitan; oj Ojibwa; om Oromo; or Odia; os Ossetian; pa Punjabi;
    pi Pali; pl Polish; ps Pashto; pt Portuguese; qu Quechua; rm Romansh; rn Rundi; ro Romanian;
    ru Russian; rw Kinyarwanda; sa Sanskrit; sc Sardinian; sd Sindhi; se Northern Sami; sg Sango;
    sh Serbo-Croatian; si Sinhala; sk Slovak; sl Slovenian; sm Samoan; sn Shona; so Somali;
    sq Albanian; sr Serbian; ss Swati; st Sotho; su Sundanese; sv Swedish; sw Swahili; ta Tamil;
    te Telugu; tg Tajik; th Thai; ti Tigrinya; tk Turkmen; tl Tagalog; tn Tswana; to Tongan;
    tr Turkish; ts Tsonga; tt Tatar; tw Twi; ty Tahitian; ug Uyghur; uk Ukrainian; ur Urdu;
    uz Uzbek; ve Venda; vi Vietnamese; vo Volapük; wa Walloon; wo Wolof; xh Xhosa; yi Yiddish;
    yo Yoruba; za Zhuang; zh Chinese; zu Zulu
    """.split(";")
)


def get_language_name(code: str) -> str:
    """Return the English name of a language; the code itself if it is not in ISO 639-1."""
    return _LANGUAGE_NAMES.get(code, code)


# ISO 639-1.
_TWO_LETTER_CODES = frozenset(
    """aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da
    de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy
    hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg
    li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or
    os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta
    te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu""".split()
)
UNDETERMINED = "und"  # the code of texts whose language has no code or is not specified
# Codes of languages in MT test sets that have no two-letter code. `und` is for other languages.
_THREE_LETTER_CODES = frozenset(
    """ace ast awa ban bem bho bjn bug ceb ckb crh din dsb dyu enm fil fon fur fuv grc gsw hbs hil
    hne hsb ilo kab kac kam kas kea khk kmb kmr lij lmo ltg lua luo lus lzh mag mai min mni mos
    nan nds
    nus pag pap pcm prs quy sat scn shn sme smn szl tpi tum tzm umb und vec war wuu yue""".split()
)
_LANGUAGE_CODES = _TWO_LETTER_CODES | _THREE_LETTER_CODES
# Codes of ISO 639-2 and 639-3 that users and FLORES write -> codes of this package. The code of a
# standard variety, such as arb (Standard Arabic), becomes the code of the language.
_CODE_BY_ALIAS = dict(
    pair.split(":")
    for pair in """aar:aa abk:ab afr:af aka:ak als:sq amh:am ara:ar arb:ar arg:an asm:as ava:av
    aym:ay ayr:ay aze:az azj:az bak:ba bam:bm baq:eu bel:be ben:bn bis:bi bod:bo bos:bs bre:br
    bul:bg bur:my cat:ca ces:cs cha:ch che:ce chi:zh chv:cv cmn:zh cor:kw cos:co cre:cr cym:cy
    cze:cs dan:da deu:de div:dv dut:nl dzo:dz ell:el eng:en epo:eo est:et eus:eu ewe:ee fao:fo
    fas:fa fij:fj fin:fi fra:fr fre:fr fry:fy ful:ff gaz:om geo:ka ger:de gla:gd gle:ga glg:gl
    glv:gv gre:el grn:gn guj:gu hat:ht hau:ha heb:he her:hz hin:hi hrv:hr hun:hu hye:hy ibo:ig
    ice:is iii:ii iku:iu ina:ia ind:id ipk:ik isl:is ita:it jav:jv jpn:ja kal:kl kan:kn kat:ka
    kau:kr kaz:kk khm:km kik:ki kin:rw kir:ky kom:kv kon:kg kor:ko kur:ku lao:lo lat:la lav:lv
    lim:li lin:ln lit:lt ltz:lb lug:lg lvs:lv mac:mk mah:mh mal:ml mao:mi mar:mr may:ms mkd:mk
    mlg:mg mlt:mt mon:mn mri:mi msa:ms mya:my nav:nv nde:nd nep:ne nld:nl nno:nn nob:nb nor:no
    npi:ne nya:ny oci:oc oji:oj ori:or orm:om ory:or oss:os pan:pa pbt:ps per:fa pes:fa plt:mg
    pol:pl por:pt pus:ps que:qu roh:rm ron:ro rum:ro run:rn rus:ru sag:sg san:sa sin:si slk:sk
    slo:sk slv:sl smo:sm sna:sn snd:sd som:so sot:st spa:es sqi:sq srd:sc srp:sr ssw:ss sun:su
    swa:sw swe:sv swh:sw tah:ty tam:ta tat:tt tel:te tgk:tg tgl:tl tha:th tib:bo tir:ti ton:to
    tsn:tn tso:ts tuk:tk tur:tr twi:tw uig:ug ukr:uk urd:ur uzb:uz uzn:uz ven:ve vie:vi wel:cy
    wln:wa wol:wo xho:xh ydd:yi yid:yi yor:yo zha:za zho:zh zsm:ms zul:zu""".split()
)
# Codes of scripts (ISO 15924) that are recognised even without a capital letter.
_SCRIPT_CODES = frozenset(
    """adlm arab armn aran beng bopo cans cher cyrl deva ethi geor goth grek gujr guru hang hani
    hans hant hebr hira java jpan kana khmr knda kore laoo latn lana limb mlym mong mtei mymr
    nkoo olck orya osma rohg sinh sund syrc tale talu taml telu tfng thaa thai tibt vaii
    yiii""".split()
)


def parse_language(code: str) -> str:
    """Return the language of a code such as `en`, `pt-BR` or `zh_Hans`, without region and script.

    For a translation direction such as `de-en`, the target language is returned. A lower-case
    region can look like a language; ambiguous codes such as `pt-br` raise a UsageError.
    """
    if is_registered(str(code)):
        return str(code)
    first_part, *other_parts = _split_code(code)
    language = _find_code(first_part)
    if language is None:
        raise _create_unknown_error(code)
    has_target = has_region = False
    for part in other_parts:
        target = _find_code(part)
        is_region = _is_region(part)
        if _is_script(part) or _is_year(part):
            continue
        if is_region and not has_region and (part.isupper() or target is None):
            if part.islower() and find_language_of_region(part) not in (None, language):
                raise _create_misspelt_error(code, language, part)
            has_region = True
        elif target is None or part.isdigit():
            raise _create_unknown_error(code)
        elif target != language:
            if is_region and not has_region and is_native_region(language, part.lower()):
                raise _create_ambiguous_error(code, language, part.lower())
            if has_target:
                raise _create_unknown_error(code)
            language, has_target, has_region = target, True, False
    return language


def parse_tag(tag: str) -> str:
    """Return the language of a tag in a file. Case is ignored; a tag is never a language pair."""
    language = _find_code(_split_code(tag)[0])
    if language is None:
        raise _create_unknown_error(tag)
    return language


def is_builtin_code(language: str) -> bool:
    """Return whether a code is one of this package and has not been registered by a user."""
    return language in _LANGUAGE_CODES and not is_registered(language)


def _split_code(code: str) -> list[str]:
    text = str(code).replace("_", "-")
    # If all letters are upper-case, case is ignored: EN-DE is a pair, not English in Germany.
    return (text.lower() if text.isupper() else text).split("-")


def _find_code(part: str) -> str | None:
    """Return our code for a language code in any case; None if the code is unknown."""
    lower = part.lower()
    code = _CODE_BY_ALIAS.get(lower, lower)
    return code if code in _LANGUAGE_CODES or is_registered(code) else None


def _is_region(part: str) -> bool:
    return part.upper() in REGION_CODES or (len(part) == 3 and part.isdecimal())


def _is_script(part: str) -> bool:
    return part.lower() in _SCRIPT_CODES or (len(part) == 4 and part.isalpha() and part.istitle())


def _is_year(part: str) -> bool:
    """Return whether a part is the year of a spelling reform, as in de-CH-1901."""
    return len(part) == 4 and part.isdecimal()


def _create_unknown_error(code: str) -> UsageError:
    regional_language = find_language_of_region(str(code).lower())
    if regional_language is not None:
        return UsageError(
            f"unknown language {code!r}, which is a region: did you mean {regional_language}?"
        )
    return UsageError(
        f"unknown language {code!r}: give an ISO 639 code such as en, de or zh "
        "('tesla languages' shows what each has), or 'und' for a language without one"
    )


def _create_misspelt_error(code: str, language: str, part: str) -> UsageError:
    regional_language = str(find_language_of_region(part))
    return UsageError(
        f"{code!r}: {part!r} is a region where {get_language_name(regional_language)} is spoken: "
        "give "
        f"{language}-{regional_language} for a translation, or {language}-{part.upper()} for the "
        "region"
    )


def _create_ambiguous_error(code: str, language: str, part: str) -> UsageError:
    name = get_language_name(language)
    return UsageError(
        f"{code!r} can be {name} of {get_region_name(part)} or {name} to "
        f"{get_language_name(part)}: "
        f"give {language}-{part.upper()} or {part}"
    )

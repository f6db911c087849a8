"""German, tokenised as in UD German GSD."""

from .base import (
    METRIC_UNITS,
    Compounds,
    Language,
    LemmaCorrections,
    LinkingLetters,
    NegatingAffixes,
    NumberWords,
    SingleWordNumbers,
    TokenizerRules,
    parse_contractions,
    word_set,
)

_CONTRACTIONS = parse_contractions(
    "im:in+dem am:an+dem zum:zu+dem zur:zu+der vom:von+dem beim:bei+dem ins:in+das ans:an+das "
    "aufs:auf+das fürs:für+das durchs:durch+das ums:um+das übers:über+das unters:unter+das "
    "vors:vor+das hinters:hinter+das unterm:unter+dem überm:über+dem hinterm:hinter+dem"
)

_ABBREVIATIONS = word_set(
    "v n z i ii iii iv vi vii viii ix xi xii xiii xiv xv xvi "
    "dr prof st hr fr nr bzw ca etc evtl ggf inkl exkl usw vgl sog ev bspw str tel abs az "
    "jh jhd mio mrd tsd hl geb gest verh jr sen dipl ing rer nat med phil zzgl zz "
    "jan feb mär apr jun jul aug sep sept okt nov dez bd hrsg aufl kap anm abb tab engl frz "
    "griech ital span chr mind allg amtl ehem einschl insb internat lt mögl röm"
)

_RULES = TokenizerRules(
    contractions=_CONTRACTIONS,
    abbreviations=_ABBREVIATIONS,
    ordinal_digits=2,
    units=METRIC_UNITS,
    apostrophe_words=frozenset({"'s", "'n", "'ne", "'nen", "'ner"}),
    split_hyphens=True,
)

_LEMMAS = LemmaCorrections(
    exceptions={
        "": "anders anders",
        "ADJ": "letzte letzt letzten letzt letzter letzt letztes letzt weitere weiter "
        "weiteren weiter weiterer weiter weiteres weiter",
        "PRON": "ihnen sie ihm er ihn er",
    },
    capital_nouns=True,
)

_NUMBERS = NumberWords(
    units="null - zwei/zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
    "fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
    tens="dreißig/dreissig vierzig fünfzig sechzig siebzig achtzig neunzig",
    multipliers="hundert tausend ?million/?millionen/?mio/?mio. ?milliarde/?milliarden/?mrd/?mrd. "
    "?billion/?billionen",
    shares="50 hälfte 33 drittel 25 viertel",
    ordinals="erste zweite dritte vierte/vierten/vierter/viertes/viertem "
    "fünfte/fünften/fünfter/fünftes/fünftem sechste/sechsten/sechster/sechstes/sechstem "
    "siebte/siebten/siebter/siebtes/siebtem achter/achtem neunte/neunten/neunter/neuntes/neuntem "
    "zehnte/zehnten/zehnter/zehntes/zehntem elfte/elften/elfter/elftes/elftem "
    "zwölfte/zwölften/zwölfter/zwölftes/zwölftem",
    morning="?morgens/?vormittags",
    afternoon="?nachmittags",
    evening="?abends",
    night="?nachts",
    minus="minus",
    one_and_a_half="anderthalb/anderthalbe/anderthalben/anderthalber/anderthalbes",
    and_a_half="einhalb",
    articles="ein/eine/einem/einen/einer",
    one_word=SingleWordNumbers(
        links=("und",), ones=("ein", "eins", "eine"), hundred="hundert", thousand="tausend"
    ),
)

# Nouns with a plural in -er that is used in compounds (Kinderwagen). After other nouns, -er forms
# another noun (Arbeiter, Besucher), from which it must not be removed. Nouns with a vowel change
# (Haus, Häuser) are not listed: the plural is the part of the compound and is lemmatised.
_NOUNS_WITH_PLURAL_IN_ER = word_set(
    """
    bild brett feld geist geld glied gut kind kleid leib licht lied mitglied nest rind schild
    schwert vorbild weib
    """
)

# Examples: Regierung-s-chef, Tag-es-licht, Hund-e-hütte, Sonne-n-schein, Held-en-tat,
# Freundin-nen-kreis, Herz-ens-wunsch, Kind-er-wagen. The minimum length excludes short words that
# occur by chance before -en: Eis-en-bahn is wrong.
_LINKING_LETTERS = (
    *map(LinkingLetters, ("", "s", "es", "e")),
    *(LinkingLetters(letters, min_length=4) for letters in ("n", "en", "nen", "ens")),
    LinkingLetters("er", allowed_parts=_NOUNS_WITH_PLURAL_IN_ER),
)

# The only three-letter words that are allowed as parts. They occur in compounds, and other words
# seldom end with the same letters. Other three-letter words occur by chance inside longer words.
_SHORT_PARTS = word_set(
    """
    aal abt alt amt arm art ast axt bad bar bau bus cup dom ehe eid eis erz fan fee fuß gas gut
    hof hut job kai kur kuh lob lok maß mut neu not ohr ort ost pol pop rad rat reh rot ruf see
    süd tag tal tat tee tod ton tor tür typ uhr uni wal web weg wut zoo zug
    """
)

_FUNCTION_WORDS = word_set(
    """
    aber alle allem allen aller alles also andere anderen anderer auch beide beiden beim bevor bist
    damit dann dass dein deine dem denen denn deren dessen diese diesem diesen dieser dieses doch
    dort durch eben eine einem einen einer eines erst euch euer euren falls gegen habe haben halt
    hatte heran herein heute hier hinein hinter ihnen ihre ihrem ihren ihrer immer jede jedem jeden
    jeder jedes jene jenen jener jetzt kann kein keine mehr mein meine mich mindestens nach neben
    nein nicht nichts noch oben oder ohne rück samt schon sehr sein seine seinem seinen seiner seit
    sich sind sonst soweit sowie trotz über unser unsere unten unter viel viele vom vorn
    wann warum weder weil welche welcher wenn wenig werden wessen wider wied wieder wird wohin
    würde zum zur zurück zusamm zusammen zwischen
    """
)

# Infinitives that are not allowed as parts, since nouns that end with them are not compounds
# (Unternehmen, Gutachten). Infinitives that are common nouns (Leben, Essen) are not listed.
_INFINITIVES = word_set(
    """
    achten ändern arten bringen bleiben dingen enden engen fallen fühlen führen geben gehen haften
    halten hangen heben holen kommen lassen laufen legen leiten liegen losen machen nahmen nehmen
    nennen ragen sagen sehen setzen stehen stellen tragen treten tun weisen wenden werfen ziehen
    """
)

# Suffixes, prefixes and other fragments that tables of word counts contain as words.
_FRAGMENTS = word_set(
    """
    alien aliens amen aria arien chen cher dern diens eile eilen elle ellen ente enten erle erna
    erne esch esse fake fort fresse gegend gerung haber heit ieren inge ingen inger innen ionen isch
    ismen ismus isten ität keit lache lein leite lern lich ling linge lings lose lung massa moni
    mont nehm nichte nisse nomen para ping quad richte rings rinnen rise rita rune runen sani
    sauf schaft schafte schaften schafter schafts scher schere schiefe sion sole sonde sten sure
    tern tion tionen tums ungen uren verdi volle vorsitz zeug zeuge zeugen zeugs ären
    """
)

_COMPOUNDS = Compounds(
    unsplit_endings=("skopie", "skopien"),
    joints=_LINKING_LETTERS,
    dropped_letters="e",
    min_stem_length=3,
    short_parts=_SHORT_PARTS,
    never_parts=_FUNCTION_WORDS | _INFINITIVES | _FRAGMENTS,
    unsplit_words=word_set(
        "freitag freitags freitage sonntag sonntags sonntage donnerstag donnerstags donnerstage "
        "mannheim neurose neurosen"
    ),
)

LANGUAGE = Language(
    code="de",
    rules=_RULES,
    lemmas=_LEMMAS,
    negations=word_set(
        "nicht kein keine keinen keinem keiner keines nie niemals nichts niemand niemanden "
        "niemandem ohne weder nirgends nirgendwo keinesfalls keineswegs kaum"
    ),
    negating_affixes=NegatingAffixes(
        prefixes=("nicht", "miss", "un"),
        suffixes=("slos", "los", "sfrei", "frei"),
    ),
    negating_idioms=word_set(
        "nicht_nur nicht_bloß nicht_allein nicht_zuletzt nicht_weniger nicht_zuletzt ohne_zweifel "
        "ohne_weiteres ohne_frage ohne_ausnahme kein_zweifel kein_wunder nichts_als nicht_umsonst"
    ),
    numbers=_NUMBERS,
    compounds=_COMPOUNDS,
    tagger=True,
    order=2,
)
LANGUAGES = (LANGUAGE,)

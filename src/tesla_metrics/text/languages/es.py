"""Spanish, tokenised as in UD Spanish GSD."""

from .base import (
    METRIC_UNITS,
    Language,
    LemmaCorrections,
    NegatingAffixes,
    NumberWords,
    TokenizerRules,
    VerbClitics,
    parse_contractions,
    word_set,
)

# Pattern of one or two pronouns after a verb.
_PRONOUNS = "(?:(se|me|te|nos)(l[ao]s?)|(se|me|te|l[aeo]s?))"

_VERB_CLITICS = VerbClitics(
    last_letters="aeos",
    imperatives=parse_contractions(
        "dame:da+me dime:di+me dale:da+le dámelo:da+me+lo dímelo:di+me+lo hazlo:haz+lo "
        "hazte:haz+te ponte:pon+te"
    ),
    gerund=rf"(\w+(?:[áa]|[ií][ée]|y[ée])ndo){_PRONOUNS}",
    # Two pronouns add an accent to the verb; oír has an accent without pronouns.
    infinitive=rf"(\w*(?:[aei]|[aeo]í|[áéí](?=r\w{{4}}))r){_PRONOUNS}",
    accents={"á": "a", "é": "e", "í": "i"},
    accented_endings=("aír", "eír", "oír"),
    finite=r"\w*[iu]er[mt]e|(?:a|con|rea|recon)?firme|(?:com|de|im|re|a)?parte",
    not_verbs=word_set(
        "arte marte estandarte baluarte descarte inerte arme desarme alarme perla perlas charla "
        "charlas parla parlas cartela cartelas mirlo mirlos terse disperse converse inverse"
    ),
    # Names such as Carlos, Ugarte and Charles do not end in "se".
    reflexive="se",
)

_RULES = TokenizerRules(
    contractions={"del": ("de", "el"), "al": ("a", "el")},
    abbreviations=word_set(
        "sr sra srta sres dr dra d dña prof ing lic arq gral st sto sta etc av avda núm no nº pág "
        "págs vol vols ed eds cap fig art ee.uu ee uu jr bros inc ltd cía aprox máx mín tel ud uds "
        "vd vds v vs f n p pp a c"
    ),
    units=METRIC_UNITS,
    verb_clitics=_VERB_CLITICS,
)

_LEMMAS = LemmaCorrections(
    exceptions={
        "PRON": "la él las él lo él los él le él les él",
        "NOUN": "estado estado estados estado chica chica",
        "ADV": "muy muy fuera fuera acerca acerca",
        "AUX": "esta estar",
        "VERB": "puesto poner escrito escribir muerto morir hecho hacer dicho decir visto ver "
        "dado dar compuesto componer cuenta contar muestra mostrar esta estar",
        "NUM": "un uno una uno",
    },
    keeps_names=True,
    verb_endings="ados:ar adas:ar ado:ar ada:ar idos:er idas:er ido:er ida:er idos:ir idas:ir "
    "ido:ir ida:ir an:ar as:ar a:ar o:ar e:ar en:er e:er o:er e:ir o:ir",
    infinitives=("ar", "er", "ir", "rse", "ír"),
)

_NUMBERS = NumberWords(
    units="cero ?un/?uno/?una dos tres cuatro cinco seis siete ocho nueve diez once doce trece "
    "catorce quince dieciséis diecisiete dieciocho diecinueve veinte",
    tens="treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    twenties="veintiuno/veintiún/veintiuna veintidós veintitrés veinticuatro veinticinco "
    "veintiséis veintisiete veintiocho veintinueve",
    # "por ciento" is not a number.
    hundreds="?ciento doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas "
    "quinientos/quinientas seiscientos/seiscientas setecientos/setecientas "
    "ochocientos/ochocientas novecientos/novecientas",
    hundred="cien",
    multipliers="- mil ?millón/?millones ?millardo/?millardos ?billón/?billones",
    shares="50 mitad 33 tercio",
    ordinals="primero segundo tercero - quinto/quinta sexto/sexta séptimo/séptima octavo/octava "
    "noveno/novena décimo/décima",
    ordinal_marks="º ª .º .ª er o a to ta",
    morning="am/a.m./a.m",
    afternoon="pm/p.m./p.m",
    minus="menos",
    minus_exceptions="al/el/lo/o/cuando",
    links="y",
    tens_limits=(0, 10),
    # 21 to 29 are single words.
    limits_by_value={20: (0, 0)},
    max_millions=999_999,
)

LANGUAGE = Language(
    code="es",
    rules=_RULES,
    lemmas=_LEMMAS,
    negations=word_set("no nunca jamás nada nadie ningún ninguno ninguna ni sin tampoco apenas"),
    negating_affixes=NegatingAffixes(prefixes=("des", "in", "im", "ir", "i")),
    negating_idioms=word_set(
        "no_solo no_sólo no_solamente no_únicamente no_menos sin_duda sin_dudas sin_embargo "
        "sin_excepción nada_más no_obstante ni_siquiera"
    ),
    numbers=_NUMBERS,
    tagger=True,
    order=4,
)
LANGUAGES = (LANGUAGE,)

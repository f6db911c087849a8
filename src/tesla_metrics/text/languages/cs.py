"""Czech, tokenised as in UD Czech PDT, CAC and PUD."""

from .base import (
    METRIC_UNITS,
    Language,
    LemmaCorrections,
    NegatingAffixes,
    NegatingPrefix,
    NumberWords,
    TokenizerRules,
    word_set,
)

# Personal endings of the conditional "by", which is part of aby and kdyby.
_CONDITIONAL_ENDINGS = ("", "ch", "s", "chom", "ste")

_RULES = TokenizerRules(
    contractions={
        **{f"aby{ending}": ("aby", f"by{ending}") for ending in _CONDITIONAL_ENDINGS},
        **{f"kdyby{ending}": ("když", f"by{ending}") for ending in _CONDITIONAL_ENDINGS},
        "ses": ("jsi", "se"),
        "sis": ("jsi", "si"),
        "oč": ("o", "co"),
        "nač": ("na", "co"),
        "zač": ("za", "co"),
    },
    initials=False,
    repeatable_characters="-_*#=~`'…–—",
    units=METRIC_UNITS,
    split_hyphens=True,
)

_LEMMAS = LemmaCorrections(
    exceptions={
        "ADP": "se s ve v ke k ze z pomocí pomocí prostřednictvím prostřednictvím",
        "PART": "to to",
        "PRON": "je on ho on jím on",
        "NUM": "dvě dva dvou dva dvěma dva jedna jeden jedno jeden jednoho jeden jedné jeden "
        "jedním jeden jednu jeden tří tři čtyř čtyři pěti pět šesti šest sedmi sedm deseti deset",
        "ADJ": "lepší dobrý nejlepší dobrý",
    },
)

_NUMBERS = NumberWords(
    units="nula ?jeden/?jedna/?jedno/?jednu/?jednoho/?jedné dva/dvě/dvou/dvěma "
    "tři/tří/třem/třech/třemi čtyři/čtyř/čtyřem/čtyřech pět/pěti šest/šesti sedm/sedmi osm/osmi "
    "devět/devíti deset/deseti jedenáct/jedenácti dvanáct/dvanácti třináct/třinácti "
    "čtrnáct/čtrnácti patnáct/patnácti šestnáct/šestnácti sedmnáct/sedmnácti osmnáct/osmnácti "
    "devatenáct/devatenácti dvacet/dvaceti",
    tens="třicet/třiceti čtyřicet/čtyřiceti padesát/padesáti šedesát/šedesáti "
    "sedmdesát/sedmdesáti osmdesát/osmdesáti devadesát/devadesáti",
    hundreds="sto",
    inverted_units="jedna/jedena dvaa třia čtyřia pěta šesta sedma osma devěta",
    multipliers="?stě/?sta/?set/?stech/?stům/?sty tisíc/?tis/?tis./?tisíce/?tisíci/?tisíců/"
    "?tisícům/?tisících ?milion/?mil/?mil./?miliony/?milionu/?milionů/?milionům/?milionech/"
    "?milión/?milióny/?miliónu/?miliónů "
    "?miliarda/?mld/?mld./?miliardy/?miliardu/?miliardě/?miliard/?miliardám/?miliardách "
    "?bilion/?biliony/?bilionu/?bilionů",
    ordinals="první druhý třetí čtvrtý/čtvrtá/čtvrté/čtvrtého/čtvrtém/čtvrtou/čtvrtým "
    "pátý/pátá/páté/pátého/pátém/pátou/pátým šestý/šestá/šesté/šestého/šestém/šestou/šestým "
    "sedmý/sedmá/sedmé/sedmého/sedmém/sedmou/sedmým osmý/osmá/osmé/osmého/osmém/osmou/osmým "
    "devátý/devátá/deváté/devátého/devátém/devátou/devátým "
    "desátý/desátá/desáté/desátého/desátém/desátou/desátým",
    morning="?ráno/?dopoledne",
    afternoon="?odpoledne",
    evening="?večer",
    minus="minus",
    shares="50 polovina/polovinu/poloviny/polovině 33 třetina/třetinu/třetiny/třetině "
    "25 čtvrtina/čtvrtinu/čtvrtiny/čtvrtině",
    tens_limits=(10, 0),
    max_millions=999_999,
)

LANGUAGE = Language(
    code="cs",
    rules=_RULES,
    lemmas=_LEMMAS,
    negations=word_set(
        "ne není nikdy nikdo nikoho nikomu nic ničeho ničemu ničím žádný žádná žádné žádného "
        "žádnou žádných žádnému žádným ani bez nikde nikam nikoli nikoliv nelze sotva stěží"
    ),
    negating_affixes=NegatingAffixes(prefixes=("bez", "ne")),
    negating_idioms=word_set("ne_jen bez_pochyby bez_pochyb bez_ohledu bez_výjimky nic_než"),
    negating_prefix=NegatingPrefix(prefix="ne", superlative="nej", suppletive=word_set("být")),
    numbers=_NUMBERS,
    tagger=True,
    order=5,
)
LANGUAGES = (LANGUAGE,)

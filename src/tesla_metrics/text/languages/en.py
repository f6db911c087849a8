"""English, tokenised as in UD English EWT."""

from .base import (
    METRIC_UNITS,
    Language,
    LemmaCorrections,
    NegatingAffixes,
    NumberWords,
    TokenizerRules,
    parse_contractions,
    word_set,
)

# Verbs with negated forms that are often written without the apostrophe: arent. Contractions that
# would be other words (were, hell, its, lets) are not listed.
_VERBS_WITHOUT_APOSTROPHE = word_set("are could did do does had has have is should was would")

_CONTRACTIONS = {
    **parse_contractions(
        "cannot:can+not gonna:gon+na wanna:wan+na gotta:got+ta gimme:gim+me lemme:lem+me "
        "dunno:du+n+no 'tis:'t+is 'twas:'t+was im:i+m ive:i+ve youre:you+re youve:you+ve "
        "theyre:they+re thats:that+s whats:what+s hes:he+s shes:she+s theres:there+s wont:wo+nt "
        "cant:ca+nt"
    ),
    **{f"{verb}nt": (verb, "nt") for verb in _VERBS_WITHOUT_APOSTROPHE},
}

_ABBREVIATIONS = word_set(
    "mr mrs ms messrs dr prof rev hon fr sr jr st ft mt gen col lt maj capt cmdr sgt gov sen rep "
    "reps pres inc ltd co corp bros dept univ assn ave blvd rd apt ext tel attn est dist mfg "
    "jan feb apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri "
    "vs etc nos vol vols figs ed eds pp cf al ca approx misc "
    "ph.d m.d b.a m.a ca calif conn mich minn la fla ala ariz colo wash tex tenn va wis "
    "oz lb lbs"
)

_HYPHEN_PREFIXES = word_set(
    "e non mis pre post co ex pro anti multi re mid semi neo sub ultra un inter counter "
    "de micro mini cyber bi tri psycho hyper trans intra extra over under super pseudo quasi uh "
    "eco bio geo socio electro "
)

_RULES = TokenizerRules(
    contractions=_CONTRACTIONS,
    abbreviations=_ABBREVIATIONS,
    join_marks=True,
    # "m" is not a unit here, since $5m is an amount of money.
    units=METRIC_UNITS - {"m"} | word_set("am pm k ft lb lbs oz mph kph hrs hr mins sec"),
    suffixes=("n't", "'s", "'m", "'re", "'ve", "'ll", "'d"),
    apostrophe_words=word_set("'em 'n 'til 'cause 'bout y'all 't ma'am o'clock"),
    split_hyphens=True,
    unsplit_words=frozenset({"uh-oh", "w/o", "b/c", "l/c", "vice-president"}),
    hyphen_prefixes=_HYPHEN_PREFIXES,
    split_ranges=True,
)

_LEMMAS = LemmaCorrections(
    exceptions={
        "": "n't not nt not 'm be 're be 'll will 've have sha shall an a",
        "AUX": "'s be s be 'd would d would ca can wo will r be m be ai be",
        "VERB": "'s be left leave thought think felt feel born bear broke break means mean "
        "remains remain won win shot shoot found find lay lay gone go thinking think "
        "playing play growing grow developed develop attached attach fixed fix mixed mix",
        "PART": "' 's s 's na to ta to",
        "PRON": "'s we u you",
        "ADV": "better well best well",
        "ADJ": "least least worse bad worst bad bigger big biggest big",
        "NOUN": "am a.m. pm p.m. lives life media media troops troops sales sale",
    },
    keeps_names=True,
    kept_endings={"NOUN": ("ing",), "ADJ": ("ing", "ed", "en")},
    verb_endings="ing:e ing: ed:e ed:",
    verb_probe="s",
)

_NUMBERS = NumberWords(
    units="zero ?one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty",
    tens="thirty forty fifty sixty seventy eighty ninety",
    # "thousand" is a number only with another word. "hundreds" is missing, since it is not exact.
    multipliers="hundred ?thousand/?k ?million/?mn/?mln ?billion/?bn ?trillion/?tn",
    shares="50 half",
    ordinals="first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
    ordinal_marks="st nd rd th",
    morning="am/a.m./a.m",
    afternoon="pm/p.m./p.m",
    minus="minus",
    articles="a",
    links="and",
    tens_limits=(10, 0),
    linked_to_hundreds=100,
    # As in "twenty-five hundred".
    max_hundreds=99,
)

LANGUAGE = Language(
    code="en",
    rules=_RULES,
    lemmas=_LEMMAS,
    negations=word_set(
        "not no n't never nothing nobody none neither nor without cannot nowhere hardly scarcely "
        "barely w/o"
    ),
    negating_affixes=NegatingAffixes(
        prefixes=("dis", "non", "un", "in", "im", "il", "ir"), suffixes=("less", "free")
    ),
    negating_idioms=word_set(
        "not_only not_just not_merely not_simply not_least no_less no_fewer no_doubt no_wonder "
        "no_sooner no_matter without_doubt without_exception without_fail nothing_but nor_yet "
        "nothing_less none_other"
    ),
    numbers=_NUMBERS,
    tagger=True,
    # The choice was made with the data of WMT 2012 (docs/results.md). Only the English tagger has
    # both UPOS and XPOS.
    penn=True,
    order=1,
)
LANGUAGES = (LANGUAGE,)

"""French, tokenised as in UD French GSD and Sequoia."""

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

_CONTRACTIONS = parse_contractions(
    "du:de+le des:de+les au:à+le aux:à+les duquel:de+lequel desquels:de+lesquels "
    "desquelles:de+lesquelles auquel:à+lequel auxquels:à+lesquels auxquelles:à+lesquelles"
)

_CLITIC_PRONOUNS = word_set(
    "je tu il elle on nous vous ils elles ce moi toi lui leur le la les en y ci là"
)

_RULES = TokenizerRules(
    contractions=_CONTRACTIONS,
    # At the beginning of a sentence "Des" is nearly always the plural article.
    uncontracted=frozenset({"Des"}),
    abbreviations=word_set(
        "m mm mr mme mlle dr pr me st ste av bd etc cf vol no p pp art chap fig éd ex env max min "
        "tél hab janv févr avr juil sept oct nov déc jr j.-c jc apr"
    ),
    units=METRIC_UNITS | {"g"},
    join_marks=True,
    elisions=word_set("l d qu j m t s n c jusqu lorsqu puisqu quoiqu"),
    apostrophe_words=frozenset({"l'on", "c'est-à-dire"}),
    unsplit_words=word_set(
        "rendez-vous celui-ci celle-ci ceux-ci celles-ci celui-là celle-là ceux-là celles-là "
        "jusque-là par-là chez-soi"
    ),
    hyphen_clitics=(
        *(f"-t-{pronoun}" for pronoun in ("il", "elle", "on", "ils", "elles")),
        *(f"-{pronoun}" for pronoun in sorted(_CLITIC_PRONOUNS)),
    ),
)

_LEMMAS = LemmaCorrections(
    exceptions={
        "": "l' le le le la le les le d' de qu' que j' je je je n' ne c' ce m' me t' te "
        "ils il elles elle quelques quelque certains certain certaines certain",
        "PRON": "s' se -il il -t-il il -elle elle -t-elle elle -ils il -on on -t-on on -je je "
        "-vous vous -nous nous eux eux leur leur",
        "SCONJ": "s' si",
        "AUX": "sommes être",
        "ADP": "a à",
        "NOUN": "est est été été fait fait vue vue mise mise moyenne moyenne",
        "CCONJ": "soit soit",
        "ADV": "soit soit",
        "VERB": "mis mettre mise mettre mises mettre pris prendre prise prendre prises prendre "
        "permis permettre fait faire faits faire mort mourir suivi suivre connu connaître "
        "connue connaître ouvert ouvrir ouverte ouvrir devant devoir puis pouvoir",
        "ADJ": "nouvelles nouveau différentes différent active actif",
    },
    keeps_names=True,
    verb_endings="ées:er és:er ée:er é:er ent:er ant:er es:er e:er ies:ir ie:ir is:ir i:ir it:ir "
    "ites:ire its:ire ite:ire it:ire is:ire it:re ant:re ue:oir u:oir",
    infinitives=("er", "ir", "re", "oir"),
)

_NUMBERS = NumberWords(
    units="zéro ?un/?une deux trois quatre cinq six sept huit ?neuf dix onze douze treize quatorze "
    "quinze seize dix-sept dix-huit dix-neuf vingt",
    tens="trente quarante cinquante soixante soixante-dix quatre-vingts/quatre-vingt "
    "quatre-vingt-dix",
    multipliers="cent/?cents mille ?million/?millions ?milliard/?milliards/?md/?mds "
    "?billion/?billions",
    shares="50 moitié 33 tiers",
    ordinals="premier deuxième troisième quatrième cinquième sixième septième huitième neuvième "
    "dixième onzième douzième treizième quatorzième quinzième seizième dix-septième dix-huitième "
    "dix-neuvième vingtième",
    ordinal_marks="er ère e ème eme",
    minus="moins",
    minus_exceptions="au/du/le/ou",
    links="et",
    tens_limits=(10, 2),
    limits_by_value={60: (20, 12), 70: (10, 0), 80: (20, 0), 90: (10, 0)},
    max_millions=999_999,
)

LANGUAGE = Language(
    code="fr",
    rules=_RULES,
    lemmas=_LEMMAS,
    # "ne" alone does not negate (avant qu'il ne parte); pas, jamais and rien negate without it.
    negations=word_set(
        "pas jamais rien aucun aucune personne sans ni non nul nulle nullement guère"
    ),
    negating_pairs=word_set("ne_plus n'_plus"),
    negating_affixes=NegatingAffixes(prefixes=("dés", "mal", "non", "in", "im", "il", "ir")),
    negating_idioms=word_set(
        "pas_seulement non_seulement pas_moins pas_uniquement sans_doute sans_conteste sans_cesse "
        "sans_exception sans_aucun rien_que non_plus plus_jamais plus_rien plus_aucun plus_aucune "
        "plus_personne plus_que plus_qu'"
    ),
    # After these words, "personne" means person and "pas" means step.
    non_negating_pairs=word_set(
        "une_personne la_personne cette_personne chaque_personne aucune_personne toute_personne "
        "autre_personne même_personne seule_personne un_pas le_pas chaque_pas aucun_pas premier_pas"
    ),
    numbers=_NUMBERS,
    tagger=True,
    order=3,
)
LANGUAGES = (LANGUAGE,)

"""French, as in UD French GSD and Sequoia."""

from .rules import Rules, listed

_CONTRACTIONS = {
    "du": ("de", "le"),
    "des": ("de", "les"),
    "au": ("à", "le"),
    "aux": ("à", "les"),
    "duquel": ("de", "lequel"),
    "desquels": ("de", "lesquels"),
    "desquelles": ("de", "lesquelles"),
    "auquel": ("à", "lequel"),
    "auxquels": ("à", "lesquels"),
    "auxquelles": ("à", "lesquelles"),
}

_PRONOUNS = listed("je tu il elle on nous vous ils elles ce moi toi lui leur le la les en y ci là")

RULES = Rules(
    lang="fr",
    contractions=_CONTRACTIONS,
    # At the head of a sentence it is the plural article nearly always.
    uncontracted=frozenset({"Des"}),
    abbreviations=listed(
        "m mm mr mme mlle dr pr me st ste av bd etc cf vol no p pp art chap fig éd ex env max min "
        "tél hab janv févr avr juil sept oct nov déc jr j.-c jc apr"
    ),
    units=listed("h km m cm mm kg g mg ml min"),
    marks_run=True,
    elisions=listed("l d qu j m t s n c jusqu lorsqu puisqu quoiqu"),
    apostrophe_words=frozenset({"l'on", "c'est-à-dire"}),
    whole_words=listed(
        "rendez-vous celui-ci celle-ci ceux-ci celles-ci celui-là celle-là ceux-là celles-là "
        "jusque-là par-là chez-soi"
    ),
    hyphen_clitics=(
        *(f"-t-{pronoun}" for pronoun in ("il", "elle", "on", "ils", "elles")),
        *(f"-{pronoun}" for pronoun in sorted(_PRONOUNS)),
    ),
)

"""The analysed sentence: what every analyser returns and every metric reads."""

from typing import NamedTuple

from ..languages import find_language

# Closed classes (spec 1). A token of one of these is a function word.
FUNCTION_UPOS = frozenset("ADP AUX CCONJ DET PART PRON SCONJ".split())
FUNCTION_PENN = frozenset("CC DT EX IN MD PDT POS PRP PRP$ RP TO WDT WP WP$ WRB".split())

NAME_TAGS = frozenset({"PROPN", "NNP", "NNPS"})

# The mark CoNLL-U uses for "no value"; as a part of speech it equals nothing.
NONE = "_"


class Token(NamedTuple):
    """A syntactic word in the sense of Universal Dependencies."""

    form: str
    lemma: str
    upos: str = NONE
    xpos: str = NONE


class Sentence(NamedTuple):
    """A segment: its text and its tokens (punctuation included)."""

    text: str
    tokens: tuple[Token, ...]


def has_alphanumeric(form: str) -> bool:
    """Tokens for which this is false never enter a bag of n-grams."""
    return form.isalnum() or any(map(str.isalnum, form))


def uses_penn(lang: str, tags: str) -> bool:
    """Penn's closed classes go with Penn's tags; on given analyses UPOS decides."""
    return tags == "xpos" and find_language(lang).penn


def is_function(upos: str, xpos: str, penn: bool) -> bool:
    """Whether a token is a function word, by Penn's closed classes or by those of UPOS."""
    return (xpos if penn else upos) in function_tags(penn)


def function_tags(penn: bool) -> frozenset[str]:
    """The closed classes, in Penn's tags or in UPOS."""
    return FUNCTION_PENN if penn else FUNCTION_UPOS

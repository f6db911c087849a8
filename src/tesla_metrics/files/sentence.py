"""`Token` and `Sentence`: the analysed text that analysers return and metrics read."""

from typing import NamedTuple

# Tags of closed word classes: a token with one of these tags is a function word.
FUNCTION_WORD_UPOS = frozenset("ADP AUX CCONJ DET PART PRON SCONJ".split())
FUNCTION_WORD_PENN = frozenset("CC DT EX IN MD PDT POS PRP PRP$ RP TO WDT WP WP$ WRB".split())

# Tags of proper nouns in both tag sets.
NAME_TAGS = frozenset({"PROPN", "NNP", "NNPS"})

# The mark for "no value" in CoNLL-U. As a part of speech, it matches no other part of speech.
NO_VALUE = "_"


class Token(NamedTuple):
    """A syntactic word in the sense of Universal Dependencies.

    Parameters
    ----------
    form : str
        The word as written.
    lemma : str
        Its dictionary form.
    upos : str
        Universal part of speech; `_` if unknown.
    xpos : str
        Language-specific part of speech, such as a Penn tag; `_` if unknown.
    """

    form: str
    lemma: str
    upos: str = NO_VALUE
    xpos: str = NO_VALUE


class Sentence(NamedTuple):
    """An analysed segment.

    Parameters
    ----------
    text : str
        The text of the segment.
    tokens : tuple of Token
        Its tokens, including punctuation.
    """

    text: str
    tokens: tuple[Token, ...]


def has_alphanumeric(form: str) -> bool:
    """Return whether a word form has a letter or digit.

    Tokens without one, such as punctuation, are left out of bags of n-grams.
    """
    return form.isalnum() or any(map(str.isalnum, form))


def is_function_word(upos: str, xpos: str, use_penn: bool) -> bool:
    """Return whether a token is a function word.

    With `use_penn`, its Penn tag `xpos` decides, otherwise its universal tag `upos`.
    """
    return (xpos if use_penn else upos) in get_function_word_tags(use_penn)


def get_function_word_tags(use_penn: bool) -> frozenset[str]:
    """Return the tags of closed word classes, from the Penn or the UPOS tag set."""
    return FUNCTION_WORD_PENN if use_penn else FUNCTION_WORD_UPOS

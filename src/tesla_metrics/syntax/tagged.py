"""Sentences whose words and tags are those of a tree."""

from collections.abc import Callable

from ..analysis.sentence import Sentence, Token
from .tree import Tree

# Penn's tags by how they begin, the longest first; lemmas need no more.
_UPOS = {
    "NNP": "PROPN", "NN": "NOUN", "VB": "VERB", "MD": "AUX", "JJ": "ADJ", "RB": "ADV",
    "WRB": "ADV", "PRP": "PRON", "WP": "PRON", "EX": "PRON", "DT": "DET", "PDT": "DET",
    "WDT": "DET", "IN": "ADP", "RP": "ADP", "CC": "CCONJ", "TO": "PART", "POS": "PART",
    "CD": "NUM", "UH": "INTJ", "SYM": "SYM", "$": "SYM", "FW": "X", "LS": "X", "ADD": "X",
    "GW": "X", "XX": "X",
}  # fmt: skip
_LONGEST = max(map(len, _UPOS))


def tagged_sentence(tree: Tree, lemma: Callable[[str, str], str]) -> Sentence:
    """The words of a tree as a sentence; `lemma` is of a form and its UPOS."""
    pairs = [(word, penn_upos(tag), tag) for word, tag in zip(tree.words, tree.tags, strict=True)]
    tokens = tuple(Token(word, lemma(word, upos), upos, tag) for word, upos, tag in pairs)
    return Sentence(" ".join(tree.words), tokens)


def penn_upos(tag: str) -> str:
    """What a Penn tag is among the universal ones."""
    starts = (tag[:length] for length in range(_LONGEST, 0, -1))
    return next((_UPOS[start] for start in starts if start in _UPOS), "PUNCT")

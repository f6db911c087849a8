"""Words and tags by number, as the chart parser knows them."""

import re
from collections.abc import Sequence

import numpy as np

from ..arrays import Array

# 0 stands for nothing: beyond the ends of a sentence.
_UNKNOWN = 1
_FIRST = 2
_SUFFIXES = (4, 3, 2, 1)
_DIGITS = re.compile(r"\d+")
# Kinds of tags, from 1: what a span is made of at a glance.
_KINDS = (
    "NN NNS NNP NNPS",
    "DT PDT PRP$ POS",
    "JJ JJR JJS",
    "RB RBR RBS",
    "PRP EX",
    "VBD VBZ VBP MD",
    "VB VBG VBN",
    "IN",
    "TO",
    "CC",
    ", : HYPH",
    ". NFP",
    "WDT WP WP$ WRB",
    "`` '' -LRB- -RRB-",
    "CD $ QP LS",
)
_KIND = {tag: number for number, tags in enumerate(_KINDS, 1) for tag in tags.split()}
# A tag that training never saw counts as this, which every parser has.
OTHER_TAG = "NN"


def normal(form: str) -> str:
    """A word without case and figures."""
    return _DIGITS.sub("0", form.lower())


def suffix_names(word: str) -> list[str]:
    """What may stand for a rare word: its endings, the longest first."""
    return ["-" + word[-size:] for size in _SUFFIXES if len(word) > size]


class ParserWords:
    """Words and endings of a list have numbers of their own; so have tags."""

    def __init__(self, words: Sequence[str], tags: Sequence[str]) -> None:
        self.words, self.tags = tuple(words), tuple(tags)
        self._words = {word: number for number, word in enumerate(words, _FIRST)}
        self._tags = {tag: number for number, tag in enumerate(tags, 1)}
        self._kinds = [0, *(_KIND.get(tag, 0) for tag in tags)]

    def rows(self, forms: Sequence[str], tags: Sequence[str]) -> Array:
        """Word, tag and kind of each."""
        numbers = [self._tag(tag) for tag in tags]
        kinds = self._kinds
        rows = [
            (self.word(form), tag, kinds[tag]) for form, tag in zip(forms, numbers, strict=True)
        ]
        return np.array(rows, dtype=np.uint32).reshape(-1, 3)

    def word(self, form: str) -> int:
        """The number of a word, or of the longest listed ending."""
        word = normal(form)
        for name in (word, *suffix_names(word)):
            number = self._words.get(name)
            if number is not None:
                return number
        return _UNKNOWN

    def _tag(self, tag: str) -> int:
        return self._tags.get(tag) or self._tags[OTHER_TAG]

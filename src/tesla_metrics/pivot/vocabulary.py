"""The words of one side, in the order in which they first appear, and their numbers."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ..arrays import Array
from .pool import byte_order, pack


class NumberedWords(NamedTuple):
    """What each word is aligned by, from 0, and kept as, from 1 in the pool."""

    aligned: Array
    kept: Array
    pool: tuple[Array, Array]


def number_words(words: Iterable[str]) -> NumberedWords:
    """The numbers of words that `analysing.py` made."""
    parts = [word.partition("\t") for word in words]
    pool = sorted({kept for _, _, kept in parts}, key=byte_order)
    places = {word: at for at, word in enumerate(pool, 1)}
    aligned: dict[str, int] = {}
    return NumberedWords(
        np.array([aligned.setdefault(one, len(aligned)) for one, _, _ in parts], "i4"),
        np.array([places[kept] for _, _, kept in parts], "i4"),
        pack(pool),
    )

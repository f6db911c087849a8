"""s_ms explained: the n-grams of its transport problems, what flows, and prices."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...analysis.synonyms import Synonyms
from ...arrays import Array
from ...matching.bags import Bags, Words
from ...matching.match import Match, match_ms
from ...matching.prices import Prices, prices_highest_x, prices_highest_y, worth_more
from ...matching.similarity import Levels, extend_levels, unigram_levels
from ..explanation import FORM, LEMMA, SYNONYM, SYNSET, TAG, Reason
from ..measures import Carried, Compared, Piece
from ..reasons import synset_words


class MsLevels(NamedTuple):
    """Levels of similarity of unigrams, and of the n-grams that are looked at."""

    words: Levels
    grams: Levels

    def longer(self, n: int) -> "MsLevels":
        """Those of n-grams, of those of n - 1."""
        return self if n == 1 else MsLevels(self.words, extend_levels(self.grams, self.words, n))

    def profits(self, others: int) -> Array:
        """s_ms in units of 1/2n."""
        n = len(self.grams) - 1
        found = np.zeros((len(self.grams[0]), max(others - n + 1, 0)), np.int16)
        for ones, level in enumerate(self.grams):
            found += (n + ones) * _bits(level, found.shape[1])
        return found


def _bits(masks: Sequence[int], width: int) -> Array:
    size = (width + 7) // 8
    whole = (1 << width) - 1
    raw = b"".join((mask & whole).to_bytes(size, "little") for mask in masks)
    rows = np.frombuffer(raw, np.uint8).reshape(len(masks), size)
    return np.unpackbits(rows, axis=1, count=width, bitorder="little").astype(np.int16)


def ms_levels(x: Bags, y: Bags) -> MsLevels:
    """Of unigrams."""
    levels = unigram_levels(x, y)
    return MsLevels(levels, levels)


def compare_ms(x: Bags, y: Bags, synonyms: Synonyms) -> list[Compared]:
    """N-grams of length 1, 2, ..."""
    across, own, theirs = ms_levels(x, y), ms_levels(x, x), ms_levels(y, y)
    compared = []
    for n, match in enumerate(match_ms(x, y), 1):
        across, own, theirs = across.longer(n), own.longer(n), theirs.longer(n)
        high = ms_prices(across.profits(len(y)), match, x, y, n)
        compared.append(
            Compared(
                match,
                bag_pieces(x, n),
                bag_pieces(y, n),
                _carried(x.words, y.words, n, match, synonyms),
                (worth_more(own.profits(len(x)), high[0].x) / (2 * n)).tolist(),
                (worth_more(theirs.profits(len(y)), high[1].y) / (2 * n)).tolist(),
            )
        )
    return compared


def ms_prices(profits: Array, match: Match, x: Bags, y: Bags, n: int) -> tuple[Prices, Prices]:
    """With the highest prices of the reference, and with those of the hypothesis; in 1/2n."""
    left_x, left_y = list(x.weights[n - 1].each), list(y.weights[n - 1].each)
    flowing = np.zeros(profits.shape, bool)
    for i, j, amount in match.flows or ():
        left_x[i] -= amount
        left_y[j] -= amount
        flowing[i, j] = True
    return (
        prices_highest_x(profits, flowing, np.array(left_x) > 0),
        prices_highest_y(profits, flowing, np.array(left_y) > 0),
    )


def bag_pieces(bags: Bags, n: int) -> list[Piece]:
    """The n-grams of a sentence."""
    forms, weights = bags.words.forms, bags.weights[n - 1]
    return [
        Piece(" ".join(forms[at : at + n]), tuple(range(at, at + n)), weight / weights.unit)
        for at, weight in enumerate(weights.each)
    ]


def _carried(xs: Words, ys: Words, n: int, match: Match, synonyms: Synonyms) -> list[Carried]:
    found = []
    for x, y, amount in match.flows or ():
        graded = [_reason(xs, x + k, ys, y + k, synonyms) for k in range(n)]
        reasons, alike = zip(*graded, strict=True)
        found.append(Carried(x, y, amount / match.unit, alike, reasons))
    return found


def _reason(xs: Words, x: int, ys: Words, y: int, synonyms: Synonyms) -> tuple[Reason, float]:
    """Why two words are alike, and how much."""
    if xs.lemmas[x] == ys.lemmas[y]:
        if xs.forms[x].lower() == ys.forms[y].lower():
            return Reason(FORM), 1.0
        return Reason(LEMMA, (str(xs.lemmas[x]),)), 1.0
    tagged = xs.tags[x] is not None and xs.tags[x] == ys.tags[y]
    shared = xs.synsets[x] & ys.synsets[y]
    if shared:
        words = synset_words(shared, synonyms)
        return (Reason(SYNONYM, words), 1.0) if tagged else (Reason(SYNSET, words), 0.5)
    return Reason(TAG, (str(xs.tags[x]),)), 0.5

"""Columns of bags of n-grams, explained: s_ms by its transport problem, s_pos in closed form."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..analysis.synonyms import Synonyms
from ..arrays import Array
from ..comparing.bags import BagComparer
from ..encoding.analysis import Analysis
from ..matching.bags import Bags, Words
from ..matching.match import Match, match_ms, match_tags
from ..matching.prices import Prices, prices_highest_x, prices_highest_y, worth_more
from ..matching.similarity import Levels, extend_levels, unigram_levels
from ..tasks import Segment
from .column import Column
from .equals import Keyed, equal_flows, equal_gains
from .explanation import FORM, LEMMA, SYNONYM, SYNSET, TAG, Reason, Side
from .measures import Carried, Compared, Piece, f_columns
from .reasons import synset_words
from .sides import Sides, make_side


def bag_sides(comparer: BagComparer, reference: Segment, hypothesis: Segment) -> Sides:
    """Both texts in words."""
    analysis, discount = comparer.encoder.analysis, float(comparer.bags.discount)
    return Sides(
        word_side(analysis, reference, discount), word_side(analysis, hypothesis, discount)
    )


def word_side(analysis: Analysis, segment: Segment, discount: float) -> Side:
    """A text in the words of its analysis, function words for less."""
    (words,) = analysis.words([segment])
    weights = [discount if function else 1.0 for function in words.function]
    return make_side(analysis.text(segment), words.forms, weights, words.lemmas, words.tags)


def bag_columns(
    comparer: BagComparer, reference: Segment, hypothesis: Segment, sides: Sides
) -> list[Column]:
    """s_ms, then s_pos if it is wanted."""
    words = [comparer.encoder.make([segment])[0] for segment in (reference, hypothesis)]
    x, y = map(comparer.prepare, words)
    order, alpha = comparer.bags.order, comparer.bags.alpha
    synonyms = comparer.encoder.analysis.synonyms
    columns = f_columns(comparer.columns[:order], "ms", _solve_ms(x, y, synonyms), alpha, sides)
    if comparer.bags.tags:
        tags = [_solve_tags(x, y, n, match) for n, match in enumerate(match_tags(x, y), 1)]
        columns += f_columns(comparer.columns[order:], "pos", tags, alpha, sides)
    return columns


class _Alike(NamedTuple):
    """Levels of similarity of unigrams, and of the n-grams that are looked at."""

    words: Levels
    grams: Levels

    def longer(self, n: int) -> "_Alike":
        return self if n == 1 else _Alike(self.words, extend_levels(self.grams, self.words, n))

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


def _levels(x: Bags, y: Bags) -> _Alike:
    levels = unigram_levels(x, y)
    return _Alike(levels, levels)


def _solve_ms(x: Bags, y: Bags, synonyms: Synonyms) -> list[Compared]:
    across, own, theirs = _levels(x, y), _levels(x, x), _levels(y, y)
    compared = []
    for n, match in enumerate(match_ms(x, y), 1):
        across, own, theirs = across.longer(n), own.longer(n), theirs.longer(n)
        high = ms_prices(across.profits(len(y)), match, x, y, n)
        compared.append(
            Compared(
                match,
                _pieces(x, n),
                _pieces(y, n),
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


def _pieces(bags: Bags, n: int) -> list[Piece]:
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


def _solve_tags(x: Bags, y: Bags, n: int, match: Match) -> Compared:
    own, theirs = _by_tags(x, n), _by_tags(y, n)
    flows = []
    for i, j, amount in equal_flows(own, theirs):
        reasons = tuple(Reason(TAG, (str(tag),)) for tag in x.words.tags[i : i + n])
        flows.append(Carried(i, j, amount / match.unit, (1.0,) * n, reasons))
    return Compared(match, _pieces(x, n), _pieces(y, n), flows, *equal_gains(own, theirs))


def _by_tags(bags: Bags, n: int) -> Keyed:
    tags, forms = bags.words.tags, [form.lower() for form in bags.words.forms]
    weights = bags.weights[n - 1].each
    keys = [tuple(tags[at : at + n]) for at in range(len(weights))]
    return Keyed(
        weights,
        [None if None in key else key for key in keys],
        [tuple(forms[at : at + n]) for at in range(len(weights))],
    )

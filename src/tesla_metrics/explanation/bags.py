"""Explain the bag-of-n-grams features of TESLA-M."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..arrays import Array
from ..core.comparing.bag_comparers import BagComparer
from ..core.matching.ngram_bags import (
    Bags,
    LevelMasks,
    Match,
    Words,
    extend_levels,
    match_ms,
    match_tags,
    unigram_levels,
)
from ..core.solvers.transport_prices import (
    Prices,
    marginal_values,
    prices_highest_x,
    prices_highest_y,
)
from ..files.item import Segment
from ..text.synonyms import Synonyms
from .attribution import ExplainedColumn
from .explanation import FORM, LEMMA, SYNONYM, SYNSET, TAG, Reason
from .f_measures import (
    ComparedNgrams,
    KeyedNgrams,
    NgramFlow,
    PlacedNgram,
    match_equal_ngrams,
    compute_equal_gains,
    explain_f_measures,
)
from .sides import TextSides, get_synset_words, make_word_side


class MsLevels(NamedTuple):
    """Similarity levels of unigrams, and of the n-grams of the current length."""

    words: LevelMasks
    grams: LevelMasks

    def extend(self, n: int) -> "MsLevels":
        """Return the levels of n-grams, given those of (n - 1)-grams."""
        return self if n == 1 else MsLevels(self.words, extend_levels(self.grams, self.words, n))

    def profits(self, other_length: int) -> Array:
        """Return the similarity s_ms of all pairs of n-grams, in units of 1/(2n)."""
        n = len(self.grams) - 1
        profits = np.zeros((len(self.grams[0]), max(other_length - n + 1, 0)), np.int16)
        for level_index, level in enumerate(self.grams):
            profits += (n + level_index) * _bits(level, profits.shape[1])
        return profits


def _bits(masks: Sequence[int], width: int) -> Array:
    size = (width + 7) // 8
    all_bits = (1 << width) - 1
    raw = b"".join((mask & all_bits).to_bytes(size, "little") for mask in masks)
    rows = np.frombuffer(raw, np.uint8).reshape(len(masks), size)
    return np.unpackbits(rows, axis=1, count=width, bitorder="little").astype(np.int16)


def unigram_ms_levels(x: Bags, y: Bags) -> MsLevels:
    """Return the similarity levels of the unigrams of two sentences."""
    levels = unigram_levels(x, y)
    return MsLevels(levels, levels)


def compare_ms(x: Bags, y: Bags, synonyms: Synonyms) -> list[ComparedNgrams]:
    """Compare the n-grams of two sentences, for each length from 1 up."""
    between, within_x, within_y = (
        unigram_ms_levels(x, y),
        unigram_ms_levels(x, x),
        unigram_ms_levels(y, y),
    )
    compared = []
    for n, match in enumerate(match_ms(x, y), 1):
        between, within_x, within_y = between.extend(n), within_x.extend(n), within_y.extend(n)
        high = ms_prices(between.profits(len(y)), match, x, y, n)
        compared.append(
            ComparedNgrams(
                match,
                make_bag_ngrams(x, n),
                make_bag_ngrams(y, n),
                _matched_flows(x.words, y.words, n, match, synonyms),
                (marginal_values(within_x.profits(len(x)), high[0].x) / (2 * n)).tolist(),
                (marginal_values(within_y.profits(len(y)), high[1].y) / (2 * n)).tolist(),
            )
        )
    return compared


def ms_prices(profits: Array, match: Match, x: Bags, y: Bags, n: int) -> tuple[Prices, Prices]:
    """Return dual prices in units of 1/(2n).

    The first have the highest prices of the reference, the second those of the hypothesis.
    """
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


def make_bag_ngrams(bags: Bags, n: int) -> list[PlacedNgram]:
    """Return the n-grams of a sentence."""
    forms, weights = bags.words.forms, bags.weights[n - 1]
    return [
        PlacedNgram(
            " ".join(forms[start : start + n]),
            tuple(range(start, start + n)),
            weight / weights.unit,
        )
        for start, weight in enumerate(weights.each)
    ]


def _matched_flows(
    xs: Words, ys: Words, n: int, match: Match, synonyms: Synonyms
) -> list[NgramFlow]:
    flows = []
    for x, y, amount in match.flows or ():
        graded = [_reason(xs, x + k, ys, y + k, synonyms) for k in range(n)]
        reasons, similarities = zip(*graded, strict=True)
        flows.append(NgramFlow(x, y, amount / match.unit, similarities, reasons))
    return flows


def _reason(xs: Words, x: int, ys: Words, y: int, synonyms: Synonyms) -> tuple[Reason, float]:
    """Return why two words are similar, and their similarity."""
    if xs.lemmas[x] == ys.lemmas[y]:
        if xs.forms[x].lower() == ys.forms[y].lower():
            return Reason(FORM), 1.0
        return Reason(LEMMA, (str(xs.lemmas[x]),)), 1.0
    tagged = xs.tags[x] is not None and xs.tags[x] == ys.tags[y]
    shared = xs.synsets[x] & ys.synsets[y]
    if shared:
        words = get_synset_words(shared, synonyms)
        return (Reason(SYNONYM, words), 1.0) if tagged else (Reason(SYNSET, words), 0.5)
    return Reason(TAG, (str(xs.tags[x]),)), 0.5


def make_bag_sides(comparer: BagComparer, reference: Segment, hypothesis: Segment) -> TextSides:
    """Split both texts into words."""
    analysis, discount = comparer.encoder.analysis, float(comparer.bag_settings.discount)
    return TextSides(
        make_word_side(analysis, reference, discount),
        make_word_side(analysis, hypothesis, discount),
    )


def explain_bags(
    comparer: BagComparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Return the columns of s_ms, followed by those of s_pos if the metric uses tags."""
    words = [comparer.encoder.make([segment])[0] for segment in (reference, hypothesis)]
    x, y = map(comparer.prepare, words)
    order, alpha = comparer.bag_settings.order, comparer.bag_settings.alpha
    synonyms = comparer.encoder.analysis.synonyms
    columns = explain_f_measures(
        comparer.columns[:order], "ms", compare_ms(x, y, synonyms), alpha, sides
    )
    if comparer.bag_settings.tags:
        tags = [_compare_tags(x, y, n, match) for n, match in enumerate(match_tags(x, y), 1)]
        columns += explain_f_measures(comparer.columns[order:], "pos", tags, alpha, sides)
    return columns


def _compare_tags(x: Bags, y: Bags, n: int, match: Match) -> ComparedNgrams:
    x_keyed, y_keyed = _keyed_by_tags(x, n), _keyed_by_tags(y, n)
    flows = []
    for i, j, amount in match_equal_ngrams(x_keyed, y_keyed):
        reasons = tuple(Reason(TAG, (str(tag),)) for tag in x.words.tags[i : i + n])
        flows.append(NgramFlow(i, j, amount / match.unit, (1.0,) * n, reasons))
    return ComparedNgrams(
        match,
        make_bag_ngrams(x, n),
        make_bag_ngrams(y, n),
        flows,
        *compute_equal_gains(x_keyed, y_keyed),
    )


def _keyed_by_tags(bags: Bags, n: int) -> KeyedNgrams:
    tags, forms = bags.words.tags, [form.lower() for form in bags.words.forms]
    weights = bags.weights[n - 1].each
    keys = [tuple(tags[start : start + n]) for start in range(len(weights))]
    return KeyedNgrams(
        weights,
        [None if None in key else key for key in keys],
        [tuple(forms[start : start + n]) for start in range(len(weights))],
    )

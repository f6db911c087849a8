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
    compute_unigram_levels,
    extend_levels,
    match_ms,
    match_tags,
)
from ..core.solvers.transport_prices import (
    Prices,
    compute_marginal_values,
    find_highest_x_prices,
    find_highest_y_prices,
)
from ..files.item import Segment
from ..text.synonyms import Synonyms
from .attribution import ExplainedColumn
from .explanation import FORM, LEMMA, SYNONYM, SYNSET, TAG, Reason
from .f_measures import (
    ComparedNgrams,
    IndexedNgram,
    KeyedNgrams,
    NgramFlow,
    compute_equal_gains,
    explain_f_measures,
    match_equal_ngrams,
)
from .sides import TextSides, get_synset_words, make_word_side


class MsLevels(NamedTuple):
    """Similarity levels of all pairs of unigrams, and of all pairs of n-grams of one length.

    Both are bit masks as in `compute_unigram_levels`.
    """

    words: LevelMasks
    grams: LevelMasks

    def extend(self, n: int) -> "MsLevels":
        """Return the levels for n-grams; these levels must be those for (n - 1)-grams."""
        return self if n == 1 else MsLevels(self.words, extend_levels(self.grams, self.words, n))

    def compute_profits(self, other_length: int) -> Array:
        """Return the similarity s_ms of all pairs of n-grams, in units of 1/(2n).

        `other_length` is the number of words of the second sentence.
        """
        n = len(self.grams) - 1
        profits = np.zeros((len(self.grams[0]), max(other_length - n + 1, 0)), np.int16)
        for level_index, level in enumerate(self.grams):
            profits += (n + level_index) * _unpack_bits(level, profits.shape[1])
        return profits


def _unpack_bits(masks: Sequence[int], width: int) -> Array:
    """Return an array of shape (len(masks), width) with the lowest bits of each mask as 0 or 1."""
    row_bytes = (width + 7) // 8
    all_bits = (1 << width) - 1
    packed = b"".join((mask & all_bits).to_bytes(row_bytes, "little") for mask in masks)
    rows = np.frombuffer(packed, np.uint8).reshape(len(masks), row_bytes)
    return np.unpackbits(rows, axis=1, count=width, bitorder="little").astype(np.int16)


def compute_ms_levels(x: Bags, y: Bags) -> MsLevels:
    """Return the similarity levels of the unigrams of two sentences."""
    levels = compute_unigram_levels(x, y)
    return MsLevels(levels, levels)


def compare_ms(x: Bags, y: Bags, synonyms: Synonyms) -> list[ComparedNgrams]:
    """Compare the n-grams of two sentences by s_ms, for each length from 1 up."""
    xy_levels, xx_levels, yy_levels = (
        compute_ms_levels(x, y),
        compute_ms_levels(x, x),
        compute_ms_levels(y, y),
    )
    comparisons = []
    for n, match in enumerate(match_ms(x, y), 1):
        xy_levels, xx_levels, yy_levels = (
            xy_levels.extend(n),
            xx_levels.extend(n),
            yy_levels.extend(n),
        )
        highest_x, highest_y = compute_ms_prices(xy_levels.compute_profits(len(y)), match, x, y, n)
        comparisons.append(
            ComparedNgrams(
                match,
                make_bag_ngrams(x, n),
                make_bag_ngrams(y, n),
                _make_flows(x.words, y.words, n, match, synonyms),
                (
                    compute_marginal_values(xx_levels.compute_profits(len(x)), highest_x.x)
                    / (2 * n)
                ).tolist(),
                (
                    compute_marginal_values(yy_levels.compute_profits(len(y)), highest_y.y)
                    / (2 * n)
                ).tolist(),
            )
        )
    return comparisons


def compute_ms_prices(
    profits: Array, match: Match, x: Bags, y: Bags, n: int
) -> tuple[Prices, Prices]:
    """Return two optimal solutions of the dual program, in units of 1/(2n).

    The first has the highest prices for the reference, the second for the hypothesis.
    """
    unmatched_x, unmatched_y = list(x.weights[n - 1].weights), list(y.weights[n - 1].weights)
    has_flow = np.zeros(profits.shape, bool)
    for i, j, amount in match.flows or ():
        unmatched_x[i] -= amount
        unmatched_y[j] -= amount
        has_flow[i, j] = True
    return (
        find_highest_x_prices(profits, has_flow, np.array(unmatched_x) > 0),
        find_highest_y_prices(profits, has_flow, np.array(unmatched_y) > 0),
    )


def make_bag_ngrams(bags: Bags, n: int) -> list[IndexedNgram]:
    """Return the n-grams of length n of a sentence."""
    forms, weights = bags.words.forms, bags.weights[n - 1]
    return [
        IndexedNgram(
            " ".join(forms[start : start + n]),
            tuple(range(start, start + n)),
            weight / weights.unit,
        )
        for start, weight in enumerate(weights.weights)
    ]


def _make_flows(
    x_words: Words, y_words: Words, n: int, match: Match, synonyms: Synonyms
) -> list[NgramFlow]:
    flows = []
    for i, j, amount in match.flows or ():
        word_pairs = [_compare_words(x_words, i + k, y_words, j + k, synonyms) for k in range(n)]
        reasons, similarities = zip(*word_pairs, strict=True)
        flows.append(NgramFlow(i, j, amount / match.unit, similarities, reasons))
    return flows


def _compare_words(
    x_words: Words, i: int, y_words: Words, j: int, synonyms: Synonyms
) -> tuple[Reason, float]:
    """Return the reason why the i-th and the j-th word are similar, and their similarity."""
    if x_words.lemmas[i] == y_words.lemmas[j]:
        if x_words.forms[i].lower() == y_words.forms[j].lower():
            return Reason(FORM), 1.0
        return Reason(LEMMA, (str(x_words.lemmas[i]),)), 1.0
    has_same_tag = x_words.tags[i] is not None and x_words.tags[i] == y_words.tags[j]
    shared_synsets = x_words.synsets[i] & y_words.synsets[j]
    if shared_synsets:
        synset = get_synset_words(shared_synsets, synonyms)
        return (Reason(SYNONYM, synset), 1.0) if has_same_tag else (Reason(SYNSET, synset), 0.5)
    return Reason(TAG, (str(x_words.tags[i]),)), 0.5


def make_bag_sides(comparer: BagComparer, reference: Segment, hypothesis: Segment) -> TextSides:
    """Split both texts into words; function words have the weight `discount` of the comparer."""
    analysis, discount = comparer.encoder.analysis, float(comparer.bag_settings.discount)
    return TextSides(
        make_word_side(analysis, reference, discount),
        make_word_side(analysis, hypothesis, discount),
    )


def explain_bags(
    comparer: BagComparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Return the columns of s_ms, followed by those of s_pos if the metric uses tags."""
    x, y = (
        comparer.prepare(comparer.encoder.make_codes([segment])[0])
        for segment in (reference, hypothesis)
    )
    order, alpha = comparer.bag_settings.order, comparer.bag_settings.alpha
    synonyms = comparer.encoder.analysis.synonyms
    columns = explain_f_measures(
        comparer.columns[:order], "ms", compare_ms(x, y, synonyms), alpha, sides
    )
    if comparer.bag_settings.with_tags:
        comparisons = [_compare_tags(x, y, n, match) for n, match in enumerate(match_tags(x, y), 1)]
        columns += explain_f_measures(comparer.columns[order:], "pos", comparisons, alpha, sides)
    return columns


def _compare_tags(x: Bags, y: Bags, n: int, match: Match) -> ComparedNgrams:
    """Compare n-grams of tags, which match only if they are equal."""
    x_grams, y_grams = _make_tag_ngrams(x, n), _make_tag_ngrams(y, n)
    flows = []
    for i, j, amount in match_equal_ngrams(x_grams, y_grams):
        reasons = tuple(Reason(TAG, (str(tag),)) for tag in x.words.tags[i : i + n])
        flows.append(NgramFlow(i, j, amount / match.unit, (1.0,) * n, reasons))
    return ComparedNgrams(
        match,
        make_bag_ngrams(x, n),
        make_bag_ngrams(y, n),
        flows,
        *compute_equal_gains(x_grams, y_grams),
    )


def _make_tag_ngrams(bags: Bags, n: int) -> KeyedNgrams:
    tags, forms = bags.words.tags, [form.lower() for form in bags.words.forms]
    weights = bags.weights[n - 1].weights
    keys = [tuple(tags[start : start + n]) for start in range(len(weights))]
    return KeyedNgrams(
        weights,
        [None if None in key else key for key in keys],
        [tuple(forms[start : start + n]) for start in range(len(weights))],
    )

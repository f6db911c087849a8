"""Word alignments of many pairs in flat arrays, for reports."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import nan
from typing import NamedTuple

import numpy as np

from ..arrays import Array, Floats, Indices
from ..core.encoding.pairs import Pairs
from .explanation import PENALTIES, REASONS, NgramLoss, NgramMatch, ReferenceComparison, Side
from .sides import is_written

# Smaller weights are rounding errors.
_ROUNDING = 1e-9


class TextWords(NamedTuple):
    """The words of many texts; those of text k have indices from offsets[k] to offsets[k + 1] - 1.

    starts, ends, weights   character offsets and weight of each word
    forms                   forms to show, by word index, of the words that are not written at their
                            offsets, such as the parts of a compound
    """

    offsets: Indices
    starts: Indices
    ends: Indices
    weights: Floats
    forms: Mapping[int, str]


class AlignmentArrays(NamedTuple):
    """The alignments of many pairs.

    The arrays have the items of all pairs, one pair after another: the flows of pair k have indices
    from flow_offsets[k] to flow_offsets[k + 1] - 1, and so on.

    references, hypotheses      words of all texts, each text once
    reference_indices, hypothesis_indices   for each pair, the indices of its two texts
    flow_offsets                offsets of the flows between unigrams
    x, y                        for each flow, the word of the reference and of the hypothesis
    amounts, similarities, reasons      one value per flow; reasons are indices into REASONS
    x_offsets, x_lost, x_prices         loss and price of each word of the reference of a pair
    y_offsets, y_lost, y_prices         loss and price of each word of the hypothesis of a pair
    penalty_counts                      number of penalties of each pair
    penalties, factors, penalty_losses  index into PENALTIES, factor and loss of each penalty
    """

    references: TextWords
    hypotheses: TextWords
    reference_indices: Indices
    hypothesis_indices: Indices
    flow_offsets: Indices
    x: Indices
    y: Indices
    amounts: Floats
    similarities: Floats
    reasons: Array
    x_offsets: Indices
    x_lost: Floats
    x_prices: Floats
    y_offsets: Indices
    y_lost: Floats
    y_prices: Floats
    penalty_counts: Indices
    penalties: Indices
    factors: Floats
    penalty_losses: Floats


class AlignmentPart(NamedTuple):
    """Alignments of some of the pairs: arrays as in `AlignmentArrays`, with counts per pair."""

    flow_counts: Indices
    x: Indices
    y: Indices
    amounts: Floats
    similarities: Floats
    reasons: Array
    x_counts: Indices
    x_lost: Floats
    x_prices: Floats
    y_counts: Indices
    y_lost: Floats
    y_prices: Floats
    penalty_counts: Indices
    penalties: Indices
    factors: Floats
    penalty_losses: Floats


def concatenate_parts(
    references: TextWords,
    hypotheses: TextWords,
    left: Indices,
    right: Indices,
    parts: Sequence[AlignmentPart],
) -> AlignmentArrays:
    """Concatenate the alignments of all pairs.

    `left` and `right` are the indices of the reference and of the hypothesis of each pair.
    """
    total = AlignmentPart(*map(np.concatenate, zip(*parts, strict=True)))
    return AlignmentArrays(
        references, hypotheses, left, right,
        _compute_offsets(total.flow_counts), total.x, total.y, total.amounts, total.similarities,
        total.reasons,
        _compute_offsets(total.x_counts), total.x_lost, total.x_prices,
        _compute_offsets(total.y_counts), total.y_lost, total.y_prices,
        total.penalty_counts, total.penalties, total.factors, total.penalty_losses,
    )  # fmt: skip


def make_alignments(pairs: Pairs, comparisons: Sequence[ReferenceComparison]) -> AlignmentArrays:
    """Convert explanations of single pairs, of any metric, into `AlignmentArrays`.

    The alignment is taken from the first feature of unigrams, or else from the first feature. An
    n-gram of several words distributes its weight equally over these. If a feature has n-grams of
    several lengths, shorter n-grams are used first, as long as their words have weight left.
    """
    reference_by_index: dict[int, Side] = {}
    hypothesis_by_index: dict[int, Side] = {}
    for left, right, comparison in zip(
        pairs.reference_indices, pairs.candidate_indices, comparisons, strict=True
    ):
        reference_by_index[int(left)] = comparison.reference
        hypothesis_by_index[int(right)] = comparison.hypothesis
    blank = Side("", ())
    references = [reference_by_index.get(index, blank) for index in range(len(pairs.references))]
    hypotheses = [hypothesis_by_index.get(index, blank) for index in range(len(pairs.candidates))]
    parts = [_make_pair_part(comparison) for comparison in comparisons]
    return concatenate_parts(
        _make_text_words(references),
        _make_text_words(hypotheses),
        pairs.reference_indices,
        pairs.candidate_indices,
        parts or [_make_part([], (), (), ())],
    )


def _make_pair_part(comparison: ReferenceComparison) -> AlignmentPart:
    unigrams = (feature for feature in comparison.features if feature.n == 1)
    feature = next(unigrams, comparison.features[0] if comparison.features else None)
    matches = feature.matched if feature else ()
    if feature and not feature.n:
        matches = tuple(_select_shortest_matches(comparison, matches))
    flows = []
    for match in matches:
        amount = match.weight / len(match.reference_words) / len(match.hypothesis_words)
        reason_index = REASONS.index(match.reasons[0].kind)
        for x, y in product(match.reference_words, match.hypothesis_words):
            flows.append((x, y, amount, match.similarity, reason_index))
    return _make_part(
        sorted(flows),
        _list_losses_and_prices(comparison.reference, feature.reference if feature else ()),
        _list_losses_and_prices(comparison.hypothesis, feature.hypothesis if feature else ()),
        [
            (PENALTIES.index(penalty.name), penalty.factor, penalty.lost)
            for penalty in comparison.penalties
            if penalty.name in PENALTIES
        ],
    )


def _select_shortest_matches(
    comparison: ReferenceComparison, matches: Sequence[NgramMatch]
) -> Iterator[NgramMatch]:
    """Yield matches, the shortest first, with the weight that their words have left."""
    x_remaining = [word.weight for word in comparison.reference.words]
    y_remaining = [word.weight for word in comparison.hypothesis.words]

    def count_words(match: NgramMatch) -> int:
        return len(match.reference_words) + len(match.hypothesis_words)

    for match in sorted(matches, key=count_words):
        x_weights = [x_remaining[index] for index in match.reference_words]
        y_weights = [y_remaining[index] for index in match.hypothesis_words]
        amount = min([match.weight, *x_weights, *y_weights])
        if amount > _ROUNDING:
            for index in match.reference_words:
                x_remaining[index] -= amount
            for index in match.hypothesis_words:
                y_remaining[index] -= amount
            # `amount` is the weight per word of the shorter n-gram.
            shorter_length = min(len(match.reference_words), len(match.hypothesis_words))
            yield match._replace(weight=amount * shorter_length)


def _list_losses_and_prices(side: Side, grams: Sequence[NgramLoss]) -> list[tuple[float, float]]:
    """Return the loss of each word and the highest price of its n-grams.

    The price is 0 for a word without n-grams, and NaN if all its n-grams have the price NaN.
    """
    prices: dict[int, float] = {}
    for gram in grams:
        for word_index in gram.words:
            prices[word_index] = float(np.fmax(gram.price, prices.get(word_index, nan)))
    return [(word.lost, prices.get(index, 0.0)) for index, word in enumerate(side.words)]


def _make_part(
    flows: Sequence[tuple[int, int, float, float, int]],
    x: Sequence[tuple[float, float]],
    y: Sequence[tuple[float, float]],
    penalty_rows: Sequence[tuple[int, float, float]],
) -> AlignmentPart:
    """Return the alignment of one pair.

    flows           (word of the reference, word of the hypothesis, amount, similarity, reason)
    x, y            (loss, price) of each word of the reference and of the hypothesis
    penalty_rows    (index into PENALTIES, factor, loss)
    """
    columns = np.array(flows, dtype=float).reshape(-1, 5).T
    (x_lost, x_prices), (y_lost, y_prices) = (
        np.array(word_rows, dtype=float).reshape(-1, 2).T for word_rows in (x, y)
    )
    penalties, factors, penalty_losses = np.array(penalty_rows, dtype=float).reshape(-1, 3).T
    return AlignmentPart(
        np.array([len(flows)]), columns[0].astype(np.intp), columns[1].astype(np.intp),
        columns[2], columns[3], columns[4].astype(np.uint8),
        np.array([len(x)]), x_lost, x_prices, np.array([len(y)]), y_lost, y_prices,
        np.array([len(penalty_rows)]), penalties.astype(np.intp), factors, penalty_losses,
    )  # fmt: skip


def _make_text_words(sides: Sequence[Side]) -> TextWords:
    words = [(side.text, word) for side in sides for word in side.words]
    values = [(word.start, word.end, word.weight) for _, word in words]
    starts, ends, weights = np.array(values, dtype=float).reshape(-1, 3).T
    counts = np.array([len(side.words) for side in sides], dtype=np.intp)
    forms = {
        index: word.text
        for index, (text, word) in enumerate(words)
        if not is_written(text, (word.start, word.end), word.text)
    }
    return TextWords(
        _compute_offsets(counts), starts.astype(np.intp), ends.astype(np.intp), weights, forms
    )


def _compute_offsets(counts: Array) -> Indices:
    return np.concatenate([[0], np.cumsum(counts)])

"""Alignments of many pairs in flat arrays, for reports."""

from collections.abc import Iterator, Sequence
from math import nan
from typing import NamedTuple

import numpy as np

from ..arrays import Array, Floats, Indices
from ..core.encoding.pairs import Pairs
from .explanation import PENALTIES, REASONS, Feature, NgramMatch, ReferenceComparison, Side

_ROUNDING = 1e-9


class TextWords(NamedTuple):
    """The words of many texts; those of text k are at offsets[k] to offsets[k + 1]."""

    offsets: Indices
    starts: Indices
    ends: Indices
    weights: Floats


class AlignmentArrays(NamedTuple):
    """The alignments of many pairs; the items of pair k start at its offset and end at the next.

    references, hypotheses      words of all texts, each text once
    reference_indices, hypothesis_indices  index of the reference and of the hypothesis of each pair
    flow_offsets, x, y          flows between unigrams, by the indices of their words, in order
    amounts, similarities, reasons      one value per flow; reasons are indices into REASONS
    x_offsets, x_lost, x_prices         one value per word of a pair's reference
    y_offsets, y_lost, y_prices         one value per word of a pair's hypothesis
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
    """Alignments of some of the pairs, with the numbers of flows and words of each."""

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
    """Concatenate all parts."""
    total = AlignmentPart(*map(np.concatenate, zip(*parts, strict=True)))
    return AlignmentArrays(
        references, hypotheses, left, right,
        _offsets(total.flow_counts), total.x, total.y, total.amounts, total.similarities,
        total.reasons,
        _offsets(total.x_counts), total.x_lost, total.x_prices,
        _offsets(total.y_counts), total.y_lost, total.y_prices,
        total.penalty_counts, total.penalties, total.factors, total.penalty_losses,
    )  # fmt: skip


def make_alignments(pairs: Pairs, explained: Sequence[ReferenceComparison]) -> AlignmentArrays:
    """Convert explanations of single pairs, of any metric, into `AlignmentArrays`.

    The first feature of unigrams is drawn, or else the first feature. If n-grams have several
    words, weight flows between all of these. For a feature with n-grams of several lengths, the
    shortest n-grams are drawn for which the words have weight left.
    """
    sides: list[list[Side]] = [[], []]
    for side, texts, text_indices in (
        (0, pairs.references, pairs.left), (1, pairs.candidates, pairs.right),
    ):  # fmt: skip
        side_by_index = {
            int(index): (comparison.reference, comparison.hypothesis)[side]
            for index, comparison in zip(text_indices, explained, strict=True)
        }
        sides[side] = [
            side_by_index.get(text_index, Side("", ())) for text_index in range(len(texts))
        ]
    parts = [_drawn_part(comparison) for comparison in explained] or [_make_part([], (), (), ())]
    return concatenate_parts(
        _outlines(sides[0]), _outlines(sides[1]), pairs.left, pairs.right, parts
    )


def _drawn_part(comparison: ReferenceComparison) -> AlignmentPart:
    unigrams = (feature for feature in comparison.features if feature.n == 1)
    feature = next(unigrams, comparison.features[0] if comparison.features else None)
    matched = feature.matched if feature else ()
    if feature and not feature.n:
        matched = tuple(_shortest_matches(comparison, matched))
    flows = sorted(
        (x, y, item.weight / len(item.reference_words) / len(item.hypothesis_words),
         item.similarity, REASONS.index(item.reasons[0].kind))
        for item in matched
        for x in item.reference_words
        for y in item.hypothesis_words
    )  # fmt: skip
    return _make_part(
        flows,
        _losses_and_prices(comparison.reference, feature, of_reference=True),
        _losses_and_prices(comparison.hypothesis, feature, of_reference=False),
        [
            (PENALTIES.index(item.name), item.factor, item.lost)
            for item in comparison.penalties
            if item.name in PENALTIES
        ],
    )


def _shortest_matches(
    comparison: ReferenceComparison, matched: Sequence[NgramMatch]
) -> Iterator[NgramMatch]:
    """Yield the matches of the shortest n-grams first, while their words have weight left."""
    remaining = [
        [word.weight for word in side.words]
        for side in (comparison.reference, comparison.hypothesis)
    ]

    def words(flow: NgramMatch) -> int:
        return len(flow.reference_words) + len(flow.hypothesis_words)

    for flow in sorted(matched, key=words):
        word_keys = [(0, word) for word in flow.reference_words]
        word_keys += [(1, word) for word in flow.hypothesis_words]
        amount = min([flow.weight, *(remaining[side][word] for side, word in word_keys)])
        if amount > _ROUNDING:
            for side, word in word_keys:
                remaining[side][word] -= amount
            # Each word of the shorter n-gram gets a share of each word of the longer one.
            shorter = min(len(flow.reference_words), len(flow.hypothesis_words))
            yield flow._replace(weight=amount * shorter)


def _losses_and_prices(
    side: Side, feature: Feature | None, *, of_reference: bool
) -> list[tuple[float, float]]:
    """Return the loss of each word and the highest price of its n-grams; NaN if none is known."""
    prices: dict[int, float] = {}
    for gram in (feature.reference if of_reference else feature.hypothesis) if feature else ():
        for word in gram.words:
            prices[word] = float(np.fmax(gram.price, prices.get(word, nan)))
    return [(word.lost, prices.get(index, 0.0)) for index, word in enumerate(side.words)]


def _make_part(
    flows: Sequence[tuple[int, int, float, float, int]],
    x: Sequence[tuple[float, float]],
    y: Sequence[tuple[float, float]],
    struck: Sequence[tuple[int, float, float]],
) -> AlignmentPart:
    columns = np.array(flows, dtype=float).reshape(-1, 5).T
    (x_lost, x_prices), (y_lost, y_prices) = (
        np.array(word_rows, dtype=float).reshape(-1, 2).T for word_rows in (x, y)
    )
    penalties, factors, taken = np.array(struck, dtype=float).reshape(-1, 3).T
    return AlignmentPart(
        np.array([len(flows)]), columns[0].astype(np.intp), columns[1].astype(np.intp),
        columns[2], columns[3], columns[4].astype(np.uint8),
        np.array([len(x)]), x_lost, x_prices, np.array([len(y)]), y_lost, y_prices,
        np.array([len(struck)]), penalties.astype(np.intp), factors, taken,
    )  # fmt: skip


def _outlines(sides: Sequence[Side]) -> TextWords:
    words = [(word.start, word.end, word.weight) for side in sides for word in side.words]
    starts, ends, weights = np.array(words, dtype=float).reshape(-1, 3).T
    counts = np.array([len(side.words) for side in sides], dtype=np.intp)
    return TextWords(_offsets(counts), starts.astype(np.intp), ends.astype(np.intp), weights)


def _offsets(counts: Array) -> Indices:
    return np.concatenate([[0], np.cumsum(counts)])

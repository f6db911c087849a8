"""Explain F-measures of n-grams."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from math import inf
from typing import NamedTuple

import numpy as np

from ..arrays import Floats, Indices
from ..core.matching.ngram_bags import Match, f_measures
from .attribution import ExplainedColumn
from .explanation import NgramLoss, NgramMatch, Reason
from .sides import TextSides

# How the loss of an F-measure is attributed, for the n-grams of one pair or of thousands at once.
#
# F = S / D with D = a X + (1 - a) Y. S is the sum of flow * similarity over all pairs. With S(x)
# and S(y), the parts of S of single n-grams,
#
#     1 - F = (a sum over x of (X(x) - S(x)) + (1 - a) sum over y of (Y(y) - S(y))) / D
#
# and the loss of every n-gram is its term. Of a flow, each word loses what its own similarity lacks
# to 1; unmatched weight falls on the words in proportion to their losses as unigrams, or equally.

# A smaller loss is a rounding error.
_MIN_LOSS = 1e-12


class GramWords(NamedTuple):
    """The words that the losses of n-grams fall on: one entry per word of each n-gram.

    word_count  total number of words
    """

    gram_indices: Indices
    word_indices: Indices
    word_count: int

    def spread(self, unmatched: Floats, unigram_losses: Floats) -> Floats:
        """Distribute unmatched weight over words, in proportion to their losses as unigrams."""
        positive_losses = np.where(unigram_losses > _MIN_LOSS, unigram_losses, 0.0)[
            self.word_indices
        ]
        total = np.bincount(self.gram_indices, positive_losses, len(unmatched))[self.gram_indices]
        equal = 1 / np.bincount(self.gram_indices, minlength=len(unmatched))[self.gram_indices]
        shares = np.divide(positive_losses, total, out=equal, where=total > 0)
        return np.bincount(
            self.word_indices, unmatched[self.gram_indices] * shares, self.word_count
        ).astype(float)


def compute_f_prices(gains: Floats, shared: Floats, weight: Floats, slope: float) -> Floats:
    """Return the right-hand derivatives of S / D, where S gains `gains` and D `slope` per unit.

    If no weight counted before, the added weight is all there is and the value jumps.
    """
    divisor = np.where(weight > 0, weight, 1.0)
    jumps = np.where(gains > 0, inf, 0.0)
    return np.where(weight > 0, (gains - shared * slope / divisor) / divisor, jumps)


# F-measures of one pair. The n-grams may consist of any words, and values are rounded as in the
# metric; explanation/graded/solved_ngrams.py handles contiguous n-grams of many pairs at once.


class PlacedNgram(NamedTuple):
    """An n-gram of one side, with the indices of its words."""

    text: str
    words: tuple[int, ...]
    weight: float


class NgramFlow(NamedTuple):
    """Weight that flows between the x-th n-gram of the reference and the y-th of the hypothesis.

    similarities  similarities of their words, or one of the whole; the similarity is their mean
    """

    x: int
    y: int
    weight: float
    similarities: tuple[float, ...]
    reasons: tuple[Reason, ...]

    @property
    def similarity(self) -> float:
        """Return the similarity of the two n-grams."""
        return sum(self.similarities) / len(self.similarities)


class ComparedNgrams(NamedTuple):
    """The n-grams of one length and their matching.

    reference_gains      for each n-gram of the reference, the gain of S per unit of weight that is
                        added to it in the hypothesis
    hypothesis_gains     for each n-gram of the hypothesis, the gain of S per unit of weight that is
                        added to it in the reference
    """

    match: Match
    reference: Sequence[PlacedNgram]
    hypothesis: Sequence[PlacedNgram]
    flows: Sequence[NgramFlow]
    reference_gains: Sequence[float]
    hypothesis_gains: Sequence[float]

    def denominator(self, alpha: float) -> float:
        """Return the denominator D of the F-measure."""
        return alpha * self.match.reference + (1 - alpha) * self.match.candidate


class _SideLosses(NamedTuple):
    """The losses of the n-grams and words of one side."""

    grams: Floats
    words: Floats

    def times(self, scale: float) -> "_SideLosses":
        return _SideLosses(scale * self.grams, scale * self.words)


def explain_f_measures(
    names: Sequence[str],
    kind: str,
    compared: Sequence[ComparedNgrams],
    alpha: float,
    sides: TextSides,
    unigram_losses: tuple[Floats, Floats] | None = None,
) -> list[ExplainedColumn]:
    """Return one column per n-gram length, from 1 up.

    `unigram_losses` are the losses of words as unigrams, if the first column has other n-grams as
    well.
    """
    values = f_measures([comparison.match for comparison in compared], alpha)
    # If neither side has n-grams, the value and the losses of words are those of shorter n-grams.
    words = np.zeros(len(sides[0].words)), np.zeros(len(sides[1].words))
    first = unigram_losses or words
    columns = []
    for n, (name, comparison, value) in enumerate(zip(names, compared, values, strict=True), 1):
        grams: tuple[tuple[NgramLoss, ...], tuple[NgramLoss, ...]] = (), ()
        flows: tuple[NgramMatch, ...] = ()
        if comparison.match.reference or comparison.match.candidate:
            losses = _losses(comparison, value, alpha, first)
            words = losses[0].words, losses[1].words
            first = words if n == 1 else first
            grams, flows = _make_grams(comparison, losses, alpha), tuple(_make_matches(comparison))
        columns.append(ExplainedColumn(name, kind, n, value, 1.0, flows, *grams, *words))
    return columns


def _losses(
    comparison: ComparedNgrams, value: float, alpha: float, first: tuple[Floats, Floats]
) -> tuple[_SideLosses, _SideLosses]:
    flows_by_side = (
        [(flow.x, flow) for flow in comparison.flows],
        [(flow.y, flow) for flow in comparison.flows],
    )
    x = _side_losses(comparison.reference, flows_by_side[0], first[0])
    y = _side_losses(comparison.hypothesis, flows_by_side[1], first[1])
    lost_x, lost_y = x.grams.sum(), y.grams.sum()
    if comparison.denominator(alpha):
        # This is 1 / D, except for the rounding of the value: losses add up to the rounded one.
        total = alpha * lost_x + (1 - alpha) * lost_y
        scale = (1 - value) / total if total else 0.0
        scales = alpha * scale, (1 - alpha) * scale
    else:
        # Only the side with factor 0 has n-grams, and all of their weight is lost.
        scales = 1 / lost_x if lost_x else 0.0, 1 / lost_y if lost_y else 0.0
    return x.times(scales[0]), y.times(scales[1])


def _side_losses(
    pieces: Sequence[PlacedNgram], flows: Sequence[tuple[int, NgramFlow]], first: Floats
) -> _SideLosses:
    """Return the losses of one side, in units of weight."""
    grams, words = np.zeros(len(pieces)), np.zeros(len(first))
    unmatched = np.array([piece.weight for piece in pieces], dtype=float)
    for index, flow in flows:
        words_of_gram = pieces[index].words
        unmatched[index] -= flow.weight
        grams[index] += flow.weight * (1 - flow.similarity)
        if len(flow.similarities) == len(words_of_gram):
            word_losses = [1 - similarity for similarity in flow.similarities]
        else:
            word_losses = [1 - flow.similarity] * len(words_of_gram)
        for word, word_loss in zip(words_of_gram, word_losses, strict=True):
            words[word] += flow.weight * word_loss / len(words_of_gram)
    unmatched = np.maximum(unmatched, 0.0)
    return _SideLosses(
        grams + unmatched, words + _gram_words(pieces, len(words)).spread(unmatched, first)
    )


def _gram_words(pieces: Sequence[PlacedNgram], word_count: int) -> GramWords:
    sizes = [len(piece.words) for piece in pieces]
    all_words = [word for piece in pieces for word in piece.words]
    return GramWords(np.arange(len(pieces)).repeat(sizes), np.array(all_words, np.intp), word_count)


def _make_grams(
    comparison: ComparedNgrams, lost: tuple[_SideLosses, _SideLosses], alpha: float
) -> tuple[tuple[NgramLoss, ...], tuple[NgramLoss, ...]]:
    matched = np.zeros(len(comparison.reference)), np.zeros(len(comparison.hypothesis))
    for flow in comparison.flows:
        matched[0][flow.x] += flow.weight
        matched[1][flow.y] += flow.weight
    weight, shared = np.array(comparison.denominator(alpha)), np.array(comparison.match.similarity)
    both_sides = zip(
        (comparison.reference, comparison.hypothesis),
        (comparison.reference_gains, comparison.hypothesis_gains),
        (1 - alpha, alpha),
        matched,
        lost,
        strict=True,
    )
    grams = []
    for pieces, gains, slope, matched_weights, losses in both_sides:
        costs = compute_f_prices(np.array(gains, dtype=float), shared, weight, slope)
        rows = zip(
            pieces, matched_weights.tolist(), costs.tolist(), losses.grams.tolist(), strict=True
        )
        grams.append(tuple(NgramLoss(*piece, *values) for piece, *values in rows))
    return grams[0], grams[1]


def _make_matches(comparison: ComparedNgrams) -> list[NgramMatch]:
    return [
        NgramMatch(
            comparison.reference[flow.x].text,
            comparison.hypothesis[flow.y].text,
            flow.weight,
            flow.similarity,
            flow.reasons,
            comparison.reference[flow.x].words,
            comparison.hypothesis[flow.y].words,
        )
        for flow in comparison.flows
    ]


EqualFlow = tuple[int, int, float]  # index of x, index of y, weight that flows between them


class KeyedNgrams(NamedTuple):
    """The n-grams of one side.

    keys    values that they are compared by; None equals nothing
    forms   the words of each n-gram
    tolerance    share of a weight that may be a rounding error; 0 for integers
    """

    weights: Sequence[float]
    keys: Sequence[Hashable | None]
    forms: Sequence[Hashable]
    tolerance: float = 0


def match_equal_ngrams(x: KeyedNgrams, y: KeyedNgrams) -> list[EqualFlow]:
    """Match n-grams with equal keys: first those with equal forms, then the rest in order.

    As much of each key flows as both sides have. Any such flow is optimal; this one is easy to
    read.
    """
    remaining = list(x.weights), list(y.weights)
    flows: list[EqualFlow] = []
    for labels in ((x.forms, y.forms), (x.keys, y.keys)):
        y_indices = _indices_by_label(zip(y.keys, labels[1], strict=True))
        for key, xs in _indices_by_label(zip(x.keys, labels[0], strict=True)).items():
            flows += _match_in_order(xs, y_indices.get(key, []), remaining, x.tolerance)
    return flows


def compute_equal_gains(x: KeyedNgrams, y: KeyedNgrams) -> tuple[list[float], list[float]]:
    """Return the gain of S per unit added on the other side: 1 if the other side has less, or 0."""
    return _equal_gains(x, y), _equal_gains(y, x)


def _equal_gains(side: KeyedNgrams, other: KeyedNgrams) -> list[float]:
    side_totals, other_totals = _totals(side), _totals(other)
    return [
        float(
            key is not None
            and side_totals[key] - other_totals.get(key, 0) > side.tolerance * side_totals[key]
        )
        for key in side.keys
    ]


def _totals(side: KeyedNgrams) -> dict[Hashable | None, float]:
    totals: dict[Hashable | None, float] = {}
    for key, weight in zip(side.keys, side.weights, strict=True):
        totals[key] = totals.get(key, 0) + weight
    return totals


def _match_in_order(
    xs: Sequence[int],
    ys: Sequence[int],
    remaining: tuple[list[float], list[float]],
    tolerance: float,
) -> Iterator[EqualFlow]:
    """Match as much weight as possible in order, and subtract it from `remaining`."""
    i = j = 0
    while i < len(xs) and j < len(ys):
        x, y = xs[i], ys[j]
        amount = min(remaining[0][x], remaining[1][y])
        if amount > tolerance * max(remaining[0][x], remaining[1][y]):
            remaining[0][x] -= amount
            remaining[1][y] -= amount
            yield x, y, amount
        # One of them has no weight left.
        i, j = (i + 1, j) if remaining[0][x] <= remaining[1][y] else (i, j + 1)


def _indices_by_label(
    labels: Iterable[tuple[Hashable | None, Hashable | None]],
) -> dict[Hashable, list[int]]:
    indices: dict[Hashable, list[int]] = {}
    for index, label in enumerate(labels):
        if label[0] is not None:
            indices.setdefault(label, []).append(index)
    return indices

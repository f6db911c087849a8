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

# Attribution of the loss of an F-measure
#
# F = S / D with D = alpha X + (1 - alpha) Y. X and Y are the weights of all n-grams of the
# reference and of the hypothesis, and S is the sum of flow * similarity. With the weights X(x) and
# Y(y) of single n-grams, and the parts S(x) and S(y) of S that flow from and to them,
#
#     1 - F = (alpha sum over x of (X(x) - S(x)) + (1 - alpha) sum over y of (Y(y) - S(y))) / D
#
# The loss of an n-gram is its term in this sum. It is distributed over the words of the n-gram: for
# matched weight, in proportion to 1 - similarity of each word; for unmatched weight, in proportion
# to the losses of the words as unigrams, or equally if these are 0.

# A smaller loss is a rounding error.
_MIN_LOSS = 1e-12


class GramWords(NamedTuple):
    """The words of n-grams, as two parallel arrays with one entry per word of each n-gram.

    word_count  number of words of the text
    """

    gram_indices: Indices
    word_indices: Indices
    word_count: int

    def spread(self, unmatched: Floats, unigram_losses: Floats) -> Floats:
        """Distribute one value per n-gram over words, in proportion to their losses as unigrams."""
        positive_losses = np.where(unigram_losses > _MIN_LOSS, unigram_losses, 0.0)
        entry_losses = positive_losses[self.word_indices]
        gram_losses = np.bincount(self.gram_indices, entry_losses, len(unmatched))
        gram_lengths = np.bincount(self.gram_indices, minlength=len(unmatched))
        total = gram_losses[self.gram_indices]
        equal_shares = 1 / gram_lengths[self.gram_indices]
        shares = np.divide(entry_losses, total, out=equal_shares, where=total > 0)
        return np.bincount(
            self.word_indices, unmatched[self.gram_indices] * shares, self.word_count
        ).astype(float)


def compute_f_prices(gains: Floats, shared: Floats, divisor: Floats, slope: float) -> Floats:
    """Return the right-hand derivatives of S / D with respect to the weight of each n-gram.

    gains       derivatives of S, one per n-gram
    shared      S
    divisor     D; if it is 0, any added weight makes the value jump, and the price is infinite
    slope       derivative of D
    """
    safe_divisor = np.where(divisor > 0, divisor, 1.0)
    jumps = np.where(gains > 0, inf, 0.0)
    prices = (gains - shared * slope / safe_divisor) / safe_divisor
    return np.where(divisor > 0, prices, jumps)


# F-measures of one pair
#
# The n-grams may consist of any words, and values are rounded as in the metric.
# explanation/graded/solved_ngrams.py handles contiguous n-grams of many pairs at once.


class IndexedNgram(NamedTuple):
    """An n-gram of one side, with the indices of its words and its weight."""

    text: str
    words: tuple[int, ...]
    weight: float


class NgramFlow(NamedTuple):
    """Weight that flows between the x-th n-gram of the reference and the y-th of the hypothesis.

    similarities    one similarity per pair of words, or a single one for the n-grams
    reasons         reasons of these similarities
    """

    x: int
    y: int
    weight: float
    similarities: tuple[float, ...]
    reasons: tuple[Reason, ...]

    @property
    def similarity(self) -> float:
        """Return the similarity of the two n-grams, the mean of `similarities`."""
        return sum(self.similarities) / len(self.similarities)


class ComparedNgrams(NamedTuple):
    """The n-grams of one length and their matching.

    reference_gains     for each n-gram of the reference, the gain of S per unit of weight of the
                        same n-gram that is added to the hypothesis
    hypothesis_gains    for each n-gram of the hypothesis, the gain of S per unit of weight of the
                        same n-gram that is added to the reference
    """

    match: Match
    reference: Sequence[IndexedNgram]
    hypothesis: Sequence[IndexedNgram]
    flows: Sequence[NgramFlow]
    reference_gains: Sequence[float]
    hypothesis_gains: Sequence[float]

    def compute_denominator(self, alpha: float) -> float:
        """Return the denominator D of the F-measure."""
        return alpha * self.match.reference_weight + (1 - alpha) * self.match.candidate_weight


class _SideLosses(NamedTuple):
    """The losses of the n-grams and words of one side."""

    grams: Floats
    words: Floats

    def multiply(self, scale: float) -> "_SideLosses":
        return _SideLosses(scale * self.grams, scale * self.words)


def explain_f_measures(
    names: Sequence[str],
    kind: str,
    compared: Sequence[ComparedNgrams],
    alpha: float,
    sides: TextSides,
    unigram_losses: tuple[Floats, Floats] | None = None,
) -> list[ExplainedColumn]:
    """Explain one column per item of `compared`; these are n-grams of length 1, 2, ...

    `unigram_losses` are the losses of the words of both sides as unigrams. None means that the
    first column has only unigrams, so that its losses are used.
    """
    values = f_measures([comparison.match for comparison in compared], alpha)
    # If neither side has n-grams, the value and the losses of words are those of shorter n-grams.
    word_losses = np.zeros(len(sides.reference.words)), np.zeros(len(sides.hypothesis.words))
    unigram_losses = unigram_losses or word_losses
    columns = []
    for n, (name, comparison, value) in enumerate(zip(names, compared, values, strict=True), 1):
        grams: tuple[tuple[NgramLoss, ...], tuple[NgramLoss, ...]] = (), ()
        matches: tuple[NgramMatch, ...] = ()
        if comparison.match.reference_weight or comparison.match.candidate_weight:
            losses = _compute_losses(comparison, value, alpha, unigram_losses)
            word_losses = losses[0].words, losses[1].words
            if n == 1:
                unigram_losses = word_losses
            grams = _make_grams(comparison, losses, alpha)
            matches = tuple(_make_matches(comparison))
        columns.append(ExplainedColumn(name, kind, n, value, 1.0, matches, *grams, *word_losses))
    return columns


def _compute_losses(
    comparison: ComparedNgrams, value: float, alpha: float, unigram_losses: tuple[Floats, Floats]
) -> tuple[_SideLosses, _SideLosses]:
    """Return the losses of both sides, which add up to 1 - value."""
    x_flows = [(flow.x, flow) for flow in comparison.flows]
    y_flows = [(flow.y, flow) for flow in comparison.flows]
    x = _compute_side_losses(comparison.reference, x_flows, unigram_losses[0])
    y = _compute_side_losses(comparison.hypothesis, y_flows, unigram_losses[1])
    lost_x, lost_y = x.grams.sum(), y.grams.sum()
    if comparison.compute_denominator(alpha):
        # The scale is 1 / D, except that the losses have to add up to 1 - the rounded value.
        total = alpha * lost_x + (1 - alpha) * lost_y
        scale = (1 - value) / total if total else 0.0
        scales = alpha * scale, (1 - alpha) * scale
    else:
        # Only the side with factor 0 has n-grams, and all of their weight is lost.
        scales = 1 / lost_x if lost_x else 0.0, 1 / lost_y if lost_y else 0.0
    return x.multiply(scales[0]), y.multiply(scales[1])


def _compute_side_losses(
    grams: Sequence[IndexedNgram], flows: Sequence[tuple[int, NgramFlow]], unigram_losses: Floats
) -> _SideLosses:
    """Return the losses of one side, in units of weight.

    `flows` are pairs of the index of an n-gram of this side and a flow.
    """
    gram_losses, word_losses = np.zeros(len(grams)), np.zeros(len(unigram_losses))
    unmatched = np.array([gram.weight for gram in grams], dtype=float)
    for index, flow in flows:
        word_indices = grams[index].words
        unmatched[index] -= flow.weight
        gram_losses[index] += flow.weight * (1 - flow.similarity)
        similarities: Sequence[float] = flow.similarities
        if len(similarities) != len(word_indices):
            similarities = [flow.similarity] * len(word_indices)
        for word_index, similarity in zip(word_indices, similarities, strict=True):
            word_losses[word_index] += flow.weight * (1 - similarity) / len(word_indices)
    unmatched = np.maximum(unmatched, 0.0)
    unmatched_losses = _make_gram_words(grams, len(word_losses)).spread(unmatched, unigram_losses)
    return _SideLosses(gram_losses + unmatched, word_losses + unmatched_losses)


def _make_gram_words(grams: Sequence[IndexedNgram], word_count: int) -> GramWords:
    lengths = [len(gram.words) for gram in grams]
    word_indices = [index for gram in grams for index in gram.words]
    return GramWords(
        np.arange(len(grams)).repeat(lengths), np.array(word_indices, np.intp), word_count
    )


def _make_grams(
    comparison: ComparedNgrams, losses: tuple[_SideLosses, _SideLosses], alpha: float
) -> tuple[tuple[NgramLoss, ...], tuple[NgramLoss, ...]]:
    """Return the n-grams of both sides with their matched weights, prices and losses."""
    x_matched, y_matched = np.zeros(len(comparison.reference)), np.zeros(len(comparison.hypothesis))
    for flow in comparison.flows:
        x_matched[flow.x] += flow.weight
        y_matched[flow.y] += flow.weight
    divisor, shared = (
        np.array(comparison.compute_denominator(alpha)),
        np.array(comparison.match.shared_weight),
    )
    x_gains = np.array(comparison.reference_gains, dtype=float)
    y_gains = np.array(comparison.hypothesis_gains, dtype=float)
    x_prices = compute_f_prices(x_gains, shared, divisor, 1 - alpha)
    y_prices = compute_f_prices(y_gains, shared, divisor, alpha)
    return (
        _add_values(comparison.reference, x_matched, x_prices, losses[0].grams),
        _add_values(comparison.hypothesis, y_matched, y_prices, losses[1].grams),
    )


def _add_values(
    grams: Sequence[IndexedNgram], matched: Floats, prices: Floats, losses: Floats
) -> tuple[NgramLoss, ...]:
    rows = zip(grams, matched.tolist(), prices.tolist(), losses.tolist(), strict=True)
    return tuple(NgramLoss(*gram, *values) for gram, *values in rows)


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
    """The n-grams of one side, which match if their keys are equal.

    keys        key of each n-gram; None matches nothing
    forms       words of each n-gram
    tolerance   relative rounding error of the weights; 0 for integers
    """

    weights: Sequence[float]
    keys: Sequence[Hashable | None]
    forms: Sequence[Hashable]
    tolerance: float = 0


def match_equal_ngrams(x: KeyedNgrams, y: KeyedNgrams) -> list[EqualFlow]:
    """Match n-grams with equal keys: first those with equal forms, then all others in order.

    The matched weight of each key is the minimum of both sides. There may be several optimal
    flows; this choice is easy to read.
    """
    remaining = list(x.weights), list(y.weights)
    flows: list[EqualFlow] = []
    for x_labels, y_labels in ((x.forms, y.forms), (x.keys, y.keys)):
        x_groups = _group_by_label(zip(x.keys, x_labels, strict=True))
        y_groups = _group_by_label(zip(y.keys, y_labels, strict=True))
        for label, x_indices in x_groups.items():
            flows += _match_in_order(x_indices, y_groups.get(label, []), remaining, x.tolerance)
    return flows


def compute_equal_gains(x: KeyedNgrams, y: KeyedNgrams) -> tuple[list[float], list[float]]:
    """Return for each n-gram the gain of S per unit of the same key added on the other side.

    The gain is 1 if the other side has less weight of this key, and 0 otherwise.
    """
    return _compute_side_gains(x, y), _compute_side_gains(y, x)


def _compute_side_gains(side: KeyedNgrams, other: KeyedNgrams) -> list[float]:
    side_totals, other_totals = _sum_by_key(side), _sum_by_key(other)
    gains = []
    for key in side.keys:
        difference = side_totals[key] - other_totals.get(key, 0)
        has_gain = key is not None and difference > side.tolerance * side_totals[key]
        gains.append(float(has_gain))
    return gains


def _sum_by_key(side: KeyedNgrams) -> dict[Hashable | None, float]:
    totals: dict[Hashable | None, float] = {}
    for key, weight in zip(side.keys, side.weights, strict=True):
        totals[key] = totals.get(key, 0) + weight
    return totals


def _match_in_order(
    x_indices: Sequence[int],
    y_indices: Sequence[int],
    remaining: tuple[list[float], list[float]],
    tolerance: float,
) -> Iterator[EqualFlow]:
    """Match as much weight as possible in order, and subtract it from `remaining`."""
    x_remaining, y_remaining = remaining
    i = j = 0
    while i < len(x_indices) and j < len(y_indices):
        x, y = x_indices[i], y_indices[j]
        amount = min(x_remaining[x], y_remaining[y])
        if amount > tolerance * max(x_remaining[x], y_remaining[y]):
            x_remaining[x] -= amount
            y_remaining[y] -= amount
            yield x, y, amount
        # Continue after the n-gram that has less weight left, which is 0 or a rounding error.
        if x_remaining[x] <= y_remaining[y]:
            i += 1
        else:
            j += 1


def _group_by_label(
    labels: Iterable[tuple[Hashable | None, Hashable | None]],
) -> dict[Hashable, list[int]]:
    """Return the indices of n-grams by (key, label), without n-grams that have the key None."""
    indices: dict[Hashable, list[int]] = {}
    for index, label in enumerate(labels):
        if label[0] is not None:
            indices.setdefault(label, []).append(index)
    return indices

"""Attribute the loss of the F-measure of character n-grams to n-grams and words.

Precision P and recall R are means over n-gram lengths. With D = alpha P + (1 - alpha) R,

    F = P R / D
    1 - F = (alpha P (1 - R) + (1 - alpha) R (1 - P)) / D

The first term is the loss of the reference. 1 - R is the mean, over lengths, of the share of its
weight that the hypothesis lacks. If only some occurrences of an n-gram are matched, all its
occurrences share the loss equally, and so do the characters of each occurrence.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from math import inf
from typing import NamedTuple

import numpy as np

from ...arrays import Floats
from ...core.comparing.graded import GradedComparer, rewrite_candidate
from ...core.encoding.graded_text import GradedText
from ...core.matching.graded_matching import WeightedMatching
from ...core.matching.ngram_bags import CharacterBag
from ..attribution import ExplainedColumn
from ..explanation import NgramLoss


class CharacterText(NamedTuple):
    """A normalized text and its character n-grams.

    bags            one bag per n-gram length, from 1 up
    word_indices    for each character, the index of its word
    """

    text: str
    bags: list[CharacterBag]
    word_indices: list[int]


class CandidateText(NamedTuple):
    """A version of the hypothesis that is compared with the reference, and its weight (share)."""

    share: float
    text: CharacterText


class CharacterWeights(NamedTuple):
    """The function that returns the weight of an n-gram, and the weight `alpha` of recall."""

    weight: Callable[[str], float]
    alpha: float


def explain_characters(
    comparer: GradedComparer,
    reference: GradedText,
    hypothesis: GradedText,
    matchings: Sequence[WeightedMatching],
    word_indices: tuple[list[int], list[int]],
    word_counts: tuple[int, int],
    value: float,
) -> ExplainedColumn:
    """Explain the column of character n-grams of TESLA-X for a pair.

    word_indices    for the reference and the hypothesis, the index of the word of each character
    word_counts     numbers of words of the reference and of the hypothesis
    value           value of the column
    """
    reference_text = CharacterText(reference.characters, reference.bags, word_indices[0])
    candidates = _make_candidates(comparer, reference, hypothesis, matchings, word_indices[1])
    weights = CharacterWeights(
        comparer.graded_encoder.frequencies.get_gram_weight, comparer.constants.character_alpha
    )
    return explain_character_f(
        "characters", weights, reference_text, candidates, word_counts, value
    )


def explain_character_f(
    name: str,
    weights: CharacterWeights,
    reference: CharacterText,
    candidates: Iterable[CandidateText],
    word_counts: tuple[int, int],
    value: float,
) -> ExplainedColumn:
    """Explain the F-measure of character n-grams: `value`, a weighted mean over candidates."""
    weight, alpha = cache(weights.weight), weights.alpha
    x_losses = _CharacterLosses(word_counts[0], weight)
    y_losses = _CharacterLosses(word_counts[1], weight)
    for share, candidate in candidates:
        x_rates = _compute_rates(reference.bags, candidate.bags, weight, alpha)
        y_rates = _compute_rates(candidate.bags, reference.bags, weight, 1 - alpha)
        x_losses.add(_TextComparison(share, reference, candidate, x_rates))
        y_losses.add(_TextComparison(share, candidate, reference, y_rates))
    return ExplainedColumn(
        name, "characters", 0, value, 1.0, (),
        x_losses.list_grams(), y_losses.list_grams(), x_losses.word_losses, y_losses.word_losses,
    )  # fmt: skip


def _make_candidates(
    comparer: GradedComparer,
    reference: GradedText,
    hypothesis: GradedText,
    matchings: Sequence[WeightedMatching],
    word_indices: list[int],
) -> Iterator[CandidateText]:
    """Yield the versions of the hypothesis that TESLA-X compares with the reference.

    For each matching, this is a text in which matched words are replaced by the words of the
    reference; last comes the unchanged hypothesis. `word_indices` are those of the hypothesis.
    """
    rewritten_share = comparer.constants.stand_in
    unchanged = CharacterText(hypothesis.characters, hypothesis.bags, word_indices)
    unchanged_share = 0.0
    for share, matching in matchings:
        text, text_word_indices = rewrite_candidate(
            reference, hypothesis, matching.anchors, word_indices
        )
        if text == unchanged.text or not rewritten_share:
            unchanged_share += share
        else:
            unchanged_share += share * (1 - rewritten_share)
            rewritten_text = CharacterText(
                text, comparer.graded_encoder.make_character_bags(text), text_word_indices
            )
            yield CandidateText(share * rewritten_share, rewritten_text)
    if unchanged_share:
        yield CandidateText(unchanged_share, unchanged)


class _Rates(NamedTuple):
    """Loss and prices per unit of weight, for the n-grams of one length on one side.

    loss                loss per unit of weight that the other side lacks
    unmatched_price     price of an n-gram that occurs less often on the other side
    matched_price       price of any other n-gram
    """

    loss: float
    unmatched_price: float
    matched_price: float


def _compute_rates(
    side_bags: list[CharacterBag],
    other_bags: list[CharacterBag],
    weight: Callable[[str], float],
    alpha: float,
) -> dict[int, _Rates]:
    """Return the rates of one side by n-gram length.

    Recall is the matched share of this side, and precision the matched share of the other side;
    `alpha` is the weight of this recall.
    """
    bags_by_length = {
        n: (side_bag, other_bag)
        for n, (side_bag, other_bag) in enumerate(zip(side_bags, other_bags, strict=True), 1)
        if side_bag.counts
    }
    if not any(other_bag.counts for _, other_bag in bags_by_length.values()):
        # The other side has no characters: any weight that is added there makes the value jump.
        n_lengths = len(bags_by_length)
        return {
            n: _Rates(1 / (n_lengths * side_bag.total), inf, inf)
            for n, (side_bag, _) in bags_by_length.items()
        }
    # Lengths that only one side has do not count.
    bags_by_length = {n: bags for n, bags in bags_by_length.items() if bags[1].counts}
    shared = {n: _sum_shared_weight(*bags, weight) for n, bags in bags_by_length.items()}
    n_lengths = len(bags_by_length)
    recall = sum(shared[n] / x.total for n, (x, _) in bags_by_length.items()) / n_lengths
    precision = sum(shared[n] / y.total for n, (_, y) in bags_by_length.items()) / n_lengths
    divisor = alpha * precision + (1 - alpha) * recall
    rates = {}
    for n, (x, y) in bags_by_length.items():
        if divisor:
            # Derivatives of F with respect to recall and precision.
            recall_slope = alpha * (precision / divisor) ** 2
            precision_slope = (1 - alpha) * (recall / divisor) ** 2
            matched_price = -precision_slope * shared[n] / y.total**2 / n_lengths
            unmatched_price = (
                matched_price + (recall_slope / x.total + precision_slope / y.total) / n_lengths
            )
            loss = alpha * precision / divisor / (n_lengths * x.total)
            rates[n] = _Rates(loss, unmatched_price, matched_price)
        else:
            unmatched_price = 1 / (n_lengths * (alpha * x.total + (1 - alpha) * y.total))
            rates[n] = _Rates(alpha / (n_lengths * x.total), unmatched_price, 0.0)
    return rates


def _sum_shared_weight(x: CharacterBag, y: CharacterBag, weight: Callable[[str], float]) -> float:
    """Return the weight of the n-grams that both bags contain."""
    common = x.counts.keys() & y.counts.keys()
    return sum(min(x.counts[gram], y.counts[gram]) * weight(gram) for gram in sorted(common))


class _TextComparison(NamedTuple):
    """The comparison of the text of one side with a text of the other side, and its share."""

    share: float
    text: CharacterText
    other: CharacterText
    rates: dict[int, _Rates]


class _GramSums(NamedTuple):
    """Weight, matched weight and loss of an n-gram, each summed over comparisons."""

    weight: float = 0.0
    matched: float = 0.0
    lost: float = 0.0


class _CharacterLosses:
    """The losses of one side, summed over all its comparisons.

    word_losses     loss of each word
    """

    def __init__(self, word_count: int, weight: Callable[[str], float]) -> None:
        self.word_losses: Floats = np.zeros(word_count)
        self._weight = weight
        self._sums: dict[str, _GramSums] = {}
        self._word_indices: dict[str, set[int]] = {}
        self._comparisons: list[_TextComparison] = []

    def add(self, comparison: _TextComparison) -> None:
        """Add the losses of one comparison, times its share."""
        self._comparisons.append(comparison)
        share, side, other, rates_by_length = comparison
        char_losses = np.zeros(len(side.text))
        for n, rates in rates_by_length.items():
            counts, other_counts = side.bags[n - 1].counts, other.bags[n - 1].counts
            loss_by_gram = {
                gram: self._add_gram(gram, share, count, min(count, other_counts[gram]), rates)
                for gram, count in counts.items()
            }
            occurrences = [side.text[start : start + n] for start in range(len(side.text) - n + 1)]
            losses = np.array([loss_by_gram[gram] for gram in occurrences])
            for offset in range(n):
                char_losses[offset : offset + len(losses)] += share * losses / n
            for start, gram in enumerate(occurrences):
                word_indices = side.word_indices[start : start + n]
                self._word_indices.setdefault(gram, set()).update(word_indices)
        if len(char_losses):
            self.word_losses += np.bincount(side.word_indices, char_losses, len(self.word_losses))

    def _add_gram(
        self, gram: str, share: float, count: int, matched_count: int, rates: _Rates
    ) -> float:
        """Add an n-gram to the sums; return its loss per occurrence."""
        weight = self._weight(gram)
        lost = (count - matched_count) * weight * rates.loss
        sums = self._sums.get(gram, _GramSums())
        self._sums[gram] = _GramSums(
            sums.weight + share * (count * weight),
            sums.matched + share * (matched_count * weight),
            sums.lost + share * lost,
        )
        return lost / count

    def list_grams(self) -> tuple[NgramLoss, ...]:
        """Return all n-grams, the shortest first."""
        items = sorted(self._sums.items(), key=lambda item: len(item[0]))
        return tuple(
            NgramLoss(
                gram,
                tuple(sorted(self._word_indices[gram])),
                sums.weight,
                sums.matched,
                self._compute_price(gram),
                sums.lost,
            )
            for gram, sums in items
        )

    def _compute_price(self, gram: str) -> float:
        """Return the price over all comparisons, including those with texts without the n-gram."""
        n, has_weight, price = len(gram), self._weight(gram) > 0, 0.0
        for share, side, other, rates_by_length in self._comparisons:
            if n not in rates_by_length:
                continue
            rates = rates_by_length[n]
            is_unmatched = side.bags[n - 1].counts[gram] > other.bags[n - 1].counts[gram]
            price += share * (
                rates.unmatched_price if is_unmatched and has_weight else rates.matched_price
            )
        return price

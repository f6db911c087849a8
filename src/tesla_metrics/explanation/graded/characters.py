"""Attribute the loss of the F-measure of character n-grams.

With precision P and recall R, means over lengths, and D = a P + (1 - a) R,

    1 - F = (a P (1 - R) + (1 - a) R (1 - P)) / D

and 1 - R is the mean, over lengths, of the share of weight that is missing. If fewer occurrences of
an n-gram are matched than there are, all its occurrences share the loss equally, and so do their
characters.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from math import inf
from typing import NamedTuple

import numpy as np

from ...arrays import Floats
from ...core.comparing.graded import GradedComparer, rewritten
from ...core.encoding.graded_text import GradedText
from ...core.matching.graded_matching import WeightedMatching
from ...core.matching.ngram_bags import CharacterBag
from ..attribution import ExplainedColumn
from ..explanation import NgramLoss


class CharacterText(NamedTuple):
    """A normalized text, its n-gram bags by length, and the index of the word of each character."""

    text: str
    bags: list[CharacterBag]
    word_indices: list[int]


def explain_characters(
    comparer: GradedComparer,
    reference: GradedText,
    hypothesis: GradedText,
    matchings: Sequence[WeightedMatching],
    word_indices: tuple[list[int], list[int]],
    word_counts: tuple[int, int],
    value: float,
) -> ExplainedColumn:
    """Return the column of character n-grams of a pair.

    `word_counts` has the numbers of words of both sides, and `word_indices` the word index of each
    character.
    """
    reference_letters = CharacterText(reference.characters, reference.bags, word_indices[0])
    candidates = _rewritten_candidates(comparer, reference, hypothesis, matchings, word_indices[1])
    counting = CharacterWeights(
        comparer.graded.frequencies.gram_weight, comparer.constants.character_alpha
    )
    return explain_character_f(
        "characters", counting, reference_letters, candidates, word_counts, value
    )


class CharacterWeights(NamedTuple):
    """The weight function of n-grams, and the weight `alpha` of recall."""

    weight: Callable[[str], float]
    alpha: float


def explain_character_f(
    name: str,
    counting: CharacterWeights,
    reference: CharacterText,
    candidates: Iterable[tuple[float, CharacterText]],
    word_counts: tuple[int, int],
    value: float,
) -> ExplainedColumn:
    """Return the F-measure of character n-grams, as a weighted mean over candidates."""
    weight, alpha = cache(counting.weight), counting.alpha
    x_tally, y_tally = _Tally(word_counts[0], weight), _Tally(word_counts[1], weight)
    for share, y in candidates:
        x_tally.add(share, reference, y, _rates(reference.bags, y.bags, weight, alpha))
        y_tally.add(share, y, reference, _rates(y.bags, reference.bags, weight, 1 - alpha))
    return ExplainedColumn(
        name, "characters", 0, value, 1.0, (),
        x_tally.grams(), y_tally.grams(), x_tally.word_losses, y_tally.word_losses,
    )  # fmt: skip


def _rewritten_candidates(
    comparer: GradedComparer,
    reference: GradedText,
    hypothesis: GradedText,
    matchings: Sequence[WeightedMatching],
    owners: list[int],
) -> Iterator[tuple[float, CharacterText]]:
    """Yield the hypothesis, unchanged and with matched words as in the reference, with shares."""
    stand_in = comparer.constants.stand_in
    plain = CharacterText(hypothesis.characters, hypothesis.bags, owners)
    plain_share = 0.0
    for share, matching in matchings:
        text, rewritten_owners = rewritten(reference, hypothesis, matching.anchors, owners)
        if text == plain.text or not stand_in:
            plain_share += share
        else:
            plain_share += share * (1 - stand_in)
            yield (
                share * stand_in,
                CharacterText(text, comparer.graded.bags(text), rewritten_owners),
            )
    if plain_share:
        yield plain_share, plain


class _Rate(NamedTuple):
    """Derivatives for the n-grams of one length and side.

    loss    loss per unit of weight that is missing on the other side
    unmatched_price  price of n-grams that occur less often on the other side
    matched_price  price of all other n-grams
    """

    loss: float
    unmatched_price: float
    matched_price: float


def _rates(
    side_bags: list[CharacterBag],
    other_bags: list[CharacterBag],
    weight: Callable[[str], float],
    alpha: float,
) -> dict[int, _Rate]:
    """Return the rates by n-gram length; `alpha` is the weight of the recall of this side."""
    lengths = {
        n: (x, y) for n, (x, y) in enumerate(zip(side_bags, other_bags, strict=True), 1) if x.counts
    }
    if not any(y.counts for _, y in lengths.values()):
        # One side has no characters: any weight there makes the value jump.
        return {n: _Rate(1 / (len(lengths) * x.total), inf, inf) for n, (x, _) in lengths.items()}
    lengths = {n: bags for n, bags in lengths.items() if bags[1].counts}
    shared = {n: _shared_weight(*bags, weight) for n, bags in lengths.items()}
    count = len(lengths)
    recall = sum(shared[n] / x.total for n, (x, _) in lengths.items()) / count
    precision = sum(shared[n] / y.total for n, (_, y) in lengths.items()) / count
    mean = alpha * precision + (1 - alpha) * recall
    rates = {}
    for n, (x, y) in lengths.items():
        if mean:
            slope_r, slope_p = alpha * (precision / mean) ** 2, (1 - alpha) * (recall / mean) ** 2
            price_matched = -slope_p * shared[n] / y.total**2 / count
            price_unmatched = price_matched + (slope_r / x.total + slope_p / y.total) / count
            rates[n] = _Rate(
                alpha * precision / mean / (count * x.total), price_unmatched, price_matched
            )
        else:
            price_unmatched = 1 / (count * (alpha * x.total + (1 - alpha) * y.total))
            rates[n] = _Rate(alpha / (count * x.total), price_unmatched, 0.0)
    return rates


def _shared_weight(x: CharacterBag, y: CharacterBag, weight: Callable[[str], float]) -> float:
    common = x.counts.keys() & y.counts.keys()
    return sum(min(x.counts[gram], y.counts[gram]) * weight(gram) for gram in sorted(common))


class _Tally:
    """Losses of one side, summed over all texts that it is compared with."""

    def __init__(self, words: int, weight: Callable[[str], float]) -> None:
        self.word_losses: Floats = np.zeros(words)
        self._weight = weight
        self._sums: dict[str, list[float]] = {}  # sums of weight, matched and lost
        self._word_indices: dict[str, set[int]] = {}
        self._compared: list[tuple[float, CharacterText, CharacterText, dict[int, _Rate]]] = []

    def add(
        self, share: float, side: CharacterText, counterpart: CharacterText, rates: dict[int, _Rate]
    ) -> None:
        """Add one comparison with its share."""
        self._compared.append((share, side, counterpart, rates))
        lost = np.zeros(len(side.text))
        for n, rate in rates.items():
            counts, other_counts = side.bags[n - 1].counts, counterpart.bags[n - 1].counts
            loss_by_gram = {
                gram: self._add_gram(gram, share, (count, min(count, other_counts[gram])), rate)
                for gram, count in counts.items()
            }
            grams = [side.text[k : k + n] for k in range(len(side.text) - n + 1)]
            losses = np.array([loss_by_gram[gram] for gram in grams])
            for k in range(n):
                lost[k : k + len(losses)] += share * losses / n
            for k, gram in enumerate(grams):
                self._word_indices.setdefault(gram, set()).update(side.word_indices[k : k + n])
        self.word_losses += (
            np.bincount(side.word_indices, lost, len(self.word_losses)) if len(lost) else 0.0
        )

    def _add_gram(self, gram: str, share: float, counts: tuple[int, int], rate: _Rate) -> float:
        """Add an n-gram to the sums; return its loss per occurrence."""
        weight, (count, matched) = self._weight(gram), counts
        unmatched = (count - matched) * weight
        added = (count * weight, matched * weight, unmatched * rate.loss)
        previous = self._sums.get(gram, (0.0, 0.0, 0.0))
        self._sums[gram] = [
            value + share * addend for value, addend in zip(previous, added, strict=True)
        ]
        return unmatched * rate.loss / count

    def grams(self) -> tuple[NgramLoss, ...]:
        """Return all n-grams, the shortest first."""
        items = sorted(self._sums.items(), key=lambda item: len(item[0]))
        return tuple(
            NgramLoss(
                gram,
                tuple(sorted(self._word_indices[gram])),
                weight,
                matched,
                self._price(gram),
                lost,
            )
            for gram, (weight, matched, lost) in items
        )

    def _price(self, gram: str) -> float:
        """Return the price over all comparisons, including those with texts without the n-gram."""
        n, has_weight, price = len(gram), self._weight(gram) > 0, 0.0
        for share, side, counterpart, rates in self._compared:
            if n in rates:
                is_unmatched = side.bags[n - 1].counts[gram] > counterpart.bags[n - 1].counts[gram]
                price += share * (
                    rates[n].unmatched_price
                    if is_unmatched and has_weight
                    else rates[n].matched_price
                )
        return price

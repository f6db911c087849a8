"""What F of character n-grams has lost, by n-grams and by words.

With precision P and recall R, means over lengths, and D = a P + (1 - a) R,

    1 - F = (a P (1 - R) + (1 - a) R (1 - P)) / D

and 1 - R is the mean of what is missing by weight. N-grams of which fewer are shared than there are
bear that equally at all their places, and their characters equally.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from math import inf
from typing import NamedTuple

import numpy as np

from ...arrays import Floats
from ...comparing.graded import GradedComparer, rewritten
from ...encoding.graded import GradedText
from ...matching.characters import CharacterBag
from ...matching.long import Shared
from ..column import Column
from ..explanation import Gram


class Letters(NamedTuple):
    """Text as it is counted, its bags by length, and the word that each character counts to."""

    text: str
    bags: list[CharacterBag]
    owners: list[int]


def character_column(
    comparer: GradedComparer,
    reference: GradedText,
    hypothesis: GradedText,
    matchings: Sequence[Shared],
    owners: tuple[list[int], list[int]],
    words: tuple[int, int],
    value: float,
) -> Column:
    """Of a pair of texts with so many words; `owners` say which of these a character counts to."""
    x = Letters(reference.characters, reference.bags, owners[0])
    candidates = _candidates(comparer, reference, hypothesis, matchings, owners[1])
    counting = Counting(comparer.graded.frequencies.gram, comparer.constants.character_alpha)
    return letters_column("characters", counting, x, candidates, words, value)


class Counting(NamedTuple):
    """What an n-gram weighs, and what recall counts for."""

    weight: Callable[[str], float]
    alpha: float


def letters_column(
    name: str,
    counting: Counting,
    x: Letters,
    candidates: Iterable[tuple[float, Letters]],
    words: tuple[int, int],
    value: float,
) -> Column:
    """F of character n-grams, the mean over candidates by their shares."""
    weight, alpha = cache(counting.weight), counting.alpha
    of_x, of_y = _Tally(words[0], weight), _Tally(words[1], weight)
    for share, y in candidates:
        of_x.add(share, x, y, _rates(x.bags, y.bags, weight, alpha))
        of_y.add(share, y, x, _rates(y.bags, x.bags, weight, 1 - alpha))
    return Column(
        name, "characters", 0, value, 1.0, (),
        of_x.made(), of_y.made(), of_x.words, of_y.words,
    )  # fmt: skip


def _candidates(
    comparer: GradedComparer,
    reference: GradedText,
    hypothesis: GradedText,
    matchings: Sequence[Shared],
    owners: list[int],
) -> Iterator[tuple[float, Letters]]:
    """The hypothesis as it is, and with words written as in the reference, with their shares."""
    stand_in = comparer.constants.stand_in
    plain = Letters(hypothesis.characters, hypothesis.bags, owners)
    whole = 0.0
    for share, matching in matchings:
        text, kept = rewritten(reference, hypothesis, matching.anchors, owners)
        if text == plain.text or not stand_in:
            whole += share
        else:
            whole += share * (1 - stand_in)
            yield share * stand_in, Letters(text, comparer.graded.bags(text), kept)
    if whole:
        yield whole, plain


class _Rate(NamedTuple):
    """Of the n-grams of one length and side.

    lost    for each unit of weight that is missing on the other side
    more    the price of those that the other side has fewer of
    same    the price of the others
    """

    lost: float
    more: float
    same: float


def _rates(
    own: list[CharacterBag],
    other: list[CharacterBag],
    weight: Callable[[str], float],
    alpha: float,
) -> dict[int, _Rate]:
    """By length; `alpha` is what it counts for that nothing of its own side is missing."""
    lengths = {n: (x, y) for n, (x, y) in enumerate(zip(own, other, strict=True), 1) if x.counts}
    if not any(y.counts for _, y in lengths.values()):
        # A side without characters: any weight there would make the value jump.
        return {n: _Rate(1 / (len(lengths) * x.total), inf, inf) for n, (x, _) in lengths.items()}
    lengths = {n: bags for n, bags in lengths.items() if bags[1].counts}
    shared = {n: _shared(*bags, weight) for n, bags in lengths.items()}
    count = len(lengths)
    recall = sum(shared[n] / x.total for n, (x, _) in lengths.items()) / count
    precision = sum(shared[n] / y.total for n, (_, y) in lengths.items()) / count
    mean = alpha * precision + (1 - alpha) * recall
    rates = {}
    for n, (x, y) in lengths.items():
        if mean:
            slope_r, slope_p = alpha * (precision / mean) ** 2, (1 - alpha) * (recall / mean) ** 2
            same = -slope_p * shared[n] / y.total**2 / count
            more = same + (slope_r / x.total + slope_p / y.total) / count
            rates[n] = _Rate(alpha * precision / mean / (count * x.total), more, same)
        else:
            more = 1 / (count * (alpha * x.total + (1 - alpha) * y.total))
            rates[n] = _Rate(alpha / (count * x.total), more, 0.0)
    return rates


def _shared(x: CharacterBag, y: CharacterBag, weight: Callable[[str], float]) -> float:
    both = x.counts.keys() & y.counts.keys()
    return sum(min(x.counts[gram], y.counts[gram]) * weight(gram) for gram in sorted(both))


class _Tally:
    """One side, added up over all that it is compared with."""

    def __init__(self, words: int, weight: Callable[[str], float]) -> None:
        self.words: Floats = np.zeros(words)
        self._weight = weight
        self._numbers: dict[str, list[float]] = {}  # weight, matched, lost
        self._places: dict[str, set[int]] = {}
        self._compared: list[tuple[float, Letters, Letters, dict[int, _Rate]]] = []

    def add(self, share: float, own: Letters, other: Letters, rates: dict[int, _Rate]) -> None:
        """One comparison, with its share."""
        self._compared.append((share, own, other, rates))
        lost = np.zeros(len(own.text))
        for n, rate in rates.items():
            counts, theirs = own.bags[n - 1].counts, other.bags[n - 1].counts
            each = {
                gram: self._count(gram, share, (count, min(count, theirs[gram])), rate)
                for gram, count in counts.items()
            }
            grams = [own.text[k : k + n] for k in range(len(own.text) - n + 1)]
            here = np.array([each[gram] for gram in grams])
            for k in range(n):
                lost[k : k + len(here)] += share * here / n
            for k, gram in enumerate(grams):
                self._places.setdefault(gram, set()).update(own.owners[k : k + n])
        self.words += np.bincount(own.owners, lost, len(self.words)) if len(lost) else 0.0

    def _count(self, gram: str, share: float, counts: tuple[int, int], rate: _Rate) -> float:
        """What it has lost at each of its places."""
        weight, (count, matched) = self._weight(gram), counts
        left = (count - matched) * weight
        new = (count * weight, matched * weight, left * rate.lost)
        old = self._numbers.get(gram, (0.0, 0.0, 0.0))
        self._numbers[gram] = [one + share * more for one, more in zip(old, new, strict=True)]
        return left * rate.lost / count

    def made(self) -> tuple[Gram, ...]:
        """All n-grams, the shortest first."""
        found = sorted(self._numbers.items(), key=lambda one: len(one[0]))
        return tuple(
            Gram(gram, tuple(sorted(self._places[gram])), weight, matched, self._price(gram), lost)
            for gram, (weight, matched, lost) in found
        )

    def _price(self, gram: str) -> float:
        """Over all comparisons: a text that lacks the n-gram pays for its weight as others do."""
        n, heavy, price = len(gram), self._weight(gram) > 0, 0.0
        for share, own, other, rates in self._compared:
            if n in rates:
                left = own.bags[n - 1].counts[gram] > other.bags[n - 1].counts[gram]
                price += share * (rates[n].more if left and heavy else rates[n].same)
        return price

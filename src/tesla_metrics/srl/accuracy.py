"""How good frames are beside those that people found, sentence by sentence.

An argument is right where its predicate, its first and its last word are; with its label, too, for
both stages combined. The predicate itself is no argument, nor is what continues it (C-V); C-ARG1
and R-ARG1 are labels like others. Trees play no part, so that frames from any tree can be compared.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ..arrays import Floats
from ..resampling import SEED, swaps
from .frame import CONTINUED, Frame
from .records import PREDICATE

SHUFFLES = 10_000
_CONTINUED_PREDICATE = CONTINUED + PREDICATE
# Values that differ by less are equal: they come from sums of whole numbers.
_NOISE = 1e-9


class Tally(NamedTuple):
    """What both sides have, what people have, what was found: of a sentence, or of many."""

    same: int
    gold: int
    found: int

    @property
    def precision(self) -> float:
        """Per cent."""
        return 100 * self.same / self.found if self.found else 100.0

    @property
    def recall(self) -> float:
        """Per cent."""
        return 100 * self.same / self.gold if self.gold else 100.0

    @property
    def f1(self) -> float:
        """Per cent; 100 where there is nothing to find and nothing found."""
        both = self.gold + self.found
        return 200 * self.same / both if both else 100.0


class RoleTallies(NamedTuple):
    """Of one sentence: arguments without and with their labels."""

    identified: Tally
    combined: Tally


def compare_frames(gold: Iterable[Frame], found: Iterable[Frame]) -> RoleTallies:
    """Arguments of all frames of a sentence; a predicate that one side lacks counts with its own.

    Words that fill two roles of a predicate are identified once and labelled twice.
    """
    wanted, given = (
        {
            (frame.predicate, *own)
            for frame in frames
            for own in frame.arguments
            if own.label != _CONTINUED_PREDICATE
        }
        for frames in (gold, found)
    )
    spans, given_spans = (
        {(place, start, end) for place, _, start, end in arguments} for arguments in (wanted, given)
    )
    return RoleTallies(
        Tally(len(spans & given_spans), len(spans), len(given_spans)),
        Tally(len(wanted & given), len(wanted), len(given)),
    )


def compare_labels(gold: Iterable[Frame], found: Iterable[Frame]) -> Tally:
    """Labels of arguments whose words were given: F1 is accuracy; one without a label is wrong."""
    same, wanted, _ = compare_frames(gold, found).combined
    return Tally(same, wanted, wanted)


def compare_predicates(gold: Iterable[Frame], places: Iterable[int]) -> Tally:
    """Which words of a sentence are predicates."""
    wanted, given = {frame.predicate for frame in gold}, set(places)
    return Tally(len(wanted & given), len(wanted), len(given))


def compare_rolesets(gold: Iterable[Frame], found: Iterable[Frame]) -> Tally:
    """Senses of predicates that were given, where people told them: F1 is accuracy."""
    given = {frame.predicate: frame.roleset for frame in found}
    wanted = [frame for frame in gold if frame.roleset]
    same = sum(given.get(frame.predicate) == frame.roleset for frame in wanted)
    return Tally(same, len(wanted), len(wanted))


def total(tallies: Iterable[Tally]) -> Tally:
    """Of all sentences together."""
    rows = list(tallies)
    return Tally(*map(sum, zip(*rows, strict=True))) if rows else Tally(0, 0, 0)


def p_value(
    first: Sequence[Tally], second: Sequence[Tally], samples: int = SHUFFLES, seed: int = SEED
) -> float:
    """Two-sided: how often F1 differs as much when sentences change sides by the toss of a coin.

    Approximate randomisation (Noreen 1989) over sentences, which both sides have in one order.
    """
    rows = [np.array(side, dtype=np.float64).reshape(-1, 3) for side in (first, second)]
    one, other = rows
    if one.shape != other.shape:
        raise ValueError(f"{len(one)} sentences beside {len(other)}")
    # Only sentences on which the two differ can move anything.
    moving = (one != other).any(axis=1)
    if not moving.any():
        return 1.0
    least = abs(float(_f1(one.sum(axis=0)) - _f1(other.sum(axis=0)))) - _NOISE
    both, difference = (one + other).sum(axis=0), one[moving] - other[moving]
    rest, reached = other.sum(axis=0), 0
    for kept in swaps(int(moving.sum()), samples, seed):
        sampled = rest + kept @ difference
        reached += int((abs(_f1(sampled) - _f1(both - sampled)) >= least).sum())
    return (1 + reached) / (1 + samples)


def _f1(sums: Floats) -> Floats:
    both = sums[..., 1] + sums[..., 2]
    values: Floats = 200 * sums[..., 0] / np.maximum(both, 1)
    return np.where(both > 0, values, 100.0)

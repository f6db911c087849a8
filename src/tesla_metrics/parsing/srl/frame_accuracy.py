"""Compare predicted frames with annotated ones.

An argument is identified correctly if its predicate, first word and last word are right. For both
stages combined, its label must be right too. The predicate itself and its continuation (C-V) are
not arguments; C-ARG1 and R-ARG1 are labels like any other. Trees are not used, so frames from
different trees can be compared.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ...arrays import Floats
from ...resampling import SEED, randomisation_signs
from .frame import CONTINUATION_PREFIX, PREDICATE_LABEL, Frame

RANDOMISATION_SAMPLES = 10_000
_CONTINUED_PREDICATE = CONTINUATION_PREFIX + PREDICATE_LABEL
# Smaller differences are rounding errors, because values come from sums of integers.
_TOLERANCE = 1e-9


class Tally(NamedTuple):
    """Number of items in both sides (same), in the annotation (gold), and predicted (found)."""

    correct: int
    gold: int
    predicted: int

    @property
    def precision(self) -> float:
        """Return precision in per cent."""
        return 100 * self.correct / self.predicted if self.predicted else 100.0

    @property
    def recall(self) -> float:
        """Return recall in per cent."""
        return 100 * self.correct / self.gold if self.gold else 100.0

    @property
    def f1(self) -> float:
        """Return F1 in per cent; 100 if both sides are empty."""
        both = self.gold + self.predicted
        return 200 * self.correct / both if both else 100.0


class RoleTallies(NamedTuple):
    """Counts of the arguments of one sentence, without and with their labels."""

    identified: Tally
    combined: Tally


def compare_frames(gold: Iterable[Frame], predicted: Iterable[Frame]) -> RoleTallies:
    """Count the arguments that both sides share; arguments of missing predicates count as errors.

    Words that fill two roles of a predicate are identified once and labelled twice.
    """
    gold_arguments, found_arguments = (
        {
            (frame.predicate, *argument)
            for frame in frames
            for argument in frame.arguments
            if argument.label != _CONTINUED_PREDICATE
        }
        for frames in (gold, predicted)
    )
    gold_spans, found_spans = (
        {(predicate, start, end) for predicate, _, start, end in arguments}
        for arguments in (gold_arguments, found_arguments)
    )
    return RoleTallies(
        Tally(len(gold_spans & found_spans), len(gold_spans), len(found_spans)),
        Tally(len(gold_arguments & found_arguments), len(gold_arguments), len(found_arguments)),
    )


def compare_labels(gold: Iterable[Frame], predicted: Iterable[Frame]) -> Tally:
    """Count correct labels of arguments with given spans; F1 equals accuracy."""
    same, gold_count, _ = compare_frames(gold, predicted).combined
    return Tally(same, gold_count, gold_count)


def compare_predicates(gold: Iterable[Frame], predicted: Iterable[int]) -> Tally:
    """Count the words that both sides mark as predicates."""
    gold_places, found_places = {frame.predicate for frame in gold}, set(predicted)
    return Tally(len(gold_places & found_places), len(gold_places), len(found_places))


def compare_rolesets(gold: Iterable[Frame], predicted: Iterable[Frame]) -> Tally:
    """Count correct senses of given predicates with an annotated sense; F1 equals accuracy."""
    found_rolesets = {frame.predicate: frame.roleset for frame in predicted}
    annotated = [frame for frame in gold if frame.roleset]
    same = sum(found_rolesets.get(frame.predicate) == frame.roleset for frame in annotated)
    return Tally(same, len(annotated), len(annotated))


def total(tallies: Iterable[Tally]) -> Tally:
    """Return the sum of tallies over all sentences."""
    rows = list(tallies)
    return Tally(*map(sum, zip(*rows, strict=True))) if rows else Tally(0, 0, 0)


def p_value(
    first: Sequence[Tally],
    second: Sequence[Tally],
    samples: int = RANDOMISATION_SAMPLES,
    seed: int = SEED,
) -> float:
    """Return the two-sided p-value of a difference in F1 between two systems.

    Approximate randomisation (Noreen 1989): sentences are swapped at random between the systems,
    which list them in the same order.
    """
    rows = [np.array(side, dtype=np.float64).reshape(-1, 3) for side in (first, second)]
    first_rows, second_rows = rows
    if first_rows.shape != second_rows.shape:
        raise ValueError(f"{len(first_rows)} sentences compared with {len(second_rows)}")
    # Only sentences on which the systems differ affect the result.
    differing = (first_rows != second_rows).any(axis=1)
    if not differing.any():
        return 1.0
    observed = abs(float(_f1(first_rows.sum(axis=0)) - _f1(second_rows.sum(axis=0)))) - _TOLERANCE
    sums, difference = (
        (first_rows + second_rows).sum(axis=0),
        first_rows[differing] - second_rows[differing],
    )
    second_sums, as_large = second_rows.sum(axis=0), 0
    for keep in randomisation_signs(int(differing.sum()), samples, seed):
        sampled = second_sums + keep @ difference
        as_large += int((abs(_f1(sampled) - _f1(sums - sampled)) >= observed).sum())
    return (1 + as_large) / (1 + samples)


def _f1(sums: Floats) -> Floats:
    totals = sums[..., 1] + sums[..., 2]
    values: Floats = 200 * sums[..., 0] / np.maximum(totals, 1)
    return np.where(totals > 0, values, 100.0)

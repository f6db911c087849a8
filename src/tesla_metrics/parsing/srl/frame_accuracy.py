"""Compare predicted frames with annotated (gold) frames.

An argument is identified correctly if its predicate, first word and last word are correct. For
identification and classification combined, its label must be correct, too. The predicate itself and
its continuation (C-V) are not arguments. C-ARG1 and R-ARG1 are labels like any other. Trees are not
used, so frames from different trees can be compared.
"""

from collections.abc import Iterable, Sequence, Set
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Floats
from ...resampling import DEFAULT_SEED, draw_randomisation_masks
from .frame import CONTINUATION_PREFIX, PREDICATE_LABEL, Frame

RANDOMISATION_SAMPLES = 10_000
_PREDICATE_CONTINUATION = CONTINUATION_PREFIX + PREDICATE_LABEL
# Smaller differences are rounding errors, because values come from sums of integers.
_ROUNDING_TOLERANCE = 1e-9


class Tally(NamedTuple):
    """Number of correctly predicted items, of annotated (gold) items and of predicted items."""

    correct: int
    gold: int
    predicted: int

    @property
    def precision(self) -> float:
        """Precision in per cent; 100 if nothing was predicted."""
        return 100 * self.correct / self.predicted if self.predicted else 100.0

    @property
    def recall(self) -> float:
        """Recall in per cent; 100 if nothing was annotated."""
        return 100 * self.correct / self.gold if self.gold else 100.0

    @property
    def f1(self) -> float:
        """F1 in per cent; 100 if nothing was annotated or predicted."""
        gold_and_predicted = self.gold + self.predicted
        return 200 * self.correct / gold_and_predicted if gold_and_predicted else 100.0


class RoleTallies(NamedTuple):
    """Tallies of the arguments of a sentence.

    `identification`   the span must be correct
    `combined_stages`  the span and the label must be correct
    """

    identification: Tally
    combined_stages: Tally


def compare_frames(gold: Iterable[Frame], predicted: Iterable[Frame]) -> RoleTallies:
    """Count the arguments of a sentence that are correct; missing predicates count as errors.

    If words fill two roles of a predicate, their span counts once and their labels count twice.
    """
    gold_arguments, predicted_arguments = _collect_arguments(gold), _collect_arguments(predicted)
    gold_spans, predicted_spans = (
        {(predicate, start, end) for predicate, _, start, end in arguments}
        for arguments in (gold_arguments, predicted_arguments)
    )
    return RoleTallies(
        _compare_sets(gold_spans, predicted_spans),
        _compare_sets(gold_arguments, predicted_arguments),
    )


def _collect_arguments(frames: Iterable[Frame]) -> set[tuple[int, str, int, int]]:
    """Return predicate, label, start and end of each argument."""
    return {
        (frame.predicate, *argument)
        for frame in frames
        for argument in frame.arguments
        if argument.label != _PREDICATE_CONTINUATION
    }


def _compare_sets(gold: Set[Any], predicted: Set[Any]) -> Tally:
    return Tally(len(gold & predicted), len(gold), len(predicted))


def compare_labels(gold: Iterable[Frame], predicted: Iterable[Frame]) -> Tally:
    """Count correct labels of arguments if the spans were given; F1 equals accuracy."""
    n_correct, n_gold, _ = compare_frames(gold, predicted).combined_stages
    return Tally(n_correct, n_gold, n_gold)


def compare_predicates(gold: Iterable[Frame], predicted: Iterable[int]) -> Tally:
    """Count the words that are correctly predicted to be predicates; `predicted` has indices."""
    return _compare_sets({frame.predicate for frame in gold}, set(predicted))


def compare_rolesets(gold: Iterable[Frame], predicted: Iterable[Frame]) -> Tally:
    """Count correct rolesets of the predicates with an annotated roleset; F1 equals accuracy."""
    predicted_rolesets = {frame.predicate: frame.roleset for frame in predicted}
    frames_with_roleset = [frame for frame in gold if frame.roleset]
    n_correct = sum(
        predicted_rolesets.get(frame.predicate) == frame.roleset for frame in frames_with_roleset
    )
    return Tally(n_correct, len(frames_with_roleset), len(frames_with_roleset))


def sum_tallies(tallies: Iterable[Tally]) -> Tally:
    """Return the sum of tallies over all sentences."""
    tally_list = list(tallies)
    return Tally(*map(sum, zip(*tally_list, strict=True))) if tally_list else Tally(0, 0, 0)


def compute_p_value(
    first: Sequence[Tally],
    second: Sequence[Tally],
    n_samples: int = RANDOMISATION_SAMPLES,
    seed: int = DEFAULT_SEED,
) -> float:
    """Return the two-sided p-value of a difference in F1 between two systems.

    The test is approximate randomisation (Noreen 1989): the results of sentences are swapped at
    random between the systems. `first` and `second` have one tally per sentence, in the same order.
    """
    first_counts, second_counts = (
        np.array(tallies, dtype=np.float64).reshape(-1, 3) for tallies in (first, second)
    )
    if first_counts.shape != second_counts.shape:
        raise ValueError(f"{len(first_counts)} sentences compared with {len(second_counts)}")
    # Only sentences on which the systems differ affect the result.
    is_different = (first_counts != second_counts).any(axis=1)
    if not is_different.any():
        return 1.0
    first_total, second_total = first_counts.sum(axis=0), second_counts.sum(axis=0)
    observed_difference = abs(float(_compute_f1(first_total) - _compute_f1(second_total)))
    min_difference = observed_difference - _ROUNDING_TOLERANCE
    total_counts = (first_counts + second_counts).sum(axis=0)
    count_differences = first_counts[is_different] - second_counts[is_different]
    n_as_large = 0
    # Each row has 1 for sentences whose results stay with the first system, 0 for swapped ones.
    for keep_rows in draw_randomisation_masks(int(is_different.sum()), n_samples, seed):
        sampled_totals = second_total + keep_rows @ count_differences
        f1_differences = _compute_f1(sampled_totals) - _compute_f1(total_counts - sampled_totals)
        n_as_large += int((abs(f1_differences) >= min_difference).sum())
    return (1 + n_as_large) / (1 + n_samples)


def _compute_f1(counts: Floats) -> Floats:
    """Return F1 in per cent; the last axis of the counts is correct, gold, predicted."""
    gold_and_predicted = counts[..., 1] + counts[..., 2]
    values: Floats = 200 * counts[..., 0] / np.maximum(gold_and_predicted, 1)
    return np.where(gold_and_predicted > 0, values, 100.0)

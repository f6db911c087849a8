"""F1 of arguments, and whether two of them differ by more than chance."""

from itertools import product

import numpy as np
import pytest

from tesla_metrics.parsing.srl.frame import Argument, Frame
from tesla_metrics.parsing.srl.frame_accuracy import (
    RoleTallies,
    Tally,
    compare_frames,
    compare_labels,
    compute_p_value,
    sum_tallies,
)


def frame(predicate: int, *arguments: tuple[str, int, int]) -> Frame:
    return Frame(predicate, "NN", "offer", "offer.01", tuple(Argument(*one) for one in arguments))


GOLD = frame(3, ("ARG0", 0, 2), ("ARGM-TMP", 2, 3), ("ARG1", 4, 7))


def test_the_same_frames_are_right() -> None:
    assert compare_frames([GOLD], [GOLD]) == RoleTallies(Tally(3, 3, 3), Tally(3, 3, 3))


def test_labels_count_in_both_stages_combined() -> None:
    found = frame(3, ("ARG1", 0, 2), ("ARG1", 4, 7), ("ARG2", 4, 6), ("C-ARG1", 2, 3))
    identified, combined = compare_frames([GOLD], [found])
    assert identified == Tally(3, 3, 4)
    assert combined == Tally(1, 3, 4)
    assert (identified.precision, identified.recall) == (75.0, 100.0)
    assert combined.f1 == pytest.approx(200 / 7)


def test_an_argument_belongs_to_its_predicate() -> None:
    moved = frame(8, *GOLD.arguments)
    assert compare_frames([GOLD], [moved]).identification == Tally(0, 3, 3)
    assert compare_frames([GOLD, moved], [moved]).combined_stages == Tally(3, 6, 3)


def test_more_of_the_predicate_is_no_argument() -> None:
    longer = frame(3, ("C-V", 7, 8), *GOLD.arguments)
    assert compare_frames([longer], [GOLD]) == compare_frames([GOLD], [longer])
    assert compare_frames([longer], [GOLD]).combined_stages == Tally(3, 3, 3)


def test_words_with_two_roles_are_identified_once() -> None:
    doubled = frame(3, ("ARG0", 0, 2), ("ARG1", 0, 2))
    found = frame(3, ("ARG1", 0, 2))
    assert compare_frames([doubled], [found]) == RoleTallies(Tally(1, 1, 1), Tally(1, 2, 1))


def test_labels_of_given_words_have_an_accuracy() -> None:
    found = frame(3, ("ARG0", 0, 2), ("ARGM-LOC", 2, 3))
    tally = compare_labels([GOLD], [found])
    assert tally == Tally(1, 3, 3)
    assert tally.f1 == tally.recall == pytest.approx(100 / 3)


def test_nothing_to_find_and_nothing_found_is_right() -> None:
    nothing = sum_tallies([])
    assert nothing == Tally(0, 0, 0)
    assert (nothing.precision, nothing.recall, nothing.f1) == (100.0, 100.0, 100.0)


def test_sentences_add_up() -> None:
    assert sum_tallies([Tally(1, 2, 3), Tally(0, 1, 0)]) == Tally(1, 3, 3)


def exact(first: list[Tally], second: list[Tally]) -> float:
    """All ways to swap sentences, one after the other."""
    seen = abs(sum_tallies(first).f1 - sum_tallies(second).f1)
    pairs = list(zip(first, second, strict=True))
    reached = [
        abs(sum_tallies(a[s] for a, s in zip(pairs, sides, strict=True)).f1
            - sum_tallies(a[1 - s] for a, s in zip(pairs, sides, strict=True)).f1) >= seen - 1e-9
        for sides in product((0, 1), repeat=len(pairs))
    ]  # fmt: skip
    return sum(reached) / len(reached)


def test_chance_is_that_of_all_swaps() -> None:
    random = np.random.default_rng(5)
    for _ in range(5):
        gold = random.integers(1, 5, 8)
        first, second = (
            [Tally(int(random.integers(0, n + 1)), int(n), int(n)) for n in gold] for _ in range(2)
        )
        assert compute_p_value(first, second) == pytest.approx(exact(first, second), abs=0.02)


def test_equals_do_not_differ() -> None:
    rows = [Tally(1, 2, 2), Tally(0, 1, 1)]
    assert compute_p_value(rows, rows) == 1.0
    assert compute_p_value(rows, rows[::-1]) == 1.0
    assert compute_p_value([], []) == 1.0


def test_what_is_always_better_differs() -> None:
    better, worse = [Tally(2, 2, 2)] * 40, [Tally(1, 2, 2)] * 40
    assert (
        compute_p_value(better, worse)
        == compute_p_value(worse, better)
        == pytest.approx(1 / 10_001)
    )


def test_other_sentences_are_refused() -> None:
    with pytest.raises(ValueError, match="1 sentences compared with 2"):
        compute_p_value([Tally(1, 1, 1)], [Tally(1, 1, 1)] * 2)

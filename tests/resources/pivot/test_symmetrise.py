"""Symmetrisation by hand, and in properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.errors import UsageError
from tesla_metrics.resources.pivot.alignment_links import (
    SYMMETRISATION_METHODS,
    check_method,
    symmetrise,
)

#      columns: 0  1  2          rows: 0  1  2
# by columns    0  1  1    by rows     0  1  0
ROWS, COLUMNS = [0, 1, 1], [0, 1, 0]


def test_intersection_and_union() -> None:
    assert symmetrise(ROWS, COLUMNS, "intersection") == [(0, 0), (1, 1)]
    assert symmetrise(ROWS, COLUMNS, "union") == [(0, 0), (1, 1), (1, 2), (2, 0)]


def test_growing_takes_neighbours_that_cover_something_new() -> None:
    # (1, 2) and (2, 0) are neighbours of (1, 1), each with a word that has no link yet.
    assert symmetrise(ROWS, COLUMNS, "grow-diag") == [(0, 0), (1, 1), (1, 2), (2, 0)]
    # (0, 2) is a neighbour of (1, 1), (0, 3) is none of any point.
    assert symmetrise([0, 1, 0], [0, 1], "grow-diag") == [(0, 0), (0, 2), (1, 1)]
    assert symmetrise([0, 1, -1, 0], [0, 1], "grow-diag") == [(0, 0), (1, 1)]


def test_the_final_step_takes_points_far_away() -> None:
    # 4 x 4, only (0, 0) in common; column 3 chose row 3, row 2 chose column 3.
    rows, columns = [0, -1, -1, 3], [0, -1, 3, -1]
    assert symmetrise(rows, columns, "grow-diag") == [(0, 0)]
    # Rows' choices first, and then the column is no longer free.
    assert symmetrise(rows, columns, "grow-diag-final-and") == [(0, 0), (2, 3)]
    # One free word is enough here.
    assert symmetrise(rows, columns, "grow-diag-final") == [(0, 0), (2, 3), (3, 3)]


def test_a_point_added_ahead_is_met_in_the_same_scan() -> None:
    # From (0, 0) to (1, 1) and on to (2, 1) or (2, 2), which both were candidates.
    rows, columns = [0, 1, 2], [0, -1, 1]
    assert symmetrise(rows, columns, "grow-diag") == [(0, 0), (1, 1), (2, 1), (2, 2)]


def test_nothing_aligned() -> None:
    for method in SYMMETRISATION_METHODS:
        assert symmetrise([-1, -1], [-1], method) == []


def test_unknown_method() -> None:
    with pytest.raises(UsageError, match="grow-diag-final-and"):
        check_method("grow")


@given(st.data())
def test_more_is_never_less(data: st.DataObject) -> None:
    m, n = data.draw(st.integers(1, 7)), data.draw(st.integers(1, 7))
    rows = data.draw(st.lists(st.integers(-1, m - 1), min_size=n, max_size=n))
    columns = data.draw(st.lists(st.integers(-1, n - 1), min_size=m, max_size=m))
    made = {method: set(symmetrise(rows, columns, method)) for method in SYMMETRISATION_METHODS}
    assert made["intersection"] <= made["grow-diag"] <= made["grow-diag-final-and"]
    assert made["grow-diag"] <= made["grow-diag-final"] <= made["union"]
    assert made["grow-diag-final-and"] <= made["union"]
    covered = {i for i, _ in made["union"]}, {j for _, j in made["union"]}
    assert ({i for i, _ in made["grow-diag-final"]}, {j for _, j in made["grow-diag-final"]}) == (
        covered
    )


@given(st.data())
def test_growing_as_an_ordered_set_scanned_while_it_grows(data: st.DataObject) -> None:
    m, n = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 6))
    rows = data.draw(st.lists(st.integers(-1, m - 1), min_size=n, max_size=n))
    columns = data.draw(st.lists(st.integers(-1, n - 1), min_size=m, max_size=m))
    assert symmetrise(rows, columns, "grow-diag") == slow_growing(rows, columns)


def slow_growing(rows: list[int], columns: list[int]) -> list[tuple[int, int]]:
    """Always go to the least point beyond the current one, whatever was added meanwhile."""
    union = {(i, j) for j, i in enumerate(rows) if i >= 0}
    union |= {(i, j) for i, j in enumerate(columns) if j >= 0}
    points = {(i, j) for i, j in union if rows[j] == i and columns[i] == j}
    steps = [(-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)]
    while True:
        before = len(points)
        at = (-1, -1)
        while ahead := [point for point in points if point > at]:
            at = min(ahead)
            for down, right in steps:
                point = at[0] + down, at[1] + right
                free = all(point[0] != i for i, _ in points) or all(
                    point[1] != j for _, j in points
                )
                if point in union and free:
                    points.add(point)
        if len(points) == before:
            return sorted(points)

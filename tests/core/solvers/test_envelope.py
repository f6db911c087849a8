"""Upper envelopes: both cores, and both against all crossings tried one by one."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.line_search import between, chosen

from tesla_metrics.core.solvers.envelope import Envelopes, compute_upper_envelopes
from tesla_metrics.native import load_native

CORES = ["python", "native"]
SMALL = st.tuples(st.integers(-6, 6), st.integers(-3, 3))
LISTS = st.lists(st.lists(SMALL, min_size=1, max_size=8), min_size=1, max_size=5)
WIDE = st.floats(-1e6, 1e6)
WILD = st.lists(st.lists(st.tuples(WIDE, WIDE), min_size=1, max_size=30), min_size=1, max_size=5)


def envelopes(lists: list[list[tuple[float, float]]], core: str) -> Envelopes:
    if core == "native" and load_native() is None:
        pytest.skip("the native core is not built, or TESLA_PURE is set")
    starts = np.cumsum([0, *map(len, lists)])
    heights, slopes = np.array([line for own in lists for line in own], dtype=np.float64).T.copy()
    return compute_upper_envelopes(starts, heights, slopes, core)


@pytest.mark.parametrize("core", CORES)
@settings(max_examples=60, deadline=None)
@given(lists=LISTS)
def test_it_is_what_is_highest_between_crossings(
    core: str, lists: list[list[tuple[float, float]]]
) -> None:
    found = envelopes(lists, core)
    starts = np.cumsum([0, *map(len, lists)])
    exact = [[(Fraction(a), Fraction(b)) for a, b in own] for own in lists]
    for point in between(exact):
        now = found.first.copy()
        owners = np.searchsorted(starts, found.new_line, side="right") - 1
        for at, owner, after in zip(found.points, owners, found.new_line, strict=True):
            if at < point:
                now[owner] = after
        assert tuple(now - starts[:-1]) == chosen(exact, point)


@settings(max_examples=60, deadline=None)
@given(lists=WILD)
def test_both_cores_have_the_same_bits(lists: list[list[tuple[float, float]]]) -> None:
    for plain, native in zip(*(envelopes(lists, core) for core in CORES), strict=True):
        assert plain.tolist() == native.tolist()


@pytest.mark.parametrize("core", CORES)
def test_equal_lines_never_take_over(core: str) -> None:
    found = envelopes([[(1, 2), (1, 2), (0, 2)], [(3, 0)]], core)
    assert found.first.tolist() == [0, 3]
    assert len(found.points) == 0


@pytest.mark.parametrize("core", CORES)
def test_points_go_from_left_to_right_in_each_list(core: str) -> None:
    lines = [(-float(k * k), float(k)) for k in range(-9, 10)]
    found = envelopes([lines[::-1], lines], core)
    half = len(found.points) // 2
    assert half == len(lines) - 1
    assert all(
        a < b for part in (found.points[:half], found.points[half:]) for a, b in pairwise(part)
    )


def test_native_refuses_lists_that_do_not_fit() -> None:
    native = load_native()
    if native is None:
        pytest.skip("the native core is not built, or TESLA_PURE is set")
    lines = np.zeros(3)
    for starts in ([0, 2], [0, 0, 3], [1, 3], []):
        with pytest.raises(ValueError, match="list"):
            native.upper_envelopes(np.array(starts, dtype=np.int64), lines, lines)
    with pytest.raises(ValueError, match="different lengths"):
        native.upper_envelopes(np.array([0, 3]), lines, lines[:2])

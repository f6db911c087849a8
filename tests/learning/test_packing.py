"""Many sums in one number."""

from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.learning.packing import Packing

ROWS = st.integers(1, 62).flatmap(
    lambda labels: st.lists(
        st.lists(st.integers(-9999, 9999), min_size=labels, max_size=labels), min_size=1, max_size=9
    )
)


@given(ROWS)
def test_sums_are_those_of_the_columns(rows: list[list[int]]) -> None:
    packing = Packing(len(rows[0]))
    total = sum(packing.packed(enumerate(row)) for row in rows)
    assert packing.spread(total) == tuple(map(sum, zip(*rows, strict=True)))


def test_what_was_never_met_weighs_nothing() -> None:
    assert Packing(3).spread(0) == (0, 0, 0)


def test_sums_far_beyond_a_file_do_not_touch_their_neighbours() -> None:
    packing = Packing(3)
    assert packing.spread(packing.packed(enumerate((-9999, 9999, -9999))) * 10**12) == (
        -9999 * 10**12, 9999 * 10**12, -9999 * 10**12,
    )  # fmt: skip

"""Many sums in one number."""

from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.resources.learning.linear_classifier import PackedSums

ROWS = st.integers(1, 62).flatmap(
    lambda labels: st.lists(
        st.lists(st.integers(-9999, 9999), min_size=labels, max_size=labels), min_size=1, max_size=9
    )
)


@given(ROWS)
def test_sums_are_those_of_the_columns(rows: list[list[int]]) -> None:
    packing = PackedSums(len(rows[0]))
    total = sum(packing.pack(enumerate(row)) for row in rows)
    assert packing.unpack(total) == tuple(map(sum, zip(*rows, strict=True)))


def test_what_was_never_met_weighs_nothing() -> None:
    assert PackedSums(3).unpack(0) == (0, 0, 0)


def test_sums_far_beyond_a_file_do_not_touch_their_neighbours() -> None:
    packing = PackedSums(3)
    assert packing.unpack(packing.pack(enumerate((-9999, 9999, -9999))) * 10**12) == (
        -9999 * 10**12, 9999 * 10**12, -9999 * 10**12,
    )  # fmt: skip

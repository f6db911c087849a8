"""What two sequences have in common."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.core.matching.graded_matching import merge_indices, pair_equal_items

items = st.lists(st.sampled_from("abcd"), max_size=30)


@given(st.integers(0, 40), st.integers(0, 40))
def test_both_are_laid_over_the_same_line(x: int, y: int) -> None:
    walk = list(merge_indices(x, y))
    assert [place for side, place in walk if not side] == list(range(x))
    assert [place for side, place in walk if side] == list(range(y))
    ends = [(2 * place + 1) / (y if side else x) for side, place in walk]
    assert ends == sorted(ends)


@given(items, items)
def test_the_smaller_number_of_each_is_paired(xs: list[str], ys: list[str]) -> None:
    found = pair_equal_items(xs, ys)
    common = Counter(xs) & Counter(ys)
    assert Counter(xs[i] for i, _ in found.pairs) == common
    assert all(xs[i] == ys[j] for i, j in found.pairs)
    assert found.shared_items == set(common)
    assert [j for _, j in found.pairs] == sorted(j for _, j in found.pairs)
    rest = {(False, i) for i, _ in found.pairs} | {(True, j) for _, j in found.pairs}
    assert found.unpaired == [one for one in merge_indices(len(xs), len(ys)) if one not in rest]
    for item in common:  # the k-th with the k-th
        own = [i for i, _ in found.pairs if xs[i] == item]
        assert own == sorted(own)


@given(items)
def test_a_sequence_with_itself(xs: list[str]) -> None:
    assert pair_equal_items(xs, xs).pairs == [(k, k) for k in range(len(xs))]


@given(items, items)
def test_either_side_may_be_the_first(xs: list[str], ys: list[str]) -> None:
    one, other = pair_equal_items(xs, ys), pair_equal_items(ys, xs)
    assert len(one.pairs) == len(other.pairs)
    assert len(one.unpaired) == len(other.unpaired)


@given(st.lists(st.just("a"), max_size=6), st.lists(st.sampled_from("ab"), max_size=9))
def test_the_others_are_as_near_to_each_other_as_can_be(xs: list[str], ys: list[str]) -> None:
    def far(of_x: Sequence[int], of_y: Sequence[int]) -> int:
        both = zip(of_x, of_y, strict=True)
        return sum(abs((2 * i + 1) * len(ys) - (2 * j + 1) * len(xs)) for i, j in both)

    own = [j for j, y in enumerate(ys) if y == "a"]
    count = min(len(xs), len(own))
    ways = product(combinations(range(len(xs)), count), combinations(own, count))
    pairs = pair_equal_items(xs, ys).pairs
    found = far([i for i, _ in pairs], [j for _, j in pairs])
    assert found == min(far(*way) for way in ways)


def test_what_is_left_stands_where_there_is_more() -> None:
    xs, ys = list("a-a-a-bbbb-a-a-"), list("a-a-a-baab-a-a-")
    assert pair_equal_items(xs, ys).unpaired == [(False, 7), (True, 7), (False, 8), (True, 8)]

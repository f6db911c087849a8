"""Words in another order than in the reference."""

import pytest

from tesla_metrics.core.matching.graded_matching import (
    MAX_REORDER_DISTANCE,
    compute_reordered_share,
    find_anchors,
)
from tesla_metrics.core.matching.word_similarity import GradedWord


def words(text: str) -> list[GradedWord]:
    synsets: frozenset[int] = frozenset()
    lemmas: frozenset[str] = frozenset()
    return [
        GradedWord(
            form, form, None, synsets, {}, lemmas, lemmas, False, False, True, False, False, lemmas
        )
        for form in text.split()
    ]


def share(reference: str, candidate: str) -> float:
    xs, ys = words(reference), words(candidate)
    return compute_reordered_share(find_anchors(xs, ys, []), [1.0] * len(xs), [1.0] * len(ys))


def test_the_kth_goes_with_the_kth() -> None:
    assert find_anchors(words("a b a c"), words("a c a a"), []) == [(0, 0), (3, 1), (2, 2)]


def test_stand_ins_are_anchors_in_the_order_of_the_candidate() -> None:
    assert find_anchors(words("a b c"), words("z a c"), [(1, 0)]) == [(1, 0), (0, 1), (2, 2)]


def test_shares() -> None:
    assert share("a b c d", "a b c d") == 0
    assert share("a b c d", "d c b a") == 1
    assert share("a b c d", "a c b d") == pytest.approx(1 / 6)
    assert share("a b c d", "a x d") == 0  # what is missing is not in another order
    assert share("a b", "b") == 0
    assert share("a b", "") == 0


def test_weights() -> None:
    xs, ys = words("a b c"), words("b a c")
    found = compute_reordered_share(find_anchors(xs, ys, []), [0.5, 1.0, 0.2], [1.0, 0.6, 0.2])
    # a weighs 0.5, b 1, c 0.2.
    assert found == pytest.approx(0.5 / (0.5 + 0.1 + 0.2))


def test_what_is_moved_as_a_whole_costs_its_seams_only() -> None:
    block = " ".join(f"w{k}" for k in range(20))
    other = " ".join(f"v{k}" for k in range(20))
    moved = share(f"{block} {other}", f"{other} {block}")
    near = sum(1 for i in range(20) for j in range(20) if (20 + j) - i <= MAX_REORDER_DISTANCE)
    within = 2 * sum(20 - d for d in range(1, MAX_REORDER_DISTANCE + 1))
    # Near on one of the sides: at the end of the one block, or at the beginning of it.
    assert moved == pytest.approx(2 * near / (2 * near + within))
    assert share(f"{block} {other}", " ".join(f"{block} {other}".split()[::-1])) == 1

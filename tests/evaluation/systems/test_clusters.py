"""Clusters of a ranking."""

from tesla_metrics.evaluation.systems.significance import split_clusters


def test_nothing_differs() -> None:
    assert split_clusters("abc", lambda a, b: False) == [["a", "b", "c"]]


def test_everything_differs() -> None:
    assert split_clusters("abc", lambda a, b: True) == [["a"], ["b"], ["c"]]


def test_a_difference_from_any_member_parts() -> None:
    # 3 resembles its neighbour 2, yet not 1, and so begins the second cluster.
    assert split_clusters([1, 2, 3, 4], lambda a, b: b - a > 1) == [[1, 2], [3, 4]]


def test_the_better_comes_first() -> None:
    asked: list[tuple[int, int]] = []

    def differ(higher: int, lower: int) -> bool:
        asked.append((higher, lower))
        return False

    split_clusters([9, 5, 3], differ)
    assert all(higher > lower for higher, lower in asked)


def test_nothing_to_rank() -> None:
    assert split_clusters([], lambda a, b: True) == []

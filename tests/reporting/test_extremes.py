"""The worst and the best segments."""

from tesla_metrics.files.item import Item
from tesla_metrics.metrics.score import Score, Signature
from tesla_metrics.reporting.scores import find_extremes, get_text_columns, render_extremes

ITEMS = [Item("one", ("1",)), Item("two", ("2", "ii")), Item("three", ("3",))]


def made(metric: str, *segments: float, higher: bool = True) -> Score:
    return Score(metric, 0.5, segments, Signature(metric, ()), higher)


def places(own: list[Score], place: str, most: int) -> list[int]:
    return [one.segment for one in find_extremes("s", own, ITEMS, place, most)]


def test_order() -> None:
    scores = [made("m", 0.5, 0.1, 0.5), made("n", 3.0, 2.0, 1.0)]
    assert places(scores, "worst", 2) == [2, 1]
    assert places(scores, "best", 9) == [1, 3, 2]
    lower = [made("t", 50.0, 10.0, 50.0, higher=False)]
    assert places(lower, "worst", 2) == [1, 3]
    assert places(lower, "best", 1) == [2]


def test_references_may_differ_in_number() -> None:
    names, cells = get_text_columns(ITEMS)
    assert names == ["candidate", "reference1", "reference2"]
    assert list(cells) == [["one", "1", ""], ["two", "2", "ii"], ["three", "3", ""]]


def test_text() -> None:
    found = find_extremes("sys", [made("m", 0.5, 0.1, 0.7)], ITEMS, "worst", 2)
    assert render_extremes(found, "text", 2) == (
        "worst segments of sys by m\n\n"
        "segment 2, m 0.10\n  sys        two\n  reference  2\n  reference  ii\n\n"
        "segment 1, m 0.50\n  sys        one\n  reference  1\n"
    )

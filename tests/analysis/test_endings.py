"""How texts end."""

from itertools import product

import pytest

from tesla_metrics.analysis.endings import Ending, changed_ending, ending_of, mark_of


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("It rains.", Ending.STOP),
        ("It rains …", Ending.STOP),
        ("It rains. \t", Ending.STOP),
        ('"It rains."', Ending.STOP),
        ("(It rains.) ", Ending.STOP),
        ("下雨了。", Ending.STOP),
        ("Does it rain?", Ending.QUESTION),
        ("« Pleut-il ? »", Ending.QUESTION),
        ("下雨了吗？", Ending.QUESTION),
        ("It rains!", Ending.CALL),
        ("It rains", Ending.OPEN),
        ("It rains:", Ending.OPEN),
        ("It rains,", Ending.OPEN),
        ("It rains )", Ending.OPEN),
        ("", Ending.OPEN),
        (" ”) ", Ending.OPEN),
    ],
)
def test_endings(text: str, ending: Ending) -> None:
    assert ending_of(text) is ending
    assert bool(mark_of(text)) is (ending is not Ending.OPEN)


def test_marks() -> None:
    assert mark_of("It rains . ”") == "."
    assert mark_of("Regnet es?«") == "?"
    assert mark_of("It rains;") == ""


def test_what_a_change_counts_for() -> None:
    for one, other in product(Ending, Ending):
        share = changed_ending(one, other)
        assert share == changed_ending(other, one)
        assert share == (0 if one is other else 1 if Ending.QUESTION in (one, other) else 0.5)

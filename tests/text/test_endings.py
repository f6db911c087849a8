"""How texts end."""

from itertools import product

import pytest

from tesla_metrics.text.case_and_punctuation import (
    Ending,
    compute_changed_ending,
    get_ending,
    get_final_mark,
)


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("It rains.", Ending.STOP),
        ("It rains …", Ending.STOP),
        ("It rains. \t", Ending.STOP),
        ('"It rains."', Ending.STOP),
        ("(It rains.) ", Ending.STOP),
        ('(He said "it rains." )', Ending.STOP),
        ("« Il dit : “ Pleut-il ? ” » )", Ending.QUESTION),
        ("下雨了。", Ending.STOP),
        ("Does it rain?", Ending.QUESTION),
        ("« Pleut-il ? »", Ending.QUESTION),
        ("下雨了吗？", Ending.QUESTION),
        ("“下雨了吗？”」", Ending.QUESTION),
        ("（下雨了！）", Ending.EXCLAMATION),
        ("Does it rain?!", Ending.QUESTION),
        ("Does it rain !?", Ending.QUESTION),
        ("Does it rain?..", Ending.QUESTION),
        ("Does it? It rains", Ending.UNMARKED),
        ("¿Llueve?", Ending.OPENED_QUESTION),
        ("Y hoy, ¿llueve?", Ending.OPENED_QUESTION),
        ("Llueve?", Ending.QUESTION),
        ("¿Llueve", Ending.QUESTION),
        ("¿Llueve? Llueve", Ending.UNMARKED),
        ("¿Llueve? Llueve.", Ending.STOP),
        ("¡Llueve!", Ending.OPENED_EXCLAMATION),
        ("¡Llueve", Ending.UNMARKED),
        ("It rains!", Ending.EXCLAMATION),
        ("It rains", Ending.UNMARKED),
        ("It rains:", Ending.UNMARKED),
        ("It rains,", Ending.UNMARKED),
        ("It rains )", Ending.UNMARKED),
        ("", Ending.UNMARKED),
        (" ”) ", Ending.UNMARKED),
    ],
)
def test_endings(text: str, ending: Ending) -> None:
    assert get_ending(text) is ending
    assert bool(get_final_mark(text)) is (ending is not Ending.UNMARKED and text != "¿Llueve")


def test_marks() -> None:
    assert get_final_mark("It rains . ”") == "."
    assert get_final_mark("Regnet es?«") == "?"
    assert get_final_mark("It rains;") == ""
    assert get_final_mark("Does it rain?!") == "?"
    assert get_final_mark("¿Llueve?") == "¿?"
    assert get_final_mark("¡Llueve!") == "¡!"


def test_what_a_change_counts_for() -> None:
    asking = {Ending.QUESTION, Ending.OPENED_QUESTION}
    for one, other in product(Ending, Ending):
        share = compute_changed_ending(one, other)
        assert share == compute_changed_ending(other, one)
        same = (one in asking) == (other in asking)
        assert share == (0 if one is other else 0.5 if same else 1)

"""What text needs on a terminal."""

import pytest

from tesla_metrics.explanation.page.document import REASON_SYMBOLS
from tesla_metrics.reporting.terminal import (
    REASON_COLOURS,
    TerminalStyle,
    count_columns,
    has_right_to_left,
    pad_columns,
    wrap_columns,
)


@pytest.mark.parametrize(
    ("text", "columns"),
    [("", 0), ("cat", 3), ("猫", 2), ("e\u0301", 1), ("ａ", 2), ("a\u200db", 2), ("שָׁ", 1)],
)
def test_columns(text: str, columns: int) -> None:
    assert count_columns(text) == columns
    assert count_columns(pad_columns(text, 5)) == 5


@pytest.mark.parametrize(
    ("text", "leftwards"), [("a שלום", True), ("12 שלום", True), ("قط", True), ("!", False)]
)
def test_direction(text: str, leftwards: bool) -> None:
    assert has_right_to_left(text) == leftwards


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("a cat sat", ["a cat", "sat"]),
        ("unbreakable as it", ["unbreakable", "as it"]),
        ("猫 睡 觉", ["猫 睡", "觉"]),
    ],
)
def test_lines_of_five_columns(text: str, lines: list[str]) -> None:
    assert list(wrap_columns(text, 5)) == lines


def test_spaces_are_not_painted() -> None:
    assert TerminalStyle(80, True).paint(" a  ", "31") == " \x1b[31ma\x1b[0m  "
    assert TerminalStyle(80, True).paint("  ", "31") == "  "
    assert TerminalStyle(80).paint("a", "31") == "a"


def test_every_reason_has_a_colour() -> None:
    assert set(REASON_SYMBOLS) <= set(REASON_COLOURS)

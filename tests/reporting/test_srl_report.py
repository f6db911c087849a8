"""Frames drawn: brackets, colours, lines."""

import re

from small_frames import PURCHASE, parsed

from tesla_metrics.parsing.srl.frame import Argument, Frame, LabelledSentence
from tesla_metrics.reporting.annotations import render_frames
from tesla_metrics.reporting.terminal import TerminalStyle

FRAME = Frame(
    4, "NN", "buy", "purchase.01",
    (Argument("ARG0", 0, 1), Argument("ARGM-LVB", 1, 2), Argument("ARG1", 5, 8)),
)  # fmt: skip


def drawn(*frames: Frame, columns: int = 100, coloured: bool = False) -> list[str]:
    sentence, tree = parsed(PURCHASE)
    given = LabelledSentence(
        sentence._replace(text="She made a quick purchase of the boats last May."), tree, frames
    )
    return list(render_frames(given, TerminalStyle(columns, coloured)))


def test_a_frame_is_a_line() -> None:
    assert drawn(FRAME) == [
        "purchase.01  [ARG0 She] [ARGM-LVB made] a quick [purchase] [ARG1 of the boats] last May."
    ]


def test_names_stand_in_a_column() -> None:
    bare = Frame(1, "VBD", "make", "", (Argument("ARG1", 2, 8), Argument("ARGM-TMP", 8, 11)))
    first, second = drawn(FRAME, bare)
    assert first.index("[ARG0") == second.index("She") == 13
    assert second == (
        "make         She [made] [ARG1 a quick purchase of the boats] [ARGM-TMP last May.]"
    )


def test_neighbours_with_one_label_are_two() -> None:
    frame = Frame(1, "VBD", "make", "", (Argument("ARGM-ADV", 2, 3), Argument("ARGM-ADV", 3, 5)))
    assert "[made] [ARGM-ADV a] [ARGM-ADV quick purchase] of" in drawn(frame)[0]


def test_what_overlaps_is_shown_once() -> None:
    frame = Frame(4, "NN", "buy", "", (Argument("ARG1", 4, 5), Argument("ARG0", 2, 8)))
    assert "[ARG0 a quick] [purchase] [ARG0 of the boats] last" in drawn(frame)[0]


def test_lines_are_broken_and_coloured() -> None:
    lines = drawn(FRAME, columns=40)
    assert len(lines) > 1
    assert all(len(line) <= 40 for line in lines)
    assert {line[:13] for line in lines[1:]} == {" " * 13}
    painted = drawn(FRAME, coloured=True)
    assert "\x1b[36m[ARG0 She]\x1b[0m" in painted[0]
    assert "\x1b[1m[purchase]\x1b[0m" in painted[0]
    assert [re.sub(r"\x1b\[[\d;]*m", "", line) for line in painted] == drawn(FRAME)


def test_a_sentence_without_predicates_is_shown() -> None:
    assert drawn() == ["(no predicate)  She made a quick purchase of the boats last May."]

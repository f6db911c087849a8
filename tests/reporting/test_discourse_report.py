"""Relations as text: spans marked where they are written."""

import re

from tesla_metrics.files.sentence import Sentence, Token
from tesla_metrics.parsing.discourse.relation import Document, Relation
from tesla_metrics.reporting.annotations import render_discourse
from tesla_metrics.reporting.terminal import TerminalStyle

RAIN = "The dam broke because the rain (all night) had not stopped."
REPAIRS = "Repairs began."
RAIN_TOKENS = "The dam broke because the rain ( all night ) had not stopped ."
CAUSE = Relation(
    "Explicit", "Contingency.Cause.Reason", "because", ((0, 2),), ((4, 5), (10, 12)), ((3, 3),)
)


def document(*sentences: tuple[str, str]) -> Document:
    analysed = tuple(
        Sentence(text, tuple(Token(form, form) for form in forms.split()))
        for text, forms in sentences
    )
    return Document(analysed, ())


DAM = document((RAIN, RAIN_TOKENS), (REPAIRS, "Repairs began ."))


def lines(*relations: Relation, columns: int = 100, coloured: bool = False) -> list[str]:
    return list(render_discourse(DAM, relations, TerminalStyle(columns, coloured)))


def test_spans_are_marked_in_the_text_as_it_is_written() -> None:
    title, text, legend = lines(CAUSE)
    assert title == "1  Contingency.Cause.Reason: Explicit because"
    marked = "[The dam broke]₁ {because} [the rain]₂ (all night) [had not stopped]₂."
    assert text == f"   {marked}"
    assert "first argument" in legend


def test_what_no_span_covers_is_left_out_where_it_is_long() -> None:
    _, text, _ = lines(
        Relation("Implicit", "Temporal.Asynchronous", "then", ((0, 2),), ((14, 15),))
    )
    assert text == "   [The dam broke]₁ … [Repairs began]₂."


def test_a_connective_that_is_not_written_stands_in_brackets() -> None:
    title, *_ = lines(Relation("Implicit", "Expansion.Conjunction", "and", ((0, 12),), ((14, 15),)))
    assert title == "1  Expansion.Conjunction: Implicit (and)"


def test_one_without_a_sense_is_named_by_its_type() -> None:
    title, *_, types = lines(Relation("EntRel", "EntRel", "", ((0, 12),), ((14, 15),)))
    assert title == "1  EntRel"
    assert types == "EntRel: the second argument says more about the same entity"


def test_a_span_within_another_one_is_marked_inside() -> None:
    inside = CAUSE._replace(arg1=((0, 2),), arg2=((0, 12),))
    _, text, _ = lines(inside)
    assert text.strip().startswith("[[The dam broke]₁ {because} the rain (all night) had not sto")
    assert text.endswith("stopped]₂.")


def test_lines_are_as_wide_as_the_paper() -> None:
    assert max(map(len, lines(CAUSE, columns=40)[:-1])) <= 40


def test_colours_do_not_change_the_text() -> None:
    plain = [re.sub("\x1b\\[[0-9;]*m", "", one) for one in lines(CAUSE, columns=40, coloured=True)]
    assert plain == lines(CAUSE, columns=40)


def test_numbers_stand_below_each_other() -> None:
    titles = [one for one in lines(*[CAUSE] * 10) if "Explicit" in one]
    assert titles[0].startswith(" 1  Cont")
    assert titles[9].startswith("10  Cont")


def test_none() -> None:
    assert lines() == ["no relations"]


def test_nothing_that_a_terminal_obeys_is_shown() -> None:
    odd = document(("The \x1b[31mdam broke", "The \x1b[31mdam broke"))
    shown = render_discourse(
        odd, [CAUSE._replace(arg2=(), connective_tokens=())], TerminalStyle(80)
    )
    assert not any("\x1b" in line for line in shown)


def test_tokens_that_share_a_place_are_written_once() -> None:
    cut = document(("I wanna go.", "I want to go ."))
    apart = Relation("NoRel", "NoRel", "", ((0, 1),), ((3, 3),))
    assert [*render_discourse(cut, [apart], TerminalStyle(80))][1] == "   [I wanna]₁ [go]₂."

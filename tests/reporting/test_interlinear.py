"""The two texts above each other, as terminals can show them."""

from tesla_metrics import TeslaX
from tesla_metrics.explanation.explanation import Explanation
from tesla_metrics.reporting.explanations import ExplainedSegment, render_explanation_list
from tesla_metrics.reporting.terminal import TerminalStyle, count_columns


def text(explanation: Explanation, columns: int = 100) -> str:
    return render_explanation_list([ExplainedSegment(explanation)], "text", TerminalStyle(columns))


def test_leftward_words_have_a_line_each() -> None:
    explanation = TeslaX(lang="ar").explain("هذا الولد ذهب", "ذهب هذا الطفل")
    shown = text(explanation)
    best = explanation.best
    lines = shown.splitlines()
    start = lines.index("reference   ذهب هذا الطفل")
    for line, word in zip(lines[start + 1 :], best.reference.words, strict=False):
        mark, cost, last = line.split()
        assert mark == ("≈" if word.text == "الطفل" else "=")
        assert cost == f"−{word.lost:.3f}"
        assert last == word.text
    # Numbers after such words would change places with them.
    (above,) = (k for k, line in enumerate(lines) if "↔" in line)
    assert lines[above - 2] == ""
    assert lines[above].split() == ["≈", "الطفل", "↔", "الولد"]
    assert lines[above + 1].startswith("    1.000 at similarity 0.80: synonyms (")


def test_leftward_texts_are_as_long_as_the_paper_is_wide() -> None:
    explanation = TeslaX(lang="he").explain("ספר טוב " * 12, "ספר ישן " * 12)
    lines = text(explanation, 40).partition("signature")[0].splitlines()
    assert max(map(count_columns, lines)) <= 40


def test_one_leftward_word_is_enough() -> None:
    shown = text(TeslaX(lang="en").explain("He said שלום 3 times.", "He said שלום twice."))
    assert shown.splitlines()[2:4] == [
        "reference   He said שלום twice.",
        "            =         He",
    ]


def test_parts_of_a_word_are_shown_as_such() -> None:
    shown = text(TeslaX(lang="de").explain("Ein Autobahnkreuz.", "Das Autobahnkreuz."))
    assert "reference   Das    Auto· Bahn· Kreuz\n" in shown

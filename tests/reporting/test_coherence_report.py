"""Coherence as text, as JSON and in one line."""

import json

import pytest
from explained_texts import coherence, explanation

from tesla_metrics import UsageError
from tesla_metrics.reporting.annotations import render_coherence
from tesla_metrics.reporting.explanations import ExplainedSegment, render_explanation_list
from tesla_metrics.reporting.terminal import TerminalStyle, count_columns


def test_all_of_it_is_told() -> None:
    shown = render_explanation_list([ExplainedSegment(explanation())], "text", TerminalStyle(100))
    for line in (
        "relations, and what they add to the margin",
        "  1  Contingency.Cause: Explicit because  +0.086",
        "     [The dam broke]₁ {because} [the rain went on]₂",
        "role matrix of the terms with the largest shares: sentence, roles, share",
        "features with the largest shares",
        "  EntRel.Arg1→EntRel.Arg2    0.0128 × 6.167 = +0.079",
        "signature  dicomer|lang:en",
    ):
        assert line in shown.splitlines()


def test_what_it_is_made_of_adds_up() -> None:
    told = coherence()
    lines = [line.split() for line in render_coherence(told, TerminalStyle(100))]
    made = lines[lines.index(["made", "of"]) + 1 :]
    parts = [float(line[-1].replace("−", "-")) for line in made[:2]]
    assert sum(parts) == pytest.approx(told.margin, abs=0.002)
    assert made[2] == ["margin", f"{told.margin:.3f}"]
    assert made[3][:2] == ["score", f"{told.score:.4f}"]


def test_lines_are_as_wide_as_the_paper() -> None:
    # A name is not broken.
    assert max(map(count_columns, render_coherence(coherence(), TerminalStyle(60)))) <= 60


def test_json_has_spans_pieces_and_shares() -> None:
    (record,) = json.loads(
        render_explanation_list([ExplainedSegment(explanation())], "json", TerminalStyle(100))
    )
    assert record["held"] == "nothing"
    assert record["against"] == []
    own = record["coherence"]
    because = own["relations"][0]
    assert because["connective_tokens"] == [[3, 3]]
    assert because["pieces"][2] == {"text": "because", "parts": ["connective"]}
    assert own["sentences"][1] == ["Repairs", "of", "the", "dam", "began"]
    cells = sum(cell["share"] for term in own["terms"] for cell in term["cells"])
    assert own["of_nil"] + cells == pytest.approx(own["margin"], abs=1e-9)


def test_in_few_words() -> None:
    first, second = str(explanation()).splitlines()
    assert first.startswith("dicomer 0.")
    assert second.startswith("margin +0.538")
    assert "5 relations" in second


def test_the_best_of_nothing_is_refused() -> None:
    with pytest.raises(UsageError, match="compares the hypothesis with nothing"):
        explanation().best  # noqa: B018

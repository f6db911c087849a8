"""Scores as people and programs read them."""

import json

import pytest

from tesla_metrics.metrics.score import Score, Signature
from tesla_metrics.reporting.scores import ScoreLayout, render_scores


def made(metric: str, value: float, *segments: float) -> Score:
    return Score(metric, value, segments, Signature(metric, (("v", "1"),)))


SCORES = [
    ("a", made("m", 0.25, 0.125, 0.375)),
    ("a", made("n", 1 / 3, 0.1, 0.2)),
    ("b", made("m", 0.5, 0.5, 0.5)),
    ("b", made("n", 0.75, 0.7, 0.8)),
]


def test_json() -> None:
    records = json.loads(render_scores(SCORES, "json"))
    assert records[1] == {
        "system": "a",
        "metric": "n",
        "score": 1 / 3,
        "higher_is_better": True,
        "signature": "n|v:1",
    }
    records = json.loads(render_scores(SCORES, "json", ScoreLayout(with_segments=True)))
    assert [record["segments"] for record in records] == [list(s.segments) for _, s in SCORES]


def test_tsv() -> None:
    lines = render_scores(SCORES, "tsv").splitlines()
    assert lines[2] == f"a\tn\t{1 / 3!r}\tn|v:1"
    assert len(lines) == 5
    lines = render_scores(SCORES, "tsv", ScoreLayout(with_segments=True)).splitlines()
    assert lines == [
        "system\tsegment\tm\tn",
        "a\t1\t0.125\t0.1",
        "a\t2\t0.375\t0.2",
        "b\t1\t0.5\t0.7",
        "b\t2\t0.5\t0.8",
    ]


def test_latex_has_a_column_a_metric() -> None:
    lines = render_scores(SCORES, "latex").splitlines()
    assert lines[:2] == ["% m|v:1", "% n|v:1"]
    assert r"a & 0.2500 & 0.3333 \\" in lines
    assert r"b & 0.5000 & 0.7500 \\" in lines


def test_markdown_has_a_column_a_metric() -> None:
    lines = render_scores(SCORES, "markdown").splitlines()
    assert lines[0] == "| system | m | n |"
    assert "| a | 0.2500 | 0.3333 |" in lines
    assert lines[-2:] == [r"- m\|v:1", r"- n\|v:1"]


@pytest.mark.parametrize("style", ["text", "latex", "markdown"])
def test_segments_come_before_systems(style: str) -> None:
    text = render_scores(SCORES, style, ScoreLayout(with_segments=True))
    segments, systems = text.split("\n\n", 1)
    assert "segment" in segments
    assert "segment" not in systems
    assert systems == render_scores(SCORES, style)

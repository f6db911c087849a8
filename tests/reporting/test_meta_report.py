"""Tables of `tesla meta`, from numbers that are known."""

import json
from typing import Any

import numpy as np
import pytest
from judged.tracks import make_track

from tesla_metrics.evaluation.judgments import Track
from tesla_metrics.evaluation.measures import MEASURES
from tesla_metrics.evaluation.meta import Evaluation, MeasureBlock, MetricResult
from tesla_metrics.evaluation.metric_comparison import MetricDifference
from tesla_metrics.reporting.meta import render_meta

RANKED = make_track(3, 5, rankings=[(0, 0, 1, 1), (0, 1, 0, -1), (1, 2, 0, 0)])
SCORED = make_track(3, 5, segment_scores=np.eye(3, 5), system_scores=np.arange(3.0), pair="fr-en")
NAN = float("nan")
DIFFERENCE = MetricDifference("a_b", "other", "bootstrap", 0.25, 0.0123, 0.99, (0.125, 0.375))
BLOCK = MeasureBlock(
    "set",
    MEASURES["consistency"],
    ("de-en", "fr-en"),
    (
        MetricResult("a_b", (0.75, 0.5), 0.625, 1, (0.5, 0.75)),
        MetricResult("other", (0.25, NAN), NAN),
    ),
    (DIFFERENCE,),
)
TIES = {("set/de-en", "a_b"): 0.125}


def render(style: str, test: str = "bootstrap", differences: bool = False) -> str:
    evaluation = Evaluation((BLOCK,), test, 100, 7, TIES)
    tracks: list[Track] = [RANKED, SCORED]
    return render_meta(
        tracks, evaluation, ["a_b|v:1"], ["1 left out"], style, with_differences=differences
    )


def cells(line: str) -> list[str]:
    return line.split()


def test_text() -> None:
    lines = render("text").splitlines()
    assert cells(lines[2]) == ["set/de-en", "3", "5", "1", "3", "1", "3", "-", "1.000"]
    assert cells(lines[3]) == ["set/fr-en", "3", "5", "1", "-", "-", "-", "15", "-"]
    start = lines.index("set · consistency")
    head = ["metric", "de-en", "fr-en", "mean", "95", "%", "of", "samples", "cluster"]
    assert cells(lines[start + 1]) == head
    row = ["a_b", "0.7500", "0.5000", "0.6250", "0.5000", "…", "0.7500", "1"]
    assert cells(lines[start + 2]) == row
    assert cells(lines[start + 3]) == ["other", "0.2500", "-", "-"]
    assert MEASURES["consistency"].description in lines
    ties = lines.index("Pairs that a metric ties, human ties left out")
    assert cells(lines[ties + 2]) == ["a_b", "0.1250"]
    assert "Differences" not in lines
    assert lines[-1] == "a_b|v:1"
    assert lines[-2].startswith("fewer than 20 segments in set/de-en, set/fr-en")
    assert "100 samples, seed 7" in lines[-3]


def test_differences() -> None:
    lines = render("text", differences=True).splitlines()
    start = lines.index("Differences")
    row = "set consistency mean a_b other +0.2500 +0.1250 … +0.3750 0.0123"
    assert cells(lines[start + 2]) == row.split()


@pytest.mark.parametrize(("test", "fact"), [("none", ""), ("williams", "Williams' test")])
def test_settings(test: str, fact: str) -> None:
    text = render("text", test)
    assert "samples, seed" not in text
    assert fact in text


def test_markdown_and_latex() -> None:
    text = render("markdown")
    assert "### set · consistency\n\n| metric | de-en |" in text
    assert r"| a\_b | 0.7500 |" in text
    assert r"- a\_b\|v:1" in text
    text = render("latex")
    assert "% set · consistency\n" in text
    assert r"a\_b & 0.7500 & 0.5000 & 0.6250" in text
    assert text.endswith("% a_b|v:1\n")
    assert all(line.startswith("%") for line in text.splitlines()[-3:])


def test_tsv() -> None:
    assert [line.split("\t") for line in render("tsv").splitlines()] == [
        ["set", "pair", "measure", "metric", "value", "low", "high", "cluster"],
        ["set", "de-en", "consistency", "a_b", "0.75", "", "", ""],
        ["set", "fr-en", "consistency", "a_b", "0.5", "", "", ""],
        ["set", "mean", "consistency", "a_b", "0.625", "0.5", "0.75", "1"],
        ["set", "de-en", "consistency", "other", "0.25", "", "", ""],
        ["set", "fr-en", "consistency", "other", "nan", "", "", ""],
        ["set", "mean", "consistency", "other", "nan", "", "", ""],
    ]


def test_json() -> None:
    record: dict[str, Any] = json.loads(render("json"))
    (block,) = record["blocks"]
    assert block["rows"][1] == {
        "metric": "other",
        "values": [0.25, None],
        "mean": None,
        "interval": None,
        "cluster": None,
    }
    assert block["differences"] == [
        {
            "a": "a_b",
            "b": "other",
            "test": "bootstrap",
            "track": None,
            "difference": 0.25,
            "interval": [0.125, 0.375],
            "share": 0.99,
            "p_value": 0.0123,
        }
    ]
    assert record["ties"] == [{"track": "set/de-en", "metric": "a_b", "share": 0.125}]
    assert (record["signatures"], record["skipped"]) == (["a_b|v:1"], ["1 left out"])
    ranked, scored = record["tracks"]
    assert (ranked["rankings"], ranked["segment_scores"], ranked["system_scores"]) == (3, 0, False)
    assert ranked["agreement"]["between_judges"]["observed"] == 1.0
    assert ranked["agreement"]["within_judges"] is None
    # One of three judgments is a tie.
    assert ranked["agreement"]["expected_from_counts"] == pytest.approx(1 / 3)
    assert (scored["rankings"], scored["segment_scores"], scored["system_scores"]) == (0, 15, True)
    assert "agreement" not in scored

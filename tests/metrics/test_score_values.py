"""A score in JSON, in data frames and in notebooks."""

import json
import sys
from typing import Any

import pytest

from tesla_metrics import Bleu, Evaluation, ResourceError, Score, TeslaX, UsageError, compare
from tesla_metrics.evaluation.measures import MEASURES
from tesla_metrics.evaluation.meta import MeasureBlock, MetricResult
from tesla_metrics.metrics.score import Signature

HYP = ["the kettle sings", "a lamp is lit"]
REF = ["the kettle whistles", "someone lit a lamp"]
CLOSE = ["the kettle whistles", "someone lit the lamp"]


def test_json() -> None:
    for metric in (TeslaX(lang="en"), Bleu(lang="en")):
        score = metric.score(HYP, REF)
        found = json.loads(json.dumps(score.to_dict()))
        assert found["metric"] == metric.name
        assert found["score"] == score.score
        assert found["segments"] == list(score.segments)
        assert found["signature"] == str(score.signature)
        assert found["higher_is_better"] is True
        assert "segments" not in score.to_dict(segments=False)


@pytest.mark.integrations
@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_frames(package: str) -> None:
    pytest.importorskip(package)
    score = TeslaX(lang="en").score(HYP, REF)
    frame: Any = score.to_frame(package)
    assert list(frame.columns) == ["segment", "score"]
    assert frame["segment"].to_list() == [1, 2]
    assert frame["score"].to_list() == list(score.segments)


@pytest.mark.integrations
@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_frames_of_comparisons(package: str) -> None:
    pytest.importorskip(package)
    found = compare({"a": HYP * 15, "b": CLOSE * 15}, REF * 15, [Bleu()])
    frame: Any = found.to_frame(package)
    assert frame["system"].to_list() == ["b", "a"]
    assert frame["score"].to_list() == [standing.score for standing in found.standings]


@pytest.mark.integrations
@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_frames_of_pairs(package: str) -> None:
    pytest.importorskip(package)
    found = compare({"a": HYP * 15, "b": CLOSE * 15}, REF * 15, [Bleu()])
    frame: Any = found.to_frame(package, of="pairs")
    assert frame["better"].to_list() == ["b"]
    assert frame["difference"].to_list() == [found.pairs[0].difference]


def test_frames_without_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    score = Bleu().score(HYP, REF)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ResourceError, match=r"pandas cannot be imported .*: pip install pandas"):
        score.to_frame()
    with pytest.raises(UsageError, match="unknown package 'spark'"):
        score.to_frame("spark")


@pytest.mark.filterwarnings("ignore:.*do not look aligned")
def test_notebooks() -> None:
    shown = Score("m<1>", 0.25, (0.0, 0.5), Signature("m<1>", ()))._repr_html_()
    assert "<td>m&lt;1&gt;</td>" in shown
    assert "<td>0.2500</td>" in shown
    table = compare({"<a>": HYP * 15, "b": HYP[::-1] * 15}, REF * 15, [Bleu()])._repr_html_()
    assert "<td>&lt;a&gt;</td>" in table
    assert "30 segments, 95 % intervals" in table
    assert "<th>p_holm</th><th>significant</th><th>better</th>" in table
    assert "<td>bootstrap</td><td>&lt;a&gt;</td><td>b</td>" in table
    measure = next(iter(MEASURES.values()))
    block = MeasureBlock("wmt", measure, ("de-en",), (MetricResult("m", (float("nan"),), 0.5),))
    evaluation = Evaluation((block,), "none", 1, 1)
    assert "<td>wmt</td>" in evaluation._repr_html_()
    (only,) = json.loads(json.dumps(evaluation.to_dict(), allow_nan=False))["blocks"]
    assert only["rows"] == [
        {"metric": "m", "values": [None], "mean": 0.5, "cluster": None, "interval": None}
    ]


def test_numbers() -> None:
    score = Score("m", 0.25764, (0.25764,), Signature("m", ()))
    assert f"{score:.3f}" == "0.258"
    assert f"{score:>8.2%}" == "  25.76%"
    assert f"{score}" == str(score)
    assert (round(score, 2), round(score)) == (0.26, 0)


def test_comparisons_in_words() -> None:
    found = compare({"a": HYP * 15, "b": CLOSE * 15, "c": HYP * 15}, REF * 15, [Bleu()])
    title, *lines = str(found).splitlines()
    assert title == "30 segments, 95 % intervals"
    assert len(lines) == 3 + 3
    assert lines[0].startswith("bleu 1. b: ")
    assert lines[3].startswith("bleu a - b: -")
    assert lines[3].endswith(", b is better")
    assert lines[4].endswith("bootstrap p 1.0000, no significant difference")
    with pytest.raises(UsageError, match="unknown table 'segments': choose from standings, pairs"):
        found.to_frame(of="segments")

"""A score in JSON, in data frames and in notebooks."""

import json
import sys
from typing import Any

import pytest

from tesla_metrics import Bleu, Evaluation, ResourceError, Score, TeslaX, UsageError, compare
from tesla_metrics.judging.measures import MEASURES
from tesla_metrics.judging.meta import MeasureBlock, Row
from tesla_metrics.metrics.signature import Signature

HYP = ["the kettle sings", "a lamp is lit"]
REF = ["the kettle whistles", "someone lit a lamp"]


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
    frame: Any = compare({"a": HYP * 15, "b": REF * 15}, REF * 15, [Bleu()]).to_frame(package)
    assert frame["system"].to_list() == ["b", "a"]
    assert frame["score"].to_list()[0] == pytest.approx(100)


def test_frames_without_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    score = Bleu().score(HYP, REF)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ResourceError, match=r"pandas cannot be imported .*: pip install pandas"):
        score.to_frame()
    with pytest.raises(UsageError, match="unknown package 'spark'"):
        score.to_frame("spark")


def test_notebooks() -> None:
    shown = Score("m<1>", 0.25, (0.0, 0.5), Signature("m<1>", ()))._repr_html_()
    assert "<td>m&lt;1&gt;</td>" in shown
    assert "<td>0.2500</td>" in shown
    table = compare({"<a>": HYP * 15, "b": HYP[::-1] * 15}, REF * 15, [Bleu()])._repr_html_()
    assert "<td>&lt;a&gt;</td>" in table
    assert "30 segments, 95 % intervals" in table
    measure = next(iter(MEASURES.values()))
    block = MeasureBlock("wmt", measure, ("de-en",), (Row("m", (float("nan"),), 0.5),))
    evaluation = Evaluation((block,), "none", 1, 1)
    assert "<td>wmt</td>" in evaluation._repr_html_()
    (only,) = json.loads(json.dumps(evaluation.to_dict(), allow_nan=False))["blocks"]
    assert only["rows"] == [
        {"metric": "m", "values": [None], "mean": 0.5, "cluster": None, "interval": None}
    ]

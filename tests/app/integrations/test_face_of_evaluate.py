"""Hugging Face's evaluate, offline."""

import warnings
from pathlib import Path
from typing import Any

import pytest

from tesla_metrics import Bleu, TeslaX

pytestmark = pytest.mark.integrations
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its own imports warn of one another
    evaluate = pytest.importorskip("evaluate")
    from tesla_metrics.app.integrations.evaluate import EvaluateMetric

HYP = ["The tram stops here.", "Three tickets are left."]
REF = ["The tram stops there.", "There are three tickets left."]
LISTS = [["The tram stops there.", "A tram halts."], ["There are three tickets left."]]


@pytest.fixture
def make(tmp_path: Path) -> Any:
    return lambda *given, **options: EvaluateMetric(*given, cache_dir=str(tmp_path), **options)


def test_compute(make: Any) -> None:
    metric = make("tesla-x", lang="en")
    assert isinstance(metric, evaluate.Metric)
    assert metric.compute(predictions=HYP, references=REF) == (
        TeslaX(lang="en").score(HYP, REF).to_dict()
    )
    expected = TeslaX(lang="en").score(HYP, LISTS, references_by="segment").to_dict()
    assert metric.compute(predictions=HYP, references=LISTS, jobs=2) == expected
    peer = make(Bleu()).compute(predictions=HYP, references=LISTS)
    assert peer["score"] == Bleu().score(HYP, LISTS, references_by="segment").score


def test_square_references_belong_to_segments(make: Any) -> None:
    square = [["the train", "a train"], ["the map", "a map"]]
    found = make("chrf").compute(predictions=["the train", "a map"], references=square)
    assert found["score"] == 100


def test_batches(make: Any) -> None:
    metric = make("tesla-x", lang="en")
    for start in (0, 1):
        part = slice(start, start + 1)
        metric.add_batch(predictions=HYP[part], references=LISTS[part])
    expected = TeslaX(lang="en").score(HYP, LISTS, references_by="segment")
    assert metric.compute()["score"] == expected.score
    for hypothesis, references in zip(HYP, REF, strict=True):
        metric.add(prediction=hypothesis, reference=references)
    assert metric.compute()["score"] == TeslaX(lang="en").score(HYP, REF).score


def test_files(make: Any, tmp_path: Path) -> None:
    assert make("bleu").compute(predictions=HYP, references=REF)["metric"] == "bleu"
    assert not list(tmp_path.iterdir())
    metric = make("tesla-x", lang="en", keep_in_memory=False, experiment_id="one")
    assert metric.compute(predictions=HYP, references=REF)["metric"] == "tesla-x"


def test_combined(make: Any) -> None:
    both = evaluate.combine([make("tesla-x", lang="en"), make("chrf")])
    found = both.compute(predictions=HYP, references=REF)
    assert found["tesla-x_score"] == TeslaX(lang="en").score(HYP, REF).score
    assert found["chrf_metric"] == "chrf"


def test_what_it_says_of_itself(make: Any) -> None:
    metric = make("chrf")
    assert metric.name == "chrf"
    assert "predictions" in metric.inputs_description
    with pytest.raises(ValueError, match="Mismatch in the number"):
        metric.compute(predictions=HYP, references=REF[:1])

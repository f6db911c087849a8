"""Metrics by name."""

from typing import Any

import pytest

import tesla_metrics
from tesla_metrics import Bleu, MaxSim, TeslaM, UsageError, make_metric, metric_names
from tesla_metrics.metrics.registry import get_explainable_names, get_metric_class
from tesla_metrics.metrics.segment_metric import can_explain


def test_every_name_makes_its_metric() -> None:
    assert metric_names() == [
        "tesla-x",
        "tesla-m",
        "maxsim",
        "tesla-b",
        "tesla-f",
        "tesla-celab",
        "tesla-celab-",
        "tesla-s",
        "tesla-n",
        "pem",
        "dicomer",
        "cremer",
        "bleu",
        "chrf",
        "chrf++",
        "ter",
        "rouge-1",
        "rouge-2",
        "rouge-su4",
        "rouge-l",
    ]
    files: dict[str, dict[str, Any]] = {
        "tesla-b": {"tables": ["en-fr.table"]},
        "tesla-f": {"model": "en.model"},
    }
    for name in metric_names():
        assert make_metric(name, lang="en", **files.get(name, {})).name == name


def test_options_go_where_they_belong() -> None:
    options = {"lang": "en", "alpha": 0.5}
    own = make_metric("tesla-m", **options, discount=0.3)
    assert own == TeslaM(lang="en", alpha=0.5, discount=0.3)
    assert make_metric("maxsim", **options) == MaxSim(lang="en", alpha=0.5)
    with pytest.raises(UsageError, match="maxsim has no option 'discount'"):
        make_metric("maxsim", **options, discount=0.3)


def test_unknown() -> None:
    with pytest.raises(UsageError, match=r"unknown metric 'maxsin': did you mean maxsim\?"):
        make_metric("maxsin", lang="en")
    with pytest.raises(UsageError, match=r"choose from tesla-x, tesla-m, maxsim, tesla-b"):
        make_metric("", lang="en")


def test_public_names() -> None:
    for name in dir(tesla_metrics):
        assert getattr(tesla_metrics, name) is not None
    with pytest.raises(AttributeError, match="Nonsense"):
        _ = tesla_metrics.Nonsense  # type: ignore[attr-defined]


HYP = ["the kettle sings", "a lamp is lit", "it rains"] * 8
REF = ["the kettle whistles", "someone lit a lamp", "it rains"] * 8


def test_score_passes_all_on() -> None:
    asked: dict[str, Any] = {"confidence": 0.9, "samples": 50, "seed": 3}
    found = tesla_metrics.score(HYP, REF, lang="en", metric="tesla-m", **asked)
    assert found == TeslaM(lang="en").score(HYP, REF, **asked)
    assert found.confidence is not None
    assert (found.confidence.samples, found.confidence.seed) == (50, 3)
    usual = tesla_metrics.score(HYP, REF, metric="bleu", confidence=0.95)
    assert usual == Bleu().score(HYP, REF, confidence=0.95)


@pytest.mark.parametrize("metric", [["bleu", "chrf"], Bleu(), None])
def test_score_takes_one_name(metric: Any) -> None:
    with pytest.raises(
        UsageError, match="give one name, such as 'tesla-x'; for several metrics use comp"
    ):
        tesla_metrics.score(HYP, REF, metric=metric)


def test_unknown_names_of_texts() -> None:
    with pytest.raises(TypeError):
        tesla_metrics.score(predictions=HYP, references=REF)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    "wrong", [{"confidence": "0.9"}, {"samples": 10.5}, {"seed": -1}, {"confidence": 1}]
)
def test_numbers_of_intervals(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="give a"):
        tesla_metrics.score(HYP, REF, metric="bleu", **{"confidence": 0.9, **wrong})


def test_which_explain_is_known_without_loading_them() -> None:
    assert get_explainable_names() == [
        name for name in metric_names() if can_explain(get_metric_class(name))
    ]

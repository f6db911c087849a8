"""Every hypothesis against every reference: the same as scoring pair by pair."""

import random
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from cores import PLAIN

from tesla_metrics import MaxSim, Sentence, TeslaError, TeslaM, TeslaWarning, Token, make_metric
from tesla_metrics.core.encoding import session
from tesla_metrics.files.item import Segment
from tesla_metrics.metrics.base import Metric
from tesla_metrics.native import load_native

HYP = ["The farmer sold two brown cows.", "", "Snow fell on the quiet village.", "cows — cows"]
REF = ["The farmer has sold both brown cows.", "It snowed in the silent village.", "", " ", "cows"]
METRICS = [
    pytest.param(TeslaM(lang="en"), id="tesla-m"),
    pytest.param(MaxSim(lang="en", order=2), id="maxsim"),
    pytest.param(TeslaM(lang="ja", multi="max"), id="ja"),
    pytest.param(TeslaM(lang="en", discount=0.123456789), id="no-native-units"),
    pytest.param(make_metric("bleu", lang="en"), id="bleu"),
    pytest.param(make_metric("chrf", lang="en"), id="chrf"),
]


@pytest.fixture(params=["native", "plain"], autouse=True)
def core(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "plain":
        monkeypatch.setattr(session, "_default", PLAIN)
    elif load_native() is None:
        pytest.skip("no native core is built, or TESLA_PURE is set")


def check(
    metric: Metric[Any], hypotheses: Sequence[Segment], references: Sequence[Segment]
) -> None:
    found = metric.matrix(hypotheses, references)
    assert isinstance(found, np.ndarray)
    assert found.dtype == np.float64
    assert found.shape == (len(hypotheses), len(references))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TeslaWarning)  # empty references are welcome here
        for row, hypothesis in zip(found.tolist(), hypotheses, strict=True):
            for value, reference in zip(row, references, strict=True):
                (expected,) = metric.score([hypothesis], [reference]).segments
                assert value == pytest.approx(expected, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("metric", METRICS)
def test_pair_by_pair(metric: Metric[Any]) -> None:
    check(metric, HYP, REF)
    check(metric, HYP, HYP)
    check(metric, tuple(HYP[:1]), REF)
    check(metric, HYP, tuple(REF[:1]))
    check(metric, [""], [""])


@pytest.mark.parametrize("metric", METRICS)
def test_jobs_change_nothing(metric: Metric[Any]) -> None:
    rng = random.Random(1)
    words = " ".join(HYP + REF).split()
    texts = [" ".join(rng.choices(words, k=rng.randint(0, 9))) for _ in range(37)]
    one = metric.matrix(texts, texts[:7])
    for jobs in (2, 5):
        assert np.array_equal(metric.matrix(texts, texts[:7], jobs=jobs), one)
    assert len(np.unique(one)) > 20


@pytest.mark.parametrize("metric", METRICS)
def test_analysed_sentences(metric: Metric[Any]) -> None:
    def sentence(text: str) -> Sentence:
        tags = "NOUN VERB DET".split()
        tokens = (Token(w, w.lower(), tags[len(w) % 3]) for w in text.split())
        return Sentence(text, tuple(tokens))

    check(metric, [sentence(text) for text in HYP], [sentence(text) for text in REF])


@pytest.mark.parametrize("metric", METRICS)
def test_what_is_no_list_of_texts_is_refused(metric: Metric[Any]) -> None:
    wrong: list[object] = [[], "abc", [3], ["a", 3], None, ["a", Sentence("a", ())]]
    for segments in wrong:
        with pytest.raises(TeslaError, match="hypotheses"):
            metric.matrix(segments, ["a"])  # type: ignore[arg-type]
        with pytest.raises(TeslaError, match="references"):
            metric.matrix(["a"], segments)  # type: ignore[arg-type]

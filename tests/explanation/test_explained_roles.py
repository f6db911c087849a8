"""Roles explained: shares add up, prices are slopes, and flows say who did what."""

from pathlib import Path

import numpy as np
import pytest
from app.cli.running import core
from explained import explained
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from toy_roles import toy_reader

from tesla_metrics import Sentence, TeslaF, Token
from tesla_metrics.core.encoding import role_codes
from tesla_metrics.core.encoding.session import default_session
from tesla_metrics.explanation.explanation import Feature
from tesla_metrics.metrics.tesla_f_model import (
    FeatureSettings,
    TeslaFModel,
    build_features,
    write_tesla_f,
)

WORDS = "the dog man doctor physician chased saw was by protection . quickly 12 Hello".split()
TEXT = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
NAMES = ["roles:predicates", "roles:heads", "roles:pairs", "roles:tuples", "roles:nouns"]

pytestmark = pytest.mark.filterwarnings("ignore:.*are empty:tesla_metrics.TeslaWarning")


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(role_codes, "_make_reader", toy_reader)


def metric(folder: Path, **weights: float) -> TeslaF:
    chosen = FeatureSettings(lang="en")
    columns = build_features("roles", chosen, {}, {}, default_session()).columns
    own = {f"roles:{name}": weight for name, weight in weights.items()}
    path = folder / "roles.model"
    write_tesla_f(path, TeslaFModel(chosen, "roles", dict.fromkeys(columns, 0.0) | own, {}))
    return TeslaF(lang="en", model=str(path))


def features(metric: TeslaF, *texts: str) -> dict[str, Feature]:
    (one,) = explained(metric, *texts).against
    return {feature.name: feature for feature in one.features if feature.kind == "roles"}


@pytest.mark.parametrize("which", ["native", "python"])
@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(hypothesis=TEXT, reference=TEXT)
def test_shares(tmp_path: Path, which: str, hypothesis: str, reference: str) -> None:
    with core(which):
        own = metric(tmp_path, predicates=0.5, heads=1.0, pairs=1.0, tuples=2.0, nouns=0.3)
        explained(own, hypothesis, reference)


def test_flows_say_who_did_what(tmp_path: Path) -> None:
    own = metric(tmp_path, tuples=1.0)
    found = features(own, "The man was chased by the physician.", "The doctor chased the man.")
    assert list(found) == NAMES
    flows = {flow.reference: flow for flow in found["roles:tuples"].matched}
    assert flows["ARG0 of chased: doctor"].hypothesis == "ARG0 of chased: physician"
    assert [one.kind for one in flows["ARG0 of chased: doctor"].reasons] == ["form", "synonym"]
    assert flows["ARG1 of chased: man"].hypothesis == "ARG1 of chased: man"
    assert flows["ARG1 of chased: man"].hypothesis_words == (3, 1)
    assert [flow.reference for flow in found["roles:predicates"].matched] == ["chased"]
    heads = {flow.reference for flow in found["roles:heads"].matched}
    assert heads == {"ARG0: doctor", "ARG1: man"}
    pairs = {flow.reference for flow in found["roles:pairs"].matched}
    assert pairs == {"chased: doctor", "chased: man"}


def test_reversed_roles_fall_on_their_words(tmp_path: Path) -> None:
    own = metric(tmp_path, tuples=1.0)
    (one,) = explained(own, "The man chased the dog.", "The dog chased the man.").against
    assert one.score == 0
    lost = {word.text: word.lost for word in one.hypothesis.words if word.lost}
    assert set(lost) == {"man", "dog", "chased"}


def test_words_after_the_first_sentence_are_found(tmp_path: Path) -> None:
    own = metric(tmp_path, tuples=1.0)
    texts = "Hello, dog! The dog chased the man.", "Hello. The dog chased the doctor."
    (one,) = explained(own, *texts).against
    assert [word.text for word in one.reference.words if word.lost > 0.01] == ["chased", "doctor"]


def test_prices_are_slopes(tmp_path: Path) -> None:
    own = metric(tmp_path, predicates=1.0)
    texts = "The dog chased the man.", "The dog chased the man. The man saw the dog."
    (saw,) = [
        one for one in features(own, *texts)["roles:predicates"].reference if one.text == "saw"
    ]
    x = sum(one.weight for one in features(own, *texts)["roles:predicates"].reference)
    y = x - saw.weight

    def value(more: float) -> float:
        return (y + more) / (0.8 * x + 0.2 * (y + more))

    e = 1e-6
    assert saw.price == pytest.approx((value(e) - value(0)) / e, abs=1e-4)


def test_given_analyses(tmp_path: Path) -> None:
    x, y = (
        Sentence(text, tuple(Token(form, form, "NOUN", "NN") for form in text.split()))
        for text in ("the protection dog", "dog protection")
    )
    own = metric(tmp_path, nouns=1.0)
    (one,) = own.explain(y, x).against
    assert one.score == pytest.approx(own.score([y], [x]).segments[0], abs=1e-9)
    assert np.isfinite(one.lost)

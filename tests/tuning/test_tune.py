"""Tuning on fixed lists: what it promises is what a fresh score finds."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tesla_metrics import Bleu, Chrf, InputError, Metric, Ter, TeslaM, UsageError, tune
from tesla_metrics.nbest.nbest import Nbest
from tesla_metrics.nbest.weights import Weights
from tesla_metrics.tuning.start import decoders_weights
from tesla_metrics.tuning.tune import METHODS

WORDS = "a the small old cat dog bird sat ran sang here there on under mat tree today .".split()
OWN = np.array([0.5, 1.0, -0.25])


def toy(lists: int = 15, count: int = 8, seed: int = 0) -> tuple[Nbest, list[str]]:
    """References, and candidates of which a third of the words are others."""
    random = np.random.default_rng(seed)
    references, texts, wrong = [], [], []
    for _ in range(lists):
        line = random.choice(WORDS, 8)
        references.append(" ".join(line))
        for _ in range(count):
            changed = random.random(8) < random.uniform(0, 0.7)
            texts.append(" ".join(np.where(changed, random.choice(WORDS, 8), line)))
            wrong.append(changed.sum())
    features = random.normal(size=(len(texts), 3)) * 2
    features[:, 0] -= np.array(wrong)
    starts = np.arange(0, len(texts) + 1, count)
    nbest = Nbest(tuple(range(lists)), starts, texts, ("lm_0", "tm_0", "w_0"), features)
    return replace(nbest, scores=features @ OWN), references


NBEST, REFERENCES = toy()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "metric", [TeslaM(lang="en"), Bleu(force=True), Ter(), Chrf()], ids=lambda metric: metric.name
)
def test_the_value_is_that_of_a_fresh_score(metric: Metric[Any], method: str) -> None:
    found = tune(NBEST, REFERENCES, metric, restarts=1, method=method)
    texts = [NBEST.texts[place] for place in found.chosen]
    fresh = metric.score(texts, REFERENCES)
    assert found.value == pytest.approx(fresh.score, abs=1e-9)
    assert str(found.signature) == str(fresh.signature)
    before = metric.score(NBEST.texts[::8], REFERENCES).score
    assert found.first_value == pytest.approx(before, abs=1e-9)
    sign = 1 if metric.higher_is_better else -1
    assert sign * found.oracle_value >= sign * found.value
    assert sign * found.value > sign * found.start_value or method == "svm"


def test_weights_add_up_to_1_and_choose_what_is_said() -> None:
    found = tune(NBEST, REFERENCES, Bleu(force=True), restarts=1)
    assert sum(map(abs, found.weights.values)) == pytest.approx(1)
    scores = NBEST.features @ found.weights.of(NBEST.names)
    assert tuple(scores.reshape(-1, 8).argmax(axis=1) + NBEST.starts[:-1]) == found.chosen


def test_it_starts_at_the_decoders_own_weights() -> None:
    assert decoders_weights(NBEST) == pytest.approx(OWN)
    found = tune(NBEST, REFERENCES, Bleu(force=True), restarts=0)
    assert found.start.values == pytest.approx(OWN)


@pytest.mark.parametrize("scores", [None, np.random.default_rng(1).normal(size=len(NBEST.texts))])
def test_where_scores_do_not_tell_them_it_starts_at_1(scores: Any) -> None:
    found = tune(replace(NBEST, scores=scores), REFERENCES, Bleu(force=True), restarts=0)
    assert found.start.values == (1, 1, 1)


def test_features_that_always_differ_in_step_leave_weights_open() -> None:
    doubled = replace(
        NBEST, names=("a", "b", "c", "d"), features=np.column_stack([NBEST.features, np.ones(120)])
    )
    assert decoders_weights(doubled) == pytest.approx([*OWN, 0])


def test_bounds_hold_and_weights_keep_their_scale() -> None:
    found = tune(
        NBEST, REFERENCES, Bleu(force=True), restarts=1, bounds={"tm_0": (2.0, 3.0)}, fixed=["w_0"]
    )
    assert 2 <= found.weights.values[1] <= 3
    assert found.weights.values[2] == found.start.values[2] == pytest.approx(-0.25)


def test_bounds_at_0_allow_any_scale() -> None:
    bounds = {"lm_0": (0.0, np.inf), "w_0": (-np.inf, 0.0)}
    found = tune(NBEST, REFERENCES, Chrf(), restarts=1, bounds=bounds)
    assert sum(map(abs, found.weights.values)) == pytest.approx(1)
    assert found.weights.values[0] >= 0 >= found.weights.values[2]


def test_the_same_seed_gives_the_same_weights() -> None:
    first, again = (tune(NBEST, REFERENCES, TeslaM(lang="en"), jobs=jobs) for jobs in (1, 2))
    assert first.weights == again.weights


def test_more_references_than_lists_count_for_nothing() -> None:
    more = [*REFERENCES, "one more"]
    assert tune(NBEST, more, Ter(), restarts=0) == tune(NBEST, REFERENCES, Ter(), restarts=0)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"bounds": {"lm_1": (0, 1)}}, "no feature is called 'lm_1': did you mean lm_0?"),
        ({"fixed": ["speed"]}, "no feature is called 'speed': there are lm_0, tm_0, w_0"),
        ({"bounds": {"lm_0": (1, 0)}}, "leave nothing"),
        ({"start": Weights(NBEST.names, (5, 1, 1)), "bounds": {"lm_0": (0, 1)}}, "outside its"),
        ({"method": "mira"}, "choose from mert, svm"),
        ({"method": "svm", "fixed": ["w_0"]}, "knows no bounds"),
        ({"restarts": -1}, "restarts -1: give a whole number"),
        ({"seed": -1}, "seed -1: give"),
        ({"metric": None}, "by which metric"),
    ],
)
def test_slips_are_refused(facts: dict[str, Any], said: str) -> None:
    metric = facts.pop("metric", Ter())
    with pytest.raises(UsageError, match=said):
        tune(NBEST, REFERENCES, metric, **facts)


@pytest.mark.parametrize("value", [np.inf, np.nan, 1e200])
def test_features_that_cannot_be_added_up_are_refused(value: float) -> None:
    features = NBEST.features.copy()
    features[3, 1] = value
    with pytest.raises(InputError, match="infinite, no number or too large"):
        tune(replace(NBEST, features=features), REFERENCES, Ter())


def test_lists_without_features_are_refused() -> None:
    bare = replace(NBEST, names=(), features=np.empty((len(NBEST.texts), 0)))
    with pytest.raises(InputError, match="no features"):
        tune(bare, REFERENCES, Ter())

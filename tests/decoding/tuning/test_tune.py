"""Tuning on fixed lists: what it promises is what a fresh score finds."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tesla_metrics import (
    Bleu,
    Chrf,
    InputError,
    Metric,
    Ter,
    TeslaM,
    TeslaWarning,
    UsageError,
    tune,
)
from tesla_metrics.decoding.nbest.nbest import Nbest
from tesla_metrics.decoding.nbest.weights import Weights
from tesla_metrics.decoding.tuning.candidate_statistics import CandidateStatistics
from tesla_metrics.decoding.tuning.tune import METHODS
from tesla_metrics.decoding.tuning.weight_bounds import infer_decoder_weights

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
    assert infer_decoder_weights(NBEST) == pytest.approx(OWN)
    found = tune(NBEST, REFERENCES, Bleu(force=True), restarts=0)
    assert found.start.values == pytest.approx(OWN)


@pytest.mark.parametrize("scores", [None, np.random.default_rng(1).normal(size=len(NBEST.texts))])
def test_where_scores_do_not_tell_them_it_starts_at_1(scores: Any) -> None:
    found = tune(replace(NBEST, scores=scores), REFERENCES, Bleu(force=True), restarts=0)
    assert found.start.values == (1, 1, 1)


def test_a_feature_that_never_differs_weighs_what_others_do() -> None:
    more = replace(
        NBEST, names=("a", "b", "c", "d"), features=np.column_stack([NBEST.features, np.ones(120)])
    )
    assert infer_decoder_weights(more) == pytest.approx([*OWN, np.abs(OWN).mean()])


def few(lists: int, count: int, width: int) -> tuple[Nbest, list[str]]:
    """The same with less of it, and scores by weights of 1."""
    nbest, references = toy(lists, count)
    features = nbest.features[:, :width]
    return (
        replace(nbest, names=nbest.names[:width], features=features, scores=features.sum(axis=1)),
        references,
    )


def test_scores_that_leave_weights_open_do_not_tell_them() -> None:
    assert infer_decoder_weights(few(1, 3, 3)[0]) is None
    assert infer_decoder_weights(few(1, 4, 3)[0]) == pytest.approx([1, 1, 1])
    twice = np.column_stack([NBEST.features, NBEST.features[:, 0]])
    assert infer_decoder_weights(replace(NBEST, names=("a", "b", "c", "d"), features=twice)) is None
    assert infer_decoder_weights(replace(NBEST, scores=np.full(120, 3.0))) is None
    assert infer_decoder_weights(replace(NBEST, scores=np.full(120, 1e308))) is None


def test_single_candidates_leave_weights_of_1_and_a_warning() -> None:
    nbest, references = few(4, 1, 2)
    with pytest.warns(TeslaWarning, match="never differ in a feature"):
        found = tune(nbest, references, Ter())
    assert found.weights.values == (0.5, 0.5)


def test_bounds_hold_and_weights_keep_their_scale() -> None:
    found = tune(
        NBEST, REFERENCES, Bleu(force=True), restarts=1, bounds={"tm_0": (2.0, 3.0)}, fixed=["w_0"]
    )
    assert 2 <= found.weights.values[1] <= 3
    assert found.weights.values[2] == found.start.values[2] == pytest.approx(-0.25)


@pytest.mark.parametrize("facts", [{"bounds": {"w_0": (-0.5, 0.25)}}, {"fixed": ["w_0"]}])
def test_other_weights_stay_on_the_scale_of_bounds(facts: dict[str, Any]) -> None:
    # The last is in thousands: to outweigh it the others would have to grow.
    features = NBEST.features * [1, 1, 1000]
    nbest = replace(NBEST, features=features, scores=None)
    start = Weights(NBEST.names, (1, 1, 0.05))
    largest = []
    for _ in range(4):  # as a loop goes on from what it found
        found = tune(nbest, REFERENCES, Bleu(force=True), start=start, restarts=2, **facts)
        assert found.value >= found.start_value
        start = found.weights
        largest.append(max(map(abs, start.values)))
    assert max(largest) <= (5 if "bounds" in facts else 1)


def test_what_is_fixed_at_0_allows_any_scale() -> None:
    start = Weights(NBEST.names, (1, 1, 0))
    found = tune(NBEST, REFERENCES, Chrf(), start=start, restarts=1, fixed=["w_0"])
    assert sum(map(abs, found.weights.values)) == pytest.approx(1)
    assert found.weights.values[2] == 0


def test_bounds_at_0_allow_any_scale() -> None:
    bounds = {"lm_0": (0.0, np.inf), "w_0": (-np.inf, 0.0)}
    found = tune(NBEST, REFERENCES, Chrf(), restarts=1, bounds=bounds)
    assert sum(map(abs, found.weights.values)) == pytest.approx(1)
    assert found.weights.values[0] >= 0 >= found.weights.values[2]


def test_the_same_seed_gives_the_same_weights() -> None:
    first, again = (tune(NBEST, REFERENCES, TeslaM(lang="en"), jobs=jobs) for jobs in (1, 2))
    assert first.weights == again.weights


def test_a_metric_by_name_with_options() -> None:
    by_name = tune(NBEST, REFERENCES, "tesla-m", lang="en", order=2, restarts=0)
    assert by_name == tune(NBEST, REFERENCES, TeslaM(lang="en", order=2), restarts=0)
    with pytest.raises(UsageError, match="for a metric by name"):
        tune(NBEST, REFERENCES, Ter(), lang="en")
    with pytest.raises(UsageError, match="statistics already have a metric"):
        tune(NBEST, CandidateStatistics(Ter(), [REFERENCES]), "bleu")


def test_whole_numbers_may_be_those_of_numpy() -> None:
    numbers = {"restarts": np.int64(1), "seed": np.int32(3)}
    found = tune(NBEST, REFERENCES, Ter(), **numbers)  # type: ignore[arg-type]
    assert found == tune(NBEST, REFERENCES, Ter(), restarts=1, seed=3)


def test_more_references_than_lists_count_for_nothing() -> None:
    more = [*REFERENCES, "one more"]
    assert tune(NBEST, more, Ter(), restarts=0) == tune(NBEST, REFERENCES, Ter(), restarts=0)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"bounds": {"lm_1": (0, 1)}}, "there is no feature 'lm_1': did you mean lm_0?"),
        ({"fixed": ["speed"]}, "there is no feature 'speed': choose from lm_0, tm_0, w_0"),
        ({"bounds": {"lm_0": (1, 0)}}, "are empty"),
        ({"start": Weights(NBEST.names, (5, 1, 1)), "bounds": {"lm_0": (0, 1)}}, "outside its"),
        ({"start": Weights(NBEST.names, (np.inf, 1, 1))}, "start has lm_0 inf, which is infinite"),
        ({"start": Weights(NBEST.names, (1, np.nan, 1))}, "start has tm_0 nan, which is"),
        ({"ranges": {"lm_0": (0, np.inf)}}, "range 0:inf of lm_0 is infinite"),
        ({"ranges": {"lm_0": (np.nan, 1)}}, "are empty"),
        ({"bounds": {"lm_0": (np.inf, np.inf)}}, "are too large"),
        ({"method": "mira"}, "choose from mert, svm"),
        ({"method": "svm", "fixed": ["w_0"]}, "does not support bounds"),
        ({"restarts": -1}, "restarts -1: give a whole number"),
        ({"seed": -1}, "seed -1: give"),
        ({"seed": 1.0}, r"seed 1\.0: give"),
        ({"metric": None}, "tune needs a metric"),
    ],
)
def test_slips_are_refused(facts: dict[str, Any], said: str) -> None:
    metric = facts.pop("metric", Ter())
    with pytest.raises(UsageError, match=said):
        tune(NBEST, REFERENCES, metric, **facts)


@pytest.mark.parametrize("value", [np.inf, np.nan, 1e200])
def test_features_that_cannot_be_added_up_are_refused(value: float) -> None:
    features = NBEST.features.copy()
    features[11, 1] = value
    with pytest.raises(InputError, match=r"feature tm_0 of candidate 4 of id 1 is .* too large"):
        tune(replace(NBEST, features=features), REFERENCES, Ter())


def test_lists_without_features_are_refused() -> None:
    bare = replace(NBEST, names=(), features=np.empty((len(NBEST.texts), 0)))
    with pytest.raises(InputError, match="no features"):
        tune(bare, REFERENCES, Ter())


def test_weights_are_scaled_even_where_candidates_tie() -> None:
    # Multiples of tenths tie by the dozen, and which is first is up to rounding. All texts are the
    # same, so that the search stays where it starts.
    features = np.random.default_rng(3).integers(-30, 31, (200 * 40, 3)) / 10
    starts = np.arange(0, len(features) + 1, 40)
    texts = ["the cat"] * len(features)
    lists = Nbest(tuple(range(200)), starts, texts, NBEST.names, features)
    start = Weights(NBEST.names, (7.3, 7.3, -14.6))
    found = tune(lists, ["the dog"] * 200, Ter(), start=start, restarts=0)
    assert np.abs(found.weights.values).sum() == pytest.approx(1, abs=0.42)

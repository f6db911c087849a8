"""Measures of system scores, against scipy and loops."""

import gc
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from weakref import ref

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged.naive import pairwise_accuracy
from judged.tracks import make_track
from scipy.stats import kendalltau, pearsonr, spearmanr

from tesla_metrics.evaluation.judgments import TOPIC_UNIT
from tesla_metrics.evaluation.measures import MEASURES
from tesla_metrics.evaluation.scored import Scored, build_scored_from_segments

SCIPY: dict[str, Callable[..., Any]] = {
    "pearson-sys": pearsonr,
    "spearman-sys": spearmanr,
    "kendall-sys": kendalltau,
}
NAMES = [*SCIPY, "accuracy-sys"]
DATA = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 4)) | st.tuples(st.integers(), st.integers(0, 99)),
    min_size=3,
    max_size=12,
)


def value(name: str, metric: list[float], human: list[float]) -> float:
    track = make_track(len(human), 2, system_scores=np.array(human))
    return MEASURES[name].value(track, Scored("m", None, np.array(metric)))


def test_a_track_is_not_kept() -> None:
    """People's scores of topics are drawn too: what was worked out goes with the track."""
    human = np.arange(12.0).reshape(4, 3)
    made = make_track(4, 3, segment_scores=human, system_scores=human.mean(axis=1))
    track = replace(made, unit=TOPIC_UNIT)
    found = MEASURES["pearson-sys"].resampled_values(
        track, build_scored_from_segments("m", human), np.ones((2, 3))
    )
    assert found == pytest.approx([1.0, 1.0])
    gone = ref(track)
    del track
    gc.collect()
    assert gone() is None


@given(DATA)
def test_against_scipy(data: list[tuple[int, int]]) -> None:
    metric, human = [x % 1000 / 7 for x, _ in data], [y / 3 for _, y in data]
    for name, expected in SCIPY.items():
        found = value(name, metric, human)
        if len(set(metric)) == 1 or len(set(human)) == 1:
            assert np.isnan(found)
        else:
            assert found == pytest.approx(expected(metric, human).statistic, abs=1e-9)
    if len(set(human)) > 1:
        found = value("accuracy-sys", metric, human)
        assert found == pytest.approx(pairwise_accuracy(human, metric), abs=1e-12)


def test_accuracy_by_hand() -> None:
    # Pairs: right, wrong, tied by the metric, and one tied by people.
    assert value("accuracy-sys", [4, 3, 5, 3], [3, 2, 1, 2]) == 2 / 5
    assert np.isnan(value("accuracy-sys", [1, 2, 3], [1, 1, 1]))


@pytest.mark.parametrize("name", NAMES)
def test_systems_that_nobody_judged(name: str) -> None:
    human, metric = [1.0, 2.0, np.nan, 4.0, 3.0], [1.0, 3.0, -9.0, 2.0, 4.0]
    kept = [0, 1, 3, 4]
    expected = value(name, [metric[n] for n in kept], [human[n] for n in kept])
    assert value(name, metric, human) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_when_it_applies(name: str) -> None:
    scores = np.array([1.0, 2.0, np.nan])
    assert not MEASURES[name].applies(make_track(3, 2, system_scores=scores))
    assert MEASURES[name].applies(make_track(3, 2, system_scores=np.arange(3.0)))
    assert not MEASURES[name].applies(make_track(3, 2, segment_scores=np.ones((3, 2))))


@pytest.mark.parametrize("name", NAMES)
def test_no_samples_of_bare_system_scores(name: str) -> None:
    track = make_track(3, 2, system_scores=np.arange(3.0))
    scored = Scored("m", None, np.arange(3.0))
    assert MEASURES[name].resampled_values(track, scored, np.ones((1, 2))) is None

"""Correlations within segments: against scipy, and what is left out."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judged.tracks import make_track, random_scored, random_track
from scipy.stats import kendalltau, pearsonr, spearmanr

from tesla_metrics.evaluation.judgments import Track
from tesla_metrics.evaluation.measures import MEASURES
from tesla_metrics.evaluation.scored import build_scored_from_segments

SCIPY: dict[str, Callable[..., Any]] = {
    "pearson-within": pearsonr,
    "spearman-within": spearmanr,
    "kendall-within": kendalltau,
}
Columns = list[list[float]]


def track_of(human: Columns) -> Track:
    """A list a segment."""
    return make_track(len(human[0]), len(human), segment_scores=np.array(human).T)


def value(name: str, metric: Columns, human: Columns) -> float:
    return MEASURES[name].value(
        track_of(human), build_scored_from_segments("m", np.array(metric).T)
    )


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_against_scipy(seed: int) -> None:
    track = random_track(seed)
    metric, human = random_scored(seed, track).segments, track.segment_scores
    assert metric is not None
    assert human is not None
    for name, correlation in SCIPY.items():
        found = []
        for x, y in zip(metric.T, human.T, strict=True):
            judged = np.isfinite(y)
            if len(set(y[judged])) > 1:  # people tell some apart
                one = len(set(x[judged])) > 1
                found.append(correlation(x[judged], y[judged]).statistic if one else np.nan)
        known = np.isfinite(found).any() if found else False
        expected = np.mean(np.nan_to_num(found)) if known else np.nan
        if MEASURES[name].applies(track):
            measured = MEASURES[name].value(track, build_scored_from_segments("m", metric))
            assert measured == pytest.approx(expected, abs=1e-9, nan_ok=True)
        else:
            assert not found


def test_by_hand() -> None:
    human: Columns = [[1, 2, 3], [5, 5, 5], [3, 2, 1]]
    # All right, nothing to be said, and the two best in the wrong order: tau 1/3.
    assert value("kendall-within", [[1, 2, 3], [1, 2, 3], [2, 3, 1]], human) == pytest.approx(2 / 3)
    # A metric that ties them all in a topic says nothing there, and that counts.
    assert value("kendall-within", [[1, 2, 3], [1, 2, 3], [1, 1, 1]], human) == pytest.approx(1 / 2)
    assert np.isnan(value("kendall-within", [[1, 1, 1]] * 3, human))


def test_applies_where_people_tell_outputs_apart() -> None:
    for name in SCIPY:
        assert not MEASURES[name].applies(make_track(3, 2))
        assert not MEASURES[name].applies(track_of([[1, 1, 1], [2, 2, np.nan]]))
        assert MEASURES[name].applies(track_of([[1, 1, 1], [2, 2, 3]]))


def test_a_sample_without_any_such_segment() -> None:
    track = track_of([[1, 2, 3], [5, 5, 5]])
    scored = build_scored_from_segments("m", np.array([[1.0, 2, 3], [3, 2, 1]]).T)
    found = MEASURES["pearson-within"].resampled_values(
        track, scored, np.array([[0.0, 2.0], [2.0, 0.0]])
    )
    assert found is not None
    assert found.tolist() == pytest.approx([np.nan, 1.0], nan_ok=True)

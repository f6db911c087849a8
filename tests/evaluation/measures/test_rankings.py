"""Consistency and Kendall's tau for rankings, ties on either side."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged.naive import ranking_counts
from judged.tracks import make_track, random_scored, random_track

from tesla_metrics.evaluation.measures import MEASURES
from tesla_metrics.evaluation.measures.system_measures import compute_metric_tie_share
from tesla_metrics.evaluation.scored import Scored, build_scored_from_segments

# Right, right (the other way round), wrong, tied by the metric, tied by people.
TRACK = make_track(
    3, 2, rankings=[(0, 0, 1, 1), (0, 1, 0, -1), (0, 2, 1, 1), (1, 0, 1, 1), (1, 0, 2, 0)]
)
SCORED = build_scored_from_segments("m", np.array([[3.0, 1.0], [2.0, 1.0], [1.0, 5.0]]))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("consistency", 2 / 4),
        ("kendall-wmt12", (2 - 1 - 1) / 4),
        ("kendall-wmt14", (2 - 1) / 4),
    ],
)
def test_by_hand(name: str, value: float) -> None:
    assert MEASURES[name].value(TRACK, SCORED) == value


def test_ties_are_counted_apart() -> None:
    assert SCORED.segments is not None
    assert compute_metric_tie_share(TRACK, SCORED.segments) == 1 / 4


@given(st.integers(0, 1000))
def test_against_the_definitions(seed: int) -> None:
    track = random_track(seed)
    scored = random_scored(seed, track)
    assert scored.segments is not None
    right, wrong, tied = ranking_counts(track, scored.segments)
    total = right + wrong + tied
    expected = {
        "consistency": right / total,
        "kendall-wmt12": (right - wrong - tied) / total,
        "kendall-wmt14": (right - wrong) / total,
    }
    found = {name: MEASURES[name].value(track, scored) for name in expected}
    assert found == pytest.approx(expected, abs=1e-12)
    assert compute_metric_tie_share(track, scored.segments) == pytest.approx(tied / total)


@pytest.mark.parametrize("name", ["consistency", "kendall-wmt12", "kendall-wmt14"])
def test_when_it_applies(name: str) -> None:
    measure = MEASURES[name]
    assert measure.applies(TRACK)
    assert not measure.applies(make_track(2, 2, rankings=[(0, 0, 1, 0)]))
    assert not measure.applies(make_track(2, 2, system_scores=np.array([1.0, 2.0])))


@pytest.mark.parametrize("name", ["consistency", "kendall-wmt12", "kendall-wmt14"])
def test_scores_of_whole_systems_only(name: str) -> None:
    scored = Scored("m", None, np.array([1.0, 2.0, 3.0]))
    assert np.isnan(MEASURES[name].value(TRACK, scored))
    assert MEASURES[name].resampled_values(TRACK, scored, np.ones((1, 2))) is None

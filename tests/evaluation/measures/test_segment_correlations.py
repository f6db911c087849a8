"""Correlations of segment scores, against scipy."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged.tracks import make_track, random_scored, random_track
from scipy.stats import kendalltau, pearsonr, spearmanr

from tesla_metrics.evaluation.measures import MEASURES
from tesla_metrics.evaluation.scored import build_scored_from_segments

SCIPY: dict[str, Callable[..., Any]] = {
    "pearson-seg": pearsonr,
    "spearman-seg": spearmanr,
    "kendall-seg": kendalltau,
}
NAMES = list(SCIPY)
COARSE = st.tuples(st.integers(0, 4), st.integers(-3, 3))
FINE = st.tuples(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6))
DATA = st.lists(COARSE, min_size=3, max_size=40) | st.lists(FINE, min_size=3, max_size=40)


@pytest.mark.parametrize("name", NAMES)
@given(data=DATA)
def test_against_scipy(name: str, data: list[tuple[int, int]]) -> None:
    x, y = np.array(data, dtype=np.float64).T / 7
    track = make_track(1, len(x), segment_scores=y[None])
    found = MEASURES[name].value(track, build_scored_from_segments("m", x[None]))
    if len(set(x)) == 1 or len(set(y)) == 1:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(SCIPY[name](x, y).statistic, abs=1e-9)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(8))
def test_all_systems_together_without_what_nobody_judged(name: str, seed: int) -> None:
    track = random_track(seed, systems=4, segments=30, judged=0.5)
    scored = random_scored(seed, track)
    human, metric = track.segment_scores, scored.segments
    assert human is not None
    assert metric is not None
    known = np.isfinite(human)
    assert 10 < known.sum() < known.size
    expected = SCIPY[name](metric[known], human[known]).statistic
    assert MEASURES[name].value(track, scored) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_many(name: str) -> None:
    # More entries than the blocks that pairs are counted in.
    generator = np.random.default_rng(5)
    y = generator.normal(size=(3, 700))
    x = np.round(y + generator.normal(size=y.shape), 1)
    track = make_track(3, 700, segment_scores=y)
    found = MEASURES[name].value(track, build_scored_from_segments("m", x))
    assert found == pytest.approx(SCIPY[name](x.ravel(), y.ravel()).statistic, abs=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_when_it_applies(name: str) -> None:
    few = np.array([[1.0, 2.0, np.nan]])
    assert not MEASURES[name].applies(make_track(1, 3, segment_scores=few))
    assert MEASURES[name].applies(make_track(1, 3, segment_scores=np.array([[1.0, 2.0, 4.0]])))
    assert not MEASURES[name].applies(make_track(3, 1, system_scores=np.ones(3)))

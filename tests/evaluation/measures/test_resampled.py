"""Samples by weights equal samples that are written out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged.tracks import drawn, make_track, random_scored, random_track

from tesla_metrics.evaluation.measures import MEASURES
from tesla_metrics.evaluation.measures.system_measures import SystemMeasure
from tesla_metrics.evaluation.scored import build_scored_from_segments

# Soft pairwise accuracy permutes copies of a segment together: see its own tests.
WRITTEN_OUT = [name for name in MEASURES if name != "spa"]


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize("seed", range(5))
def test_everything_once_is_the_value(name: str, seed: int) -> None:
    track = random_track(seed, judged=1.0 if name == "spa" else 0.7)
    scored = random_scored(seed, track)
    measure = MEASURES[name]
    assert measure.applies(track)
    found = measure.resampled_values(track, scored, np.ones((2, track.segments)))
    assert found is not None
    assert found == pytest.approx(np.full(2, measure.value(track, scored)), abs=1e-9)


@pytest.mark.parametrize("name", WRITTEN_OUT)
@given(seed=st.integers(0, 10**6))
def test_against_repeated_segments(name: str, seed: int) -> None:
    track = random_track(seed)
    scored = random_scored(seed, track)
    measure, metric = MEASURES[name], scored.segments
    assert metric is not None
    uniform = np.full(track.segments, 1 / track.segments)
    weights = np.random.default_rng([seed, 2]).multinomial(track.segments, uniform, 3)
    found = measure.resampled_values(track, scored, weights.astype(np.float64))
    assert found is not None
    for value, row in zip(found, weights, strict=True):
        again, order = drawn(track, row)
        if not measure.applies(again):
            continue
        if isinstance(measure, SystemMeasure):
            expected = measure.system_values(again, metric[:, order].mean(axis=1)[None])[0]
        else:
            expected = measure.matrix_values(again, metric[None][:, :, order])[0]
        assert value == pytest.approx(expected, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("name", ["pearson-seg", "spearman-seg", "kendall-seg"])
@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_made_of_rounding(name: str, seed: int) -> None:
    # The whole has different scores, the sample draws equal ones only.
    generator = np.random.default_rng(seed)
    varied = generator.random((1, 8))
    stuck = np.array([[*[generator.random()] * 6, 0.3, 0.7]])
    weights = np.array([[1.0, 2, 0, 3, 0, 1, 0, 0]])
    for metric, human in ((varied, stuck), (stuck, varied)):
        track = make_track(1, 8, segment_scores=human)
        found = MEASURES[name].resampled_values(
            track, build_scored_from_segments("m", metric), weights
        )
        assert found is not None
        assert np.isnan(found).all()


@pytest.mark.parametrize("name", MEASURES)
def test_stacks_of_matrices(name: str) -> None:
    track = random_track(1, judged=1.0)
    several = [random_scored(seed, track) for seed in range(4)]
    stack = np.stack([one.segments for one in several if one.segments is not None])
    expected = np.array([MEASURES[name].value(track, one) for one in several])
    assert MEASURES[name].matrix_values(track, stack) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("name", ["consistency", "pearson-seg", "spearman-seg", "acc-eq"])
def test_blocks(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Long stacks are worked off in parts.
    track = random_track(2)
    scored = random_scored(2, track)
    weights = np.random.default_rng(3).multinomial(9, np.full(9, 1 / 9), 11).astype(np.float64)
    measure = MEASURES[name]
    assert scored.segments is not None
    stack = np.stack([np.roll(scored.segments, n, axis=1) for n in range(7)])
    whole = measure.resampled_values(track, scored, weights), measure.matrix_values(track, stack)
    monkeypatch.setattr("tesla_metrics.evaluation.measures.base.MAX_BLOCK_ELEMENTS", 100)
    parts = measure.resampled_values(track, scored, weights), measure.matrix_values(track, stack)
    for one, other in zip(whole, parts, strict=True):
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-12)  # type: ignore[arg-type]

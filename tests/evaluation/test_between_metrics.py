"""Tests between two metrics: what is equal, what is planted, what chance gives."""

import numpy as np
import pytest
from judged.tracks import Matrix, make_track
from scipy.stats import t as student

from tesla_metrics.evaluation.judgments import Track
from tesla_metrics.evaluation.measures import MEASURES
from tesla_metrics.evaluation.metric_comparison import (
    compare_by_bootstrap,
    compare_by_permutation,
    compare_by_williams,
)
from tesla_metrics.evaluation.scored import Scored, build_scored_from_segments
from tesla_metrics.resampling import draw_bootstrap_counts

PEARSON = MEASURES["pearson-seg"]
SYSTEMS, SEGMENTS, SAMPLES = 3, 50, 200


def draw(segments: int, samples: int, seed: int) -> Matrix:
    return np.concatenate(list(draw_bootstrap_counts(segments, samples, seed)))


def simulate(seed: int, *noise: float) -> tuple[Track, list[Scored]]:
    """People see the truth with some noise; so do metrics, each with its own."""
    generator = np.random.default_rng(seed)
    truth = generator.normal(size=(SYSTEMS, SEGMENTS))
    human = truth + generator.normal(size=truth.shape)
    scored = [
        build_scored_from_segments(f"m{n}", truth + width * generator.normal(size=truth.shape))
        for n, width in enumerate(noise)
    ]
    return make_track(SYSTEMS, SEGMENTS, segment_scores=human), scored


def bootstrapped(track: Track, a: Scored, b: Scored) -> tuple[float, float]:
    """p, and the share of samples in which a is better."""
    weights = draw(SEGMENTS, SAMPLES, 7)
    first, second = (PEARSON.resampled_values(track, scored, weights) for scored in (a, b))
    assert first is not None
    assert second is not None
    found = compare_by_bootstrap(a.metric, b.metric, 0.0, first, second)
    assert found.share is not None
    assert found.share == np.mean(first > second)
    assert found.interval is not None
    assert found.interval[0] <= np.median(first - second) <= found.interval[1]
    return found.p_value, found.share


def permuted(track: Track, a: Scored, b: Scored) -> float:
    found = compare_by_permutation(PEARSON, [track], [a], [b], SAMPLES, 7)
    assert found is not None
    return found.p_value


def test_samples_draw_as_many_segments() -> None:
    weights = draw(SEGMENTS, SAMPLES, 1)
    assert weights.shape == (SAMPLES, SEGMENTS)
    assert (weights.sum(axis=1) == SEGMENTS).all()
    assert weights.tolist() != draw(SEGMENTS, SAMPLES, 2).tolist()
    assert weights.mean() == 1.0
    # Each segment is missing from a sample with probability (1 - 1/n)^n.
    assert (weights == 0).mean() == pytest.approx((1 - 1 / SEGMENTS) ** SEGMENTS, abs=0.02)


def test_equal_metrics_do_not_differ() -> None:
    track, (one, _) = simulate(1, 1.0, 1.0)
    assert bootstrapped(track, one, one) == (1.0, 0.0)
    assert permuted(track, one, one) == 1.0


@pytest.mark.parametrize("seed", range(3))
def test_scales_do_not_matter(seed: int) -> None:
    track, (one, other) = simulate(seed, 1.0, 1.3)
    assert other.segments is not None
    scaled = build_scored_from_segments("scaled", 100 * other.segments - 5)
    assert permuted(track, one, scaled) == permuted(track, one, other) < 1.0


@pytest.mark.parametrize("seed", range(3))
def test_a_better_metric_is_found(seed: int) -> None:
    track, (good, bad) = simulate(seed, 0.3, 3.0)
    p_value, share = bootstrapped(track, good, bad)
    assert p_value < 0.02
    assert share > 0.99
    assert bootstrapped(track, bad, good) == pytest.approx((p_value, 1 - share))
    assert permuted(track, good, bad) < 0.02
    assert permuted(track, bad, good) < 0.02


def test_chance_finds_little() -> None:
    # 400 binomial trials: about 0.05 and 0.5 of them, with four standard errors of room.
    p_values = []
    for seed in range(400):
        track, (one, other) = simulate(1000 + seed, 1.0, 1.0)
        p_values.append((bootstrapped(track, one, other)[0], permuted(track, one, other)))
    for values in np.array(p_values).T:
        assert 0.05 - 0.044 < (values < 0.05).mean() < 0.05 + 0.044
        assert 0.5 - 0.1 < (values < 0.5).mean() < 0.5 + 0.1


def test_smallest_p_values() -> None:
    ones = np.ones(99)
    assert compare_by_bootstrap("a", "b", 1.0, ones, 0 * ones).p_value == 2 * 1 / 100
    assert compare_by_bootstrap("b", "a", -1.0, 0 * ones, ones).p_value == 2 * 1 / 100


def test_permutation_of_several_tracks_is_of_their_mean() -> None:
    first, (a, b) = simulate(1, 0.3, 3.0)
    second, (c, d) = simulate(2, 3.0, 0.3)
    one = compare_by_permutation(PEARSON, [first], [a], [b], 50, 1)
    other = compare_by_permutation(PEARSON, [second], [c], [d], 50, 1)
    both = compare_by_permutation(PEARSON, [first, second], [a, c], [b, d], 50, 1)
    assert one is not None
    assert other is not None
    assert both is not None
    assert one.difference > 0 > other.difference
    assert both.difference == pytest.approx((one.difference + other.difference) / 2)
    assert both.p_value > max(one.p_value, other.p_value)


def test_permutation_needs_segment_scores() -> None:
    track, (one, other) = simulate(1, 1.0, 1.0)
    bare = Scored("bare", None, other.systems)
    assert compare_by_permutation(PEARSON, [track], [one], [bare], 10, 1) is None


def correlated(r12: float, r13: float, r23: float, n: int) -> Matrix:
    """Three rows with exactly these correlations."""
    rows = np.random.default_rng(1).normal(size=(3, n))
    rows -= rows.mean(axis=1, keepdims=True)
    white = np.linalg.solve(np.linalg.cholesky(rows @ rows.T), rows)
    wanted = np.array([[1, r12, r13], [r12, 1, r23], [r13, r23, 1]])
    return np.asarray(np.linalg.cholesky(wanted) @ white)


def williams(r12: float, r13: float, r23: float, n: int) -> float:
    """t as Graham & Baldwin (2014) print it."""
    k = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    above = (r12 - r13) * np.sqrt((n - 1) * (1 + r23))
    below = np.sqrt(2 * k * (n - 1) / (n - 3) + (r12 + r13) ** 2 / 4 * (1 - r23) ** 3)
    return float(above / below)


@pytest.mark.parametrize(
    ("r12", "r13", "r23", "n"),
    [(0.4, 0.5, 0.1, 103), (0.9, 0.7, 0.8, 12), (0.6, 0.61, 0.99, 30), (-0.5, 0.5, -0.2, 8)],
)
def test_williams(r12: float, r13: float, r23: float, n: int) -> None:
    human, a, b = correlated(r12, r13, r23, n)
    track = make_track(n, 1, system_scores=human)
    found = compare_by_williams(track, Scored("a", None, a), Scored("b", None, b))
    assert found is not None
    assert found.difference == pytest.approx(r12 - r13)
    assert (found.test, found.track) == ("williams", track.pair)
    expected = 2 * student.sf(abs(williams(r12, r13, r23, n)), n - 3)
    assert found.p_value == pytest.approx(expected, rel=1e-8)


def test_williams_published() -> None:
    # Steiger (1980), case A, as psych's r.test(103, .4, .5, .1) prints it: t -0.89, p 0.37.
    assert williams(0.4, 0.5, 0.1, 103) == pytest.approx(-0.89, abs=0.005)
    human, a, b = correlated(0.4, 0.5, 0.1, 103)
    track = make_track(103, 1, system_scores=human)
    found = compare_by_williams(track, Scored("a", None, a), Scored("b", None, b))
    assert found is not None
    assert found.p_value == pytest.approx(0.37, abs=0.006)


def test_williams_of_equal_and_of_few() -> None:
    human = np.array([1.0, 3.0, 2.0, 5.0, np.nan])
    a, b = Scored("a", None, np.array([1.0, 2, 3, 4, 0])), Scored("b", None, human * 0 + 1)
    found = compare_by_williams(make_track(5, 1, system_scores=human), a, a)
    assert found is not None
    assert found.p_value == 1.0
    # A constant has no correlation; three systems leave no freedom.
    assert compare_by_williams(make_track(5, 1, system_scores=human), a, b) is None
    human[3] = np.nan
    assert compare_by_williams(make_track(5, 1, system_scores=human), a, a) is None

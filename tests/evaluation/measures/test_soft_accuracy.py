"""Soft pairwise accuracy, against loops over the same permutations."""

import numpy as np
import pytest
from judged.naive import permutation_p, soft_accuracy
from judged.tracks import Matrix, coarse, make_track

from tesla_metrics.evaluation.measures import MEASURES
from tesla_metrics.evaluation.measures.pairwise_accuracy import _draw_signs, compute_p_values
from tesla_metrics.evaluation.scored import Scored, build_scored_from_segments

SPA = MEASURES["spa"]
SEGMENTS = 7


def both(seed: int, systems: int = 4) -> tuple[Matrix, Matrix]:
    generator = np.random.default_rng(seed)
    return coarse(generator, systems, SEGMENTS), coarse(generator, systems, SEGMENTS)


@pytest.mark.parametrize("seed", range(4))
def test_against_loops(seed: int) -> None:
    human, metric = both(seed)
    track = make_track(4, SEGMENTS, segment_scores=human)
    expected = soft_accuracy(human, metric, _draw_signs(SEGMENTS).tolist())
    assert SPA.value(track, build_scored_from_segments("m", metric)) == pytest.approx(
        expected, abs=1e-9
    )


@pytest.mark.parametrize("seed", range(3))
def test_samples_against_loops(seed: int) -> None:
    human, metric = both(seed)
    track = make_track(4, SEGMENTS, segment_scores=human)
    signs = _draw_signs(SEGMENTS).tolist()
    weights = np.array([[0.0, 2, 1, 0, 3, 1, 0], [1.0, 1, 0, 0, 0, 4, 1]])
    found = SPA.resampled_values(track, build_scored_from_segments("m", metric), weights)
    expected = []
    for row in weights:
        distances = [
            abs(
                permutation_p((human[a] - human[b]).tolist(), signs, row.tolist())
                - permutation_p((metric[a] - metric[b]).tolist(), signs, row.tolist())
            )
            for a in range(4)
            for b in range(a + 1, 4)
        ]
        expected.append(1 - np.mean(distances))
    assert found == pytest.approx(np.array(expected), abs=1e-9)


def test_which_system_comes_first_does_not_matter() -> None:
    differences = both(1)[0] - 0.5
    assert compute_p_values(differences) + compute_p_values(-differences) == pytest.approx(
        np.ones(4)
    )


def test_no_difference_is_a_half() -> None:
    assert compute_p_values(np.zeros((1, SEGMENTS))).tolist() == [0.5]


def test_agreeing_with_people_entirely() -> None:
    human, _ = both(2)
    track = make_track(4, SEGMENTS, segment_scores=human)
    assert SPA.value(track, build_scored_from_segments("m", 10 * human - 3)) == 1.0


def test_segments_that_lack_a_judgment_are_left_out() -> None:
    human, metric = both(3, systems=3)
    judged = np.append(human, np.array([[9.0], [np.nan], [1.0]]), axis=1)
    scores = np.append(metric, np.array([[0.0], [100.0], [0.0]]), axis=1)
    expected = SPA.value(
        make_track(3, 7, segment_scores=human), build_scored_from_segments("m", metric)
    )
    track = make_track(3, 8, segment_scores=judged)
    assert SPA.value(track, build_scored_from_segments("m", scores)) == expected


def test_when_it_applies() -> None:
    human, _ = both(4)
    assert SPA.applies(make_track(4, SEGMENTS, segment_scores=human))
    assert not SPA.applies(make_track(1, SEGMENTS, segment_scores=human[:1]))
    human[0, 1:] = np.nan
    assert not SPA.applies(make_track(4, SEGMENTS, segment_scores=human))
    assert not SPA.applies(make_track(4, SEGMENTS))


def test_needs_segment_scores() -> None:
    track = make_track(4, SEGMENTS, segment_scores=both(5)[0])
    scored = Scored("m", None, np.arange(4.0))
    assert np.isnan(SPA.value(track, scored))
    assert SPA.resampled_values(track, scored, np.ones((1, SEGMENTS))) is None


def test_a_system_that_nobody_judged_is_left_out() -> None:
    human, metric = both(4, systems=3)
    judged = np.vstack([human, np.full(SEGMENTS, np.nan)])
    scores = np.vstack([metric, np.zeros(SEGMENTS)])
    track = make_track(4, SEGMENTS, segment_scores=judged)
    assert SPA.applies(track)
    expected = SPA.value(
        make_track(3, SEGMENTS, segment_scores=human), build_scored_from_segments("m", metric)
    )
    assert SPA.value(track, build_scored_from_segments("m", scores)) == pytest.approx(expected)

"""Pairwise accuracy with tie calibration, against its definition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged.naive import acc_eq
from judged.tracks import make_track, random_scored, random_track

from tesla_metrics.evaluation.measures import MEASURES
from tesla_metrics.evaluation.scored import build_scored_from_segments

ACC_EQ = MEASURES["acc-eq"]


def test_by_hand() -> None:
    # People: a tie, and the first better. A threshold of 1 calls both differences as they do.
    human = np.array([[1.0, 2.0], [1.0, 0.0]])
    track = make_track(2, 2, segment_scores=human)
    assert (
        ACC_EQ.value(track, build_scored_from_segments("m", np.array([[5.0, 9.0], [4.0, 2.0]])))
        == 1.0
    )
    # The true difference is the smaller one: no threshold is right about both.
    assert (
        ACC_EQ.value(track, build_scored_from_segments("m", np.array([[5.0, 3.0], [4.0, 2.5]])))
        == 0.5
    )


def test_segments_count_alike() -> None:
    # One segment with three pairs, all wrong, and one with one pair, right: the mean is a half.
    human = np.array([[3.0, 2.0], [2.0, 1.0], [1.0, np.nan]])
    metric = np.array([[1.0, 5.0], [2.0, 1.0], [3.0, 9.0]])
    assert (
        ACC_EQ.value(
            make_track(3, 2, segment_scores=human), build_scored_from_segments("m", metric)
        )
        == 0.5
    )


@pytest.mark.parametrize("judged", [1.0, 0.5])
@given(seed=st.integers(0, 1000))
def test_against_the_definition(judged: float, seed: int) -> None:
    track = random_track(seed, systems=4, segments=6, judged=judged)
    scored = random_scored(seed, track)
    assert track.segment_scores is not None
    assert scored.segments is not None
    if ACC_EQ.applies(track):
        expected = acc_eq(track.segment_scores, scored.segments)
        assert ACC_EQ.value(track, scored) == pytest.approx(expected, abs=1e-9)


def test_when_it_applies() -> None:
    alone = np.array([[1.0, np.nan], [np.nan, 2.0]])
    assert not ACC_EQ.applies(make_track(2, 2, segment_scores=alone))
    assert not ACC_EQ.applies(make_track(2, 2))
    assert ACC_EQ.applies(make_track(2, 2, segment_scores=np.array([[1.0, np.nan], [3.0, 2.0]])))

"""Pairs and scores from judgments."""

from dataclasses import replace

import numpy as np
import pytest
from judged.tracks import make_track

from tesla_metrics import InputError, UsageError
from tesla_metrics.evaluation.training.judged_outputs import (
    TrainingExamples,
    choose_method,
    select_outputs,
)

RANKINGS = [(0, 0, 1, 1), (0, 1, 2, 0), (1, 2, 0, -1), (1, 2, 0, -1)]


def test_rankings_without_ties() -> None:
    own = select_outputs(make_track(3, 2, rankings=RANKINGS), "ranking")
    outputs = list(zip(own.system.tolist(), own.segment.tolist(), strict=True))
    assert sorted(outputs) == [(0, 0), (0, 1), (1, 0), (2, 1)]
    pairs = [
        (outputs[a], outputs[b])
        for a, b in zip(own.better.tolist(), own.worse.tolist(), strict=True)
    ]
    assert pairs == [((0, 0), (1, 0)), ((0, 1), (2, 1)), ((0, 1), (2, 1))]


def test_pairs_from_scores_that_differ_enough() -> None:
    nan = np.nan
    scores = np.array([[10.0, 50.0, nan], [90.0, 51.0, 20.0], [50.0, nan, 70.0]])
    track = make_track(3, 3, segment_scores=scores)

    def pairs(margin: float) -> set[tuple[int, int, int]]:
        own = select_outputs(track, "ranking", margin)
        return {
            (int(own.segment[a]), int(own.system[a]), int(own.system[b]))
            for a, b in zip(own.better, own.worse, strict=True)
        }

    assert pairs(0.0) == {(0, 1, 0), (0, 1, 2), (0, 2, 0), (1, 1, 0), (2, 2, 1)}
    assert pairs(0.25) == pairs(0.0) - {(1, 1, 0)}
    spread = float(np.nanstd(scores))
    assert pairs(79 / spread) == {(0, 1, 0)}


def test_scores_are_standardised() -> None:
    scores = np.array([[10.0, np.nan], [30.0, 20.0]])
    own = select_outputs(make_track(2, 2, segment_scores=scores), "regression")
    assert own.scores is not None
    assert (own.scores.mean(), own.scores.std()) == pytest.approx((0.0, 1.0))
    assert len(own.segment) == 3


def test_method() -> None:
    ranked = make_track(3, 2, rankings=RANKINGS)
    single = make_track(1, 3, segment_scores=np.array([[1.0, 2.0, 3.0]]))
    several = make_track(2, 1, segment_scores=np.array([[1.0], [2.0]]))
    systems = make_track(2, 2, system_scores=np.array([1.0, 2.0]))
    assert choose_method([ranked, several], "auto", 0.25) == "ranking"
    assert choose_method([single], "auto", 0.25) == "regression"
    assert choose_method([several, single], "auto", 0.25) == "regression"
    assert choose_method([several], "regression", 0.25) == "regression"
    with pytest.raises(InputError, match=r"set/de-en has no segment with .* --learn regression"):
        select_outputs(single, "ranking")
    for method in ("ranking", "regression"):
        with pytest.raises(InputError, match="set/de-en"):
            select_outputs(systems, method)
    with pytest.raises(UsageError, match="'svm'"):
        choose_method([ranked], "svm", 0.25)
    with pytest.raises(UsageError, match="margin -1"):
        choose_method([ranked], "auto", -1)


def test_tracks_with_the_same_reference_share_a_segment() -> None:
    one = make_track(3, 2, rankings=RANKINGS)
    two = make_track(3, 2, rankings=RANKINGS, pair="fr-en")
    other = replace(two, references={"A": ["line 0", "another"]})
    judged = [select_outputs(track, "ranking") for track in (one, other)]
    features = np.arange(8.0)[:, None]
    problem = TrainingExamples(judged, features).build_ranking()
    assert problem.groups.tolist() == [0, 1, 1, 0, 2, 2]
    assert problem.differences[:, 0].tolist() == [-2.0, -2.0, -2.0, -2.0, -2.0, -2.0]

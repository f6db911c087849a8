"""Scores of a track: ours, others', and controls."""

from dataclasses import replace

import numpy as np
import pytest
from judged.tracks import coarse, drawn, make_track

from tesla_metrics.evaluation.judgments import Track
from tesla_metrics.evaluation.scored import (
    CONSTANT_BASELINE,
    N_RANDOM_DRAWS,
    RANDOM_BASELINE,
    RandomScored,
    build_baseline_scores,
    build_scored_from_segments,
    score_track,
)
from tesla_metrics.metrics.registry import make_metric

REFERENCE = [
    "the red boat left the harbour at dawn",
    "nobody waited for the last bus",
    "she sold three old lamps",
    "a storm closed the mountain road",
]
TRACK = Track(
    "own",
    "de-en",
    {
        "good": [
            "the red boat left the port at dawn",
            "nobody waited for the last bus",
            "she sold three lamps",
            "a storm closed the road in the mountains",
        ],
        "poor": [
            "red ship go away morning",
            "the bus was last and nobody",
            "three lamp she sells old",
            "storm road",
        ],
        "same": REFERENCE,
    },
    {"A": REFERENCE, "B": [f"well , {line}" for line in REFERENCE]},
    None,
    None,
    None,
)
WEIGHTS = np.array([[1.0, 1, 1, 1], [2.0, 0, 1, 1], [0.0, 0, 0, 4], [0.0, 3, 1, 0]])


@pytest.mark.parametrize("name", ["tesla-m", "bleu", "chrf", "ter"])
def test_samples_are_scored_anew(name: str) -> None:
    metric = make_metric(name, lang="en")
    scored = score_track(metric, TRACK)
    assert scored.resample is not None
    found = scored.resample(WEIGHTS)
    for row, values in zip(WEIGHTS, found, strict=True):
        again, _ = drawn(TRACK, row)
        assert values == pytest.approx(score_track(metric, again).systems, abs=1e-9)


@pytest.mark.parametrize("name", ["tesla-m", "bleu", "ter"])
def test_as_the_metric_scores(name: str) -> None:
    metric = make_metric(name, lang="en")
    scored = score_track(metric, TRACK)
    sign = -1 if name == "ter" else 1
    assert scored.segments is not None
    for number, output in enumerate(TRACK.outputs.values()):
        score = metric.score(output, list(TRACK.references.values()))
        assert (sign * scored.segments[number]).tolist() == list(score.segments)
        assert sign * scored.systems[number] == score.score
        assert scored.signature == str(score.signature)


@pytest.mark.parametrize("name", ["tesla-m", "bleu", "ter"])
def test_higher_is_better(name: str) -> None:
    scored = score_track(make_metric(name, lang="en"), TRACK)
    good, poor, same = scored.systems
    assert poor < good < same
    assert scored.higher_is_better == (name != "ter")


def test_samples_are_remembered_only_for_the_same_weights() -> None:
    scored = build_scored_from_segments("m", coarse(np.random.default_rng(1), 2, 4))
    assert scored.resample is not None
    first, second = scored.resample(WEIGHTS[:2]).copy(), scored.resample(WEIGHTS[2:]).copy()
    assert scored.resample(WEIGHTS).tolist() == [*first.tolist(), *second.tolist()]


def test_a_system_is_the_mean_of_what_it_has() -> None:
    segments = np.array([[1.0, 3.0, np.nan], [np.nan, np.nan, np.nan]])
    scored = build_scored_from_segments("m", segments)
    assert scored.systems[0] == 2.0
    assert np.isnan(scored.systems[1])
    assert scored.resample is not None
    assert scored.resample(np.array([[1.0, 0, 2]]))[0, 0] == 1.0
    given = build_scored_from_segments("m", segments, np.array([7.0, 8.0]))
    assert given.systems.tolist() == [7.0, 8.0]


def test_controls() -> None:
    track = make_track(3, 5)
    constant, noise = build_baseline_scores(track, 1)
    assert (constant.metric, noise.metric) == (CONSTANT_BASELINE, RANDOM_BASELINE)
    assert constant.segments is not None
    assert len(np.unique(constant.segments)) == 1
    assert noise.segments is not None
    assert len(np.unique(noise.segments)) == 15

    def guesses(track: Track, seed: int) -> list[list[float]]:
        segments = build_baseline_scores(track, seed)[1].segments
        assert segments is not None
        result: list[list[float]] = segments.tolist()
        return result

    assert isinstance(noise, RandomScored)
    draws = np.concatenate(list(noise.iterate_draws()))
    assert draws.shape == (N_RANDOM_DRAWS, 3, 5) == (100, 3, 5)
    assert draws[0].tolist() == noise.segments.tolist()
    assert len(np.unique(draws)) == draws.size
    assert guesses(track, 1) == noise.segments.tolist()
    assert guesses(track, 2) != noise.segments.tolist()
    assert guesses(replace(track, pair="fr-en"), 1) != noise.segments.tolist()


def test_draws_do_not_depend_on_the_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    _, noise = build_baseline_scores(make_track(3, 5), 1)
    assert isinstance(noise, RandomScored)
    (whole,) = noise.iterate_draws()
    monkeypatch.setattr("tesla_metrics.evaluation.scored._MAX_DRAWN_SCORES", 7 * 15)
    batches = list(noise.iterate_draws())
    assert [len(batch) for batch in batches] == [7] * 14 + [2]
    assert np.concatenate(batches).tolist() == whole.tolist()


def test_system_scores_of_another_making_cannot_be_resampled() -> None:
    segments = np.array([[0.25, 0.75], [0.5, 1.0]])
    assert build_scored_from_segments("m", segments, np.array([0.5, 0.75])).resample is not None
    assert build_scored_from_segments("m", segments, np.array([0.9, 0.1])).resample is None


def test_given_system_scores_are_kept_as_given() -> None:
    segments = np.random.default_rng(2).random((3, 40))
    means = build_scored_from_segments("m", segments).systems
    for given in (means * (1 + 1e-9), np.nextafter(means, 1), np.round(means, 7)):
        assert (given != means).all()
        scored = build_scored_from_segments("m", segments, given)
        assert scored.systems.tolist() == given.tolist()
        # They are means but for rounding, and so are those of samples.
        assert scored.resample is not None
        assert scored.resample(np.ones((1, 40)))[0] == pytest.approx(given, rel=1e-6)

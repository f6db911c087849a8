"""What a score is made of goes the whole way with it."""

import numpy as np
import pytest
from parted import Parted

from tesla_metrics import Score, TeslaM, compare
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.metrics.base import RunningScore
from tesla_metrics.resampling import Resampling

HYP = ["a b c d", "a b x y", "v w x y"]
REF = ["a b c d", "a b c d", "a b c d"]
OTHER = ["a b x y", None, "v a b c"]


def test_the_parts_of_system_and_segments() -> None:
    score = Parted().score(HYP, REF)
    assert score.segments == (0.0, 1.0, 0.0)
    assert score.segment_parts == {"shared": (1.0, 0.5, 0.0), "other": (0.0, 0.5, 1.0)}
    assert score.score == pytest.approx(1 / 3)
    assert score.parts == {"shared": 0.5, "other": 0.5}
    assert list(score.parts) == ["shared", "other"]


def test_parts_over_several_references() -> None:
    mean = Parted().score(HYP, [REF, OTHER])
    assert mean.segment_parts["shared"] == (0.75, 0.5, 0.125)
    best = Parted(multi="max").score(HYP, [REF, OTHER])
    # Those of the reference that gave the score, not the best of each.
    assert best.segments == (1.0, 1.0, 0.75)
    assert best.segment_parts == {"shared": (0.5, 0.5, 0.25), "other": (0.5, 0.5, 0.75)}


def test_of_equal_references_the_first_gives_the_parts() -> None:
    score = Parted(multi="max").score(["a b c d"], [["a x x x"], ["a b c x"]])
    assert score.segments == (0.75,)
    assert score.segment_parts["shared"] == (0.25,)


@pytest.mark.parametrize("gap", [0, 1, 2, 3])
def test_a_score_that_is_no_number_stays_with_its_segment(gap: int) -> None:
    scorer = Parted(multi="max").open()
    rows = np.array([[0.1, 0], [0.2, 1], [0.5, 2], [0.9, 3]])
    rows[gap, 0] = np.nan
    found = scorer.combine_references(
        rows, Pairs.from_reference_sets(HYP[:2], [["x", "y"], ["z", "v"]])
    )
    places = [1, 3]  # where the best are
    places[gap // 2] = gap
    assert np.array_equal(found, rows[places], equal_nan=True)


@pytest.mark.filterwarnings("ignore:.*do not look aligned")
def test_parts_of_a_score_that_runs() -> None:
    running = RunningScore(Parted().open(), keep_segments=True, resampling=Resampling(0.95, 100, 1))
    for hypothesis, reference in zip(HYP * 7, REF * 7, strict=True):
        running.add([hypothesis], [[reference]], 1, None)
    whole = Parted().score(HYP * 7, REF * 7, confidence=0.95, samples=100, seed=1)
    assert running.score() == whole
    running = RunningScore(Parted().open(), keep_segments=False)
    running.add(HYP, [REF], 1, None)
    assert running.score().parts == whole.parts
    assert running.score().segment_parts == {"shared": (), "other": ()}


def test_samples_are_of_the_score() -> None:
    metric = Parted()
    rows = metric.open().statistics(HYP, [REF])
    weights = np.array([[1.0, 1, 1], [0, 3, 0], [2, 1, 0]])
    assert metric.resampled_values(rows, weights) == pytest.approx([1 / 3, 1, 1 / 3])


@pytest.mark.filterwarnings("ignore:.*do not look aligned")
def test_systems_are_compared_by_the_score() -> None:
    found = compare({"one": HYP * 7, "two": HYP[1:2] * 21}, REF * 7, Parted())
    assert [(one.system, one.score) for one in found.standings] == [
        ("two", 1.0),
        ("one", pytest.approx(1 / 3)),
    ]


def test_every_pair_of_a_matrix_has_its_score() -> None:
    assert Parted().matrix(HYP, ["a b c d", "v w c d"]).tolist() == [[0, 1], [1, 0], [0, 1]]


def test_a_score_says_its_parts() -> None:
    score = Parted().score(HYP, REF)
    assert "parted 0.3333 (shared 0.5000, other 0.5000) parted|refs:1" in str(score)
    assert score.to_dict(segments=False)["shared"] == 0.5
    assert score.to_dict()["segment_parts"]["other"] == [0.0, 0.5, 1.0]
    assert "shared" in score._repr_html_()


def test_scores_without_parts_say_nothing_of_them() -> None:
    score: Score = TeslaM(lang="en", synonyms="none").score(["a cat"], ["the cat"])
    assert score.parts == {}
    assert score.segment_parts == {}
    assert "segment_parts" not in score.to_dict()


def test_frames_have_columns_of_them() -> None:
    pytest.importorskip("pandas")
    frame = Parted().score(HYP, REF).to_frame()
    assert list(frame.columns) == ["segment", "score", "shared", "other"]

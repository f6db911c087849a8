"""Scores of metrics that we don't run."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from judged.folders import lines, tsv
from judged.tracks import make_rankings, make_track

from tesla_metrics.errors import InputError, UsageError
from tesla_metrics.evaluation.judgments import FaultCollector
from tesla_metrics.evaluation.metric_scores import drop_unscored_judgments, read_metric_scores
from tesla_metrics.evaluation.scored import Scored, build_scored_from_segments

HUMAN = np.array([[1.0, np.nan], [2.0, 4.0], [3.0, 5.0]])
TRACK = make_track(3, 2, segment_scores=HUMAN, system_scores=np.arange(3.0))
OTHER = replace(TRACK, pair="fr-en")
SEGMENTS = ["s0\t1", "s0\t2", "s1\t3", "s1\t4", "s2\t5", "s2\t6"]
ROWS = ["s2\t2\t6", "s0\t1\t1", "s0\t2\t2", "s1\t1\t3", "s1\t2\t4", "s2\t1\t5"]


def read(*paths: Path, faults: FaultCollector | None = None) -> list[Scored]:
    (found,) = read_metric_scores(paths, [TRACK], faults or FaultCollector())
    return found


def test_both_formats(tmp_path: Path) -> None:
    one = lines(tmp_path / "Some.metric-2.seg.score", SEGMENTS)
    other = tsv(tmp_path / "mine.tsv", ("system", "seg", "score"), ROWS)
    first, second = read(one, other)
    assert (first.metric, second.metric) == ("Some.metric-2", "mine")
    for scored in (first, second):
        assert scored.segments is not None
        assert scored.segments.tolist() == [[1, 2], [3, 4], [5, 6]]
        assert scored.systems.tolist() == [1.5, 3.5, 5.5]


def test_system_scores(tmp_path: Path) -> None:
    segments = lines(tmp_path / "m.seg.score", SEGMENTS)
    systems = lines(tmp_path / "m.sys.score", ["s2\t9", "s1\t8", "s0\t7"])
    (scored,) = read(systems)
    assert scored.segments is None
    assert scored.systems.tolist() == [7, 8, 9]
    (scored,) = read(systems, segments)
    assert scored.systems.tolist() == [7, 8, 9]
    assert scored.segments is not None


def test_tracks_by_folder(tmp_path: Path) -> None:
    here = lines(tmp_path / "de-en/m.seg.score", SEGMENTS)
    there = lines(tmp_path / "fr-en/m.seg.score", reversed(SEGMENTS))
    first, second = read_metric_scores([here, there], [TRACK, OTHER], FaultCollector())
    assert [own[0].systems.tolist() for own in (first, second)] == [[1.5, 3.5, 5.5]] * 2
    assert first[0].segments is not None
    assert second[0].segments is not None
    assert first[0].segments.tolist()[0] == list(reversed(second[0].segments.tolist()[0]))
    # A metric may have scores for some of the tracks only.
    assert [len(own) for own in read_metric_scores([there], [TRACK, OTHER], FaultCollector())] == [
        0,
        1,
    ]


def test_tracks_by_set_and_folder(tmp_path: Path) -> None:
    tracks = [TRACK, replace(TRACK, test_set="more")]
    path = lines(tmp_path / "more/de-en/m.seg.score", SEGMENTS)
    assert [len(own) for own in read_metric_scores([path], tracks, FaultCollector())] == [0, 1]
    path = lines(tmp_path / "other/de-en/m.seg.score", SEGMENTS)
    with pytest.raises(UsageError, match="which of the 2 tracks"):
        read_metric_scores([path], tracks, FaultCollector())


def test_no_track(tmp_path: Path) -> None:
    path = lines(tmp_path / "m.seg.score", SEGMENTS)
    with pytest.raises(
        UsageError, match=r"folders named after the track, such as set/de-en/m\.seg\.score"
    ):
        read_metric_scores([path], [TRACK, OTHER], FaultCollector())


def test_the_same_scores_twice(tmp_path: Path) -> None:
    one = lines(tmp_path / "m.seg.score", SEGMENTS)
    other = tsv(tmp_path / "m.tsv", ("system", "seg", "score"), ROWS)
    with pytest.raises(InputError, match="are both scores of m for set/de-en"):
        read(one, other)


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=r"m\.txt: the name of a score file must end in \.seg\.score"
    ):
        read(lines(tmp_path / "m.txt", SEGMENTS))
    with pytest.raises(InputError, match=r"gone\.tsv does not exist"):
        read(tmp_path / "gone.tsv")


def test_judged_outputs_must_have_scores(tmp_path: Path) -> None:
    path = lines(tmp_path / "m.seg.score", ["s0\t1", "s0\tNone", *SEGMENTS[2:5], "s2\tNone"])
    with pytest.raises(InputError, match="no score for system s2, segment 2, which was judged"):
        read(path)
    faults = FaultCollector(skip_faults=True)
    (scored,) = read(path, faults=faults)
    # Nobody judged the second segment of s0.
    assert faults.counts == {"output without a metric's score": 1}
    # A mean over other segments than everybody else's is none.
    assert scored.systems.tolist()[:2] == [1, 3.5]
    assert np.isnan(scored.systems[2])


def test_rankings_are_judgments_too(tmp_path: Path) -> None:
    track = make_track(3, 2, rankings=[(1, 0, 2, 0)])
    path = lines(tmp_path / "m.seg.score", ["s0\t1", "s0\tNone", "s2\tNone", "s2\t1"])
    with pytest.raises(InputError, match="no score for system s0, segment 2"):
        read_metric_scores([path], [track], FaultCollector())


def test_judged_systems_must_have_scores(tmp_path: Path) -> None:
    track = replace(TRACK, segment_scores=None)
    path = lines(tmp_path / "m.seg.score", SEGMENTS[:4])
    with pytest.raises(InputError, match="no score for any segment of system s2, which was judged"):
        read_metric_scores([path], [track], FaultCollector())
    faults = FaultCollector(skip_faults=True)
    ((scored,),) = read_metric_scores([path], [track], faults)
    kept = drop_unscored_judgments(track, [scored])
    np.testing.assert_array_equal(kept.system_scores, [0, 1, np.nan])
    path = lines(tmp_path / "m.sys.score", ["s0\t1", "s2\t1"])
    with pytest.raises(InputError, match=r"m\.sys\.score has no score for s1"):
        read_metric_scores([path], [track], faults)


def test_nothing_of_this_track(tmp_path: Path) -> None:
    path = lines(tmp_path / "m.seg.score", ["x\t1", "y\t2"])
    with pytest.raises(InputError, match=r"no score for any output of set/de-en, .* s0, s1, s2"):
        read(path)
    path = tsv(tmp_path / "m.tsv", ("system", "seg", "score"), [])
    with pytest.raises(InputError, match="no score for any output"):
        read(path)


def test_judgments_without_a_score_fall_away() -> None:
    rows = [(0, 0, 1, 1), (1, 1, 2, -1), (0, 2, 0, 0)]
    track = replace(TRACK, rankings=make_rankings(rows, ["x", "y", "z"]))
    full = build_scored_from_segments("full", np.ones((3, 2)))
    assert drop_unscored_judgments(track, [full, Scored("bare", None, np.ones(3))]) is track
    partial = build_scored_from_segments(
        "partial", np.array([[1.0, 1.0], [np.nan, 1.0], [1.0, np.nan]])
    )
    kept = drop_unscored_judgments(track, [full, partial])
    assert kept.rankings is not None
    assert kept.rankings.a.tolist() == [2]
    assert kept.rankings.judges == ["z"]
    expected = [[1, np.nan], [np.nan, 4], [3, np.nan]]
    np.testing.assert_array_equal(kept.segment_scores, expected)
    np.testing.assert_array_equal(kept.system_scores, np.arange(3.0))
    nothing = build_scored_from_segments("nothing", np.full((3, 2), np.nan))
    assert drop_unscored_judgments(track, [nothing]).rankings is None

"""Read scores of external metrics from files.

NAME is the name of the metric. NAME.seg.score and NAME.sys.score are in the format of
mt-metrics-eval; NAME.tsv has the columns system, seg and score. If there are several tracks, the
folders of a file name its track, as in en-de/NAME.seg.score or wmt21mqm/en-de/NAME.tsv.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ..arrays import Floats
from ..errors import InputError, UsageError
from .judgments import SEGMENT_UNIT, FaultCollector, Track
from .readers.collector import JudgmentCollector, make_absolute, read_tsv
from .readers.mt_metrics_eval import (
    SEGMENT_SUFFIX,
    SYSTEM_SUFFIX,
    read_segment_scores,
    read_system_scores,
)
from .scored import Scored, build_scored_from_segments

_SUFFIXES = (SEGMENT_SUFFIX, SYSTEM_SUFFIX, ".tsv")


def read_metric_scores(
    paths: Sequence[Path], tracks: Sequence[Track], faults: FaultCollector
) -> list[list[Scored]]:
    """Read the scores of external metrics; return one list of metrics per track."""
    # For each track: metric -> suffix of the level (SEGMENT_SUFFIX or SYSTEM_SUFFIX) -> path.
    files_by_track: list[dict[str, dict[str, Path]]] = [{} for _ in tracks]
    for path in paths:
        suffix = next((suffix for suffix in _SUFFIXES if path.name.endswith(suffix)), None)
        if suffix is None:
            raise UsageError(f"{path}: the name of a score file must end in {', '.join(_SUFFIXES)}")
        if not path.is_file():
            raise InputError(f"{path} does not exist: check the path")
        metric = path.name.removesuffix(suffix)
        for track_index in _find_tracks(path, tracks):
            files = files_by_track[track_index].setdefault(metric, {})
            level = SYSTEM_SUFFIX if suffix == SYSTEM_SUFFIX else SEGMENT_SUFFIX
            if level in files:
                raise InputError(
                    f"{path} and {files[level]} are both scores of {metric} for "
                    f"{tracks[track_index].name}: give one of them"
                )
            files[level] = path
    return [
        [_read_metric(metric, files, track, faults) for metric, files in files_by_metric.items()]
        for track, files_by_metric in zip(tracks, files_by_track, strict=True)
    ]


def drop_unscored_judgments(track: Track, metrics_scores: Sequence[Scored]) -> Track:
    """Return the track without the judgments of outputs that some metric did not score.

    All metrics are thus compared on the same judgments. The missing scores were reported when the
    files were read.
    """
    unscored_outputs = np.zeros((len(track.systems), track.segments), dtype=np.bool_)
    unscored_systems = np.zeros(len(track.systems), dtype=np.bool_)
    for metric_scores in metrics_scores:
        if metric_scores.segments is not None:
            unscored_outputs |= np.isnan(metric_scores.segments)
            unscored_systems |= np.isnan(metric_scores.segments).all(axis=1)
    if not unscored_outputs.any():
        return track
    rankings = track.rankings
    segment_scores, system_scores = track.segment_scores, track.system_scores
    if rankings is not None:
        is_unscored = (
            unscored_outputs[rankings.a, rankings.segment]
            | unscored_outputs[rankings.b, rankings.segment]
        )
        rankings = replace(
            rankings,
            segment=rankings.segment[~is_unscored],
            a=rankings.a[~is_unscored],
            b=rankings.b[~is_unscored],
            preference=rankings.preference[~is_unscored],
            judges=[
                judge
                for judge, is_dropped in zip(rankings.judges, is_unscored, strict=True)
                if not is_dropped
            ],
        )
        rankings = rankings if len(rankings) else None
    if segment_scores is not None:
        segment_scores = np.where(unscored_outputs, np.nan, segment_scores)
    if system_scores is not None:
        system_scores = np.where(unscored_systems, np.nan, system_scores)
    return replace(
        track, rankings=rankings, segment_scores=segment_scores, system_scores=system_scores
    )


def _find_tracks(path: Path, tracks: Sequence[Track]) -> list[int]:
    """Return the indices of the tracks that a file belongs to, by the names of its folders."""
    judged_files = {track.test_set if track.unit != SEGMENT_UNIT else None for track in tracks}
    all_from_same_file = len(judged_files) == 1 and None not in judged_files
    if len(tracks) == 1 or all_from_same_file:
        return list(range(len(tracks)))  # all human scores of a file judge the same outputs
    folders = make_absolute(path).parts[:-1]
    pair_matches = [index for index, track in enumerate(tracks) if track.pair in folders]
    set_matches = [index for index in pair_matches if tracks[index].test_set in folders]
    if not pair_matches or (len(pair_matches) > 1 and len(set_matches) != 1):
        raise UsageError(
            f"{path}: which of the {len(tracks)} tracks do these scores belong to? Put the file "
            f"into folders named after the track, such as {tracks[0].name}/{path.name}"
        )
    return set_matches or pair_matches


def _read_metric(
    metric: str, files: dict[str, Path], track: Track, faults: FaultCollector
) -> Scored:
    """Read the scores of a metric on a track; `files` are paths by suffix of the level."""
    segments = systems = None
    incomplete_systems: list[int] = []
    if (path := files.get(SEGMENT_SUFFIX)) is not None:
        if path.suffix == ".tsv":
            collector = JudgmentCollector(track.systems, track.segments, faults)
            for line, (system, segment, score) in read_tsv(
                path, ("system", "seg", "score"), faults
            ):
                collector.add_segment_score(path, line, system, segment, score)
            segments = collector.build_segment_scores()
        else:
            segments = read_segment_scores(path, track.systems, track.segments, faults)
        if segments is None or np.isnan(segments).all():
            raise InputError(
                f"{path} has no score for any output of {track.name}, whose systems are "
                f"{', '.join(track.systems)}: check the names"
            )
        incomplete_systems = _report_missing(path, segments, track, faults)
    if (path := files.get(SYSTEM_SUFFIX)) is not None:
        systems = read_system_scores(path, track.systems, faults)
        unscored_systems = [
            name for name, score in zip(track.systems, systems, strict=True) if np.isnan(score)
        ]
        if unscored_systems:
            raise InputError(f"{path} has no score for {unscored_systems[0]}: add a line for it")
    if segments is None:
        assert systems is not None
        return Scored(metric, None, systems)
    metric_scores = build_scored_from_segments(metric, segments, systems)
    if systems is None and incomplete_systems:
        # The means of incomplete systems would be over other segments than the means of the others.
        means = metric_scores.systems.copy()
        means[incomplete_systems] = np.nan
        return Scored(metric, segments, means)
    return metric_scores


def _report_missing(
    path: Path, segments: Floats, track: Track, faults: FaultCollector
) -> list[int]:
    """Report judged outputs without a score; return the indices of their systems."""
    is_judged = np.zeros(segments.shape, dtype=np.bool_)
    if track.segment_scores is not None:
        is_judged |= np.isfinite(track.segment_scores)
    if track.rankings is not None:
        is_judged[track.rankings.a, track.rankings.segment] = True
        is_judged[track.rankings.b, track.rankings.segment] = True
    missing_scores = np.argwhere(is_judged & np.isnan(segments)).tolist()
    for system, segment in missing_scores:
        faults.add(
            "output without a metric's score", path, None,
            f"no score for system {track.systems[system]}, segment {segment + 1}, which was judged",
            "add it",
        )  # fmt: skip
    if track.system_scores is not None:
        unscored_systems = np.isnan(segments).all(axis=1) & np.isfinite(track.system_scores)
        for system in np.flatnonzero(unscored_systems).tolist():
            faults.add(
                "system without a metric's scores", path, None,
                f"no score for any segment of system {track.systems[system]}, which was judged",
                "add them",
            )  # fmt: skip
    return sorted({system for system, _ in missing_scores})

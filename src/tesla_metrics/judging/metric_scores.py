"""Scores of metrics that we don't run, from files.

NAME.seg.score and NAME.sys.score are mt-metrics-eval's; NAME.tsv has columns system, seg, score.
Where there are several tracks, a file belongs to those that the folders it lies in name, as in
en-de/NAME.seg.score or wmt21mqm/en-de/NAME.tsv.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ..arrays import Floats
from ..errors import InputError, UsageError
from .faults import Faults
from .judgments import SEGMENT, Track
from .readers.collector import Collector
from .readers.columns import read_tsv
from .readers.naming import as_named
from .readers.score_files import (
    SEGMENT_SUFFIX,
    SYSTEM_SUFFIX,
    read_segment_scores,
    read_system_scores,
)
from .scored import Scored, of_segments

_SUFFIXES = (SEGMENT_SUFFIX, SYSTEM_SUFFIX, ".tsv")


def read_metric_scores(
    paths: Sequence[Path], tracks: Sequence[Track], faults: Faults
) -> list[list[Scored]]:
    """For each track the metrics that have files for it."""
    found: list[dict[str, dict[str, Path]]] = [{} for _ in tracks]
    for path in paths:
        suffix = next((suffix for suffix in _SUFFIXES if path.name.endswith(suffix)), None)
        if suffix is None:
            raise UsageError(f"{path}: a file of scores ends in {', '.join(_SUFFIXES)}")
        if not path.is_file():
            raise InputError(f"{path} does not exist: check the path")
        name = path.name.removesuffix(suffix)
        for number in _belongs_to(path, tracks):
            files = found[number].setdefault(name, {})
            level = SYSTEM_SUFFIX if suffix == SYSTEM_SUFFIX else SEGMENT_SUFFIX
            if level in files:
                raise InputError(
                    f"{path} and {files[level]} are both scores of {name} for "
                    f"{tracks[number].name}: give one of them"
                )
            files[level] = path
    return [
        [_read(name, files, track, faults) for name, files in by_name.items()]
        for track, by_name in zip(tracks, found, strict=True)
    ]


def without_unscored(track: Track, scored: Sequence[Scored]) -> Track:
    """The track without judgments of outputs that some metric has no score for.

    Metrics are compared on the same judgments; what falls away was reported when it was read.
    """
    missing = np.zeros((len(track.systems), track.segments), dtype=np.bool_)
    whole = np.zeros(len(track.systems), dtype=np.bool_)
    for own in scored:
        if own.segments is not None:
            missing |= np.isnan(own.segments)
            whole |= np.isnan(own.segments).all(axis=1)
    if not missing.any():
        return track
    rankings, scores, systems = track.rankings, track.segment_scores, track.system_scores
    if rankings is not None:
        bad = missing[rankings.a, rankings.segment] | missing[rankings.b, rankings.segment]
        rankings = replace(
            rankings,
            segment=rankings.segment[~bad],
            a=rankings.a[~bad],
            b=rankings.b[~bad],
            preference=rankings.preference[~bad],
            judges=[j for j, gone in zip(rankings.judges, bad, strict=True) if not gone],
        )
        rankings = rankings if len(rankings) else None
    if scores is not None:
        scores = np.where(missing, np.nan, scores)
    if systems is not None:
        systems = np.where(whole, np.nan, systems)
    return replace(track, rankings=rankings, segment_scores=scores, system_scores=systems)


def _belongs_to(path: Path, tracks: Sequence[Track]) -> list[int]:
    one_file = {track.test_set if track.unit != SEGMENT else None for track in tracks}
    if len(tracks) == 1 or (len(one_file) == 1 and None not in one_file):
        return list(range(len(tracks)))  # human scores of a file are of the same outputs
    folders = as_named(path).parts[:-1]
    numbers = [number for number, track in enumerate(tracks) if track.pair in folders]
    named = [number for number in numbers if tracks[number].test_set in folders]
    if not numbers or (len(numbers) > 1 and len(named) != 1):
        raise UsageError(
            f"{path}: which of the {len(tracks)} tracks are these scores of? Put the file into "
            f"folders named after it, such as {tracks[0].name}/{path.name}"
        )
    return named or numbers


def _read(name: str, files: dict[str, Path], track: Track, faults: Faults) -> Scored:
    segments = systems = None
    incomplete: list[int] = []
    if (path := files.get(SEGMENT_SUFFIX)) is not None:
        if path.suffix == ".tsv":
            collector = Collector(track.systems, track.segments, faults)
            for line, (system, segment, score) in read_tsv(
                path, ("system", "seg", "score"), faults
            ):
                collector.segment_score(path, line, system, segment, score)
            segments = collector.segment_scores()
        else:
            segments = read_segment_scores(path, track.systems, track.segments, faults)
        if segments is None or np.isnan(segments).all():
            raise InputError(
                f"{path} has no score for any output of {track.name}, whose systems are "
                f"{', '.join(track.systems)}: check the names"
            )
        incomplete = _report_missing(path, segments, track, faults)
    if (path := files.get(SYSTEM_SUFFIX)) is not None:
        systems = read_system_scores(path, track.systems, faults)
        unscored = [s for s, v in zip(track.systems, systems, strict=True) if np.isnan(v)]
        if unscored:
            raise InputError(f"{path} has no score for {unscored[0]}: add a line for it")
    if segments is None:
        assert systems is not None
        return Scored(name, None, systems)
    scored = of_segments(name, segments, systems)
    if systems is None and incomplete:
        # Their means would be of other segments than everybody else's.
        means = scored.systems.copy()
        means[incomplete] = np.nan
        return Scored(name, segments, means)
    return scored


def _report_missing(path: Path, segments: Floats, track: Track, faults: Faults) -> list[int]:
    """The systems that lack some."""
    judged = np.zeros(segments.shape, dtype=np.bool_)
    if track.segment_scores is not None:
        judged |= np.isfinite(track.segment_scores)
    if track.rankings is not None:
        judged[track.rankings.a, track.rankings.segment] = True
        judged[track.rankings.b, track.rankings.segment] = True
    missing = np.argwhere(judged & np.isnan(segments)).tolist()
    for system, segment in missing:
        faults.add(
            "output without a metric's score", path, None,
            f"no score for system {track.systems[system]}, segment {segment + 1}, which was judged",
            "add it",
        )  # fmt: skip
    if track.system_scores is not None:
        whole = np.isnan(segments).all(axis=1) & np.isfinite(track.system_scores)
        for system in np.flatnonzero(whole).tolist():
            faults.add(
                "system without a metric's scores", path, None,
                f"no score for any segment of system {track.systems[system]}, which was judged",
                "add them",
            )  # fmt: skip
    return sorted({system for system, _ in missing})

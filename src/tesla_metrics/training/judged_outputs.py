"""What of a judged set can be learnt from: outputs, and which of two people prefer."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Floats, Indices
from ..errors import InputError, UsageError
from ..judging.judgments import TOPIC, Track

METHODS = ("auto", "ranking", "regression")
MARGIN = 0.25


@dataclass(frozen=True, eq=False)
class JudgedOutputs:
    """Outputs of one track, by system and segment, with all that was said of them.

    `better` and `worse` are pairs of outputs by number; `scores` are people's, standardised over
    the track, where they gave some.
    """

    track: Track
    system: Indices
    segment: Indices
    better: Indices
    worse: Indices
    scores: Floats | None

    def texts(self) -> tuple[list[str], list[list[str]]]:
        """The outputs, and their references, a list a reference set."""
        outputs = list(self.track.outputs.values())
        places = list(zip(self.system.tolist(), self.segment.tolist(), strict=True))
        columns = self.track.references.values()
        return (
            [outputs[system][segment] for system, segment in places],
            [[column[segment] for _, segment in places] for column in columns],
        )


def choose_method(tracks: Sequence[Track], method: str, margin: float) -> str:
    """`auto` is ranking where every track has pairs, regression where every one has scores."""
    if method not in METHODS:
        raise UsageError(f"unknown method {method!r}: choose from {', '.join(METHODS)}")
    if not (isinstance(margin, int | float) and margin >= 0):
        raise UsageError(f"margin {margin!r}: give a number of standard deviations from 0 on")
    if method != "auto":
        return method
    pairs = [len(_preferences(track, margin)) > 0 for track in tracks]
    if all(pairs) or not all(_has_scores(track) for track in tracks):
        return "ranking"
    return "regression"


def judged_outputs(track: Track, method: str, margin: float = MARGIN) -> JudgedOutputs:
    """For `ranking` the outputs that are in some pair, for `regression` those with a score."""
    if method == "ranking":
        return _ranked(track, margin)
    return _scored(track)


def _ranked(track: Track, margin: float) -> JudgedOutputs:
    preferences = _preferences(track, margin)
    if not len(preferences):
        raise _no_pairs(track, margin)
    segment, better, worse = preferences.T
    keys = np.concatenate([better, worse]) * track.segments + np.tile(segment, 2)
    outputs, place = np.unique(keys, return_inverse=True)
    system, of_segment = np.divmod(outputs, track.segments)
    first, second = place.reshape(2, -1)
    return JudgedOutputs(track, system, of_segment, first, second, None)


def _no_pairs(track: Track, margin: float) -> InputError:
    if track.unit == TOPIC:
        return InputError(
            f"{track.name} has no two summaries of a topic whose scores are {margin:g} standard "
            "deviations apart: give some that differ, or a smaller --margin (in Python margin=)"
        )
    return InputError(
        f"{track.name} has no two outputs of a segment of which one is better: give rankings "
        "(human.rank.tsv), or learn from scores (human.seg.tsv) with --learn regression"
    )


def _scored(track: Track) -> JudgedOutputs:
    scores = track.segment_scores
    if scores is None or not _has_scores(track):
        raise InputError(
            f"{track.name} has no scores of segments (human.seg.tsv): leave it out with --pairs, "
            "or learn from rankings"
        )
    system, segment = np.nonzero(np.isfinite(scores))
    values = scores[system, segment]
    nothing = np.empty(0, dtype=np.intp)
    spread = values.std() or 1.0
    return JudgedOutputs(
        track, system, segment, nothing, nothing, (values - values.mean()) / spread
    )


def _has_scores(track: Track) -> bool:
    return track.segment_scores is not None and bool(np.isfinite(track.segment_scores).any())


def _preferences(track: Track, margin: float) -> Indices:
    """Segment, better system, worse system; from rankings, else from scores that differ enough."""
    if track.rankings is not None and track.rankings.preference.any():
        rankings = track.rankings
        untied = rankings.preference != 0
        first = rankings.preference[untied] > 0
        a, b = rankings.a[untied], rankings.b[untied]
        pair = np.where(first, a, b), np.where(first, b, a)
        return np.stack([rankings.segment[untied], *pair], axis=1).astype(np.intp)
    if not _has_scores(track):
        return np.empty((0, 3), dtype=np.intp)
    scores = track.segment_scores
    assert scores is not None
    least = margin * np.nanstd(scores)
    rows = []
    for one in range(len(scores) - 1):
        gaps = scores[one] - scores[one + 1 :]
        # NaN is neither.
        for above in (True, False):
            wide = (gaps >= least) & (gaps > 0) if above else (gaps <= -least) & (gaps < 0)
            other, segment = np.nonzero(wide)
            other = other + one + 1
            same = np.full(len(other), one)
            rows.append(np.stack([segment, *((same, other) if above else (other, same))], axis=1))
    return np.concatenate(rows) if rows else np.empty((0, 3), dtype=np.intp)

"""Judged outputs as training examples for ranking and regression."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from ...arrays import Floats, Indices
from ...core.comparing.comparer import CombinedComparer
from ...core.encoding.pairs import Pairs
from ...errors import InputError, UsageError
from ...resources.learning.ranking import Ranking
from ...resources.learning.regression import LearningProblem, Regression
from ..judgments import TOPIC_UNIT, Track

METHODS = ("auto", "ranking", "regression")
DEFAULT_MARGIN = 0.25


@dataclass(frozen=True, eq=False)
class JudgedOutputs:
    """Judged outputs of one track.

    system, segment     indices of the system and the segment of each output
    better, worse       indices of outputs: pairs of a better and a worse output
    scores              human scores, standardised over the track, or None
    """

    track: Track
    system: Indices
    segment: Indices
    better: Indices
    worse: Indices
    scores: Floats | None

    def texts(self) -> tuple[list[str], list[list[str]]]:
        """Return the outputs, and their references as one list per reference set."""
        outputs = list(self.track.outputs.values())
        positions = list(zip(self.system.tolist(), self.segment.tolist(), strict=True))
        columns = self.track.references.values()
        return (
            [outputs[system][segment] for system, segment in positions],
            [[column[segment] for _, segment in positions] for column in columns],
        )


def choose_method(tracks: Sequence[Track], method: str, margin: float) -> str:
    """Resolve `auto`: regression if all tracks have scores but not all have pairs, else ranking."""
    if method not in METHODS:
        raise UsageError(f"unknown method {method!r}: choose from {', '.join(METHODS)}")
    if not (isinstance(margin, int | float) and margin >= 0):
        raise UsageError(f"margin {margin!r}: give a number of standard deviations, 0 or more")
    if method != "auto":
        return method
    pairs = [len(_preferences(track, margin)) > 0 for track in tracks]
    if all(pairs) or not all(_has_scores(track) for track in tracks):
        return "ranking"
    return "regression"


def select_outputs(track: Track, method: str, margin: float = DEFAULT_MARGIN) -> JudgedOutputs:
    """Return the outputs in pairs for `ranking`, or the outputs with scores for `regression`."""
    if method == "ranking":
        return _ranked_outputs(track, margin)
    return _scored_outputs(track)


def _ranked_outputs(track: Track, margin: float) -> JudgedOutputs:
    preferences = _preferences(track, margin)
    if not len(preferences):
        raise _no_pairs_error(track, margin)
    segment, better, worse = preferences.T
    keys = np.concatenate([better, worse]) * track.segments + np.tile(segment, 2)
    outputs, output_index = np.unique(keys, return_inverse=True)
    system, of_segment = np.divmod(outputs, track.segments)
    first, second = output_index.reshape(2, -1)
    return JudgedOutputs(track, system, of_segment, first, second, None)


def _no_pairs_error(track: Track, margin: float) -> InputError:
    if track.unit == TOPIC_UNIT:
        return InputError(
            f"{track.name} has no two summaries of a topic whose scores are {margin:g} standard "
            "deviations apart: add such summaries, or give a smaller --margin (in Python margin=)"
        )
    return InputError(
        f"{track.name} has no segment with a better and a worse output: give rankings "
        "(human.rank.tsv), or learn from scores (human.seg.tsv) with --learn regression"
    )


def _scored_outputs(track: Track) -> JudgedOutputs:
    scores = track.segment_scores
    if scores is None or not _has_scores(track):
        raise InputError(
            f"{track.name} has no segment scores (human.seg.tsv): leave it out with --pairs, "
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
    """Return rows of segment, better system and worse system.

    They are from rankings, or else from scores that differ by at least the margin.
    """
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
    min_gap = margin * np.nanstd(scores)
    rows = []
    for system in range(len(scores) - 1):
        gaps = scores[system] - scores[system + 1 :]
        # Comparisons with NaN are false, so unjudged outputs are in no pair.
        for is_better in (True, False):
            wide = (gaps >= min_gap) & (gaps > 0) if is_better else (gaps <= -min_gap) & (gaps < 0)
            other, segment = np.nonzero(wide)
            other = other + system + 1
            system_column = np.full(len(other), system)
            rows.append(
                np.stack(
                    [segment, *((system_column, other) if is_better else (other, system_column))],
                    axis=1,
                )
            )
    return np.concatenate(rows) if rows else np.empty((0, 3), dtype=np.intp)


_TEXTS_PER_CHUNK = 500


@dataclass(frozen=True, eq=False)
class Examples:
    """Features of all outputs, with one row per output in the order of the tracks."""

    judged: Sequence[JudgedOutputs]
    features: Floats

    def ranking(self) -> Ranking:
        """Return the ranking problem: features of the better output minus those of the worse."""
        better, worse = judged_pairs(self.judged)
        groups = segment_groups(self.judged)[better]
        return Ranking(self.features[better] - self.features[worse], groups)

    def regression(self) -> Regression:
        """Return the regression problem: features and human scores."""
        groups = segment_groups(self.judged)
        return Regression(self.features, judged_scores(self.judged), groups)

    def problem(self, method: str) -> LearningProblem:
        """Return the problem of a method, `ranking` or `regression`."""
        return self.ranking() if method == "ranking" else self.regression()


def judged_pairs(judged: Sequence[JudgedOutputs]) -> tuple[Indices, Indices]:
    """Return the better and the worse outputs of all pairs, as indices over all tracks."""
    starts = [0, *accumulate(len(outputs.segment) for outputs in judged)][:-1]
    better = np.concatenate(
        [start + track_outputs.better for start, track_outputs in zip(starts, judged, strict=True)]
    )
    worse = np.concatenate(
        [start + track_outputs.worse for start, track_outputs in zip(starts, judged, strict=True)]
    )
    return better, worse


def judged_scores(judged: Sequence[JudgedOutputs]) -> Floats:
    """Return the human scores of all outputs."""
    return np.concatenate([outputs.scores for outputs in judged if outputs.scores is not None])


def count_judgments(judged: Sequence[JudgedOutputs], method: str) -> dict[str, int]:
    """Return the number of pairs (ranking) or outputs (regression) by track."""
    return {
        outputs.track.name: len(outputs.better) if method == "ranking" else len(outputs.segment)
        for outputs in judged
    }


def segment_groups(judged: Sequence[JudgedOutputs]) -> Indices:
    """Return the group of each output's segment, as cross-validation needs it.

    Segments with equal references are one group: the tracks of a test set share them, and a
    held-out segment must not be in the training data of another track.
    """
    group_by_texts: dict[tuple[str, ...], int] = {}
    groups = []
    for outputs in judged:
        columns = list(outputs.track.references.values())
        for segment in outputs.segment.tolist():
            texts = tuple(column[segment] for column in columns)
            groups.append(group_by_texts.setdefault(texts, len(group_by_texts)))
    return np.array(groups, dtype=np.intp)


def make_examples(
    judged: Sequence[JudgedOutputs],
    features: CombinedComparer,
    *,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Examples:
    """Compute the features of every output once, independent of the number of its pairs."""
    blocks = []
    for track_outputs in judged:
        outputs, columns = track_outputs.texts()
        for start in range(0, len(outputs), _TEXTS_PER_CHUNK):
            part = slice(start, start + _TEXTS_PER_CHUNK)
            references = [column[part] for column in columns]
            blocks.append(_mean_features(features, outputs[part], references, jobs))
            if progress is not None:
                progress(len(outputs[part]))
    return Examples(judged, np.concatenate(blocks))


def _mean_features(
    features: CombinedComparer, texts: Sequence[str], references: Sequence[Sequence[str]], jobs: int
) -> Floats:
    """Return the mean over reference sets, with one row per text."""
    rows = [features.compare(Pairs.of_lines(texts, column), jobs) for column in references]
    means: Floats = np.mean(rows, axis=0)
    return means

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
DEFAULT_MARGIN = 0.25  # minimum difference of scores in a pair, in standard deviations


@dataclass(frozen=True, eq=False)
class JudgedOutputs:
    """Judged outputs of one track.

    system, segment     indices of the system and the segment of each output
    better, worse       indices of the better and the worse output of each pair
    scores              human scores of the outputs, standardised over the track; None for ranking
    """

    track: Track
    system: Indices
    segment: Indices
    better: Indices
    worse: Indices
    scores: Floats | None

    def get_texts(self) -> tuple[list[str], list[list[str]]]:
        """Return the outputs, and their references as one list per reference set."""
        outputs = list(self.track.outputs.values())
        system_segments = list(zip(self.system.tolist(), self.segment.tolist(), strict=True))
        reference_columns = self.track.references.values()
        return (
            [outputs[system][segment] for system, segment in system_segments],
            [[column[segment] for _, segment in system_segments] for column in reference_columns],
        )


def choose_method(tracks: Sequence[Track], method: str, margin: float) -> str:
    """Return the method; `auto` becomes ranking or regression.

    It becomes regression if all tracks have scores but not all have pairs, otherwise ranking.
    """
    if method not in METHODS:
        raise UsageError(f"unknown method {method!r}: choose from {', '.join(METHODS)}")
    if not (isinstance(margin, int | float) and margin >= 0):
        raise UsageError(f"margin {margin!r}: give a number of standard deviations, 0 or more")
    if method != "auto":
        return method
    have_pairs = [len(_find_preferences(track, margin)) > 0 for track in tracks]
    if all(have_pairs) or not all(_has_scores(track) for track in tracks):
        return "ranking"
    return "regression"


def select_outputs(track: Track, method: str, margin: float = DEFAULT_MARGIN) -> JudgedOutputs:
    """Return the outputs that are in pairs (ranking), or that have scores (regression)."""
    if method == "ranking":
        return _select_ranked(track, margin)
    return _select_scored(track)


def _select_ranked(track: Track, margin: float) -> JudgedOutputs:
    preferences = _find_preferences(track, margin)
    if not len(preferences):
        raise _build_no_pairs_error(track, margin)
    pair_segments, better_systems, worse_systems = preferences.T
    # An output is identified by system * n_segments + segment.
    output_keys = np.concatenate([better_systems, worse_systems]) * track.segments + np.tile(
        pair_segments, 2
    )
    distinct_keys, output_index = np.unique(output_keys, return_inverse=True)
    systems, segments = np.divmod(distinct_keys, track.segments)
    better, worse = output_index.reshape(2, -1)
    return JudgedOutputs(track, systems, segments, better, worse, None)


def _build_no_pairs_error(track: Track, margin: float) -> InputError:
    if track.unit == TOPIC_UNIT:
        return InputError(
            f"{track.name} has no two summaries of a topic whose scores are {margin:g} standard "
            "deviations apart: add such summaries, or give a smaller --margin (in Python margin=)"
        )
    return InputError(
        f"{track.name} has no segment with a better and a worse output: give rankings "
        "(human.rank.tsv), or learn from scores (human.seg.tsv) with --learn regression"
    )


def _select_scored(track: Track) -> JudgedOutputs:
    scores = track.segment_scores
    if scores is None or not _has_scores(track):
        raise InputError(
            f"{track.name} has no segment scores (human.seg.tsv): leave it out with --pairs, "
            "or learn from rankings"
        )
    system, segment = np.nonzero(np.isfinite(scores))
    values = scores[system, segment]
    no_pairs = np.empty(0, dtype=np.intp)
    deviation = values.std() or 1.0
    return JudgedOutputs(
        track, system, segment, no_pairs, no_pairs, (values - values.mean()) / deviation
    )


def _has_scores(track: Track) -> bool:
    return track.segment_scores is not None and bool(np.isfinite(track.segment_scores).any())


def _find_preferences(track: Track, margin: float) -> Indices:
    """Return pairs of outputs as rows (segment, better system, worse system).

    Pairs come from rankings, or without rankings from scores that differ by at least the margin.
    """
    if track.rankings is not None and track.rankings.preference.any():
        rankings = track.rankings
        is_untied = rankings.preference != 0
        first_is_better = rankings.preference[is_untied] > 0
        a, b = rankings.a[is_untied], rankings.b[is_untied]
        better_and_worse = np.where(first_is_better, a, b), np.where(first_is_better, b, a)
        return np.stack([rankings.segment[is_untied], *better_and_worse], axis=1).astype(np.intp)
    if not _has_scores(track):
        return np.empty((0, 3), dtype=np.intp)
    scores = track.segment_scores
    assert scores is not None
    min_gap = margin * np.nanstd(scores)
    row_blocks = []
    for system in range(len(scores) - 1):
        gaps = scores[system] - scores[system + 1 :]
        # Comparisons with NaN are false, so unjudged outputs are in no pair.
        for is_better in (True, False):
            if is_better:
                is_pair = (gaps >= min_gap) & (gaps > 0)
            else:
                is_pair = (gaps <= -min_gap) & (gaps < 0)
            other_system, segment = np.nonzero(is_pair)
            other_system = other_system + system + 1
            system_column = np.full(len(other_system), system)
            if is_better:
                columns = [segment, system_column, other_system]
            else:
                columns = [segment, other_system, system_column]
            row_blocks.append(np.stack(columns, axis=1))
    return np.concatenate(row_blocks) if row_blocks else np.empty((0, 3), dtype=np.intp)


_TEXTS_PER_CHUNK = 500


@dataclass(frozen=True, eq=False)
class TrainingExamples:
    """Training examples: judged outputs and their features.

    features  array of shape (n_outputs, n_features), in the order of the tracks
    """

    judged_outputs: Sequence[JudgedOutputs]
    features: Floats

    def build_ranking(self) -> Ranking:
        """Return the ranking problem: differences of the features of better and worse outputs."""
        better, worse = collect_pairs(self.judged_outputs)
        groups = group_by_segment(self.judged_outputs)[better]
        return Ranking(self.features[better] - self.features[worse], groups)

    def build_regression(self) -> Regression:
        """Return the regression problem: features and human scores."""
        groups = group_by_segment(self.judged_outputs)
        return Regression(self.features, collect_scores(self.judged_outputs), groups)

    def build_problem(self, method: str) -> LearningProblem:
        """Return the problem of a method, `build_ranking` or `build_regression`."""
        return self.build_ranking() if method == "ranking" else self.build_regression()


def collect_pairs(judged_outputs: Sequence[JudgedOutputs]) -> tuple[Indices, Indices]:
    """Return the better and the worse output of each pair, as indices over all tracks."""
    starts = [0, *accumulate(len(outputs.segment) for outputs in judged_outputs)][:-1]
    better, worse = [], []
    for start, outputs in zip(starts, judged_outputs, strict=True):
        better.append(start + outputs.better)
        worse.append(start + outputs.worse)
    return np.concatenate(better), np.concatenate(worse)


def collect_scores(judged_outputs: Sequence[JudgedOutputs]) -> Floats:
    """Return the human scores of all outputs."""
    return np.concatenate(
        [outputs.scores for outputs in judged_outputs if outputs.scores is not None]
    )


def count_judgments(judged_outputs: Sequence[JudgedOutputs], method: str) -> dict[str, int]:
    """Return the number of pairs (ranking) or outputs (regression) by track."""
    return {
        outputs.track.name: len(outputs.better) if method == "ranking" else len(outputs.segment)
        for outputs in judged_outputs
    }


def group_by_segment(judged_outputs: Sequence[JudgedOutputs]) -> Indices:
    """Return the cross-validation group of each output, which is the group of its segment.

    Segments with equal references are one group, because the tracks of a test set share them, and
    a held-out segment must not be in the training data through another track.
    """
    group_by_texts: dict[tuple[str, ...], int] = {}
    groups = []
    for outputs in judged_outputs:
        reference_columns = list(outputs.track.references.values())
        for segment in outputs.segment.tolist():
            references = tuple(column[segment] for column in reference_columns)
            groups.append(group_by_texts.setdefault(references, len(group_by_texts)))
    return np.array(groups, dtype=np.intp)


def make_examples(
    judged_outputs: Sequence[JudgedOutputs],
    comparer: CombinedComparer,
    *,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> TrainingExamples:
    """Compute the features of all judged outputs."""
    feature_blocks = []
    for track_outputs in judged_outputs:
        outputs, reference_columns = track_outputs.get_texts()
        for start in range(0, len(outputs), _TEXTS_PER_CHUNK):
            chunk = slice(start, start + _TEXTS_PER_CHUNK)
            references = [column[chunk] for column in reference_columns]
            feature_blocks.append(
                _compute_mean_features(comparer, outputs[chunk], references, jobs)
            )
            if progress is not None:
                progress(len(outputs[chunk]))
    return TrainingExamples(judged_outputs, np.concatenate(feature_blocks))


def _compute_mean_features(
    comparer: CombinedComparer, texts: Sequence[str], references: Sequence[Sequence[str]], jobs: int
) -> Floats:
    """Return the mean of the features over reference sets, of shape (n_texts, n_features)."""
    feature_arrays = [
        comparer.compare(Pairs.from_lines(texts, column), jobs) for column in references
    ]
    means: Floats = np.mean(feature_arrays, axis=0)
    return means

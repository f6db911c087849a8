"""Train CREMER by support vector regression."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ...arrays import Floats
from ...core.encoding.session import Session, default_session
from ...errors import InputError, UsageError, warn_user
from ...files.item import ReferenceSet
from ...metrics.base import check_jobs
from ...metrics.cremer import (
    PART_NAMES,
    CremerModel,
    CremerParts,
    describe_used_dicomer,
    write_cremer,
)
from ...resources.learning.kernel_regression import KERNELS, Kernel
from ...resources.learning.regression import AGREEMENT_TOLERANCE, N_FOLDS, compute_pearson
from ...resources.learning.svr import GridPoint, RatedRows, count_fits, make_svr_pipeline
from ...text.languages import parse_language
from ..judgments import Track
from .ratings import RatingScale, learn_regression

ReportProgress = Callable[[int], None]
DEFAULT_KERNEL = "rbf"
# The metric that corresponds to each part of CREMER.
_METRIC_BY_PART = dict(zip(PART_NAMES, ("tesla-s", "dicomer"), strict=True))
# If ratings cover a smaller share of the scale, the scale may be wrong.
_MIN_SCALE_SHARE = 0.5


@dataclass(frozen=True, eq=False)
class TrainedCremer:
    """A trained CREMER model and the results of training.

    chosen             the chosen point of the grid search
    grid               all points of the grid search
    part_correlations  Pearson's correlation of each part alone with the ratings
    """

    model: CremerModel
    chosen: GridPoint
    grid: tuple[GridPoint, ...]
    part_correlations: dict[str, float]

    def write(self, path: str | Path) -> None:
        """Write the model to a file for `Cremer`."""
        write_cremer(Path(path), self.model)


@dataclass(frozen=True, eq=False)
class RatedSummaries:
    """Rated summaries of one test set, with one entry of each list per summary.

    track    the first track of the test set; all its tracks have the same texts
    system   indices of the systems
    topic    indices of the topics
    ratings  means of the human scores, mapped to [0,1]
    """

    track: Track
    system: list[int]
    topic: list[int]
    ratings: Floats

    def get_texts(self) -> tuple[list[str], list[ReferenceSet]]:
        """Return the summaries, and their references as one list per reference set."""
        outputs = list(self.track.outputs.values())
        system_topics = zip(self.system, self.topic, strict=True)
        reference_sets: list[ReferenceSet] = [
            [column[topic] for topic in self.topic] for column in self.track.references.values()
        ]
        return [outputs[system][topic] for system, topic in system_topics], reference_sets


def train_cremer(
    tracks: Sequence[Track],
    *,
    lang: str = "en",
    scale: tuple[float, float] = (1.0, 5.0),
    kernel: str = DEFAULT_KERNEL,
    dicomer: str = "",
    jobs: int = 1,
    progress: ReportProgress | None = None,
    planned: ReportProgress | None = None,
    session: Session | None = None,
) -> TrainedCremer:
    """Train CREMER on judged summaries by support vector regression; return a `TrainedCremer`.

    Parameters
    ----------
    tracks : one track per human score, from `read_tracks`; a summary's rating is its mean score
    lang : language of the summaries
    scale : lowest and highest score that people could give; mapped to [0,1]
    kernel : linear, polynomial or rbf
    dicomer : model file of DICOMER; default: the included one
    jobs, session : number of parallel jobs; session that loads resources
    progress : called with the number of newly finished steps
    planned : called once with the total number of steps
    """
    check_jobs(jobs)
    kernel_class = find_kernel(kernel)
    rated_sets = collect_rated_summaries(tracks, RatingScale(*scale))
    make_svr_pipeline(1.0, kernel_class(1.0))  # raises an error early if scikit-learn is missing
    language, used_session = parse_language(lang), session or default_session()
    dicomer_file = describe_used_dicomer(dicomer, language, used_session)
    parts = CremerParts(used_session, language, dicomer)
    n_topics = sum(len(set(summaries.topic)) for summaries in rated_sets)
    if planned is not None:
        n_summaries = sum(len(summaries.ratings) for summaries in rated_sets)
        planned(n_summaries + count_fits(n_topics, N_FOLDS, kernel_class))
    features = [
        parts.compute_best_parts(*summaries.get_texts(), jobs, progress) for summaries in rated_sets
    ]
    rows = _build_rows(rated_sets, features)
    learnt_regression = learn_regression(rows, kernel_class, "topics", progress)
    training = {
        **learnt_regression.build_training_record(RatingScale(*scale), n_topics),
        "human": "+".join(dict.fromkeys(track.pair for track in tracks)),
        "summaries": len(rows.targets),
        "topics": n_topics,
    }
    ranges = np.stack([rows.features.min(axis=0), rows.features.max(axis=0)], axis=1)
    model = CremerModel(
        language, learnt_regression.regression, ranges, parts.analysis_names, dicomer_file, training
    )
    part_correlations = {
        name: compute_pearson(column, rows.targets)
        for name, column in zip(PART_NAMES, rows.features.T, strict=True)
    }
    _warn_if_part_is_better(part_correlations, learnt_regression.chosen_point.pearson)
    return TrainedCremer(
        model, learnt_regression.chosen_point, learnt_regression.grid_points, part_correlations
    )


def _warn_if_part_is_better(
    part_correlations: Mapping[str, float], model_correlation: float
) -> None:
    """Warn if one part alone agrees better with the ratings than the model.

    Parts are not trained, so their correlation over all rows is comparable with the model's
    correlation on held-out folds.
    """
    name = max(part_correlations, key=part_correlations.__getitem__)
    if part_correlations[name] > model_correlation + AGREEMENT_TOLERANCE:
        warn_user(
            f"{name} alone agrees better with the ratings (pearson {part_correlations[name]:.4f}) "
            f"than both together on held-out topics ({model_correlation:.4f}): use "
            f"{_METRIC_BY_PART[name]}, try another kernel, or give more topics"
        )


def find_kernel(name: str) -> type[Kernel]:
    """Return the kernel class with a name; raise a UsageError for an unknown name."""
    if name not in KERNELS:
        raise UsageError(f"unknown kernel {name!r}: choose from {', '.join(KERNELS)}")
    return KERNELS[name]


def collect_rated_summaries(tracks: Sequence[Track], scale: RatingScale) -> list[RatedSummaries]:
    """Return the summaries of each test set that have all human scores."""
    tracks_by_set: dict[str, list[Track]] = {}
    for track in tracks:
        tracks_by_set.setdefault(track.test_set, []).append(track)
    rated_sets = [_rate_summaries(set_tracks, scale) for set_tracks in tracks_by_set.values()]
    if sum(len(set(summaries.topic)) for summaries in rated_sets) < 2:
        raise InputError(
            "there are ratings of fewer than 2 topics: training and validation need at least two, "
            "and hundreds are better"
        )
    ratings = np.concatenate([summaries.ratings for summaries in rated_sets])
    _warn_if_scale_is_wide(ratings, scale)
    if len(np.unique(ratings)) == 1:
        raise InputError(f"all {len(ratings)} ratings are the same: there is nothing to learn")
    return rated_sets


def _warn_if_scale_is_wide(ratings: Floats, scale: RatingScale) -> None:
    min_rating, max_rating = float(ratings.min()), float(ratings.max())
    if 0 < max_rating - min_rating < _MIN_SCALE_SHARE:
        low, high = (
            scale.low + share * (scale.high - scale.low) for share in (min_rating, max_rating)
        )
        warn_user(
            f"ratings go from {low:g} to {high:g}, less than half of the scale from {scale.low:g} "
            f"to {scale.high:g}: check that people used this scale (--scale LOW HIGH, in Python "
            "scale=(LOW, HIGH))"
        )


def _rate_summaries(tracks: Sequence[Track], scale: RatingScale) -> RatedSummaries:
    """Compute the ratings of the summaries of one test set."""
    score_arrays: list[Floats] = []
    for track in tracks:
        if track.segment_scores is None:
            raise InputError(
                f"{track.name} has no scores of single summaries, which cremer learns from: give a "
                "test set with such scores"
            )
        if not track.references:
            raise InputError(
                f"{track.name} has no references, which content is compared with: add them"
            )
        _check_scale(track, track.segment_scores, scale)
        score_arrays.append(track.segment_scores)
    means: Floats = np.mean(score_arrays, axis=0)
    system, topic = np.nonzero(np.isfinite(means))
    ratings = np.array([scale.normalise(mean) for mean in means[system, topic].tolist()])
    return RatedSummaries(tracks[0], system.tolist(), topic.tolist(), ratings)


def _check_scale(track: Track, scores: Floats, scale: RatingScale) -> None:
    """Raise an InputError for a score that is not on the scale."""
    for system, system_scores in zip(track.systems, scores.tolist(), strict=True):
        for topic, score in enumerate(system_scores, 1):
            if np.isfinite(score) and (fault := scale.find_fault(score)):
                raise InputError(f"{track.name}, {system}, topic {topic}: {fault[1]}: {fault[2]}")


def _build_rows(rated_sets: Sequence[RatedSummaries], features: Sequence[Floats]) -> RatedRows:
    """Build the training rows of all sets, with one cross-validation group per topic."""
    groups, n_topics_before = [], 0
    for summaries in rated_sets:
        groups.append(np.array(summaries.topic, dtype=np.intp) + n_topics_before)
        n_topics_before += summaries.track.segments
    return RatedRows(
        np.vstack(features),
        np.concatenate([summaries.ratings for summaries in rated_sets]),
        np.concatenate(groups),
        np.empty(0, dtype=np.intp),  # no control pairs
    )

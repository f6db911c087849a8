"""Train PEM by support vector regression."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...arrays import Floats
from ...core.encoding.pairs import Pairs, compare_in_batches
from ...core.encoding.session import Session, default_session
from ...errors import InputError, UsageError
from ...metrics.base import check_jobs
from ...metrics.pem import Pem
from ...metrics.pem_model import PemModel, describe_used_files, get_analysis_names, write_pem
from ...metrics.pem_parts import PART_NAMES, PemParts, open_parts
from ...resources.learning.kernel_regression import RbfKernel
from ...resources.learning.regression import N_FOLDS, compute_pearson
from ...resources.learning.svr import GridPoint, RatedRows, count_fits, make_svr_pipeline
from .ratings import LearntRegression, RatedPair, RatingScale, build_rated_pairs, learn_regression

# Ratings of control pairs in [0,1]. On a scale from 1 to 5 they are 2 for a copy, and 1 for another
# sentence or random words.
COPY_RATING, OTHER_RATING = 0.25, 0.0
SEED = 12345


def make_control_pairs(sources: Sequence[str], seed: int = SEED) -> Iterator[RatedPair]:
    """Yield three control pairs per source: a copy, another source, and random words.

    There must be two or more sources, all distinct.
    """
    generator = np.random.default_rng(seed)
    all_words = [word for source in sources for word in source.split()] or [""]
    for index, source in enumerate(sources):
        yield RatedPair(source, source, COPY_RATING)
        offset = int(generator.integers(1, len(sources)))
        yield RatedPair(source, sources[(index + offset) % len(sources)], OTHER_RATING)
        drawn_indices = generator.integers(0, len(all_words), max(1, len(source.split())))
        random_words = " ".join(all_words[word_index] for word_index in drawn_indices.tolist())
        yield RatedPair(source, random_words, OTHER_RATING)


ReportProgress = Callable[[int], None]


@dataclass(frozen=True, eq=False)
class TrainedPem:
    """A trained PEM model and the results of training.

    chosen             the chosen point of the grid search
    grid               all points of the grid search
    part_correlations  Pearson's correlation of each part alone with the ratings
    """

    model: PemModel
    chosen: GridPoint
    grid: tuple[GridPoint, ...]
    part_correlations: dict[str, float]

    def write(self, path: str | Path) -> None:
        """Write the model to a file for `Pem`."""
        write_pem(Path(path), self.model)


def train_pem(
    ratings: Iterable[Any],
    *,
    lang: str,
    scale: tuple[float, float] = (1.0, 5.0),
    controls: bool = False,
    seed: int = SEED,
    jobs: int = 1,
    progress: ReportProgress | None = None,
    planned: ReportProgress | None = None,
    session: Session | None = None,
    **options: Any,
) -> TrainedPem:
    """Train PEM on rated pairs by support vector regression.

    Parameters
    ----------
    ratings : mappings with source, candidate and rating, or tuples of the three
    lang : language of the texts
    scale : lowest and highest rating that people could give; mapped to [0,1]
    controls : whether to add the three control pairs per source of the paper
    seed : seed of the control pairs
    jobs : number of parallel jobs
    progress : called with the number of newly finished steps
    planned : called once with the total number of steps
    session : session that loads resources
    **options : options of `Pem`, such as tables, lms and order

    Returns
    -------
    TrainedPem
    """
    return train_on_pairs(
        build_rated_pairs(ratings, RatingScale(*scale)), RatingScale(*scale),
        Pem(lang=lang, **options),
        with_controls=controls, seed=seed, jobs=jobs, progress=progress, planned=planned,
        session=session,
    )  # fmt: skip


def train_on_pairs(
    human_pairs: Sequence[RatedPair],
    scale: RatingScale,
    metric: Pem,
    *,
    with_controls: bool = False,
    seed: int = SEED,
    jobs: int = 1,
    progress: ReportProgress | None = None,
    planned: ReportProgress | None = None,
    session: Session | None = None,
) -> TrainedPem:
    """Train PEM on pairs with ratings in [0,1]; `metric` has the settings of the features."""
    check_jobs(jobs)
    if metric.model:
        raise UsageError(f"{metric.model} is a trained model already: leave it out")
    if metric.lowercase:
        raise UsageError("pem is trained on unchanged texts: leave lowercase out")
    sources = list(dict.fromkeys(pair.source for pair in human_pairs))
    _check_ratings(human_pairs, sources)
    make_svr_pipeline(1.0, RbfKernel(1.0))  # raises an error early if scikit-learn is missing
    session = session or default_session()
    lm = "".join(metric.lms)  # at most one language model
    parts = open_parts(metric.settings, metric.tables, lm, session)
    pairs = [*human_pairs, *(make_control_pairs(sources, seed) if with_controls else ())]
    if planned is not None:
        planned(len(pairs) + count_fits(len(sources), N_FOLDS, RbfKernel))
    rows = _build_rows(
        pairs, len(human_pairs), sources, _compute_features(parts, pairs, jobs, progress)
    )
    learnt_regression = learn_regression(rows, RbfKernel, "sources", progress)
    used_tables, used_lm = describe_used_files(parts, metric.tables, lm)
    return TrainedPem(
        PemModel(
            metric.settings,
            learnt_regression.regression,
            get_analysis_names(parts),
            used_tables,
            used_lm,
            _build_training_record(rows, scale, len(sources), learnt_regression),
        ),
        learnt_regression.chosen_point,
        learnt_regression.grid_points,
        _compute_part_correlations(rows),
    )


def _check_ratings(human_pairs: Sequence[RatedPair], sources: Sequence[str]) -> None:
    if len(sources) < 2:
        raise InputError(
            "there are ratings of 1 source: training and validation need at least two, and "
            "hundreds are better"
        )
    if len({pair.rating for pair in human_pairs}) == 1:
        raise InputError(f"all {len(human_pairs)} ratings are the same: there is nothing to learn")


def _compute_features(
    parts: PemParts,
    pairs_with_ratings: Sequence[RatedPair],
    jobs: int,
    progress: ReportProgress | None,
) -> Floats:
    pairs = Pairs.from_lines(
        [pair.candidate for pair in pairs_with_ratings],
        [pair.source for pair in pairs_with_ratings],
    )
    return compare_in_batches(parts.compare, pairs, jobs, progress)


def _build_rows(
    pairs: Sequence[RatedPair], n_rated: int, sources: Sequence[str], features: Floats
) -> RatedRows:
    group_by_source = {source: index for index, source in enumerate(sources)}
    return RatedRows(
        features,
        np.array([pair.rating for pair in pairs]),
        np.array([group_by_source[pair.source] for pair in pairs]),
        np.arange(n_rated, len(pairs)),
    )


def _build_training_record(
    rows: RatedRows, scale: RatingScale, n_sources: int, learnt_regression: LearntRegression
) -> dict[str, Any]:
    return {
        **learnt_regression.build_training_record(scale, n_sources),
        "pairs": len(rows.targets) - len(rows.controls),
        "controls": len(rows.controls),
        "sources": n_sources,
        "pearson_rated": learnt_regression.chosen_point.rated,
    }


def _compute_part_correlations(rows: RatedRows) -> dict[str, float]:
    """Return Pearson's correlation of each part with the ratings, without control pairs."""
    n_rated = len(rows.targets) - len(rows.controls)
    return {
        name: compute_pearson(column[:n_rated], rows.targets[:n_rated])
        for name, column in zip(PART_NAMES, rows.features.T, strict=True)
    }

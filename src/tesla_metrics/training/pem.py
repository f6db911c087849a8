"""Training PEM: support vector regression from its three parts to what people thought overall."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..arrays import Floats
from ..encoding.batches import in_batches
from ..encoding.pairs import Pairs
from ..encoding.session import Session, default_session
from ..errors import InputError, UsageError
from ..learning.kernels import RbfKernel
from ..learning.regression import pearson
from ..learning.svr import GridPoint, RatedRows, fits, svr_pipeline
from ..learning.validation import FOLDS
from ..metrics.base import check_jobs
from ..metrics.pem.metric import Pem
from ..metrics.pem.model import PemModel, write_pem
from ..metrics.pem.parts import PARTS, PemParts, open_parts
from ..metrics.pem.trained import analysis_names, used_files
from .controls import SEED, control_pairs
from .ratings import RatedPair, Scale, rated_pairs
from .regression import LearntRegression, learn_regression

Told = Callable[[int], None]


@dataclass(frozen=True, eq=False)
class TrainedPem:
    """A model, what was tried on the way, and how each part alone correlates with the ratings."""

    model: PemModel
    chosen: GridPoint
    grid: tuple[GridPoint, ...]
    alone: dict[str, float]

    def write(self, path: str | Path) -> None:
        """The model as a file for `Pem`."""
        write_pem(Path(path), self.model)


def train_pem(
    ratings: Iterable[Any],
    *,
    lang: str,
    scale: tuple[float, float] = (1.0, 5.0),
    controls: bool = False,
    seed: int = SEED,
    jobs: int = 1,
    progress: Told | None = None,
    planned: Told | None = None,
    session: Session | None = None,
    **options: Any,
) -> TrainedPem:
    """A model of rated pairs: mappings with source, candidate and rating, or tuples of the three.

    Ratings are mapped from `scale` to [0,1]. With `controls` each source gets the paper's three
    control pairs, drawn by `seed`. `options` are those of `Pem`: tables, lms, order … `planned` is
    told how much there is to do before `progress` hears of any.
    """
    return learn_pem(
        rated_pairs(ratings, Scale(*scale)), Scale(*scale), Pem(lang=lang, **options),
        controls=controls, seed=seed, jobs=jobs, progress=progress, planned=planned,
        session=session,
    )  # fmt: skip


def learn_pem(
    rated: Sequence[RatedPair],
    scale: Scale,
    metric: Pem,
    *,
    controls: bool = False,
    seed: int = SEED,
    jobs: int = 1,
    progress: Told | None = None,
    planned: Told | None = None,
    session: Session | None = None,
) -> TrainedPem:
    """The same of pairs that are mapped already, with a metric that says how parts are computed."""
    check_jobs(jobs)
    if metric.model:
        raise UsageError(f"{metric.model} is a model already: leave it out")
    if metric.lowercase:
        raise UsageError("pem is trained on texts as they are: leave lowercase out")
    sources = list(dict.fromkeys(pair.source for pair in rated))
    _check(rated, sources)
    svr_pipeline(1.0, RbfKernel(1.0))  # where it is missing, that is said before the long work
    session = session or default_session()
    lm = "".join(metric.lms)
    parts = open_parts(metric.settings, metric.tables, lm, session)
    own = [*rated, *(control_pairs(sources, seed) if controls else ())]
    if planned is not None:
        planned(len(own) + fits(len(sources), FOLDS, RbfKernel))
    rows = _rows(own, len(rated), sources, _features(parts, own, jobs, progress))
    learnt = learn_regression(rows, RbfKernel, "sources", progress)
    tables, model = used_files(parts, metric.tables, lm)
    return TrainedPem(
        PemModel(
            metric.settings,
            learnt.regression,
            analysis_names(parts),
            tables,
            model,
            _training(rows, scale, len(sources), learnt),
        ),
        learnt.chosen,
        learnt.grid,
        _alone(rows),
    )


def _check(rated: Sequence[RatedPair], sources: Sequence[str]) -> None:
    if len(sources) < 2:
        raise InputError(
            "there are ratings of 1 source: two are the least that can be trained on and checked, "
            "and hundreds are wanted"
        )
    if len({pair.rating for pair in rated}) == 1:
        raise InputError(f"all {len(rated)} ratings are the same: there is nothing to learn")


def _features(
    parts: PemParts, rated: Sequence[RatedPair], jobs: int, progress: Told | None
) -> Floats:
    pairs = Pairs.of_lines([one.candidate for one in rated], [one.source for one in rated])
    return in_batches(parts.compare, pairs, jobs, progress)


def _rows(
    own: Sequence[RatedPair], rated: int, sources: Sequence[str], features: Floats
) -> RatedRows:
    numbers = {source: number for number, source in enumerate(sources)}
    return RatedRows(
        features,
        np.array([pair.rating for pair in own]),
        np.array([numbers[pair.source] for pair in own]),
        np.arange(rated, len(own)),
    )


def _training(
    rows: RatedRows, scale: Scale, sources: int, learnt: LearntRegression
) -> dict[str, Any]:
    return {
        **learnt.facts(scale, sources),
        "pairs": len(rows.targets) - len(rows.controls),
        "controls": len(rows.controls),
        "sources": sources,
        "pearson_rated": learnt.chosen.rated,
    }


def _alone(rows: RatedRows) -> dict[str, float]:
    rated = len(rows.targets) - len(rows.controls)
    return {
        name: pearson(column[:rated], rows.targets[:rated])
        for name, column in zip(PARTS, rows.features.T, strict=True)
    }

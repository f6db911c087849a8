"""Weights for lists that are there: from candidates and references to what chooses best."""

from collections.abc import Collection, Mapping
from numbers import Integral
from typing import Any

import numpy as np

from ..arrays import Floats
from ..encoding.session import Session
from ..errors import UsageError
from ..metrics.base import Metric, Progress
from ..metrics.inputs import References, check_references
from ..nbest.nbest import Nbest
from ..nbest.rerank import named_metric
from ..nbest.weights import Weights
from ..resampling import SEED
from .bounds import (
    Bounds,
    allow_any_scale,
    arrays,
    checked_bounds,
    checked_ranges,
    on_their_scale,
    ranges_within,
)
from .mert.optimise import RESTARTS, optimise
from .mert.problem import TuningProblem
from .mert.space import Space
from .start import start_weights
from .statistics import CandidateStatistics
from .svm import fit_ranking
from .tuned import Tuned, tuned_by

METHODS = ("mert", "svm")


def tune(
    nbest: Nbest,
    references: References | CandidateStatistics,
    metric: str | Metric[Any] | None = None,
    *,
    lang: str = "",
    start: Weights | None = None,
    bounds: Bounds | None = None,
    fixed: Collection[str] = (),
    ranges: Mapping[str, tuple[float, float]] | None = None,
    method: str = "mert",
    restarts: int = RESTARTS,
    seed: int = SEED,
    references_by: str | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    searching: Progress | None = None,
    session: Session | None = None,
    **options: Any,
) -> Tuned:
    """The weights under which the best candidates of all lists are best by the metric.

    `references` are as `Metric.score` takes them, a line an id, and may be more; or
    `CandidateStatistics`, which know references and metric and score a candidate once. `metric` is
    one, or a name with `lang` and options. `start` is where the search begins beside `restarts`
    random points, drawn from `ranges` (default: as far out as the start); without one it is the
    decoder's own weights, where its scores tell all of them, else 1 for each feature. `bounds` are
    never left, `fixed` weights stay as they are at the start. `method` svm learns from pairs of
    candidates instead (PRO), without bounds and restarts. `progress` hears of scored candidates,
    `searching` of starts.
    """
    bounds = {} if bounds is None else bounds
    _check_method(method, bool(bounds or fixed))
    restarts, seed = _whole("restarts", restarts), _whole("seed", seed)
    checked_bounds(nbest.names, bounds, fixed)
    checked_ranges(nbest.names, ranges or {})
    begin = start_weights(nbest, start, bounds)
    made = _metric(metric, lang, options)
    known = _statistics(nbest, references, references_by, made, session)
    problem = _problem(nbest, known.of(nbest, jobs, progress), known)
    if method == "svm":
        weights = _ranked(nbest, problem, begin, seed)
    else:
        low, high = arrays(nbest.names, begin, bounds, fixed)
        drawn = ranges_within(nbest.names, begin, bounds, ranges or {})
        space = Space(*on_their_scale(low, high, begin), drawn)
        found = optimise(problem, begin, space, restarts=restarts, seed=seed, progress=searching)
        scaled = allow_any_scale(low, high)
        weights = _normalised(problem, found.weights) if scaled else found.weights
    return tuned_by(weights, begin, nbest, problem, known.metric, known.signature())


def _check_method(method: str, bound: bool) -> None:
    if method not in METHODS:
        raise UsageError(f"method {method!r}: choose from {', '.join(METHODS)}")
    if method == "svm" and bound:
        raise UsageError("a ranking SVM knows no bounds: leave them out, or choose mert")


def _whole(name: str, number: object) -> int:
    if not isinstance(number, Integral) or number < 0:
        raise UsageError(f"{name} {number!r}: give a whole number from 0 on")
    return int(number)


def _metric(
    metric: str | Metric[Any] | None, lang: str, options: Mapping[str, Any]
) -> Metric[Any] | None:
    if metric is not None:
        return named_metric(metric, lang, options)
    if lang or options:
        raise UsageError("lang and options are for a metric: name one")
    return None


def _statistics(
    nbest: Nbest,
    references: References | CandidateStatistics,
    by: str | None,
    metric: Metric[Any] | None,
    session: Session | None,
) -> CandidateStatistics:
    if isinstance(references, CandidateStatistics):
        if metric is not None:
            raise UsageError("statistics have their metric: give it where they are made")
        return references
    if metric is None:
        raise UsageError("tune by which metric? Give one, such as TeslaM(lang='en')")
    sets = check_references(references, by)
    # What belongs to no list counts for nothing, also for a metric that learns from references.
    wanted = nbest.ids[-1] + 1
    return CandidateStatistics(metric, [column[:wanted] for column in sets], session)


def _problem(nbest: Nbest, rows: Floats, known: CandidateStatistics) -> TuningProblem:
    metric = known.metric
    columns = np.ascontiguousarray(nbest.features.T)
    sign = 1.0 if metric.higher_is_better else -1.0
    return TuningProblem(
        nbest.starts, columns, rows, metric.system_values, sign, known.session.core
    )


def _ranked(nbest: Nbest, problem: TuningProblem, start: Floats, seed: int) -> Floats:
    """By a ranking SVM, of what candidates are worth beside the choices of the start."""
    values = problem.values_beside(problem.chosen(problem.scores(start)))
    return fit_ranking(nbest.starts, nbest.features, values, seed=seed)


def _normalised(problem: TuningProblem, weights: Floats) -> Floats:
    """The same direction with absolute values that add up to 1, or nearly if rounding would decide
    other ties then: a power of two rounds nothing."""
    total = np.abs(weights).sum()
    if not total:
        return weights
    scaled: Floats = weights / total
    own, other = (problem.chosen(problem.scores(one)) for one in (weights, scaled))
    return scaled if (own == other).all() else np.ldexp(weights, -round(np.log2(total)))

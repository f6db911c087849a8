"""Weights for lists that are there: from candidates and references to what chooses best."""

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from ..arrays import Floats
from ..encoding.session import Session
from ..errors import InputError, UsageError
from ..metrics.base import Metric, Progress
from ..metrics.inputs import References, check_references
from ..nbest.nbest import Nbest
from ..nbest.weights import Weights
from ..resampling import SEED
from .bounds import Bounds, allow_any_scale, arrays, check_start, checked_bounds
from .mert.optimise import RESTARTS, Told, optimise
from .mert.problem import TuningProblem
from .mert.space import Space, default_ranges
from .start import decoders_weights
from .statistics import CandidateStatistics
from .svm import fit_ranking
from .tuned import Tuned, tuned_by

METHODS = ("mert", "svm")
_LARGEST = 1e100  # of features: their sums must stay finite


def tune(
    nbest: Nbest,
    references: References | CandidateStatistics,
    metric: Metric[Any] | None = None,
    *,
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
    searching: Told | None = None,
    session: Session | None = None,
) -> Tuned:
    """The weights under which the best candidates of all lists are best by the metric.

    `references` are as `Metric.score` takes them, a line an id, and may be more; or
    `CandidateStatistics`, which know references and metric and score a candidate once. `start`
    is where the search begins beside `restarts` random points, drawn from `ranges` (default: as far
    out as the start); without one it is the decoder's own weights, where its scores tell them, else
    1 for each feature. `bounds` are never left, `fixed` weights stay as they are at the start.
    `method` svm learns from pairs of candidates instead (PRO), without bounds and restarts.
    `progress` hears of scored candidates, `searching` of starts.
    """
    bounds = {} if bounds is None else bounds
    _check(nbest, method, bool(bounds or fixed))
    _check_numbers(restarts=restarts, seed=seed)
    checked_bounds(nbest.names, {**bounds, **(ranges or {})}, fixed)
    begin = _begin(nbest, start, bounds)
    if not isinstance(references, CandidateStatistics):
        references = _statistics(nbest, references, references_by, metric, session)
    rows = references.of(nbest, jobs, progress)
    problem = _problem(nbest, rows, references)
    if method == "svm":
        weights = _ranked(nbest, problem, begin, seed)
    else:
        low, high = arrays(nbest.names, begin, bounds, fixed)
        space = Space(low, high, _ranges(nbest.names, begin, bounds, ranges or {}))
        weights = optimise(
            problem, begin, space, restarts=restarts, seed=seed, progress=searching
        ).weights
        weights = _normalised(problem, weights) if allow_any_scale(bounds, fixed) else weights
    return tuned_by(weights, begin, nbest, problem, references.metric, references.signature())


def _check(nbest: Nbest, method: str, bound: bool) -> None:
    if method not in METHODS:
        raise UsageError(f"method {method!r}: choose from {', '.join(METHODS)}")
    if method == "svm" and bound:
        raise UsageError("a ranking SVM knows no bounds: leave them out, or choose mert")
    if not nbest.names:
        raise InputError("the candidates have no features to tune weights of: give lists with some")
    if not (np.abs(nbest.features) <= _LARGEST).all():
        raise InputError("a feature is infinite, no number or too large: mend the lists")


def _check_numbers(**numbers: object) -> None:
    for name, number in numbers.items():
        if not isinstance(number, int) or number < 0:
            raise UsageError(f"{name} {number!r}: give a whole number from 0 on")


def _begin(nbest: Nbest, start: Weights | None, bounds: Bounds) -> Floats:
    if start is not None:
        given = start.of(nbest.names, "the start")
        check_start(nbest.names, given, bounds)
        return given
    own = decoders_weights(nbest)
    low, high = arrays(nbest.names, np.zeros(len(nbest.names)), bounds, ())
    return np.clip(np.ones(len(nbest.names)) if own is None else own, low, high)


def _statistics(
    nbest: Nbest,
    references: References,
    by: str | None,
    metric: Metric[Any] | None,
    session: Session | None,
) -> CandidateStatistics:
    if metric is None:
        raise UsageError("tune by which metric? Give one, such as TeslaM(lang='en')")
    sets = check_references(references, by)
    # What belongs to no list counts for nothing, also for a metric that learns from references.
    wanted = nbest.ids[-1] + 1 if nbest.ids else 0
    return CandidateStatistics(metric, [column[:wanted] for column in sets], session)


def _ranges(names: tuple[str, ...], start: Floats, bounds: Bounds, given: Bounds) -> Floats:
    found = default_ranges(start)
    for place, name in enumerate(names):
        if name in given:
            found[place] = given[name]
        elif name in bounds:
            found[place] = np.where(np.isfinite(bounds[name]), bounds[name], found[place])
            found[place].sort()
    return found


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
    """The same direction with absolute values that add up to 1, if that chooses the same."""
    total = np.abs(weights).sum()
    if not total:
        return weights
    scaled: Floats = weights / total
    own, other = (problem.chosen(problem.scores(one)) for one in (weights, scaled))
    return scaled if (own == other).all() else weights

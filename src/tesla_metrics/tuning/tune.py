"""Weights for lists that are there: from candidates and references to what chooses best."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import Floats, Indices
from ..encoding.session import Session
from ..errors import InputError, UsageError
from ..metrics.base import Metric, Progress
from ..metrics.inputs import References, check_references
from ..metrics.signature import Signature
from ..nbest.nbest import Nbest
from ..nbest.weights import Weights
from ..resampling import SEED
from .bounds import Bounds, arrays, check_start, checked_bounds
from .mert.optimise import RESTARTS, Told, default_ranges, optimise
from .mert.problem import Problem
from .start import decoders_weights
from .statistics import CandidateStatistics

METHODS = ("mert",)
_LARGEST = 1e100  # of features: their sums must stay finite


@dataclass(frozen=True)
class Tuned:
    """What tuning found, and what it is worth by the metric.

    value, start_value, first_value     of what the weights choose, of what the start chose, and of
                                        the first candidates
    oracle_value                        of the candidates that the metric likes best
    chosen                              the place of the chosen candidate of each list, in `texts`
    changed                             how many lists have another choice than at the start
    """

    metric: str
    weights: Weights
    start: Weights
    value: float
    start_value: float
    first_value: float
    oracle_value: float
    chosen: tuple[int, ...]
    changed: int
    signature: Signature
    higher_is_better: bool = True

    def to_dict(self) -> dict[str, Any]:
        """By name, as JSON can have it."""
        return {
            "metric": self.metric,
            "value": self.value,
            "start_value": self.start_value,
            "first_value": self.first_value,
            "oracle_value": self.oracle_value,
            "higher_is_better": self.higher_is_better,
            "lists": len(self.chosen),
            "changed": self.changed,
            "weights": dict(zip(self.weights.names, self.weights.values, strict=True)),
            "start": dict(zip(self.start.names, self.start.values, strict=True)),
            "signature": str(self.signature),
        }


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
    directions: int | None = None,
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
    `progress` hears of scored candidates, `searching` of starts.
    """
    _check(nbest, method, restarts)
    bounds = {} if bounds is None else bounds
    checked_bounds(nbest.names, {**bounds, **(ranges or {})}, fixed)
    begin = _begin(nbest, start, bounds)
    if not isinstance(references, CandidateStatistics):
        references = _statistics(nbest, references, references_by, metric, session)
    rows = references.of(nbest, jobs, progress)
    metric, core = references.metric, references.session.core
    low, high = arrays(nbest.names, begin, bounds, fixed)
    found = optimise(
        nbest.starts, nbest.features, rows, metric.system_values, metric.higher_is_better, begin,
        low=low, high=high, ranges=_ranges(nbest.names, begin, bounds, ranges or {}),
        restarts=restarts, directions=directions, seed=seed, progress=searching, core=core,
    )  # fmt: skip
    problem = _problem(nbest, rows, metric, core)
    weights = found.weights if bounds or fixed else _normalised(problem, found.weights)
    return _tuned(nbest, problem, metric, references.signature(), begin, weights)


def _check(nbest: Nbest, method: str, restarts: int) -> None:
    if method not in METHODS:
        raise UsageError(f"method {method!r}: choose from {', '.join(METHODS)}")
    if not isinstance(restarts, int) or restarts < 0:
        raise UsageError(f"{restarts!r} restarts: give a whole number from 0 on")
    if not nbest.names:
        raise InputError("the candidates have no features to tune weights of: give lists with some")
    if not (np.abs(nbest.features) <= _LARGEST).all():
        raise InputError("a feature is infinite, no number or too large: mend the lists")


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


def _problem(nbest: Nbest, rows: Floats, metric: Metric[Any], core: str) -> Problem:
    sign = 1.0 if metric.higher_is_better else -1.0
    columns = np.ascontiguousarray(nbest.features.T)
    return Problem(nbest.starts, columns, rows, metric.system_values, sign, core)


def _normalised(problem: Problem, weights: Floats) -> Floats:
    """The same direction with absolute values that add up to 1, if that chooses the same."""
    total = np.abs(weights).sum()
    if not total:
        return weights
    scaled: Floats = weights / total
    own, other = (problem.chosen(problem.scores(one)) for one in (weights, scaled))
    return scaled if (own == other).all() else weights


def _tuned(
    nbest: Nbest,
    problem: Problem,
    metric: Metric[Any],
    signature: Signature,
    start: Floats,
    weights: Floats,
) -> Tuned:
    before, chosen = (problem.chosen(problem.scores(one)) for one in (start, weights))
    choices = chosen, before, nbest.starts[:-1], oracle(problem, chosen)
    values = [problem.sign * problem.value(choice) for choice in choices]
    return Tuned(
        metric.name,
        Weights(nbest.names, tuple(weights.tolist())),
        Weights(nbest.names, tuple(start.tolist())),
        *values,
        tuple(chosen.tolist()),
        int((before != chosen).sum()),
        signature,
        metric.higher_is_better,
    )


def oracle(problem: Problem, chosen: Indices) -> Indices:
    """Of each list what the metric likes best beside the choices of the others."""
    rows, counts = problem.statistics, np.diff(problem.starts)
    others = rows[chosen].sum(axis=0) - rows[chosen]
    return problem.chosen(problem.sign * problem.values(np.repeat(others, counts, axis=0) + rows))

"""Tune feature weights on fixed n-best lists."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np

from ...arrays import Floats
from ...core.encoding.session import Session
from ...errors import UsageError
from ...metrics.base import Metric, Progress
from ...metrics.inputs import References, check_orientation, check_references
from ...metrics.score import Signature
from ...resampling import DEFAULT_SEED
from ..nbest.nbest import Nbest
from ..nbest.weights import Weights
from ..rerank import resolve_metric
from ..rerank_by_features import choose_oracle
from .candidate_statistics import CandidateStatistics
from .mert import DEFAULT_RESTARTS, TuningProblem, WeightSpace, optimise
from .ranking_svm import fit_ranking
from .weight_bounds import (
    Bounds,
    allows_any_scale,
    build_bound_arrays,
    build_start_ranges,
    check_bounds,
    check_ranges,
    get_start_weights,
    replace_infinite_bounds,
)


@dataclass(frozen=True)
class Tuned:
    """The result of tuning.

    Parameters
    ----------
    metric : str
        Name of the metric.
    weights, start : Weights
        Tuned weights and initial weights.
    value, start_value, first_value : float
        Score of the candidates that the tuned weights choose, of the candidates that the initial
        weights choose, and of the first candidates.
    oracle_value : float
        Score of the best choice that an approximate search finds; never worse than `value`.
    chosen : tuple of int
        For each list, the index of the chosen candidate in `Nbest.texts`.
    changed : int
        Number of lists for which the tuned and the initial weights choose different candidates.
    signature : Signature
        Signature of the metric.
    higher_is_better : bool
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
        """Return all values by name, in types that JSON supports."""
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


def build_tuning_result(
    weights: Floats,
    start: Floats,
    nbest: Nbest,
    problem: TuningProblem,
    metric: Metric[Any],
    signature: Signature,
) -> Tuned:
    """Score the choices of the tuned and the initial weights, and return them as a result."""
    start_choice = problem.choose(problem.compute_scores(start))
    chosen = problem.choose(problem.compute_scores(weights))
    oracle_choice_indices = choose_oracle(metric, nbest.starts, problem.statistics, chosen)
    choices = chosen, start_choice, nbest.starts[:-1], oracle_choice_indices
    value, start_value, first_value, oracle_value = (
        problem.sign * problem.evaluate(choice) for choice in choices
    )
    return Tuned(
        metric.name,
        Weights(nbest.names, tuple(weights.tolist())),
        Weights(nbest.names, tuple(start.tolist())),
        value,
        start_value,
        first_value,
        oracle_value,
        tuple(chosen.tolist()),
        int((start_choice != chosen).sum()),
        signature,
        metric.higher_is_better,
    )


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
    restarts: int = DEFAULT_RESTARTS,
    seed: int = DEFAULT_SEED,
    references_by: str | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    searching: Progress | None = None,
    session: Session | None = None,
    **options: Any,
) -> Tuned:
    """Find the weights that choose the candidates with the best system score.

    `references` are as in `Metric`, one line per id, or a `CandidateStatistics` object, which has a
    metric and scores each candidate only once. `metric` is a metric, or a name with `lang` and
    `options`. The search begins at `start` (default: the decoder's weights if its scores determine
    them, otherwise 1 for each feature) and at `restarts` random points drawn from `ranges`
    (default: from -m to m, where m is the largest absolute weight of the start). Weights stay
    within `bounds`, and `fixed` weights do not change. The `method` "svm" learns from pairs of
    candidates (PRO) instead, without bounds and restarts. `progress` is called with numbers of
    scored candidates, `searching` with numbers of finished searches.
    """
    bounds = {} if bounds is None else bounds
    _check_method(method, bool(bounds or fixed))
    restarts, seed = _check_integer("restarts", restarts), _check_integer("seed", seed)
    check_bounds(nbest.names, bounds, fixed)
    check_ranges(nbest.names, ranges or {})
    initial_weights = get_start_weights(nbest, start, bounds)
    metric_object = _resolve_optional_metric(metric, lang, options)
    statistics = _get_statistics(nbest, references, references_by, metric_object, session)
    problem = _build_problem(nbest, statistics.compute(nbest, jobs, progress), statistics)
    if method == "svm":
        weights = _fit_ranking_svm(nbest, problem, initial_weights, seed)
    else:
        low, high = build_bound_arrays(nbest.names, initial_weights, bounds, fixed)
        random_ranges = build_start_ranges(nbest.names, initial_weights, bounds, ranges or {})
        space = WeightSpace(*replace_infinite_bounds(low, high, initial_weights), random_ranges)
        optimum = optimise(
            problem, initial_weights, space, restarts=restarts, seed=seed, progress=searching
        )
        is_scalable = allows_any_scale(low, high)
        weights = _normalise(problem, optimum.weights) if is_scalable else optimum.weights
    return build_tuning_result(
        weights, initial_weights, nbest, problem, statistics.metric, statistics.get_signature()
    )


def _check_method(method: str, has_bounds: bool) -> None:
    if method not in METHODS:
        raise UsageError(f"method {method!r}: choose from {', '.join(METHODS)}")
    if method == "svm" and has_bounds:
        raise UsageError("a ranking SVM does not support bounds: leave them out, or choose mert")


def _check_integer(name: str, value: object) -> int:
    if not isinstance(value, Integral) or value < 0:
        raise UsageError(f"{name} {value!r}: give a whole number from 0 on")
    return int(value)


def _resolve_optional_metric(
    metric: str | Metric[Any] | None, lang: str, options: Mapping[str, Any]
) -> Metric[Any] | None:
    if metric is not None:
        return resolve_metric(metric, lang, options)
    if lang or options:
        raise UsageError("lang and options are for a metric: name one")
    return None


def _get_statistics(
    nbest: Nbest,
    references: References | CandidateStatistics,
    references_by: str | None,
    metric: Metric[Any] | None,
    session: Session | None,
) -> CandidateStatistics:
    if isinstance(references, CandidateStatistics):
        if metric is not None:
            raise UsageError("statistics already have a metric: give it when you create them")
        return references
    if metric is None:
        raise UsageError("tune needs a metric: give one, such as TeslaM(lang='en')")
    reference_sets = check_references(references, references_by)
    # References after the last list are not used, not even by a metric that learns from references.
    n_lines = nbest.ids[-1] + 1
    check_orientation(reference_sets, n_lines, references_by, allow_unused=True)
    return CandidateStatistics(
        metric, [reference_set[:n_lines] for reference_set in reference_sets], session
    )


def _build_problem(nbest: Nbest, rows: Floats, statistics: CandidateStatistics) -> TuningProblem:
    metric = statistics.metric
    feature_columns = np.ascontiguousarray(nbest.features.T)
    sign = 1.0 if metric.higher_is_better else -1.0
    return TuningProblem(
        nbest.starts, feature_columns, rows, metric.system_values, sign, statistics.session.core
    )


def _fit_ranking_svm(nbest: Nbest, problem: TuningProblem, start: Floats, seed: int) -> Floats:
    """Return the weights of a ranking SVM.

    The value of a candidate is the system score if it replaces the choice of the initial weights.
    """
    values = problem.evaluate_replacements(problem.choose(problem.compute_scores(start)))
    return fit_ranking(nbest.starts, nbest.features, values, seed=seed)


def _normalise(problem: TuningProblem, weights: Floats) -> Floats:
    """Scale weights so that their absolute values add up to 1.

    If rounding changes a choice between tied candidates, scale by a power of two instead, which is
    exact.
    """
    total = np.abs(weights).sum()
    if not total:
        return weights
    scaled: Floats = weights / total
    original_choice = problem.choose(problem.compute_scores(weights))
    scaled_choice = problem.choose(problem.compute_scores(scaled))
    if (original_choice == scaled_choice).all():
        return scaled
    scaled_exactly: Floats = np.ldexp(weights, -round(np.log2(total)))
    return scaled_exactly

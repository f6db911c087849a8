"""Minimum error rate training (Och 2003)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np

from ...arrays import Floats, Indices
from ...core.solvers.envelope import compute_upper_envelopes
from ...metrics.base import Progress
from ...resampling import DEFAULT_SEED
from ..nbest.weights import weighted_sums
from ..rerank_by_features import RELATIVE_TOLERANCE

# Function from totals of statistics, one row per system, to the scores of the systems.
SystemScoreFunction: TypeAlias = Callable[[Floats], Floats]


@dataclass(frozen=True, eq=False)
class TuningProblem:
    """The input of the optimiser: n-best lists one after another, and a metric.

    A choice is an array with the index of one candidate per list.

    `starts`        start of each list, and the end
    `features`      array of shape (n_features, n_candidates)
    `statistics`    additive statistics, one row per candidate
    `score_totals`  function that returns the system score of each row of totals
    `sign`          1 if higher scores are better, otherwise -1
    `core`          implementation of the line search: native, python or auto
    """

    starts: Indices
    features: Floats
    statistics: Floats
    score_totals: SystemScoreFunction
    sign: float = 1.0
    core: str = "auto"

    def compute_scores(self, weights: Floats) -> Floats:
        """Return the model score of each candidate with these weights."""
        return weighted_sums(self.features, weights)

    def choose(self, scores: Floats) -> Indices:
        """Choose the candidate with the highest model score of each list, or the first of several.

        `compute_scores` has the model scores of all candidates.
        """
        list_starts, counts = self.starts[:-1], np.diff(self.starts)
        best_indices = np.flatnonzero(
            scores == np.maximum.reduceat(scores, list_starts).repeat(counts)
        )
        return best_indices[np.searchsorted(best_indices, list_starts)]

    def evaluate(self, choice: Indices) -> float:
        """Return the system score of a choice, negated if lower is better."""
        total = self.statistics[choice].sum(axis=0)
        return self.sign * float(self.score_totals(total[None])[0])

    def evaluate_replacements(self, choice: Indices) -> Floats:
        """Return, for each candidate, the value of the choice with this candidate in its list."""
        chosen_rows = self.statistics[choice]
        other_totals = (chosen_rows.sum(axis=0) - chosen_rows).repeat(np.diff(self.starts), axis=0)
        return self.sign * self.score_totals(other_totals + self.statistics)


# An interval of smaller width, relative to its position, is ignored because of rounding errors.
_MIN_RELATIVE_WIDTH = 1e-12
# Minimum distance of a step beyond the first or last point, relative to the position of the point.
_MIN_RELATIVE_REACH = 1e-3


class LineStep(NamedTuple):
    """The length of a step along a line, and the value of the choice after it."""

    length: float
    value: float


class StepBounds(NamedTuple):
    """Bounds of the length of a step.

    `reach` is the distance beyond the last point at which a choice changes if there is no bound.
    """

    low: float
    high: float
    reach: float


def find_best_step(
    problem: TuningProblem, scores: Floats, slopes: Floats, bounds: StepBounds
) -> LineStep | None:
    """Find the step along a line that leads to the best value (Och 2003).

    The score of a candidate after a step of length x is scores + x * slopes, so that choices change
    only at some points. The step ends in the middle of the interval between two points with the
    best value, or the widest of several. Return None if all intervals are too narrow.
    """
    envelopes = compute_upper_envelopes(problem.starts, scores, slopes, problem.core)
    order = np.argsort(envelopes.points, kind="stable")
    rows = problem.statistics
    # Differences are computed in the order of the lists, which is faster, and sorted afterwards.
    changes = rows.take(envelopes.new_line, axis=0) - rows.take(envelopes.old_line, axis=0)
    total = rows.take(envelopes.first, axis=0).sum(axis=0)
    totals = np.concatenate([total[None], changes.take(order, axis=0)]).cumsum(axis=0)
    edges = _compute_edges(envelopes.points[order], bounds)
    widths = np.diff(edges)
    wide_indices = np.flatnonzero(widths > _MIN_RELATIVE_WIDTH * np.abs(edges[1:]))
    if not len(wide_indices):
        return None
    values = problem.sign * problem.score_totals(totals[wide_indices])
    best_value = float(values.max())
    best_indices = wide_indices[values >= best_value - RELATIVE_TOLERANCE * abs(best_value)]
    index = int(best_indices[np.argmax(widths[best_indices])])
    return LineStep(float(edges[index] + widths[index] / 2), best_value)


def _compute_edges(points: Floats, bounds: StepBounds) -> Floats:
    """Return the edges of the intervals between points, clipped to the window."""
    first_point, last_point = (points[0], points[-1]) if len(points) else (0.0, 0.0)
    ends = min(first_point, bounds.high), max(last_point, bounds.low)
    # Far from 0, the reach could be smaller than the precision of floats.
    left, right = (max(bounds.reach, _MIN_RELATIVE_REACH * abs(end)) for end in ends)
    edges: Floats = np.concatenate([[ends[0] - left], points, [ends[1] + right]])
    return edges.clip(bounds.low, bounds.high)


@dataclass(frozen=True, eq=False)
class WeightSpace:
    """The allowed weights.

    low, high   lower and upper bound of each weight; equal bounds fix a weight
    ranges      lower and upper end of random starts, array of shape (n_weights, 2)
    """

    low: Floats
    high: Floats
    ranges: Floats

    @classmethod
    def create_unbounded(cls, start: Floats) -> "WeightSpace":
        """Return a space without bounds, with ranges that depend on the initial weights."""
        infinite = np.full(len(start), np.inf)
        return cls(-infinite, infinite, get_default_ranges(start))

    def draw_start(self, random: np.random.Generator) -> Floats:
        """Draw initial weights from the ranges."""
        return self.clip(random.uniform(self.ranges[:, 0], self.ranges[:, 1]))

    def clip(self, weights: Floats) -> Floats:
        """Return the nearest allowed weights."""
        return np.clip(weights, self.low, self.high)

    def get_step_bounds(self, weights: Floats, direction: Floats) -> StepBounds:
        """Return the bounds of a step from these weights in a direction."""
        is_moved = direction != 0
        with np.errstate(over="ignore"):
            ends = (np.stack([self.low, self.high]) - weights)[:, is_moved] / direction[is_moved]
        low, high = np.sort(ends, axis=0)
        reach = float(np.abs(weights).sum() / np.abs(direction).sum())
        return StepBounds(float(low.max()), float(high.min()), reach or 1.0)


def get_default_ranges(start: Floats) -> Floats:
    """Return the range of random starts of each weight, as an array of shape (n_weights, 2).

    All ranges extend from -m to m, where m is the largest absolute initial weight.
    """
    max_weight = float(np.abs(start).max(initial=0.0)) or 1.0
    return np.tile([-max_weight, max_weight], (len(start), 1))


class LineSearch:
    """Improves weights by steps along lines until no line improves the value.

    Lines change a single weight, or all weights in one of `n_directions` random directions.
    """

    def __init__(self, problem: TuningProblem, space: WeightSpace, n_directions: int) -> None:
        self.problem, self.space, self._n_directions = problem, space, n_directions
        self.n_searches = 0
        # Features that never differ within a list have no effect.
        mean_ranges = [_compute_mean_range(problem.starts, values) for values in problem.features]
        is_free = (space.high > space.low) & (np.array(mean_ranges) > 0)
        self._free_indices = np.flatnonzero(is_free)
        self._direction_scale = (
            np.array([1 / mean_range if mean_range else 0.0 for mean_range in mean_ranges])
            * is_free
        )

    def run(self, weights: Floats, random: np.random.Generator) -> tuple[Floats, float]:
        """Search from these weights; return the final weights and their value."""
        scores = self.problem.compute_scores(weights)
        value = self.problem.evaluate(self.problem.choose(scores))
        has_improved = True
        while has_improved:
            has_improved = False
            for direction, slopes in self._iterate_directions(random):
                step = find_best_step(
                    self.problem, scores, slopes, self.space.get_step_bounds(weights, direction)
                )
                self.n_searches += 1
                if step is None or step.value <= value + RELATIVE_TOLERANCE * abs(value):
                    continue
                new_weights = self.space.clip(weights + step.length * direction)
                new_scores = self.problem.compute_scores(new_weights)
                new_value = self.problem.evaluate(self.problem.choose(new_scores))
                if new_value > value + RELATIVE_TOLERANCE * abs(value):
                    weights, scores, value, has_improved = new_weights, new_scores, new_value, True
        return weights, value

    def _iterate_directions(self, random: np.random.Generator) -> Iterator[tuple[Floats, Floats]]:
        """Yield directions, and the slope of the score of each candidate along each."""
        for index in random.permutation(self._free_indices):
            direction = np.zeros(len(self._direction_scale))
            direction[index] = 1.0
            yield direction, self.problem.features[index]
        if len(self._free_indices) > 1:
            for _ in range(self._n_directions):
                direction = (
                    random.standard_normal(len(self._direction_scale)) * self._direction_scale
                )
                yield direction, self.problem.compute_scores(direction)


def _compute_mean_range(starts: Indices, values: Floats) -> float:
    """Return the mean range of a feature within lists."""
    list_starts = starts[:-1]
    ranges = np.maximum.reduceat(values, list_starts) - np.minimum.reduceat(values, list_starts)
    return float(ranges.mean())


DEFAULT_RESTARTS = 20
# Up to this number of candidates in all lists together, more directions are searched.
_MAX_CANDIDATES_FOR_MORE_DIRECTIONS = 20_000


@dataclass(frozen=True, eq=False)
class Optimum:
    """The best weights, and the candidates they choose.

    `evaluate`     system score with these weights
    `start_value`  system score with the initial weights
    `chosen`       index of the chosen candidate of each list
    `n_searches`   number of line searches
    """

    weights: Floats
    value: float
    start_value: float
    chosen: Indices
    n_searches: int


def optimise(
    problem: TuningProblem,
    start: Floats,
    space: WeightSpace | None = None,
    *,
    restarts: int = DEFAULT_RESTARTS,
    n_directions: int | None = None,
    seed: int = DEFAULT_SEED,
    progress: Progress | None = None,
) -> Optimum:
    """Find the weights that choose the candidates with the best system score.

    The search starts at `start` and at `restarts` random points of the space. It searches along
    each weight and along `n_directions` random directions (default: two per weight; for many
    candidates, which take longer, one per three weights). `progress` is called after each search.
    """
    space = WeightSpace.create_unbounded(start) if space is None else space
    search = LineSearch(
        problem, space, _count_directions(problem) if n_directions is None else n_directions
    )
    start_value = problem.evaluate(problem.choose(problem.compute_scores(start)))
    best_result = start, start_value  # weights and value
    for index in range(restarts + 1):
        random = np.random.default_rng((seed, index))
        search_result = search.run(space.draw_start(random) if index else start, random)
        if search_result[1] > best_result[1] + RELATIVE_TOLERANCE * abs(best_result[1]):
            best_result = search_result
        if progress is not None:
            progress(1)
    weights, value = best_result
    choice = problem.choose(problem.compute_scores(weights))
    return Optimum(
        weights, problem.sign * value, problem.sign * start_value, choice, search.n_searches
    )


def _count_directions(problem: TuningProblem) -> int:
    n_features, n_candidates = problem.features.shape
    count: int = (
        2 * n_features
        if n_candidates <= _MAX_CANDIDATES_FOR_MORE_DIRECTIONS
        else -(-n_features // 3)
    )
    return count

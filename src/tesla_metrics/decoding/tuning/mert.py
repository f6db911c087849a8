"""Minimum error rate training (Och 2003)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np

from ...arrays import Floats, Indices
from ...core.solvers.envelope import upper_envelopes
from ...metrics.base import Progress
from ...resampling import SEED
from ..nbest.weights import weighted_sums
from ..rerank_by_features import RELATIVE_TOLERANCE

# Function from rows of totals to scores.
Values: TypeAlias = Callable[[Floats], Floats]


@dataclass(frozen=True, eq=False)
class TuningProblem:
    """Lists of candidates one after another, with features and statistics.

    starts      start of each list, and the end
    features    array of shape (n_features, n_candidates)
    statistics  additive statistics, one row per candidate
    values      function that returns the metric's value of each row of totals
    sign        -1 if lower is better
    core        native, python or auto
    """

    starts: Indices
    features: Floats
    statistics: Floats
    values: Values
    sign: float = 1.0
    core: str = "auto"

    def scores(self, weights: Floats) -> Floats:
        """Return the model score of each candidate with these weights."""
        return weighted_sums(self.features, weights)

    def chosen(self, scores: Floats) -> Indices:
        """Return the index of the best candidate of each list; the first of equal ones."""
        begin, counts = self.starts[:-1], np.diff(self.starts)
        best = np.flatnonzero(scores == np.maximum.reduceat(scores, begin).repeat(counts))
        return best[np.searchsorted(best, begin)]

    def value(self, chosen: Indices) -> float:
        """Return the metric's value of a choice, with a sign such that higher is better."""
        total = self.statistics[chosen].sum(axis=0)
        return self.sign * float(self.values(total[None])[0])

    def values_of_replacements(self, chosen: Indices) -> Floats:
        """Return the value for each candidate if it replaced the choice in its list."""
        chosen_rows = self.statistics[chosen]
        other_totals = (chosen_rows.sum(axis=0) - chosen_rows).repeat(np.diff(self.starts), axis=0)
        return self.sign * self.values(other_totals + self.statistics)


# Relative width below which an interval is ignored because of rounding.
_NARROW = 1e-12
# Minimum distance beyond the last change, relative to its position.
_FAR = 1e-3


class Step(NamedTuple):
    """The length of a step, and the value that is expected after it."""

    length: float
    value: float


class Window(NamedTuple):
    """Bounds of a step; `reach` is the distance beyond the last change if there is no bound."""

    low: float
    high: float
    reach: float


def best_step(
    problem: TuningProblem, scores: Floats, slopes: Floats, window: Window
) -> Step | None:
    """Return the step to the middle of the best interval, the widest of equal ones, or None."""
    envelopes = upper_envelopes(problem.starts, scores, slopes, problem.core)
    order = np.argsort(envelopes.points, kind="stable")
    rows = problem.statistics
    # Differences first, in the order of lists for memory locality, and sorted afterwards.
    changes = rows.take(envelopes.new_line, axis=0) - rows.take(envelopes.old_line, axis=0)
    total = rows.take(envelopes.first, axis=0).sum(axis=0)
    totals = np.concatenate([total[None], changes.take(order, axis=0)]).cumsum(axis=0)
    edges = _edges(envelopes.points[order], window)
    widths = np.diff(edges)
    wide = np.flatnonzero(widths > _NARROW * np.abs(edges[1:]))
    if not len(wide):
        return None
    values = problem.sign * problem.values(totals[wide])
    best = float(values.max())
    equal = wide[values >= best - RELATIVE_TOLERANCE * abs(best)]
    index = int(equal[np.argmax(widths[equal])])
    return Step(float(edges[index] + widths[index] / 2), best)


def _edges(points: Floats, window: Window) -> Floats:
    """Return the edges of the intervals between points, clipped to the window."""
    first, final = (points[0], points[-1]) if len(points) else (0.0, 0.0)
    ends = min(first, window.high), max(final, window.low)
    # At large values, the reach is below the precision of floats.
    left, right = (max(window.reach, _FAR * abs(end)) for end in ends)
    edges: Floats = np.concatenate([[ends[0] - left], points, [ends[1] + right]])
    return edges.clip(window.low, window.high)


@dataclass(frozen=True, eq=False)
class WeightSpace:
    """Allowed weights.

    low, high   bounds of each weight; equal bounds fix a weight
    ranges      ranges of random starts, array of shape (n_weights, 2)
    """

    low: Floats
    high: Floats
    ranges: Floats

    @classmethod
    def unbounded(cls, start: Floats) -> "WeightSpace":
        """Return a space without bounds."""
        ends = np.full(len(start), np.inf)
        return cls(-ends, ends, default_ranges(start))

    def random_start(self, random: np.random.Generator) -> Floats:
        """Return a random start."""
        return self.clipped(random.uniform(self.ranges[:, 0], self.ranges[:, 1]))

    def clipped(self, weights: Floats) -> Floats:
        """Return the nearest allowed weights."""
        return np.clip(weights, self.low, self.high)

    def window(self, weights: Floats, direction: Floats) -> Window:
        """Return how far weights can move in this direction."""
        moved = direction != 0
        with np.errstate(over="ignore"):
            ends = (np.stack([self.low, self.high]) - weights)[:, moved] / direction[moved]
        low, high = np.sort(ends, axis=0)
        reach = float(np.abs(weights).sum() / np.abs(direction).sum())
        return Window(float(low.max()), float(high.min()), reach or 1.0)


def default_ranges(start: Floats) -> Floats:
    """Return ranges of random starts that extend as far as the initial weights."""
    far = float(np.abs(start).max(initial=0.0)) or 1.0
    return np.tile([-far, far], (len(start), 1))


class LineSearch:
    """Move along the best line until no line improves the value."""

    def __init__(self, problem: TuningProblem, space: WeightSpace, directions: int) -> None:
        self.problem, self.space, self._directions = problem, space, directions
        self.searches = 0
        # Features that never differ within a list have no effect.
        spans = [_spread(problem.starts, values) for values in problem.features]
        free = (space.high > space.low) & (np.array(spans) > 0)
        self._free = np.flatnonzero(free)
        self._scale = np.array([1 / span if span else 0.0 for span in spans]) * free

    def run(self, weights: Floats, random: np.random.Generator) -> tuple[Floats, float]:
        """Return the final weights and their value."""
        scores = self.problem.scores(weights)
        value = self.problem.value(self.problem.chosen(scores))
        moved = True
        while moved:
            moved = False
            for direction, slopes in self._lines(random):
                step = best_step(
                    self.problem, scores, slopes, self.space.window(weights, direction)
                )
                self.searches += 1
                if step is None or step.value <= value + RELATIVE_TOLERANCE * abs(value):
                    continue
                candidate = self.space.clipped(weights + step.length * direction)
                new = self.problem.scores(candidate)
                reached = self.problem.value(self.problem.chosen(new))
                if reached > value + RELATIVE_TOLERANCE * abs(value):
                    weights, scores, value, moved = candidate, new, reached, True
        return weights, value

    def _lines(self, random: np.random.Generator) -> Iterator[tuple[Floats, Floats]]:
        """Yield directions, and the change of scores along each."""
        for index in random.permutation(self._free):
            direction = np.zeros(len(self._scale))
            direction[index] = 1.0
            yield direction, self.problem.features[index]
        if len(self._free) > 1:
            for _ in range(self._directions):
                direction = random.standard_normal(len(self._scale)) * self._scale
                yield direction, self.problem.scores(direction)


def _spread(starts: Indices, values: Floats) -> float:
    """Return the mean range of a feature within lists."""
    begin = starts[:-1]
    spans = np.maximum.reduceat(values, begin) - np.minimum.reduceat(values, begin)
    return float(spans.mean())


RESTARTS = 20
_MAX_SHORT = 20_000  # candidates of all lists together


@dataclass(frozen=True, eq=False)
class Optimum:
    """The best weights, and what they choose.

    value, start_value  values of the metric at the end and at the start
    chosen              index of the best candidate of each list
    searches            number of line searches
    """

    weights: Floats
    value: float
    start_value: float
    chosen: Indices
    searches: int


def optimise(
    problem: TuningProblem,
    start: Floats,
    space: WeightSpace | None = None,
    *,
    restarts: int = RESTARTS,
    directions: int | None = None,
    seed: int = SEED,
    progress: Progress | None = None,
) -> Optimum:
    """Find the weights whose best candidates of all lists have the best value.

    The search starts at `start` and at `restarts` random points of the space. It follows each
    weight and `directions` random directions (default: two per weight; for long lists, which take
    longer, one per three weights). `progress` is called after each start.
    """
    space = WeightSpace.unbounded(start) if space is None else space
    climb = LineSearch(problem, space, _lines(problem) if directions is None else directions)
    begin = problem.value(problem.chosen(problem.scores(start)))
    best = start, begin
    for index in range(restarts + 1):
        random = np.random.default_rng((seed, index))
        end = climb.run(space.random_start(random) if index else start, random)
        if end[1] > best[1] + RELATIVE_TOLERANCE * abs(best[1]):
            best = end
        if progress is not None:
            progress(1)
    weights, value = best
    chosen = problem.chosen(problem.scores(weights))
    return Optimum(weights, problem.sign * value, problem.sign * begin, chosen, climb.searches)


def _lines(problem: TuningProblem) -> int:
    features, candidates = problem.features.shape
    count: int = 2 * features if candidates <= _MAX_SHORT else -(-features // 3)
    return count

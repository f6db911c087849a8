"""Minimum error rate training: climbs along lines from many starts, and the best end of all."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from ...arrays import Floats, Indices
from .line import NOISE, Window, best_step
from .problem import Problem, Values

RESTARTS = 20
Told = Callable[[int], None]


@dataclass(frozen=True, eq=False)
class Found:
    """The best weights of all, and what they choose.

    value, start_value  of the metric, there and at the start
    chosen              the place of the best candidate of each list
    searches            how many lines were searched
    """

    weights: Floats
    value: float
    start_value: float
    chosen: Indices
    searches: int


@dataclass(frozen=True, eq=False)
class Space:
    """Where weights may lie.

    low, high   of each weight; what has no room between them stays as it is
    ranges      what random starts are drawn from, a row of two for each weight
    """

    low: Floats
    high: Floats
    ranges: Floats

    def clipped(self, weights: Floats) -> Floats:
        """The nearest that is allowed."""
        return np.clip(weights, self.low, self.high)

    def window(self, weights: Floats, direction: Floats) -> Window:
        """How far one may go that way."""
        moved = direction != 0
        with np.errstate(over="ignore"):
            ends = (np.stack([self.low, self.high]) - weights)[:, moved] / direction[moved]
        low, high = np.sort(ends, axis=0)
        reach = float(np.abs(weights).sum() / np.abs(direction).sum())
        return Window(float(low.max()), float(high.min()), reach or 1.0)


def optimise(
    starts: Indices,
    features: Floats,
    statistics: Floats,
    values: Values,
    higher_is_better: bool,
    start: Floats,
    *,
    low: Floats | None = None,
    high: Floats | None = None,
    ranges: Floats | None = None,
    restarts: int = RESTARTS,
    directions: int | None = None,
    seed: int = 0,
    progress: Told | None = None,
    core: str = "auto",
) -> Found:
    """The weights under which the best candidates of all lists have the best value.

    `starts` has where lists begin, and the end; `features` and `statistics` a row a candidate.
    Beside `start`, `restarts` random points are started from, drawn from `ranges`; `low` and `high`
    bound every weight. Lines go along each weight, and along so many random `directions` (default:
    as many as there are weights). `progress` hears of each start that is done.
    """
    size = len(start)
    columns = np.ascontiguousarray(features.T)
    problem = Problem(starts, columns, statistics, values, 1.0 if higher_is_better else -1.0, core)
    unbound = np.full(size, np.inf)
    space = Space(
        -unbound if low is None else low,
        unbound if high is None else high,
        default_ranges(start) if ranges is None else ranges,
    )
    climb = _Climb(problem, space, size if directions is None else directions)
    begin = climb.problem.value(problem.chosen(problem.scores(start)))
    best = start, begin
    for number in range(restarts + 1):
        random = np.random.default_rng((seed, number))
        first = start if not number else space.clipped(random.uniform(*space.ranges.T))
        end = climb.run(first, random)
        if end[1] > best[1] + NOISE * abs(best[1]):
            best = end
        if progress is not None:
            progress(1)
    weights, value = best
    chosen = problem.chosen(problem.scores(weights))
    return Found(weights, problem.sign * value, problem.sign * begin, chosen, climb.searches)


def default_ranges(start: Floats) -> Floats:
    """Random starts lie as far out as the start does."""
    far = float(np.abs(start).max(initial=0.0)) or 1.0
    return np.tile([-far, far], (len(start), 1))


class _Climb:
    """Goes along the best of all lines until none leads higher."""

    def __init__(self, problem: Problem, space: Space, directions: int) -> None:
        self.problem, self.space, self._directions = problem, space, directions
        self.searches = 0
        # What never differs within a list moves nothing.
        spans = [_spread(problem.starts, values) for values in problem.features]
        free = (space.high > space.low) & (np.array(spans) > 0)
        self._free = np.flatnonzero(free)
        self._scale = np.array([1 / span if span else 0.0 for span in spans]) * free

    def run(self, weights: Floats, random: np.random.Generator) -> tuple[Floats, float]:
        """Where it ends, and the value there."""
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
                if step is None or step.value <= value + NOISE * abs(value):
                    continue
                there = self.space.clipped(weights + step.length * direction)
                new = self.problem.scores(there)
                reached = self.problem.value(self.problem.chosen(new))
                if reached > value + NOISE * abs(value):
                    weights, scores, value, moved = there, new, reached, True
        return weights, value

    def _lines(self, random: np.random.Generator) -> Iterator[tuple[Floats, Floats]]:
        """Directions, and how scores change along each."""
        for place in random.permutation(self._free):
            direction = np.zeros(len(self._scale))
            direction[place] = 1.0
            yield direction, self.problem.features[place]
        if len(self._free) > 1:
            for _ in range(self._directions):
                direction = random.standard_normal(len(self._scale)) * self._scale
                yield direction, self.problem.scores(direction)


def _spread(starts: Indices, values: Floats) -> float:
    """How much a feature differs within lists, on average."""
    begin = starts[:-1]
    spans = np.maximum.reduceat(values, begin) - np.minimum.reduceat(values, begin)
    return float(spans.mean())

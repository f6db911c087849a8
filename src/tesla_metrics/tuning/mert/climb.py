"""From one start upwards: line after line, for as long as that leads higher."""

from collections.abc import Iterator

import numpy as np

from ...arrays import Floats, Indices
from ...nbest.oracle import NOISE
from .line import best_step
from .problem import TuningProblem
from .space import Space


class Climb:
    """Goes along the best of all lines until none leads higher."""

    def __init__(self, problem: TuningProblem, space: Space, directions: int) -> None:
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

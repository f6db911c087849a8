"""Minimum error rate training: climbs along lines from many starts, and the best end of all."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Floats, Indices
from ...metrics.base import Progress
from ...nbest.oracle import NOISE
from ...resampling import SEED
from .climb import Climb
from .problem import TuningProblem
from .space import Space

RESTARTS = 20
_SHORT = 20_000  # candidates of all lists together


@dataclass(frozen=True, eq=False)
class Climbed:
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


def optimise(
    problem: TuningProblem,
    start: Floats,
    space: Space | None = None,
    *,
    restarts: int = RESTARTS,
    directions: int | None = None,
    seed: int = SEED,
    progress: Progress | None = None,
) -> Climbed:
    """The weights under which the best candidates of all lists have the best value.

    Beside `start`, `restarts` random points of the space are started from. Lines go along each
    weight, and along so many random `directions` (default: two for each weight, and
    on long lists, where lines take longer, one for three). `progress` hears of each start that is
    done.
    """
    space = Space.unbound(start) if space is None else space
    climb = Climb(problem, space, _lines(problem) if directions is None else directions)
    begin = problem.value(problem.chosen(problem.scores(start)))
    best = start, begin
    for number in range(restarts + 1):
        random = np.random.default_rng((seed, number))
        end = climb.run(space.drawn(random) if number else start, random)
        if end[1] > best[1] + NOISE * abs(best[1]):
            best = end
        if progress is not None:
            progress(1)
    weights, value = best
    chosen = problem.chosen(problem.scores(weights))
    return Climbed(weights, problem.sign * value, problem.sign * begin, chosen, climb.searches)


def _lines(problem: TuningProblem) -> int:
    features, candidates = problem.features.shape
    count: int = 2 * features if candidates <= _SHORT else -(-features // 3)
    return count

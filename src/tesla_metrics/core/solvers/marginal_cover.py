"""Marginal value of an n-gram in a covering problem.

The covered weight is a concave, piecewise linear function of every amount. The problem is solved
again with a little more of something; the price of that is the slope there, and it is the
right-hand derivative if the function is linear up to there.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate

from .covering import (
    CoverProblem,
    Links,
    Runs,
    Settled,
    best_cover,
    competing,
    settle,
    settled_value,
)
from .packing import Block, Node, PackingSolution, gains, pack

# A power of 2, so that sums with integers are exact.
_FIRST_STEP = 2.0**-8
_MIN_STEP = 2.0**-20
_TOLERANCE = 1e-10


class MarginalCover:
    """Marginal values of one problem, which share its solution."""

    def __init__(self, problem: CoverProblem) -> None:
        self._problem = problem
        self._settled: Settled = settle(problem)
        self._requests = _count_requests(problem)

    @cached_property
    def _value(self) -> float:
        return best_cover(self._problem).value

    @cached_property
    def _settled_grams(self) -> "_SettledGrams":
        return _SettledGrams(self._problem, self._settled)

    @property
    def n_competing(self) -> int:
        """Number of n-grams that compete; the time for each marginal value grows with it."""
        return sum(map(len, self._settled.contested.values()))

    def of_partner(self, kinds: Sequence[int]) -> float:
        """Return the derivative by the weight of a new partner that these kinds are linked to."""
        problem, (far, live, _) = self._problem, self._settled
        uncovered = {kind: starts for kind in kinds if (starts := self._uncovered(kind))}
        if not uncovered:
            return 0.0
        if not live:
            return self._max_uncovered_gain(uncovered)
        new, partners = len(problem.capacity), list(problem.partners)
        for kind in uncovered:
            partners[kind] = [*partners[kind], new] if kind in live else [new]
        parts = competing(problem._replace(partners=partners), far, live | uncovered)
        (part,) = [part for part in parts if _reaches(part, partners, new)]
        if not any(node.kind in live for block in part for node in block.nodes):
            return self._max_uncovered_gain(uncovered)
        blocks = {block: times * len(bases) for block, (times, bases) in part.items()}

        def evaluate(step: float) -> tuple[float, float]:
            capacity = [*problem.capacity, step]
            packed = pack(blocks, partners, capacity, problem.weights)
            return packed.gain, packed.prices[new]

        return _slope(evaluate, self._gain_of(part))

    def of_gram(self, n: int, partners: Sequence[int]) -> float:
        """Return the derivative by the weight of a new n-gram that is linked to these partners.

        It is separate from the text: no other n-gram covers it, and it covers no other.
        """
        problem = self._problem
        weight = problem.weights[n - 1]
        spare = any(self._requests[partner] < problem.capacity[partner] for partner in partners)
        if spare or not weight:
            return weight
        if (rival := self._only_rival(partners)) is not None:
            return max(weight - self._settled_grams.min_sole_gain(rival), 0.0)

        def evaluate(step: float) -> tuple[float, float]:
            wider = _with_extra_gram(problem, n, partners, step)
            far, live, _ = settle(wider)
            value, price = settled_value(problem.size, far, problem.weights), 0.0
            if len(problem.starts) not in live:
                value += step * weight
            for part in competing(wider, far, live):
                packed = _packed(wider, part)
                value += packed.gain
                if len(problem.starts) in live and partners[0] in packed.prices:
                    price = min(packed.prices[partner] for partner in partners)
            return value, max(weight - price, 0.0)

        return _slope(evaluate, self._value)

    def _only_rival(self, partners: Sequence[int]) -> int | None:
        """Return the only kind of a partner, if it is settled and no other kind can replace it."""
        problem = self._problem
        if len(partners) > 1 or len(problem.sharers[partners[0]]) != 1:
            return None
        (kind,) = problem.sharers[partners[0]]
        return (
            kind
            if len(problem.partners[kind]) == 1 and self._settled_grams.is_irreplaceable(kind)
            else None
        )

    def _gain_of(self, part: dict[Block, Runs]) -> float:
        """Return the gain, without anything new, of the n-grams of a part that compete."""
        kinds = {node.kind for block in part for node in block.nodes}
        return sum(gain for gain, part_kinds in self._gains if not part_kinds.isdisjoint(kinds))

    @cached_property
    def _gains(self) -> list[tuple[float, set[int]]]:
        """The gain of each part without anything new, with the kinds of the part."""
        problem, (far, live, _) = self._problem, self._settled
        return [
            (_packed(problem, part).gain, {node.kind for block in part for node in block.nodes})
            for part in competing(problem, far, live)
        ]

    def _max_uncovered_gain(self, uncovered: dict[int, list[int]]) -> float:
        """Return the gain without competition: the new weight goes where it covers most."""
        problem, far = self._problem, self._settled.covered_to
        return max(
            gains(Node(start, start + problem.lengths[kind], kind), far, problem.weights)[-1]
            for kind, starts in uncovered.items()
            for start in starts
        )

    def _uncovered(self, kind: int) -> list[int]:
        """Return where n-grams of a kind contain something that is not covered by settled ones."""
        problem, far = self._problem, self._settled.covered_to
        n, weights = problem.lengths[kind], problem.weights
        return [
            start
            for start in problem.starts[kind]
            if any(
                weights[stop - a - 1] and far[a] < stop
                for a in range(start, start + n)
                for stop in range(a + 1, start + n + 1)
            )
        ]


class _SettledGrams:
    """Settled n-grams, and what each of them covers that no other one does."""

    def __init__(self, problem: CoverProblem, settled: Settled) -> None:
        self._problem = problem
        self._kinds = dict(settled.uncontested)
        self._stops: list[list[int]] = [[] for _ in range(problem.size)]
        self._others = [False] * problem.size  # where there are other linked n-grams
        for kind, partners in enumerate(problem.partners):
            n, starts = problem.lengths[kind], set(self._kinds.get(kind, ()))
            for start in problem.starts[kind] if partners else ():
                if start in starts:
                    self._stops[start].append(start + n)
                else:
                    self._others[start : start + n] = [True] * n
        self._reach_before = list(
            accumulate(map(max, ([0, *stops] for stops in self._stops)), max, initial=0)
        )

    def is_irreplaceable(self, kind: int) -> bool:
        """Return whether all n-grams of a kind are settled and no other can cover what they do."""
        n, starts = self._problem.lengths[kind], self._problem.starts[kind]
        return self._kinds.get(kind) == list(starts) and not any(
            any(self._others[start : start + n]) for start in starts
        )

    def min_sole_gain(self, kind: int) -> float:
        """Return the least that an n-gram of a kind covers and no other one does."""
        n, starts = self._problem.lengths[kind], self._problem.starts[kind]
        return min(self._sole_gain(start, start + n) for start in starts)

    def _sole_gain(self, start: int, stop: int) -> float:
        far, reach = dict[int, int](), self._reach_before[start]
        for token in range(start, stop):
            others = (end for end in self._stops[token] if (token, end) != (start, stop))
            reach = far[token] = max(reach, *others, 0)
        return gains(Node(start, stop, 0), far, self._problem.weights)[-1]


def _count_requests(problem: CoverProblem) -> list[int]:
    """Return, for each partner, the number of n-grams that could use it."""
    return [sum(len(problem.starts[kind]) for kind in kinds) for kinds in problem.sharers]


def _reaches(part: dict[Block, Runs], partners: Links, new: int) -> bool:
    return any(new in partners[node.kind] for block in part for node in block.nodes)


def _with_extra_gram(
    problem: CoverProblem, n: int, partners: Sequence[int], step: float
) -> CoverProblem:
    """Append a little of an n-gram to the text; all shorter n-grams in it count as covered."""
    new, size = len(problem.starts), problem.size
    sharers = list(problem.sharers)
    for partner in partners:
        sharers[partner] = [*sharers[partner], new]
    return problem._replace(
        size=size + n,
        starts=[*problem.starts, [size]],
        lengths=[*problem.lengths, n],
        partners=[*problem.partners, partners],
        sharers=sharers,
        fractions={new: step},
        covered_to=[*[0] * size, size + n - 1, *[size + n] * (n - 1)],
    )


def _packed(problem: CoverProblem, part: dict[Block, Runs]) -> PackingSolution:
    blocks = {block: times * len(bases) for block, (times, bases) in part.items()}
    return pack(blocks, problem.partners, problem.capacity, problem.weights)


def _slope(evaluate: Callable[[float], tuple[float, float]], value: float) -> float:
    """Return the right-hand derivative; `evaluate` returns value and slope after a step.

    If the line with that slope through the new value also passes through the old value, the
    function, being concave, is that line in between. Otherwise the step is halved.
    """
    step = _FIRST_STEP
    while True:
        new_value, slope = evaluate(step)
        if (
            abs(new_value - step * slope - value) <= _TOLERANCE * max(1.0, value)
            or step < _MIN_STEP
        ):
            return slope
        step /= 2

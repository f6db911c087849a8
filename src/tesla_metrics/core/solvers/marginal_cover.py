"""Marginal value of an n-gram in a covering problem.

The covered weight is a concave, piecewise linear function of the weight of an n-gram or partner. To
find the derivative, the problem is solved again with a small additional weight (a step). Its price
is the slope after the step, and equals the derivative if the function is linear along the step.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate

from .covering import (
    CoverProblem,
    Links,
    Occurrences,
    SettledCover,
    compute_covered_weight,
    find_best_cover,
    settle,
    split_contested,
)
from .packing import Block, Node, PackingSolution, compute_gains, pack

# The first and the smallest step. They are powers of 2, so that sums with integers are exact.
_FIRST_STEP = 2.0**-8
_MIN_STEP = 2.0**-20
_TOLERANCE = 1e-10  # relative error of values that count as equal


class MarginalCover:
    """Marginal values in a covering problem, which is solved only once for all of them."""

    def __init__(self, problem: CoverProblem) -> None:
        self._problem = problem
        self._settled: SettledCover = settle(problem)
        self._requests = _count_requests(problem)

    @cached_property
    def _covered_weight(self) -> float:
        return find_best_cover(self._problem).value

    @cached_property
    def _settled_grams(self) -> "_SettledGrams":
        return _SettledGrams(self._problem, self._settled)

    @property
    def n_competing(self) -> int:
        """The number of competing n-grams; the time for a marginal value grows with it."""
        return sum(map(len, self._settled.contested.values()))

    def differentiate_by_partner(self, kinds: Sequence[int]) -> float:
        """Return the derivative by the weight of a new partner that these kinds are linked to."""
        problem, (covered_to, contested, _) = self._problem, self._settled
        uncovered_starts = {
            kind: starts for kind in kinds if (starts := self._find_uncovered(kind))
        }
        if not uncovered_starts:
            return 0.0
        if not contested:
            return self._compute_max_gain(uncovered_starts)
        new_partner, partners = len(problem.capacity), list(problem.partners)
        for kind in uncovered_starts:
            old_partners = partners[kind] if kind in contested else []
            partners[kind] = [*old_partners, new_partner]
        wider_problem = problem._replace(partners=partners)
        parts = split_contested(wider_problem, covered_to, contested | uncovered_starts)
        (part,) = [part for part in parts if _is_linked(part, partners, new_partner)]
        if _get_kinds(part).isdisjoint(contested):
            return self._compute_max_gain(uncovered_starts)
        blocks = _count_blocks(part)

        def evaluate(step: float) -> tuple[float, float]:
            capacity = [*problem.capacity, step]
            packed = pack(blocks, partners, capacity, problem.weights)
            return packed.gain, packed.prices[new_partner]

        return _find_derivative(evaluate, self._get_gain(part))

    def differentiate_by_gram(self, n: int, partners: Sequence[int]) -> float:
        """Return the derivative by the weight of a new n-gram that is linked to these partners.

        The new n-gram is separate from the text: it covers only itself, and no other covers it.
        """
        problem = self._problem
        weight = problem.weights[n - 1]
        has_spare_capacity = any(
            self._requests[partner] < problem.capacity[partner] for partner in partners
        )
        if has_spare_capacity or not weight:
            return weight
        if (rival := self._find_only_rival(partners)) is not None:
            return max(weight - self._settled_grams.compute_min_sole_gain(rival), 0.0)

        def evaluate(step: float) -> tuple[float, float]:
            wider_problem = _append_gram(problem, n, partners, step)
            new_kind = len(problem.starts)
            covered_to, contested, _ = settle(wider_problem)
            value, price = compute_covered_weight(problem.size, covered_to, problem.weights), 0.0
            if new_kind not in contested:
                value += step * weight
            for part in split_contested(wider_problem, covered_to, contested):
                packed = _pack_part(wider_problem, part)
                value += packed.gain
                if new_kind in contested and partners[0] in packed.prices:
                    price = min(packed.prices[partner] for partner in partners)
            return value, max(weight - price, 0.0)

        return _find_derivative(evaluate, self._covered_weight)

    def _find_only_rival(self, partners: Sequence[int]) -> int | None:
        """Return the only kind that is linked to the only partner, or None.

        The kind must have no other partner, be settled, and cover n-grams that no other kind could
        cover.
        """
        problem = self._problem
        if len(partners) > 1 or len(problem.sharers[partners[0]]) != 1:
            return None
        (kind,) = problem.sharers[partners[0]]
        if len(problem.partners[kind]) == 1 and self._settled_grams.is_irreplaceable(kind):
            return kind
        return None

    def _get_gain(self, part: dict[Block, Occurrences]) -> float:
        """Return the gain of the contested n-grams of a part, without additional weight."""
        kinds = _get_kinds(part)
        return sum(
            gain for gain, part_kinds in self._part_gains if not part_kinds.isdisjoint(kinds)
        )

    @cached_property
    def _part_gains(self) -> list[tuple[float, set[int]]]:
        """For each part without additional weight: its gain and its kinds."""
        problem, (covered_to, contested, _) = self._problem, self._settled
        return [
            (_pack_part(problem, part).gain, _get_kinds(part))
            for part in split_contested(problem, covered_to, contested)
        ]

    def _compute_max_gain(self, uncovered_starts: dict[int, list[int]]) -> float:
        """Return the greatest gain of an n-gram that does not compete with others."""
        problem, covered_to = self._problem, self._settled.covered_to
        return max(
            compute_gains(
                Node(start, start + problem.lengths[kind], kind), covered_to, problem.weights
            )[-1]
            for kind, starts in uncovered_starts.items()
            for start in starts
        )

    def _find_uncovered(self, kind: int) -> list[int]:
        """Return the starts of a kind's n-grams that contain an uncovered n-gram with a weight."""
        problem, covered_to = self._problem, self._settled.covered_to
        n, weights = problem.lengths[kind], problem.weights
        return [
            start
            for start in problem.starts[kind]
            if any(
                weights[inner_stop - inner_start - 1] and covered_to[inner_start] < inner_stop
                for inner_start in range(start, start + n)
                for inner_stop in range(inner_start + 1, start + n + 1)
            )
        ]


class _SettledGrams:
    """Settled n-grams, and the weight that only one of them covers."""

    def __init__(self, problem: CoverProblem, settled: SettledCover) -> None:
        self._problem = problem
        self._settled_starts = dict(settled.uncontested)  # starts of settled n-grams, by kind
        # For each token, the ends of the settled n-grams that start there.
        self._stops: list[list[int]] = [[] for _ in range(problem.size)]
        # For each token, whether it is in a linked n-gram that is not settled.
        self._has_unsettled = [False] * problem.size
        for kind, partners in enumerate(problem.partners):
            n, starts = problem.lengths[kind], set(self._settled_starts.get(kind, ()))
            for start in problem.starts[kind] if partners else ():
                if start in starts:
                    self._stops[start].append(start + n)
                else:
                    self._has_unsettled[start : start + n] = [True] * n
        # For each token, the greatest end of the settled n-grams that start before it.
        max_stops = (max([0, *stops]) for stops in self._stops)
        self._reach_before = list(accumulate(max_stops, max, initial=0))

    def is_irreplaceable(self, kind: int) -> bool:
        """Return whether all n-grams of a kind are settled and do not overlap unsettled ones."""
        n, starts = self._problem.lengths[kind], self._problem.starts[kind]
        if self._settled_starts.get(kind) != list(starts):
            return False
        return not any(any(self._has_unsettled[start : start + n]) for start in starts)

    def compute_min_sole_gain(self, kind: int) -> float:
        """Return the smallest weight that only one n-gram of a kind covers."""
        n, starts = self._problem.lengths[kind], self._problem.starts[kind]
        return min(self._compute_sole_gain(start, start + n) for start in starts)

    def _compute_sole_gain(self, start: int, stop: int) -> float:
        """Return the weight that only the settled n-gram from `start` to `stop` covers."""
        covered_to = dict[int, int]()  # by the other settled n-grams
        reach = self._reach_before[start]
        for token in range(start, stop):
            others = (end for end in self._stops[token] if (token, end) != (start, stop))
            reach = covered_to[token] = max(reach, *others, 0)
        return compute_gains(Node(start, stop, 0), covered_to, self._problem.weights)[-1]


def _count_requests(problem: CoverProblem) -> list[int]:
    """Return, for each partner, the number of n-grams that could use it."""
    return [sum(len(problem.starts[kind]) for kind in kinds) for kinds in problem.sharers]


def _is_linked(part: dict[Block, Occurrences], partners: Links, partner: int) -> bool:
    """Return whether a kind of the part is linked to the partner."""
    return any(partner in partners[kind] for kind in _get_kinds(part))


def _get_kinds(part: dict[Block, Occurrences]) -> set[int]:
    return {node.kind for block in part for node in block.nodes}


def _count_blocks(part: dict[Block, Occurrences]) -> dict[Block, float]:
    """Return how often each block of a part occurs."""
    return {block: fraction * len(bases) for block, (fraction, bases) in part.items()}


def _append_gram(
    problem: CoverProblem, n: int, partners: Sequence[int], step: float
) -> CoverProblem:
    """Append an n-gram with the weight `step` to the text; shorter n-grams in it are covered."""
    new_kind, size = len(problem.starts), problem.size
    sharers = list(problem.sharers)
    for partner in partners:
        sharers[partner] = [*sharers[partner], new_kind]
    return problem._replace(
        size=size + n,
        starts=[*problem.starts, [size]],
        lengths=[*problem.lengths, n],
        partners=[*problem.partners, partners],
        sharers=sharers,
        fractions={new_kind: step},
        covered_to=[*[0] * size, size + n - 1, *[size + n] * (n - 1)],
    )


def _pack_part(problem: CoverProblem, part: dict[Block, Occurrences]) -> PackingSolution:
    return pack(_count_blocks(part), problem.partners, problem.capacity, problem.weights)


def _find_derivative(evaluate: Callable[[float], tuple[float, float]], value: float) -> float:
    """Return the right-hand derivative of a function at 0, where it has this value.

    `evaluate` returns the value and the slope of the function after a step. If the line through
    the new value with this slope also passes through the old value, the function equals the line
    between them, because it is concave. Otherwise the step is halved.
    """
    step = _FIRST_STEP
    while True:
        new_value, slope = evaluate(step)
        is_linear = abs(new_value - step * slope - value) <= _TOLERANCE * max(1.0, value)
        if is_linear or step < _MIN_STEP:
            return slope
        step /= 2

"""What a little more of an n-gram would be worth to a covering problem.

What can be covered is a concave function of every amount, made of straight pieces. So it goes
straight up to a little if it does at half of that; its slope there is the right-hand derivative.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate

from .blocks import Block, Node, gains
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
from .packing import most_packed

# A power of 2, so that sums of it and of whole numbers are exact.
_LITTLE = 2.0**-8
_LEAST = 2.0**-20
_STRAIGHT = 1e-10


class Marginal:
    """Slopes of one problem, whose solution they share."""

    def __init__(self, problem: CoverProblem) -> None:
        self._problem = problem
        self._settled: Settled = settle(problem)
        self._asked = _asked(problem)

    @cached_property
    def _value(self) -> float:
        return best_cover(self._problem).value

    @cached_property
    def _free(self) -> "_Free":
        return _Free(self._problem, self._settled)

    @property
    def rivals(self) -> int:
        """N-grams that compete: each slope takes time that grows with them."""
        return sum(map(len, self._settled.live.values()))

    def of_partner(self, kinds: Sequence[int]) -> float:
        """By the weight of a new partner, which these kinds of n-grams are linked to."""
        problem, (far, live, _) = self._problem, self._settled
        wanting = {kind: kept for kind in kinds if (kept := self._uncovered(kind))}
        if not wanting:
            return 0.0
        if not live:
            return self._most_within(wanting)
        new, partners = len(problem.capacity), list(problem.partners)
        for kind in wanting:
            partners[kind] = [*partners[kind], new] if kind in live else [new]
        parts = competing(problem._replace(partners=partners), far, live | wanting)
        (part,) = [part for part in parts if _reaches(part, partners, new)]
        if not any(node.kind in live for block in part for node in block.nodes):
            return self._most_within(wanting)
        blocks = {block: times * len(own) for block, (times, own) in part.items()}

        def value(little: float) -> float:
            capacity = [*problem.capacity, little]
            return most_packed(blocks, partners, capacity, problem.weights).gain

        return _slope(value, value(0.0))

    def of_gram(self, n: int, partners: Sequence[int]) -> float:
        """By the weight of a new n-gram of the text that is linked to these partners.

        It stands apart: nothing covers it but itself, and it covers nothing else.
        """
        problem = self._problem
        worth = problem.weights[n - 1]
        spare = any(self._asked[partner] < problem.capacity[partner] for partner in partners)
        if spare or not worth:
            return worth
        if (rival := self._only_rival(partners)) is not None:
            return max(worth - self._free.least_alone(rival), 0.0)

        def value(little: float) -> float:
            wider = _beside(problem, n, partners, little)
            far, live, _ = settle(wider)
            found = settled_value(problem.size, far, problem.weights)
            if len(problem.starts) not in live:
                found += little * worth
            for part in competing(wider, far, live):
                blocks = {block: times * len(own) for block, (times, own) in part.items()}
                found += most_packed(blocks, wider.partners, wider.capacity, wider.weights).gain
            return found

        return _slope(value, self._value)

    def _only_rival(self, partners: Sequence[int]) -> int | None:
        """The only kind that a partner has, if it is settled and nobody could stand in for it."""
        problem = self._problem
        if len(partners) > 1 or len(problem.sharers[partners[0]]) != 1:
            return None
        (kind,) = problem.sharers[partners[0]]
        return kind if len(problem.partners[kind]) == 1 and self._free.only(kind) else None

    def _most_within(self, wanting: dict[int, list[int]]) -> float:
        """Nobody competes: what is new goes where most is to be covered."""
        problem, far = self._problem, self._settled.far
        return max(
            gains(Node(start, start + problem.lengths[kind], kind), far, problem.weights)[-1]
            for kind, starts in wanting.items()
            for start in starts
        )

    def _uncovered(self, kind: int) -> list[int]:
        """Where n-grams of a kind have something to cover that is not settled."""
        problem, far = self._problem, self._settled.far
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


class _Free:
    """Settled n-grams, and what each of them covers alone."""

    def __init__(self, problem: CoverProblem, settled: Settled) -> None:
        self._problem = problem
        self._kinds = dict(settled.free)
        self._stops: list[list[int]] = [[] for _ in range(problem.size)]
        self._others = [False] * problem.size  # where there are linked n-grams beside
        for kind, own in enumerate(problem.partners):
            n, starts = problem.lengths[kind], set(self._kinds.get(kind, ()))
            for start in problem.starts[kind] if own else ():
                if start in starts:
                    self._stops[start].append(start + n)
                else:
                    self._others[start : start + n] = [True] * n
        self._before = list(
            accumulate(map(max, ([0, *own] for own in self._stops)), max, initial=0)
        )

    def only(self, kind: int) -> bool:
        """Whether all n-grams of a kind are settled, and no other could cover what they do."""
        n, starts = self._problem.lengths[kind], self._problem.starts[kind]
        return self._kinds.get(kind) == list(starts) and not any(
            any(self._others[start : start + n]) for start in starts
        )

    def least_alone(self, kind: int) -> float:
        """The least that one of a kind covers by itself."""
        n, starts = self._problem.lengths[kind], self._problem.starts[kind]
        return min(self._alone(start, start + n) for start in starts)

    def _alone(self, start: int, stop: int) -> float:
        far, reach = dict[int, int](), self._before[start]
        for token in range(start, stop):
            others = (one for one in self._stops[token] if (token, one) != (start, stop))
            reach = far[token] = max(reach, *others, 0)
        return gains(Node(start, stop, 0), far, self._problem.weights)[-1]


def _asked(problem: CoverProblem) -> list[int]:
    """Of each partner, how many n-grams could take it."""
    return [sum(len(problem.starts[kind]) for kind in own) for own in problem.sharers]


def _reaches(part: dict[Block, Runs], partners: Links, new: int) -> bool:
    return any(new in partners[node.kind] for block in part for node in block.nodes)


def _beside(problem: CoverProblem, n: int, partners: Sequence[int], little: float) -> CoverProblem:
    """The problem with a little of an n-gram behind the text, all within it being covered."""
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
        times={new: little},
        far=[*[0] * size, size + n - 1, *[size + n] * (n - 1)],
    )


def _slope(value: Callable[[float], float], start: float) -> float:
    little = _LITTLE
    whole = value(little) - start
    while little > _LEAST:
        half = value(little / 2) - start
        if abs(2 * half - whole) <= _STRAIGHT * max(1.0, start):
            break
        little, whole = little / 2, half
    return max(whole / little, 0.0)

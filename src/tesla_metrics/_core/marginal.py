"""What a little more of an n-gram would be worth to a covering problem.

What can be covered is a concave function of every amount, made of straight pieces. So it goes
straight up to a little if it does at half of that; its slope there is the right-hand derivative.
"""

from collections.abc import Callable, Sequence

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
        self._value = best_cover(problem).value
        self._asked = _asked(problem)

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

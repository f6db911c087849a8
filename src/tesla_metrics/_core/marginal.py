"""What a little more of an n-gram would be worth to a covering problem.

What can be covered is a concave function of every amount, made of straight pieces. With a little
more of something it is solved anew; the price of that is the slope there, and the right-hand
derivative if the function is straight up to there.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate

from .blocks import Block, Node, gains
from .competition import Packed
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

        def more(little: float) -> tuple[float, float]:
            capacity = [*problem.capacity, little]
            packed = most_packed(blocks, partners, capacity, problem.weights)
            return packed.gain, packed.prices[new]

        return _slope(more, self._gain_of(part))

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

        def more(little: float) -> tuple[float, float]:
            wider = _beside(problem, n, partners, little)
            far, live, _ = settle(wider)
            value, price = settled_value(problem.size, far, problem.weights), 0.0
            if len(problem.starts) not in live:
                value += little * worth
            for part in competing(wider, far, live):
                packed = _packed(wider, part)
                value += packed.gain
                if len(problem.starts) in live and partners[0] in packed.prices:
                    price = min(packed.prices[partner] for partner in partners)
            return value, max(worth - price, 0.0)

        return _slope(more, self._value)

    def _only_rival(self, partners: Sequence[int]) -> int | None:
        """The only kind that a partner has, if it is settled and nobody could stand in for it."""
        problem = self._problem
        if len(partners) > 1 or len(problem.sharers[partners[0]]) != 1:
            return None
        (kind,) = problem.sharers[partners[0]]
        return kind if len(problem.partners[kind]) == 1 and self._free.only(kind) else None

    def _gain_of(self, part: dict[Block, Runs]) -> float:
        """What those of a part gain who compete without anything new."""
        kinds = {node.kind for block in part for node in block.nodes}
        return sum(gain for gain, own in self._gains if not own.isdisjoint(kinds))

    @cached_property
    def _gains(self) -> list[tuple[float, set[int]]]:
        """Of each part as it is, with its kinds."""
        problem, (far, live, _) = self._problem, self._settled
        return [
            (_packed(problem, part).gain, {node.kind for block in part for node in block.nodes})
            for part in competing(problem, far, live)
        ]

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


def _packed(problem: CoverProblem, part: dict[Block, Runs]) -> Packed:
    blocks = {block: times * len(own) for block, (times, own) in part.items()}
    return most_packed(blocks, problem.partners, problem.capacity, problem.weights)


def _slope(more: Callable[[float], tuple[float, float]], value: float) -> float:
    """`more` gives the value with a little more, and its slope there.

    If the line of that slope meets the value without it, the function is that line up to there.
    """
    little = _LITTLE
    while True:
        found, slope = more(little)
        if abs(found - little * slope - value) <= _STRAIGHT * max(1.0, value) or little < _LEAST:
            return slope
        little /= 2

"""Competition of n-grams for the same capacity: the most that they can cover."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import NamedTuple

from .simplex import Simplex


class Node(NamedTuple):
    """An n-gram from token `start` to before token `stop`."""

    start: int
    stop: int
    kind: int


class Block(NamedTuple):
    """N-grams sorted by stop, then start; `covered_to` is, from each token on, up to where it is
    covered.

    Tokens are counted from the start of the block. Equal blocks are the same problem.
    """

    nodes: tuple[Node, ...]
    covered_to: tuple[int, ...]


def make_block(run: Sequence[tuple[int, int, int]], far: Sequence[int]) -> Block:
    """Return the block of n-grams, which are given as in `Node` but with positions in the text."""
    base = min(start for start, _, _ in run)
    end = max(stop for _, stop, _ in run)
    nodes = sorted((stop - base, start - base, kind) for start, stop, kind in run)
    # What is covered before a token is irrelevant for the token.
    covered = tuple(max(far[token], token) - base for token in range(base, end))
    return Block(tuple(Node(start, stop, kind) for stop, start, kind in nodes), covered)


def gains(
    node: Node, far: Sequence[int] | Mapping[int, int], weights: Sequence[float]
) -> list[float]:
    """Return what an n-gram newly covers if all that ends by `stop - k` is covered, k = 0 .. n."""
    totals = [0.0]
    for end in range(node.stop, node.start, -1):
        new = (weights[end - a - 1] for a in range(node.start, end) if far[a] < end)
        totals.append(totals[-1] + sum(new))
    return totals


def covers(block: Block, weights: Sequence[float]) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield sets of n-grams (by index) that cover the same, with the weight of what they cover."""
    positions = {(node.start, node.stop): index for index, node in enumerate(block.nodes)}
    order = max(node.stop - node.start for node in block.nodes)
    weight_of: dict[tuple[int, ...], float] = {}
    for stop in range(1, len(block.covered_to) + 1):
        for start in range(max(0, stop - order), stop):
            weight = weights[stop - start - 1]
            if weight and block.covered_to[start] < stop:
                around = tuple(
                    positions[a, b]
                    for a in range(max(0, stop - order), start + 1)
                    for b in range(stop, a + order + 1)
                    if (a, b) in positions
                )
                if around:
                    weight_of[around] = weight_of.get(around, 0.0) + weight
    yield from weight_of.items()


class Cover(NamedTuple):
    """N-grams (by index) any of which covers the same, its weight, and how often it occurs."""

    around: tuple[int, ...]
    weight: float
    times: float


class PackingSolution(NamedTuple):
    """The greatest gain of n-grams.

    weights     weights of the n-grams that reach it, by index
    prices      prices of partners: a dual solution
    """

    gain: float
    weights: list[float]
    prices: Mapping[int, float]


class PackingProblem:
    """The n-grams of all blocks, concatenated.

    kinds       by index
    times       by index, how often its block occurs
    used        partners of the kinds, ascending
    """

    def __init__(
        self,
        blocks: Mapping[Block, float],
        partners: Sequence[Sequence[int]],
        capacity: Sequence[float],
        weights: Sequence[float],
    ) -> None:
        self.blocks, self.partners, self.capacity = blocks, partners, capacity
        self.weights = weights
        self.kinds = [node.kind for block in blocks for node in block.nodes]
        self.times = [times for block, times in blocks.items() for _ in block.nodes]
        self.used = sorted({partner for kind in set(self.kinds) for partner in partners[kind]})

    @cached_property
    def covers(self) -> list[Cover]:
        result, first = list[Cover](), 0
        for block, times in self.blocks.items():
            for around, weight in covers(block, self.weights):
                result.append(Cover(tuple(first + index for index in around), weight, times))
            first += len(block.nodes)
        return result


def best_path(block: Block, table: Sequence[Sequence[float]], prices: Sequence[float]) -> float:
    """Return the greatest gain less prices, both by index in the block.

    `table` has the `gains` of each n-gram. No chosen n-gram contains another one. So what the next
    one adds depends only on where the last one ends.
    """
    last: dict[int, float] = {}  # stop -> best value of paths that end there
    so_far: list[tuple[int, float]] = [(0, 0.0)]  # the best up to a stop, ascending
    for index, (start, stop, _) in enumerate(block.nodes):
        node_gains = table[index]
        value = _up_to(so_far, start) + node_gains[-1]
        for end in range(start + 1, stop):
            if end in last:
                value = max(value, last[end] + node_gains[stop - end])
        value -= prices[index]
        if value > last.get(stop, -inf):
            last[stop] = value
        if value > so_far[-1][1]:
            so_far.append((stop, value))
    return so_far[-1][1]


def _up_to(so_far: list[tuple[int, float]], start: int) -> float:
    # Only the last few stops are greater than `start`.
    for stop, value in reversed(so_far):
        if stop <= start:
            return value
    raise AssertionError


class TiedProgram:
    """Linear program in which n-grams with the same tie, which are of one kind, have equal weights.

    `ties` (by index) are numbered from 0. Rows are partners with their capacities, kinds that have
    several partners, and covers: weights + uncovered - superfluous = 1, where the uncovered share
    costs its weight. Covers by the same ties share a row. No weight needs to exceed 1, so this
    constraint needs no row.
    """

    def __init__(self, rivals: PackingProblem, ties: Sequence[int]) -> None:
        self._rivals, self._ties = rivals, ties
        self._limits: list[float] = []
        self._objective: list[float] = []
        taking, shares = self._supply()
        columns = self._demand(ties, taking)
        self.covers = len(self._row_of_ties)  # number of distinct covers
        self._program = Simplex(self._limits, self._objective, self.covers)
        for column in columns + shares:
            self._program.add(0.0, column)

    def solve(self) -> float:
        """Return the greatest gain."""
        self._program.solve()
        self._program.settle()
        return self._program.value() - sum(self._objective)

    def weights(self) -> list[float]:
        """Return the weights that reach the gain, by index; more than 1 would have no effect."""
        amounts = self._program.added()
        return [min(amounts[tie], 1.0) for tie in self._ties]

    def prices(self) -> tuple[dict[int, float], list[float]]:
        """Return the prices of partners, and by index the value of what each n-gram covers.

        That value is computed with the prices of the covers. Together they solve the dual program,
        except for n-grams whose value exceeds the price of their cheapest partner. This is possible
        where other n-grams of the same tie have a lower value.
        """
        prices = self._program.prices()
        used = zip(self._rivals.used, prices, strict=False)
        within = [0.0] * len(self._rivals.kinds)
        for row, cover in zip(self._rows, self._rivals.covers, strict=True):
            share = prices[row] / self._objective[row] * cover.weight
            for index in cover.around:
                within[index] += share
        return {partner: max(price, 0.0) for partner, price in used}, within

    def _row(self, limit: float) -> int:
        self._limits.append(limit)
        self._objective.append(0.0)
        return len(self._limits) - 1

    def _supply(self) -> tuple[dict[int, int], list[dict[int, float]]]:
        """Return the row that each kind takes units from, and columns from partners to kinds."""
        partners, capacity = self._rivals.partners, self._rivals.capacity
        row = {partner: self._row(float(capacity[partner])) for partner in self._rivals.used}
        taking: dict[int, int] = {}
        shares: list[dict[int, float]] = []
        for kind in sorted(set(self._rivals.kinds)):
            linked = partners[kind]
            if len(linked) == 1:
                taking[kind] = row[linked[0]]
            else:
                taking[kind] = self._row(0.0)
                shares += ({taking[kind]: -1.0, row[partner]: 1.0} for partner in linked)
        return taking, shares

    def _demand(self, ties: Sequence[int], taking: dict[int, int]) -> list[dict[int, float]]:
        """Return the columns of ties."""
        columns: list[dict[int, float]] = [{} for _ in range(max(ties) + 1)]
        for tie, kind, times in zip(ties, self._rivals.kinds, self._rivals.times, strict=True):
            column = columns[tie]
            column[taking[kind]] = column.get(taking[kind], 0.0) + times
        self._row_of_ties: dict[tuple[int, ...], int] = {}
        self._rows: list[int] = []
        for around, weight, times in self._rivals.covers:
            tied = tuple(sorted([ties[index] for index in around]))
            row = self._row_of_ties.get(tied)
            if row is None:
                row = self._row_of_ties[tied] = self._row(1.0)
                for tie, count in Counter(tied).items():
                    columns[tie][row] = float(count)
            self._objective[row] -= weight * times
            self._rows.append(row)
        return columns


# Many n-grams of few kinds, as in repetitive text: those of a kind get the same weight.
#
# That is a small program. It has the optimum if, at the prices of partners that it finds, there is
# nothing more to gain in the original text (`best_path`). If there is, the value of some n-grams
# exceeds the cost of their kind and that of others of the same tie does not: they are separated,
# and the program is solved again. In the worst case each n-gram ends up by itself, but more than a
# few rounds are hardly ever needed. So the cost grows with the number of distinct n-grams rather
# than with the length of the text.

# Relative to the value.
_RELATIVE_GAP = 1e-10
_COST_TOLERANCE = 1e-9


def pack_untied(rivals: PackingProblem) -> PackingSolution:
    """Return the greatest gain, without ties."""
    program = TiedProgram(rivals, range(len(rivals.kinds)))
    gain = program.solve()
    return PackingSolution(gain, program.weights(), program.prices()[0])


def pack_tied(rivals: PackingProblem) -> PackingSolution:
    """Return the greatest gain, with ties as far as they make the program smaller."""
    ties = _consecutive_ids(rivals.kinds)
    tables = [
        [gains(node, b.covered_to, rivals.weights) for node in b.nodes] for b in rivals.blocks
    ]
    program = TiedProgram(rivals, ties)
    if 2 * program.covers > len(rivals.covers):
        return pack_untied(rivals)
    while True:
        value = program.solve()
        prices, within = program.prices()
        # A kind uses the cheapest of its partners.
        cost = {k: min(prices[p] for p in rivals.partners[k]) for k in set(rivals.kinds)}
        upper_bound = sum(price * rivals.capacity[partner] for partner, price in prices.items())
        for (block, times), table in zip(rivals.blocks.items(), tables, strict=True):
            upper_bound += times * best_path(
                block, table, [cost[node.kind] for node in block.nodes]
            )
        if upper_bound <= value + _RELATIVE_GAP * upper_bound:
            return PackingSolution(value, program.weights(), prices)
        # If no n-gram exceeded its cost by more than this, the gap would be smaller.
        tolerance = min(_COST_TOLERANCE, (upper_bound - value) / (2 * sum(rivals.times)))
        dearer = (w > cost[k] + tolerance for w, k in zip(within, rivals.kinds, strict=True))
        finer = _consecutive_ids(zip(ties, dearer, strict=True))
        if max(finer) == max(ties):  # because of rounding
            return pack_untied(rivals)
        ties = finer
        program = TiedProgram(rivals, ties)


def _consecutive_ids(items: Iterable[Hashable]) -> list[int]:
    ids: dict[Hashable, int] = {}
    return [ids.setdefault(item, len(ids)) for item in items]


# Up to this number the program without ties is faster.
_MAX_UNTIED_NODES = 300


def pack(
    blocks: Mapping[Block, float],
    partners: Sequence[Sequence[int]],
    capacity: Sequence[float],
    weights: Sequence[float],
) -> PackingSolution:
    """Return the greatest gain of the n-grams of blocks; `blocks` has how often each one occurs."""
    rivals = PackingProblem(blocks, partners, capacity, weights)
    if len(rivals.used) == 1 and all(len(block.nodes) == 1 for block in blocks):
        return _pack_one_partner(blocks, rivals.used[0], capacity[rivals.used[0]], weights)
    return pack_tied(rivals) if len(rivals.kinds) > _MAX_UNTIED_NODES else pack_untied(rivals)


def _pack_one_partner(
    blocks: Mapping[Block, float], partner: int, capacity: float, weights: Sequence[float]
) -> PackingSolution:
    """Pack blocks of one n-gram each that share a single partner: those with the greatest gain."""
    block_gains = [
        (gains(b.nodes[0], b.covered_to, weights)[-1], times) for b, times in blocks.items()
    ]
    total, price, shares = 0.0, 0.0, [0.0] * len(block_gains)
    for index in sorted(range(len(block_gains)), key=block_gains.__getitem__, reverse=True):
        gain, times = block_gains[index]
        taken = min(times, capacity)
        total += gain * taken
        shares[index] = taken / times
        capacity -= taken
        if taken < times:  # the first one without full weight would gain from more
            price = max(price, gain)
    return PackingSolution(total, shares, {partner: price})

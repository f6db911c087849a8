"""N-grams that compete for the same capacities: the greatest weight that they can cover."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import NamedTuple

from .simplex import Simplex


class Node(NamedTuple):
    """An n-gram of a kind: the tokens from `start` up to, but not including, `stop`."""

    start: int
    stop: int
    kind: int


class Block(NamedTuple):
    """Overlapping n-grams; tokens are counted from the start of the block.

    Equal blocks in different places of a text are the same problem.
    """

    nodes: tuple[Node, ...]  # sorted by stop, then by start
    covered_to: tuple[int, ...]  # for each token, the end of the longest covered n-gram from there


def make_block(grams: Sequence[tuple[int, int, int]], covered_to_in_text: Sequence[int]) -> Block:
    """Return the block of n-grams (start, stop, kind), which are counted from the text's start.

    `far` has, for each token, the end of the longest covered n-gram from there.
    """
    base = min(start for start, _, _ in grams)
    end = max(stop for _, stop, _ in grams)
    sorted_grams = sorted((stop - base, start - base, kind) for start, stop, kind in grams)
    # Ends before the token mean the same as the token: nothing from there is covered.
    covered_to = tuple(max(covered_to_in_text[token], token) - base for token in range(base, end))
    return Block(tuple(Node(start, stop, kind) for stop, start, kind in sorted_grams), covered_to)


def compute_gains(
    node: Node, covered_to: Sequence[int] | Mapping[int, int], weights: Sequence[float]
) -> list[float]:
    """Return the weight that an n-gram covers in addition, for k = 0 .. n.

    The k-th value holds if everything that ends at `stop - k` or earlier is covered already. `far`
    has, for each token, the end of the longest covered n-gram from there.
    """
    totals = [0.0]
    for end in range(node.stop, node.start, -1):
        newly_covered = (
            weights[end - start - 1] for start in range(node.start, end) if covered_to[start] < end
        )
        totals.append(totals[-1] + sum(newly_covered))
    return totals


def iter_covers(block: Block, weights: Sequence[float]) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield groups of nodes, by index, with the weight that any node of the group covers.

    The weight is the total of all uncovered n-grams for which exactly these nodes contain them.
    """
    node_indices = {(node.start, node.stop): index for index, node in enumerate(block.nodes)}
    order = max(node.stop - node.start for node in block.nodes)
    weights_by_nodes: dict[tuple[int, ...], float] = {}
    for stop in range(1, len(block.covered_to) + 1):
        for start in range(max(0, stop - order), stop):
            weight = weights[stop - start - 1]
            if weight and block.covered_to[start] < stop:
                containing_nodes = tuple(
                    node_indices[outer_start, outer_stop]
                    for outer_start in range(max(0, stop - order), start + 1)
                    for outer_stop in range(stop, outer_start + order + 1)
                    if (outer_start, outer_stop) in node_indices
                )
                if containing_nodes:
                    weights_by_nodes[containing_nodes] = (
                        weights_by_nodes.get(containing_nodes, 0.0) + weight
                    )
    yield from weights_by_nodes.items()


class Cover(NamedTuple):
    """Nodes, any of which covers a certain weight."""

    nodes: tuple[int, ...]  # indices of the nodes
    weight: float
    block_count: float  # number of occurrences of the block


class PackingSolution(NamedTuple):
    """An optimal solution of a packing problem."""

    gain: float  # the greatest weight that can be covered in addition
    weights: list[float]  # weight of each node
    prices: Mapping[int, float]  # dual solution: price of each partner per unit of capacity


class PackingProblem:
    """The nodes of all blocks, concatenated, that compete for the capacities of their partners.

    `blocks` has the number of occurrences of each block, and `get_weights` the weights of covered
    n-grams of length 1, 2, ...
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
        # The kind of each node, and the number of occurrences of its block.
        self.kinds = [node.kind for block in blocks for node in block.nodes]
        self.block_counts = [count for block, count in blocks.items() for _ in block.nodes]
        # The partners of all kinds.
        self.used_partners = sorted(
            {partner for kind in set(self.kinds) for partner in partners[kind]}
        )

    @cached_property
    def covers(self) -> list[Cover]:
        """The covers of all blocks, with the indices of nodes in the concatenation."""
        all_covers, first_node = list[Cover](), 0
        for block, count in self.blocks.items():
            for nodes, weight in iter_covers(block, self.weights):
                all_covers.append(
                    Cover(tuple(first_node + index for index in nodes), weight, count)
                )
            first_node += len(block.nodes)
        return all_covers


def find_best_value(
    block: Block, gains_by_node: Sequence[Sequence[float]], prices: Sequence[float]
) -> float:
    """Return the greatest gain of a set of nodes of the block, minus their prices.

    `gains_by_node` has the `compute_gains` of each node, and `get_prices` the price of each node.
    In a best set, no node contains another one. So the gain of the next node depends only on the
    end of the last one.
    """
    best_by_stop: dict[
        int, float
    ] = {}  # by stop, the best value of sets with the last node ending there
    best_up_to: list[tuple[int, float]] = [(0, 0.0)]  # (stop, best value up to there), ascending
    for index, (start, stop, _) in enumerate(block.nodes):
        node_gains = gains_by_node[index]
        value = _get_best_up_to(best_up_to, start) + node_gains[-1]
        for end in range(start + 1, stop):
            if end in best_by_stop:
                value = max(value, best_by_stop[end] + node_gains[stop - end])
        value -= prices[index]
        if value > best_by_stop.get(stop, -inf):
            best_by_stop[stop] = value
        if value > best_up_to[-1][1]:
            best_up_to.append((stop, value))
    return best_up_to[-1][1]


def _get_best_up_to(best_up_to: list[tuple[int, float]], start: int) -> float:
    # Search from the end, because only the last few stops are greater than `start`.
    for stop, value in reversed(best_up_to):
        if stop <= start:
            return value
    raise AssertionError


class TiedProgram:
    """Linear program in which nodes with the same tie have equal weights.

    `ties` has an id from 0 for each node; nodes with the same tie are of the same kind. The program
    has three kinds of rows: a row per partner, with its capacity; a row per kind with several
    partners, which distributes its demand; and a row per cover,
    sum of weights + uncovered share - surplus = 1,
    where the uncovered share costs the weight of the cover. Covers by the same ties share a row.
    Weights need not be limited to 1: more would have no effect.
    """

    def __init__(self, problem: PackingProblem, ties: Sequence[int]) -> None:
        self._problem, self._ties = problem, ties
        self._limits: list[float] = []
        self._objective: list[float] = []
        row_of_kind, supply_columns = self._add_supply()
        columns = self._add_covers(ties, row_of_kind)
        self.n_covers = len(self._row_of_ties)  # number of rows of covers
        self._program = Simplex(self._limits, self._objective, self.n_covers)
        for column in columns + supply_columns:
            self._program.add(0.0, column)

    def solve(self) -> float:
        """Return the greatest gain."""
        self._program.solve()
        self._program.remove_perturbation()
        return self._program.get_value() - sum(self._objective)

    def get_weights(self) -> list[float]:
        """Return the optimal weight of each node; weights greater than 1 are reduced to 1."""
        amounts = self._program.get_added_amounts()
        return [min(amounts[tie], 1.0) for tie in self._ties]

    def get_prices(self) -> tuple[dict[int, float], list[float]]:
        """Return the price of each partner, and for each node the value of its covers.

        The value of a cover is its price in the dual program. The dual constraint is that the value
        of a node does not exceed the price of its cheapest partner. A single node may violate it if
        other nodes of the same tie have a lower value.
        """
        prices = self._program.get_prices()
        partner_prices = zip(self._problem.used_partners, prices, strict=False)
        node_values = [0.0] * len(self._problem.kinds)
        for row, cover in zip(self._row_of_cover, self._problem.covers, strict=True):
            cover_value = prices[row] / self._objective[row] * cover.weight
            for index in cover.nodes:
                node_values[index] += cover_value
        return {partner: max(price, 0.0) for partner, price in partner_prices}, node_values

    def _add_row(self, limit: float) -> int:
        """Add a row with this limit; return its index."""
        self._limits.append(limit)
        self._objective.append(0.0)
        return len(self._limits) - 1

    def _add_supply(self) -> tuple[dict[int, int], list[dict[int, float]]]:
        """Add the rows of partners and kinds.

        Return the row that limits each kind, and columns that move capacity from a partner to a
        kind with several partners.
        """
        partners, capacity = self._problem.partners, self._problem.capacity
        row_of_partner = {
            partner: self._add_row(float(capacity[partner]))
            for partner in self._problem.used_partners
        }
        row_of_kind: dict[int, int] = {}
        supply_columns: list[dict[int, float]] = []
        for kind in sorted(set(self._problem.kinds)):
            linked = partners[kind]
            if len(linked) == 1:
                row_of_kind[kind] = row_of_partner[linked[0]]
            else:
                row_of_kind[kind] = self._add_row(0.0)
                supply_columns += (
                    {row_of_kind[kind]: -1.0, row_of_partner[partner]: 1.0} for partner in linked
                )
        return row_of_kind, supply_columns

    def _add_covers(
        self, ties: Sequence[int], row_of_kind: dict[int, int]
    ) -> list[dict[int, float]]:
        """Add the rows of covers; return the columns of ties."""
        columns: list[dict[int, float]] = [{} for _ in range(max(ties) + 1)]
        for tie, kind, block_count in zip(
            ties, self._problem.kinds, self._problem.block_counts, strict=True
        ):
            column = columns[tie]
            column[row_of_kind[kind]] = column.get(row_of_kind[kind], 0.0) + block_count
        self._row_of_ties: dict[tuple[int, ...], int] = {}
        self._row_of_cover: list[int] = []
        for nodes, weight, block_count in self._problem.covers:
            node_ties = tuple(sorted([ties[index] for index in nodes]))
            row = self._row_of_ties.get(node_ties)
            if row is None:
                row = self._row_of_ties[node_ties] = self._add_row(1.0)
                for tie, count in Counter(node_ties).items():
                    columns[tie][row] = float(count)
            self._objective[row] -= weight * block_count
            self._row_of_cover.append(row)
        return columns


# Repetitive texts have many n-grams of few kinds. First, all nodes of a kind are tied: they get the
# same weight, which is a small program. Its solution is optimal if, at its prices of partners, no
# set of nodes gains more (`find_best_value`). Otherwise the value of some nodes exceeds the cost of
# their kind, while the value of other nodes of the same tie does not. These get different ties, and
# the program is solved again. In the worst case every node gets a separate tie, but more than a few
# rounds are rarely needed. So the time grows with the number of distinct n-grams rather than with
# the length of the text.

# Difference between upper bound and value, relative to the bound, that counts as 0.
_RELATIVE_GAP = 1e-10
# Smallest excess of a value over the cost that separates a node.
_COST_TOLERANCE = 1e-9


def pack_untied(problem: PackingProblem) -> PackingSolution:
    """Solve the problem with a separate weight for each node."""
    program = TiedProgram(problem, range(len(problem.kinds)))
    gain = program.solve()
    return PackingSolution(gain, program.get_weights(), program.get_prices()[0])


def pack_tied(problem: PackingProblem) -> PackingSolution:
    """Solve the problem with equal weights of nodes of a kind, as far as that is optimal."""
    ties = _number_items(problem.kinds)
    gains_by_block = [
        [compute_gains(node, block.covered_to, problem.weights) for node in block.nodes]
        for block in problem.blocks
    ]
    program = TiedProgram(problem, ties)
    if 2 * program.n_covers > len(problem.covers):
        return pack_untied(problem)
    while True:
        value = program.solve()
        prices, node_values = program.get_prices()
        # A kind uses the cheapest of its partners.
        cost = {
            kind: min(prices[partner] for partner in problem.partners[kind])
            for kind in set(problem.kinds)
        }
        upper_bound = sum(price * problem.capacity[partner] for partner, price in prices.items())
        for (block, block_count), block_gains in zip(
            problem.blocks.items(), gains_by_block, strict=True
        ):
            node_prices = [cost[node.kind] for node in block.nodes]
            upper_bound += block_count * find_best_value(block, block_gains, node_prices)
        if upper_bound <= value + _RELATIVE_GAP * upper_bound:
            return PackingSolution(value, program.get_weights(), prices)
        # If the value of no node exceeded its cost by more than this, the gap would be smaller.
        tolerance = min(_COST_TOLERANCE, (upper_bound - value) / (2 * sum(problem.block_counts)))
        exceeds_cost = (
            node_value > cost[kind] + tolerance
            for node_value, kind in zip(node_values, problem.kinds, strict=True)
        )
        finer_ties = _number_items(zip(ties, exceeds_cost, strict=True))
        if max(finer_ties) == max(ties):  # because of rounding errors
            return pack_untied(problem)
        ties = finer_ties
        program = TiedProgram(problem, ties)


def _number_items(items: Iterable[Hashable]) -> list[int]:
    """Return an id for each item, from 0 in order of first occurrence; equal items share it."""
    ids: dict[Hashable, int] = {}
    return [ids.setdefault(item, len(ids)) for item in items]


# Up to this number of nodes, the program without ties is faster.
_MAX_UNTIED_NODES = 300


def pack(
    blocks: Mapping[Block, float],
    partners: Sequence[Sequence[int]],
    capacity: Sequence[float],
    weights: Sequence[float],
) -> PackingSolution:
    """Return the greatest gain of the n-grams of blocks.

    blocks      number of occurrences of each block
    partners    for each kind, the partners that supply its weight
    capacity    maximum weight that each partner supplies
    weights     weights of covered n-grams of length 1, 2, ...
    """
    problem = PackingProblem(blocks, partners, capacity, weights)
    if len(problem.used_partners) == 1 and all(len(block.nodes) == 1 for block in blocks):
        return _pack_one_partner(
            blocks, problem.used_partners[0], capacity[problem.used_partners[0]], weights
        )
    return pack_tied(problem) if len(problem.kinds) > _MAX_UNTIED_NODES else pack_untied(problem)


def _pack_one_partner(
    blocks: Mapping[Block, float], partner: int, capacity: float, weights: Sequence[float]
) -> PackingSolution:
    """Solve the problem for blocks of one node that all have the same partner.

    The nodes with the greatest gain are chosen as far as the capacity goes.
    """
    block_gains = [
        (compute_gains(block.nodes[0], block.covered_to, weights)[-1], block_count)
        for block, block_count in blocks.items()
    ]
    total, price, node_weights = 0.0, 0.0, [0.0] * len(block_gains)
    for index in sorted(range(len(block_gains)), key=block_gains.__getitem__, reverse=True):
        gain, block_count = block_gains[index]
        taken = min(block_count, capacity)
        total += gain * taken
        node_weights[index] = taken / block_count
        capacity -= taken
        if taken < block_count:  # more capacity would go to the first block without full weight
            price = max(price, gain)
    return PackingSolution(total, node_weights, {partner: price})

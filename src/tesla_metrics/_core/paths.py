"""A long stretch of text and few partners: the best n-grams at given prices are a longest path.

Rows are the partners with their capacities, then the blocks with how often each occurs. A column
is a set of n-grams of one block, each served by one of its partners. Prices of the rows (duals of
the columns so far) make the best further column a longest path through the block, and where no path
gains more than its block's own price, the program is solved for all columns there could be.
"""

from collections.abc import Mapping, Sequence

from .blocks import Block, gains
from .simplex import Simplex

# Of a gain; weights are at most 1.
TOLERANCE = 1e-9


def pack_by_paths(
    blocks: Mapping[Block, int],
    partners: Sequence[Sequence[int]],
    capacity: Sequence[int],
    weights: Sequence[float],
) -> float:
    """The greatest gain of n-grams of the blocks, which occur so often."""
    kinds = {node.kind for block in blocks for node in block.nodes}
    used = sorted({partner for kind in kinds for partner in partners[kind]})
    row = {partner: number for number, partner in enumerate(used)}
    limits = [float(capacity[partner]) for partner in used]
    limits += [float(times) for times in blocks.values()]
    program = Simplex(limits, [0.0] * len(limits))
    tables = [[gains(node, block.far, weights) for node in block.nodes] for block in blocks]
    prices = [0.0] * len(limits)
    while True:
        # A kind is served by the cheapest of its partners.
        cheapest = {k: min((row[p] for p in partners[k]), key=prices.__getitem__) for k in kinds}
        grown = False
        for number, (block, table) in enumerate(zip(blocks, tables, strict=True), len(used)):
            served = [cheapest[node.kind] for node in block.nodes]
            gain, chosen = best_path(block, table, [prices[row] for row in served])
            if gain > prices[number] + TOLERANCE:
                column = {number: 1.0}
                worth, end = 0.0, -1
                for place in chosen:
                    node = block.nodes[place]
                    worth += table[place][node.stop - max(end, node.start)]
                    end = node.stop
                    column[served[place]] = column.get(served[place], 0.0) + 1.0
                grown |= program.add(worth, column)
        if grown:
            program.solve()
        elif program.settle():
            return program.value()
        prices = [max(price, 0.0) for price in program.prices()]


def best_path(
    block: Block, table: Sequence[Sequence[float]], prices: Sequence[float]
) -> tuple[float, list[int]]:
    """The greatest gain less prices (by place in the block), and the places that are chosen.

    Of chosen n-grams none contains another. What the next one adds then depends on where the last
    one ends, and on nothing else.
    """
    last: dict[int, tuple[float, int]] = {}  # stop -> best value of paths that end there, place
    before: list[int] = []
    so_far: list[tuple[int, float, int]] = [(0, 0.0, -1)]  # the best up to a stop, ascending
    for place, (start, stop, _) in enumerate(block.nodes):
        new = table[place]
        value, previous = _up_to(so_far, start)
        value += new[-1]
        for end in range(start + 1, stop):
            if end in last:
                other = last[end][0] + new[stop - end]
                if other > value:
                    value, previous = other, last[end][1]
        value -= prices[place]
        before.append(previous)
        if stop not in last or value > last[stop][0]:
            last[stop] = value, place
        if value > so_far[-1][1]:
            so_far.append((stop, value, place))
    _, best, place = so_far[-1]
    chosen = []
    while place != -1:
        chosen.append(place)
        place = before[place]
    return best, chosen[::-1]


def _up_to(so_far: list[tuple[int, float, int]], start: int) -> tuple[float, int]:
    # Only the last few stops lie beyond `start`.
    for stop, value, place in reversed(so_far):
        if stop <= start:
            return value, place
    raise AssertionError

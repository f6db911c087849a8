"""N-grams that compete for capacity: what they can cover at most."""

from collections.abc import Mapping, Sequence

from .blocks import Block, covers, gains
from .paths import pack_by_paths
from .simplex import Simplex

# Paths serve better where many n-grams have few partners, as in text that repeats itself.
_MANY_NODES = 1000
_NODES_FOR_PARTNER = 10
# With more, paths come to no end: every round finds one that is a little better.
_MANY_PARTNERS = 120


def most_packed(
    blocks: Mapping[Block, int],
    partners: Sequence[Sequence[int]],
    capacity: Sequence[int],
    weights: Sequence[float],
) -> float:
    """The greatest gain of n-grams of the blocks, which occur so often."""
    kinds = {node.kind for block in blocks for node in block.nodes}
    used = {partner for kind in kinds for partner in partners[kind]}
    if len(used) == 1 and all(len(block.nodes) == 1 for block in blocks):
        return _dearest(blocks, capacity[min(used)], weights)
    nodes = sum(len(block.nodes) for block in blocks)
    few = len(used) <= _MANY_PARTNERS
    if few and nodes > max(_MANY_NODES, _NODES_FOR_PARTNER * len(used)):
        return pack_by_paths(blocks, partners, capacity, weights)
    return _pack(blocks, partners, capacity, weights)


def _dearest(blocks: Mapping[Block, int], capacity: int, weights: Sequence[float]) -> float:
    """N-grams that have nothing to do with each other but for one partner: those of most gain."""
    worth = [(gains(b.nodes[0], b.far, weights)[-1], times) for b, times in blocks.items()]
    total = 0.0
    for gain, times in sorted(worth, reverse=True):
        taken = min(times, capacity)
        total += gain * taken
        capacity -= taken
    return total


def _pack(
    blocks: Mapping[Block, int],
    partners: Sequence[Sequence[int]],
    capacity: Sequence[int],
    weights: Sequence[float],
) -> float:
    """The linear program as it stands: weights of n-grams, and what is left uncovered.

    Rows are partners with their capacities, kinds that have several partners, and covers:
    weights + uncovered - superfluous = 1, the uncovered share costing what it is worth.
    Equal blocks have equal weights. No weight need exceed 1, so that this takes no row.
    """
    limits: list[float] = []
    first_worth: list[float] = []

    def new_row(limit: float, worth: float = 0.0) -> int:
        limits.append(limit)
        first_worth.append(worth)
        return len(limits) - 1

    kinds = sorted({node.kind for block in blocks for node in block.nodes})
    used = sorted({partner for kind in kinds for partner in partners[kind]})
    row = {partner: new_row(float(capacity[partner])) for partner in used}
    taking: dict[int, int] = {}
    shares: list[dict[int, float]] = []
    for kind in kinds:
        own = partners[kind]
        if len(own) == 1:
            taking[kind] = row[own[0]]
        else:
            taking[kind] = new_row(0.0)
            shares += ({taking[kind]: -1.0, row[partner]: 1.0} for partner in own)
    columns: list[dict[int, float]] = []
    everything = 0.0
    for block, times in blocks.items():
        here = [{taking[node.kind]: float(times)} for node in block.nodes]
        for around, weight in covers(block, weights):
            everything += weight * times
            cover = new_row(1.0, -weight * times)
            shares.append({cover: -1.0})
            for place in around:
                here[place][cover] = 1.0
        columns += here
    program = Simplex(limits, first_worth)
    for column in columns + shares:
        program.add(0.0, column)
    program.solve()
    program.settle()
    return everything + program.value()

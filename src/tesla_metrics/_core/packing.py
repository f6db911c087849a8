"""N-grams that compete for capacity: what they can cover at most."""

from collections.abc import Mapping, Sequence

from .blocks import Block, gains
from .competition import Competition
from .ties import pack_apart, pack_tied

# Fewer are done sooner each by itself.
_MANY_NODES = 300


def most_packed(
    blocks: Mapping[Block, int],
    partners: Sequence[Sequence[int]],
    capacity: Sequence[int],
    weights: Sequence[float],
) -> float:
    """The greatest gain of n-grams of the blocks, which occur so often."""
    rivals = Competition(blocks, partners, capacity, weights)
    if len(rivals.used) == 1 and all(len(block.nodes) == 1 for block in blocks):
        return _dearest(blocks, capacity[rivals.used[0]], weights)
    return pack_tied(rivals) if len(rivals.kinds) > _MANY_NODES else pack_apart(rivals)


def _dearest(blocks: Mapping[Block, int], capacity: int, weights: Sequence[float]) -> float:
    """N-grams that have nothing to do with each other but for one partner: those of most gain."""
    worth = [(gains(b.nodes[0], b.far, weights)[-1], times) for b, times in blocks.items()]
    total = 0.0
    for gain, times in sorted(worth, reverse=True):
        taken = min(times, capacity)
        total += gain * taken
        capacity -= taken
    return total

"""N-grams that compete for capacity: what they can cover at most."""

from collections.abc import Mapping, Sequence

from .blocks import Block, gains
from .competition import Competition, Packed
from .ties import pack_apart, pack_tied

# Fewer are done sooner each by itself.
_MANY_NODES = 300


def most_packed(
    blocks: Mapping[Block, float],
    partners: Sequence[Sequence[int]],
    capacity: Sequence[float],
    weights: Sequence[float],
) -> Packed:
    """The greatest gain of n-grams of the blocks, which occur so often."""
    rivals = Competition(blocks, partners, capacity, weights)
    if len(rivals.used) == 1 and all(len(block.nodes) == 1 for block in blocks):
        return _dearest(blocks, capacity[rivals.used[0]], weights)
    return pack_tied(rivals) if len(rivals.kinds) > _MANY_NODES else pack_apart(rivals)


def _dearest(blocks: Mapping[Block, float], capacity: float, weights: Sequence[float]) -> Packed:
    """N-grams that have nothing to do with each other but for one partner: those of most gain."""
    worth = [(gains(b.nodes[0], b.far, weights)[-1], times) for b, times in blocks.items()]
    total, shares = 0.0, [0.0] * len(worth)
    for place in sorted(range(len(worth)), key=worth.__getitem__, reverse=True):
        gain, times = worth[place]
        taken = min(times, capacity)
        total += gain * taken
        shares[place] = taken / times
        capacity -= taken
    return Packed(total, shares)

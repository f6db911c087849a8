"""Many n-grams of few kinds, as in text that repeats itself: those of a kind get the same weight.

That is a small program, which has the optimum if the prices of partners that it finds leave no
more to gain in the text as it is (paths.py). If they do, some n-grams have more to cover than their
kind costs, and others of their tie less: they are untied, and the program is solved anew. In the
end each n-gram is by itself, but hardly ever more than a few rounds are needed. So the cost grows
with the distinct n-grams rather than with the length of the text.
"""

from collections.abc import Hashable, Iterable

from .blocks import gains
from .competition import Competition, Packed
from .paths import best_path
from .program import TiedProgram

# Of the value.
_GAP = 1e-10
_DEARER = 1e-9


def pack_apart(rivals: Competition) -> Packed:
    """The greatest gain of n-grams, each by itself."""
    program = TiedProgram(rivals, range(len(rivals.kinds)))
    return Packed(program.solve(), program.weights())


def pack_tied(rivals: Competition) -> Packed:
    """The same, tied as far as that is the shorter way."""
    ties = _numbered(rivals.kinds)
    tables = [[gains(node, b.far, rivals.weights) for node in b.nodes] for b in rivals.blocks]
    program = TiedProgram(rivals, ties)
    if 2 * program.covers > len(rivals.covers):
        return pack_apart(rivals)
    while True:
        value = program.solve()
        prices, within = program.prices()
        # A kind is served by the cheapest of its partners.
        cost = {k: min(prices[p] for p in rivals.partners[k]) for k in set(rivals.kinds)}
        most = sum(price * rivals.capacity[partner] for partner, price in prices.items())
        for (block, times), table in zip(rivals.blocks.items(), tables, strict=True):
            most += times * best_path(block, table, [cost[node.kind] for node in block.nodes])
        if most <= value + _GAP * most:
            return Packed(value, program.weights())
        # Less than that of each, and there would be no such gap.
        least = min(_DEARER, (most - value) / (2 * sum(rivals.times)))
        dearer = (w > cost[k] + least for w, k in zip(within, rivals.kinds, strict=True))
        finer = _numbered(zip(ties, dearer, strict=True))
        if max(finer) == max(ties):  # by rounding
            return pack_apart(rivals)
        ties = finer
        program = TiedProgram(rivals, ties)


def _numbered(things: Iterable[Hashable]) -> list[int]:
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(thing, len(numbers)) for thing in things]

"""The covering problem of TESLA-CELAB: how much of a text its matched n-grams cover, exactly.

The linear program of the paper looks at both texts at once. Three facts take it apart.

1. What one text can make of the links does not depend on what the other makes of them: a matching
   that serves some n-grams of the reference and one that serves some of the candidate can be made
   one that serves both (Mendelsohn & Dulmage 1958; for fractions, split every n-gram). Covers only
   grow with weights, so each text has a problem of its own, with the other as capacity.
2. N-grams that can all have weight 1 whatever others do (saturation.py) have it. What they cover is
   covered, and n-grams that would cover nothing new drop out, until nothing changes. Hardly
   anything is left of a usual text.
3. The rest falls into parts that have nothing to do with each other; each is a linear program
   (program.py). Among its n-grams those that contain X are those that start no later and end no
   earlier: a totally balanced matrix. For given prices of capacity the best cover is therefore a
   set of whole n-grams (paths.py). So prices tell whether a smaller program, in which n-grams of a
   kind have equal weights, has the optimum: text that repeats itself is solved that way (ties.py).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .blocks import Block, make_block
from .packing import most_packed
from .saturation import short_kinds

Links = Sequence[Sequence[int]]


class CoverProblem(NamedTuple):
    """N-grams by kind, what they are linked to, and what they are worth.

    size        tokens of the text
    starts      of each kind, where its n-grams start
    lengths     of each kind, n
    partners    of each kind, the kinds of the other text that it is linked to
    sharers     the same links by the other text's kinds
    capacity    how often each of the other text's kinds occurs
    weights     what covering an n-gram of length 1, 2, ... is worth
    """

    size: int
    starts: Sequence[Sequence[int]]
    lengths: Sequence[int]
    partners: Links
    sharers: Links
    capacity: Sequence[int]
    weights: Sequence[float]


def most_covered(problem: CoverProblem) -> float:
    """The greatest weight of n-grams that can be covered."""
    far, live = _settle(problem)
    settled = 0.0
    for n, weight in enumerate(problem.weights[: problem.size], 1):
        if weight:
            # An n-gram is covered if a settled one starts no later and ends no earlier.
            starts = range(problem.size - n + 1)
            settled += weight * sum(far[start] >= start + n for start in starts)
    return settled + _leftover(problem, far, live) if live else settled


def all_covered(size: int, weights: Sequence[float]) -> float:
    """The weight of all n-grams of a text."""
    total = 0.0
    for n, weight in enumerate(weights[:size], 1):
        total += weight * (size - n + 1)
    return total


def _settle(problem: CoverProblem) -> tuple[list[int], dict[int, list[int]]]:
    """How far settled n-grams cover from each token on, and what is left of each kind."""
    partners, sharers, capacity = problem.partners, problem.sharers, problem.capacity
    counting = _counting(problem.weights)
    live = {
        kind: list(problem.starts[kind])
        for kind, own in enumerate(partners)
        if own and counting[problem.lengths[kind] - 1]
    }
    far = [0] * problem.size
    while live:
        entangled = {}
        free = []
        for kind, starts in live.items():
            own = partners[kind]
            if len(own) > 1 or len(sharers[own[0]]) > 1:
                entangled[kind] = len(starts)
            elif len(starts) <= capacity[own[0]]:
                free.append(kind)
        if entangled:
            short = short_kinds(entangled, partners, capacity)
            free += entangled.keys() - short
        if not free:
            break
        for kind in free:
            n = problem.lengths[kind]
            for start in live.pop(kind):
                far[start] = max(far[start], start + n)
        reach = 0
        for start, end in enumerate(far):
            far[start] = reach = max(reach, end)
        for kind, starts in list(live.items()):
            n = counting[problem.lengths[kind] - 1]
            more = problem.lengths[kind] - n + 1
            kept = [s for s in starts if any(far[a] < a + n for a in range(s, s + more))]
            if kept:
                live[kind] = kept
            else:
                del live[kind]
    return far, live


def _counting(weights: Sequence[float]) -> list[int]:
    """For each n, the greatest length up to it whose n-grams are worth anything (or 0).

    If a shorter n-gram is not covered, no longer one around it is: looking at these is enough.
    """
    longest, found = 0, []
    for n, weight in enumerate(weights, 1):
        longest = n if weight else longest
        found.append(longest)
    return found


def _leftover(problem: CoverProblem, far: list[int], live: dict[int, list[int]]) -> float:
    nodes = sorted((s, s + problem.lengths[kind], kind) for kind, ss in live.items() for s in ss)
    runs: list[list[tuple[int, int, int]]] = [[]]
    end = 0
    for start, stop, kind in nodes:
        # Blocks are apart where what they share is covered already.
        if runs[-1] and not (start < end and far[start] < min(end, stop)):
            runs.append([])
            end = 0
        runs[-1].append((start, stop, kind))
        end = max(end, stop)
    blocks = Counter(make_block(run, far) for run in runs)
    return sum(
        most_packed(part, problem.partners, problem.capacity, problem.weights)
        for part in _components(blocks, problem.partners)
    )


def _components(blocks: Mapping[Block, int], partners: Links) -> Iterable[dict[Block, int]]:
    """Blocks that compete for no partner are apart."""
    leader: dict[int, int] = {}

    def find(partner: int) -> int:
        while leader.setdefault(partner, partner) != partner:
            leader[partner] = leader[leader[partner]]
            partner = leader[partner]
        return partner

    for block in blocks:
        first = find(partners[block.nodes[0].kind][0])
        for node in block.nodes:
            for partner in partners[node.kind]:
                leader[find(partner)] = first = find(first)
    parts: dict[int, dict[Block, int]] = {}
    for block, count in blocks.items():
        parts.setdefault(find(partners[block.nodes[0].kind][0]), {})[block] = count
    return parts.values()

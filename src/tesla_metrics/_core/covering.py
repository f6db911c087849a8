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
    times       of kinds that are only a fraction of an n-gram wherever they start
    far         up to where is covered beforehand, from each token on
    """

    size: int
    starts: Sequence[Sequence[int]]
    lengths: Sequence[int]
    partners: Links
    sharers: Links
    capacity: Sequence[float]
    weights: Sequence[float]
    times: Mapping[int, float] = {}
    far: Sequence[int] = ()


class Settled(NamedTuple):
    """Who need not compete, and who must.

    far     up to where n-grams that need not cover, from each token on
    live    where n-grams of each kind start that compete
    free    those that need not: kinds, with where they start
    """

    far: list[int]
    live: dict[int, list[int]]
    free: list[tuple[int, list[int]]]


class Covering(NamedTuple):
    """A solution: what is covered, and by (start, stop) the weights of n-grams that have any."""

    value: float
    weights: dict[tuple[int, int], float]


def most_covered(problem: CoverProblem) -> float:
    """The greatest weight of n-grams that can be covered."""
    return best_cover(problem).value


def best_cover(problem: CoverProblem) -> Covering:
    """A solution that covers most."""
    far, live, free = settle(problem)
    weights = {
        (start, start + problem.lengths[kind]): 1.0 for kind, starts in free for start in starts
    }
    value = settled_value(problem.size, far, problem.weights)
    for runs in competing(problem, far, live):
        blocks = {block: times * len(own) for block, (times, own) in runs.items()}
        gain, shares = most_packed(blocks, problem.partners, problem.capacity, problem.weights)
        value += gain
        share = iter(shares)
        for block, (_, own) in runs.items():
            for node in block.nodes:
                weight = next(share)
                weights |= {(base + node.start, base + node.stop): weight for base in own}
    return Covering(value, weights)


def settled_value(size: int, far: Sequence[int], weights: Sequence[float]) -> float:
    """The weight of n-grams that are covered up to there."""
    value = 0.0
    for n, weight in enumerate(weights[:size], 1):
        if weight:
            # An n-gram is covered if a settled one starts no later and ends no earlier.
            starts = range(size - n + 1)
            value += weight * sum(far[start] >= start + n for start in starts)
    return value


def all_covered(size: int, weights: Sequence[float]) -> float:
    """The weight of all n-grams of a text."""
    total = 0.0
    for n, weight in enumerate(weights[:size], 1):
        total += weight * (size - n + 1)
    return total


def settle(problem: CoverProblem) -> Settled:
    """Give weight 1 to n-grams that can have it whatever others do."""
    partners, sharers, capacity = problem.partners, problem.sharers, problem.capacity
    counting = _counting(problem.weights)
    live = {
        kind: list(problem.starts[kind])
        for kind, own in enumerate(partners)
        if own and counting[problem.lengths[kind] - 1]
    }
    far = list(problem.far) or [0] * problem.size
    settled: list[tuple[int, list[int]]] = []
    while live:
        entangled: dict[int, float] = {}
        free = []
        for kind, starts in live.items():
            own = partners[kind]
            wanted = len(starts) * problem.times.get(kind, 1)
            if len(own) > 1 or len(sharers[own[0]]) > 1:
                entangled[kind] = wanted
            elif wanted <= capacity[own[0]]:
                free.append(kind)
        if entangled:
            short = short_kinds(entangled, partners, capacity)
            free += entangled.keys() - short
        if not free:
            break
        for kind in free:
            n = problem.lengths[kind]
            settled.append((kind, live.pop(kind)))
            for start in settled[-1][1]:
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
    return Settled(far, live, settled)


def _counting(weights: Sequence[float]) -> list[int]:
    """For each n, the greatest length up to it whose n-grams are worth anything (or 0).

    If a shorter n-gram is not covered, no longer one around it is: looking at these is enough.
    """
    longest, found = 0, []
    for n, weight in enumerate(weights, 1):
        longest = n if weight else longest
        found.append(longest)
    return found


# Of equal blocks how much of one each is, and where they start.
Runs = tuple[float, list[int]]


def competing(
    problem: CoverProblem, far: list[int], live: dict[int, list[int]]
) -> Iterable[dict[Block, Runs]]:
    """What is left, in parts that have nothing to do with each other."""
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
    blocks: dict[Block, Runs] = {}
    for run in runs if live else []:
        times = problem.times.get(run[0][2], 1)
        blocks.setdefault(make_block(run, far), (times, []))[1].append(run[0][0])
    return _components(blocks, problem.partners)


def _components(blocks: Mapping[Block, Runs], partners: Links) -> Iterable[dict[Block, Runs]]:
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
    parts: dict[int, dict[Block, Runs]] = {}
    for block, own in blocks.items():
        parts.setdefault(find(partners[block.nodes[0].kind][0]), {})[block] = own
    return parts.values()

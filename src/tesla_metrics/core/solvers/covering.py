"""The covering problem of TESLA-CELAB."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .packing import Block, make_block, pack

# Which demands of a bipartite network can all be met at once, whatever the others do.
#
# Kind i demands `demand[i]` units, which any of its `partners[i]` may supply; partner j supplies at
# most `capacity[j]` units in total. By Dulmage & Mendelsohn (1958) there are two classes of kinds:
# the short ones, whose demands cannot all be met, and the others, whose demands can be met by
# partners that no short kind has.


def short_kinds(
    demand: Mapping[int, float],
    partners: Sequence[Sequence[int]],
    capacity: Sequence[float],
) -> set[int]:
    """Return the kinds whose demands cannot all be met.

    The demands of all other kinds can be met without loss to these.
    """
    remaining: dict[int, float] = {}
    flow: dict[int, dict[int, float]] = {}  # partner -> kind -> units
    unmet: dict[int, float] = {}
    for kind, units in demand.items():
        for partner in partners[kind]:
            taken = min(units, remaining.setdefault(partner, capacity[partner]))
            if taken:
                remaining[partner] -= taken
                flow.setdefault(partner, {})[kind] = taken
                units -= taken
        if units:
            unmet[kind] = units
    short: set[int] = set()
    for kind, units in unmet.items():
        # No partner with remaining units can be reached from a short kind, and so none through it
        # either: the search need not go through short kinds.
        while units and kind not in short:
            reached = _augment(kind, units, partners, remaining, flow, short)
            if isinstance(reached, set):
                short |= reached
            else:
                units -= reached
    return short


def _augment(
    kind: int,
    units: float,
    partners: Sequence[Sequence[int]],
    remaining: dict[int, float],
    flow: dict[int, dict[int, float]],
    short: set[int],
) -> float | set[int]:
    """Move units along a path to a partner with some left and return them, or all kinds reached."""
    previous_partner: dict[int, int] = {kind: -1}  # kind -> the partner that led to it
    previous_kind: dict[int, int] = {}  # partner -> the kind that led to it
    queue = [kind]
    for current in queue:
        for partner in partners[current]:
            if partner in previous_kind:
                continue
            previous_kind[partner] = current
            if remaining[partner]:
                return _shift(partner, units, previous_partner, previous_kind, remaining, flow)
            for other, amount in flow.get(partner, {}).items():
                if amount and other not in previous_partner and other not in short:
                    previous_partner[other] = partner
                    queue.append(other)
    return set(previous_partner)


def _shift(
    partner: int,
    units: float,
    previous_partner: dict[int, int],
    previous_kind: dict[int, int],
    remaining: dict[int, float],
    flow: dict[int, dict[int, float]],
) -> float:
    path = []  # (kind, the partner it gets more from, the partner it gives back to or -1)
    end = partner
    while end != -1:
        kind = previous_kind[end]
        path.append((kind, end, previous_partner[kind]))
        end = previous_partner[kind]
    amount = min(units, remaining[partner])
    for kind, _, back in path:
        if back != -1:
            amount = min(amount, flow[back][kind])
    remaining[partner] -= amount
    for kind, onto, back in path:
        supplied = flow.setdefault(onto, {})
        supplied[kind] = supplied.get(kind, 0) + amount
        if back != -1:
            flow[back][kind] -= amount
    return amount


# The covering problem of TESLA-CELAB: how much of a text its matched n-grams cover, exactly.
#
# The linear program of the paper contains both texts. Three facts decompose it.
#
# 1. What one text can make of the links does not depend on what the other one makes of them: a
#    matching that serves some n-grams of the reference and one that serves some of the candidate
#    can be combined into one that serves both (Mendelsohn & Dulmage 1958; for fractions, split
#    every n-gram). Covers are monotone in the weights, so each text is a separate problem, in which
#    the other text provides the capacities.
# 2. N-grams that can all have weight 1 whatever the others do (`short_kinds`) get it. What they
#    cover is covered, and n-grams that would cover nothing new are removed, until nothing changes.
#    Hardly anything is left of a typical text.
# 3. The rest is split into independent parts; each is a linear program (packing.py). Among its
#    n-grams, those that contain X are those that start no later and end no earlier: a totally
#    balanced matrix. For given prices of capacity the best cover is therefore integral, a set of
#    n-grams. So prices show whether a smaller program, in which n-grams of a kind have equal
#    weights, has the same optimum: repetitive text is solved that way (packing.py).

Links = Sequence[Sequence[int]]


class CoverProblem(NamedTuple):
    """N-grams by kind, their links, and the weights of what they cover.

    size        number of tokens of the text
    starts      for each kind, where its n-grams start
    lengths     for each kind, n
    partners    for each kind, the kinds of the other text that it is linked to
    sharers     the same links by the kinds of the other text
    capacity    how often each kind of the other text occurs
    weights     weights of covered n-grams of length 1, 2, ...
    fractions   for kinds that are only a fraction of an n-gram wherever they start, that fraction
    covered_to         from each token on, up to where the text is covered beforehand
    """

    size: int
    starts: Sequence[Sequence[int]]
    lengths: Sequence[int]
    partners: Links
    sharers: Links
    capacity: Sequence[float]
    weights: Sequence[float]
    fractions: Mapping[int, float] = {}
    covered_to: Sequence[int] = ()


class Settled(NamedTuple):
    """The n-grams that have weight 1 without competition, and those that compete.

    covered_to     from each token on, up to where the n-grams without competition cover
    contested    for each competing kind, where its n-grams start
    uncontested  kinds without competition, with where they start
    """

    covered_to: list[int]
    contested: dict[int, list[int]]
    uncontested: list[tuple[int, list[int]]]


class Covering(NamedTuple):
    """A solution: the covered weight, and the positive weights of n-grams by (start, stop)."""

    value: float
    weights: dict[tuple[int, int], float]


def max_covered(problem: CoverProblem) -> float:
    """Return the greatest weight of n-grams that can be covered."""
    return best_cover(problem).value


def best_cover(problem: CoverProblem) -> Covering:
    """Return a solution that covers the greatest weight."""
    far, live, free = settle(problem)
    weights = {
        (start, start + problem.lengths[kind]): 1.0 for kind, starts in free for start in starts
    }
    value = settled_value(problem.size, far, problem.weights)
    for runs in competing(problem, far, live):
        blocks = {block: times * len(bases) for block, (times, bases) in runs.items()}
        packed = pack(blocks, problem.partners, problem.capacity, problem.weights)
        value += packed.gain
        share = iter(packed.weights)
        for block, (_, bases) in runs.items():
            for node in block.nodes:
                weight = next(share)
                weights |= {(base + node.start, base + node.stop): weight for base in bases}
    return Covering(value, weights)


def settled_value(size: int, far: Sequence[int], weights: Sequence[float]) -> float:
    """Return the weight of n-grams that are covered according to `far`."""
    value = 0.0
    for n, weight in enumerate(weights[:size], 1):
        if weight:
            # An n-gram is covered if a settled one starts no later and ends no earlier.
            starts = range(size - n + 1)
            value += weight * sum(far[start] >= start + n for start in starts)
    return value


def total_weight(size: int, weights: Sequence[float]) -> float:
    """Return the weight of all n-grams of a text."""
    total = 0.0
    for n, weight in enumerate(weights[:size], 1):
        total += weight * (size - n + 1)
    return total


def settle(problem: CoverProblem) -> Settled:
    """Give weight 1 to n-grams that can have it whatever the others do."""
    partners, sharers, capacity = problem.partners, problem.sharers, problem.capacity
    counting = _counting_lengths(problem.weights)
    live = {
        kind: list(problem.starts[kind])
        for kind, linked in enumerate(partners)
        if linked and counting[problem.lengths[kind] - 1]
    }
    far = list(problem.covered_to) or [0] * problem.size
    settled: list[tuple[int, list[int]]] = []
    while live:
        entangled: dict[int, float] = {}
        free = []
        for kind, starts in live.items():
            linked = partners[kind]
            needed = len(starts) * problem.fractions.get(kind, 1)
            if len(linked) > 1 or len(sharers[linked[0]]) > 1:
                entangled[kind] = needed
            elif needed <= capacity[linked[0]]:
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
            positions = problem.lengths[kind] - n + 1
            uncovered = [s for s in starts if any(far[a] < a + n for a in range(s, s + positions))]
            if uncovered:
                live[kind] = uncovered
            else:
                del live[kind]
    return Settled(far, live, settled)


def _counting_lengths(weights: Sequence[float]) -> list[int]:
    """Return for each n the greatest length up to it whose n-grams have a weight, or 0.

    If a shorter n-gram is not covered, no longer one around it is, so it suffices to check these.
    """
    longest, lengths = 0, []
    for n, weight in enumerate(weights, 1):
        longest = n if weight else longest
        lengths.append(longest)
    return lengths


# For equal blocks: the fraction that each of them counts for, and where they start.
Runs = tuple[float, list[int]]


def competing(
    problem: CoverProblem, far: list[int], live: dict[int, list[int]]
) -> Iterable[dict[Block, Runs]]:
    """Return the competing n-grams in parts that are independent of each other."""
    nodes = sorted((s, s + problem.lengths[kind], kind) for kind, ss in live.items() for s in ss)
    runs: list[list[tuple[int, int, int]]] = [[]]
    end = 0
    for start, stop, kind in nodes:
        # Blocks are independent if what they share is already covered.
        if runs[-1] and not (start < end and far[start] < min(end, stop)):
            runs.append([])
            end = 0
        runs[-1].append((start, stop, kind))
        end = max(end, stop)
    blocks: dict[Block, Runs] = {}
    for run in runs if live else []:
        times = problem.fractions.get(run[0][2], 1)
        blocks.setdefault(make_block(run, far), (times, []))[1].append(run[0][0])
    return _components(blocks, problem.partners)


def _components(blocks: Mapping[Block, Runs], partners: Links) -> Iterable[dict[Block, Runs]]:
    """Group blocks that compete for the same partners."""
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
    for block, occurrences in blocks.items():
        parts.setdefault(find(partners[block.nodes[0].kind][0]), {})[block] = occurrences
    return parts.values()

"""The covering problem of TESLA-CELAB: how much of a text its matched n-grams can cover."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .packing import Block, make_block, pack

# Demands in a bipartite network
#
# Kind i demands `demand[i]` units, which any of its `partners[i]` may supply; partner j supplies at
# most `capacity[j]` units in total. By Dulmage & Mendelsohn (1958) there are two classes of kinds.
# The demands of short kinds cannot all be met. The demands of the others can be met, by partners
# that no short kind has.


def find_short_kinds(
    demand: Mapping[int, float],
    partners: Sequence[Sequence[int]],
    capacity: Sequence[float],
) -> set[int]:
    """Return the short kinds, whose demands cannot all be met.

    The demands of the other kinds can be met without using a partner of a short kind.
    """
    remaining_capacity: dict[int, float] = {}  # remaining capacity, by partner
    flow: dict[int, dict[int, float]] = {}  # units, by partner and kind
    unmet_demand: dict[int, float] = {}  # demand that is not met yet, by kind
    for kind, units in demand.items():
        for partner in partners[kind]:
            taken = min(units, remaining_capacity.setdefault(partner, capacity[partner]))
            if taken:
                remaining_capacity[partner] -= taken
                flow.setdefault(partner, {})[kind] = taken
                units -= taken
        if units:
            unmet_demand[kind] = units
    short: set[int] = set()
    for kind, units in unmet_demand.items():
        # From a short kind, no partner with remaining capacity can be reached. So the search need
        # not go through short kinds.
        while units and kind not in short:
            moved = _augment(kind, units, partners, remaining_capacity, flow, short)
            if isinstance(moved, set):
                short |= moved
            else:
                units -= moved
    return short


def _augment(
    kind: int,
    units: float,
    partners: Sequence[Sequence[int]],
    remaining_capacity: dict[int, float],
    flow: dict[int, dict[int, float]],
    short: set[int],
) -> float | set[int]:
    """Supply a kind with units, along a path to a partner with remaining capacity.

    Return the number of units. If there is no path, return the set of all kinds that were reached.
    """
    previous_partner: dict[int, int] = {kind: -1}  # by kind, the partner before it on the path
    previous_kind: dict[int, int] = {}  # by partner, the kind before it on the path
    queue = [kind]
    for current in queue:
        for partner in partners[current]:
            if partner in previous_kind:
                continue
            previous_kind[partner] = current
            if remaining_capacity[partner]:
                return _shift(
                    partner, units, previous_partner, previous_kind, remaining_capacity, flow
                )
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
    remaining_capacity: dict[int, float],
    flow: dict[int, dict[int, float]],
) -> float:
    """Move units along the path that ends at `partner`; return their number."""
    # (kind, partner that it gets more units from, partner that it gives units back to, or -1)
    path = []
    end = partner
    while end != -1:
        kind = previous_kind[end]
        path.append((kind, end, previous_partner[kind]))
        end = previous_partner[kind]
    amount = min(units, remaining_capacity[partner])
    for kind, _, released_partner in path:
        if released_partner != -1:
            amount = min(amount, flow[released_partner][kind])
    remaining_capacity[partner] -= amount
    for kind, supplier, released_partner in path:
        supplied_units = flow.setdefault(supplier, {})
        supplied_units[kind] = supplied_units.get(kind, 0) + amount
        if released_partner != -1:
            flow[released_partner][kind] -= amount
    return amount


# The covering problem
#
# The linear program of the paper contains both texts. It is solved exactly, in three steps.
#
# 1. Each text is a separate problem, in which the n-grams of the other text are capacities. A
#    matching for n-grams of the reference and a matching for n-grams of the candidate can always be
#    combined into one for both (Mendelsohn & Dulmage 1958; for fractions, split every n-gram), and
#    more weight never covers less.
# 2. N-grams that can all have weight 1, independently of the others, get it (`find_short_kinds`).
#    N-grams that would then cover nothing new are removed. This is repeated until nothing changes.
#    Few n-grams of a typical text remain.
# 3. The remaining n-grams are split into independent parts, each of which is a linear program
#    (packing.py). An n-gram is covered by those that start no later and end no earlier; the matrix
#    of this relation is totally balanced. So for fixed prices of capacities the best cover is
#    integral, a set of n-grams. Prices therefore show whether a smaller program, in which n-grams
#    of a kind have equal weights, has the same optimum. Repetitive texts are solved in this way.

Links = Sequence[Sequence[int]]


class CoverProblem(NamedTuple):
    """The covering problem of one text. Equal n-grams are of the same kind.

    size        number of tokens of the text
    starts      for each kind, the indices of the tokens where its n-grams start
    lengths     for each kind, n
    partners    for each kind, the kinds of the other text that it is linked to
    sharers     for each kind of the other text, the kinds of this text that it is linked to
    capacity    for each kind of the other text, the number of its n-grams
    weights     weights of covered n-grams of length 1, 2, ...
    fractions   kinds of which every n-gram counts only as a fraction, with this fraction
    covered_to  for each token, the end of the longest n-gram from there that is covered in advance;
                empty if nothing is covered
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


class SettledCover(NamedTuple):
    """The n-grams that have weight 1 without competition, and those that compete.

    covered_to  for each token, the end of the longest n-gram from there that is covered by n-grams
                without competition
    contested   by competing kind, the tokens where its n-grams start
    uncontested pairs of a kind without competition and the tokens where its n-grams start
    """

    covered_to: list[int]
    contested: dict[int, list[int]]
    uncontested: list[tuple[int, list[int]]]


class Covering(NamedTuple):
    """A solution: the covered weight, and the weights of n-grams by (start, stop), if positive."""

    value: float
    weights: dict[tuple[int, int], float]


def compute_max_covered(problem: CoverProblem) -> float:
    """Return the greatest weight of n-grams that can be covered."""
    return find_best_cover(problem).value


def find_best_cover(problem: CoverProblem) -> Covering:
    """Return a solution that covers the greatest weight."""
    covered_to, contested, uncontested = settle(problem)
    weights = {
        (start, start + problem.lengths[kind]): 1.0
        for kind, starts in uncontested
        for start in starts
    }
    value = compute_covered_weight(problem.size, covered_to, problem.weights)
    for part in split_contested(problem, covered_to, contested):
        blocks = {block: fraction * len(bases) for block, (fraction, bases) in part.items()}
        packed = pack(blocks, problem.partners, problem.capacity, problem.weights)
        value += packed.gain
        packed_weights = iter(packed.weights)
        for block, (_, bases) in part.items():
            for node in block.nodes:
                weight = next(packed_weights)
                weights |= {(base + node.start, base + node.stop): weight for base in bases}
    return Covering(value, weights)


def compute_covered_weight(
    n_tokens: int, covered_to: Sequence[int], weights: Sequence[float]
) -> float:
    """Return the weight of the n-grams of a text that are covered according to `covered_to`.

    `covered_to` has, for each token, the end of the longest n-gram from there that is covered.
    """
    value = 0.0
    for n, weight in enumerate(weights[:n_tokens], 1):
        if weight:
            starts = range(n_tokens - n + 1)
            value += weight * sum(covered_to[start] >= start + n for start in starts)
    return value


def compute_total_weight(n_tokens: int, weights: Sequence[float]) -> float:
    """Return the weight of all n-grams of a text of `n_tokens` tokens."""
    total = 0.0
    for n, weight in enumerate(weights[:n_tokens], 1):
        total += weight * (n_tokens - n + 1)
    return total


def settle(problem: CoverProblem) -> SettledCover:
    """Give weight 1 to all n-grams that can have it independently of the others."""
    weighted_lengths = _get_weighted_lengths(problem.weights)
    contested = {
        kind: list(problem.starts[kind])
        for kind, linked in enumerate(problem.partners)
        if linked and weighted_lengths[problem.lengths[kind] - 1]
    }
    covered_to = list(problem.covered_to) or [0] * problem.size
    uncontested: list[tuple[int, list[int]]] = []
    while contested:
        free_kinds = _find_free_kinds(problem, contested)
        if not free_kinds:
            break
        for kind in free_kinds:
            n = problem.lengths[kind]
            starts = contested.pop(kind)
            uncontested.append((kind, starts))
            for start in starts:
                covered_to[start] = max(covered_to[start], start + n)
        reach = 0
        for start, end in enumerate(covered_to):
            covered_to[start] = reach = max(reach, end)
        for kind, starts in list(contested.items()):
            uncovered = [
                start
                for start in starts
                if _covers_more(start, problem.lengths[kind], weighted_lengths, covered_to)
            ]
            if uncovered:
                contested[kind] = uncovered
            else:
                del contested[kind]
    return SettledCover(covered_to, contested, uncontested)


def _find_free_kinds(problem: CoverProblem, contested: Mapping[int, list[int]]) -> list[int]:
    """Return the contested kinds that can have weight 1 independently of the others."""
    entangled: dict[int, float] = {}  # demand of kinds that share partners
    free_kinds = []
    for kind, starts in contested.items():
        linked = problem.partners[kind]
        demand = len(starts) * problem.fractions.get(kind, 1)
        if len(linked) > 1 or len(problem.sharers[linked[0]]) > 1:
            entangled[kind] = demand
        elif demand <= problem.capacity[linked[0]]:
            free_kinds.append(kind)
    if entangled:
        short = find_short_kinds(entangled, problem.partners, problem.capacity)
        free_kinds += entangled.keys() - short
    return free_kinds


def _covers_more(
    start: int, length: int, weighted_lengths: Sequence[int], covered_to: Sequence[int]
) -> bool:
    """Return whether an n-gram contains n-grams with a weight that are not covered."""
    # If a shorter n-gram is not covered, no longer one around it is. So it suffices to check the
    # longest n-grams that have a weight.
    n = weighted_lengths[length - 1]
    return any(
        covered_to[inner_start] < inner_start + n
        for inner_start in range(start, start + length - n + 1)
    )


def _get_weighted_lengths(weights: Sequence[float]) -> list[int]:
    """Return for each n the greatest length up to n of n-grams with a weight, or 0."""
    longest, lengths = 0, []
    for n, weight in enumerate(weights, 1):
        longest = n if weight else longest
        lengths.append(longest)
    return lengths


# Occurrences of equal blocks: the fraction that each counts for, and the tokens where they start.
Occurrences = tuple[float, list[int]]


def split_contested(
    problem: CoverProblem, covered_to: list[int], contested: dict[int, list[int]]
) -> Iterable[dict[Block, Occurrences]]:
    """Return the competing n-grams in parts that are independent of each other.

    A part has blocks with their occurrences. The arguments after the problem are fields of the
    result of `settle`.
    """
    nodes = sorted(
        (start, start + problem.lengths[kind], kind)
        for kind, starts in contested.items()
        for start in starts
    )
    runs: list[list[tuple[int, int, int]]] = [[]]  # the n-grams of each block
    end = 0
    for start, stop, kind in nodes:
        # Two blocks are independent if their common tokens are covered already.
        if runs[-1] and not (start < end and covered_to[start] < min(end, stop)):
            runs.append([])
            end = 0
        runs[-1].append((start, stop, kind))
        end = max(end, stop)
    blocks: dict[Block, Occurrences] = {}
    for run in runs if contested else []:
        first_start, _, first_kind = run[0]
        fraction = problem.fractions.get(first_kind, 1)
        _, starts = blocks.setdefault(make_block(run, covered_to), (fraction, []))
        starts.append(first_start)
    return _group_blocks(blocks, problem.partners)


def _group_blocks(
    blocks: Mapping[Block, Occurrences], partners: Links
) -> Iterable[dict[Block, Occurrences]]:
    """Group blocks that compete for the same partners."""
    leader: dict[int, int] = {}  # union-find: the next partner on the way to the group's leader

    def find_leader(partner: int) -> int:
        while leader.setdefault(partner, partner) != partner:
            leader[partner] = leader[leader[partner]]
            partner = leader[partner]
        return partner

    for block in blocks:
        first_leader = find_leader(partners[block.nodes[0].kind][0])
        for node in block.nodes:
            for partner in partners[node.kind]:
                leader[find_leader(partner)] = first_leader = find_leader(first_leader)
    parts: dict[int, dict[Block, Occurrences]] = {}
    for block, occurrences in blocks.items():
        parts.setdefault(find_leader(partners[block.nodes[0].kind][0]), {})[block] = occurrences
    return parts.values()

"""Which demands of a bipartite network can all be met at once, whatever the others do.

Kinds i ask for `demand[i]` units, which any of their `partners[i]` may supply, each of them
`capacity` units in all. By Dulmage & Mendelsohn (1958) the kinds fall in two: the short ones, which
cannot all have what they ask for, and the others, which can, from partners that no short kind has.
"""

from collections.abc import Mapping, Sequence


def short_kinds(
    demand: Mapping[int, float],
    partners: Sequence[Sequence[int]],
    capacity: Sequence[float],
) -> set[int]:
    """The kinds that cannot all be served; every other kind can, without loss to these."""
    left: dict[int, float] = {}
    flow: dict[int, dict[int, float]] = {}  # partner -> kind -> units
    wanting: dict[int, float] = {}
    for kind, units in demand.items():
        for partner in partners[kind]:
            taken = min(units, left.setdefault(partner, capacity[partner]))
            if taken:
                left[partner] -= taken
                flow.setdefault(partner, {})[kind] = taken
                units -= taken
        if units:
            wanting[kind] = units
    short: set[int] = set()
    for kind, units in wanting.items():
        # What is short already has no spare unit within reach: neither has who reaches it.
        while units and kind not in short:
            reached = _augment(kind, units, partners, left, flow, short)
            if isinstance(reached, set):
                short |= reached
            else:
                units -= reached
    return short


def _augment(
    kind: int,
    units: float,
    partners: Sequence[Sequence[int]],
    left: dict[int, float],
    flow: dict[int, dict[int, float]],
    short: set[int],
) -> float | set[int]:
    """Units moved along one path to a partner with some left, or all kinds that were reached."""
    came: dict[int, int] = {kind: -1}  # kind -> the partner that led to it
    used: dict[int, int] = {}  # partner -> the kind that led to it
    queue = [kind]
    for here in queue:
        for partner in partners[here]:
            if partner in used:
                continue
            used[partner] = here
            if left[partner]:
                return _shift(partner, units, came, used, left, flow)
            for other, amount in flow.get(partner, {}).items():
                if amount and other not in came and other not in short:
                    came[other] = partner
                    queue.append(other)
    return set(came)


def _shift(
    partner: int,
    units: float,
    came: dict[int, int],
    used: dict[int, int],
    left: dict[int, float],
    flow: dict[int, dict[int, float]],
) -> float:
    path = []  # (kind, the partner it gets more from, the partner it gives back to or -1)
    end = partner
    while end != -1:
        kind = used[end]
        path.append((kind, end, came[kind]))
        end = came[kind]
    amount = min(units, left[partner])
    for kind, _, back in path:
        if back != -1:
            amount = min(amount, flow[back][kind])
    left[partner] -= amount
    for kind, onto, back in path:
        supplied = flow.setdefault(onto, {})
        supplied[kind] = supplied.get(kind, 0) + amount
        if back != -1:
            flow[back][kind] -= amount
    return amount

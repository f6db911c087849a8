"""One matching that gives both sides what each of them needs (Mendelsohn & Dulmage 1958).

What one side needs and what the other needs can each be had alone; then both can be had at once.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Flows: TypeAlias = dict[tuple[int, int], float]
_Counts: TypeAlias = tuple[Sequence[float], Sequence[float]]

# Weights are fractions of small numbers.
_DUST = 1e-9


def serve_both(
    links: Sequence[tuple[int, int]],
    counts: _Counts,
    needs: tuple[Mapping[int, float], Mapping[int, float]],
) -> Flows:
    """Flows along links that no link could add to.

    links       of both sides, those first that should have what there is to have
    counts      the most that each of either side can have
    needs       the least of it
    """
    network = _Network(links, counts)
    network.fill(links)
    for side, own in enumerate(needs):
        for node in own:
            while network.raised(side, node, own):
                pass
    network.fill(links)
    return {link: flow for link, flow in network.flows.items() if flow > _DUST}


class _Network:
    """A flow. Of two sides, which are 0 and 1, one is raised, from partners on the other."""

    def __init__(self, links: Sequence[tuple[int, int]], counts: _Counts) -> None:
        self.flows: Flows = dict.fromkeys(links, 0.0)
        self._counts = counts
        self._has = [[0.0] * len(own) for own in counts]
        self._beside: tuple[dict[int, list[int]], dict[int, list[int]]] = ({}, {})
        for x, y in links:
            self._beside[0].setdefault(x, []).append(y)
            self._beside[1].setdefault(y, []).append(x)

    def fill(self, links: Sequence[tuple[int, int]]) -> None:
        """One link after another has what is left on both sides."""
        for x, y in links:
            amount = min(self._left(0, x), self._left(1, y))
            if amount > 0:
                self._add(0, x, y, amount)

    def raised(self, side: int, node: int, needs: Mapping[int, float]) -> bool:
        """Whether there was need of more and some came.

        It comes along a path of partners from one that has something left, or from a node of the
        same side that has more than it needs. So no partner loses anything.
        """
        wanted = needs[node] - self._has[side][node]
        if wanted <= _DUST:
            return False
        came: dict[int, tuple[int, int]] = {}  # node: who takes its place, at which partner
        used: set[int] = set()
        queue = [node]
        for here in queue:
            for partner in self._beside[side].get(here, []):
                if partner in used:
                    continue
                used.add(partner)
                if (left := self._left(1 - side, partner)) > _DUST:
                    self._shift(side, [(here, partner)], None, min(wanted, left), came)
                    return True
                for other in self._beside[1 - side][partner]:
                    if other in came or other == node or self._flow(side, other, partner) <= _DUST:
                        continue
                    came[other] = here, partner
                    spare = self._has[side][other] - needs.get(other, 0.0)
                    if spare > _DUST:
                        self._shift(side, [came[other]], other, min(wanted, spare), came)
                        return True
                    queue.append(other)
        raise ValueError("these needs cannot be met, not even alone")

    def _shift(
        self,
        side: int,
        more: list[tuple[int, int]],
        giver: int | None,
        amount: float,
        came: Mapping[int, tuple[int, int]],
    ) -> None:
        """`more` begins with who gets something at the end of the path, and where."""
        less = [] if giver is None else [(giver, more[0][1])]
        while (here := more[-1][0]) in came:
            less.append((here, came[here][1]))
            more.append(came[here])
        amount = min([amount, *(self._flow(side, *link) for link in less)])
        for link in more:
            self._add(side, *link, amount)
        for link in less:
            self._add(side, *link, -amount)

    def _left(self, side: int, node: int) -> float:
        return self._counts[side][node] - self._has[side][node]

    def _flow(self, side: int, node: int, partner: int) -> float:
        return self.flows[(partner, node) if side else (node, partner)]

    def _add(self, side: int, node: int, partner: int, amount: float) -> None:
        self.flows[(partner, node) if side else (node, partner)] += amount
        self._has[side][node] += amount
        self._has[1 - side][partner] += amount

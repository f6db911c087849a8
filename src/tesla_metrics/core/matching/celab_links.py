"""N-grams of TESLA-CELAB, links between the n-grams of two texts, and flows along links."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias


class Grams:
    """All n-grams, n = 1 .. order, of a sequence of tokens.

    tokens      tokens of the text
    at          at[n - 1][i] is the id of the n-gram that starts at token i
    starts      by id, where the n-gram starts
    lengths     by id, n; ids ascend with n
    number      mapping of tokens to ids
    """

    def __init__(self, tokens: Sequence[str], order: int) -> None:
        self.tokens = tuple(tokens)
        self.order = order
        self.ids_at: list[list[int]] = []
        self.starts: list[list[int]] = []
        self.lengths: list[int] = []
        self.ids: dict[tuple[str, ...], int] = {}
        number_of, starts = self.ids, self.starts
        for n in range(1, min(order, len(self.tokens)) + 1):
            row = []
            for start in range(len(self.tokens) - n + 1):
                gram = number_of.setdefault(self.tokens[start : start + n], len(starts))
                if gram == len(starts):
                    starts.append([])
                    self.lengths.append(n)
                starts[gram].append(start)
                row.append(gram)
            self.ids_at.append(row)

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def counts(self) -> list[int]:
        """How often each n-gram occurs."""
        return [len(starts) for starts in self.starts]


# Codes of an n-gram; two n-grams that share a code are linked.
Codes = Callable[[tuple[str, ...]], Iterable[Hashable]]


def link(reference: Grams, candidate: Grams, codes: Codes) -> list[list[int]]:
    """Return, for each n-gram of the reference, the n-grams of the candidate that it is linked to.

    Two n-grams are linked if they share a code, or if they can be split into the same number of
    pieces such that, in order, the i-th pieces share a code. This is dynamic programming over
    lengths: an n-gram is split into its first piece and the rest.
    """
    pieces = shared_codes(reference, candidate, codes)
    linked: list[list[int]] = []
    # If no piece has a partner other than itself, splitting finds only the same n-gram.
    varied: list[bool] = []
    for gram, n in enumerate(reference.lengths):
        start = reference.starts[gram][0]
        by_length = reference.ids_at
        varied_inside = n > 1 and (
            varied[by_length[n - 2][start]] or varied[by_length[n - 2][start + 1]]
        )
        varied.append(varied_inside or _varied(reference, candidate, gram, pieces[gram]))
        if not varied_inside:
            linked.append(pieces[gram])
            continue
        partners = set(pieces[gram])
        for cut in range(1, n):
            firsts = pieces[by_length[cut - 1][start]]
            rests = linked[by_length[n - cut - 1][start + cut]]
            partners.update(_joined(candidate, firsts, rests))
        linked.append(sorted(partners))
    return linked


def shared_codes(reference: Grams, candidate: Grams, codes: Codes) -> list[list[int]]:
    """Return the links of n-grams that share a code."""
    index: dict[Hashable, list[int]] = {}
    for tokens, gram in candidate.ids.items():
        for code in codes(tokens):
            index.setdefault(code, []).append(gram)
    shared = []
    for tokens in reference.ids:
        lists = [index[code] for code in codes(tokens) if code in index]
        shared.append(lists[0] if len(lists) == 1 else sorted(set().union(*lists)))
    return shared


def reverse_links(links: list[list[int]], candidate: Grams) -> list[list[int]]:
    """Return the links by n-gram of the candidate instead of the reference."""
    back: list[list[int]] = [[] for _ in range(len(candidate))]
    for gram, partners in enumerate(links):
        for partner in partners:
            back[partner].append(gram)
    return back


def _varied(reference: Grams, candidate: Grams, gram: int, partners: list[int]) -> bool:
    if len(partners) != 1:
        return bool(partners)
    start, n = reference.starts[gram][0], reference.lengths[gram]
    return candidate.ids.get(reference.tokens[start : start + n]) != partners[0]


def _joined(candidate: Grams, firsts: list[int], rests: list[int]) -> Iterable[int]:
    tokens, lengths, starts = candidate.tokens, candidate.lengths, candidate.starts
    for first in firsts:
        a, n = starts[first][0], lengths[first]
        for rest in rests:
            if n + lengths[rest] <= candidate.order:
                b = starts[rest][0]
                joined = tokens[a : a + n] + tokens[b : b + lengths[rest]]
                if joined in candidate.ids:
                    yield candidate.ids[joined]


# A matching that satisfies the needs of both sides (Mendelsohn & Dulmage 1958).
#
# If the needs of each side can be satisfied separately, they can be satisfied together.

Flows: TypeAlias = dict[tuple[int, int], float]
_Counts: TypeAlias = tuple[Sequence[float], Sequence[float]]

# Weights are fractions of small integers.
_TOLERANCE = 1e-9


def flows_for_both(
    links: Sequence[tuple[int, int]],
    counts: _Counts,
    needs: tuple[Mapping[int, float], Mapping[int, float]],
) -> Flows:
    """Return a maximal flow along links: no link could carry more.

    links       links between both sides, in order of priority
    counts      maximum flow of each node of either side
    needs       minimum flow of nodes of either side
    """
    network = _Network(links, counts)
    network.fill(links)
    for side, side_needs in enumerate(needs):
        for node in side_needs:
            while network.raised(side, node, side_needs):
                pass
    network.fill(links)
    return {link: flow for link, flow in network.flows.items() if flow > _TOLERANCE}


class _Network:
    """A flow between side 0 and side 1; the flow of a node is raised by rerouting other flows."""

    def __init__(self, links: Sequence[tuple[int, int]], counts: _Counts) -> None:
        self.flows: Flows = dict.fromkeys(links, 0.0)
        self._counts = counts
        self._totals = [[0.0] * len(side_counts) for side_counts in counts]
        self._neighbours: tuple[dict[int, list[int]], dict[int, list[int]]] = ({}, {})
        for x, y in links:
            self._neighbours[0].setdefault(x, []).append(y)
            self._neighbours[1].setdefault(y, []).append(x)

    def fill(self, links: Sequence[tuple[int, int]]) -> None:
        """Send as much as possible along each link, in order."""
        for x, y in links:
            amount = min(self._remaining(0, x), self._remaining(1, y))
            if amount > 0:
                self._add(0, x, y, amount)

    def raised(self, side: int, node: int, needs: Mapping[int, float]) -> bool:
        """Increase the flow of a node towards its need; return whether it was increased.

        The flow comes along an alternating path that ends at a partner with remaining capacity, or
        at a node of the same side that has more than it needs. So no partner loses flow.
        """
        missing = needs[node] - self._totals[side][node]
        if missing <= _TOLERANCE:
            return False
        # node -> (node that takes over its flow, partner)
        previous: dict[int, tuple[int, int]] = {}
        visited: set[int] = set()
        queue = [node]
        for current in queue:
            for partner in self._neighbours[side].get(current, []):
                if partner in visited:
                    continue
                visited.add(partner)
                if (remaining := self._remaining(1 - side, partner)) > _TOLERANCE:
                    self._shift(side, [(current, partner)], None, min(missing, remaining), previous)
                    return True
                for other in self._neighbours[1 - side][partner]:
                    if (
                        other in previous
                        or other == node
                        or self._flow(side, other, partner) <= _TOLERANCE
                    ):
                        continue
                    previous[other] = current, partner
                    spare = self._totals[side][other] - needs.get(other, 0.0)
                    if spare > _TOLERANCE:
                        self._shift(side, [previous[other]], other, min(missing, spare), previous)
                        return True
                    queue.append(other)
        raise ValueError("the needs of one side cannot be met")

    def _shift(
        self,
        side: int,
        increased: list[tuple[int, int]],
        donor: int | None,
        amount: float,
        previous: Mapping[int, tuple[int, int]],
    ) -> None:
        """Move `amount` along a path; `increased` starts with the link at its end."""
        decreased = [] if donor is None else [(donor, increased[0][1])]
        while (current := increased[-1][0]) in previous:
            decreased.append((current, previous[current][1]))
            increased.append(previous[current])
        amount = min([amount, *(self._flow(side, *link) for link in decreased)])
        for link in increased:
            self._add(side, *link, amount)
        for link in decreased:
            self._add(side, *link, -amount)

    def _remaining(self, side: int, node: int) -> float:
        return self._counts[side][node] - self._totals[side][node]

    def _flow(self, side: int, node: int, partner: int) -> float:
        return self.flows[(partner, node) if side else (node, partner)]

    def _add(self, side: int, node: int, partner: int, amount: float) -> None:
        self.flows[(partner, node) if side else (node, partner)] += amount
        self._totals[side][node] += amount
        self._totals[1 - side][partner] += amount

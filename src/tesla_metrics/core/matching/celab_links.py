"""N-grams of TESLA-CELAB, links between the n-grams of two texts, and flows along links."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias


class Grams:
    """All n-grams, n = 1 .. order, of a sequence of tokens; equal n-grams have the same id.

    tokens      tokens of the text
    ids_at      ids_at[n - 1][i] is the id of the n-gram that starts at token i
    starts      for each id, the indices of the tokens where the n-gram starts
    lengths     for each id, n; ids are sorted by n
    ids         ids by the tokens of the n-gram
    """

    def __init__(self, tokens: Sequence[str], order: int) -> None:
        self.tokens = tuple(tokens)
        self.order = order
        self.ids_at: list[list[int]] = []
        self.starts: list[list[int]] = []
        self.lengths: list[int] = []
        self.ids: dict[tuple[str, ...], int] = {}
        for n in range(1, min(order, len(self.tokens)) + 1):
            ids_of_length = []
            for start in range(len(self.tokens) - n + 1):
                gram_id = self.ids.setdefault(self.tokens[start : start + n], len(self.starts))
                if gram_id == len(self.starts):
                    self.starts.append([])
                    self.lengths.append(n)
                self.starts[gram_id].append(start)
                ids_of_length.append(gram_id)
            self.ids_at.append(ids_of_length)

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def counts(self) -> list[int]:
        """The number of occurrences of each n-gram, by id."""
        return [len(starts) for starts in self.starts]


# Function that returns the codes of an n-gram; two n-grams that share a code are linked.
Codes = Callable[[tuple[str, ...]], Iterable[Hashable]]


def link_grams(reference: Grams, candidate: Grams, codes: Codes) -> list[list[int]]:
    """Return, for each n-gram of the reference, the n-grams of the candidate that it is linked to.

    Two n-grams are linked if they share a code, or if they can be split into the same number of
    parts, such that the i-th parts share a code. The algorithm is dynamic programming over lengths:
    an n-gram is split into a first part, which is not split again, and a second part.
    """
    direct_links = link_by_codes(reference, candidate, codes)
    all_links: list[list[int]] = []
    # For each n-gram, whether a part of it has another partner than the same n-gram of the
    # candidate. Otherwise splitting would only find that n-gram again.
    has_other_partner: list[bool] = []
    for gram_id, n in enumerate(reference.lengths):
        start = reference.starts[gram_id][0]
        ids_by_length = reference.ids_at
        is_varied_inside = n > 1 and (
            has_other_partner[ids_by_length[n - 2][start]]
            or has_other_partner[ids_by_length[n - 2][start + 1]]
        )
        has_other_partner.append(
            is_varied_inside
            or _has_other_partner(reference, candidate, gram_id, direct_links[gram_id])
        )
        if not is_varied_inside:
            all_links.append(direct_links[gram_id])
            continue
        partners = set(direct_links[gram_id])
        for cut in range(1, n):
            first_partners = direct_links[ids_by_length[cut - 1][start]]
            second_partners = all_links[ids_by_length[n - cut - 1][start + cut]]
            partners.update(_find_concatenations(candidate, first_partners, second_partners))
        all_links.append(sorted(partners))
    return all_links


def link_by_codes(reference: Grams, candidate: Grams, codes: Codes) -> list[list[int]]:
    """Return, for each n-gram of the reference, the n-grams of the candidate that share a code."""
    grams_by_code: dict[Hashable, list[int]] = {}
    for tokens, gram in candidate.ids.items():
        for code in codes(tokens):
            grams_by_code.setdefault(code, []).append(gram)
    links = []
    for tokens in reference.ids:
        linked_lists = [grams_by_code[code] for code in codes(tokens) if code in grams_by_code]
        links.append(
            linked_lists[0] if len(linked_lists) == 1 else sorted(set().union(*linked_lists))
        )
    return links


def reverse_links(links: list[list[int]], candidate: Grams) -> list[list[int]]:
    """Return, for each n-gram of the candidate, the n-grams of the reference that link to it."""
    reversed_links: list[list[int]] = [[] for _ in range(len(candidate))]
    for gram, partners in enumerate(links):
        for partner in partners:
            reversed_links[partner].append(gram)
    return reversed_links


def _has_other_partner(reference: Grams, candidate: Grams, gram: int, partners: list[int]) -> bool:
    """Return whether the partners include another n-gram than the same tokens."""
    if len(partners) != 1:
        return bool(partners)
    start, n = reference.starts[gram][0], reference.lengths[gram]
    return candidate.ids.get(reference.tokens[start : start + n]) != partners[0]


def _find_concatenations(candidate: Grams, firsts: list[int], seconds: list[int]) -> Iterable[int]:
    """Yield the n-grams of the candidate that are a concatenation of a first and a second one."""
    tokens, lengths, starts = candidate.tokens, candidate.lengths, candidate.starts
    for first in firsts:
        first_start = starts[first][0]
        first_tokens = tokens[first_start : first_start + lengths[first]]
        for second in seconds:
            if lengths[first] + lengths[second] <= candidate.order:
                second_start = starts[second][0]
                joined_tokens = first_tokens + tokens[second_start : second_start + lengths[second]]
                if joined_tokens in candidate.ids:
                    yield candidate.ids[joined_tokens]


# A flow that meets the needs of both sides. If the needs of each side can be met separately, they
# can be met together (Mendelsohn & Dulmage 1958).

# Amounts by link (node of side 0, node of side 1).
Flows: TypeAlias = dict[tuple[int, int], float]
# Maximum flow of each node, for both sides.
_Capacities: TypeAlias = tuple[Sequence[float], Sequence[float]]

# Smaller amounts are rounding errors: weights are fractions of small integers.
_TOLERANCE = 1e-9


def find_flows(
    links: Sequence[tuple[int, int]],
    capacities: _Capacities,
    needs: tuple[Mapping[int, float], Mapping[int, float]],
) -> Flows:
    """Return a flow along links that meets the needs of both sides and cannot be increased.

    links       links (node of side 0, node of side 1), in order of priority
    counts      maximum flow of each node, for both sides
    needs       minimum flow of nodes, for both sides
    """
    network = _Network(links, capacities)
    network.fill(links)
    for side, side_needs in enumerate(needs):
        for node in side_needs:
            while network.increase_flow(side, node, side_needs):
                pass
    network.fill(links)
    return {link: flow for link, flow in network.flows.items() if flow > _TOLERANCE}


class _Network:
    """A flow between side 0 and side 1, which is increased step by step."""

    def __init__(self, links: Sequence[tuple[int, int]], capacities: _Capacities) -> None:
        self.flows: Flows = dict.fromkeys(links, 0.0)
        self._capacities = capacities
        self._node_flows = [[0.0] * len(side_counts) for side_counts in capacities]
        self._neighbours: tuple[dict[int, list[int]], dict[int, list[int]]] = ({}, {})
        for x, y in links:
            self._neighbours[0].setdefault(x, []).append(y)
            self._neighbours[1].setdefault(y, []).append(x)

    def fill(self, links: Sequence[tuple[int, int]]) -> None:
        """Increase the flow along each link, in order, as far as both nodes have capacity."""
        for x, y in links:
            amount = min(self._get_remaining(0, x), self._get_remaining(1, y))
            if amount > 0:
                self._add_flow(0, x, y, amount)

    def increase_flow(self, side: int, node: int, needs: Mapping[int, float]) -> bool:
        """Increase the flow of a node towards its need; return whether it was increased.

        The flow is rerouted along an alternating path that ends at a partner with remaining
        capacity, or at a node of the same side that has more than it needs. No partner loses flow.
        """
        missing = needs[node] - self._node_flows[side][node]
        if missing <= _TOLERANCE:
            return False
        # By node: the node that takes over its flow, and their common partner.
        previous: dict[int, tuple[int, int]] = {}
        visited: set[int] = set()
        queue = [node]
        for current in queue:
            for partner in self._neighbours[side].get(current, []):
                if partner in visited:
                    continue
                visited.add(partner)
                if (remaining := self._get_remaining(1 - side, partner)) > _TOLERANCE:
                    self._shift(side, [(current, partner)], None, min(missing, remaining), previous)
                    return True
                for other in self._neighbours[1 - side][partner]:
                    is_visited = other in previous or other == node
                    if is_visited or self._get_flow(side, other, partner) <= _TOLERANCE:
                        continue
                    previous[other] = current, partner
                    spare = self._node_flows[side][other] - needs.get(other, 0.0)
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
        """Move at most `amount` along the path that `previous` describes.

        `increased` has the last link of the path. If `donor` is not None, the path ends at this
        node, which gives up flow.
        """
        decreased = [] if donor is None else [(donor, increased[0][1])]
        while (current := increased[-1][0]) in previous:
            decreased.append((current, previous[current][1]))
            increased.append(previous[current])
        amount = min([amount, *(self._get_flow(side, *link) for link in decreased)])
        for link in increased:
            self._add_flow(side, *link, amount)
        for link in decreased:
            self._add_flow(side, *link, -amount)

    def _get_remaining(self, side: int, node: int) -> float:
        return self._capacities[side][node] - self._node_flows[side][node]

    def _get_flow(self, side: int, node: int, partner: int) -> float:
        """Return the flow between a node of `side` and its partner on the other side."""
        return self.flows[(partner, node) if side else (node, partner)]

    def _add_flow(self, side: int, node: int, partner: int, amount: float) -> None:
        self.flows[(partner, node) if side else (node, partner)] += amount
        self._node_flows[side][node] += amount
        self._node_flows[1 - side][partner] += amount

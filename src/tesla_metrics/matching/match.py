"""Matching bags of n-grams: s_ms by the transport LP, s_lem and s_pos in closed form."""

from collections.abc import Hashable
from typing import NamedTuple

from .._core.transport import Flow, solve
from .bags import Bags, GramWeights
from .similarity import extend_levels, unigram_levels


class Match(NamedTuple):
    """How much two bags have in common. Flows are in the weights' integer units."""

    similarity: float
    reference: float
    candidate: float
    unit: int
    flows: list[Flow] | None

    @property
    def precision(self) -> float:
        """Share of the candidate's weight that is matched."""
        return self.similarity / self.candidate if self.candidate else 0.0

    @property
    def recall(self) -> float:
        """Share of the reference's weight that is matched."""
        return self.similarity / self.reference if self.reference else 0.0


def match_ms(reference: Bags, candidate: Bags) -> list[Match]:
    """s_ms for n = 1 .. order, with the flows of an optimal matching."""
    across = unigram_levels(reference, candidate)
    down = unigram_levels(candidate, reference)
    rows, columns = across, down
    matches = []
    for n, (x, y) in enumerate(zip(reference.weights, candidate.weights, strict=True), 1):
        if n > 1:
            rows, columns = extend_levels(rows, across, n), extend_levels(columns, down, n)
        # n-grams at the end of a sentence exist on one side only as far as it reaches
        profits = range(n, 2 * n + 1)
        solution = solve(rows, columns, profits, x.each, y.each)
        matches.append(_match(solution.value, 2 * n, x, y, solution.flows))
    return matches


def match_tags(reference: Bags, candidate: Bags) -> list[Match]:
    """s_pos for n = 1 .. order."""
    return _closed_form(reference, candidate, reference.tag_bags, candidate.tag_bags)


def match_lemmas(reference: Bags, candidate: Bags) -> list[Match]:
    """s_lem for n = 1 .. order."""
    return _closed_form(reference, candidate, reference.lemma_bags, candidate.lemma_bags)


def _closed_form(
    reference: Bags,
    candidate: Bags,
    reference_bags: list[dict[Hashable, int]],
    candidate_bags: list[dict[Hashable, int]],
) -> list[Match]:
    # For a binary, transitive similarity S = sum over g of min(X(g), Y(g)).
    matches = []
    for x, y, xs, ys in zip(
        reference.weights, candidate.weights, reference_bags, candidate_bags, strict=True
    ):
        shared = sum(min(xs[gram], ys[gram]) for gram in xs.keys() & ys.keys())
        matches.append(_match(shared, 1, x, y, None))
    return matches


def _match(
    value: int, levels: int, x: GramWeights, y: GramWeights, flows: list[Flow] | None
) -> Match:
    # Quotients of integers are rounded once: equal bags have all three the same.
    similarity = value / (levels * x.unit)
    return Match(similarity, x.total / x.unit, y.total / y.unit, x.unit, flows)


def f_measures(matches: list[Match], alpha: float) -> list[float]:
    """F = P R / (a P + (1-a) R) for each n; where both bags are empty, F of n-1 (1 for n = 1)."""
    values: list[float] = []
    last = 1.0
    for match in matches:
        if match.reference or match.candidate:
            # The same as the formula, since P = S / Y and R = S / X; 0 where S = 0.
            # Where both sides weigh the same it is their weight, exactly.
            weight = match.candidate + alpha * (match.reference - match.candidate)
            # Rounding must not lift it above 1.
            last = min(match.similarity / weight, 1.0) if match.similarity else 0.0
        values.append(last)
    return values

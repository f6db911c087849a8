"""Comparer that computes the feature of TESLA-CELAB."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..encoding.celab_tokens import TokenEncoder
from ..encoding.pairs import Pairs
from ..matching.celab_links import Grams, link, reverse_links
from ..solvers.covering import CoverProblem, max_covered, total_weight
from .comparer import Comparer, Rows


class CoverPair(NamedTuple):
    """The covering problems of reference and candidate, and the weight of all their n-grams."""

    x: CoverProblem
    y: CoverProblem
    total: float


class CoverComparer(Comparer):
    """One column. `weights` are those of n-grams of length 1, 2, ...; their maximum is 1."""

    columns = ("cover",)

    def __init__(self, encoder: TokenEncoder, f: float, weights: Sequence[float]) -> None:
        self.encoder, self.f, self.weights = encoder, f, list(weights)

    @property
    def threaded(self) -> bool:
        # Splitting German compounds takes longer than matching, and is done in Python.
        return self.encoder.session.native is not None

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        order = len(self.weights)
        codes = self.encoder.encode(pairs, order, threads)
        if codes.core is not None:
            rows: Rows = codes.core.compare(
                codes.references, codes.candidates, pairs.left, pairs.right,
                f=self.f, weights=self.weights, threads=threads,
            )  # fmt: skip
            return rows
        xs = [Grams(tokens, order) for tokens in codes.references]
        ys = [Grams(tokens, order) for tokens in codes.candidates]
        index_pairs = zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)
        return np.array([[self._pair(xs[i], ys[j])] for i, j in index_pairs], dtype=np.float64)

    def _pair(self, reference: Grams, candidate: Grams) -> float:
        if not reference.tokens or not candidate.tokens:
            return float(len(reference) == len(candidate))
        pair = self.problems(reference, candidate)
        return min(1.0, (max_covered(pair.x) + self.f * max_covered(pair.y)) / pair.total)

    def problems(self, reference: Grams, candidate: Grams) -> CoverPair:
        """Return the covering problems of two texts that both have tokens."""
        weights = self.weights
        sizes = len(reference.tokens), len(candidate.tokens)
        total = total_weight(sizes[0], weights) + self.f * total_weight(sizes[1], weights)
        if not total:
            # Neither text is long enough for an n-gram with a weight: count all their n-grams.
            weights = [1.0] * len(weights)
            total = total_weight(sizes[0], weights) + self.f * total_weight(sizes[1], weights)
        links = link(reference, candidate, self.encoder.phrases.codes)
        back = reverse_links(links, candidate)
        x = _problem(reference, links, back, candidate, weights)
        y = _problem(candidate, back, links, reference, weights)
        return CoverPair(x, y, total)


def _problem(
    grams: Grams,
    partners: list[list[int]],
    sharers: list[list[int]],
    other_grams: Grams,
    weights: Sequence[float],
) -> CoverProblem:
    return CoverProblem(
        len(grams.tokens),
        grams.starts,
        grams.lengths,
        partners,
        sharers,
        other_grams.counts,
        weights,
    )

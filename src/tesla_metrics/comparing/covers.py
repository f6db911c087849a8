"""How much of two texts n-grams of either cover: what TESLA-CELAB compares."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .._core.covering import CoverProblem, all_covered, most_covered
from ..encoding.pairs import Pairs
from ..encoding.tokens import TokenEncoder
from ..matching.grams import Grams
from ..matching.links import link, turned
from .comparer import Comparer, Rows


class CoverPair(NamedTuple):
    """The problems of reference and candidate, and the weight of all n-grams together."""

    x: CoverProblem
    y: CoverProblem
    most: float


class CoverComparer(Comparer):
    """One column. `weights` are those of n-grams of length 1, 2, ..., the greatest 1."""

    columns = ("cover",)

    def __init__(self, encoder: TokenEncoder, f: float, weights: Sequence[float]) -> None:
        self.encoder, self.f, self.weights = encoder, f, list(weights)

    @property
    def threaded(self) -> bool:
        # Cutting German takes longer than matching, and it is done in Python.
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
        beside = zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)
        return np.array([[self._pair(xs[i], ys[j])] for i, j in beside], dtype=np.float64)

    def _pair(self, reference: Grams, candidate: Grams) -> float:
        if not reference.tokens or not candidate.tokens:
            return float(len(reference) == len(candidate))
        pair = self.problems(reference, candidate)
        return min(1.0, (most_covered(pair.x) + self.f * most_covered(pair.y)) / pair.most)

    def problems(self, reference: Grams, candidate: Grams) -> CoverPair:
        """What is to be solved for two texts that have tokens."""
        weights = self.weights
        sizes = len(reference.tokens), len(candidate.tokens)
        most = all_covered(sizes[0], weights) + self.f * all_covered(sizes[1], weights)
        if not most:
            # Both are too short to have an n-gram that counts: then all of theirs do.
            weights = [1.0] * len(weights)
            most = all_covered(sizes[0], weights) + self.f * all_covered(sizes[1], weights)
        links = link(reference, candidate, self.encoder.phrases.codes)
        back = turned(links, candidate)
        x = _problem(reference, links, back, candidate, weights)
        y = _problem(candidate, back, links, reference, weights)
        return CoverPair(x, y, most)


def _problem(
    own: Grams,
    partners: list[list[int]],
    sharers: list[list[int]],
    other: Grams,
    weights: Sequence[float],
) -> CoverProblem:
    return CoverProblem(
        len(own.tokens), own.starts, own.lengths, partners, sharers, other.counts, weights
    )

"""Comparer that computes the feature of TESLA-CELAB: the share of covered n-grams."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..encoding.celab_tokens import TokenEncoder
from ..encoding.pairs import Pairs
from ..matching.celab_links import Grams, link, reverse_links
from ..solvers.covering import CoverProblem, max_covered, total_weight
from .comparer import Comparer, Rows


class CoverPair(NamedTuple):
    """The covering problems of a reference and a candidate."""

    x: CoverProblem  # of the reference
    y: CoverProblem  # of the candidate
    total: float  # weight of all n-grams; the candidate's are multiplied by f


class CoverComparer(Comparer):
    """Comparer with one column: the covered weight of both texts divided by their total weight.

    f           weight of the candidate's n-grams relative to the reference's
    weights     weights of n-grams of length 1, 2, ...; their maximum is 1
    """

    columns = ("cover",)

    def __init__(self, encoder: TokenEncoder, f: float, weights: Sequence[float]) -> None:
        self.encoder, self.f, self.weights = encoder, f, list(weights)

    @property
    def threaded(self) -> bool:
        # Only matching runs in threads; splitting German compounds, which takes longer, does not.
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
        references = [Grams(tokens, order) for tokens in codes.references]
        candidates = [Grams(tokens, order) for tokens in codes.candidates]
        index_pairs = zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)
        return np.array(
            [[self._compare_pair(references[i], candidates[j])] for i, j in index_pairs],
            dtype=np.float64,
        )

    def _compare_pair(self, reference: Grams, candidate: Grams) -> float:
        if not reference.tokens or not candidate.tokens:
            return float(len(reference) == len(candidate))  # 1 if both texts are empty
        problems = self.problems(reference, candidate)
        return min(
            1.0, (max_covered(problems.x) + self.f * max_covered(problems.y)) / problems.total
        )

    def problems(self, reference: Grams, candidate: Grams) -> CoverPair:
        """Return the covering problems of two texts, which must have tokens."""
        weights = self.weights
        n_tokens = len(reference.tokens), len(candidate.tokens)
        total = total_weight(n_tokens[0], weights) + self.f * total_weight(n_tokens[1], weights)
        if not total:
            # Both texts are too short for an n-gram with a positive weight: count all n-grams.
            weights = [1.0] * len(weights)
            total = total_weight(n_tokens[0], weights) + self.f * total_weight(n_tokens[1], weights)
        links = link(reference, candidate, self.encoder.phrases.codes)
        reversed_links = reverse_links(links, candidate)
        return CoverPair(
            _make_problem(reference, links, reversed_links, candidate, weights),
            _make_problem(candidate, reversed_links, links, reference, weights),
            total,
        )


def _make_problem(
    grams: Grams,
    partners: list[list[int]],
    sharers: list[list[int]],
    other_grams: Grams,
    weights: Sequence[float],
) -> CoverProblem:
    """Return the problem of one text.

    `partners` has, for each of its n-grams, the linked n-grams of the other text. `sharers`
    has, for each n-gram of the other text, the linked n-grams of this text.
    """
    return CoverProblem(
        len(grams.tokens),
        grams.starts,
        grams.lengths,
        partners,
        sharers,
        other_grams.counts,
        weights,
    )

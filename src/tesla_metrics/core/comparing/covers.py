"""Comparer that computes the feature of TESLA-CELAB: the share of covered n-grams."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..encoding.celab_tokens import TokenEncoder
from ..encoding.pairs import Pairs
from ..matching.celab_links import Grams, link_grams, reverse_links
from ..solvers.covering import CoverProblem, compute_max_covered, compute_total_weight
from .comparer import Comparer, Rows


class CoverProblemPair(NamedTuple):
    """The covering problems of a reference and a candidate."""

    reference: CoverProblem  # of the reference
    candidate: CoverProblem  # of the candidate
    total_weight: float  # weight of all n-grams; the candidate's are multiplied by f


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
        if codes.native_encoder is not None:
            rows: Rows = codes.native_encoder.compare(
                codes.references, codes.candidates,
            pairs.reference_indices, pairs.candidate_indices,
                f=self.f, weights=self.weights, threads=threads,
            )  # fmt: skip
            return rows
        references = [Grams(tokens, order) for tokens in codes.references]
        candidates = [Grams(tokens, order) for tokens in codes.candidates]
        index_pairs = zip(
            pairs.reference_indices.tolist(), pairs.candidate_indices.tolist(), strict=True
        )
        return np.array(
            [[self._compare_pair(references[i], candidates[j])] for i, j in index_pairs],
            dtype=np.float64,
        )

    def _compare_pair(self, reference: Grams, candidate: Grams) -> float:
        if not reference.tokens or not candidate.tokens:
            return float(len(reference) == len(candidate))  # 1 if both texts are empty
        problems = self.make_problems(reference, candidate)
        return min(
            1.0,
            (
                compute_max_covered(problems.reference)
                + self.f * compute_max_covered(problems.candidate)
            )
            / problems.total_weight,
        )

    def make_problems(self, reference: Grams, candidate: Grams) -> CoverProblemPair:
        """Return the covering problems of two texts, which must have tokens."""
        weights = self.weights
        n_tokens = len(reference.tokens), len(candidate.tokens)
        total = compute_total_weight(n_tokens[0], weights) + self.f * compute_total_weight(
            n_tokens[1], weights
        )
        if not total:
            # Both texts are too short for an n-gram with a positive weight: count all n-grams.
            weights = [1.0] * len(weights)
            total = compute_total_weight(n_tokens[0], weights) + self.f * compute_total_weight(
                n_tokens[1], weights
            )
        links = link_grams(reference, candidate, self.encoder.phrase_codes.get_codes)
        reversed_links = reverse_links(links, candidate)
        return CoverProblemPair(
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

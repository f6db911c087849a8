"""Covering problems from pairs of texts, solved by plain Python and by the native core."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import pytest

from tesla_metrics.core.encoding.celab_tokens import CelabTokenIds
from tesla_metrics.core.matching.celab_links import Grams, link_grams, reverse_links
from tesla_metrics.core.solvers.covering import (
    CoverProblem,
    compute_max_covered,
    compute_total_weight,
)
from tesla_metrics.native import load_native
from tesla_metrics.text.synonyms.table import PhraseCodes


class Case(NamedTuple):
    reference: tuple[str, ...]
    candidate: tuple[str, ...]


class Family(NamedTuple):
    """Cases with the same dictionary and parameters."""

    phrases: PhraseCodes
    f: float
    weights: tuple[float, ...]
    cases: list[Case]


def plain(family: Family) -> list[float]:
    return [scored(family, case) for case in family.cases]


def problems(
    family: Family, reference: Sequence[str], candidate: Sequence[str]
) -> tuple[CoverProblem, CoverProblem]:
    weights = family.weights
    x, y = Grams(reference, len(weights)), Grams(candidate, len(weights))
    links = link_grams(x, y, family.phrases.get_codes)
    back = reverse_links(links, y)
    one = CoverProblem(len(x.tokens), x.starts, x.lengths, links, back, y.counts, weights)
    two = CoverProblem(len(y.tokens), y.starts, y.lengths, back, links, x.counts, weights)
    return one, two


def scored(
    family: Family, case: Case, solve: Callable[[CoverProblem], float] = compute_max_covered
) -> float:
    one, two = problems(family, *case)
    most = compute_total_weight(one.size, one.weights) + family.f * compute_total_weight(
        two.size, two.weights
    )
    return (solve(one) + family.f * solve(two)) / most


def native(family: Family) -> list[float]:
    module = load_native()
    if module is None:
        pytest.skip("no native core")
    numbers, order = CelabTokenIds(module, family.phrases), len(family.weights)
    core = module.GramEncoder(numbers.native_phrases, order)
    both = [
        core.encode_tokens(numbers.get_ids(side, order), 2)
        for side in zip(*family.cases, strict=True)
    ]
    lines = np.arange(len(family.cases))
    found = core.compare(*both, lines, lines, f=family.f, weights=list(family.weights), threads=2)
    scores: list[float] = found[:, 0].tolist()
    return scores

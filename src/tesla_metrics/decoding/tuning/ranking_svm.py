"""Tuning of weights by a ranking SVM.

Pairs are sampled as in PRO (Hopkins and May 2011): of many random pairs of each list, those with
the largest difference in the metric.
"""

from itertools import pairwise

import numpy as np

from ...arrays import Floats, Indices
from ...errors import InputError
from ...resources.learning.ranking import Ranking
from ...resources.learning.regression import choose_c

PAIRS_TRIED_PER_LIST, PAIRS_PER_LIST = 1000, 50
# Value of C if there is only one list, so that nothing can be held out.
_DEFAULT_C = 1e-3
# Maximum number of pairs on which C is chosen; more pairs lead to the same choice.
_MAX_PAIRS_FOR_C = 20_000


def fit_ranking(
    starts: Indices,
    features: Floats,
    values: Floats,
    *,
    svm_c: float | None = None,
    n_tried_pairs: int = PAIRS_TRIED_PER_LIST,
    max_pairs: int = PAIRS_PER_LIST,
    seed: int = 0,
) -> Floats:
    """Return weights that rank candidates by their values; the absolute weights add up to 1.

    `starts` has the start of each list and the end, `features` one row per candidate, and `values`
    one value per candidate, higher for better candidates. Of `n_tried_pairs` random pairs of each
    list, `max_pairs` are used. `svm_c` is the parameter C of the SVM, by default the value that is
    best on held-out lists.
    """
    better, worse = sample_pairs(starts, values, n_tried_pairs, max_pairs, seed)
    differences = features[better] - features[worse]
    is_informative = differences.any(axis=1)
    if not is_informative.any():
        raise InputError(
            "no two candidates of a list differ in both the metric's score and features: give "
            "longer lists"
        )
    groups = np.searchsorted(starts, better, side="right")[is_informative]
    problem = Ranking(differences[is_informative], groups)
    if svm_c is None:
        svm_c = _choose_c(problem, seed)
    weights = problem.fit(np.arange(len(groups)), np.arange(problem.n_features), svm_c)
    return weights / (np.abs(weights).sum() or 1.0)


def sample_pairs(
    starts: Indices, values: Floats, n_tried_pairs: int, max_pairs: int, seed: int
) -> tuple[Indices, Indices]:
    """Sample pairs of candidates of each list with large differences of values.

    Return the indices of the better and of the worse candidates.
    """
    generator = np.random.default_rng(seed)
    sampled_pairs = [np.empty((2, 0), dtype=np.intp)]
    for start, end in pairwise(starts.tolist()):
        pairs = start + _draw_pairs(end - start, n_tried_pairs, generator)
        gaps = values[pairs[0]] - values[pairs[1]]
        pairs = np.where(gaps < 0, pairs[::-1], pairs)
        order = np.argsort(-np.abs(gaps), kind="stable")[:max_pairs]
        sampled_pairs.append(pairs[:, order[gaps[order] != 0]])
    better, worse = np.concatenate(sampled_pairs, axis=1)
    return better, worse


def _draw_pairs(size: int, n_tried_pairs: int, generator: np.random.Generator) -> Indices:
    """Return all pairs of a short list, otherwise random pairs, as an array of two rows."""
    if size * (size - 1) // 2 <= n_tried_pairs:
        return np.stack(np.triu_indices(size, 1))
    first = generator.integers(size, size=n_tried_pairs)
    second = generator.integers(size - 1, size=n_tried_pairs)
    return np.stack([first, second + (second >= first)])


def _choose_c(problem: Ranking, seed: int) -> float:
    groups = np.unique(problem.groups)
    if len(groups) < 2:
        return _DEFAULT_C
    max_groups = max(2, _MAX_PAIRS_FOR_C * len(groups) // len(problem.groups))
    sampled_groups = np.random.default_rng(seed).permutation(groups)[:max_groups]
    rows = np.isin(problem.groups, sampled_groups)
    return choose_c(Ranking(problem.differences[rows], problem.groups[rows])).c

"""Slopes of the covering problem, against solving it anew with a little more."""

import random

import pytest
from cover_cases import Family, problems
from oracles import covering

from tesla_metrics.core.solvers.covering import CoverProblem, find_best_cover
from tesla_metrics.core.solvers.marginal_cover import MarginalCover
from tesla_metrics.text.synonyms.table import PhraseCodes, SynonymTable

WORDS = {"ab": "0", "c": "0 1", "de": "1", "f": "2", "a": "2", "ba": "3", "d": "3"}


def some_problems(seed: int, longest: int) -> tuple[CoverProblem, CoverProblem]:
    rng = random.Random(seed)
    letters = rng.choice(["ab", "abc", "abcdef"])
    phrases = PhraseCodes(SynonymTable("some", rng.choice([{}, WORDS])), "", [""])
    weights = rng.choice([(1.0,) * 4, (1.0, 0.5, 0.0), (0.2, 1.0, 1.0)])
    texts = (rng.choices(letters, k=rng.randint(1, longest)) for _ in range(2))
    return problems(Family(phrases, 0.25, weights, []), *texts)


@pytest.mark.parametrize("seed", range(20))
def test_weights_cover_what_they_are_said_to(seed: int) -> None:
    for problem in some_problems(seed, 25):
        value, weights = find_best_cover(problem)
        assert value == pytest.approx(covering.most_covered(problem), abs=1e-9)
        total = 0.0
        for n, worth in enumerate(problem.weights, 1):
            for start in range(problem.size - n + 1):
                around = (w for (a, b), w in weights.items() if a <= start and start + n <= b)
                total += worth * min(sum(around), 1.0)
        assert total == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("seed", range(30))
def test_a_new_partner(seed: int) -> None:
    rng, e = random.Random(seed), 2.0**-9
    for problem in some_problems(seed, 12):
        slopes, value = MarginalCover(problem), covering.most_covered(problem)
        for _ in range(3):
            kinds = sorted(rng.sample(range(len(problem.starts)), min(2, len(problem.starts))))
            new = len(problem.capacity)
            wider = problem._replace(
                partners=[
                    [*own, new] if kind in kinds else own
                    for kind, own in enumerate(problem.partners)
                ],
                sharers=[*problem.sharers, kinds],
                capacity=[*problem.capacity, e],
            )
            slope = (covering.most_covered(wider) - value) / e
            assert slopes.differentiate_by_partner(kinds) == pytest.approx(slope, abs=1e-6)

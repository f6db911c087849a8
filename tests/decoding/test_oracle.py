"""The oracle: never below the choice, and nothing above it where segments add up."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from tesla_metrics import Bleu, Metric, Nbest, Ter, TeslaM, rerank_nbest, tune
from tesla_metrics.decoding.rerank_by_features import choose_oracle
from tesla_metrics.decoding.tuning.candidate_statistics import CandidateStatistics

WORDS = "a b c d e".split()


def toy(seed: int) -> tuple[Nbest, list[str]]:
    """Four lists of four, and references."""
    random = np.random.default_rng(seed)
    lines = [" ".join(random.choice(WORDS, random.integers(1, 10))) for _ in range(20)]
    features = random.normal(size=(16, 2))
    nbest = Nbest((0, 1, 2, 3), np.arange(0, 17, 4), lines[:16], ("x", "y"), features)
    return nbest, lines[16:]


@pytest.mark.parametrize("metric", [Bleu(force=True), Ter()], ids=["bleu", "ter"])
def test_it_is_never_below_the_choice_and_the_same_everywhere(metric: Metric[Any]) -> None:
    sign = 1 if metric.higher_is_better else -1
    for seed in range(12):
        nbest, references = toy(seed)
        found = tune(nbest, references, metric, restarts=1)
        assert sign * found.oracle_value >= sign * found.value
        again = rerank_nbest(nbest, found.weights, references=references, metric=metric).systems
        assert again is not None
        assert again.chosen == pytest.approx(found.value, abs=1e-9)
        assert again.oracle == pytest.approx(found.oracle_value, abs=1e-9)


@pytest.mark.parametrize("metric", [Bleu(force=True), TeslaM(lang="en")], ids=["bleu", "tesla-m"])
def test_no_single_change_makes_it_better(metric: Metric[Any]) -> None:
    nbest, references = toy(3)
    rows = CandidateStatistics(metric, [references]).compute(nbest)

    def value(places: Any) -> float:
        return float(metric.system_values(rows[list(places)].sum(axis=0)[None])[0])

    best = choose_oracle(metric, nbest.starts, rows, nbest.starts[:-1])
    lists = [range(start, start + 4) for start in range(0, 16, 4)]
    for own, places in enumerate(lists):
        for place in places:
            assert value([*best[:own], place, *best[own + 1 :]]) <= value(best) + 1e-9
    if isinstance(metric, TeslaM):
        assert value(best) == pytest.approx(max(map(value, product(*lists))), abs=1e-12)

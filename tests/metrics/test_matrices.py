"""Every candidate of a list with every reference of it, several lists at once."""

from itertools import permutations

import pytest
from app.cli.running import core
from cores import session_of

from tesla_metrics import make_metric
from tesla_metrics.core.encoding.pairs import Product

GROUPS = [
    Product(["a cat sat", "the cats sat there"], ["a cat sat", "one dog", ""]),
    Product(["dogs bark"], ["dogs bark"]),
    Product(["", "7 men came", "no man came"], ["seven men came"]),
]


@pytest.mark.parametrize("name", ["native", "python"])
@pytest.mark.parametrize("metric", ["tesla-m", "tesla-x", "chrf"])
def test_lists_at_once_are_those_by_themselves(name: str, metric: str) -> None:
    with core(name):
        options = {} if metric == "chrf" else {"lang": "en"}
        scorer = make_metric(metric, **options).open(session_of(name))
        done: list[int] = []
        found = scorer.matrices(GROUPS, 2, done.append)
        assert [one.tolist() for one in found] == [
            scorer.matrix(*group).tolist() for group in GROUPS
        ]
        assert sum(done) == sum(len(group.candidates) for group in GROUPS)


def test_pairs_of_words_that_come_again() -> None:
    """The core remembers them where texts stand beside many others: it must change nothing."""
    with core("native"):
        words = ["old", "boats", "boat", "not", "Paris", "harbour", "seven"]
        texts = [" ".join(order) for order in list(permutations(words, 4))[::20]]
        scorer = make_metric("tesla-x", lang="en").open(session_of("native"))
        matrix = scorer.matrix(texts, texts)
        assert matrix.size > 1000  # else it remembers nothing
        for start in range(0, len(texts), 7):
            few = texts[start : start + 7]
            assert scorer.matrix(texts, few) == pytest.approx(
                matrix[:, start : start + 7], abs=1e-9
            )

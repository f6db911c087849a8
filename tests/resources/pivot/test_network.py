"""Expected counts against the enumeration of all paths; the worked example of the papers."""

from itertools import pairwise, product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.resources.pivot.confusion_network import (
    Slot,
    count_expected_ngrams,
    segment_phrases,
)

phrases = st.lists(st.sampled_from("abc"), min_size=1, max_size=3).map(tuple)
slots = st.lists(
    st.lists(st.tuples(phrases, st.floats(0.05, 1)), min_size=1, max_size=3), max_size=5
)


def by_paths(network: list[Slot[str]], order: int) -> dict[tuple[str, ...], float]:
    """Every n-gram of every path; what a path does after it is not the n-gram's concern."""
    bag: dict[tuple[str, ...], float] = {}
    for first in range(len(network)):
        for alternatives in product(*(range(len(slot)) for slot in network[first:])):
            chosen = [network[first + i][a] for i, a in enumerate(alternatives)]
            words = [(word, place) for place, (own, _) in enumerate(chosen) for word in own]
            for start in range(len(chosen[0][0])):
                ngram = words[start : start + order]
                if len(ngram) < order:
                    continue
                last = ngram[-1][1]
                if any(alternatives[last + 1 :]):
                    continue  # the same n-gram was counted with the first alternatives there
                key = tuple(word for word, _ in ngram)
                bag[key] = bag.get(key, 0.0) + prod(p for _, p in chosen[: last + 1])
    return bag


@given(slots, st.integers(1, 4))
def test_equals_all_paths(network: list[Slot[str]], order: int) -> None:
    assert count_expected_ngrams(network, order) == pytest.approx(
        by_paths(network, order), abs=1e-9
    )


HELLO: list[Slot[str]] = [
    [(("Bonjour", ","), 0.9), (("Salut", ","), 0.1)],
    [(("Querrien",), 1.0)],
    [((".",), 1.0)],
]
MORNING: list[Slot[str]] = [[(("Bonjour", ",", "monsieur", "."), 1.0)]]


def test_worked_example() -> None:
    assert count_expected_ngrams(HELLO, 3)["Bonjour", ",", "Querrien"] == pytest.approx(0.9)
    x: dict[tuple[str, ...], float] = {}
    y: dict[tuple[str, ...], float] = {}
    for order in range(1, 5):
        x |= count_expected_ngrams(HELLO, order)
        y |= count_expected_ngrams(MORNING, order)
    assert sum(x.values()) == pytest.approx(10)
    assert sum(y.values()) == pytest.approx(10)
    matched = sum(min(weight, y.get(ngram, 0)) for ngram, weight in x.items())
    assert matched == pytest.approx(0.9 + 1 + 1 + 0.9)
    assert matched / 10 == pytest.approx(0.38)


counts = st.dictionaries(phrases, st.integers(1, 50), max_size=12)


@given(st.lists(st.sampled_from("abc"), max_size=7), counts)
def test_segmentation_is_the_most_probable(
    words: list[str], known: dict[tuple[str, ...], int]
) -> None:
    total = sum(known.values()) + 1

    def probability(cuts: tuple[int, ...]) -> float:
        value = 1.0
        for begin, end in pairwise(cuts):
            count: float = known.get(tuple(words[begin:end]), 0)
            value *= (count or (0.5 if end - begin == 1 else 0.0)) / total
        return value

    spans = segment_phrases(words, lambda phrase: known.get(tuple(phrase), 0), total, 3)
    assert [begin for begin, _ in spans] == [0, *(end for _, end in spans)][: len(spans)]
    cuts = (0, *(end for _, end in spans))
    every = [
        (0, *(i for i, cut in enumerate(choice, 1) if cut), len(words))
        for choice in product((False, True), repeat=max(len(words) - 1, 0))
    ]
    if words:
        assert probability(cuts) == pytest.approx(max(map(probability, every)), rel=1e-9)


def test_nothing_to_segment() -> None:
    assert segment_phrases([], lambda phrase: 0, 10, 4) == []
    assert segment_phrases(["x", "y"], lambda phrase: 0, 0, 4) == [(0, 1), (1, 2)]

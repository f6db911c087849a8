"""Modified Kneser-Ney against the formulas written out, and that it is a distribution."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import kneser_ney as oracle
from small_models import ORDERS, TEXT, TEXTS, Sentences, as_dictionary, train

from tesla_metrics.errors import InputError, UsageError
from tesla_metrics.resources.lm import FALLBACK, NgramCounter, estimate_model
from tesla_metrics.resources.lm.kneser_ney import estimate_discounts

PRUNING = st.lists(st.integers(0, 3), max_size=5).map(lambda rest: [0, *sorted(rest)])


@given(TEXTS, ORDERS, PRUNING)
def test_as_the_formulas_say(sentences: Sentences, order: int, prune: list[int]) -> None:
    model = train(sentences, order, prune[:order])
    discounts, thresholds = model.settings["discounts"], model.settings["prune"]
    wanted = oracle.estimate(sentences, order, discounts, thresholds)
    found = as_dictionary(model)
    assert found.keys() == wanted.keys()
    for gram, values in wanted.items():
        # Recorded discounts have six decimals.
        assert found[gram] == pytest.approx(values, abs=1e-5)


@settings(max_examples=50)
@given(TEXTS, ORDERS, PRUNING, st.lists(st.sampled_from("a b c d e z".split()), max_size=5))
def test_probabilities_add_up_to_1(
    sentences: Sentences, order: int, prune: list[int], history: list[str]
) -> None:
    model = as_dictionary(train(sentences, order, prune[:order]))
    predicted = [gram[0] for gram in model if len(gram) == 1 and gram != ("<s>",)]
    context = tuple(history)[: order - 1]
    for start in (context, ("<s>", *context)[: order - 1]):
        total = sum(oracle.conditional(model, start, word) for word in predicted)
        assert total == pytest.approx(1.0, abs=1e-9)


def test_discounts() -> None:
    # y = 10 / (10 + 2 * 4) = 5/9; D1 = 1 - 2y 4/10, D2 = 2 - 3y 2/4, D3 = 3 - 4y 1/2
    counts = np.repeat([0, 1, 2, 3, 4, 9], [2, 10, 4, 2, 1, 5])
    y = 5 / 9
    assert estimate_discounts(counts, 2, None) == pytest.approx(
        (1 - 0.8 * y, 2 - 1.5 * y, 3 - 2 * y)
    )


@pytest.mark.parametrize(
    "numbers",
    [
        [0, 0, 0, 0],
        [5, 0, 1, 1],
        [5, 1, 0, 1],
        [9, 1, 9, 1],  # D2 would be negative
    ],
)
def test_discounts_that_cannot_be_estimated(numbers: list[int]) -> None:
    counts = np.repeat([1, 2, 3, 4], numbers)
    with pytest.raises(InputError, match=r"discounts of 4-grams .*--discount-fallback"):
        estimate_discounts(counts, 4, None)
    assert estimate_discounts(counts, 4, FALLBACK) == (0.5, 1.0, 1.5)


def test_one_sentence() -> None:
    counter = NgramCounter(3)
    counter.add(["hello"])
    with pytest.raises(InputError, match="discounts of 1-grams"):
        estimate_model(counter.finish())
    model = as_dictionary(train([["hello"]], 3))
    assert ("<s>", "hello", "</s>") in model


def test_pruned_ngrams_are_gone_and_no_others() -> None:
    whole, pruned = as_dictionary(train(TEXT, 3)), as_dictionary(train(TEXT, 3, [0, 0, 1]))
    counts = oracle.occurrences(TEXT, 3)
    gone = {gram for gram in whole if len(gram) == 3 and counts[2][gram] == 1}
    assert gone
    assert whole.keys() - gone == pruned.keys()


@pytest.mark.parametrize(
    ("prune", "fact"), [([1], "unigrams"), ([0, 2, 1], "decrease"), ([0, 0, 0, 0], "4 pruning")]
)
def test_bad_thresholds(prune: list[int], fact: str) -> None:
    with pytest.raises(UsageError, match=fact):
        train(TEXT, 3, prune)


def test_the_last_threshold_holds_for_higher_orders() -> None:
    assert train(TEXT, 4, [0, 1]).settings["prune"] == [0, 1, 1, 1]

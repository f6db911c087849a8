"""Prices of TESLA-X are what a little more weight on the other side would bring."""

from collections import Counter
from math import isinf
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.lp import lp_values

from tesla_metrics import TeslaX
from tesla_metrics.core.matching.word_similarity import (
    GradedWord,
    compute_gram_similarities,
    compute_gram_weights,
    compute_similarities,
)
from tesla_metrics.core.solvers.graded_transport import PROFIT_UNITS, solve_graded
from tesla_metrics.core.solvers.transport_prices import find_highest_x_prices, find_highest_y_prices
from tesla_metrics.metrics.tesla_x import GradedScorer

WORDS = "the a dog dogs ran run quickly doctor physician glad happy team side 2 3".split()
TEXT = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join)
MORE = 1e-5
LITTLE = 1e-8  # of what is no linear program, which would not see it
FEW = settings(max_examples=8, deadline=None)


def opened(**options: Any) -> tuple[TeslaX, GradedScorer]:
    """Without penalties, which would lower prices."""
    none: dict[str, Any] = dict.fromkeys(
        ("number_penalty", "order_penalty", "negation_penalty"), 0.0
    )
    metric = TeslaX(lang="en", **none, **options)
    scorer = metric.open()
    assert isinstance(scorer, GradedScorer)
    return metric, scorer


class Weighed:
    """Words of a text and what its n-grams weigh."""

    def __init__(self, scorer: GradedScorer, text: str) -> None:
        (self.code,) = scorer.graded_comparer.encoder.make_codes([text])
        self.words: list[GradedWord] = list(self.code.words.words)

    def grams(self, n: int) -> list[float]:
        return compute_gram_weights(self.code.words.weights, n)


def f_with(
    scorer: GradedScorer, x: Weighed, y: Weighed, n: int, more: tuple[int, int] | None
) -> float:
    """F, where side `more[0]` has a little more weight of an n-gram of the other one."""
    words, supply, demand = x.words + y.words, x.grams(n), y.grams(n)
    rows = [*range(len(supply))]
    columns = [len(x.words) + k for k in range(len(demand))]
    if more:
        side, place = more
        (rows, columns)[side].append(((columns, rows)[side])[place])
        (supply, demand)[side].append(MORE)
    alike = compute_similarities(words, words, scorer.constants.graded_constants.levels)
    grams = np.array(compute_gram_similarities(alike, n, rows, columns)).reshape(
        len(rows), len(columns)
    )
    total = scorer.constants["alpha"] * sum(supply) + (1 - scorer.constants["alpha"]) * sum(demand)
    (value,) = lp_values([(grams, supply, demand)]) if grams.size else (0.0,)
    return value / total


@pytest.mark.parametrize("alpha", [0.9, 0.4])
@given(TEXT, TEXT)
@FEW
def test_words(alpha: float, hypothesis: str, reference: str) -> None:
    metric, scorer = opened(alpha=alpha)
    found = metric.explain(hypothesis, reference).best
    x, y = Weighed(scorer, reference), Weighed(scorer, hypothesis)
    for feature in found.features[:2]:
        if not feature.reference and not feature.hypothesis:
            continue  # it repeats that of words
        own = f_with(scorer, x, y, feature.n, None)
        # Where there are no bigrams, theirs is that of words.
        slope = feature.slope * (1 if feature.n > 1 or len(x.words) + len(y.words) > 2 else 2)
        for side, grams in ((1, feature.reference), (0, feature.hypothesis)):
            for place, gram in enumerate(grams):
                gained = (f_with(scorer, x, y, feature.n, (side, place)) - own) / MORE
                assert gram.price == pytest.approx(slope * gained, rel=1e-3, abs=1e-4)


def c_with(scorer: GradedScorer, texts: tuple[str, str], gram: str, side: int | None) -> float:
    """C, where one side has a little more weight of a character n-gram."""
    weight, alpha = (
        scorer.graded_comparer.graded_encoder.frequencies.get_gram_weight,
        scorer.constants["character_alpha"],
    )
    precisions, recalls = [], []
    for n in range(1, int(scorer.constants["characters"]) + 1):
        bags = [Counter(text[k : k + n] for k in range(len(text) - n + 1)) for text in texts]
        weights = [{one: k * weight(one) for one, k in bag.items()} for bag in bags]
        if side is not None and len(gram) == n:
            weights[side][gram] = weights[side].get(gram, 0.0) + LITTLE
        shared = sum(min(own, weights[1].get(one, 0.0)) for one, own in weights[0].items())
        recalls.append(shared / sum(weights[0].values()))
        precisions.append(shared / sum(weights[1].values()))
    p, r = np.mean(precisions), np.mean(recalls)
    return float(p * r / (alpha * p + (1 - alpha) * r)) if p else 0.0


@pytest.mark.parametrize("alpha", [0.5, 0.2])
@pytest.mark.parametrize(
    ("hypothesis", "reference"), [("a dog ran", "the dogs run"), ("banana", "ananas"), ("xy", "ab")]
)
def test_characters(alpha: float, hypothesis: str, reference: str) -> None:
    metric, scorer = opened(character_alpha=alpha, stand_in=0.0)
    feature = metric.explain(hypothesis, reference).best.features[-1]
    texts = f" {reference} ", f" {hypothesis} "
    own = c_with(scorer, texts, "", None)
    assert own == pytest.approx(feature.value)
    for side, grams in ((1, feature.reference), (0, feature.hypothesis)):
        for gram in grams:
            gained = (c_with(scorer, texts, gram.text, side) - own) / LITTLE
            assert gram.price == pytest.approx(feature.slope * gained, rel=1e-3, abs=1e-4)


@pytest.mark.parametrize("stand_in", [0.3, 1.0])
def test_characters_of_stand_ins(stand_in: float) -> None:
    """The mean of C of both texts, though some n-grams are of one of them only."""
    metric, scorer = opened(stand_in=stand_in)
    reference, hypothesis = " the doctor ran ", " a physician ran quickly "
    written = " the doctor ran quickly "
    shares = {hypothesis: 1 - stand_in, written: stand_in}

    def mean(gram: str, side: int | None) -> float:
        return sum(
            share * c_with(scorer, (reference, text), gram, side) for text, share in shares.items()
        )

    feature = metric.explain(hypothesis, reference).best.features[-1]
    assert mean("", None) == pytest.approx(feature.value)
    for side, grams in ((1, feature.reference), (0, feature.hypothesis)):
        for gram in grams:
            gained = (mean(gram.text, side) - feature.value) / LITTLE
            assert gram.price == pytest.approx(feature.slope * gained, rel=1e-3, abs=1e-4)


@given(TEXT, TEXT)
@FEW
def test_strong_duality(hypothesis: str, reference: str) -> None:
    _, scorer = opened()
    x, y = Weighed(scorer, reference), Weighed(scorer, hypothesis)
    words = compute_similarities(x.words, y.words, scorer.constants.graded_constants.levels)
    for n in (1, 2):
        supply, demand = np.array(x.grams(n)), np.array(y.grams(n))
        alike = compute_gram_similarities(words, n, range(len(supply)), range(len(demand)))
        found = solve_graded(alike, supply.tolist(), demand.tolist())
        moved = np.zeros((len(supply), len(demand)))
        for i, j, amount in found.flows:
            moved[i, j] += amount
        profits = np.rint(np.array(alike).reshape(moved.shape) * PROFIT_UNITS).astype(np.int64)
        left = [supply - moved.sum(axis=1) > 1e-9, demand - moved.sum(axis=0) > 1e-9]
        for prices in (
            find_highest_x_prices(profits, moved > 1e-9, left[0]),
            find_highest_y_prices(profits, moved > 1e-9, left[1]),
        ):
            assert (prices.x[:, None] + prices.y >= profits).all()
            dual = (prices.x @ supply + prices.y @ demand) / PROFIT_UNITS
            assert dual == pytest.approx(found.value, abs=1e-9)


def test_a_price_that_is_none() -> None:
    metric = TeslaX(lang="en", alpha=1.0)
    found = metric.explain("a dog", "")
    assert all(isinf(gram.price) for gram in found.best.features[0].hypothesis)
    shown = found.to_dict()["against"][0]["features"][0]["hypothesis"]
    assert [gram["price"] for gram in shown] == [None, None]

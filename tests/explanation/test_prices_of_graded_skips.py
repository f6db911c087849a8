"""Prices of skip bigrams by degrees, against the linear program among what stands for what."""

import numpy as np
import pytest
from explained import explained, worth
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.lp import lp_values

from tesla_metrics.core.comparing.skip_bigrams import GradedSkipComparer
from tesla_metrics.core.matching.skip_bigrams import find_images
from tesla_metrics.explanation.explanation import Feature, NgramLoss, ReferenceComparison, Side
from tesla_metrics.metrics.tesla_s import TeslaS

WORDS = "dog dogs cat feline ran runs big large house home the".split()
TEXT = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
LITTLE = 1e-5
Forms = tuple[str, ...]


def forms(side: Side, gram: NgramLoss) -> Forms:
    return tuple(side.words[place].text for place in gram.words)


def images(metric: TeslaS, one: ReferenceComparison) -> list[tuple[str, float] | None]:
    """What each word of the hypothesis stands for."""
    comparer = metric.open().comparer
    assert isinstance(comparer, GradedSkipComparer)
    words = []
    for side in (one.reference, one.hypothesis):
        (document,) = comparer.graded_encoder.get_words([side.text])
        words.append(
            [
                w
                for own in document
                for w in comparer.graded_encoder.graded_encoder.weight_words(own).words
            ]
        )
    return find_images(words[0], words[1], comparer.levels)


class Program:
    """The transport problem of a feature."""

    def __init__(self, metric: TeslaS, one: ReferenceComparison, feature: Feature) -> None:
        self.alpha = metric.alpha
        known = images(metric, one)
        self.known = {word.text for word in one.reference.words}
        self.x = [forms(one.reference, gram) for gram in feature.reference]
        self.y = [forms(one.hypothesis, gram) for gram in feature.hypothesis]
        self.weights = [
            np.array([gram.weight for gram in own])
            for own in (feature.reference, feature.hypothesis)
        ]
        self.images: list[Forms | None] = []
        self.worth: list[float] = []
        for gram in feature.hypothesis:
            own = [image for place in gram.words if (image := known[place]) is not None]
            whole = len(own) == len(gram.words)
            self.images.append(tuple(form for form, _ in own) if whole else None)
            self.worth.append(sum(value for _, value in own) / len(own) if whole else 0.0)

    @property
    def matrix(self) -> np.ndarray:
        rows = [self.row(x) for x in self.x]
        return np.array(rows).reshape(len(self.x), len(self.y))

    def row(self, x: Forms) -> list[float]:
        """What a gram of the reference is worth to each of the hypothesis."""
        beside = zip(self.images, self.worth, strict=True)
        return [worth if image == x else 0.0 for image, worth in beside]

    def new_row(self, y: Forms) -> list[float]:
        """The same of one that is written as one of the hypothesis, and is new."""
        if set(y) <= self.known:
            return self.row(y)
        return [float(other == y) for other in self.y]

    def values(self) -> list[float]:
        """F; then with a little more of each x in the hypothesis, of each y in the reference."""
        matrix, (x, y) = self.matrix, self.weights
        problems = [(matrix, x, y)]
        for own in self.x:
            column = np.array([[float(other == own)] for other in self.x])
            problems.append((np.hstack([matrix, column]), x, np.append(y, LITTLE)))
        for own in self.y:
            problems.append((np.vstack([matrix, [self.new_row(own)]]), np.append(x, LITTLE), y))
        filled = [one for one in problems if one[0].size]
        found = iter(lp_values(filled) if filled else ())
        return [
            (next(found) if one[0].size else 0.0)
            / (self.alpha * one[1].sum() + (1 - self.alpha) * one[2].sum())
            for one in problems
        ]


@pytest.mark.parametrize("frequencies", ["auto", "none"])
@given(TEXT, TEXT, st.sampled_from([0.2, 0.8]))
@settings(max_examples=15, deadline=None)
def test_prices_are_derivatives(
    frequencies: str, hypothesis: str, reference: str, alpha: float
) -> None:
    metric = TeslaS(lang="en", similarity="graded", alpha=alpha, gap=1, frequencies=frequencies)
    one = explained(metric, hypothesis, reference).best
    repeated = 0.0
    for feature in reversed(one.features):
        repeated += feature.slope
        if feature.reference or feature.hypothesis:
            values = Program(metric, one, feature).values()
            assert feature.value == pytest.approx(values[0], abs=1e-6)
            prices = [gram.price for gram in (*feature.reference, *feature.hypothesis)]
            expected = [repeated * (value - values[0]) / LITTLE for value in values[1:]]
            assert prices == pytest.approx(expected, rel=2e-3, abs=2e-3)
            repeated = 0.0


@given(TEXT, TEXT)
@settings(max_examples=30, deadline=None)
def test_prices_prove_the_optimum(hypothesis: str, reference: str) -> None:
    metric = TeslaS(lang="en", similarity="graded", gap=1)
    one = explained(metric, hypothesis, reference).best
    for feature in one.features:
        program = Program(metric, one, feature)
        # Room at a gram of the reference is worth what the best is that found none.
        waiting: dict[Forms | None, float] = {}
        for gram, image, value in zip(
            feature.hypothesis, program.images, program.worth, strict=True
        ):
            if gram.unmatched > 1e-12:
                waiting[image] = max(waiting.get(image, 0.0), value)
        paid = sum(
            gram.weight * waiting.get(own, 0.0)
            for gram, own in zip(feature.reference, program.x, strict=True)
        )
        paid += sum(
            gram.weight * max(value - waiting.get(image, 0.0), 0.0)
            for gram, image, value in zip(
                feature.hypothesis, program.images, program.worth, strict=True
            )
        )
        assert paid == pytest.approx(worth(feature), rel=0, abs=1e-9)


def test_why_words_stand_for_each_other() -> None:
    metric = TeslaS(lang="en", similarity="graded")
    one = explained(metric, "The felines ran.", "A feline runs.").best
    flows = {(flow.reference, flow.hypothesis): flow for flow in one.features[0].matched}
    assert flows["feline", "felines"].reasons == (("lemma", ("feline",)),)
    assert flows["feline", "felines"].similarity < 1

"""What words bear of the losses of n-grams, by the rule as the docs state it."""

import pytest
from explained import explained
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics import TeslaM
from tesla_metrics.explanation.explanation import Feature, NgramLoss, ReferenceComparison
from tesla_metrics.metrics.maxsim import MaxSim

WORDS = "the a dog dogs cat ran runs run quickly big large doctor physician sir 12".split()
TEXT = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join)
HALF = ("synset", "tag")


def similarity(kind: str, feature: Feature) -> float:
    """Of two words, by their reason."""
    return 0.5 if feature.kind == "ms" and kind in HALF else 1.0


def borne(one: ReferenceComparison, feature: Feature, side: int, first: list[float]) -> list[float]:
    """By the words of a side, in weight: what it lacks of flows, and of what did not flow.

    `first` is what they bear as unigrams.
    """
    shares = [0.0] * len((one.reference, one.hypothesis)[side].words)
    for flow in feature.matched:
        places = (flow.reference_words, flow.hypothesis_words)[side]
        for place, reason in zip(places, flow.reasons, strict=True):
            lack = 1 - similarity(reason.kind, feature)
            shares[place] += flow.weight * lack / feature.n
    for gram in (feature.reference, feature.hypothesis)[side]:
        blamed = [place for place in gram.words if first[place] > 1e-12] or list(gram.words)
        total = sum(first[place] for place in blamed)
        for place in blamed:
            part = first[place] / total if total > 1e-12 else 1 / len(blamed)
            shares[place] += gram.unmatched * part
    return shares


def total(grams: tuple[NgramLoss, ...]) -> float:
    return sum(gram.weight for gram in grams)


@pytest.mark.filterwarnings("ignore:.*:tesla_metrics.TeslaWarning")
@given(TEXT, TEXT, st.sampled_from([0.2, 0.8]))
@settings(max_examples=40, deadline=None)
def test_the_rule(hypothesis: str, reference: str, alpha: float) -> None:
    one = explained(TeslaM(lang="en", alpha=alpha), hypothesis, reference).best
    for side, words in enumerate((one.reference.words, one.hypothesis.words)):
        shares, last = [0.0] * len(words), [0.0] * len(words)
        for feature in one.features:
            if feature.n == 1:
                first = last = [0.0] * len(words)
            weight = alpha * total(feature.reference) + (1 - alpha) * total(feature.hypothesis)
            if weight:
                own = borne(one, feature, side, first)
                first = own if feature.n == 1 else first
                last = [(1 - alpha if side else alpha) * share / weight for share in own]
            shares = [
                share + feature.slope * more for share, more in zip(shares, last, strict=True)
            ]
        assert [word.lost for word in words] == pytest.approx(shares, rel=0, abs=1e-9)


def test_who_is_to_blame_for_an_ngram() -> None:
    one = explained(MaxSim(lang="en", order=3), "red boats sank", "red boats 12").best
    first, *longer = one.features
    assert {gram.text: gram.lost > 0 for gram in first.reference} == {
        "red": False,
        "boats": False,
        "12": True,
    }
    assert all(feature.lost > 0 for feature in longer)
    shares = [word.lost for word in one.reference.words]
    assert shares[:2] == [0, 0]
    lost = sum(gram.lost for feature in one.features for gram in feature.reference)
    assert shares[2] == pytest.approx(lost)

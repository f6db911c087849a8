"""Prices of n-grams that are alike where they are equal, and where pivot n-grams come from."""

from collections.abc import Callable, Sequence

import pytest
from explained import explained
from hypothesis import given, settings
from hypothesis import strategies as st
from resources.pivot.small_tables import Pair, write_small

from tesla_metrics import TeslaM
from tesla_metrics.explanation.explanation import Feature, NgramLoss, ReferenceComparison, Side
from tesla_metrics.metrics.tesla_b import TeslaB
from tesla_metrics.metrics.tesla_s import TeslaS

FRENCH: list[Pair] = [
    ("good morning", "bonjour/INTJ", 3),
    ("hello", "bonjour/INTJ", 2),
    ("hello", "salut/INTJ", 1),
    ("sir", "monsieur/NOUN", 4),
    ("the", "le/DET", 5),
    ("doctor", "docteur/NOUN", 2),
    ("doctor", "médecin/NOUN", 1),
    ("physician", "médecin/NOUN", 2),
]
WORDS = "the doctor physician hello good morning sir zebra runs ran".split()
TEXT = st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join)
ALPHA = st.sampled_from([0.2, 0.8])
LITTLE = 1e-6
Key = Callable[[Side, NgramLoss], object]


@pytest.fixture(scope="module")
def french(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_small(tmp_path_factory.mktemp("tables") / "en-fr.table", FRENCH))


def written(side: Side, gram: NgramLoss) -> object:
    """The n-gram by its own words."""
    return gram.text.lower()


def tagged(side: Side, gram: NgramLoss) -> object:
    return tuple(side.words[place].tag for place in gram.words)


def spoken(side: Side, gram: NgramLoss) -> object:
    return tuple(side.words[place].text.lower() for place in gram.words)


def f_of(x: dict[object, float], y: dict[object, float], alpha: float) -> float:
    shared = sum(min(weight, y.get(key, 0.0)) for key, weight in x.items())
    return shared / (alpha * sum(x.values()) + (1 - alpha) * sum(y.values()))


def bag(side: Side, grams: Sequence[NgramLoss], key: Key) -> dict[object, float]:
    found: dict[object, float] = {}
    for gram in grams:
        found[key(side, gram)] = found.get(key(side, gram), 0.0) + gram.weight
    return found


def check_prices(
    one: ReferenceComparison, feature: Feature, key: Key, alpha: float, slope: float
) -> None:
    """Against what F does where a side has a little more."""
    x = bag(one.reference, feature.reference, key)
    y = bag(one.hypothesis, feature.hypothesis, key)
    if not x and not y:
        return
    value = f_of(x, y, alpha)
    assert feature.value == pytest.approx(value, abs=1e-12)
    for gram in feature.reference:
        own = key(one.reference, gram)
        more = f_of(x, {**y, own: y.get(own, 0.0) + LITTLE}, alpha)
        assert gram.price == pytest.approx(slope * (more - value) / LITTLE, rel=1e-3, abs=1e-3)
    for gram in feature.hypothesis:
        own = key(one.hypothesis, gram)
        more = f_of({**x, own: x.get(own, 0.0) + LITTLE}, y, alpha)
        assert gram.price == pytest.approx(slope * (more - value) / LITTLE, rel=1e-3, abs=1e-3)


def check_all(
    one: ReferenceComparison, features: Sequence[Feature], key: Key, alpha: float
) -> None:
    """Columns of one kind; where longer n-grams are not there, they repeat shorter ones."""
    repeated = 0.0
    for feature in reversed(features):
        repeated += feature.slope
        if feature.reference or feature.hypothesis:
            check_prices(one, feature, key, alpha, repeated)
            repeated = 0.0


@given(TEXT, TEXT, ALPHA)
@settings(max_examples=20, deadline=None)
def test_tags(hypothesis: str, reference: str, alpha: float) -> None:
    one = explained(TeslaM(lang="en", alpha=alpha, discount=0.5), hypothesis, reference).best
    check_all(one, one.features[3:], tagged, alpha)


@given(TEXT, TEXT, ALPHA)
@settings(max_examples=20, deadline=None)
def test_pivots(french: str, hypothesis: str, reference: str, alpha: float) -> None:
    metric = TeslaB(lang="en", tables=(french,), alpha=alpha, discount=0.5)
    one = explained(metric, hypothesis, reference).best
    check_all(one, one.features[6:9], written, alpha)
    check_all(one, one.features[9:], written, alpha)


@given(TEXT, TEXT, ALPHA)
@settings(max_examples=20, deadline=None)
def test_skips(hypothesis: str, reference: str, alpha: float) -> None:
    one = explained(TeslaS(lang="en", alpha=alpha, discount=0.5), hypothesis, reference).best
    check_all(one, one.features, spoken, alpha)


def test_pivot_ngrams_come_from_phrases(french: str) -> None:
    metric = TeslaB(lang="en", tables=(french,))
    one = explained(metric, "Hello, zebra sir.", "Good morning, zebras sir.").best
    words, pairs = one.features[6:8]
    assert (words.name, words.kind, words.n) == ("fr:lem-1", "lem", 1)
    places = {gram.text: gram.words for gram in words.reference}
    assert places == {"bonjour": (0, 1), "zebra": (2,), "monsieur": (3,)}
    flows = {flow.reference: flow for flow in words.matched}
    assert flows["bonjour"].weight == pytest.approx(2 / 3)
    assert flows["bonjour"].reasons == (("pivot", ("bonjour",)),)
    assert (flows["bonjour"].reference_words, flows["bonjour"].hypothesis_words) == ((0, 1), (0,))
    # No phrase is known for it: it stands for itself.
    assert flows["zebra"].reasons[0].kind == "lemma"
    assert {gram.text: gram.words for gram in pairs.reference} == {
        "bonjour zebra": (0, 1, 2),
        "zebra monsieur": (2, 3),
    }
    # The missing third of bonjour falls on both words that it came from.
    lost = [word.lost for word in one.reference.words]
    assert lost[0] > 0
    assert lost[1] > 0
    tags = one.features[9].matched
    assert {flow.reasons[0] for flow in tags} >= {("tag", ("INTJ",)), ("tag", ("NOUN",))}


def test_equal_words_are_matched_before_others_of_their_tag() -> None:
    one = explained(TeslaM(lang="en"), "the dog saw a cat", "the cat saw a dog").best
    nouns = {(flow.reference, flow.hypothesis) for flow in one.features[3].matched}
    assert ("dog", "dog") in nouns
    assert ("cat", "cat") in nouns


def test_skips_show_what_stands_between() -> None:
    one = explained(TeslaS(lang="en"), "Cats sleep well. Dogs bark.", "Cats never sleep.").best
    shown = {gram.text: gram.words for gram in one.features[1].reference}
    assert shown == {"Cats never": (0, 1), "Cats … sleep": (0, 2), "never sleep": (1, 2)}
    (flow,) = one.features[1].matched
    assert (flow.reference, flow.hypothesis) == ("Cats … sleep", "Cats sleep")
    # Sentences are apart.
    texts = [gram.text for gram in one.features[1].hypothesis]
    assert texts == ["Cats sleep", "Cats … well", "sleep well", "Dogs bark"]

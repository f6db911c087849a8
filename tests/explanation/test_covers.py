"""tesla-celab explained: shares, flows, covers, prices, against the paper's program and HiGHS."""

import math
import random
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from cores import session_of
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import celab

from tesla_metrics import TeslaCelab, TeslaCelabMinus
from tesla_metrics.core.comparing.covers import CoverComparer
from tesla_metrics.explanation import covers
from tesla_metrics.explanation.explanation import Feature, ReferenceComparison

LETTERS = "甲乙丙丁戊己"
SYNSETS = ("甲乙\t丙", "丙\t丁戊", "己\t甲", "乙甲\t丁")


class Texts(NamedTuple):
    """A pair, with the metric's options."""

    reference: str
    hypothesis: str
    order: int
    f: float
    weights: tuple[float, ...]

    def metric(self, dictionary: str) -> TeslaCelab:
        return TeslaCelab(
            lang="zh",
            synonyms=dictionary,
            order=self.order,
            candidate_weight=self.f,
            weights=self.weights,
        )


@st.composite
def pairs(draw: st.DrawFn, longest: int = 9) -> Texts:
    rng = random.Random(draw(st.integers(0, 10**6)))
    letters = LETTERS[: draw(st.sampled_from([1, 2, 3, 6]))]
    x, y = ("".join(rng.choices(letters, k=rng.randint(0, longest))) for _ in range(2))
    order = draw(st.sampled_from([1, 2, 3, 4, 4]))
    uneven = (1.0, *rng.choices([0.0, 0.1, 0.5, 1.0], k=order - 1))
    weights = draw(st.sampled_from([(), uneven, uneven[::-1]]))
    return Texts(x, y, order, draw(st.sampled_from([0.25, 0.0, 1.0, 3.0])), weights)


@pytest.fixture(scope="module", params=["none", "some"])
def dictionary(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("celab") / "words.tsv"
    path.write_text("\n".join(SYNSETS) + "\n", "utf-8")
    return "none" if request.param == "none" else str(path)


def explained(texts: Texts, dictionary: str) -> ReferenceComparison:
    found = texts.metric(dictionary).explain(texts.hypothesis, texts.reference)
    return found.against[0]


@pytest.mark.filterwarnings("ignore:.*are empty:tesla_metrics.TeslaWarning")
@pytest.mark.parametrize("core", ["auto", "python"])
@settings(max_examples=25, deadline=None)
@given(texts=pairs(longest=16))
def test_shares_and_score(texts: Texts, dictionary: str, core: str) -> None:
    metric, session = texts.metric(dictionary), session_of(core)
    found = metric.explain(texts.hypothesis, texts.reference, session=session)
    (one,) = found.against
    assert one.score == pytest.approx(found.score, abs=1e-9)
    assert one.lost == pytest.approx(1 - one.score, abs=1e-9)
    assert min([0.0, *(w.lost for s in (one.reference, one.hypothesis) for w in s.words)]) >= -1e-12
    (feature,) = one.features
    grams = (*feature.reference, *feature.hypothesis)
    if grams:
        assert math.fsum(gram.lost for gram in grams) == pytest.approx(1 - one.score, abs=1e-9)


@settings(max_examples=25, deadline=None)
@given(texts=pairs())
def test_the_matching_is_one_and_covers_that_much(texts: Texts, dictionary: str) -> None:
    """It is feasible in the paper's program, and no n-gram is said to be covered that is not."""
    if not texts.reference or not texts.hypothesis:
        return
    (feature,) = explained(texts, dictionary).features
    linked = _linked(texts, dictionary)
    for side, grams in enumerate((feature.reference, feature.hypothesis)):
        weights: dict[tuple[int, ...], float] = {}
        for flow in feature.matched:
            assert flow.weight > 0
            assert flow.similarity == 1
            words = flow.hypothesis_words if side else flow.reference_words
            weights[words] = weights.get(words, 0.0) + flow.weight
        assert max(weights.values(), default=0) <= 1 + 1e-9
        for gram in grams:
            around = sum(own for words, own in weights.items() if set(gram.words) <= set(words))
            assert gram.matched == pytest.approx(gram.weight * min(around, 1), abs=1e-9)
    for flow in feature.matched:
        assert linked(tuple(flow.reference), tuple(flow.hypothesis))


@settings(max_examples=15, deadline=None)
@given(texts=pairs(longest=7), seed=st.integers(0, 99))
def test_prices_are_slopes_and_prices_pay_for_all(texts: Texts, dictionary: str, seed: int) -> None:
    """Strong duality of the program as it is; and a few prices by solving it with a little more."""
    if not texts.reference or not texts.hypothesis:
        return
    one = explained(texts, dictionary)
    (feature,) = one.features
    both, linked = (tuple(texts.reference), tuple(texts.hypothesis)), _linked(texts, dictionary)
    weights = _weights(texts, feature)
    most = sum(g.weight for g in feature.reference)
    most += texts.f * sum(g.weight for g in feature.hypothesis)
    value, priced = celab.covered(both, linked, f=texts.f, weights=weights)
    assert value == pytest.approx(one.score * most, abs=1e-8)
    assert priced == pytest.approx(value, abs=1e-8)
    sides = [(1, gram) for gram in feature.reference] + [(0, gram) for gram in feature.hypothesis]
    e = 2.0**-9
    for side, gram in random.Random(seed).sample(sides, min(4, len(sides))):
        little = celab.Little(side, tuple(gram.text), e)
        more, _ = celab.covered(both, linked, f=texts.f, weights=weights, little=little)
        wider = (texts.f if side else 1.0) * weights[len(gram.text) - 1]
        slope = ((more - value) / e - one.score * wider) / most
        assert gram.price == pytest.approx(slope, abs=1e-6)


def _weights(texts: Texts, feature: Feature) -> list[float]:
    """Those of the metric, the greatest 1; where all n-grams weigh nothing all count."""
    own = texts.weights or (1.0,) * texts.order
    sizes = len(texts.reference), len(texts.hypothesis) if texts.f else 0
    if not any(weight and n <= max(sizes) for n, weight in enumerate(own, 1)):
        own = (1.0,) * texts.order
    return [weight / max(own) for weight in own]


def _linked(texts: Texts, dictionary: str) -> celab.Same:
    comparer = texts.metric(dictionary).open().comparer
    assert isinstance(comparer, CoverComparer)
    codes = comparer.encoder.phrase_codes.get_codes

    @cache
    def same(x: celab.Gram, y: celab.Gram) -> bool:
        return not set(codes(x)).isdisjoint(codes(y))

    return lambda x, y: celab.linked(x, y, same)


def test_reasons(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("reasons") / "words.tsv"
    path.write_text("雨衣\t伞\n", "utf-8")
    found = TeslaCelab(lang="zh", synonyms=str(path)).explain("我有伞", "我有雨衣")
    (feature,) = found.against[0].features
    reasons = {(one.reference, one.hypothesis): one.reasons for one in feature.matched}
    assert reasons["我", "我"] == (("form", ()),)
    assert reasons["雨衣", "伞"] == (("synonym", ("伞", "雨衣")),)
    assert reasons["有雨衣", "有伞"] == (("cover", ("雨衣 = 伞",)),)
    assert found.score == 1


def test_a_missing_character_costs_most_and_is_worth_most() -> None:
    found = TeslaCelabMinus(lang="zh").explain("今天很热", "今天不很热")
    (one,) = found.against
    lost = {word.text: word.lost for word in one.reference.words}
    assert max(lost, key=lost.__getitem__) == "不"
    prices = {gram.text: gram.price for gram in one.features[0].reference if len(gram.words) == 1}
    assert max(prices, key=prices.__getitem__) == "不"


def test_long_texts_have_no_prices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(covers, "MAX_PRICE_WORK", 10)
    found = TeslaCelabMinus(lang="zh").explain("今天很热", "今天不很热")
    (feature,) = found.against[0].features
    assert all(math.isnan(gram.price) for gram in feature.reference)
    stated = found.to_dict()["against"][0]["features"][0]
    assert {gram["price"] for gram in stated["reference"]} == {None}


@pytest.mark.parametrize("times", [1, 3])
def test_text_that_repeats_itself(times: int) -> None:
    """Where n-grams of a kind are tied, all of them have weights."""
    rng = random.Random(4)
    text = "".join(rng.choices("甲乙丙丁戊己庚辛", k=30))
    found = TeslaCelabMinus(lang="zh").explain(text * 12 + text[:3], text * times)
    (one,) = found.against
    assert one.score == pytest.approx(found.score, abs=1e-9)
    assert one.lost == pytest.approx(1 - found.score, abs=1e-9)


def test_several_references() -> None:
    found = TeslaCelabMinus(lang="zh").explain("今天很热", ["今天不很热", "今天很热", ""][:2])
    assert [one.share for one in found.against] == [0.5, 0.5]
    assert np.mean([one.score for one in found.against]) == pytest.approx(found.score)

"""Explanations of TESLA-X: all adds up, in both cores, whatever the texts and options."""

from collections.abc import Iterator
from typing import Any

import pytest
from app.cli.running import core
from cores import session_of
from explained import explained
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tesla_metrics import TeslaX
from tesla_metrics.explanation.explanation import Cause, Reason, ReferenceComparison
from tesla_metrics.explanation.graded.penalties import PenaltyRule, distribute_penalties
from tesla_metrics.explanation.sides import TextSides, make_side

WORDS = [
    *"the a dog dogs ran run not never nobody doctor physician glad happy team Team 2 3".split(),
    *"two hundred and 1,000 9:30 pm , ... ! ? naïve don't unhappy Happy explain zzyzx".split(),
    "\u200b",
    "  ",
]
TEXT = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
UNIT = st.sampled_from([0.0, 0.3, 1.0])
SHARES = "word_share character_alpha stand_in tag lemma".split()
PENALTIES = "number_penalty negation_penalty order_penalty case_penalty ending_penalty".split()
OPTIONS = st.fixed_dictionaries(
    {"order": st.integers(1, 3), "alpha": UNIT}, optional=dict.fromkeys(SHARES + PENALTIES, UNIT)
)
PROPERTY = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
pytestmark = pytest.mark.filterwarnings("ignore:.*:tesla_metrics.TeslaWarning")


@pytest.fixture(scope="module", params=["native", "python"])
def either(request: pytest.FixtureRequest) -> Iterator[None]:
    with core(request.param):
        yield


@pytest.mark.usefixtures("either")
@given(TEXT, st.lists(TEXT, min_size=1, max_size=2), OPTIONS, st.sampled_from(["mean", "max"]))
@PROPERTY
def test_all_adds_up(
    hypothesis: str, references: list[str], options: dict[str, Any], multi: str
) -> None:
    metric = TeslaX(lang="en", multi=multi, **options)
    for one in explained(metric, hypothesis, references).against:
        check_parts(one)


@pytest.mark.usefixtures("either")
@pytest.mark.parametrize(
    ("hypothesis", "reference"),
    [
        ("", "the dog"),
        ("the dog", ""),
        ("", ""),
        ("...", "the dog"),
        ("!", "..."),
        ("the dog", "the dog"),
        ("dog", "cat"),
        ("the the the", "the"),
        ("Donaudampfschifffahrt", "Dampfschiff Donau"),
    ],
)
def test_odd_pairs(hypothesis: str, reference: str) -> None:
    for lang in ("en", "de", "und"):
        for one in explained(TeslaX(lang=lang), hypothesis, reference).against:
            check_parts(one)


@pytest.mark.usefixtures("either")
def test_long_texts_in_two_ways() -> None:
    texts = [" ".join(f"{WORDS[k % 18]}{k % 7}" for k in range(size)) for size in (270, 15)]
    (one,) = explained(TeslaX(lang="und", frequencies="none"), *texts).against
    check_parts(one)


@given(TEXT, TEXT, OPTIONS)
@PROPERTY
def test_both_cores_have_the_same_prices(
    hypothesis: str, reference: str, options: dict[str, Any]
) -> None:
    metric = TeslaX(lang="en", **options)
    found = [
        metric.explain(hypothesis, reference, session=session_of(which)).best
        for which in ("auto", "python")
    ]
    for one, other in zip(*(each.features for each in found), strict=True):
        assert one.value == pytest.approx(other.value, abs=1e-12)
        for grams, others in ((one.reference, other.reference), (one.hypothesis, other.hypothesis)):
            assert [gram.text for gram in grams] == [gram.text for gram in others]
            prices = [gram.price for gram in others]
            assert [gram.price for gram in grams] == pytest.approx(prices, abs=1e-9)


def check_parts(one: ReferenceComparison) -> None:
    """Nobody gains by what is lost, and features and penalties lose all of it."""
    for side in (one.reference, one.hypothesis):
        assert all(word.lost > -1e-12 for word in side.words)
    lost = sum(each.lost for each in one.features) + sum(each.lost for each in one.penalties)
    assert lost == pytest.approx(1 - one.score, abs=1e-9)
    for penalty in one.penalties:
        assert penalty.causes
        assert penalty.lost >= 0


def test_words_that_weigh_nothing_bear_a_penalty_evenly() -> None:
    sides = TextSides(
        make_side("not a dog", ["not", "a", "dog"], [0.0, 0.0, 1.0]), make_side("", [], [])
    )
    rule = PenaltyRule("negations", 1.0, 0.5, (Cause("not", (0,), ()), Cause("a", (1,), ())))
    _, of_reference, _ = distribute_penalties([rule], 0.5, sides)
    assert of_reference.tolist() == [0.25, 0.25, 0.0]
    unnamed, of_reference, _ = distribute_penalties([rule._replace(causes=())], 0.5, sides)
    assert of_reference.tolist() == [0.0, 0.0, 0.5]
    assert unnamed[0].lost == 0.5


@pytest.mark.usefixtures("either")
@pytest.mark.parametrize(
    ("lang", "hypothesis", "reference", "expected"),
    [
        (
            "en",
            "We saw two hundred and six boats.",
            "We saw 205 boats.",
            {"numbers": [Cause("205", (2,), ()), Cause("206", (), (2,))]},
        ),
        (
            "en",
            "The guard was aware of the fire.",
            "The guard was unaware of the fire.",
            {"negations": [Cause("unaware", (3,), ())]},
        ),
        (
            "en",
            "The guard did not see a fire.",
            "The guard did see a fire.",
            {"negations": [Cause("not", (), (3,))]},
        ),
        # Neither an idiom nor what is said in other words.
        ("en", "She was not aware of the fire.", "She was unaware of the fire.", {}),
        ("en", "She sells not only bread.", "She sells only bread.", {}),
        (
            "de",
            "Der hund schläft im Garten.",
            "Der Hund schläft im Garten.",
            {"cases": [Cause("Hund → hund", (1,), (1,))]},
        ),
        ("en", "the dog is asleep.", "The dog is asleep.", {}),
        (
            "en",
            "The dog is asleep?",
            'The dog is asleep."',
            {"endings": [Cause(". → ?", (3,), (3,))]},
        ),
        (
            "en",
            "The dog is asleep",
            "The dog is asleep.",
            {"endings": [Cause(". → no mark", (3,), (3,))]},
        ),
        ("en", "", "Asleep?", {"endings": [Cause("? → no mark", (0,), ())]}),
    ],
)
def test_causes(
    lang: str, hypothesis: str, reference: str, expected: dict[str, list[Cause]]
) -> None:
    (one,) = explained(TeslaX(lang=lang), hypothesis, reference).against
    check_parts(one)
    assert {penalty.name: list(penalty.causes) for penalty in one.penalties} == expected


@pytest.mark.usefixtures("either")
def test_numbers_of_several_words_are_shown_as_they_are_written() -> None:
    hypothesis, reference = "It took 3½ hours until 8:40  pm.", "It took 3.5 hours until 20:40."
    (one,) = explained(TeslaX(lang="en"), hypothesis, reference).against
    words = [word.text for word in one.hypothesis.words]
    assert words == ["It", "took", "3½", "hours", "until", "8:40  pm"]
    flows = {(flow.reference, flow.hypothesis) for flow in one.features[0].matched}
    assert {("3.5", "3½"), ("20:40", "8:40  pm")} <= flows


@pytest.mark.usefixtures("either")
def test_families() -> None:
    hypothesis, reference = "We heard an explanation.", "We heard them explain."
    (one,) = explained(TeslaX(lang="en"), hypothesis, reference).against
    (reason,) = next(
        flow.reasons for flow in one.features[0].matched if flow.hypothesis == "explanation"
    )
    assert reason == Reason("derivation", ("explain", "explanation"))

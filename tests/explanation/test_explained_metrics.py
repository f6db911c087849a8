"""Explanations of metrics that are means of F-measures: all adds up."""

import math
from collections.abc import Iterator

import pytest
from app.cli.running import core
from explained import explained
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from resources.pivot.small_tables import write_small

from tesla_metrics import Sentence, TeslaM, Token, UsageError
from tesla_metrics.explanation.explanation import REASONS, ReferenceComparison
from tesla_metrics.metrics.maxsim import MaxSim
from tesla_metrics.metrics.registry import make_metric
from tesla_metrics.metrics.segment_metric import check_can_explain
from tesla_metrics.metrics.tesla_b import TeslaB
from tesla_metrics.metrics.tesla_s import TeslaS

WORDS = [
    *"the a dog dogs cat feline ran runs run quickly fast doctor physician hello sir . 12".split(),
    "good morning",
    "zebra",
]
TEXT = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
SPOKEN = TEXT.map(lambda text: f"{text} rain.")  # of documents, which must have a sentence
ALPHA = st.sampled_from([0.0, 0.5, 0.8, 1.0])
MULTI = st.sampled_from(["mean", "max"])
FRENCH = [
    ("good morning", "bonjour/INTJ", 3),
    ("hello", "bonjour/INTJ", 2),
    ("hello", "salut/INTJ le/DET monde/NOUN", 1),
    ("sir", "monsieur/NOUN", 4),
    ("the", "le/DET", 5),
    ("the doctor", "le/DET médecin/NOUN", 2),
    ("doctor", "docteur/NOUN", 2),
    ("physician", "médecin/NOUN", 2),
]
PROPERTY = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_small(tmp_path_factory.mktemp("tables") / "en-fr.table", FRENCH))


@pytest.fixture(scope="module", params=["native", "python"])
def either(request: pytest.FixtureRequest) -> Iterator[None]:
    with core(request.param):
        yield


pytestmark = pytest.mark.filterwarnings("ignore:.*:tesla_metrics.TeslaWarning")


@pytest.mark.usefixtures("either")
@given(TEXT, st.lists(TEXT, min_size=1, max_size=3), ALPHA, MULTI, st.sampled_from([1, 3, 4]))
@PROPERTY
def test_tesla_m(
    hypothesis: str, references: list[str], alpha: float, multi: str, order: int
) -> None:
    metric = TeslaM(lang="en", alpha=alpha, multi=multi, order=order)
    found = explained(metric, hypothesis, references)
    assert len(found.against) == len(references)
    check_signs(found.against[0])


@pytest.mark.usefixtures("either")
@given(TEXT, st.lists(TEXT, min_size=1, max_size=3), ALPHA)
@PROPERTY
def test_maxsim(hypothesis: str, references: list[str], alpha: float) -> None:
    check_signs(explained(MaxSim(lang="en", alpha=alpha), hypothesis, references).against[0])


@pytest.mark.usefixtures("either")
@given(TEXT, st.lists(TEXT, min_size=1, max_size=2), ALPHA, st.sampled_from([0.0, 0.1, 0.5]))
@PROPERTY
def test_tesla_b(
    table: str, hypothesis: str, references: list[str], alpha: float, prune: float
) -> None:
    metric = TeslaB(lang="en", tables=(table,), alpha=alpha, prune=prune)
    check_signs(explained(metric, hypothesis, references).against[0])


@pytest.mark.usefixtures("either")
@pytest.mark.parametrize("similarity", ["equal", "graded"])
@given(
    st.lists(SPOKEN, min_size=1, max_size=3).map("\n".join),
    st.lists(SPOKEN, min_size=1, max_size=3),
    ALPHA,
    MULTI,
    st.integers(0, 5),
)
@PROPERTY
def test_tesla_s(
    similarity: str, hypothesis: str, references: list[str], alpha: float, multi: str, gap: int
) -> None:
    metric = TeslaS(lang="en", similarity=similarity, alpha=alpha, multi=multi, gap=gap)
    check_signs(explained(metric, hypothesis, references).against[0])


def check_signs(one: ReferenceComparison) -> None:
    """Nobody gains from what is lost, and all that flows has one of the known reasons."""
    for side in (one.reference, one.hypothesis):
        assert all(word.lost >= -1e-12 for word in side.words)
    for feature in one.features:
        assert all(gram.lost >= -1e-12 for gram in (*feature.reference, *feature.hypothesis))
        for flow in feature.matched:
            assert {reason.kind for reason in flow.reasons} <= set(REASONS)


@pytest.mark.parametrize(
    ("lang", "hypothesis", "reference"),
    [
        ("de", "Der Hausmeister öffnete die Kellertür.", "Die Tür des Kellers war offen."),
        ("zh", "猫坐在垫子上。", "一只猫坐在毯子上。"),
        ("und", "Ｆｕｌｌ ẞ straße", "full STRASSE"),
    ],
)
def test_other_languages(lang: str, hypothesis: str, reference: str) -> None:
    for metric in (TeslaM(lang=lang), MaxSim(lang=lang, lowercase=True)):
        found = explained(metric, hypothesis, reference)
        assert found.best.reference.words
        assert found.to_dict()["score"] == found.score


def test_analyses_that_are_given(table: str) -> None:
    def sentence(*words: str) -> Sentence:
        tags = {"the": "DET", "sleep": "VERB", ".": "PUNCT"}
        return Sentence(" ".join(words), tuple(Token(w, w, tags.get(w, "NOUN")) for w in words))

    x, y = sentence("the", "doctor", "sleep", "."), sentence("the", "physician", "sleep", ".")
    for metric in (TeslaM(lang="en"), TeslaB(lang="en", tables=(table,)), TeslaS(lang="en")):
        words = explained(metric, y, x).best.hypothesis.words
        assert [word.text for word in words] == ["the", "physician", "sleep"]


def test_one_side_without_words_has_lost_nothing() -> None:
    metric = TeslaM(lang="en")
    one = explained(metric, "...", "The dog ran.").best
    assert [word.lost for word in one.hypothesis.words] == [0.0]
    assert sum(word.lost for word in one.reference.words) == pytest.approx(1)
    assert explained(metric, "", "").best.features[0].value == 1
    assert explained(metric, "!", "?").best.lost == pytest.approx(0)


def test_a_price_that_is_not_finite() -> None:
    # The empty reference alone counts: the least of the right word makes all of it.
    one = explained(TeslaM(lang="en", alpha=1.0), "dog", "").best
    assert one.features[0].hypothesis[0].price == math.inf
    found = TeslaM(lang="en", alpha=1.0).explain("dog", "").to_dict()
    assert found["against"][0]["features"][0]["hypothesis"][0]["price"] is None


@pytest.mark.parametrize("name", ["rouge-1", "bleu", "chrf", "ter"])
def test_peers_say_that_they_do_not(name: str) -> None:
    metric = make_metric(name, lang="en")
    for ask in (lambda: metric.explain("a dog", "a cat"), lambda: check_can_explain(metric)):
        with pytest.raises(UsageError, match=f"{name} does not explain its scores"):
            ask()


def test_weights_of_very_different_sizes() -> None:
    # Nearly nothing counts beside what does not: the value is rounded, and shares are of it.
    metric = TeslaM(lang="en", alpha=1.0, order=5, discount=0.001)
    explained(metric, "of the in to the big dogs run home", "of the in to the a")

"""tesla-f explained: whatever the weights are, shares add up, and prices are slopes."""

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import pytest
from app.cli.running import core
from explained import check_against
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from resources.pivot.small_tables import write_small
from small_models import write_small as write_small_lm

from tesla_metrics import Sentence, TeslaF, Token
from tesla_metrics.core.encoding.session import default_session
from tesla_metrics.explanation.explanation import Explanation, ReferenceComparison
from tesla_metrics.metrics.tesla_f_model import (
    FeatureSettings,
    TeslaFModel,
    UsedFile,
    build_features,
    write_tesla_f,
)
from tesla_metrics.resources.lm import load_language_model
from tesla_metrics.resources.pivot.phrase_table import open_phrase_table

WORDS = (
    "the a dog dogs cat feline sat on mat , . old quickly doctor physician hello 12 zebra".split()
)
TEXT = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
FRENCH = [
    ("hello", "bonjour/INTJ", 2),
    ("the", "le/DET", 5),
    ("the doctor", "le/DET médecin/NOUN", 2),
    ("doctor", "docteur/NOUN", 2),
    ("physician", "médecin/NOUN", 2),
]

pytestmark = pytest.mark.filterwarnings("ignore:.*are empty:tesla_metrics.TeslaWarning")


class Models:
    """Models by hand, on one phrase table and one language model."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._table = str(write_small(folder / "en-fr.table", FRENCH))
        self._lm = str(write_small_lm(folder / "small.arpa"))

    def columns(self, which: str) -> tuple[str, ...]:
        lm = load_language_model(self._lm)
        tables = {"fr": self._table}
        chosen = FeatureSettings(lang="en")
        return build_features(which, chosen, tables, {"toy": lm}, default_session()).columns

    def metric(self, which: str, weights: dict[str, float]) -> TeslaF:
        model = TeslaFModel(
            FeatureSettings(lang="en"),
            which,
            dict.fromkeys(self.columns(which), 0.0) | weights,
            {},
            (UsedFile("fr", self._table, open_phrase_table(self._table).digest),),
            (UsedFile("toy", self._lm, load_language_model(self._lm).digest),),
            {"method": "by hand"},
        )
        path = self._folder / "by-hand.model"
        write_tesla_f(path, model)
        return TeslaF(lang="en", model=str(path))


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Models:
    return Models(tmp_path_factory.mktemp("tesla-f"))


@pytest.fixture(scope="module", params=["native", "python"])
def either(request: pytest.FixtureRequest) -> Iterator[None]:
    with core(request.param):
        yield


def explained(metric: TeslaF, hypothesis: str, references: list[str]) -> Explanation:
    found = metric.explain(hypothesis, references)
    score = metric.score([hypothesis], [[one] for one in references]).segments[0]
    assert found.score == pytest.approx(score, abs=1e-9)
    assert np.mean([one.score for one in found.against]) == pytest.approx(score, abs=1e-9)
    for one in found.against:
        if one.reference.words or one.hypothesis.words:
            assert one.lost == pytest.approx(1 - one.score, abs=1e-9)
    return found


@pytest.mark.usefixtures("either")
@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    hypothesis=TEXT,
    references=st.lists(TEXT, min_size=1, max_size=2),
    which=st.sampled_from(["paper", "extended"]),
    seed=st.integers(0, 10**6),
)
def test_shares(
    models: Models, hypothesis: str, references: list[str], which: str, seed: int
) -> None:
    rng = random.Random(seed)
    least = rng.choice([0.0, -1.0])
    weights = {name: rng.uniform(least, 1) * rng.choice([0, 1]) for name in models.columns(which)}
    found = explained(models.metric(which, weights), hypothesis, references)
    for one in found.against:
        if one.features:
            total = math.fsum(feature.lost for feature in one.features)
            short = 0.0 if any(weights.values()) else 1.0
            assert total + short == pytest.approx(1 - one.score, abs=1e-9)
        if not least:
            check_against(one)


def only(models: Models, name: str, weight: float, *texts: str) -> ReferenceComparison:
    return explained(models.metric("extended", {name: weight}), texts[0], [texts[1]]).against[0]


def test_fluency_falls_on_unlikely_words(models: Models) -> None:
    texts = "the zebra sat on the mat .", "the cat sat on the mat ."
    one = only(models, "lm:toy", 1.0, *texts)
    lost = {word.text: word.lost for word in one.hypothesis.words}
    assert max(lost, key=lost.__getitem__) == "zebra"
    assert not any(word.lost for word in one.reference.words)
    (feature,) = [feature for feature in one.features if feature.kind == "fluency"]
    assert feature.lost == pytest.approx(1 - one.score)
    assert [gram.text for gram in feature.hypothesis] == texts[0].split()
    # Who is paid for what is unlikely gets something back for it.
    other = only(models, "lm:toy", -1.0, *texts)
    assert other.score == pytest.approx(1 - one.score)
    paid = {word.text: word.lost for word in other.hypothesis.words}
    assert paid["zebra"] < paid["mat"]
    (feature,) = [feature for feature in other.features if feature.kind == "fluency"]
    assert feature.lost == pytest.approx(1 - other.score)


def test_an_unlikely_text_has_no_more_to_lose_than_there_is(models: Models) -> None:
    one = only(models, "lm:toy", 1.0, "zebra", "the cat")
    assert 0 <= one.score < 0.9
    assert one.lost == pytest.approx(1 - one.score, abs=1e-9)


def test_characters_fall_on_their_words(models: Models) -> None:
    one = only(models, "chrf", 1.0, "the dogs sat", "the dog sat")
    lost = {word.text: word.lost for word in one.hypothesis.words}
    assert max(lost, key=lost.__getitem__) == "dogs"
    (feature,) = [feature for feature in one.features if feature.kind == "characters"]
    assert {"s", "ss"} <= {gram.text for gram in feature.extra}


def test_prices_of_characters_are_slopes(models: Models) -> None:
    texts = "the dogs sat sat", "a dog sat on mats"
    one = only(models, "chrf", 1.0, *texts)
    (feature,) = [feature for feature in one.features if feature.kind == "characters"]
    assert chrf(*texts) == pytest.approx(one.score, abs=1e-9)
    e = 1e-6
    for gram in feature.reference:
        slope = (chrf(*texts, ours={gram.text: e}) - one.score) / e
        assert gram.price == pytest.approx(slope, abs=1e-5)
    for gram in feature.hypothesis:
        slope = (chrf(*texts, theirs={gram.text: e}) - one.score) / e
        assert gram.price == pytest.approx(slope, abs=1e-5)


def chrf(
    hypothesis: str,
    reference: str,
    ours: Mapping[str, float] = {},
    theirs: Mapping[str, float] = {},
) -> float:
    """From its definition, with a little more of some n-grams on either side."""
    precisions, recalls = [], []
    for n in range(1, 7):
        x, y = (
            Counter[str](
                text.replace(" ", "")[k : k + n] for k in range(len(text.replace(" ", "")) - n + 1)
            )
            for text in (reference, hypothesis)
        )
        counts = [
            {g: own[g] + more.get(g, 0.0) for g in {*own, *(g for g in more if len(g) == n)}}
            for own, more in ((x, theirs), (y, ours))
        ]
        shared = sum(min(k, counts[1].get(g, 0.0)) for g, k in counts[0].items())
        recalls.append(shared / sum(counts[0].values()))
        precisions.append(shared / sum(counts[1].values()))
    p, r = np.mean(precisions), np.mean(recalls)
    return float(5 * p * r / (4 * p + r))


def test_lengths_fall_on_the_longer_side(models: Models) -> None:
    one = only(models, "length", 1.0, "the dog", "the old dog sat")
    assert one.score == pytest.approx(0.5)
    assert [word.lost for word in one.reference.words] == pytest.approx([0.125] * 4)
    assert not any(word.lost for word in one.hypothesis.words)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "score"), [("", "the dog", 0), ("...", "the dog", 0), (".", "", 1)]
)
def test_without_words(models: Models, hypothesis: str, reference: str, score: float) -> None:
    one = only(models, "ms-1", 1.0, hypothesis, reference)
    assert one.score == score
    assert sum(word.lost for word in one.reference.words) == pytest.approx(1 - score)


def test_analysed_sentences(models: Models) -> None:
    x, y = (
        Sentence(text, tuple(Token(form, form, "NOUN", "NN") for form in text.split()))
        for text in ("the old dog sat", "the dogs sat")
    )
    metric = models.metric("extended", {"ms-1": 1.0, "lm:toy": 0.5, "chrf": 1.0, "length": 0.5})
    (one,) = metric.explain(y, x).against
    assert one.score == pytest.approx(metric.score([y], [x]).segments[0], abs=1e-9)
    assert one.lost == pytest.approx(1 - one.score, abs=1e-9)


def test_nothing_counts(models: Models) -> None:
    one = only(models, "ms-1", 0.0, "the dog", "the dog")
    assert one.score == 0
    assert one.lost == pytest.approx(1)

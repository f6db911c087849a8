"""A text has exactly 1 against itself: by every metric of ours, on either core, to the last bit."""

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from app.cli.running import core
from hypothesis import given, settings
from hypothesis import strategies as st
from resources.pivot.small_tables import Pair, write_small
from wordless import taking_all

from tesla_metrics import Metric, Sentence, TeslaF, TeslaWarning, Token, make_metric
from tesla_metrics.metrics.tesla_f_model import FeatureSettings, TeslaFModel, write_tesla_f
from tesla_metrics.metrics.tesla_x_model import DEFAULT_CONSTANTS, ConstantsModel, write_constants

ODD_X: dict[str, Any] = {
    "word_share": 0.3,
    "alpha": 0.7,
    "character_alpha": 0.37,
    "order": 3,
    "lemma": 1.0,
    "synset": 1.0,
    "paraphrase": 0.1,
    "stand_in": 0.3,
}
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "tesla-x": [{}, ODD_X, {"frequencies": "references"}, {"frequencies": "none", "order": 1}],
    "tesla-m": [{}, {"alpha": 0.3, "order": 4, "discount": 0.123}, {"order": 1, "alpha": 0.1}],
    "maxsim": [{}, {"alpha": 0.77, "order": 5}],
    "tesla-s": [{}, {"alpha": 0.37, "gap": 0, "discount": 0.123}, {"similarity": "graded"}],
    "tesla-celab": [{}, {"candidate_weight": 0.3}],
    "tesla-celab-": [{"weights": (0.3, 0.7, 0.1, 0.9), "candidate_weight": 0.3}, {"order": 7}],
}
CASES = [(name, options) for name, every in OPTIONS.items() for options in every]
LANGUAGES = ["en", "de", "zh", "und"]
WORDS = (
    "the The of to no not n't 12 1,000 twenty-one doctor physician ran running runs Regenschirm "
    "die der 雨伞 买 伞 ไทย кот été É . , ! “ ' don't U.S. a a a https://x.y x@y"
).split()
TEXTS = [
    "",
    "—",
    "Word",
    "the the the",
    "买雨伞，买伞。",
    "The doctor's 12 children didn't sleep.",
    "lower case, and no full stop",
    "Der Regenschirm war nicht dort, wo der Arzt ihn liegen ließ.",
]


@pytest.fixture(params=["native", "python"])
def either(request: pytest.FixtureRequest) -> Iterator[None]:
    with core(request.param):
        yield


def made(name: str, lang: str, options: dict[str, Any]) -> Metric[Any]:
    """tesla-celab needs to be told where it has no dictionary."""
    none = {"synonyms": "none"} if (name, lang) == ("tesla-celab", "und") else {}
    return taking_all(make_metric(name, lang=lang, **options, **none))


def scores(metric: Metric[Any], texts: list[Any], *more: list[Any]) -> set[float]:
    """Of texts against themselves, and the system's."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TeslaWarning)
        score = metric.score(texts, [texts, *more])
    return {*score.segments, score.score}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "options"), CASES)
@pytest.mark.usefixtures("either")
def test_texts_of_any_kind(name: str, options: dict[str, Any], lang: str) -> None:
    metric = made(name, lang, options)
    assert scores(metric, TEXTS) == {1.0}
    assert scores(metric, TEXTS, TEXTS, TEXTS) == {1.0}
    assert set(np.diag(metric.matrix(TEXTS, TEXTS)).tolist()) == {1.0}


@pytest.mark.parametrize("name", sorted(OPTIONS))
@pytest.mark.parametrize("core_name", ["native", "python"])
@given(
    st.sampled_from(LANGUAGES),
    st.lists(st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join), min_size=1, max_size=4),
    st.integers(0, 3),
)
@settings(max_examples=40)
def test_random_texts(core_name: str, name: str, lang: str, texts: list[str], chosen: int) -> None:
    options = OPTIONS[name][chosen % len(OPTIONS[name])]
    with core(core_name):
        assert scores(made(name, lang, options), texts) == {1.0}


@given(
    st.floats(0, 1),
    st.floats(0, 1),
    st.floats(0, 1),
    st.integers(1, 4),
    st.lists(st.sampled_from(WORDS), max_size=20).map(" ".join),
)
@settings(max_examples=60)
def test_whatever_the_constants(
    alpha: float, character_alpha: float, share: float, order: int, text: str
) -> None:
    own = {"alpha": alpha, "character_alpha": character_alpha, "word_share": share, "order": order}
    assert scores(make_metric("tesla-x", lang="en", **own), [text]) == {1.0}
    for name in ("tesla-m", "maxsim"):
        assert scores(make_metric(name, lang="en", alpha=alpha, order=order), [text]) == {1.0}


@pytest.mark.parametrize("name", ["tesla-x", "tesla-m"])
@pytest.mark.parametrize("length", [280, 600])
@pytest.mark.usefixtures("either")
def test_long_texts(name: str, length: int) -> None:
    # tesla-x matches them in another way, the shorter one in both ways.
    text = " ".join(WORDS[(7 * k) % len(WORDS)] for k in range(length))
    assert scores(make_metric(name, lang="en"), [text]) == {1.0}


@pytest.mark.usefixtures("either")
def test_long_texts_in_another_order_are_the_same_words() -> None:
    # Anchors go by place, whatever the case: where The and the change places, both are miscased.
    free = {"order_penalty": 0.0, "case_penalty": 0.0}
    metric = make_metric("tesla-x", lang="en", order=1, word_share=1.0, **free)
    words = [WORDS[(7 * k) % len(WORDS)] + chr(97 + k % 7) for k in range(400)]
    assert metric.score([" ".join(reversed(words))], [" ".join(words)]).score == 1.0


@pytest.mark.usefixtures("either")
def test_words_in_another_order_are_the_same_words() -> None:
    # Anchors go by place, whatever the case: where The and the change places, both are miscased.
    free = {"order_penalty": 0.0, "case_penalty": 0.0}
    metric = make_metric("tesla-x", lang="en", order=1, word_share=1.0, **free)
    words = "seven grey geese crossed an icy river before dawn".split()
    assert metric.score([" ".join(reversed(words))], [" ".join(words)]).score == 1.0


@pytest.mark.parametrize("discount", [0.1, 0.123456789012345, 1e-7])
@pytest.mark.usefixtures("either")
def test_weights_that_need_many_digits(discount: float) -> None:
    metric = make_metric("tesla-m", lang="en", discount=discount, alpha=0.8)
    assert scores(metric, TEXTS) == {1.0}


@pytest.mark.usefixtures("either")
def test_a_model_with_odd_constants(tmp_path: Path) -> None:
    path = tmp_path / "odd.model"
    write_constants(path, ConstantsModel({**DEFAULT_CONSTANTS, **ODD_X}, ("en",), {}))
    assert scores(make_metric("tesla-x", lang="en", model=str(path)), TEXTS) == {1.0}


@pytest.mark.usefixtures("either")
def test_pivots(tmp_path: Path) -> None:
    pairs: list[Pair] = [
        ("the doctor", "le/DET médecin/NOUN", 3),
        ("doctor", "docteur/NOUN", 2),
        ("doctor", "médecin/NOUN", 5),
        ("sleep", "dormir/VERB", 1),
        ("sleep", "sommeil/NOUN", 6),
    ]
    table = str(write_small(tmp_path / "en-fr.table", pairs))
    for options in ({}, {"alpha": 0.3, "discount": 0.7, "prune": 0.0}):
        metric = make_metric("tesla-b", lang="en", tables=(table,), **options)
        assert scores(metric, TEXTS) == {1.0}


@pytest.mark.usefixtures("either")
def test_a_trained_model_that_rewards_all_its_features(tmp_path: Path) -> None:
    # One that takes some for a fault has its 1 elsewhere.
    path = tmp_path / "own.model"
    names = [f"{kind}-{n}" for kind in ("ms", "pos") for n in (1, 2, 3)]
    weights = dict(zip(names, (0.1, 0.2, 0.3, 0.7, 1.1, 0.013), strict=True))
    write_tesla_f(path, TeslaFModel(FeatureSettings(lang="en"), "paper", weights, {}))
    assert scores(TeslaF(lang="en", model=str(path)), TEXTS) == {1.0}


@pytest.mark.parametrize("name", ["tesla-x", "tesla-m", "maxsim", "tesla-s"])
@pytest.mark.usefixtures("either")
def test_given_analyses(name: str) -> None:
    tokens = tuple(
        Token(word, word.lower(), tag, "_")
        for word, tag in (("The", "DET"), ("geese", "NOUN"), ("slept", "VERB"), (".", "PUNCT"))
    )
    assert scores(make_metric(name, lang="en"), [Sentence("The geese slept.", tokens)]) == {1.0}


@pytest.mark.data
@pytest.mark.parametrize("name", ["tesla-x", "tesla-m", "maxsim", "tesla-celab-"])
def test_all_references_of_wmt12(name: str, shared: Path) -> None:
    for folder in sorted((shared / "mt" / "wmt12").glob("*-*")):
        lines = (folder / "ref.A.txt").read_text("utf-8").splitlines()
        metric = make_metric(name, lang=folder.name.partition("-")[2])
        assert scores(metric, lines) == {1.0}

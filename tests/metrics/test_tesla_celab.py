"""TESLA-CELAB and its variant without a dictionary."""

import random
from dataclasses import FrozenInstanceError
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from cores import PLAIN, plain

from tesla_metrics import (
    ResourceError,
    Sentence,
    TeslaCelab,
    TeslaCelabMinus,
    TeslaWarning,
    Token,
    UsageError,
    __version__,
)
from tesla_metrics.core.encoding import session as sessions
from tesla_metrics.native import load_native


@pytest.fixture(params=["python", "native"])
def core(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both cores, whatever the environment says."""
    if request.param == "python":
        monkeypatch.setattr(sessions, "_default", PLAIN)
    elif load_native() is None:
        pytest.skip("no native core")
    return str(request.param)


@pytest.fixture(scope="session")
def umbrellas(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("synonyms") / "umbrellas.tsv"
    path.write_text(
        "雨伞\t伞\n知道\t领略\nRegenschirm\tSchirm\nArbeitszimmer\tBüro\nＡＢ公司\t甲乙公司\n",
        encoding="utf-8",
    )
    return str(path)


def score(metric: TeslaCelab | TeslaCelabMinus, hypothesis: str, reference: str) -> float:
    return metric.score([hypothesis], [reference]).score


def test_worked_example(core: str, umbrellas: str) -> None:
    metric = TeslaCelab(lang="zh", synonyms=umbrellas)
    assert score(metric, "买伞", "买雨伞") == 1
    assert score(metric, "买雨伞", "买伞") == 1
    assert score(metric, "知道", "领略") == 1
    # Without the dictionary only 买 and 伞 are covered, on both sides.
    assert score(TeslaCelabMinus(lang="zh"), "买伞", "买雨伞") == pytest.approx(2.5 / 6.75)


def test_german(core: str, umbrellas: str) -> None:
    metric = TeslaCelab(lang="de", synonyms=umbrellas)
    for other in ("Regen Schirm kaufen", "Regenschirm kaufen"):
        assert score(metric, "Schirm kaufen", other) == 1
        assert score(metric, other, "Schirm kaufen") == 1
    assert score(TeslaCelabMinus(lang="de"), "Schirm kaufen", "Regenschirm kaufen") < 1
    # Splitting takes linking letters away, looking up puts them back.
    assert score(metric, "das Büro", "das Arbeitszimmer") == 1


def test_widths(core: str, umbrellas: str) -> None:
    metric = TeslaCelab(lang="zh", synonyms=umbrellas)
    assert score(metric, "ＣＤ，１２．", "CD,12.") == 1
    assert score(metric, "甲乙公司", "AB公司") == 1
    assert score(metric, "甲乙公司", "ａｂ公司") == 1
    # Case folds in the dictionary but not between texts.
    assert score(metric, "ab公司", "AB公司") == 1
    assert score(metric, "ab公园", "AB公园") < 1


@pytest.mark.data
@pytest.mark.filterwarnings("ignore:looks tokenised:tesla_metrics.TeslaWarning")
def test_the_authors_scores(core: str, shared: Path) -> None:
    folder = shared / "celab"
    metric = TeslaCelab(lang="zh", synonyms=str(folder / "cilin.txt"))
    lines = ((folder / name).read_text("utf-8").splitlines() for name in ("hyp.txt", "ref.txt"))
    hypotheses, references = lines
    wanted = [float(line) for line in (folder / "expected.txt").read_text().split()]
    np.testing.assert_allclose(
        metric.score(hypotheses, references).segments, wanted, rtol=0, atol=1e-6
    )
    joined = [[line.replace(" ", "") for line in side] for side in (hypotheses, references)]
    assert metric.score(*joined).segments == metric.score(hypotheses, references).segments
    assert score(metric, "知道", "领略") == 1
    assert score(TeslaCelabMinus(lang="zh"), "知道", "领略") == 0


def some_texts(count: int, longest: int, seed: int = 1) -> list[str]:
    rng = random.Random(seed)
    return [
        "".join(rng.choices("买雨伞下知道，a7", k=rng.randint(1, longest))) for _ in range(count)
    ]


@pytest.mark.filterwarnings("ignore:.*segments are those of:tesla_metrics.TeslaWarning")
def test_properties(core: str, umbrellas: str) -> None:
    metric = TeslaCelab(lang="zh", synonyms=umbrellas)
    texts, others = some_texts(60, 30), some_texts(60, 30, seed=2)
    assert metric.score(texts, texts).segments == (1.0,) * len(texts)
    plus = metric.score(texts, others).segments
    minus = TeslaCelabMinus(lang="zh").score(texts, others).segments
    assert all(
        0 <= low <= high + 1e-12 and high <= 1 for low, high in zip(minus, plus, strict=True)
    )
    assert metric.score(texts, others).score == pytest.approx(fmean(plus))


def test_references_and_matrix(core: str, umbrellas: str) -> None:
    metric = TeslaCelab(lang="zh", synonyms=umbrellas, candidate_weight=0.5)
    texts, others = some_texts(7, 20), some_texts(5, 20, seed=3)
    matrix = metric.matrix(texts, others, jobs=2)
    assert matrix.shape == (7, 5)
    for i, text in enumerate(texts):
        for j, other in enumerate(others):
            assert matrix[i, j] == pytest.approx(score(metric, text, other), abs=1e-12)
    both = metric.score([texts[0]], [[others[0]], [others[1]]])
    assert both.score == pytest.approx(matrix[0, :2].mean(), abs=1e-12)
    assert dict(both.signature.fields)["refs"] == "2"


@pytest.mark.filterwarnings("ignore:.*does not have the length")
def test_cores_agree(umbrellas: str) -> None:
    if load_native() is None:
        pytest.skip("no native core")
    texts, others = some_texts(50, 60), some_texts(50, 60, seed=4)
    for options in ({}, {"order": 2}, {"order": 6, "weights": (1, 0, 0.5, 0, 0.1, 3)}):
        metric = TeslaCelab(lang="zh", synonyms=umbrellas, **options)
        native = metric.score(texts, others, jobs=2)
        with plain():
            python = metric.score(texts, others)
        np.testing.assert_allclose(native.segments, python.segments, rtol=0, atol=1e-9)
        assert native.signature == python.signature
        assert (native.signature.core, python.signature.core) == ("native", "python")


def test_a_dictionary_that_cannot_be_listed(core: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Own:
        name = "own"

        def synsets(self, lemma: str) -> frozenset[int]:
            return frozenset({-7} if lemma in ("雨伞", "伞") else ())

    monkeypatch.setattr("tesla_metrics.core.encoding.celab_tokens.load_synonyms", lambda *_: Own())
    metric = TeslaCelab(lang="zh", synonyms="own")
    assert score(metric, "买伞", "买雨伞") == 1
    assert score(metric, "买伞", "买雨水") < 1


def test_n_gram_weights(core: str) -> None:
    # 甲乙丙 against 甲乙丁: 甲 乙 甲乙 are covered.
    assert score(TeslaCelabMinus(lang="zh"), "甲乙丙", "甲乙丁") == pytest.approx(3 / 6)
    metric = TeslaCelabMinus(lang="zh", order=3, weights=(1, 0.5, 0.25))
    assert score(metric, "甲乙丙", "甲乙丁") == pytest.approx(2.5 / 4.25)
    twice = TeslaCelabMinus(lang="zh", order=3, weights=(2, 1, 0.5))
    assert score(twice, "甲乙丙", "甲乙丁") == pytest.approx(2.5 / 4.25)
    # Too short for anything that counts: then everything does.
    long = TeslaCelabMinus(lang="zh", order=3, weights=(0, 0, 1))
    assert score(long, "甲乙", "甲乙") == 1
    assert score(long, "甲乙", "甲丙") == pytest.approx(1 / 3)
    assert score(long, "甲乙丙", "甲丙") == 0


def test_candidate_weight(core: str) -> None:
    metrics = [TeslaCelabMinus(lang="zh", candidate_weight=f) for f in (0, 1, 3)]
    # Recall 1 of 1, precision 1 of 3.
    scores = [score(metric, "甲乙", "甲") for metric in metrics]
    assert scores == pytest.approx([1, 2 / 4, 4 / 10])


def test_empty(core: str) -> None:
    metric = TeslaCelabMinus(lang="zh")
    with pytest.warns(TeslaWarning, match="2 of 3 segments are empty"):
        result = metric.score(["", "伞", ""], [" ", "", "伞"])
    assert result.segments == (1, 0, 0)


@pytest.mark.filterwarnings("ignore:.*has control characters")
def test_odd_text(core: str) -> None:
    metric = TeslaCelab(lang="zh", synonyms="none")
    odd = [
        "\ud83d",
        "a\ud83d伞\udc00",
        "e\u0301\u0302伞",
        "\u0301",
        "日本語とไทยและРусский 3.5%",
        "\x07\x00伞",
    ]
    assert metric.score(odd, odd).segments == (1.0,) * len(odd)
    assert score(metric, "\ud83d伞", "\ud83e伞") == pytest.approx(1 / 3)


def test_long(core: str) -> None:
    metric = TeslaCelabMinus(lang="zh")
    assert score(metric, "哈" * 2500, "哈" * 5000) == pytest.approx(0.8888518395020563)
    rng = random.Random(5)
    text, other = (
        "".join(rng.choices([chr(0x4E00 + i) for i in range(500)], range(500, 0, -1), k=5000))
        for _ in range(2)
    )
    assert score(metric, text, text) == 1
    assert 0 < score(metric, text, other) < 1


def test_analysed_sentences(core: str, umbrellas: str) -> None:
    def sentence(text: str) -> Sentence:
        return Sentence(text, tuple(Token(form, form) for form in text.split()))

    metric = TeslaCelab(lang="zh", synonyms=umbrellas)
    given = metric.score([sentence("买 伞 ＣＤ")], [sentence("买 雨伞 CD")])
    # 雨伞 is one token here.
    assert given.score == 1
    assert dict(given.signature.fields)["tokens"] == "given"
    whole = metric.score([sentence("买伞")], [sentence("买 伞")])
    assert whole.score == 1


def test_signature(umbrellas: str) -> None:
    facts = dict(TeslaCelab(lang="zh-CN", synonyms=umbrellas).signature(1).fields)
    assert facts.pop("synonyms").startswith("file:umbrellas.tsv@")
    assert facts == {
        "lang": "zh", "tokens": "characters", "refs": "1", "n": "4", "f": "0.25",
        "version": __version__,
    }  # fmt: skip
    minus = TeslaCelabMinus(lang="zh").signature(1)
    assert minus.metric == "tesla-celab-"
    assert dict(minus.fields)["synonyms"] == "none"
    changes: list[dict[str, Any]] = [
        {}, {"order": 3}, {"candidate_weight": 0.3}, {"weights": (1, 1, 1, 0.5)}, {"lang": "ja"},
    ]  # fmt: skip
    made = {TeslaCelabMinus(**({"lang": "zh"} | change)).signature(1) for change in changes}
    assert len(made) == len(changes)
    assert TeslaCelabMinus(lang="zh", weights=(2, 2, 2, 2)).signature(1) == minus


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": 0}, "order 0: give a whole number"),
        ({"order": 2.5}, r"order 2\.5"),
        ({"candidate_weight": -1}, "candidate_weight -1: give a number"),
        ({"candidate_weight": float("nan")}, "candidate_weight nan"),
        ({"weights": (1, 1)}, "2 weights for n-grams up to 4"),
        ({"weights": "1111"}, "weights '1111'"),
        ({"weights": (1, 1, 1, -1)}, "weights -1"),
        ({"weights": (0, 0, 0, 0)}, "all 0"),
        ({"synonyms": None}, "synonyms None"),
        ({"lang": "xx"}, "unknown language"),
        ({"compounds": 3}, "compounds 3"),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        TeslaCelab(**({"lang": "zh"} | options))


def test_frozen_and_hashable() -> None:
    metric = TeslaCelab(lang="zh", weights=[1, 1, 1, 1])  # type: ignore[arg-type]
    assert hash(metric) == hash(TeslaCelab(lang="zh", weights=(1, 1, 1, 1)))
    with pytest.raises(FrozenInstanceError):
        metric.order = 3  # type: ignore[misc]


def test_without_a_dictionary_it_is_another_metric() -> None:
    texts = ["mvua inanyesha leo"]
    for lang in ("sw", "und"):
        with pytest.raises(ResourceError, match=r"no synonyms .* tesla-celab-: .* --synonyms FILE"):
            TeslaCelab(lang=lang).score(texts, texts)
        told = TeslaCelab(lang=lang, synonyms="none").score(texts, ["mvua inanyesha"])
        assert "|synonyms:none|" in str(told.signature)
        assert told.score == TeslaCelabMinus(lang=lang).score(texts, ["mvua inanyesha"]).score

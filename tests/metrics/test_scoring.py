"""TeslaM and MaxSim from Python: values, references, determinism, immutability."""

import random
import warnings
from dataclasses import FrozenInstanceError
from pathlib import Path
from statistics import fmean

import pytest
from cores import forget
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics import MaxSim, Sentence, TeslaError, TeslaM, TeslaWarning, Token
from tesla_metrics.metrics.analysed_metric import AnalysedMetric

HYP = ["The farmer sold two brown cows.", "Snow fell on the quiet village."]
REF = ["The farmer has sold both brown cows.", "It snowed in the silent village."]
OTHER = ["A peasant sold cattle.", "The quiet village lay under snow."]

IDENTICAL = {
    "ar": "اشترى الفلاح بقرتين من السوق.",
    "th": "ชาวนาซื้อวัวสองตัวที่ตลาด",
    "hi": "किसान ने बाज़ार से दो गायें खरीदीं।",
    "ja": "農夫は市場で牛を二頭買った。",
    "zh": "农夫在市场上买了两头牛。",
    "ru": "Крестьянин купил на рынке двух коров.",
    "ko": "농부가 시장에서 소 두 마리를 샀다.",
    "el": "Ο αγρότης αγόρασε δύο αγελάδες.",
    "he": "האיכר קנה שתי פרות בשוק.",
    "en": "The farmer bought two cows at the market.",
    "de": "Der Bauer kaufte zwei Milchkühe auf dem Wochenmarkt.",
    "fr": "L'agriculteur a acheté deux vaches au marché.",
    "es": "El granjero compró dos vacas en el mercado.",
    "cs": "Sedlák koupil na trhu dvě krávy.",
}
texts_of = st.text(max_size=25) | st.lists(
    st.sampled_from(["cat", "Der", "крот", "牛", "วัว", "٣", "12", "'s", "—", "👍"]), max_size=6
).map(" ".join)


@pytest.mark.parametrize("kind", [TeslaM, MaxSim])
def test_one_list_is_one_reference_set(kind: type[AnalysedMetric]) -> None:
    metric = kind(lang="en")
    score = metric.score(HYP, REF)
    assert score == metric.score(HYP, [REF]) == metric.score(tuple(HYP), tuple(REF))
    assert score.metric == metric.name
    assert float(score) == score.score == pytest.approx(fmean(score.segments), abs=1e-12)
    assert all(0 < segment < 1 for segment in score.segments)
    assert score.higher_is_better
    assert str(score) == f"{metric.name} {score.score:.4f} {score.signature}"


@pytest.mark.parametrize("kind", [TeslaM, MaxSim])
def test_mean_and_maximum_over_references(kind: type[AnalysedMetric]) -> None:
    pair = kind(lang="en").score(HYP, REF).segments, kind(lang="en").score(HYP, OTHER).segments
    for multi, combine in (("mean", fmean), ("max", max)):
        score = kind(lang="en", multi=multi).score([*HYP, "x"], [[*REF, "x"], [*OTHER, "x"]])
        expected = [combine(values) for values in zip(*pair, strict=True)]
        assert score.segments[:2] == pytest.approx(expected, abs=1e-12)
    assert pair[0] != pair[1]


@pytest.mark.parametrize("lang", sorted(IDENTICAL))
def test_identical_text_is_one(lang: str) -> None:
    text = IDENTICAL[lang]
    for metric in (TeslaM(lang=lang), MaxSim(lang=lang)):
        assert metric.score([text], [text]).score == pytest.approx(1.0)


@pytest.mark.parametrize("lang", sorted(IDENTICAL))
def test_other_text_is_less(lang: str) -> None:
    words = IDENTICAL[lang]
    shorter = words[: len(words) // 2]
    assert 0 < TeslaM(lang=lang).score([shorter], [words]).score < 0.95
    assert TeslaM(lang=lang, synonyms="none").score(["qqq"], [words]).score < 0.5


@given(texts_of, texts_of, st.sampled_from(["en", "ja", "und"]))
@settings(max_examples=120)
def test_scores_lie_between_zero_and_one(hypothesis: str, reference: str, lang: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TeslaWarning)
        for metric in (TeslaM(lang=lang), MaxSim(lang=lang)):
            (value,) = metric.score([hypothesis], [reference]).segments
            assert 0 <= value <= 1
            assert metric.score([hypothesis], [hypothesis]).score == pytest.approx(1.0)


def test_scores_are_deterministic_and_independent_of_neighbours() -> None:
    metric = TeslaM(lang="en")
    pairs = list(zip(HYP + OTHER, REF + HYP, strict=True))
    expected = {pair: metric.score([pair[0]], [pair[1]]).score for pair in pairs}
    random.Random(3).shuffle(pairs)
    forget(metric.open().comparer)
    score = TeslaM(lang="en").score([hyp for hyp, _ in pairs], [ref for _, ref in pairs])
    assert list(score.segments) == [expected[pair] for pair in pairs]


def test_empty_segments() -> None:
    metric = TeslaM(lang="en")
    with pytest.warns(TeslaWarning) as told:
        score = metric.score(["", "a boat", " ", "a boat"], ["a boat", "", "", "a boat"])
    assert [str(one.message).partition(";")[0] for one in told] == [
        "hypotheses: 2 of 4 segments are empty, the first is segment 1",
        "reference set 1: 2 of 4 segments are empty, the first is segment 2",
    ]
    assert score.segments == (0.0, 0.0, 1.0, 1.0)


def test_case_and_punctuation_do_not_count() -> None:
    plain = "the farmer bought two cows"
    assert MaxSim(lang="en").score([plain.upper() + " !"], [plain]).score > 0.9
    assert TeslaM(lang="und").score([plain.upper() + " !"], [plain]).score == pytest.approx(1.0)


def test_synonyms_and_lemmas_count() -> None:
    with_synonyms, without = TeslaM(lang="en"), TeslaM(lang="en", synonyms="none")
    pair = ["He purchased an automobile."], ["He bought a car."]
    assert with_synonyms.score(*pair).score > without.score(*pair).score
    inflected = without.score(["two cows"], ["two cow"]).score
    assert inflected > without.score(["two pigs"], ["two cow"]).score


def test_function_words_are_discounted() -> None:
    reference = ["The farmer sold a cow"]
    content, function = ["The farmer sold a pig"], ["This farmer sold a cow"]
    metric = TeslaM(lang="en", synonyms="none")
    assert metric.score(function, reference).score > metric.score(content, reference).score


def test_analysed_sentences_are_taken_as_they_are() -> None:
    x = Sentence("a b", (Token("a", "x", "NOUN"), Token("b", "y", "VERB")))
    y = Sentence("c d", (Token("c", "X", "NOUN"), Token("d", "y", "VERB")))
    score = TeslaM(lang="en", synonyms="none").score([x], [y])
    assert score.score == pytest.approx(1.0)
    assert dict(score.signature.fields)["analyzer"] == "given"
    assert dict(score.signature.fields)["tags"] == "upos"


def test_frozen() -> None:
    metric = TeslaM(lang="en")
    with pytest.raises(FrozenInstanceError):
        metric.alpha = 0.5  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        metric.score(HYP, REF).score = 1.0  # type: ignore[misc]
    assert metric.alpha == 0.8


def test_a_metric_is_a_value() -> None:
    assert TeslaM(lang="en") == TeslaM(lang="en") != TeslaM(lang="en", alpha=0.5)
    assert len({TeslaM(lang="en"), TeslaM(lang="en"), MaxSim(lang="en")}) == 2
    metric = TeslaM(lang="de", order=2, discount=0.2)
    assert eval(repr(metric), {"TeslaM": TeslaM}) == metric
    for part in ("lang='de'", "order=2", "discount=0.2", "alpha=0.8"):
        assert part in repr(metric)


@pytest.mark.parametrize("kind", [TeslaM, MaxSim])
def test_the_language_is_a_required_choice(kind: type[AnalysedMetric]) -> None:
    with pytest.raises(TypeError, match="lang"):
        kind()  # type: ignore[call-arg]
    for wrong in ("", "english", "e", "xq"):
        with pytest.raises(TeslaError, match="unknown language"):
            kind(lang=wrong)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": 0}, "order 0"),
        ({"alpha": -0.1}, "alpha -0.1"),
        ({"alpha": 1.1}, "alpha 1.1"),
        ({"alpha": float("nan")}, "alpha nan"),
        ({"discount": 0.0}, "discount 0"),
        ({"discount": 2.0}, "discount 2"),
        ({"multi": "min"}, "multi 'min'"),
        ({"tags": "penn"}, "tags 'penn'"),
        ({"analyzer": "magic"}, "analyser 'magic'"),
    ],
)
def test_parameters_are_checked(options: dict[str, object], message: str) -> None:
    with pytest.raises(TeslaError, match=message):
        TeslaM(lang="en", **options).score(HYP, REF)  # type: ignore[arg-type]


def test_a_changed_dictionary_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "own.tsv"
    metric = TeslaM(lang="en", synonyms=str(path))
    path.write_text("plum\tdamson\n", encoding="utf-8")
    before = metric.score(["one skiff"], ["one dinghy"])
    path.write_text("plum\tdamson\nskiff\tdinghy\n", encoding="utf-8")
    after = metric.score(["one skiff"], ["one dinghy"])
    assert after.score > before.score
    assert after.signature != before.signature

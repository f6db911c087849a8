"""Peers give what sacreBLEU's public functions give."""

import pytest
import sacrebleu

from tesla_metrics import Bleu, Chrf, ChrfPlusPlus, Sentence, Ter, Token

HYP = [
    "The ferry leaves the harbour at nine.",
    "",
    "rain",
    "Seagulls follow the ferry, the ferry follows the coast.",
]
REF = [
    "The ferry departs from the harbour at nine o'clock.",
    "Nobody waits.",
    "It rains",
    "Gulls follow the ferry along the coast.",
]
OTHER = [
    "At nine the ferry leaves the harbour.",
    "There is no one waiting.",
    "rain",
    "The ferry, followed by seagulls, follows the coast.",
]

pytestmark = pytest.mark.filterwarnings("ignore:.*are empty:tesla_metrics.TeslaWarning")


@pytest.mark.parametrize("sets", [[REF], [REF, OTHER]], ids=["one", "two"])
def test_bleu(sets: list[list[str]]) -> None:
    score = Bleu(lang="en").score(HYP, sets)
    assert score.score == sacrebleu.corpus_bleu(HYP, sets).score
    for found, hypothesis, *references in zip(score.segments, HYP, *sets, strict=True):
        expected = sacrebleu.sentence_bleu(hypothesis, references, use_effective_order=True)
        assert found == expected.score


@pytest.mark.parametrize("sets", [[REF], [REF, OTHER]], ids=["one", "two"])
@pytest.mark.parametrize(("metric", "order"), [(Chrf(), 0), (ChrfPlusPlus(), 2)])
def test_chrf(metric: Chrf, order: int, sets: list[list[str]]) -> None:
    score = metric.score(HYP, sets)
    assert score.score == sacrebleu.corpus_chrf(HYP, sets, word_order=order).score
    for found, hypothesis, *references in zip(score.segments, HYP, *sets, strict=True):
        assert found == sacrebleu.sentence_chrf(hypothesis, references, word_order=order).score


@pytest.mark.parametrize("sets", [[REF], [REF, OTHER]], ids=["one", "two"])
def test_ter(sets: list[list[str]]) -> None:
    score = Ter().score(HYP, sets)
    assert score.score == sacrebleu.corpus_ter(HYP, sets).score
    for found, hypothesis, *references in zip(score.segments, HYP, *sets, strict=True):
        assert found == sacrebleu.sentence_ter(hypothesis, references).score


def test_lower_ter_is_better() -> None:
    better, worse = (Ter().score([text], ["the ferry leaves"]) for text in ("the ferry", "a cow"))
    assert better.score < worse.score
    assert not Ter.higher_is_better
    assert not better.higher_is_better
    assert all(metric.higher_is_better for metric in (Bleu, Chrf, ChrfPlusPlus))


def test_scales_are_their_own() -> None:
    text = ["the ferry leaves the harbour"]
    assert Bleu(lang="en").score(text, text).score == pytest.approx(100)
    assert Chrf().score(text, text).score == pytest.approx(100)
    assert Ter().score(text, text).score == 0


def test_many_segments_in_steps() -> None:
    hypotheses = [f"{HYP[i % 4]} {i}" for i in range(230)]
    references = [f"{REF[i % 4]} {i}" for i in range(230)]
    heard: list[int] = []
    score = Bleu(lang="en").score(hypotheses, references, progress=heard.append)
    assert score.score == sacrebleu.corpus_bleu(hypotheses, [references]).score
    assert len(score.segments) == sum(heard) == 230
    assert len(heard) > 1


def test_scoring_changes_nothing() -> None:
    metric = Bleu(lang="en")
    before = metric.score(HYP, [REF, OTHER])
    metric.score(HYP, REF)
    assert metric.score(HYP, [REF, OTHER]) == before


def test_chinese_is_cut_into_characters() -> None:
    score = Bleu(lang="zh").score(["渡轮离开港口了"], ["渡轮驶离港口了"])
    assert (
        score.score
        == sacrebleu.corpus_bleu(["渡轮离开港口了"], [["渡轮驶离港口了"]], tokenize="zh").score
    )
    assert score.score > 0


def test_analysed_sentences_are_read_as_text() -> None:
    hyp = Sentence("rain fell", (Token("x", "x"),))
    score = Chrf().score([hyp], [Sentence("rain falls", ())])
    assert score.score == Chrf().score(["rain fell"], ["rain falls"]).score

"""sacreBLEU's face, called as sacreBLEU's own metrics are."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
import sacrebleu
from alone import Wordy
from sacrebleu.significance import PairedTest

from tesla_metrics import Bleu, InputError, Metric, TeslaM, TeslaX, UsageError, compare
from tesla_metrics.app.integrations.sacrebleu import SacrebleuMetric

pytestmark = pytest.mark.integrations

HYP = ["The tram stops behind the theatre.", "Three tickets are left.", "He paid."] * 8
WORSE = ["A tram stops there.", "There are the tickets.", "He paid."] * 8
REF = ["The tram stops behind the old theatre.", "Three tickets are left.", "He has paid."] * 8
OTHER: list[str | None] = ["Behind the old theatre it stops.", None, "He paid already."] * 8
METRICS: list[Metric[Any]] = [TeslaX(lang="en"), TeslaM(lang="en"), Bleu(lang="en")]


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_scores(metric: Metric[Any]) -> None:
    face = SacrebleuMetric(metric)
    expected = metric.score(HYP, [REF, OTHER])
    found = face.corpus_score(HYP, [REF, OTHER])  # type: ignore[list-item]
    assert isinstance(found, sacrebleu.metrics.base.Score)
    assert (found.name, found.score) == (metric.name, expected.score)
    assert str(face.get_signature()) == "|".join(f"{k}:{v}" for k, v in expected.signature.fields)
    cached = SacrebleuMetric(metric, references=[REF, OTHER])
    assert cached.corpus_score(HYP, None).score == expected.score
    one = metric.score(HYP[:1], REF[:1])
    assert face.sentence_score(HYP[0], [REF[0]]).score == one.score
    two = metric.score(HYP[:1], [REF[:1], OTHER[:1]])
    assert face.sentence_score(HYP[0], [REF[0], str(OTHER[0])]).score == two.score


def test_square_references_are_sets() -> None:
    sets = [["The tram stops.", "Few tickets."], ["A tram halts.", "Three tickets are left."]]
    expected = TeslaM(lang="en").score(HYP[:2], sets, references_by="set").score
    assert SacrebleuMetric("tesla-m", lang="en").corpus_score(HYP[:2], sets).score == expected


def test_by_name() -> None:
    face = SacrebleuMetric("tesla-x", lang="en", alpha=0.7)
    expected = TeslaX(lang="en", alpha=0.7).score(HYP, REF)
    assert face.corpus_score(HYP, [REF]).score == expected.score


def test_formats() -> None:
    face = SacrebleuMetric("tesla-x", lang="en")
    with pytest.raises(ValueError, match="evaluate the metric first"):
        face.get_signature()
    score = face.corpus_score(HYP, [REF], n_bootstrap=20)
    assert score.format(width=2, score_only=True).startswith(f"{score.score:.2f} (μ = ")
    assert str(score).startswith(f"tesla-x = {score.score:.4f} ")
    signature = face.get_signature()
    assert "refs:1" in signature.format()
    assert "bs:20|rs:12345" in signature.format(short=True)
    found = json.loads(score.format(signature="lang:en|analyzer:spacy:some", is_json=True))
    assert found["score"] == round(score.score, 4)
    assert (found["lang"], found["analyzer"]) == ("en", "spacy:some")
    assert found["confidence_var"] > 0
    assert json.loads(score.format(is_json=True))["name"] == "tesla-x"


def test_refused() -> None:
    face = SacrebleuMetric("bleu")
    with pytest.raises(RuntimeError, match="No references"):
        face.corpus_score(HYP, None)
    with pytest.raises(InputError, match="24 hypotheses but the references have 1"):
        face.corpus_score(HYP, [REF[:1]])


@pytest.mark.parametrize("test", ["bs", "ar"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_its_significance_tests(test: str, jobs: int) -> None:
    metrics = {
        "tesla-x": SacrebleuMetric("tesla-x", lang="en", references=[REF, OTHER]),
        "BLEU": sacrebleu.BLEU(references=[REF, OTHER]),  # type: ignore[list-item]
    }
    systems: list[tuple[str, Sequence[str]]] = [("base", WORSE), ("same", WORSE), ("good", HYP)]
    paired = PairedTest(
        systems, metrics, None, test, n_samples=200, n_ar_confidence=100, n_jobs=jobs
    )
    signatures, found = paired()
    assert "seed:12345" in str(signatures["tesla-x"])
    _, same, good = found["tesla-x"]
    assert (found["tesla-x"][0].score, good.score) == (  # type: ignore[union-attr]
        TeslaX(lang="en").score(WORSE, [REF, OTHER]).score,
        TeslaX(lang="en").score(HYP, [REF, OTHER]).score,
    )
    assert good.p_value < 0.05  # type: ignore[union-attr, operator]
    # sacreBLEU's bootstrap calls a system different from itself, whatever the metric is.
    assert same.score == found["tesla-x"][0].score  # type: ignore[union-attr]
    ours = compare({"good": HYP, "base": WORSE}, [REF, OTHER], [TeslaX(lang="en")])
    assert ours.pairs[0].p_value < 0.05


def test_what_it_asks_for_one_segment() -> None:
    face = SacrebleuMetric("tesla-x", lang="en")
    text = face._preprocess_segment(HYP[0])
    row = face._compute_segment_statistics(text, face._extract_reference_info([REF[0]]))
    assert face._aggregate_and_compute([row]).score == face.sentence_score(text, [REF[0]]).score


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_a_segment_without_long_n_grams(metric: Metric[Any]) -> None:
    found = SacrebleuMetric(metric).sentence_score("Trams stop here", ["Trams stop there"])
    (expected,) = metric.score(["Trams stop here"], ["Trams stop there"]).segments
    assert found.score == expected > 0


def test_what_learns_from_references_needs_them_all() -> None:
    refs, others = REF[:6], OTHER[:6]
    face = SacrebleuMetric("tesla-x", lang="sw")
    expected = TeslaX(lang="sw").score(HYP[:6], [refs, others])
    assert face.corpus_score(HYP[:6], [refs, others]).score == expected.score  # type: ignore[list-item]
    with pytest.raises(UsageError, match="pass frequencies='none' or a file"):
        face.sentence_score(HYP[1], [REF[1]])
    known = SacrebleuMetric("tesla-x", lang="sw", references=[refs, others])
    assert known.sentence_score(HYP[1], [REF[1]]).score == expected.segments[1]
    both = known.sentence_score(HYP[2], [REF[2], str(OTHER[2])])
    assert both.score == expected.segments[2]
    assert str(known.get_signature()).count("refs:2") == 1


def test_texts_by_themselves() -> None:
    for references in (None, [REF]):
        face = SacrebleuMetric(Wordy())
        assert face.corpus_score(HYP, references).score == Wordy().score(HYP).score
        assert "refs" not in str(face.get_signature())
    assert face.sentence_score("One two.", ["Else."]).score == 0.02
    assert face.sentence_score("One two.", []).score == face.sentence_score("One two.").score
    with pytest.raises(InputError, match="there are no references: give one"):
        SacrebleuMetric("bleu").sentence_score("One two.")

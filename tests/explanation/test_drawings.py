"""Drawings of many pairs say what explanations of these pairs say."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tesla_metrics import TeslaCelab, TeslaCelabMinus, TeslaM, TeslaX
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.core.encoding.session import Session
from tesla_metrics.explanation import covers
from tesla_metrics.explanation.drawings import AlignmentArrays, TextWords, make_alignments
from tesla_metrics.explanation.explanation import FORM, PENALTIES, REASONS
from tesla_metrics.metrics.segment_metric import SegmentMetric

REFERENCES = [
    "Norway beat the team of Portugal by 2 goals, but nobody was happy.",
    "  The doctor forgot\this keys. ",
    "Donaudampfschifffahrt",
    "…",
    "",
    "naïve café in the cafe\u0301",
    "An angry Boat sails for China, the big one.",
]
HYPOTHESES = [
    "Portugal defeated the side of Norway by two hundred goals, and everybody was glad.",
    "The physician forgot not 3 keys",
    "Dampfschiff",
    "",
    "?!",
    "the naive cafe",
    "keys",
    "a small boat of Anger sails for the Chinese ?",
]


def all_pairs(references: list[str] = REFERENCES, hypotheses: list[str] = HYPOTHESES) -> Pairs:
    return Pairs.from_product(hypotheses, references)


def one_by_one(
    metric: SegmentMetric, pairs: Pairs, session: Session | None = None
) -> AlignmentArrays:
    scorer = metric.open(session)
    places = zip(pairs.reference_indices, pairs.candidate_indices, strict=True)
    return make_alignments(
        pairs,
        [metric.explain_pair(scorer, pairs.references[i], pairs.candidates[j]) for i, j in places],
    )


def check_same(found: Any, expected: Any) -> None:
    for name, own, other in zip(found._fields, found, expected, strict=True):
        if isinstance(own, tuple):
            check_same(own, other)
        elif isinstance(own, dict):
            assert own == other
        else:
            np.testing.assert_allclose(own, other, rtol=0, atol=1e-9, err_msg=name)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"order": 1, "alpha": 1.0},
        {"order": 4, "alpha": 0.0, "word_share": 1.0, "stand_in": 1.0},
        {"word_share": 0.0, "character_alpha": 1.0, "number_penalty": 1.0},
        {"lowercase": True},
        {"case_penalty": 1.0, "ending_penalty": 0.5, "derivation": 1.0, "stand_in": 0.7},
    ],
)
def test_natively_as_one_by_one(lang: str, options: dict[str, Any]) -> None:
    metric = TeslaX(lang=lang, **options)
    pairs = all_pairs()
    expected = one_by_one(metric, pairs.to_lowercase() if metric.lowercase else pairs)
    check_same(metric.open().drawings(pairs), expected)
    check_same(metric.open().drawings(pairs, jobs=2), expected)


GERMAN = [
    "Der Krankenhausaufenthalt war am Bundesgerichtshof zum Häusermeer teuer.",
    "Die Kinderärztin kam\tins Haus, zwanzig tausend  Mal aufs neue Dachgeschoss.",
    "»Straßenbahnhaltestelle« am Rathausplatz",
]


def show_words(text: str, words: TextWords, index: int) -> list[str]:
    """Return the words of a text as the report shows them."""
    return [
        words.forms.get(word, text[words.starts[word] : words.ends[word]])
        for word in range(*words.offsets[index : index + 2])
    ]


@pytest.mark.parametrize("metric", [TeslaX(lang="de"), TeslaM(lang="de")])
def test_parts_of_compounds_are_shown_as_in_explanations(metric: SegmentMetric) -> None:
    outputs = ["Der Aufenthalt im Krankenhaus", "", "Die Haltestelle der Straßenbahn."]
    pairs = Pairs.from_product(outputs, GERMAN)
    drawn = metric.open().drawings(pairs)
    shown = [show_words(text, drawn.references, k) for k, text in enumerate(GERMAN)]
    assert shown[0][1:4] in (["Kranken", "Haus", "Aufenthalt"], ["Kranken", "haus", "aufenthalt"])
    for k, text in enumerate(GERMAN):
        explained = metric.explain(outputs[0], text).against[0].reference
        assert shown[k] == [word.text for word in explained.words]


def test_forms_natively_as_one_by_one() -> None:
    metric, pairs = TeslaX(lang="de"), Pairs.from_product(GERMAN[::-1], GERMAN)
    check_same(metric.open().drawings(pairs), one_by_one(metric, pairs))


def test_long_texts_in_two_ways() -> None:
    texts = [
        " ".join(f"word{(k * step) % 211}" for k in range(length))
        for step, length in ((1, 300), (3, 280), (5, 340), (2, 20))
    ]
    metric, pairs = TeslaX(lang="und", frequencies="none"), all_pairs(texts[:2], texts)
    check_same(metric.open().drawings(pairs), one_by_one(metric, pairs))


def test_what_the_native_core_cannot_take() -> None:
    metric, pairs = TeslaX(lang="en"), all_pairs(["a \ud800 dog", "a dog"], ["the dog \udfff"])
    check_same(metric.open().drawings(pairs), one_by_one(metric, pairs))


def test_words_lose_what_the_score_lacks() -> None:
    pairs = all_pairs()
    for metric in (TeslaX(lang="en"), TeslaM(lang="en")):
        scorer = metric.open()
        drawn, scores = scorer.drawings(pairs), scorer.scores(pairs)
        for k, (i, j) in enumerate(
            zip(pairs.reference_indices, pairs.candidate_indices, strict=True)
        ):
            own = (
                drawn.x_lost[drawn.x_offsets[k] : drawn.x_offsets[k + 1]].sum()
                + drawn.y_lost[drawn.y_offsets[k] : drawn.y_offsets[k + 1]].sum()
            )
            if REFERENCES[i] or HYPOTHESES[j]:
                assert own == pytest.approx(1 - scores[k], abs=1e-9)


def test_places_in_the_texts() -> None:
    drawn = TeslaX(lang="en").open().drawings(all_pairs())
    first, end = drawn.references.offsets[1:3]
    words = [
        REFERENCES[1][a:b]
        for a, b in zip(
            drawn.references.starts[first:end], drawn.references.ends[first:end], strict=True
        )
    ]
    assert words == ["The", "doctor", "forgot", "his", "keys"]


def test_progress_and_nothing() -> None:
    for metric in (TeslaX(lang="en"), TeslaM(lang="en")):
        told: list[int] = []
        metric.open().drawings(all_pairs(), progress=told.append)
        assert sum(told) == len(HYPOTHESES)
        none = metric.open().drawings(Pairs([], [], np.zeros(0, int), np.zeros(0, int)))
        assert len(none.x) == len(none.x_lost) == len(none.reference_indices) == 0


def test_penalties() -> None:
    metric, pairs = TeslaX(lang="en"), Pairs.from_lines(["2 dogs barked"], ["not 3 dogs bark"])
    scorer: Any = metric.open()
    assert tuple(scorer.formula.penalties) == PENALTIES
    drawn = scorer.drawings(pairs)
    stated = metric.explain("2 dogs barked", "not 3 dogs bark").against[0].penalties
    assert drawn.penalty_counts.tolist() == [len(stated)]
    assert [PENALTIES[one] for one in drawn.penalties] == [one.name for one in stated]
    assert drawn.factors.tolist() == pytest.approx([one.factor for one in stated])
    assert drawn.penalty_losses.tolist() == pytest.approx([one.lost for one in stated])


def test_reasons() -> None:
    drawn = TeslaX(lang="en").open().drawings(Pairs.from_lines(["a boat"], ["a boat"]))
    assert [REASONS[reason] for reason in drawn.reasons] == [FORM, FORM]


def test_n_grams_of_several_lengths(tmp_path: Path) -> None:
    """Words are drawn by their own flows, and by those of longer n-grams where they have none."""
    path = tmp_path / "words.tsv"
    path.write_text("雨衣\t伞\n", "utf-8")
    pairs = Pairs.from_lines(["我有伞"], ["我有雨衣"])
    metric = TeslaCelab(lang="zh", synonyms=str(path))
    drawn = make_alignments(pairs, metric.explain(pairs.candidates[0], pairs.references[0]).against)
    reasons = [REASONS[one] for one in drawn.reasons.tolist()]
    flows = list(zip(drawn.x.tolist(), drawn.y.tolist(), drawn.amounts.tolist(), strict=True))
    assert flows == [(0, 0, 1.0), (1, 1, 1.0), (2, 2, 0.5), (3, 2, 0.5)]
    assert reasons == ["form", "form", "synonym", "synonym"]


def test_prices_that_are_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(covers, "MAX_PRICE_WORK", 0)
    pairs = Pairs.from_lines(["今天很热"], ["今天不很热"])
    found = TeslaCelabMinus(lang="zh").explain(pairs.candidates[0], pairs.references[0]).against
    assert np.isnan(make_alignments(pairs, found).x_prices).all()

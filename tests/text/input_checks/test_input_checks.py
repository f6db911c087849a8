"""What is told of texts, in Python: each doubt once, with numbers."""

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import tesla_metrics
from tesla_metrics import (
    Bleu,
    Chrf,
    Metric,
    Sentence,
    Ter,
    TeslaCelab,
    TeslaM,
    TeslaWarning,
    Token,
    compare,
    make_metric,
)
from tesla_metrics.text.input_checks import InputChecker
from text.input_checks.ordinary import ORDINARY

REF = ORDINARY["en"] * 2
HYP = [line.replace("the", "a") for line in REF]


def told(metric: Metric[Any], hypotheses: Sequence[Any], *references: Sequence[Any]) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        metric.score(hypotheses, list(references), references_by="set")
    assert all(issubclass(one.category, TeslaWarning) for one in caught)
    assert all(one.filename == __file__ for one in caught)  # where the user called
    return [str(one.message) for one in caught]


@pytest.mark.parametrize("lang", sorted(ORDINARY))
def test_ordinary_text_is_not_warned_about(lang: str) -> None:
    reference = ORDINARY[lang] * 2
    hypotheses = [line[:-2] for line in reference]
    doubts = [
        one for one in told(TeslaM(lang=lang), hypotheses, reference) if "no tagger" not in one
    ]
    assert doubts == []


def test_empty_segments() -> None:
    metric = TeslaM(lang="en")
    assert told(metric, ["", "x", " "], ["a", "b", "c"]) == [
        "hypotheses: 2 of 3 segments are empty, the first is segment 1; check the file"
    ]
    assert told(metric, ["y", "x"], ["a", "b"], ["a", "\t"]) == [
        "reference set 2: 1 of 2 segments are empty, the first is segment 2; for missing "
        "references give --skip-empty-references (in Python None instead of the text)"
    ]
    nothing = Sentence("", ())
    some = Sentence("x", (Token("x", "x", "X"),))
    assert len(told(metric, [some, nothing], [some, some])) == 1


def test_the_same_texts() -> None:
    assert told(TeslaM(lang="en"), REF, HYP, REF) == [
        "hypotheses: all 10 segments are those of reference set 2; is it the output of a system?"
    ]
    assert told(TeslaM(lang="en"), [*REF[:-1], "x"], REF) == []


def test_tokenised_text() -> None:
    cut = [line.replace(",", " ,").replace(".", " .") for line in REF]
    metric = Bleu(lang="en")
    (both,) = told(metric, [f"Now {line}" for line in cut], cut)
    assert both == (
        "looks tokenised: hypotheses (18 of 18 commas and full stops stand apart) and reference "
        "set 1; give text that is not tokenised, metrics tokenise it themselves"
    )
    (one,) = told(metric, cut, REF)
    assert "stand apart), but not reference set 1, which affects scores; give" in one
    (other,) = told(metric, REF, cut)
    assert other.startswith("looks tokenised: reference set 1 (18 of 18 ")
    assert ", but not hypotheses, " in other


def test_escapes_of_tokenisers() -> None:
    escaped = [line.replace("'", " &apos;") for line in HYP]
    (doubt,) = told(Bleu(lang="en"), escaped, REF)
    assert doubt == (
        "has HTML entities: hypotheses (4 of 10 lines have entities such as '&amp;' or '&quot;'); "
        "unescape the text first"
    )


def test_references_that_are_one() -> None:
    assert told(TeslaM(lang="en"), HYP, REF, REF) == [
        "reference set 2: all 10 segments are those of reference set 1, another reference; leave "
        "one of them out"
    ]
    assert told(TeslaM(lang="en"), HYP, REF, [*REF[:-1], "x"]) == []


def test_text_without_spaces_and_no_language() -> None:
    chinese, hypotheses = ORDINARY["zh"] * 2, [line[2:] for line in ORDINARY["zh"] * 2]
    (doubt,) = told(Bleu(), hypotheses, chinese)
    assert doubt.startswith(
        "looks like text without spaces between words: hypotheses (8 of 10 lines)"
    )
    assert "lang=" in doubt
    assert told(Bleu(lang="zh"), hypotheses, chinese) == []
    assert told(Bleu(tokenize="zh"), hypotheses, chinese) == []
    assert told(Chrf(), hypotheses, chinese) == []
    systems = {"a": hypotheses * 2, "b": [line[1:] for line in hypotheses * 2]}
    with pytest.warns(TeslaWarning, match="without spaces between words") as caught:
        compare(systems, chinese * 2, [TeslaCelab(lang="zh"), Bleu()], samples=20)
    assert len(caught) == 1
    with_both = Ter(normalized=True, asian_support=True)
    assert told(with_both, hypotheses, chinese) == []


def test_subword_pieces() -> None:
    pieces = [line.replace("e", "e@@ ") for line in REF]
    (doubt,) = told(TeslaM(lang="en"), pieces, REF)
    assert doubt == (
        "looks cut into subword pieces: hypotheses (10 of 10 lines have marks such as '@@' or "
        "'▁'); join them first"
    )


def test_another_script() -> None:
    (doubt,) = told(Bleu(lang="ru"), HYP, REF)
    assert doubt == (
        "not in the script of 'ru': hypotheses (10 of 10 lines have no Cyrillic letter) and "
        "reference set 1; is the language right?"
    )
    other_language = "hypotheses looks like 'ru', not 'en': is the text translated?"
    assert told(Bleu(), ORDINARY["ru"] * 2, REF) == [other_language]
    assert told(TeslaM(lang="und"), ORDINARY["ru"] * 2, REF) == [other_language]


@pytest.mark.parametrize("name", ["tesla-x", "tesla-m", "maxsim"])
def test_a_language_without_tagger(name: str) -> None:
    russian = ORDINARY["ru"] * 2
    hypotheses = [line.replace(",", "") for line in russian]
    (doubt,) = told(make_metric(name, lang="en-ru"), hypotheses, russian)
    assert doubt.startswith("no tagger for 'ru' is shipped: ")
    assert "'tesla languages ru'" in doubt


def test_who_needs_no_tagger() -> None:
    russian = ORDINARY["ru"] * 2
    hypotheses = [line.replace(",", "") for line in russian]
    for name in ("bleu", "chrf", "ter", "tesla-celab", "tesla-celab-"):
        assert told(make_metric(name, lang="ru"), hypotheses, russian) == []
    assert told(TeslaM(lang="und"), hypotheses, russian) == []
    analysed = [Sentence(line, (Token("да", "да", "PART"),)) for line in russian]
    other = [Sentence(line, (Token("нет", "нет", "PART"),)) for line in russian]
    assert told(TeslaM(lang="ru"), analysed, other) == []


def test_toys_are_not_doubted() -> None:
    metric = TeslaM(lang="ru")
    assert told(metric, ["a , b ."] * 9, ["a , b ."] * 9) == []


def test_matrices_and_single_segments_are_silent() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        metric = TeslaM(lang="en")
        assert metric.matrix(REF, REF).shape == (10, 10)
        assert metric.score(["a boat"], ["a boat"]).score == 1.0


def test_comparisons_are_doubted_as_well() -> None:
    many, more = REF * 3, HYP * 3
    with pytest.warns(TeslaWarning) as caught:
        compare({"own": many, "other": [*more[:-1], ""]}, many, [TeslaM(lang="en")], samples=20)
    assert [str(one.message).partition(";")[0] for one in caught] == [
        "other: 1 of 30 segments are empty, the first is segment 30",
        "own: all 30 segments are those of reference set 1",
    ]


def test_gaps_among_references_are_not_empty() -> None:
    doubts = InputChecker("en", ["A", "B"])
    gaps: list[str | None] = [None, *REF[1:]]
    doubts.update("hyp", HYP, [REF, gaps])
    assert list(doubts.generate_messages()) == []
    doubts.update("hyp", HYP, [REF, [None, "", *REF[2:]]])
    (doubt,) = doubts.generate_messages()
    assert doubt.startswith("B: 1 of 20 segments are empty, the first is segment 12; for missing ")


def test_stretches_are_one_text() -> None:
    doubts = InputChecker("en", ["ref"])
    doubts.update("a", REF, [REF])
    doubts.update("a", [*REF[:4], "", *REF[5:]], [REF])
    doubts.update("b", REF, [REF])
    doubts.update("b", REF, [REF])
    assert list(doubts.generate_messages()) == [
        "a: 1 of 20 segments are empty, the first is segment 15; check the file",
        "b: all 20 segments are those of ref; is it the output of a system?",
    ]


def test_many_systems_make_one_line() -> None:
    doubts = InputChecker("ru", ["ref"])
    for name in "abcde":
        doubts.update(name, [f"{name} {line}" for line in HYP], [ORDINARY["ru"] * 2])
    (doubt,) = doubts.generate_messages()
    assert ": a (10 of 10 lines have no Cyrillic letter), b, c and 2 more; is " in doubt


def test_warnings_are_of_the_users_line() -> None:
    texts = ["", *HYP[1:]]
    calls: list[Callable[[], object]] = [
        lambda: TeslaM(lang="en").score(texts, REF),
        lambda: tesla_metrics.score(texts, REF, lang="en", metric="tesla-m"),
        lambda: tesla_metrics.score(HYP, REF, metric="bleu", confidence=0.9),
        lambda: tesla_metrics.score(["船"], ["船出"], metric="ter", lang="ja"),
        lambda: compare({"a": texts, "b": HYP}, REF, "bleu", samples=20),
    ]
    for call in calls:
        with pytest.warns(TeslaWarning) as caught:
            call()
        assert {one.filename for one in caught} == {__file__}


def test_few_segments_with_certain_damage() -> None:
    (warning,) = told(TeslaM(lang="en"), ["A red barn.", "An old mÃ¼ll."], ["A barn.", "A mill."])
    assert warning.startswith("looks wrongly decoded: hypotheses (1 of 2 lines have ")
    assert told(TeslaM(lang="en"), ["A red@@ barn </s>"], ["A barn."]) == []


def test_a_language_without_references() -> None:
    english, german = ORDINARY["en"] * 3, ORDINARY["de"] * 3
    checker = InputChecker("en", [], source_names=["src"])
    checker.update("a", english, [ORDINARY["fr"] * 3])
    checker.update("b", german, [ORDINARY["fr"] * 3])
    assert list(checker.generate_messages()) == [
        "b looks like 'de', not 'en': is the text translated?"
    ]

"""What `score` refuses, so that a slip is never a wrong number."""

from typing import Any

import pytest

from tesla_metrics import Bleu, InputError, Metric, Sentence, TeslaM, Token

HYP = ["the red barn", "an old mill"]
REF = ["a red barn", "the old mill"]
BARN = Sentence("barn", (Token("barn", "barn", "NOUN", "NN"),))
METRICS: list[Metric[Any]] = [TeslaM(lang="en"), Bleu(lang="en")]


@pytest.mark.parametrize("metric", METRICS, ids=["tesla-m", "bleu"])
@pytest.mark.parametrize(
    ("hypotheses", "references", "facts"),
    [
        ("the red barn", REF, ["hypotheses are one text", "list"]),
        (HYP, "the red barn", ["references are one text", "list"]),
        (HYP, ["the red barn"], ["2 hypotheses", "have 1"]),
        (HYP[:1], REF, ["1 hypotheses", "have 2"]),
        (HYP, [REF, REF[:1]], ["2 hypotheses", "reference set 2 has 1"]),
        (HYP, [[REF[0]], [REF[1]]], ["2 hypotheses", "reference set 1 has 1", "transpose"]),
        ([], [], ["hypotheses are an empty list"]),
        (HYP, [], ["no references"]),
        (HYP, [[]], ["reference set 1", "empty"]),
        ([None, "x"], REF, ["hypotheses: item 1 is None"]),
        (HYP, ["x", None], ["references: item 2 is None"]),
        (HYP, [["x", None]], ["reference set 1: item 2 is None"]),
        (HYP, [None, REF], ["reference set 1", "None"]),
        (None, REF, ["hypotheses are None"]),
        (HYP, None, ["references are None"]),
        ([1, 2], REF, ["item 1", "int"]),
        ({"a", "b"}, REF, ["hypotheses are a set"]),
        (iter(HYP), REF, ["hypotheses are a"]),
        ([["x"], ["y"]], REF, ["item 1", "list"]),
        (HYP, ["x", ["y"]], ["item 2", "list"]),
        ([BARN, "x"], REF, ["mix"]),
        (BARN, REF, ["hypotheses are one text"]),
    ],
)
def test_refused(metric: Metric[Any], hypotheses: Any, references: Any, facts: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        metric.score(hypotheses, references)
    assert "\n" not in str(caught.value)
    for fact in facts:
        assert fact in str(caught.value)


def test_texts_against_analysed_sentences() -> None:
    # Their tags come from different sets, so that a number would be meaningless.
    for pair in (([BARN], ["barn"]), (["barn"], [BARN])):
        with pytest.raises(InputError, match="analysed"):
            TeslaM(lang="en").score(*pair)


def test_one_list_a_segment() -> None:
    by_segment = [["a red barn", "the crimson barn"], ["the old mill", "some ancient mill"]]
    with pytest.raises(InputError, match=r"2 lists .* transpose"):
        TeslaM(lang="en").score(HYP, by_segment)
    by_set = [list(column) for column in zip(*by_segment, strict=True)]
    assert TeslaM(lang="en").score(HYP, by_set).score > 0.4


def test_three_segments_of_two_references_each() -> None:
    hypotheses = [*HYP, "a new bridge"]
    by_segment = [["x", "y"], ["x", "y"], ["x", "y"]]
    with pytest.raises(InputError, match=r"3 hypotheses but reference set 1 has 2.*transpose"):
        TeslaM(lang="en").score(hypotheses, by_segment)


def test_jobs() -> None:
    for metric in METRICS:
        with pytest.raises(ValueError, match="0 jobs"):
            metric.score(HYP, REF, jobs=0)

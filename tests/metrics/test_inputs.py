"""What `score` refuses, so that a slip is never a wrong number."""

from typing import Any

import pytest

from tesla_metrics import Bleu, InputError, Metric, Sentence, TeslaM, Token, UsageError

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
        (HYP, [[REF[0]], [REF[1]]], ["2 hypotheses", "reference set 1 has 1", "='segment'"]),
        ([], [], ["hypotheses are an empty list"]),
        (HYP, [], ["no references"]),
        (HYP, [[]], ["reference set 1", "empty"]),
        ([None, "x"], REF, ["hypotheses: item 1 is None"]),
        ([float("nan"), "x"], REF, ["hypotheses: item 1 is missing"]),
        (HYP, ["x", None], ["segment 2 has no reference"]),
        (HYP, [["x", None]], ["segment 2 has no reference"]),
        (HYP, [None, None], ["segment 1 has no reference"]),
        (HYP, [["x", None], ["y", float("nan")]], ["segment 2 has no reference"]),
        (HYP, [None, REF], ["reference set 1", "None"]),
        (None, REF, ["hypotheses are None"]),
        (HYP, None, ["references are None"]),
        ([1, 2], REF, ["item 1", "int"]),
        ({"a", "b"}, REF, ["hypotheses are a set"]),
        (dict.fromkeys(HYP), REF, ["hypotheses are a dict"]),
        (b"the red barn", REF, ["hypotheses are a bytes"]),
        (3, REF, ["hypotheses are a int"]),
        (HYP, {"a": REF}, ["references are a dict"]),
        (HYP, [REF, set(REF)], ["reference set 2 are a set", "order"]),
        ([{"mt": "x", "ref": "y"}], ["y"], ["item 1 is a dict", "leave references out"]),
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
    with pytest.raises(InputError, match=r"2 lists .* one list per segment: .*='segment'"):
        TeslaM(lang="en").score(HYP, by_segment)
    by_set = [list(column) for column in zip(*by_segment, strict=True)]
    score = TeslaM(lang="en").score(HYP, by_set)
    assert score.score > 0.4
    assert TeslaM(lang="en").score(HYP, by_segment, references_by="segment") == score
    # Who says it is not asked again.
    assert TeslaM(lang="en").score(HYP, by_segment, references_by="set").score < score.score


def test_lists_of_references_by_segment() -> None:
    metric = TeslaM(lang="en")
    ragged = metric.score(HYP, [["a red barn", "the crimson barn"], "the old mill"],
                          references_by="segment")  # fmt: skip
    assert ragged == metric.score(HYP, [REF, ["the crimson barn", None]])
    for bad, fact in [
        ([["x"], []], "segment 2 has no reference"),
        ([["x"], [None]], "segment 2 has no reference"),
        ([["x"], None], "segment 2 has no reference"),
        ([["x"], [3]], "references of segment 2: item 1 is a int"),
        ([["x"], 3], "references of segment 2 are a int"),
        ([["x"]], "2 hypotheses but references are of 1: give one list for each"),
    ]:
        with pytest.raises(InputError, match=fact):
            metric.score(HYP, bad, references_by="segment")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="references_by 'row': choose from set, segment"):
        metric.score(HYP, REF, references_by="row")


def test_three_segments_of_two_references_each() -> None:
    hypotheses = [*HYP, "a new bridge"]
    by_segment = [["x", "y"], ["x", "y"], ["x", "y"]]
    with pytest.raises(InputError, match=r"3 hypotheses but reference set 1 has 2.*='segment'"):
        TeslaM(lang="en").score(hypotheses, by_segment)


def test_jobs() -> None:
    for metric in METRICS:
        with pytest.raises(ValueError, match="0 jobs"):
            metric.score(HYP, REF, jobs=0)

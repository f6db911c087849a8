"""What `score` refuses, so that a slip is never a wrong number."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tesla_metrics import (
    Bleu,
    InputError,
    Metric,
    Nbest,
    Sentence,
    TeslaM,
    Token,
    UsageError,
    Weights,
    compare,
    rerank,
    rerank_nbest,
    score,
    tune,
)

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
        (HYP, [["x", None], ["y", None], ["z", None]], ["segment 2 has no reference"]),
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


@pytest.mark.filterwarnings("ignore:.*lines have commas")
@pytest.mark.parametrize("n", [2, 3, 25])
def test_square_references_are_refused_whatever_the_texts(n: int) -> None:
    hypotheses = [f"hut {index} by the river" for index in range(n)]
    by_set = [[f"hut {row} at the river, version {column}" for row in range(n)]
              for column in range(n)]  # fmt: skip
    by_segment = [list(column) for column in zip(*by_set, strict=True)]
    metric = TeslaM(lang="en")
    for references in (
        by_set,
        by_segment,
        [["the same text"] * n] * n,
        [["x", *["y"] * (n - 1)]] * n,
    ):
        with pytest.raises(InputError) as caught:
            metric.score(hypotheses, references)
        assert str(caught.value) == (
            f"{n} lists of references for {n} segments can be read in two ways: give "
            "references_by='set' for reference sets, or references_by='segment' for a list per "
            "segment"
        )
    score = metric.score(hypotheses, by_set, references_by="set")
    assert metric.score(hypotheses, by_segment, references_by="segment") == score
    assert metric.score(hypotheses, by_segment, references_by="set") != score


def test_square_references_with_gaps_are_refused() -> None:
    with pytest.raises(InputError, match="2 lists of references for 2 segments"):
        TeslaM(lang="en").score(HYP, [["x", None], ["y", None]])
    with pytest.raises(InputError, match="2 lists of references for 2 segments"):
        TeslaM(lang="en").score(HYP, [REF, [None, "the ancient mill"]])


def test_references_that_can_only_be_read_in_one_way() -> None:
    metric = TeslaM(lang="en")
    alone = metric.score(HYP[:1], REF[:1])
    assert metric.score(HYP[:1], [REF[:1]]) == alone
    for way in ("set", "segment"):
        assert metric.score(HYP[:1], [REF[:1]], references_by=way) == alone
    assert metric.score(HYP[:1], [["x"], ["y"]]).signature != alone.signature
    single = metric.score(HYP, REF)
    assert metric.score(HYP, [REF]) == single
    assert metric.score(HYP, [REF, REF, REF]).segments == pytest.approx(single.segments)


@pytest.mark.filterwarnings("ignore::tesla_metrics.errors.TeslaWarning")
def test_square_references_of_all_functions() -> None:
    square = [REF, REF]
    hint = "give references_by='set' for reference sets, or references_by='segment'"
    features = np.array([[1.0], [2.0], [3.0]])
    nbest = Nbest((0, 1), np.array([0, 2, 3]), ["a barn", "barn", "a mill"], ("f",), features)
    lists, weights = [["a barn", "barn"], ["a mill"]], Weights(("f",), (1.0,))
    calls: list[Callable[..., Any]] = [
        lambda refs, **by: score(HYP, refs, metric="bleu", **by),
        lambda refs, **by: compare({"a": HYP, "b": REF}, refs, [Bleu()], samples=10, **by),
        lambda refs, **by: rerank(lists, references=refs, metric="chrf", **by),
        lambda refs, **by: rerank_nbest(nbest, weights, references=refs, metric="chrf", **by),
        lambda refs, **by: tune(nbest, refs, "chrf", restarts=0, **by),
    ]
    for call in calls:
        with pytest.raises(InputError, match=hint):
            call(square)
        call(square, references_by="set")
        call(square, references_by="segment")
        call(REF)
        call([REF])


def test_references_of_lines_that_are_not_used() -> None:
    # N-best lists use the first lines only, so that three sets may also be three segments.
    features = np.array([[1.0], [2.0], [3.0]])
    nbest = Nbest((0, 1), np.array([0, 2, 3]), ["a barn", "barn", "a mill"], ("f",), features)
    lines = [*REF, "a bridge"]
    with pytest.raises(InputError, match="3 lists of references for 2 segments"):
        tune(nbest, [lines, lines, lines], "chrf", restarts=0)
    assert tune(nbest, [lines, lines, lines], "chrf", restarts=0, references_by="set").value > 0
    assert tune(nbest, [lines], "chrf", restarts=0).value > 0


def test_lists_of_references_by_segment() -> None:
    metric = TeslaM(lang="en")
    ragged = metric.score(HYP, [["a red barn", "the crimson barn"], "the old mill"],
                          references_by="segment")  # fmt: skip
    assert ragged == metric.score(HYP, [REF, ["the crimson barn", None]], references_by="set")
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

"""The candidate that is expected to be best: the naive double loop, and what may go wrong."""

from math import exp, nan
from typing import Any

import numpy as np
import pytest
from cores import session_of
from hypothesis import given, settings
from hypothesis import strategies as st
from parted import PartedSource

from tesla_metrics import InputError, TeslaWarning, TeslaX, UsageError, make_metric, mbr
from tesla_metrics.decoding.mbr import WeightedTexts
from tesla_metrics.decoding.rerank import Reranking
from tesla_metrics.native import load_native

METRICS = [
    "tesla-x", "tesla-m", "maxsim", "tesla-celab", "tesla-celab-", "tesla-s", "bleu", "chrf",
    "chrf++", "ter", "rouge-1", "rouge-2", "rouge-su4", "rouge-l",
]  # fmt: skip
WORDS = st.sampled_from("a cat sat on the old mats 7 not dogs".split())
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=5).map(" ".join), min_size=1, max_size=4)


def values(found: Reranking) -> list[list[float]]:
    """In the order of the lists."""
    return [
        [one.score for one in sorted(own.candidates, key=lambda each: each.place)]
        for own in found.lists
    ]


def naive(
    candidates: list[str], evidence: list[str], scores: list[float] | None, metric: Any, **how: Any
) -> list[float]:
    weights = [1.0] * len(evidence) if scores is None else [exp(one / 2) for one in scores]
    return [
        sum(
            weight * metric.score([one], [other], **how).segments[0]
            for weight, other in zip(weights, evidence, strict=True)
        )
        / sum(weights)
        for one in candidates
    ]


@pytest.mark.parametrize("core", ["native", "python"])
@pytest.mark.parametrize("name", METRICS)
@settings(max_examples=3, deadline=None)
@given(data=st.data())
def test_the_matrix_is_the_double_loop(core: str, name: str, data: st.DataObject) -> None:
    if core == "native" and load_native() is None:
        pytest.skip("the native core is not built, or TESLA_PURE is set")
    metric = make_metric(name, **({"lang": "en"} if not name.startswith(("bleu", "chrf")) else {}))
    session = session_of(core)
    lists = data.draw(st.lists(TEXTS, min_size=1, max_size=2))
    evidence = [data.draw(TEXTS) for _ in lists] if data.draw(st.booleans()) else lists
    scores = None
    if data.draw(st.booleans()):
        scores = [[data.draw(st.floats(-9, 9)) for _ in own] for own in evidence]
    found = mbr(
        lists, evidence=None if evidence is lists else evidence, scores=scores,
        temperature=None if scores is None else 2, metric=metric, session=session,
    )  # fmt: skip
    expected = [
        naive(own, beside, scores[number] if scores else None, metric, session=session)
        for number, (own, beside) in enumerate(zip(lists, evidence, strict=True))
    ]
    for ours, theirs in zip(values(found), expected, strict=True):
        assert ours == pytest.approx(theirs, abs=1e-9)
    order = [[one.score for one in own.candidates] for own in found.lists]
    assert order == [sorted(own, reverse=metric.higher_is_better) for own in order]


def test_the_middle_is_chosen() -> None:
    lists = [["a b c d", "a b c e", "x y z"], ["one"]]
    found = mbr(lists, metric="chrf")
    assert found.best == ["a b c d", "one"]
    assert found.metric == "chrf"
    assert [own.list_id for own in found.lists] == ["1", "2"]
    assert mbr(lists, metric="ter").best == ["a b c d", "one"]
    assert values(mbr(lists, metric="chrf", jobs=2)) == values(found)


def test_samples_count_as_often_as_they_are_there() -> None:
    lists = [["a b c d", "x y", "a b c e", "x y", "x y"]]
    found = mbr(lists, metric="chrf")
    assert found.best == ["x y"]
    first, second, third = (own for own in found.lists[0].candidates if own.candidate == "x y")
    assert (first.place, second.place, third.place) == (2, 4, 5)
    assert first.score == second.score == third.score
    # Where the list is told without them, but with what they weigh, it is the same.
    once = mbr([["a b c d", "x y", "a b c e"]], evidence=lists, metric="chrf")
    assert once.lists[0].candidates[0].score == first.score


def test_of_equal_ones_the_first() -> None:
    found = mbr([["a b", "c d", "e f"]], metric="chrf")
    assert [one.place for one in found.lists[0].candidates] == [1, 2, 3]
    # Added up from left to right, these would differ in the last digit.
    evidence = WeightedTexts.from_scores(list("abc"), None, 1.0)
    values = evidence.compute_expected_scores(
        np.array([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.2, 0.3, 0.1]])
    )
    assert len(set(values)) == 1


def test_likely_evidence_decides() -> None:
    lists = [["a b c d", "a b c e", "x y z"]]
    assert mbr(lists, scores=[[-50, -50, -1]], metric="chrf").best == ["x y z"]
    warm = mbr(lists, scores=[[-50, -50, -1]], temperature=1e6, metric="chrf")
    assert warm.best == ["a b c d"]
    # Scores of a long sentence: exp of these would be 0, or too large.
    for base in (-1e5, 1e5):
        far = mbr(lists, scores=[[base - 2, base, base - 1]], metric="chrf")
        near = mbr(lists, scores=[[-2, 0, -1]], metric="chrf")
        assert values(far) == values(near)


def test_a_metric_that_learns_takes_all_evidence() -> None:
    lists = [["the cat", "the cats"], ["a dog"]]
    metric = TeslaX(lang="en", frequencies="references")
    scorer = metric.open(None, lambda: [text for own in lists for text in own])
    expected = scorer.matrix(lists[0], lists[0]).mean(axis=1)
    assert values(mbr(lists, metric=metric))[0] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"candidates": []}, "no candidates"),
        ({"candidates": [["a"], []]}, "candidates of source 2 are an empty list"),
        (
            {"candidates": [["a"]], "evidence": [["a"], ["b"]]},
            "1 lists of candidates but 2 lists of",
        ),
        ({"candidates": [["a"]], "evidence": [[]]}, "evidence of source 1 are an empty list"),
        (
            {"candidates": [["a"]], "scores": [[1], [2]]},
            "1 lists of candidates but 2 lists of scores",
        ),
        ({"candidates": [["a", "b"]], "scores": [[1]]}, "source 1 has 2 texts but 1 scores"),
        ({"candidates": [["a", "b"]], "scores": [[1, nan]]}, "score 2 is nan"),
        ({"candidates": [["a", "b"]], "scores": [[1, None]]}, "score 2 is None"),
        ({"candidates": [["a"]], "temperature": 0}, "temperature 0"),
        ({"candidates": [["a"]], "temperature": nan}, "temperature nan"),
        ({"candidates": [["a"]], "temperature": 3.0}, "temperature needs scores: give scores="),
        ({"candidates": [["a"]], "metric": PartedSource()}, "not with other candidates"),
        ({"candidates": [["..."]], "metric": "rouge-1", "lang": "en"}, "has no sentence"),
    ],
)
def test_bad_lists(given: dict[str, Any], message: str) -> None:
    with pytest.raises((InputError, UsageError), match=message):
        mbr(**{"metric": "chrf", **given})


def test_empty_candidates_are_doubted() -> None:
    with pytest.warns(TeslaWarning, match=r"1 of 2 candidates are empty.*candidate 2 of list 1"):
        assert mbr([["a b", ""]], metric="chrf").best == ["a b"]

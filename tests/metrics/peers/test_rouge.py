"""ROUGE, held against rouge-score and rouge-metric where they are installed."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wordless import taking_all

from tesla_metrics import UsageError, make_metric
from tesla_metrics.core.comparing.rouge import count_union_hits, find_common_subsequence
from tesla_metrics.text.tokenizers.base import ascii_words, unicode_words

NAMES = ("rouge-1", "rouge-2", "rouge-su4", "rouge-l")
REFERENCE = "The red boat sank near the harbour.\nTwo sailors swam ashore."
CANDIDATE = "Near the harbour a boat sank.\nSailors swam to the shore."


def value(name: str, candidate: str, *references: str, **options: Any) -> float:
    metric = make_metric(name, **{"lang": "en", **options})
    return metric.score([candidate], [[one] for one in references]).score


@pytest.mark.parametrize(
    ("name", "shared", "of_reference", "of_candidate"),
    [
        # near the harbour boat sank sailors swam; `the` twice.
        ("rouge-1", 8, 11, 11),
        # near the, the harbour, boat sank, sailors swam
        ("rouge-2", 4, 10, 10),
        # sank / near the harbour is the longest of the first, sailors swam of the second.
        ("rouge-l", 5, 11, 11),
    ],
)
def test_counted_by_hand(name: str, shared: int, of_reference: int, of_candidate: int) -> None:
    precision, recall = shared / of_candidate, shared / of_reference
    measured = {
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / (precision + recall),
    }
    for measure, expected in measured.items():
        assert value(name, CANDIDATE, REFERENCE, measure=measure) == pytest.approx(expected)
    assert value(name, CANDIDATE, REFERENCE) == pytest.approx(measured["f1"])


def test_skip_bigrams_and_words() -> None:
    # ab ac bc, and a b c, of which a, c and ac are there.
    assert value("rouge-su4", "a c", "a b c", measure="recall") == 3 / 6
    assert value("rouge-su4", "a c", "a b c", measure="precision") == 1
    # Four words between are few enough, five are not; they may be of two sentences.
    assert value("rouge-su4", "a z", "a b. C d e z", measure="precision") == 1
    assert value("rouge-su4", "a z", "a b c d e f z", measure="precision") == 2 / 3


@pytest.mark.parametrize("name", NAMES)
def test_several_references(name: str) -> None:
    other = "Nobody saw the boat."
    single = [value(name, CANDIDATE, one) for one in (REFERENCE, other)]
    assert value(name, CANDIDATE, REFERENCE, other) == max(single)
    assert value(name, CANDIDATE, REFERENCE, other, multi="mean") == pytest.approx(sum(single) / 2)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_to_match(name: str) -> None:
    for one, other in (("伞", "伞"), ("雨", "伞"), ("伞", REFERENCE), (CANDIDATE, "伞")):
        assert value(name, one, other) == 0
    assert value(name, REFERENCE, REFERENCE) == 1


def test_words() -> None:
    text = "Don't café_bar 3.50 U.S. हिन्दी 买雨伞"
    english = "don t caf bar 3 50 u s".split()
    assert ascii_words(text) == english
    assert unicode_words(text) == "don t café bar 3 50 u s हिन्दी 买 雨 伞".split()
    assert value("rouge-1", "买伞", "买雨伞", lang="zh", measure="recall") == pytest.approx(2 / 3)


def test_signature() -> None:
    found = str(make_metric("rouge-2", lang="en", measure="recall").signature(11))
    assert found.startswith("rouge-2|lang:en|tokens:rouge-score|stem:no|refs:11|multi:max|measure:")
    assert "|measure:recall|" in found
    found = str(make_metric("rouge-l", lang="de").signature(1))
    assert "|tokens:unicode|sentences:lines+marks|stem:no|" in found


def test_options_that_cannot_be() -> None:
    with pytest.raises(UsageError, match="measure 'f2': choose f1 or recall or precision"):
        make_metric("rouge-l", lang="en", measure="f2")
    with pytest.raises(UsageError, match=r"did you mean rouge-l\?"):
        make_metric("rougeL", lang="en")


SENTENCE = st.lists(st.sampled_from("the a b c d e f".split()), max_size=9)
TEXT = st.lists(SENTENCE, min_size=1, max_size=4)


@given(SENTENCE, SENTENCE)
def test_longest_common_subsequence(reference: list[str], candidate: list[str]) -> None:
    places = find_common_subsequence(reference, candidate)
    assert places == sorted(set(places))
    rest = iter(candidate)
    assert all(reference[place] in rest for place in places)  # a subsequence of it
    assert len(places) == longest(reference, candidate)


def longest(xs: list[str], ys: list[str]) -> int:
    """By the definition, one word after the other."""
    best = {0: -1}  # the length of what was found to the place in ys where it ends earliest
    for x in xs:
        for length, end in sorted(best.items(), reverse=True):
            later = next((j for j in range(end + 1, len(ys)) if ys[j] == x), None)
            if later is not None and later < best.get(length + 1, len(ys)):
                best[length + 1] = later
    return max(best)


def written(text: list[list[str]]) -> str:
    return "\n".join(map(" ".join, text))


@given(TEXT, TEXT)
@settings(max_examples=50, deadline=None)
def test_against_rouge_score(reference: list[list[str]], candidate: list[list[str]]) -> None:
    scorer_of = pytest.importorskip("rouge_score.rouge_scorer").RougeScorer
    theirs = scorer_of(["rouge1", "rouge2", "rougeLsum"])
    found = theirs.score(written(reference), written(candidate))
    for name, own in (("rouge-1", "rouge1"), ("rouge-2", "rouge2"), ("rouge-l", "rougeLsum")):
        for measure, field in (
            ("f1", "fmeasure"),
            ("recall", "recall"),
            ("precision", "precision"),
        ):
            metric = taking_all(make_metric(name, lang="en", measure=measure))
            ours = metric.matrix([written(candidate)], [written(reference)])[0, 0]
            assert ours == pytest.approx(getattr(found[own], field), abs=1e-12), (name, measure)


@given(TEXT, TEXT)
@settings(max_examples=50, deadline=None)
def test_skip_bigrams_against_rouge_metric(
    reference: list[list[str]], candidate: list[list[str]]
) -> None:
    """Its SU leaves the last word out, so S and N are added up: the same by the definition."""
    theirs = pytest.importorskip("rouge_metric.py_rouge")
    both = candidate, reference
    parts = theirs._rouge_s_summary_level(*both, 4), theirs._rouge_n_summary_level(*both, 1)
    shared, of_candidate, of_reference = (sum(column) for column in zip(*parts, strict=True))
    for measure, size in (("precision", of_candidate), ("recall", of_reference)):
        metric = taking_all(make_metric("rouge-su4", lang="en", measure=measure))
        ours = metric.matrix([written(candidate)], [written(reference)])[0, 0]
        assert ours == pytest.approx(shared / size if size else 0.0, abs=1e-12)


def test_no_word_is_hit_more_often_than_it_is_there() -> None:
    rng = random.Random(7)
    for _ in range(200):
        texts = [
            [[rng.choice("abcd") for _ in range(rng.randint(0, 6))] for _ in range(3)]
            for _ in range(2)
        ]
        bags = [Counter(word for sentence in text for word in sentence) for text in texts]
        assert count_union_hits(*texts) <= (bags[0] & bags[1]).total()

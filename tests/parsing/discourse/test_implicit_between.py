"""Relations between neighbouring sentences that no connective says."""

import pytest
from small_discourse import HOME, RAIN, TRAIN, document, model

from tesla_metrics.errors import ResourceError
from tesla_metrics.parsing.discourse.implicit_relations import (
    find_implicit_between,
    find_unlinked_sentences,
    predict_finer_sense,
)
from tesla_metrics.parsing.discourse.relation import EXPLICIT, Relation, Spans
from tesla_metrics.resources.learning.linear_classifier import LinearClassifier


def explicit(arg1: Spans, arg2: Spans) -> Relation:
    return Relation(EXPLICIT, "Comparison.Contrast", "but", arg1, arg2)


def test_every_two_neighbours_as_whole_sentences() -> None:
    found = find_implicit_between(document(RAIN, HOME, RAIN), [], model())
    assert found == [
        Relation("Implicit", "Expansion.Conjunction", "and", ((0, 2),), ((3, 6),)),
        Relation("Implicit", "Expansion.Conjunction", "and", ((3, 6),), ((7, 9),)),
    ]


@pytest.mark.parametrize("kind", ["EntRel", "NoRel"])
def test_what_has_no_sense_is_its_own(kind: str) -> None:
    (found,) = find_implicit_between(document(RAIN, HOME), [], model(kind))
    assert (found.type, found.sense, found.connective) == (kind, kind, "")


def test_one_sentence_and_none_have_no_neighbours() -> None:
    assert find_implicit_between(document(RAIN), [], model()) == []
    assert find_implicit_between(document(), [], model()) == []


def test_paragraphs_are_apart_where_they_are_known() -> None:
    assert list(find_unlinked_sentences(document(RAIN, HOME, RAIN, paragraphs=(0, 0, 1)), [])) == [
        1
    ]
    assert list(find_unlinked_sentences(document(RAIN, HOME, RAIN), [])) == [1, 2]


@pytest.mark.parametrize(
    ("relation", "left"),
    [
        (explicit(((0, 2),), ((3, 6),)), [2]),
        (explicit(((0, 2),), ((7, 9),)), [1]),  # the first argument may be further away
        (explicit(((3, 4),), ((5, 6),)), [1, 2]),  # within a sentence
        (explicit(((7, 9),), ((3, 6),)), [1, 2]),  # forwards
    ],
)
def test_what_a_connective_ties_to_something_before_is_left_out(
    relation: Relation, left: list[int]
) -> None:
    assert list(find_unlinked_sentences(document(RAIN, HOME, RAIN), [relation])) == left


def test_the_finer_sense_is_below_the_top_one() -> None:
    labels = ("Contingency.Cause.Reason", "Expansion.Conjunction", "Expansion.Equivalence")
    classifier = LinearClassifier(labels, {"a": (9, 1, 2), "b": (0, 1, 0)})
    assert predict_finer_sense(classifier, "Expansion", ["a"]) == "Expansion.Equivalence"
    assert predict_finer_sense(classifier, "Expansion", ["a", "b"]) == "Expansion.Conjunction"
    assert predict_finer_sense(classifier, "Temporal", ["a"]) == "Temporal"


def test_a_model_without_it_is_named() -> None:
    from tesla_metrics.parsing.discourse.relation import DiscourseModel

    with pytest.raises(ResourceError, match=r"no implicit\.between classifier"):
        find_implicit_between(document(RAIN, TRAIN), [], DiscourseModel("en", {}, {}))

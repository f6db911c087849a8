"""The classifiers of relations without connectives are learnt from annotated documents."""

import pytest
from small_discourse import HOME, RAIN, TRAIN, document

from model_training.discourse_training import (
    list_clause_examples,
    list_neighbour_examples,
    train_implicit,
)
from tesla_metrics.parsing.discourse.implicit_relations import (
    find_implicit_between,
    find_implicit_within,
)
from tesla_metrics.parsing.discourse.relation import Relation
from tesla_metrics.parsing.discourse.relation_records import AnnotatedDocument

RESULT = "Contingency.Cause.Result"
JOINED = "Expansion.Conjunction"
GOAL = "Contingency.Purpose.Arg2-as-goal"
SAW = TRAIN.replace("left", "wanted").replace("(ADVP (RB early)) ", "")


def annotated() -> AnnotatedDocument:
    relations = (
        Relation("Implicit", RESULT, "so", ((0, 2),), ((3, 6),)),
        Relation("EntRel", "EntRel", "", ((3, 6),), ((7, 14),)),
        Relation("Implicit", "Temporal", "then", ((0, 2),), ((7, 14),)),  # no neighbours
        Relation("Explicit", "Temporal", "then", ((3, 6),), ((7, 14),)),
        Relation("Implicit", JOINED, "and", ((7, 14),), ((15, 21),)),
        Relation("Implicit", GOAL, "in order", ((7, 9),), ((10, 14),)),
    )
    return AnnotatedDocument("d", "g", document(RAIN, HOME, TRAIN, SAW), relations)


def test_examples() -> None:
    found = list(list_neighbour_examples(annotated()))
    assert [one.relation.sense for one in found] == [RESULT, "EntRel", JOINED]
    assert [one.sense for one in list_clause_examples(annotated())] == [GOAL, "none"]


def test_what_was_learnt_is_found() -> None:
    pytest.importorskip("sklearn")
    model = train_implicit([annotated()] * 12)
    text = document(RAIN, HOME, TRAIN, SAW)
    between = find_implicit_between(text, [], model)
    assert [one.sense for one in between] == [RESULT, "EntRel", JOINED]
    assert [(one.sense, one.arg2) for one in find_implicit_within(text, model)] == [
        (GOAL, ((10, 14),))
    ]

"""Explicit relations: learnt from a few invented sentences, found in them and in others."""

import pytest
from small_discourse import HOME, KNOCK, RAIN, document

from model_training.discourse_training import (
    list_explicit_examples,
    select_connective_strings,
)
from model_training.discourse_training import train_explicit as train
from tesla_metrics.parsing.discourse.connective_context import ConnectiveContext
from tesla_metrics.parsing.discourse.connectives import ConnectiveCandidate
from tesla_metrics.parsing.discourse.explicit_relations import (
    find_arguments,
    find_connectives,
    find_explicit,
)
from tesla_metrics.parsing.discourse.relation import DiscourseModel, Relation, Spans
from tesla_metrics.parsing.discourse.relation_records import AnnotatedDocument

REASON = "Contingency.Cause.Reason"
CONTRAST = "Comparison.Contrast"
JOINED = "Expansion.Conjunction"
CONDITION = "Contingency.Condition.Arg2-as-cond"
# Arg1 before, behind and around the connective's clause, and in the sentence before.
BEFORE = (
    "(S (NP (PRP We)) (VP (VBD stayed) (SBAR (IN because) (S (NP (PRP it)) (VP (VBD rained))))) "
    "(. .))"
)
BEHIND = (
    "(S (SBAR (IN Because) (S (NP (PRP it)) (VP (VBD rained)))) (, ,) (NP (PRP we)) "
    "(VP (VBD stayed)) (. .))"
)
AROUND = (
    "(S (NP (PRP We)) (, ,) (SBAR (IN because) (S (NP (PRP it)) (VP (VBD rained)))) (, ,) "
    "(VP (VBD stayed)) (. .))"
)
EARLIER = "(S (CC But) (NP (PRP we)) (VP (VBD left)) (. .))"
IF_THEN = (
    "(S (SBAR (IN If) (S (NP (PRP it)) (VP (VBZ rains)))) (, ,) (ADVP (RB then)) (NP (PRP we)) "
    "(VP (VBP stay)) (. .))"
)
# No clauses are joined here.
NAMES = "(S (NP (NP (NNP Ann)) (CC and) (NP (NNP Bob))) (VP (VBD slept)) (. .))"
TREES = (BEFORE, BEHIND, AROUND, RAIN, EARLIER, IF_THEN, NAMES, KNOCK)
TEXT = document(*TREES)


def shifted(spans: Spans, sentence: int) -> Spans:
    start = TEXT.sentence_starts[sentence]
    return tuple((first + start, last + start) for first, last in spans)


def relation(
    sentence: int, sense: str, connective: str, at: Spans, arg1: Spans, arg2: Spans
) -> Relation:
    one, other, own = (shifted(spans, sentence) for spans in (arg1, arg2, at))
    return Relation("Explicit", sense, connective, one, other, own)


RELATIONS = (
    relation(0, REASON, "because", ((2, 2),), ((0, 1),), ((3, 5),)),
    relation(1, REASON, "because", ((0, 0),), ((4, 6),), ((1, 3),)),
    relation(2, REASON, "because", ((2, 2),), ((0, 1), (6, 7)), ((3, 5),)),
    relation(4, CONTRAST, "but", ((0, 0),), ((-3, -1),), ((1, 3),)),
    relation(5, CONDITION, "if then", ((0, 0), (4, 4)), ((5, 7),), ((1, 3),)),
    relation(7, JOINED, "and", ((4, 4),), ((0, 3),), ((5, 7),)),
)


@pytest.fixture(scope="module")
def model() -> DiscourseModel:
    pytest.importorskip("sklearn")
    return train([AnnotatedDocument("d", "g", TEXT, RELATIONS)] * 12)


def test_what_was_learnt_is_found(model: DiscourseModel) -> None:
    found = find_explicit(TEXT, model)
    assert found == list(RELATIONS)


def test_words_that_join_no_clauses_are_no_connectives(model: DiscourseModel) -> None:
    found = find_connectives(document(NAMES, KNOCK), model)
    assert [(one.candidate.text, one.candidate.sentence_index) for one in found] == [("and", 1)]


def test_the_surer_of_two_that_overlap(model: DiscourseModel) -> None:
    strings = {"connectives": (*model.get_strings("connectives"), "but we")}
    more = DiscourseModel("en", model.classifiers, strings)
    found = find_connectives(document(RAIN, EARLIER), more)
    assert len(found) == 1


def test_what_has_nothing_to_join_is_left_out(model: DiscourseModel) -> None:
    assert find_explicit(document(EARLIER), model) == []
    assert [one.connective for one in find_explicit(document(HOME, EARLIER), model)] == ["but"]


def test_arguments_of_marks_alone(model: DiscourseModel) -> None:
    alone = "(S (CC But) (. .))"
    context = ConnectiveContext(document(HOME, alone), ConnectiveCandidate("but", 1, ((0, 0),)))
    arg1, arg2 = find_arguments(context, model)
    assert arg1
    assert not arg2
    assert find_explicit(document(HOME, alone), model) == []


def test_documents_without_connectives(model: DiscourseModel) -> None:
    assert find_explicit(document(RAIN, HOME), model) == []
    assert find_explicit(document(), model) == []


def test_strings_that_are_hardly_ever_connectives_are_left_out() -> None:
    annotated = AnnotatedDocument("d", "g", TEXT, RELATIONS[-1:])
    many = [annotated, *[AnnotatedDocument("d", "g", TEXT, ())] * 120]
    instances = list(list_explicit_examples(annotated))
    assert select_connective_strings([annotated], instances) == ["and"]
    assert select_connective_strings(many, instances) == []


def test_connectives_across_sentences_teach_nothing() -> None:
    far = Relation("Explicit", JOINED, "and", ((0, 1),), ((5, 6),), ((2, 2), (9, 9)))
    unsaid = Relation("Explicit", JOINED, "and", ((0, 1),), ((5, 6),))
    assert list(list_explicit_examples(AnnotatedDocument("d", "g", TEXT, (far, unsaid)))) == []

"""The two stages, with a model made by hand."""

from dataclasses import replace

import pytest
from small_frames import PURCHASE, contexts_of, parsed, small_model

from tesla_metrics.parsing.srl.feature_sets import PAPER_FEATURES
from tesla_metrics.parsing.srl.frame import Argument
from tesla_metrics.parsing.srl.predicate_context import PredicateContext
from tesla_metrics.parsing.srl.role_assignment import (
    choose_independent_arguments,
    label_predicate,
    label_spans,
    score_arguments,
)
from tesla_metrics.parsing.srl.role_model import RoleModel
from tesla_metrics.resources.learning.linear_classifier import LinearClassifier

ROLES = (Argument("ARG0", 0, 1), Argument("ARGM-LVB", 1, 2), Argument("ARG1", 5, 8))


@pytest.mark.parametrize("pruned", [False, True])
def test_a_noun_gets_its_roles(pruned: bool) -> None:
    model = small_model(pruned)
    (context,) = contexts_of(PURCHASE, [4], model)
    assert context.frame_lemma == "buy"
    assert (
        label_predicate(context, model)
        == choose_independent_arguments(score_arguments(context, model))
        == ROLES
    )


def test_nodes_are_summed_once_for_all_predicates() -> None:
    model = small_model()
    both = contexts_of(PURCHASE, [4, 1], model)
    together = [label_predicate(context, model) for context in both]
    apart = [
        label_predicate(one, model)
        for place in (4, 1)
        for one in contexts_of(PURCHASE, [place], model)
    ]
    assert together == apart
    assert together[0] == ROLES
    assert {one.label for one in together[1]} == {"ARG0", "ARG1", "ARGM-LVB"}


def test_a_label_is_worth_what_it_is_behind_the_best() -> None:
    model = small_model()
    (context,) = contexts_of(PURCHASE, [4], model)
    # Identification has 4 - (-4) + 1 - 5 for `of the boats`, and 5 is best of 0, 5, 0.
    found = {one.label: one.gain for one in score_arguments(context, model) if one.start == 5}
    assert found == {"ARG1": 2.0, "ARG0": 0.75, "ARGM-LVB": 0.75}


def test_sums_are_those_of_all_features() -> None:
    model = small_model()
    (context,) = contexts_of(PURCHASE, [4], model)
    first, second = model.get_classifier("noun.identify").sum_weights(
        PAPER_FEATURES.identify.get_candidate_features(context, 10)
    )
    assert (second - first) * 0.5 == 2.0


def test_of_two_that_are_alike_one_gets_another_role() -> None:
    line = "(S (NP (PRP She)) (NP (PRP we)) (VP (VBD made) (NP (PRP it))))"
    model = small_model()
    (context,) = contexts_of(line, [2], model)
    alone = [one.label for one in choose_independent_arguments(score_arguments(context, model))]
    assert alone == ["ARG0", "ARG0", "ARG1"]
    together = [one.label for one in label_predicate(context, model)]
    assert sorted(together) == ["ARG0", "ARG1", "ARGM-LVB"]


def test_other_words_have_no_arguments() -> None:
    sentence, tree = parsed(PURCHASE)
    assert label_predicate(PredicateContext(sentence, tree, 3), small_model()) == ()
    whole = small_model()
    nouns = {name: one for name, one in whole.classifiers.items() if name.startswith("noun")}
    model: RoleModel = replace(whole, classifiers=nouns)
    assert label_predicate(PredicateContext(sentence, tree, 1), model) == ()


def test_words_that_were_never_seen_weigh_nothing() -> None:
    nothing = LinearClassifier(("no", "yes"), {}, 1.0)
    model = replace(
        small_model(), classifiers={**small_model().classifiers, "noun.identify": nothing}
    )
    (context,) = contexts_of(PURCHASE, [4], model)
    assert label_predicate(context, model) == ()


def test_spans_that_are_given_get_a_role_each() -> None:
    model = small_model()
    (context,) = contexts_of(PURCHASE, [4], model)
    spans = [(5, 8), (0, 1), (4, 6)]  # the last is no constituent
    assert label_spans(context, model, spans) == (Argument("ARG1", 5, 8), Argument("ARG0", 0, 1))
    (other,) = contexts_of(PURCHASE, [3], model)
    assert label_spans(other, model, spans) == ()


def test_many_predicates_of_a_long_sentence() -> None:
    """Without a bound on time: what grew with the cube of the words would be noticed."""
    line = "(S " + " ".join(["(NP (DT the) (NN purchase))", "(VBD made)"] * 100) + ")"
    model = small_model(pruned=True)
    found = [
        label_predicate(one, model) for one in contexts_of(line, list(range(1, 300, 3)), model)
    ]
    assert len(found) == 100
    assert {one.label for one in found[0]} == {"ARGM-LVB"}


def test_where_classification_knows_no_argument_it_decides() -> None:
    model = small_model()
    which = model.get_classifier("noun.classify")
    labels = (*which.labels, "no")
    weights = {name: (*row, 0) for name, row in which.weights.items()}
    rows = {**weights, "bias": (*which.weights.get("bias", (0, 0, 0)), 4)}
    joint = LinearClassifier(labels, rows, which.scale)
    other = replace(model, classifiers={**model.classifiers, "noun.classify": joint})
    (context,) = contexts_of(PURCHASE, [4], other)
    assert set(label_predicate(context, other)) <= set(ROLES)
    # Much more for no argument than for any other, and there is none.
    none = LinearClassifier(labels, {"bias": (0, 0, 0, 9)}, which.scale)
    empty = replace(model, classifiers={**model.classifiers, "noun.classify": none})
    (context,) = contexts_of(PURCHASE, [4], empty)
    assert label_predicate(context, empty) == ()
    assert [one.label for one in label_spans(context, empty, [(0, 1)])] == [labels[0]]

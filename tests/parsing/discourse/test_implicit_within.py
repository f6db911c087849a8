"""Implicit relations of clauses to the rest of their sentence."""

import pytest
from small_discourse import HOME, KNOCK, RAIN, TRAIN, document, model

from tesla_metrics.parsing.discourse.implicit_features import find_clauses, get_clause_features
from tesla_metrics.parsing.discourse.implicit_relations import find_implicit_within
from tesla_metrics.parsing.discourse.relation import Document, Spans

OPENED = (
    "(S (S (VP (VBN Tired) (PP (IN of) (NP (NN rain))))) (, ,) (NP (PRP we)) "
    "(VP (VBD stayed) (ADVP (RB home))) (. .))"
)
RELATIVE = (
    "(S (NP (PRP I)) (VP (VBP know) (NP (NP (DT a) (NN man)) (SBAR (WHNP (WP who)) "
    "(S (VP (VBD sang) (S (VP (TO to) (VP (VB forget))))))))) (. .))"
)
BESIDES = (
    "(S (SBAR (IN If) (S (NP (PRP it)) (VP (VBZ rains)))) (, ,) (NP (PRP we)) (VP (VBP leave) "
    "(S (VP (TO to) (VP (VB keep) (ADJP (JJ dry)))))) (. .))"
)


def words(found: Document, spans: Spans) -> str:
    tokens = [token.form for sentence in found.sentences for token in sentence.tokens]
    return " .. ".join(" ".join(tokens[first : last + 1]) for first, last in spans)


def kinds(tree: str) -> list[tuple[str, str]]:
    (parsed,) = document(tree).trees
    return [(one.kind, " ".join(parsed.words[one.start : one.end])) for one in find_clauses(parsed)]


def test_which_clauses_may_be_related() -> None:
    assert kinds(RAIN) == []
    assert kinds(TRAIN) == [("free", "to catch the train")]
    assert kinds(KNOCK) == [("listed", "waited"), ("coordinated", "went in")]
    assert kinds(OPENED) == [("free", "Tired of rain")]


@pytest.mark.parametrize(
    ("tree", "pairs"),
    [
        (TRAIN, [("We left early", "to catch the train .")]),
        (KNOCK, [("He knocked ,", "waited"), ("waited", "and went in .")]),
        (OPENED, [("we stayed home .", "Tired of rain ,")]),
        (RELATIVE, [("who sang", "to forget .")]),
        (BESIDES, [("we leave", "to keep dry .")]),
    ],
)
def test_spans(tree: str, pairs: list[tuple[str, str]]) -> None:
    found = document(tree)
    relations = list(find_implicit_within(found, model(within="Contingency.Purpose.Arg2-as-goal")))
    assert [(words(found, one.arg1), words(found, one.arg2)) for one in relations] == pairs
    assert {(one.type, one.connective) for one in relations} == {("Implicit", "in order")}


def test_tokens_are_counted_over_the_document() -> None:
    found = document(HOME, TRAIN)
    (relation,) = find_implicit_within(found, model(within="Contingency"))
    assert (relation.arg1, relation.arg2) == (((4, 6),), ((7, 11),))


def test_none_is_no_relation() -> None:
    assert list(find_implicit_within(document(TRAIN, KNOCK), model())) == []


def test_features_tell_the_verb_that_governs() -> None:
    found = document(TRAIN)
    (clause,) = find_clauses(found.trees[0])
    features = set(get_clause_features(found.sentences[0], found.trees[0], clause))
    assert {"free governor left", "free verb catch", "free parent VP", "free near 0"} <= features

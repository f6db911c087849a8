"""What a node is about, and what stands around a predicate."""

import pytest
from small_frames import PURCHASE, node_of, parsed

from tesla_metrics.parsing.srl.predicate_context import PredicateContext
from tesla_metrics.parsing.srl.tree_context import NONE, TreeContext

OWNER = (
    "(S (NP (NP (NP (NNP Ann) (POS 's)) (NN sale)) (PP (IN of) (NP (NNS boats)))) "
    "(VP (VBD surprised) (NP (PRP him))) (. .))"
)


def context_of(line: str, place: int) -> PredicateContext:
    return PredicateContext(*parsed(line), place)


def test_a_prepositional_phrase_is_about_what_it_governs() -> None:
    sentence, tree = parsed(PURCHASE)
    facts = TreeContext(sentence, tree).get_properties(node_of(tree, "of the boats"))
    assert (facts.kind, facts.marker, facts.content_lemma, facts.content_tag) == (
        "PP", "of", "boat", "NNS",
    )  # fmt: skip


def test_a_possessor_has_a_sign_and_no_marker() -> None:
    sentence, tree = parsed(OWNER)
    facts = TreeContext(sentence, tree).get_properties(node_of(tree, "Ann 's"))
    assert (facts.kind, facts.marker, facts.content_lemma) == ("NP$", NONE, "ann")


def test_the_verb_above_a_noun() -> None:
    around = context_of(PURCHASE, 4).surroundings
    assert around.governor[0] == 1
    assert around.governor_lemma == "make"
    assert around.governor_path == "NP^VP"
    assert around.preposition == NONE


def test_a_subject_has_no_verb_above() -> None:
    around = context_of(OWNER, 2).surroundings
    assert around.governor_lemma == NONE
    assert around.governor_path == NONE
    assert around.noun_modifiers == "of+owner"


def test_zones_say_how_a_node_stands_to_the_noun_and_its_verb() -> None:
    context = context_of(PURCHASE, 4)
    zones = {
        text: context.surroundings.get_zone(node_of(context.tree, text))
        for text in ("quick", "of the boats", "made", "last May", "She")
    }
    assert zones == {
        "quick": "in",
        "of the boats": "in",
        "made": "verb",
        "last May": "beside",
        "She": "above VP^S",
    }


def test_a_short_path_says_each_label_once() -> None:
    context = context_of(PURCHASE, 4)
    path = context.surroundings.get_short_path(node_of(context.tree, "She"))
    assert path == "NP^VP^S!NP"


@pytest.mark.parametrize(
    ("line", "place", "voice"),
    [
        ("(S (NP (PRP It)) (VP (VBD was) (VP (VBN sold))))", 2, "passive"),
        ("(S (NP (PRP It)) (VP (VBZ has) (VP (VBN sold))))", 2, "active"),
        ("(S (NP (PRP It)) (VP (VBZ has) (VP (VBN been) (VP (VBN sold)))))", 3, "passive"),
        ("(NP (NP (NNS boats)) (VP (VBN sold) (NP (NN yesterday))))", 1, "participle"),
        ("(S (NP (PRP It)) (VP (VBZ is) (VP (VBG selling))))", 2, "gerund"),
        ("(S (NP (PRP It)) (VP (VBD sold)))", 1, "active"),
    ],
)
def test_the_voice_of_a_verb(line: str, place: int, voice: str) -> None:
    assert context_of(line, place).surroundings.voice == voice


def test_of_a_word_alone_nothing_is_around() -> None:
    around = context_of("(NN sale)", 0).surroundings
    assert (around.phrase_level, around.noun_modifiers, around.governor_lemma) == (0, NONE, NONE)


def test_what_a_marker_governs_is_no_punctuation() -> None:
    line = "(NP (NN sale) (PP (IN of) (NP (NNS boats)) (. .)))"
    sentence, tree = parsed(line)
    facts = TreeContext(sentence, tree).get_properties(node_of(tree, "of boats ."))
    assert (facts.marker, facts.content_lemma, facts.content_tag) == ("of", "boat", "NNS")

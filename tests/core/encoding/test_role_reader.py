"""Texts as predicates and what fills their roles, by the labeller that is shipped."""

import pytest

from tesla_metrics.core.encoding.analysis import open_analysis
from tesla_metrics.core.encoding.role_codes import RoleEncoder, get_role_encoder
from tesla_metrics.core.encoding.session import Session, default_session
from tesla_metrics.core.matching.role_matching import RoleText
from tesla_metrics.files.item import Segment

TEXTS = [
    "The cat was chased by the dog. It ran away!",
    "The brewery's purchase of the hotel surprised everybody.",
    "",
    "…",
    "Собака спит.",
    "the the \ud800 of , of 12 dogs \x00 chased",
    "Hello",
]


def named(text: RoleText) -> set[tuple[str, str, str]]:
    predicates, heads = text.predicates.words, text.heads.words
    return {(predicates[p].lemma, role, heads[h].form) for p, role, h in text.fillers}


def reader(core: str = "auto") -> RoleEncoder:
    session = default_session() if core == "auto" else Session(core=core)
    return get_role_encoder(open_analysis(session, "en"))


def read(segment: Segment) -> RoleText:
    (found,) = reader().encode([segment])
    return found


def test_a_passive() -> None:
    found = read(TEXTS[0])
    assert {("chase", "ARG1", "cat"), ("chase", "ARG0", "dog")} <= named(found)
    # Numbered through both sentences, and `was` is none.
    tokens = "The cat was chased by the dog . It ran away !".split()
    assert [tokens[at] for at in found.predicate_tokens] == ["chased", "ran"]


def test_a_noun_has_the_lemma_of_its_verb() -> None:
    found = read("The decision of the court surprised everybody.")
    words = found.predicates.words
    assert [(words[at].form, words[at].lemma) for at in found.nouns] == [("decision", "decide")]


@pytest.mark.parametrize("text", TEXTS[2:5])
def test_nothing_to_label(text: str) -> None:
    assert read(text).fillers == []


def test_both_cores_read_the_same() -> None:
    native, plain = (reader(core).encode(TEXTS) for core in ("native", "python"))
    assert native == plain

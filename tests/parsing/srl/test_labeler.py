"""The labeller's face: texts, sentences, trees and given predicates."""

from pathlib import Path
from typing import Any

import pytest
from small_frames import PURCHASE, parsed, small_model
from small_parser import tagged

from tesla_metrics import Frame, RoleLabeler
from tesla_metrics.errors import InputError, ResourceError, UsageError
from tesla_metrics.files.sentence import Sentence
from tesla_metrics.parsing.srl.frame import Argument
from tesla_metrics.parsing.srl.labeler import MAX_SENTENCE_WORDS
from tesla_metrics.parsing.syntax.tree_formats import ExternalTreeSource, format_tree, parse_tree
from tesla_metrics.text.loading import load_analyzer

ROLES = (Argument("ARG0", 0, 1), Argument("ARGM-LVB", 1, 2), Argument("ARG1", 5, 8))


class OneTree:
    """Says the same of all sentences with its words, and puts others side by side."""

    name = "one"

    def trees(self, sentences: list[Sentence]) -> list[str]:
        return [
            PURCHASE
            if [token.form for token in one.tokens] == list(parse_tree(PURCHASE).words)
            else f"(S {' '.join(f'({token.xpos} {token.form})' for token in one.tokens)})"
            for one in sentences
        ]


@pytest.fixture(scope="module")
def labeler() -> RoleLabeler:
    return RoleLabeler(small_model(), ExternalTreeSource(OneTree()), load_analyzer("en"))


TEXT = "She made a quick purchase of the boats last May."


def noun(frames: list[Frame]) -> Frame:
    (found,) = [frame for frame in frames if frame.lemma == "buy"]
    return found


def test_a_sentence_has_frames(labeler: RoleLabeler) -> None:
    frames = labeler.label(TEXT)
    assert [frame.predicate for frame in frames] == sorted(frame.predicate for frame in frames)
    found = noun(frames)
    assert (found.predicate, found.lemma, found.arguments) == (4, "buy", ROLES)


def test_an_analysed_sentence(labeler: RoleLabeler) -> None:
    assert noun(labeler.label(parsed(PURCHASE)[0])).arguments == ROLES


def test_texts_are_split(labeler: RoleLabeler) -> None:
    found = labeler.label_all([f"{TEXT} It rained.", "", "We left."])
    assert [(one.document, one.number) for one in found] == [
        ("text 1", 0), ("text 1", 1), ("text 3", 0),
    ]  # fmt: skip
    assert noun(list(found[0].frames)).arguments == ROLES
    with pytest.raises(InputError, match="give a list of texts"):
        labeler.label_all(TEXT)


def test_given_predicates(labeler: RoleLabeler) -> None:
    sentence, tree = parsed(PURCHASE)
    (frame,) = labeler.frames(sentence, tree, [4])
    assert frame.arguments == ROLES
    assert [one.predicate for one in labeler.frames(sentence, tree, [4, 1, 4])] == [1, 4]
    (adjective,) = labeler.frames(sentence, tree, [3])
    assert (adjective.tag, adjective.arguments) == ("JJ", ())
    assert labeler.frames(sentence, tree, []) == ()


@pytest.mark.parametrize("place", [11, 99, -1])
def test_a_predicate_that_is_not_in_the_sentence(labeler: RoleLabeler, place: int) -> None:
    with pytest.raises(
        InputError, match=rf"predicate {place} is not in the sentence, which has 11"
    ):
        labeler.frames(*parsed(PURCHASE), [4, place])


def test_given_frames_keep_their_lemmas(labeler: RoleLabeler) -> None:
    (whole,) = labeler.of_trees([parse_tree(PURCHASE)], "x")
    from dataclasses import replace

    given = replace(whole, frames=(Frame(4, "NN", "purchase", "purchase.07", ()),), genre="news")
    again = labeler.relabel(given)
    (frame,) = again.frames
    assert (frame.lemma, frame.roleset, again.genre) == ("purchase", "purchase.07", "news")
    assert Argument("ARG1", 5, 8) in frame.arguments


def test_a_tree_of_other_words(labeler: RoleLabeler) -> None:
    sentence, _ = parsed(PURCHASE)
    with pytest.raises(InputError, match="the tree has 2 words and its sentence 11"):
        labeler.frames(sentence, parse_tree("(S (PRP We) (VBD left))"))


def test_nothing_at_all(labeler: RoleLabeler) -> None:
    assert labeler.label("") == []
    assert labeler.label("   ") == []
    assert labeler.label_all([]) == []
    assert labeler.label(Sentence("", ())) == []


@pytest.mark.parametrize("odd", [None, 5, b"She left.", ["She left."]])
def test_what_is_no_text(labeler: RoleLabeler, odd: Any) -> None:
    with pytest.raises(
        InputError, match=f"the sentence is of type {type(odd).__name__}: give a str"
    ):
        labeler.label(odd)
    with pytest.raises(
        InputError, match=f"text 2 is of type {type(odd).__name__}: give texts only"
    ):
        labeler.label_all(["She left.", odd])
    if not isinstance(odd, list):
        with pytest.raises(InputError, match="give a list of texts"):
            labeler.label_all(odd)


def test_other_scripts_and_words_never_seen(labeler: RoleLabeler) -> None:
    with pytest.raises(InputError, match="the sentence has no Latin letter"):
        labeler.label("Мы купили лодку.")
    with pytest.raises(InputError, match="text 2 has no Latin letter"):
        labeler.label_all([TEXT, "我們買了一條船。"])
    assert labeler.label("Zxqv brillig 😀 ﷽ slithy .") is not None
    assert labeler.label("123 !!!") is not None


def test_300_words(labeler: RoleLabeler) -> None:
    frames = labeler.label(" and ".join(["she made a purchase of boats"] * 43))
    assert max(frame.predicate for frame in frames) > 280


def test_more_than_that_is_cut_or_refused(labeler: RoleLabeler) -> None:
    words = "boats and " * MAX_SENTENCE_WORDS
    found = labeler.label_all([words])
    assert {len(one.sentence.tokens) for one in found} == {200}
    tree = parse_tree(f"(NP {' '.join(['(NN boats)'] * (MAX_SENTENCE_WORDS + 1))})")
    with pytest.raises(
        InputError, match=f"has {MAX_SENTENCE_WORDS + 1} words, more than {MAX_SENTENCE_WORDS}"
    ):
        labeler.of_trees([tree])


def test_other_languages_are_refused_by_name() -> None:
    with pytest.raises(UsageError, match="shipped for 'de': role labelling supports 'en' only"):
        RoleLabeler.load(lang="de")
    with pytest.raises(UsageError, match="zod"):
        RoleLabeler.load(lang="zod")


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "own.srl"
    small_model().write(path)
    own = RoleLabeler.load(path, trees=OneTree())
    assert noun(own.label(TEXT)).arguments == ROLES
    assert own.names["trees"] == "one"
    assert own.names["roles"].startswith("srl-en@")
    with pytest.raises(UsageError, match="for 'en', not for 'de'"):
        RoleLabeler.load(path, "de")
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(ResourceError, match=r"own\.srl"):
        RoleLabeler.load(path)
    with pytest.raises(ResourceError, match=r"no\.srl"):
        RoleLabeler.load(tmp_path / "no.srl")


def test_sentences_without_penn_tags_need_trees(tmp_path: Path) -> None:
    path = tmp_path / "own.srl"
    small_model().write(path)
    with pytest.raises(InputError, match="has no Penn tag"):
        RoleLabeler.load(path).label(tagged("We/_ left/_"))


def test_trees_come_back(labeler: RoleLabeler) -> None:
    (found,) = labeler.of_trees([parse_tree(PURCHASE)], "mine")
    assert (found.document, format_tree(found.tree, "")) == ("mine", PURCHASE)
    assert noun(list(found.frames)).arguments == ROLES


def test_given_lemmas_are_not_looked_at(labeler: RoleLabeler) -> None:
    """Otherwise records of people's would give away what is to be found."""
    from dataclasses import replace

    (whole,) = labeler.of_trees([parse_tree(PURCHASE)])
    found = []
    for lemma in ("buy", "odd"):
        given = replace(whole, frames=(Frame(4, "NN", lemma, "", ()),))
        found.append(labeler.relabel(given).frames[0].arguments)
    assert found[0] == found[1]

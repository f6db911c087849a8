"""The facade: from text to a document, and to its relations."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from small_discourse import HOME, RAIN, FlatTrees, model

from tesla_metrics.errors import InputError, ResourceError, UsageError
from tesla_metrics.files.item import join_sentences
from tesla_metrics.files.sentence import Sentence, Token
from tesla_metrics.parsing.discourse import parser as facade
from tesla_metrics.parsing.discourse.parser import DiscourseParser, load_discourse
from tesla_metrics.parsing.discourse.relation import Document, Relation
from tesla_metrics.parsing.syntax.tree_formats import parse_tree
from tesla_metrics.text.loading import load_analyzer


@pytest.fixture(scope="module")
def parser() -> DiscourseParser:
    return DiscourseParser(model(), FlatTrees(), load_analyzer("en"))


@pytest.fixture(autouse=True)
def explicit(monkeypatch: pytest.MonkeyPatch) -> list[Relation]:
    """What is found to be explicit: nothing, unless a test adds to it."""
    found: list[Relation] = []
    monkeypatch.setattr(facade, "find_explicit", lambda document, model: list(found))
    return found


def texts(document: Document) -> list[str]:
    return [one.text for one in document.sentences]


def test_lines_end_sentences_and_empty_lines_paragraphs(parser: DiscourseParser) -> None:
    found = parser.document("It rained. We left\nAll was wet.\n \nThe sun came out.\n\n\n")
    assert texts(found) == ["It rained.", "We left", "All was wet.", "The sun came out."]
    assert found.paragraph_indices == (0, 0, 0, 1)
    assert [tree.words for tree in found.trees][1] == ("We", "left")


def test_one_paragraph_says_nothing_of_paragraphs(parser: DiscourseParser) -> None:
    assert parser.document("It rained.\nWe left.").paragraph_indices == ()


def test_sentences_that_somebody_cut_are_not_cut_again(parser: DiscourseParser) -> None:
    given = ["It rained. We left", "no end here"]
    assert texts(parser.document(given)) == given
    assert texts(parser.document(join_sentences(given))) == given


def test_given_analyses(parser: DiscourseParser) -> None:
    tokens = tuple(Token(form, form, "X", "NN") for form in ("Rain", ".", "Sun", "."))
    found = parser.document(Sentence("Rain. Sun.", tokens))
    assert texts(found) == ["Rain .", "Sun ."]
    assert parser.document([Sentence("Rain .", tokens[:2]), "We left."]).sentence_starts == (
        0,
        2,
        5,
    )


@pytest.mark.parametrize("nothing", ["", " \n\n ", "...", [], [""], Sentence("", ())])
def test_nothing_has_no_sentences(
    parser: DiscourseParser, nothing: str | Sentence | Sequence[str]
) -> None:
    found = parser.document(nothing)
    assert (found.sentences, found.trees, found.sentence_starts) == ((), (), (0,))
    assert parser.relations(found) == []


def test_a_text_without_sentence_end_is_cut(parser: DiscourseParser) -> None:
    document = parser.document("word " * 3_000)
    assert document.sentence_starts == tuple(range(0, 3_001, 200))
    assert parser.document("a b, " * 80).sentence_starts == (0, 198, 240)
    assert parser.document("word " * 200).sentence_starts == (0, 200)


def test_relations_in_the_order_of_the_text(
    parser: DiscourseParser, explicit: list[Relation]
) -> None:
    but = Relation("Explicit", "Comparison", "but", ((7, 7),), ((8, 9),), ((8, 8),))
    explicit.append(but)
    ((_, relations),) = parser.parse([["It rained .", "We stayed home .", "Fine but wet"]])
    assert [one.arg1 for one in relations] == [((0, 2),), ((3, 6),), ((7, 7),)]
    assert relations[2] == but


def test_trees_are_a_document(parser: DiscourseParser) -> None:
    found = parser.of_trees([parse_tree(RAIN), parse_tree(HOME)])
    assert [token.lemma for token in found.sentences[0].tokens] == ["it", "rain", "."]
    assert [token.xpos for token in found.sentences[1].tokens] == ["PRP", "VBD", "RB", "."]
    assert len(parser.relations(found)) == 1


def test_another_script_is_refused(parser: DiscourseParser) -> None:
    with pytest.raises(InputError, match="text 2 has no Latin letter"):
        parser.parse(["It rained.", "Шёл дождь. Мы остались дома."])
    assert len(parser.parse(["It rained in Киев.", "1 2 3"])) == 2


def test_one_text_is_no_list_of_texts(parser: DiscourseParser) -> None:
    (sentence,) = parser.document("It rained.").sentences
    for text in ("It rained. We left.", sentence):
        with pytest.raises(InputError, match="texts is a single text: give a list of texts"):
            parser.parse(text)  # type: ignore[arg-type]


def test_ten_thousand_sentences(parser: DiscourseParser) -> None:
    document = parser.document(["It rained ."] * 10_000)
    assert len(parser.relations(document)) == 9_999


def test_another_language_is_refused() -> None:
    with pytest.raises(UsageError, match="no discourse model is shipped for 'de'"):
        load_discourse("de")


def test_models_of_another_language_or_version(tmp_path: Path) -> None:
    path = tmp_path / "own.discourse"
    model().write(path)
    names = load_discourse("en", path, FlatTrees()).names
    assert names["discourse"].startswith("discourse-en@")
    with pytest.raises(UsageError, match="model for 'en', not for 'de'"):
        load_discourse("de", path, FlatTrees())
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(ResourceError, match="is damaged"):
        load_discourse("en", path)


def test_names_say_what_was_used(parser: DiscourseParser) -> None:
    assert parser.names["discourse"] == "discourse-en@"
    assert parser.names["trees"] == "flat"
    assert parser.names["analyzer"].startswith("builtin-rules-en+tagger-en@")


def test_a_tree_that_is_too_long_is_refused(parser: DiscourseParser) -> None:
    long = parse_tree(f"(S {'(CC and) ' * 201})")
    with pytest.raises(InputError, match="tree 2 has 201 words, more than 200: split it"):
        parser.of_trees([parse_tree(RAIN), long])

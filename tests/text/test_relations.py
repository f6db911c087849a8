"""Families and opposites: files there and back, what is refused, what ships."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.errors import ResourceError, UsageError
from tesla_metrics.files.resource import Resource, read_resource, write_resource
from tesla_metrics.text.related_words import (
    NO_RELATIONS,
    RELATIONS_KIND,
    RELATIONS_VERSION,
    Relations,
    WordRelation,
    build_relation_resource,
    find_shipped_relations,
    load_relations,
)

SHIPPED = ["en", "de", "fr", "es", "cs"]
DERIVED, OPPOSITE = WordRelation.DERIVED, WordRelation.OPPOSITE
words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=5)


def write(path: Path, pairs: dict[tuple[str, str], WordRelation], lang: str = "en") -> Path:
    write_resource(path, build_relation_resource(pairs, lang, ["x"]))
    return path


def test_there_and_back(tmp_path: Path) -> None:
    pairs = {("a", "c"): OPPOSITE, ("a", "b"): DERIVED, ("b", "ü"): DERIVED}
    found = load_relations(write(tmp_path / "x", pairs), "en")
    assert found.body.decode() == "a\t+b\t-c\nb\t+ü\n"
    assert found.get_related("a") == {"b": DERIVED, "c": OPPOSITE}
    assert found.get_related("b") == {"a": DERIVED, "ü": DERIVED}
    assert found.get_related("c") == {"a": OPPOSITE}
    assert found.get_related("d") == {}
    assert found.name.startswith("en@")


@given(st.dictionaries(st.tuples(words, words), st.sampled_from(WordRelation), min_size=1))
def test_any_pairs(
    tmp_path_factory: pytest.TempPathFactory, pairs: dict[tuple[str, str], WordRelation]
) -> None:
    pairs = {(min(pair), max(pair)): own for pair, own in pairs.items() if pair[0] != pair[1]}
    if not pairs:
        return
    path = write(tmp_path_factory.getbasetemp() / "any.relations", pairs)
    found = load_relations(path, "en")
    for (one, other), own in pairs.items():
        assert found.get_related(one)[other] is found.get_related(other)[one] is own


def test_tables_are_equal_whose_contents_are() -> None:
    one, same, other = Relations("x", b"a\t+b\n"), Relations("y", b"a\t+b\n"), Relations("x", b"")
    assert one == same != other
    assert hash(one) == hash(same)
    assert one != "a"
    assert NO_RELATIONS.get_related("a") == {}


def test_another_language_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "x", {("a", "b"): DERIVED}, "de")
    with pytest.raises(UsageError, match="relations of 'de', but the texts are 'en'"):
        load_relations(path, "en")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"a\n",
        b"a\tb\n",
        b"a\t+\n",
        b"a\t*b\n",
        b"a\t+b",
        b"\t+b\n",
        b"a\t+b\n\n",
        b"\xff",
        b"a\t+\xff\n",
        b"a\t+b\nb\t+c\n",  # two pairs
        b"a\t+b\t-b\n",
    ],
)
def test_malformed_bodies_are_refused(tmp_path: Path, body: bytes) -> None:
    refused(tmp_path / "x", body, 1)


@pytest.mark.parametrize(
    "body",
    [
        b"a\t+b\t-b\n",  # twice
        b"a\t+b\na\t-b\n",
        b"a\t+b\nb\t+a\n",
        b"b\t+c\na\t+b\n",
        b"a\t+c\t+b\n",
        b"a\t+a\t+b\n",
    ],
)
def test_no_pair_is_there_twice(tmp_path: Path, body: bytes) -> None:
    refused(tmp_path / "x", body, 2)


def refused(path: Path, body: bytes, pairs: int) -> None:
    settings = {"language": "en", "pairs": pairs}
    write_resource(path, Resource(RELATIONS_KIND, RELATIONS_VERSION, settings, body))
    with pytest.raises(ResourceError, match="body") as error:
        load_relations(path, "en")
    assert "\n" not in str(error.value)
    assert str(path) in str(error.value)


@pytest.mark.parametrize("lang", SHIPPED)
def test_what_ships(lang: str) -> None:
    path = find_shipped_relations(lang)
    assert path is not None
    assert path.stat().st_size < 100_000
    found = load_relations(path, lang)
    assert read_resource(path, RELATIONS_KIND, RELATIONS_VERSION).settings[
        "pairs"
    ] == found.body.count(b"\t")
    body = found.body.decode()
    assert all(char.isalpha() or char in "\t\n+-" for char in body)


def test_what_ships_knows_english() -> None:
    path = find_shipped_relations("en")
    assert path is not None
    found = load_relations(path, "en")
    for one, other, own in (
        ("explain", "explanation", DERIVED),
        ("commonly", "common", DERIVED),
        ("strict", "lenient", None),
        ("buy", "sell", OPPOSITE),
        ("happy", "unhappy", OPPOSITE),
        ("house", "boat", None),
    ):
        assert found.get_related(one).get(other) is own, (one, other)


def test_other_languages_have_none() -> None:
    assert find_shipped_relations("nl") is None

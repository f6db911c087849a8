"""Paraphrases: files there and back, what is refused, what ships."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.errors import InputError, ResourceError, UsageError
from tesla_metrics.files.resource import Resource, read_resource, write_resource
from tesla_metrics.text.related_words import (
    NO_PARAPHRASES,
    PARAPHRASES_KIND,
    PARAPHRASES_VERSION,
    Paraphrases,
    build_paraphrase_resource,
    find_shipped_paraphrases,
    load_paraphrases,
)

SHIPPED = ["en", "de", "fr", "es", "cs"]
words = st.text(
    st.characters(exclude_categories=["Cs", "Z", "Cc"]), min_size=1, max_size=5
)  # no spaces


def write(path: Path, pairs: dict[tuple[str, str], float], lang: str = "en") -> Path:
    write_resource(path, build_paraphrase_resource(pairs, lang, ["x.table"]))
    return path


def test_there_and_back(tmp_path: Path) -> None:
    pairs = {("a", "b"): 0.314, ("a", "c"): 1.0, ("b", "ü"): 0.001}
    found = load_paraphrases(write(tmp_path / "x", pairs), "en")
    assert found.body.decode() == "a\t31 b\t100 c\nb\t1 ü\n"
    assert found.get_related("a") == {"b": 0.31, "c": 1.0}
    assert found.get_related("b") == {"a": 0.31, "ü": 0.01}
    assert found.get_related("ü") == {"b": 0.01}
    assert found.get_related("d") == {}
    assert found.name.startswith("en@")


@given(st.dictionaries(st.tuples(words, words), st.floats(0.01, 1), min_size=1))
def test_any_pairs(pairs: dict[tuple[str, str], float]) -> None:
    pairs = {(min(pair), max(pair)): strength for pair, strength in pairs.items()}
    found = Paraphrases("x", build_paraphrase_resource(pairs, "en", []).body)
    for (one, other), strength in pairs.items():
        assert abs(found.get_related(one)[other] - strength) <= 0.0051
        assert found.get_related(one)[other] == found.get_related(other)[one]


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = write(tmp_path / "x", {("a", "b"): 0.3})
    first = load_paraphrases(path, "en")
    write(path, {("a", "c"): 0.4, ("b", "c"): 0.3})
    os.utime(path, ns=(1, 1))
    second = load_paraphrases(path, "en")
    assert first != second
    assert second.get_related("a") == {"c": 0.4}


def test_another_language_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "x", {("a", "b"): 0.3}, "de")
    with pytest.raises(UsageError, match="paraphrases of 'de', but the texts are 'en'"):
        load_paraphrases(path, "en")


@pytest.mark.parametrize(
    "body",
    [
        b"a\n",
        b"a\tb\n",
        b"a\t0 b\n",
        b"a\t101 b\n",
        b"a\t5 b",
        b"a\t5 b c\n",
        b"a b\t5 c\n",
        b"\xff",
        b"",
        b"a\t5 \xff\n",
        b"a\t5 b\nb\t5 c\n",
        b"a\t5 a\n",
        b"b\t5 a\n",
        b"a\t1e1 b\n",
    ],
)
def test_malformed_bodies_are_refused(tmp_path: Path, body: bytes) -> None:
    write_resource(
        tmp_path / "x",
        Resource(PARAPHRASES_KIND, PARAPHRASES_VERSION, {"language": "en", "pairs": 1}, body),
    )
    with pytest.raises(ResourceError, match="body"):
        load_paraphrases(tmp_path / "x", "en")


def test_nothing_is_no_table() -> None:
    with pytest.raises(InputError, match="no two words"):
        build_paraphrase_resource({}, "en", [])
    assert NO_PARAPHRASES.get_related("a") == {}


@pytest.mark.parametrize("lang", SHIPPED)
def test_what_ships(lang: str) -> None:
    path = find_shipped_paraphrases(lang)
    assert path is not None
    assert path.stat().st_size < 500_000
    found = load_paraphrases(path, lang)
    body = found.body.decode()
    assert not any(char.isdecimal() for line in body.split("\n") for char in line.split("\t")[0])
    assert read_resource(path, PARAPHRASES_KIND, PARAPHRASES_VERSION).settings[
        "pairs"
    ] == body.count(" ")


def test_what_ships_knows_english() -> None:
    path = find_shipped_paraphrases("en")
    assert path is not None
    found = load_paraphrases(path, "en")
    assert found.get_related("illness")["disease"] > 0.1
    assert "house" not in found.get_related("disease")


def test_other_languages_have_none() -> None:
    assert find_shipped_paraphrases("nl") is None

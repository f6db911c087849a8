"""Compiled dictionaries say the same as what they were made from."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.errors import ResourceError, UsageError
from tesla_metrics.files.resource import Resource, write_resource
from tesla_metrics.text.synonyms import load_synonyms
from tesla_metrics.text.synonyms.load import compile_synonyms, load_compiled
from tesla_metrics.text.synonyms.table import decode_synsets, encode_synsets, number_synsets

SOURCES = {
    "my.tsv": "car\tAuto\nice cream\tgelato\nlone\n",
    "c.txt": "Bp01A01= 雨伞 伞\nBp01A02# 器具\n",
    "th_xx.dat": "UTF-8\nperdre|1\n-|égarer|rater\nrater|2\n-|perdre\n-|échouer\n",
}


@pytest.mark.parametrize("name", SOURCES)
def test_compiled_and_parsed_are_equal(tmp_path: Path, name: str) -> None:
    source, target = tmp_path / name, tmp_path / "x.synonyms"
    source.write_text(SOURCES[name], encoding="utf-8")
    write_resource(target, compile_synonyms(source, "xx"))
    parsed, compiled = load_synonyms("xx", str(source)), load_synonyms("xx", str(target))
    assert compiled.name == parsed.name
    for word in SOURCES[name].lower().replace("|", "\t").replace("\n", "\t").split("\t"):
        assert compiled.synsets(word) == parsed.synsets(word)


def test_the_settings_tell_where_it_came_from(tmp_path: Path) -> None:
    path = tmp_path / "my.tsv"
    path.write_text("a\tb\nb\ta\nc\n", encoding="utf-8")
    settings = compile_synonyms(path, "de").settings
    assert len(settings.pop("sha256")) == 64
    assert settings == {"source": "file:my.tsv", "language": "de", "words": 3, "synsets": 2}


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    source, target = tmp_path / "my.tsv", tmp_path / "x.synonyms"
    source.write_text("a\tb\n", encoding="utf-8")
    write_resource(target, compile_synonyms(source, "de"))
    content = target.read_bytes()
    target.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(ResourceError, match="damaged"):
        load_synonyms("de", str(target))


def test_files_of_another_kind_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.synonyms"
    write_resource(path, Resource("counts", 1, {}, b""))
    with pytest.raises(ResourceError, match="contains a counts"):
        load_synonyms("de", str(path))
    facts = {"source": "a", "sha256": "b" * 64, "language": "de", "words": 1, "synsets": 1}
    for body in (
        b"", b"no number\n", b"a\tb\n", b"a\t1", b"a\t-1\n", b"a\t1  2\n", b"a\t1 \n",
        b"\t1\n", b"a\t1\n\n", b"a\t1\t2\n",
        b"a\t9999999999\n", b"\xff\t1\n", b"a\t1\nb\t1\n", "a\t٣\n".encode(),
    ):  # fmt: skip
        write_resource(path, Resource("synonyms", 1, facts, body))
        with pytest.raises(ResourceError, match="body"):
            load_compiled(path)


def test_what_is_compiled_is_not_compiled_again(tmp_path: Path) -> None:
    path = tmp_path / "x.synonyms"
    write_resource(path, Resource("synonyms", 1, {}, b""))
    with pytest.raises(UsageError, match="already compiled"):
        compile_synonyms(path, "de")


@given(st.lists(st.frozensets(st.text("abü x", min_size=1), max_size=4)))
def test_numbers_survive_and_overlap_as_the_synsets_do(synsets: list[frozenset[str]]) -> None:
    numbers = number_synsets(synsets)
    assert decode_synsets(encode_synsets(numbers)) == numbers
    for one in numbers:
        for other in numbers:
            meet = set(numbers[one].split()) & set(numbers[other].split())
            assert bool(meet) == any({one, other} <= synset for synset in synsets)


def test_one_of_another_language_is_refused(tmp_path: Path) -> None:
    source, path = tmp_path / "own.tsv", tmp_path / "own.synonyms"
    source.write_text("boat\tship\n", encoding="utf-8")
    write_resource(path, compile_synonyms(source, "en"))
    assert load_synonyms("en", str(path)).name == load_synonyms("und", str(path)).name
    with pytest.raises(UsageError, match="has synonyms of 'en', but the texts are 'de'"):
        load_synonyms("de", str(path))
    write_resource(path, compile_synonyms(source, "und"))
    assert load_synonyms("de", str(path)).name

"""A file of synonyms is told by its content, or refused; never taken for another thing."""

import gzip
from pathlib import Path

import pytest

from tesla_metrics.errors import ResourceError
from tesla_metrics.files.resource import write_resource
from tesla_metrics.text.synonyms import load_synonyms
from tesla_metrics.text.synonyms.load import compile_synonyms

TABBED = "car\tauto\nhouse\thome\n"


def load(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    load_synonyms("xx", str(path))


def test_a_compiled_file_that_is_cut_anywhere(tmp_path: Path) -> None:
    source, path = tmp_path / "my.tsv", tmp_path / "x.synonyms"
    source.write_text(TABBED, "utf-8")
    write_resource(path, compile_synonyms(source, "xx"))
    whole = path.read_bytes()
    for length in range(len(whole)):
        with pytest.raises(ResourceError):
            load(tmp_path / f"{length}.synonyms", whole[:length])


@pytest.mark.parametrize(
    ("content", "fact"),
    [
        (b"", "it is empty"),
        (b"\n \t\n", "it is empty"),
        (b"\xef\xbb\xbf", "it is empty"),
        (b"t", "truncated inside its first line"),
        (b"tesla-resource", "truncated inside its first line"),
        (b"tesla-mapped 1 00", "it is a phrase table"),
        (b'{"kind": "tesla-x", "version": 1}', "it is a model"),
        (b"\\data\\\nngram 1=3\n", "it is a language model"),
        (b"car\tauto\0\n", "it is binary"),
        (TABBED.encode("utf-16"), "it is binary"),
        (b"\xfd7zXZ\0\0", "it is compressed with xz"),
        (gzip.compress(b""), "it is empty"),
        (gzip.compress(gzip.compress(b"car\tauto\n")), "it is compressed with gzip"),
        (b"\x1f", "it is binary"),
        (b"\x1f\x8b", "damaged gzip"),
        (gzip.compress(TABBED.encode())[:-5], "damaged gzip"),
        (gzip.compress(TABBED.encode()) + b"x", "damaged gzip"),
        (b"Once there was a house.\nIt had a door.\n", "no two words that mean the same"),
        (b"car\nauto\n", "no two words that mean the same"),
        (b"car\tCar\n", "no two words that mean the same"),
        (b"car\t\n", "no two words that mean the same"),
        (b"a\tb\n" * 2000 + b"c\0\td\n", "line 2001: holds a NUL byte"),
        (b"UTF-8\n", "no two words that mean the same"),
        (b"UTF-8\nhouse|1\n-", "no two words that mean the same"),
        (b"UTF-9\nhouse|1\n-|home\n", "no two words that mean the same"),
        (b"unicode_escape\nhouse|1\n-|home\n", "no two words that mean the same"),
        (b"UTF-8\nhouse|1\n-|home\ncar|" + b"9" * 5000 + b"\n-|auto\n", "line 4: no entry"),
        (b"Bp01A01= umbrella\n", "no two words that mean the same"),
        (b"Bp01A0", "no two words that mean the same"),
    ],
)
def test_what_holds_no_synonyms(tmp_path: Path, content: bytes, fact: str) -> None:
    with pytest.raises(ResourceError, match=fact) as caught:
        load(tmp_path / "x.synonyms", content)
    assert "\n" not in str(caught.value)


def test_a_small_file_that_expands_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tesla_metrics.text.synonyms.base.MAX_BYTES", 1 << 20)
    with pytest.raises(ResourceError, match="more than 1 MiB"):
        load(tmp_path / "x", gzip.compress(b"car\tauto\n" * 200_000))
    load(tmp_path / "y", gzip.compress(b"car\tauto\n" * 100_000))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no device without end")
def test_a_device_without_end() -> None:
    with pytest.raises(ResourceError, match="it is binary"):
        load_synonyms("xx", "/dev/zero")

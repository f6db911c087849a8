"""Files told by how they begin."""

import bz2
import gzip
from pathlib import Path

import pytest

from tesla_metrics.files.compression import (
    MAPPED_MAGIC,
    RESOURCE_MAGIC,
    FileKind,
    detect_file_type,
    detect_type,
)


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        (b"", FileKind.EMPTY),
        (b"\xef\xbb\xbf \r\n\n", FileKind.EMPTY),
        (RESOURCE_MAGIC, FileKind.RESOURCE),
        (b"tesla-resource 2 abc", FileKind.RESOURCE),
        (MAPPED_MAGIC + b"0", FileKind.MAPPED),
        (b'{\n  "kind": "tesla-x",', FileKind.MODEL),
        (b"# tesla-metrics {", FileKind.LANGUAGE_MODEL),
        (b"\n# made by hand\n\\data\\\nngram 1=3\n", FileKind.LANGUAGE_MODEL),
        (gzip.compress(b"x"), FileKind.COMPRESSED),
        (bz2.compress(b"x"), FileKind.COMPRESSED),
        (b"a\tb\0\n", FileKind.BINARY),
        ("a\tb\n".encode("utf-16"), FileKind.BINARY),
        (b"\x7fELF\x02", FileKind.BINARY),
        (b"PK\x03\x04", FileKind.BINARY),
        (b"house\thome\r\n", FileKind.TEXT),
        ("Bp01A01= 雨伞 伞\n".encode(), FileKind.TEXT),
        (b"UTF-8\nhouse|1\n", FileKind.TEXT),
        (b"tesla-\tcar\n", FileKind.TEXT),
    ],
)
def test_starts(tmp_path: Path, start: bytes, kind: FileKind) -> None:
    assert detect_type(start, True).kind is kind
    path = tmp_path / "x"
    path.write_bytes(start)
    assert detect_file_type(path).kind is kind


@pytest.mark.parametrize("magic", [RESOURCE_MAGIC, MAPPED_MAGIC])
def test_cut_inside_the_first_words(magic: bytes) -> None:
    for length in range(1, len(magic) - 2):
        assert detect_type(magic[:length], True).kind is FileKind.TRUNCATED
        assert detect_type(magic[:length], False).kind is FileKind.TEXT


def test_what_it_is_called() -> None:
    assert detect_type(gzip.compress(b"x"), True).description == "compressed with gzip"
    assert detect_type(b"", True).description == "empty"

"""Reading lines."""

import gzip
import io
from pathlib import Path
from unittest.mock import patch

import pytest

from tesla_metrics.errors import InputError
from tesla_metrics.files.lines import get_display_name, iterate_lines, read_lines


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"a\nb\n", ["a", "b"]),
        (b"a\nb", ["a", "b"]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n", ["a", "\ufeffb"]),
        (b"\n", [""]),
        (b"\n\n", ["", ""]),
        (b"a\n\nb\n\n", ["a", "", "b", ""]),
        (b" a \r\r\n", [" a \r"]),
        ("é\u2028\x0b\x0c\x1c\x85ü\n".encode(), ["é\u2028\x0b\x0c\x1c\x85ü"]),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_lines(tmp_path: Path, content: bytes, lines: list[str], packed: bool) -> None:
    path = tmp_path / ("text.gz" if packed else "text")
    path.write_bytes(gzip.compress(content) if packed else content)
    assert read_lines(str(path)) == lines
    assert list(iterate_lines(str(path))) == lines


def test_standard_input() -> None:
    with patch("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbfa\r\n\xc3\xa9"))):
        assert read_lines("-") == ["a", "é"]
    assert get_display_name("-") == "standard input"
    assert get_display_name("x/-") == "x/-"


def test_lines_before_a_fault_come_out(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"a\nb\n\xff\n")
    lines = iterate_lines(str(path))
    assert [next(lines), next(lines)] == ["a", "b"]
    with pytest.raises(InputError, match=r"text, line 3: byte 1 is not valid UTF-8"):
        next(lines)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"\xef\xbb\xbf", "is empty"),
        (b"a\nb\0\n", "line 2: contains a NUL byte"),
        (b"a\n\xed\xa0\x80\n", "line 2: byte 1"),
        (b"caf\xe9\n", "line 1: byte 4"),
    ],
)
def test_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "text"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        read_lines(str(path))


def test_missing_and_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone does not exist"):
        read_lines(str(tmp_path / "gone"))
    with pytest.raises(InputError, match=r"gone.gz does not exist"):
        read_lines(str(tmp_path / "gone.gz"))
    with pytest.raises(InputError, match="is a folder"):
        read_lines(str(tmp_path))


def test_damaged_gzip(tmp_path: Path) -> None:
    path = tmp_path / "text.gz"
    whole = gzip.compress(b"one line\nanother line\n" * 50)
    for content in (whole[:-1], whole[: len(whole) // 2], whole[:4], b"plain\n"):
        path.write_bytes(content)
        with pytest.raises(InputError, match=r"text.gz is not a complete gzip file"):
            read_lines(str(path))
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 0xFF
    path.write_bytes(flipped)
    with pytest.raises(InputError, match=r"text.gz"):
        read_lines(str(path))

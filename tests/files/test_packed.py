"""Compressed files of every kind, whole and damaged."""

import bz2
import gzip
import io
import lzma
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import pytest

from tesla_metrics.errors import InputError, ResourceError
from tesla_metrics.files.compression import get_compression_suffix, strip_compression_suffix
from tesla_metrics.files.lines import iterate_lines, read_lines
from tesla_metrics.optional import get_install_command

TEXT = b"one line\nanother line\n" * 200
LINES = TEXT.decode().splitlines()
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".xz": lzma.compress,
    ".bz2": bz2.compress,
}
ZSTD = ("compression.zstd", "backports.zstd", "pyzstd", "zstandard")


@pytest.mark.parametrize("suffix", PACKERS)
def test_lines(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"text.txt{suffix}"
    path.write_bytes(PACKERS[suffix](TEXT))
    assert read_lines(str(path)) == LINES
    path.write_bytes(PACKERS[suffix](TEXT) + PACKERS[suffix](b"more\n"))
    assert read_lines(str(path)) == [*LINES, "more"]


@pytest.mark.parametrize("suffix", PACKERS)
def test_damage_is_one_line(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"text{suffix}"
    whole = PACKERS[suffix](TEXT)
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 0xFF
    for content in (whole[:-1], whole[: len(whole) // 2], whole[:4], b"plain\n", bytes(flipped)):
        path.write_bytes(content)
        with pytest.raises(InputError, match=rf"text{suffix} is not a complete \w+ file") as caught:
            read_lines(str(path))
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("suffix", PACKERS)
def test_without_its_suffix(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / "text"
    path.write_bytes(PACKERS[suffix](TEXT))
    with pytest.raises(InputError, match=rf"text is compressed with \w+.*does not end in {suffix}"):
        read_lines(str(path))
    source = io.TextIOWrapper(io.BytesIO(PACKERS[suffix](TEXT)))
    with patch("sys.stdin", source), pytest.raises(InputError, match="standard input is compress"):
        read_lines("-")


def test_zst_without_its_suffix(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"\x28\xb5\x2f\xfd and so on")
    with pytest.raises(InputError, match="compressed with zstd"):
        read_lines(str(tmp_path / "text"))


def test_no_package_for_zst(tmp_path: Path) -> None:
    path = tmp_path / "text.zst"
    path.write_bytes(b"\x28\xb5\x2f\xfd")
    missing = patch.dict(sys.modules, dict.fromkeys(ZSTD))
    with missing, pytest.raises(ResourceError, match=r"pip install .*\[zst\]") as caught:
        read_lines(str(path))
    assert get_install_command("zst") in str(caught.value)


@pytest.mark.parametrize("name", ZSTD)
def test_zst(tmp_path: Path, name: str) -> None:
    module = pytest.importorskip(name)
    path = tmp_path / "text.zst"
    others = {other: None for other in ZSTD if other != name}
    whole: bytes = module.compress(TEXT)
    with patch.dict(sys.modules, others):
        path.write_bytes(whole)
        assert read_lines(str(path)) == LINES
        path.write_bytes(whole + module.compress(b"more\n"))
        assert read_lines(str(path)) == [*LINES, "more"]
        for content in (whole[:-1], whole[: len(whole) // 2], whole[:4], b"plain text\n"):
            path.write_bytes(content)
            with pytest.raises(InputError, match=r"text.zst is not a complete zstd file"):
                read_lines(str(path))


class Frame:
    """A pretended frame: four letters, and the rest is not its own."""

    def __init__(self) -> None:
        self.eof, self.unused_data, self._seen = False, b"", b""

    def decompress(self, block: bytes) -> bytes:
        before = len(self._seen)
        self._seen = (self._seen + block)[:4]
        self.eof = len(self._seen) == 4
        self.unused_data = block[4 - before :] if self.eof else b""
        return self._seen[before:]


def test_frames_of_zstandard(tmp_path: Path) -> None:
    fake = ModuleType("zstandard")
    fake.ZstdError = type("ZstdError", (Exception,), {})  # type: ignore[attr-defined]
    fake.ZstdDecompressor = lambda: type("D", (), {"decompressobj": Frame})()  # type: ignore[attr-defined]
    path = tmp_path / "text.zst"
    with patch.dict(sys.modules, {**dict.fromkeys(ZSTD), "zstandard": fake}):
        path.write_bytes(b"a b\nc d\n")
        assert read_lines(str(path)) == ["a b", "c d"]
        path.write_bytes(b"a b\nc d")
        with pytest.raises(InputError, match="the file is truncated"):
            list(iterate_lines(str(path)))


@pytest.mark.parametrize(("suffix", "module"), [(".xz", "lzma"), (".bz2", "bz2")])
def test_a_python_without_the_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, module: str
) -> None:
    path = tmp_path / f"x.txt{suffix}"
    path.write_bytes(PACKERS[suffix](TEXT))
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ResourceError, match=f"built without the module {module}") as caught:
        read_lines(str(path))
    assert caught.value.exit_code == 4


def test_names() -> None:
    assert get_compression_suffix("a/b.txt.xz") == ".xz"
    assert get_compression_suffix("a/b.xz.txt") == ""
    assert [strip_compression_suffix(name) for name in ("a.txt.zst", "a.txt", "a.bz2")] == [
        "a.txt", "a.txt", "a",
    ]  # fmt: skip

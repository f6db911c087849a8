"""Compressed files: which there are, how each is opened, and how damage shows."""

import io
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, cast

from ..errors import ResourceError
from ..optional import how_to_install

# zstd makes up to 32,000 bytes of one, and all of a block are in memory.
_BLOCK = 1 << 9
# How a file of each kind starts.
_STARTS = {
    ".gz": (b"\x1f\x8b",),
    ".xz": (b"\xfd7zXZ\0",),
    ".bz2": tuple(b"BZh%d1AY&SY" % level for level in range(1, 10)),
    ".zst": (b"\x28\xb5\x2f\xfd",),
}
SUFFIXES = tuple(_STARTS)
_PROGRAMS = {".gz": "gzip", ".xz": "xz", ".bz2": "bzip2", ".zst": "zstd"}
_MODULES = {".gz": "gzip", ".xz": "lzma", ".bz2": "bz2"}
# In Python from 3.14 on, packages with the same face, and one with another.
_ZSTD = ("compression.zstd", "backports.zstd", "pyzstd", "zstandard")


def packing(path: str) -> str:
    """The suffix that says how a file is compressed; empty where it is not."""
    suffix = Path(path).suffix
    return suffix if suffix in SUFFIXES else ""


def unpacked_name(path: str) -> str:
    """The name without that suffix."""
    return path.removesuffix(packing(path))


def program(suffix: str) -> str:
    """What people call the format."""
    return _PROGRAMS[suffix]


def packed_start(start: bytes) -> str:
    """The suffix that a file with this start should have; empty for one that is plain."""
    return next((suffix for suffix, starts in _STARTS.items() if start.startswith(starts)), "")


def open_packed(path: str) -> BinaryIO:
    """The bytes inside a file whose suffix says how it is compressed."""
    suffix = packing(path)
    # Imported when one is there: most files are plain.
    opened: Callable[[str], Any] = (
        _open_zst if suffix == ".zst" else import_module(_MODULES[suffix]).open
    )
    # These find lines in Python; the buffer around them does so in C.
    return io.BufferedReader(opened(path))


def damage() -> tuple[type[Exception], ...]:
    """What is raised while a damaged file is read (bz2 also: an OSError without number)."""
    import gzip
    import lzma
    import zlib

    used: list[Any] = [sys.modules[name] for name in _ZSTD if sys.modules.get(name)]
    zstd = (module.ZstdError for module in used)
    return gzip.BadGzipFile, EOFError, zlib.error, lzma.LZMAError, *zstd


def _zstd() -> Any:
    for name in _ZSTD:
        try:
            return import_module(name)
        except ImportError:
            continue
    return None


def _open_zst(path: str) -> Any:
    zstd = _zstd()
    if zstd is None:
        raise ResourceError(
            f"{path} is compressed by zstd, which this Python cannot read: "
            f"{how_to_install('zst')} (or zstandard), or unpack it with zstd -d"
        )
    if hasattr(zstd, "ZstdFile"):
        return zstd.open(path, "rb")
    return io.BufferedReader(cast(io.RawIOBase, _Blocks(_unpack(Path(path), zstd))))


def _unpack(path: Path, zstandard: Any) -> Iterator[bytes]:
    """By the package zstandard, whose own reader takes half a file for a whole one."""
    frame = None
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            while block:
                frame = frame or zstandard.ZstdDecompressor().decompressobj()
                yield frame.decompress(block)
                block = frame.unused_data
                if frame.eof:
                    frame = None
    if frame is not None:
        raise EOFError("it ends in the middle")


class _Blocks(io.RawIOBase):
    """Blocks of bytes as a stream."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self._blocks, self._rest = blocks, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._rest:
            block = next(self._blocks, None)
            if block is None:
                return 0
            self._rest = block
        count = min(len(buffer), len(self._rest))
        buffer[:count], self._rest = self._rest[:count], self._rest[count:]
        return count

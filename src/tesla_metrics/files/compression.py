"""Open compressed files, detect file types by their first bytes, and limit the size of content."""

import io
import re
import sys
import zlib
from collections.abc import Callable, Iterator
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from ..errors import ResourceError
from ..optional import get_install_command
from .schema import SchemaError

# Compressed bytes to read at a time. zstd expands a byte to up to 32,000 bytes, and all
# decompressed bytes of a block are in memory.
_BLOCK_BYTES = 1 << 9
# The first bytes of each format.
_FIRST_BYTES = {
    ".gz": (b"\x1f\x8b",),
    ".xz": (b"\xfd7zXZ\0",),
    ".bz2": tuple(b"BZh%d1AY&SY" % level for level in range(1, 10)),
    ".zst": (b"\x28\xb5\x2f\xfd",),
}
COMPRESSION_SUFFIXES = tuple(_FIRST_BYTES)
_PROGRAM_NAMES = {".gz": "gzip", ".xz": "xz", ".bz2": "bzip2", ".zst": "zstd"}
_MODULE_NAMES = {".gz": "gzip", ".xz": "lzma", ".bz2": "bz2"}
# Modules for zstd: the module of Python 3.14, two packages with the same API, and zstandard, which
# has another API.
_ZSTD_MODULES = ("compression.zstd", "backports.zstd", "pyzstd", "zstandard")


def get_compression_suffix(path: str) -> str:
    """Return the suffix of a compressed file such as `.gz`; empty for other files."""
    suffix = Path(path).suffix
    return suffix if suffix in COMPRESSION_SUFFIXES else ""


def strip_compression_suffix(path: str) -> str:
    """Return the path without the suffix of its compression."""
    return path.removesuffix(get_compression_suffix(path))


def get_program_name(suffix: str) -> str:
    """Return the name of the program that reads files of a suffix: gzip for `.gz`."""
    return _PROGRAM_NAMES[suffix]


def detect_compression(first_bytes: bytes) -> str:
    """Return the suffix of the compression of a file that starts so; empty if not compressed."""
    return next(
        (suffix for suffix, starts in _FIRST_BYTES.items() if first_bytes.startswith(starts)), ""
    )


def open_compressed(path: str) -> BinaryIO:
    """Open a compressed file by its suffix, and return a stream of its uncompressed bytes."""
    suffix = get_compression_suffix(path)
    # Imported on demand: most files are not compressed.
    open_by_suffix: Callable[[str], Any] = (
        _open_zst if suffix == ".zst" else _import_decompressor(suffix, path).open
    )
    # These streams split lines in Python; a BufferedReader splits them in C.
    return io.BufferedReader(open_by_suffix(path))


def import_lzma(path: str | Path) -> Any:
    """Import the module that reads xz; `path` is the file to read, for the error message."""
    return _import_decompressor(".xz", path)


def _import_decompressor(suffix: str, path: str | Path) -> Any:
    """Import a module of the standard library that some builds of Python do not have."""
    name = _MODULE_NAMES[suffix]
    try:
        return import_module(name)
    except ImportError as error:
        raise ResourceError(
            f"{path} is compressed with {get_program_name(suffix)}, which this Python cannot read "
            f"(it was built without the module {name}): use a Python that has it"
        ) from error


def get_damage_exceptions() -> tuple[type[Exception], ...]:
    """Return the exceptions raised for damaged files.

    For bz2 there is also an OSError without errno, which callers have to catch.
    """
    import gzip

    def list_loaded(names: tuple[str, ...]) -> list[Any]:
        return [sys.modules[name] for name in names if sys.modules.get(name)]

    xz_errors = (module.LZMAError for module in list_loaded(("lzma",)))
    zstd_errors = (module.ZstdError for module in list_loaded(_ZSTD_MODULES))
    return gzip.BadGzipFile, EOFError, zlib.error, *xz_errors, *zstd_errors


def _import_zstd() -> Any:
    """Import the first available module for zstd; return None if there is none."""
    for name in _ZSTD_MODULES:
        try:
            return import_module(name)
        except ImportError:
            continue
    return None


def _open_zst(path: str) -> Any:
    zstd = _import_zstd()
    if zstd is None:
        raise ResourceError(
            f"{path} is compressed with zstd, which this Python cannot read: "
            f"{get_install_command('zst')} (or zstandard), or unpack it with zstd -d"
        )
    if hasattr(zstd, "ZstdFile"):
        return zstd.open(path, "rb")
    return io.BufferedReader(cast(io.RawIOBase, _BlockStream(_iterate_unpacked(Path(path), zstd))))


def _iterate_unpacked(path: Path, zstandard: Any) -> Iterator[bytes]:
    """Yield decompressed blocks with the package zstandard.

    The reader of the package itself does not detect truncated files.
    """
    decompressor = None
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK_BYTES):
            while block:
                decompressor = decompressor or zstandard.ZstdDecompressor().decompressobj()
                yield decompressor.decompress(block)
                block = decompressor.unused_data
                if decompressor.eof:
                    decompressor = None
    if decompressor is not None:
        raise EOFError("the file is truncated")


class _BlockStream(io.RawIOBase):
    """A raw stream over an iterator of blocks."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self._blocks, self._pending = blocks, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._pending:
            block = next(self._blocks, None)
            if block is None:
                return 0
            self._pending = block
        count = min(len(buffer), len(self._pending))
        buffer[:count], self._pending = self._pending[:count], self._pending[count:]
        return count


MIB = 1 << 20
# Maximum size of a decompressed body in bytes. The largest body in the package has 2.3 MiB.
MAX_BODY = 512 * MIB
# Limits for old files, which do not state the size of their body. Word tables are compressed to
# between a half and a fifth of their size; a file with a much higher ratio is malicious.
_MAX_UNSTATED = 64 * MIB
_MAX_COMPRESSION_RATIO = 100
_MIN_UNSTATED_BODY = 1 << 16
# Memory for decompressing xz: its dictionary has at most 64 MiB (preset 9).
_MAX_XZ_MEMORY = 80 * MIB
# Literals depend on more of the previous byte, and not on the position: weights have no alignment.
_XZ_FILTER = {"lc": 4, "lp": 0, "pb": 0}


def read_bounded(stream: BinaryIO, limit: int, path: Path) -> bytes:
    """Read a stream to its end; raise a ResourceError if there are more than `limit` bytes."""
    content = stream.read(limit + 1)
    if len(content) > limit:
        raise ResourceError(
            f"{path} has more than {limit // MIB} MiB, which is too large for a file of this type: "
            "check that it is the right file"
        )
    return content


def compress_xz(content: bytes, path: str | Path) -> bytes:
    """Compress content with xz as well as possible; `path` is for the error message."""
    lzma = import_lzma(path)
    preset = 9 | lzma.PRESET_EXTREME
    filters = [{"id": lzma.FILTER_LZMA2, "preset": preset, **_XZ_FILTER}]
    packed: bytes = lzma.compress(content, check=lzma.CHECK_CRC32, filters=filters)
    return packed


def decompress_bounded(packed: bytes, stated_size: int | None, path: str | Path = "") -> bytes:
    """Decompress zlib or xz data; raise a SchemaError if the result has another size than stated.

    If `stated_size` is None, the result may have about a hundred times the compressed size. `path`
    is for the error message of a Python that cannot read xz.
    """
    if stated_size is not None and stated_size > MAX_BODY:
        raise SchemaError(f"its stated body size is {stated_size} bytes, the maximum is {MAX_BODY}")
    default_limit = min(_MAX_COMPRESSION_RATIO * len(packed) + _MIN_UNSTATED_BODY, _MAX_UNSTATED)
    limit = default_limit if stated_size is None else stated_size
    # With one byte more than allowed, the decompressor detects the end of a valid body.
    content, is_complete, extra_data = _decompress_start(packed, limit + 1, path)
    if len(content) > limit:
        raise SchemaError(f"its body has more than the allowed {limit} bytes")
    if not is_complete:
        raise SchemaError("its body is truncated")
    if extra_data:
        raise SchemaError("there is extra data after its body")
    if stated_size is not None and len(content) != stated_size:
        raise SchemaError(
            f"its body has {len(content)} bytes, but its stated size is {stated_size}"
        )
    return content


def _decompress_start(packed: bytes, limit: int, path: str | Path) -> tuple[bytes, bool, bytes]:
    """Return up to `limit` bytes of content, whether it ends there, and the data after its end."""
    decompressor: Any = zlib.decompressobj()
    damage: type[Exception] = zlib.error
    if detect_compression(packed) == ".xz":
        lzma = import_lzma(path)
        decompressor = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MAX_XZ_MEMORY)
        damage = lzma.LZMAError
    try:
        content = decompressor.decompress(packed, limit)
    except damage as error:
        raise SchemaError(str(error)) from error
    return content, decompressor.eof, decompressor.unused_data


# Detecting file types by their first bytes
#
# Names and suffixes are ignored. A file that is empty, binary or truncated inside its first line
# has a type of its own, so that it is never read as a text table.

RESOURCE_MAGIC = b"tesla-resource 1 "
MAPPED_MAGIC = b"tesla-mapped 1 "

_SAMPLE_BYTES = 4096
_MODEL_START = re.compile(rb'\s*\{\s*"(?:kind|version|checksum)"\s*:')
_ARPA_START = re.compile(rb"(?:[^\S\n]*\n|#.*\n)*\\data\\\s")
_LANGUAGE_MODEL_START = b"# tesla-metrics {"
# Control characters that do not occur in text; tabs, line ends and form feeds do.
_CONTROL_CHARACTER = re.compile(rb"[\0-\x08\x0b\x0e-\x1f\x7f]")
_UTF8_BOM = b"\xef\xbb\xbf"


class FileKind(StrEnum):
    """A type of file; its value is the description in messages."""

    EMPTY = "empty"
    TRUNCATED = "truncated inside its first line"
    RESOURCE = "a tagger or word table made by 'tesla build'"
    MAPPED = "a phrase table or encoder made by 'tesla build'"
    MODEL = "a model made by 'tesla train'"
    LANGUAGE_MODEL = "a language model"
    COMPRESSED = "compressed"
    BINARY = "binary"
    TEXT = "plain text"


class DetectedType(NamedTuple):
    """The type of a file, and its description for a message: "it is ..."."""

    kind: FileKind
    description: str


def detect_type(first_bytes: bytes, is_complete: bool) -> DetectedType:
    """Detect the type of a file by its first bytes; with `is_complete`, the file has no others."""
    kind = _detect_kind(first_bytes.removeprefix(_UTF8_BOM), is_complete)
    suffix = detect_compression(first_bytes)
    description = f"compressed with {get_program_name(suffix)}" if suffix else kind.value
    return DetectedType(kind, description)


def detect_file_type(path: Path) -> DetectedType:
    """Detect the type of a file; raise an OSError if it cannot be read."""
    with path.open("rb") as stream:
        first_bytes = stream.read(_SAMPLE_BYTES)
        return detect_type(first_bytes, len(first_bytes) < _SAMPLE_BYTES)


def _detect_kind(first_bytes: bytes, is_complete: bool) -> FileKind:
    if detect_compression(first_bytes):
        return FileKind.COMPRESSED
    if is_complete and not first_bytes.strip():
        return FileKind.EMPTY
    for magic, kind in (
        (RESOURCE_MAGIC, FileKind.RESOURCE),
        (MAPPED_MAGIC, FileKind.MAPPED),
    ):
        if first_bytes.startswith(
            magic[:-2]
        ):  # Without the version: later versions are detected too.
            return kind
        if is_complete and magic.startswith(first_bytes):
            return FileKind.TRUNCATED
    if _MODEL_START.match(first_bytes):
        return FileKind.MODEL
    if first_bytes.startswith(_LANGUAGE_MODEL_START) or _ARPA_START.match(first_bytes):
        return FileKind.LANGUAGE_MODEL
    return FileKind.BINARY if _CONTROL_CHARACTER.search(first_bytes) else FileKind.TEXT

"""A container for large arrays that are used where they lie on disk.

    tesla-mapped 1 <sha256 of all that follows this line>
    {"kind": ..., "version": ..., "settings": {...}, "sections": {name: [type, shape, offset]}}
    <arrays, little-endian; offsets count from the first multiple of 64 after the header>

Like `resource`, but not compressed, so that arrays are used where they lie: opening it costs one
pass of the checksum, and memory that the system may take back at any time.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from ..arrays import Array
from .atomic import open_atomically
from .header import ANY_SETTINGS, encode_header
from .locked import locked
from .mapping import BLOCK, HEX, MAGIC, MappedViews, map_views, size_of, up, view_content
from .schema import Shape

# A section's content: an array, or the raw file of one with its type and shape.
Section = Array | tuple[Path, str, tuple[int, ...]]


@dataclass(frozen=True)
class Mapped:
    """A kind with its version, the settings it was built with, and arrays by name."""

    settings: Mapping[str, Any]
    sections: Mapping[str, Array]
    digest: str

    @property
    def short_hash(self) -> str:
        """What signatures print."""
        return self.digest[:8]


def write_mapped(
    path: Path,
    kind: str,
    version: int,
    settings: Mapping[str, Any],
    sections: Mapping[str, Section],
) -> None:
    """Write whole or not at all; the same content gives the same bytes."""
    header = _header(kind, version, settings, sections)
    with locked(path), open_atomically(path, _size(header, sections)) as stream:
        _write(stream, header, sections)


def _header(
    kind: str, version: int, settings: Mapping[str, Any], sections: Mapping[str, Section]
) -> bytes:
    places = {}
    offset = 0
    for name, section in sections.items():
        dtype, shape = _type(section)
        places[name] = [dtype, list(shape), offset]
        offset = up(offset + size_of(dtype, shape))
    facts = {"kind": kind, "version": version, "settings": dict(settings), "sections": places}
    return encode_header(facts) + b"\n"


def _size(header: bytes, sections: Mapping[str, Section]) -> int:
    size = len(MAGIC) + HEX + 1 + len(header)
    for section in sections.values():
        size = up(size) + size_of(*_type(section))
    return size


def _write(stream: BinaryIO, header: bytes, sections: Mapping[str, Section]) -> None:
    stream.write(MAGIC + b"0" * HEX + b"\n")
    checksum = hashlib.sha256()
    written = stream.tell()

    def put(block: bytes | memoryview) -> None:
        nonlocal written
        checksum.update(block)
        stream.write(block)
        written += len(block)

    put(header)
    for section in sections.values():
        put(bytes(up(written) - written))
        for block in _blocks(section):
            put(block)
    stream.seek(len(MAGIC))
    stream.write(checksum.hexdigest().encode())


def _blocks(section: Section) -> Iterator[bytes | memoryview]:
    if isinstance(section, tuple):
        with section[0].open("rb") as stream:
            while block := stream.read(BLOCK):
                yield block
    elif section.size:
        dtype, _ = _type(section)
        yield np.ascontiguousarray(section, dtype).data.cast("B")


def _type(section: Section) -> tuple[str, tuple[int, ...]]:
    if isinstance(section, tuple):
        return section[1], section[2]
    return section.dtype.newbyteorder("<").str, section.shape


def read_mapped(path: Path, kind: str, version: int, settings: Shape = ANY_SETTINGS) -> Mapped:
    """Map and check; a damaged file or one of another kind or with other settings is refused."""
    return _as_arrays(map_views(path, kind, version, settings))


def encode_mapped(
    kind: str, version: int, settings: Mapping[str, Any], sections: Mapping[str, Section]
) -> bytes:
    """What `write_mapped` would write."""
    stream = BytesIO()
    _write(stream, _header(kind, version, settings, sections), sections)
    return stream.getvalue()


def decode_mapped(
    content: bytes, path: Path, kind: str, version: int, settings: Shape = ANY_SETTINGS
) -> Mapped:
    """The arrays of what `encode_mapped` made, where it lies; `path` is what messages call it."""
    digest = content[len(MAGIC) : len(MAGIC) + HEX].decode()
    view = memoryview(content)
    return _as_arrays(view_content(view, digest, path, kind, version, settings))


def _as_arrays(opened: MappedViews) -> Mapped:
    sections = {
        name: np.ndarray(view.shape, np.dtype(view.dtype), view.content)
        for name, view in opened.views.items()
    }
    return Mapped(opened.settings, sections, opened.digest)

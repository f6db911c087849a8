"""A container for large arrays that are used where they lie on disk.

    tesla-mapped 1 <sha256 of all that follows this line>
    {"kind": ..., "version": ..., "settings": {...}, "sections": {name: [type, shape, offset]}}
    <arrays, little-endian; offsets count from the first multiple of 64 after the header>

Like `resource`, but not compressed, so that arrays are used where they lie: opening it costs one
pass of the checksum, and memory that the system may take back at any time.
"""

import hashlib
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, cast

import numpy as np

from ..arrays import Array
from ..errors import ResourceError
from .atomic import open_atomically
from .header import ANY_SETTINGS, MOST_HEADER, encode_header, foreign, malformed, read_header
from .kinds import MAPPED_MAGIC
from .locked import locked
from .schema import MisfitError, Shape, list_of, mapping_of, row, text, whole, within

# A section's content: an array, or the raw file of one with its type and shape.
Section = Array | tuple[Path, str, tuple[int, ...]]

MAGIC = MAPPED_MAGIC
_ALIGNMENT = 64
_BLOCK = 1 << 22
_HEX = 64
_LARGEST = 1 << 48
_SECTIONS = mapping_of(
    row(
        text("[<|](?:[iu][1248]|f[248])", "a type such as '<u4'"),
        list_of(whole(0, _LARGEST), 1, 4),
        whole(0, _LARGEST),
    )
)


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
        offset = _up(offset + _bytes(dtype, shape))
    facts = {"kind": kind, "version": version, "settings": dict(settings), "sections": places}
    return encode_header(facts) + b"\n"


def _size(header: bytes, sections: Mapping[str, Section]) -> int:
    size = len(MAGIC) + _HEX + 1 + len(header)
    for section in sections.values():
        size = _up(size) + _bytes(*_type(section))
    return size


def _write(stream: BinaryIO, header: bytes, sections: Mapping[str, Section]) -> None:
    stream.write(MAGIC + b"0" * _HEX + b"\n")
    checksum = hashlib.sha256()
    written = stream.tell()

    def put(block: bytes | memoryview) -> None:
        nonlocal written
        checksum.update(block)
        stream.write(block)
        written += len(block)

    put(header)
    for section in sections.values():
        put(bytes(_up(written) - written))
        for block in _blocks(section):
            put(block)
    stream.seek(len(MAGIC))
    stream.write(checksum.hexdigest().encode())


def _blocks(section: Section) -> Iterator[bytes | memoryview]:
    if isinstance(section, tuple):
        with section[0].open("rb") as stream:
            while block := stream.read(_BLOCK):
                yield block
    elif section.size:
        dtype, _ = _type(section)
        yield np.ascontiguousarray(section, dtype).data.cast("B")


def _type(section: Section) -> tuple[str, tuple[int, ...]]:
    if isinstance(section, tuple):
        return section[1], section[2]
    return section.dtype.newbyteorder("<").str, section.shape


def _bytes(dtype: str, shape: tuple[int, ...]) -> int:
    return np.dtype(dtype).itemsize * math.prod(shape)


def _up(offset: int) -> int:
    return -(-offset // _ALIGNMENT) * _ALIGNMENT


def read_mapped(path: Path, kind: str, version: int, settings: Shape = ANY_SETTINGS) -> Mapped:
    """Map and check; a damaged file or one of another kind or with other settings is refused."""
    try:
        with path.open("rb") as stream:
            first = stream.read(len(MAGIC) + _HEX + 1)
            if not first.startswith(MAGIC):
                raise foreign(path, kind, first, len(first) < len(MAGIC) + _HEX + 1)
            digest = _checked(path, stream, first)
            stream.seek(len(first))
            header = stream.readline(MOST_HEADER + 2).removesuffix(b"\n")
            start = _up(len(first) + len(header) + 1)
            # The very file that was checked: by now another one may have its name.
            content = np.memmap(stream, np.uint8, "r")
    except OSError as error:
        raise ResourceError(
            f"cannot read {kind} {path}: {error.strerror or error}; check the path"
        ) from error
    try:
        facts = read_header(header, path, kind, version, settings, sections=_SECTIONS)
        sections = {
            name: _section(content, name, start + offset, dtype, tuple(shape))
            for name, (dtype, shape, offset) in facts["sections"].items()
        }
    except MisfitError as error:
        raise malformed(path, error, kind) from error
    return Mapped(facts["settings"], sections, digest)


def _checked(path: Path, stream: BinaryIO, first: bytes) -> str:
    checksum = hashlib.sha256()
    while block := stream.read(_BLOCK):
        checksum.update(block)
    digest = checksum.hexdigest()
    if first != MAGIC + digest.encode() + b"\n":
        raise ResourceError(
            f"{path} is damaged (its checksum does not fit); build or fetch it again"
        )
    return digest


def _section(content: Array, name: str, offset: int, dtype: str, shape: tuple[int, ...]) -> Array:
    end = offset + _bytes(dtype, shape)
    # Beside a zero the others take no room, and may be more than arrays can have.
    most = math.prod(size for size in shape if size)
    if offset % _ALIGNMENT or end > len(content) or most > len(content):
        raise MisfitError(f"{within('sections', name)} lies where the file has no room for it")
    # Plain arrays over the map: slices of a memmap carry its whole machinery along.
    plain = np.asarray(content)[offset:end]
    return cast(Array, plain.view(np.dtype(dtype)).reshape(shape))

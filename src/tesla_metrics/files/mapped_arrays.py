"""Read and write the container format for large memory-mapped arrays."""

import hashlib
import math
import mmap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from ..errors import ResourceError
from .atomic import open_atomically
from .compression import MAPPED_MAGIC
from .locking import output_lock
from .resource import (
    ANY_SETTINGS,
    MAX_HEADER,
    encode_header,
    malformed_error,
    read_header,
    wrong_type_error,
)
from .schema import (
    SchemaError,
    Shape,
    decode_utf8,
    field_location,
    integer,
    list_of,
    mapping_of,
    require,
    text,
    tuple_of,
)

# Byte planes
#
# An array of integers is stored as planes: the first byte of all integers, then the second byte of
# all integers, and so on. Planes compress better than complete integers.


def to_planes(values: Array, width: int) -> bytes:
    """Encode non-negative integers of `width` bytes each as byte planes."""
    columns = np.ascontiguousarray(values, f"<u{width}").reshape(-1, 1).view(np.uint8)
    return columns.T.tobytes()


class PlaneReader:
    """Read the parts of a body in order; raise a SchemaError if it is too short."""

    def __init__(self, body: bytes) -> None:
        self._body, self._at = body, 0

    def bytes(self, count: int) -> bytes:
        """Return the next `count` bytes."""
        require(self._at + count <= len(self._body), "its body is too short")
        self._at += count
        return self._body[self._at - count : self._at]

    def planes(self, count: int, width: int) -> NDArray[np.int64]:
        """Return the next `count` integers of `width` bytes each, as encoded by `to_planes`."""
        raw = np.frombuffer(self.bytes(count * width), np.uint8).reshape(width, count)
        return np.ascontiguousarray(raw.T).view(f"<u{width}").reshape(count).astype(np.int64)

    def lines(self, size: int) -> list[str]:
        """Return the next `size` bytes as lines of text."""
        return decode_utf8(self.bytes(size)).split("\n")

    def finish(self) -> None:
        """Raise a SchemaError if bytes are left."""
        require(self._at == len(self._body), "its body is too long")


# Reading mapped files
#
# A mapped file is a container for large arrays that are used directly from disk:
#
#     tesla-mapped 1 <sha256 of all that follows this line>
#     {"kind": ..., "version": ..., "settings": {...}, "sections": {name: [type, shape, offset]}}
#     <arrays, little-endian; offsets count from the first multiple of 64 after the header>
#
# It is similar to the container in `resource`, but not compressed, so that arrays can be mapped
# into memory. Opening a file reads it once for the checksum; the system may reclaim the memory.

MAGIC = MAPPED_MAGIC
ALIGNMENT = 64  # The offset of each array is a multiple of this many bytes.
BLOCK_SIZE = 1 << 22  # Bytes to read at a time.
DIGEST_LENGTH = 64  # Hexadecimal digits of the checksum.
_MAX_SIZE = 1 << 48
# The type, shape and offset of each section.
_SECTIONS = mapping_of(
    tuple_of(
        text("[<|](?:[iu][1248]|f[248])", "a type such as '<u4'"),
        list_of(integer(0, _MAX_SIZE), 1, 4),
        integer(0, _MAX_SIZE),
    )
)


class ArrayView(NamedTuple):
    """The type, shape and bytes of an array in a file."""

    dtype: str
    shape: tuple[int, ...]
    content: memoryview


@dataclass(frozen=True)
class MappedViews:
    """The settings of a mapped file, the bytes of its arrays by name, and its checksum."""

    settings: Mapping[str, Any]
    views: Mapping[str, ArrayView]
    digest: str


def map_views(path: Path, kind: str, version: int, settings: Shape = ANY_SETTINGS) -> MappedViews:
    """Map a file into memory, and return the bytes of its arrays.

    A file that is damaged, of another kind or version, or with malformed settings is refused.
    """
    try:
        with path.open("rb") as stream:
            first = stream.read(len(MAGIC) + DIGEST_LENGTH + 1)
            if not first.startswith(MAGIC):
                raise wrong_type_error(
                    path, kind, first, len(first) < len(MAGIC) + DIGEST_LENGTH + 1
                )
            digest = _check_digest(path, stream, first)
            # The open file is mapped, and not its path, which may name another file by now.
            content = memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))
    except OSError as error:
        raise ResourceError(
            f"cannot read {kind} {path}: {error.strerror or error}; check the path"
        ) from error
    return view_content(content, digest, path, kind, version, settings)


def view_content(
    content: memoryview, digest: str, path: Path, kind: str, version: int, settings: Shape
) -> MappedViews:
    """Return the bytes of the arrays of a mapped file, after its checksum was verified."""
    header_start = len(MAGIC) + DIGEST_LENGTH + 1
    header = bytes(content[header_start : header_start + MAX_HEADER + 2]).partition(b"\n")[0]
    sections_start = align(header_start + len(header) + 1)
    try:
        fields = read_header(header, path, kind, version, settings, sections=_SECTIONS)
        views = {
            name: _view(content, name, sections_start + offset, dtype, tuple(shape))
            for name, (dtype, shape, offset) in fields["sections"].items()
        }
    except SchemaError as error:
        raise malformed_error(path, error, kind) from error
    return MappedViews(fields["settings"], views, digest)


def _check_digest(path: Path, stream: BinaryIO, first: bytes) -> str:
    checksum = hashlib.sha256()
    while block := stream.read(BLOCK_SIZE):
        checksum.update(block)
    digest = checksum.hexdigest()
    if first != MAGIC + digest.encode() + b"\n":
        raise ResourceError(
            f"{path} is damaged (the checksum does not match); build or download it again"
        )
    return digest


def _view(
    content: memoryview, name: str, offset: int, dtype: str, shape: tuple[int, ...]
) -> ArrayView:
    end = offset + size_of(dtype, shape)
    # An array with a dimension of size 0 takes no bytes, but its other dimensions must be possible.
    nonzero_size = math.prod(size for size in shape if size)
    if offset % ALIGNMENT or end > len(content) or nonzero_size > len(content):
        raise SchemaError(f"{field_location('sections', name)} lies outside the file")
    return ArrayView(dtype, shape, content[offset:end])


def size_of(dtype: str, shape: tuple[int, ...]) -> int:
    """Return the size of an array in bytes.

    The type, such as `<u4`, ends in the number of bytes per element.
    """
    return int(dtype[2:]) * math.prod(shape)


def align(offset: int) -> int:
    """Round an offset up to the next multiple of the alignment."""
    return -(-offset // ALIGNMENT) * ALIGNMENT


# Writing mapped files

# The content of a section: an array, or the (path, type, shape) of an array in a raw file.
Section = Array | tuple[Path, str, tuple[int, ...]]


@dataclass(frozen=True)
class MappedArrays:
    """The settings of a mapped file, its arrays by name, and its checksum."""

    settings: Mapping[str, Any]
    sections: Mapping[str, Array]
    digest: str

    @property
    def short_hash(self) -> str:
        """Return the start of the checksum, as printed in signatures."""
        return self.digest[:8]


def write_mapped(
    path: Path,
    kind: str,
    version: int,
    settings: Mapping[str, Any],
    sections: Mapping[str, Section],
) -> None:
    """Write a mapped file atomically; the same content gives the same bytes."""
    header = _header(kind, version, settings, sections)
    with output_lock(path), open_atomically(path, _size(header, sections)) as stream:
        _write(stream, header, sections)


def _header(
    kind: str, version: int, settings: Mapping[str, Any], sections: Mapping[str, Section]
) -> bytes:
    table = {}
    offset = 0
    for name, section in sections.items():
        dtype, shape = _type(section)
        table[name] = [dtype, list(shape), offset]
        offset = align(offset + size_of(dtype, shape))
    fields = {"kind": kind, "version": version, "settings": dict(settings), "sections": table}
    return encode_header(fields) + b"\n"


def _size(header: bytes, sections: Mapping[str, Section]) -> int:
    size = len(MAGIC) + DIGEST_LENGTH + 1 + len(header)
    for section in sections.values():
        size = align(size) + size_of(*_type(section))
    return size


def _write(stream: BinaryIO, header: bytes, sections: Mapping[str, Section]) -> None:
    """Write a mapped file to a stream, and the checksum last."""
    stream.write(MAGIC + b"0" * DIGEST_LENGTH + b"\n")
    checksum = hashlib.sha256()
    written = stream.tell()

    def put(block: bytes | memoryview) -> None:
        nonlocal written
        checksum.update(block)
        stream.write(block)
        written += len(block)

    put(header)
    for section in sections.values():
        put(bytes(align(written) - written))
        for block in _blocks(section):
            put(block)
    stream.seek(len(MAGIC))
    stream.write(checksum.hexdigest().encode())


def _blocks(section: Section) -> Iterator[bytes | memoryview]:
    if isinstance(section, tuple):
        path, _, _ = section
        with path.open("rb") as stream:
            while block := stream.read(BLOCK_SIZE):
                yield block
    elif section.size:
        dtype, _ = _type(section)
        yield np.ascontiguousarray(section, dtype).data.cast("B")


def _type(section: Section) -> tuple[str, tuple[int, ...]]:
    if isinstance(section, tuple):
        _, dtype, shape = section
        return dtype, shape
    return section.dtype.newbyteorder("<").str, section.shape


def read_mapped(
    path: Path, kind: str, version: int, settings: Shape = ANY_SETTINGS
) -> MappedArrays:
    """Map a file into memory, and return its arrays.

    A file that is damaged, of another kind or version, or with malformed settings is refused.
    """
    return _as_arrays(map_views(path, kind, version, settings))


def encode_mapped(
    kind: str, version: int, settings: Mapping[str, Any], sections: Mapping[str, Section]
) -> bytes:
    """Return the bytes that `write_mapped` would write."""
    stream = BytesIO()
    _write(stream, _header(kind, version, settings, sections), sections)
    return stream.getvalue()


def decode_mapped(
    content: bytes, path: Path, kind: str, version: int, settings: Shape = ANY_SETTINGS
) -> MappedArrays:
    """Return the arrays in the result of `encode_mapped`, without copying them.

    `path` is the name for messages.
    """
    digest = content[len(MAGIC) : len(MAGIC) + DIGEST_LENGTH].decode()
    view = memoryview(content)
    return _as_arrays(view_content(view, digest, path, kind, version, settings))


def _as_arrays(opened: MappedViews) -> MappedArrays:
    sections = {
        name: np.ndarray(view.shape, np.dtype(view.dtype), view.content)
        for name, view in opened.views.items()
    }
    return MappedArrays(opened.settings, sections, opened.digest)

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
from .locking import hold_output_lock
from .resource import (
    ANY_SETTINGS_SCHEMA,
    MAX_HEADER_BYTES,
    encode_header,
    malformed_error,
    read_header,
    wrong_type_error,
)
from .schema import (
    Schema,
    SchemaError,
    decode_utf8,
    format_field_location,
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


def encode_planes(values: Array, width: int) -> bytes:
    """Encode non-negative integers of `width` bytes each as byte planes."""
    columns = np.ascontiguousarray(values, f"<u{width}").reshape(-1, 1).view(np.uint8)
    return columns.T.tobytes()


class PlaneReader:
    """Read the parts of a body in order; raise a SchemaError if it is too short."""

    def __init__(self, body: bytes) -> None:
        self._body, self._offset = body, 0

    def read_bytes(self, count: int) -> bytes:
        """Return the next `count` bytes."""
        require(self._offset + count <= len(self._body), "its body is too short")
        self._offset += count
        return self._body[self._offset - count : self._offset]

    def read_planes(self, count: int, width: int) -> NDArray[np.int64]:
        """Return the next `count` integers of `width` bytes each, as encoded by `encode_planes`."""
        raw = np.frombuffer(self.read_bytes(count * width), np.uint8).reshape(width, count)
        return np.ascontiguousarray(raw.T).view(f"<u{width}").reshape(count).astype(np.int64)

    def read_lines(self, size: int) -> list[str]:
        """Return the next `size` bytes as lines of text."""
        return decode_utf8(self.read_bytes(size)).split("\n")

    def check_end(self) -> None:
        """Raise a SchemaError if bytes are left."""
        require(self._offset == len(self._body), "its body is too long")


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
_MAX_SECTION_SIZE = 1 << 48
# The type, shape and offset of each section.
_SECTIONS_SCHEMA = mapping_of(
    tuple_of(
        text("[<|](?:[iu][1248]|f[248])", "a type such as '<u4'"),
        list_of(integer(0, _MAX_SECTION_SIZE), 1, 4),
        integer(0, _MAX_SECTION_SIZE),
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
    views_by_name: Mapping[str, ArrayView]
    digest: str


def map_views(
    path: Path, kind: str, version: int, settings: Schema = ANY_SETTINGS_SCHEMA
) -> MappedViews:
    """Map a file into memory, and return the bytes of its arrays.

    A file that is damaged, of another kind or version, or with malformed settings is refused.
    """
    try:
        with path.open("rb") as stream:
            first_line = stream.read(len(MAGIC) + DIGEST_LENGTH + 1)
            if not first_line.startswith(MAGIC):
                raise wrong_type_error(
                    path, kind, first_line, len(first_line) < len(MAGIC) + DIGEST_LENGTH + 1
                )
            digest = _check_digest(path, stream, first_line)
            # The open file is mapped, and not its path, which may name another file by now.
            content = memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))
    except OSError as error:
        raise ResourceError(
            f"cannot read {kind} {path}: {error.strerror or error}; check the path"
        ) from error
    return build_views(content, digest, path, kind, version, settings)


def build_views(
    content: memoryview, digest: str, path: Path, kind: str, version: int, settings: Schema
) -> MappedViews:
    """Return the bytes of the arrays of a mapped file, after its checksum was verified."""
    header_start = len(MAGIC) + DIGEST_LENGTH + 1
    header = bytes(content[header_start : header_start + MAX_HEADER_BYTES + 2]).partition(b"\n")[0]
    sections_start = align_offset(header_start + len(header) + 1)
    try:
        fields = read_header(header, path, kind, version, settings, sections=_SECTIONS_SCHEMA)
        views = {
            name: _build_view(content, name, sections_start + offset, dtype, tuple(shape))
            for name, (dtype, shape, offset) in fields["sections"].items()
        }
    except SchemaError as error:
        raise malformed_error(path, error, kind) from error
    return MappedViews(fields["settings"], views, digest)


def _check_digest(path: Path, stream: BinaryIO, first_line: bytes) -> str:
    checksum = hashlib.sha256()
    while block := stream.read(BLOCK_SIZE):
        checksum.update(block)
    digest = checksum.hexdigest()
    if first_line != MAGIC + digest.encode() + b"\n":
        raise ResourceError(
            f"{path} is damaged (the checksum does not match); build or download it again"
        )
    return digest


def _build_view(
    content: memoryview, name: str, offset: int, dtype: str, shape: tuple[int, ...]
) -> ArrayView:
    end = offset + compute_byte_size(dtype, shape)
    # An array with a dimension of size 0 takes no bytes, but its other dimensions must be possible.
    nonzero_size = math.prod(size for size in shape if size)
    if offset % ALIGNMENT or end > len(content) or nonzero_size > len(content):
        raise SchemaError(f"{format_field_location('sections', name)} lies outside the file")
    return ArrayView(dtype, shape, content[offset:end])


def compute_byte_size(dtype: str, shape: tuple[int, ...]) -> int:
    """Return the size of an array in bytes.

    The type, such as `<u4`, ends in the number of bytes per element.
    """
    return int(dtype[2:]) * math.prod(shape)


def align_offset(offset: int) -> int:
    """Round an offset up to the next multiple of the alignment."""
    return -(-offset // ALIGNMENT) * ALIGNMENT


# Writing mapped files

# The content of a section: an array, or the (path, type, shape) of an array in a raw file.
Section = Array | tuple[Path, str, tuple[int, ...]]


@dataclass(frozen=True)
class MappedArrays:
    """The settings of a mapped file, its arrays by name, and its checksum."""

    settings: Mapping[str, Any]
    arrays_by_name: Mapping[str, Array]
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
    header = _build_header(kind, version, settings, sections)
    with (
        hold_output_lock(path),
        open_atomically(path, _compute_file_size(header, sections)) as stream,
    ):
        _write_file(stream, header, sections)


def _build_header(
    kind: str, version: int, settings: Mapping[str, Any], sections: Mapping[str, Section]
) -> bytes:
    section_table = {}
    offset = 0
    for name, section in sections.items():
        dtype, shape = _get_type_and_shape(section)
        section_table[name] = [dtype, list(shape), offset]
        offset = align_offset(offset + compute_byte_size(dtype, shape))
    fields = {
        "kind": kind,
        "version": version,
        "settings": dict(settings),
        "sections": section_table,
    }
    return encode_header(fields) + b"\n"


def _compute_file_size(header: bytes, sections: Mapping[str, Section]) -> int:
    size = len(MAGIC) + DIGEST_LENGTH + 1 + len(header)
    for section in sections.values():
        size = align_offset(size) + compute_byte_size(*_get_type_and_shape(section))
    return size


def _write_file(stream: BinaryIO, header: bytes, sections: Mapping[str, Section]) -> None:
    """Write a mapped file to a stream, and the checksum last."""
    stream.write(MAGIC + b"0" * DIGEST_LENGTH + b"\n")
    checksum = hashlib.sha256()
    written = stream.tell()

    def write_block(block: bytes | memoryview) -> None:
        nonlocal written
        checksum.update(block)
        stream.write(block)
        written += len(block)

    write_block(header)
    for section in sections.values():
        write_block(bytes(align_offset(written) - written))
        for block in _iterate_blocks(section):
            write_block(block)
    stream.seek(len(MAGIC))
    stream.write(checksum.hexdigest().encode())


def _iterate_blocks(section: Section) -> Iterator[bytes | memoryview]:
    if isinstance(section, tuple):
        path, _, _ = section
        with path.open("rb") as stream:
            while block := stream.read(BLOCK_SIZE):
                yield block
    elif section.size:
        dtype, _ = _get_type_and_shape(section)
        yield np.ascontiguousarray(section, dtype).data.cast("B")


def _get_type_and_shape(section: Section) -> tuple[str, tuple[int, ...]]:
    if isinstance(section, tuple):
        _, dtype, shape = section
        return dtype, shape
    return section.dtype.newbyteorder("<").str, section.shape


def read_mapped(
    path: Path, kind: str, version: int, settings: Schema = ANY_SETTINGS_SCHEMA
) -> MappedArrays:
    """Map a file into memory, and return its arrays.

    A file that is damaged, of another kind or version, or with malformed settings is refused.
    """
    return _build_arrays(map_views(path, kind, version, settings))


def encode_mapped(
    kind: str, version: int, settings: Mapping[str, Any], sections: Mapping[str, Section]
) -> bytes:
    """Return the bytes that `write_mapped` would write."""
    stream = BytesIO()
    _write_file(stream, _build_header(kind, version, settings, sections), sections)
    return stream.getvalue()


def decode_mapped(
    content: bytes, path: Path, kind: str, version: int, settings: Schema = ANY_SETTINGS_SCHEMA
) -> MappedArrays:
    """Return the arrays in the result of `encode_mapped`, without copying them.

    `path` is the name for messages.
    """
    digest = content[len(MAGIC) : len(MAGIC) + DIGEST_LENGTH].decode()
    view = memoryview(content)
    return _build_arrays(build_views(view, digest, path, kind, version, settings))


def _build_arrays(mapped_views: MappedViews) -> MappedArrays:
    sections = {
        name: np.ndarray(view.shape, np.dtype(view.dtype), view.content)
        for name, view in mapped_views.views_by_name.items()
    }
    return MappedArrays(mapped_views.settings, sections, mapped_views.digest)

"""Opening the container of mapped arrays (mapped.py) as bytes, where no arrays are needed."""

import hashlib
import math
import mmap
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from ..errors import ResourceError
from .header import ANY_SETTINGS, MOST_HEADER, foreign, malformed, read_header
from .kinds import MAPPED_MAGIC
from .schema import MisfitError, Shape, list_of, mapping_of, row, text, whole, within

MAGIC = MAPPED_MAGIC
ALIGNMENT = 64
BLOCK = 1 << 22
HEX = 64
_LARGEST = 1 << 48
_SECTIONS = mapping_of(
    row(
        text("[<|](?:[iu][1248]|f[248])", "a type such as '<u4'"),
        list_of(whole(0, _LARGEST), 1, 4),
        whole(0, _LARGEST),
    )
)


class View(NamedTuple):
    """An array as it lies in the file."""

    dtype: str
    shape: tuple[int, ...]
    content: memoryview


@dataclass(frozen=True)
class MappedViews:
    """The settings a file was built with, and its arrays by name."""

    settings: Mapping[str, Any]
    views: Mapping[str, View]
    digest: str


def map_views(path: Path, kind: str, version: int, settings: Shape = ANY_SETTINGS) -> MappedViews:
    """Map and check; a damaged file or one of another kind or with other settings is refused."""
    try:
        with path.open("rb") as stream:
            first = stream.read(len(MAGIC) + HEX + 1)
            if not first.startswith(MAGIC):
                raise foreign(path, kind, first, len(first) < len(MAGIC) + HEX + 1)
            digest = _checked(path, stream, first)
            # The very file that was checked: by now another one may have its name.
            content = memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))
    except OSError as error:
        raise ResourceError(
            f"cannot read {kind} {path}: {error.strerror or error}; check the path"
        ) from error
    return view_content(content, digest, path, kind, version, settings)


def view_content(
    content: memoryview, digest: str, path: Path, kind: str, version: int, settings: Shape
) -> MappedViews:
    """The same of the content of a file whose checksum is known to fit."""
    begins = len(MAGIC) + HEX + 1
    header = bytes(content[begins : begins + MOST_HEADER + 2]).partition(b"\n")[0]
    start = up(begins + len(header) + 1)
    try:
        facts = read_header(header, path, kind, version, settings, sections=_SECTIONS)
        views = {
            name: _view(content, name, start + offset, dtype, tuple(shape))
            for name, (dtype, shape, offset) in facts["sections"].items()
        }
    except MisfitError as error:
        raise malformed(path, error, kind) from error
    return MappedViews(facts["settings"], views, digest)


def _checked(path: Path, stream: BinaryIO, first: bytes) -> str:
    checksum = hashlib.sha256()
    while block := stream.read(BLOCK):
        checksum.update(block)
    digest = checksum.hexdigest()
    if first != MAGIC + digest.encode() + b"\n":
        raise ResourceError(
            f"{path} is damaged (its checksum does not fit); build or fetch it again"
        )
    return digest


def _view(content: memoryview, name: str, offset: int, dtype: str, shape: tuple[int, ...]) -> View:
    end = offset + size_of(dtype, shape)
    # Beside a zero the others take no room, and may be more than arrays can have.
    most = math.prod(size for size in shape if size)
    if offset % ALIGNMENT or end > len(content) or most > len(content):
        raise MisfitError(f"{within('sections', name)} lies where the file has no room for it")
    return View(dtype, shape, content[offset:end])


def size_of(dtype: str, shape: tuple[int, ...]) -> int:
    """How many bytes an array takes; its type ends in those of a number."""
    return int(dtype[2:]) * math.prod(shape)


def up(offset: int) -> int:
    """The next place where an array may lie."""
    return -(-offset // ALIGNMENT) * ALIGNMENT

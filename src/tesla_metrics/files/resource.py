"""One container for everything built and shipped: taggers, synonym tables, counts.

    tesla-resource 1 <sha256 of all that follows this line> <bytes of the body, unpacked>
    {"kind": ..., "version": ..., "settings": {...}}
    <zlib-compressed body>

The file says what it is, how it was made, and whether it is whole. Never pickle. Files of old do
not say how large their body is.
"""

import hashlib
import re
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import InputError, ResourceError
from .atomic import write_atomically
from .bounded import MIB, MOST_BODY, inflate, read_bounded
from .header import ANY_SETTINGS, encode_header, foreign, malformed, read_header
from .kinds import RESOURCE_MAGIC
from .locked import locked
from .schema import MisfitError, Shape

MAGIC = RESOURCE_MAGIC
_FIRST = re.compile(re.escape(MAGIC) + rb"([0-9a-f]{64})(?: (0|[1-9][0-9]{0,11}))?\n")
_LONGEST_FIRST = 128
_MOST_FILE = 256 * MIB


@dataclass(frozen=True)
class Resource:
    """A kind with its version, the settings it was built with, and its content."""

    kind: str
    version: int
    settings: dict[str, Any]
    body: bytes
    digest: str = field(default="", compare=False)

    @property
    def short_hash(self) -> str:
        """What signatures print."""
        return self.digest[:8]


def encode_resource(resource: Resource) -> bytes:
    """The file's bytes; the same resource gives the same bytes."""
    header = {"kind": resource.kind, "version": resource.version, "settings": resource.settings}
    rest = encode_header(header) + b"\n" + zlib.compress(resource.body, 9)
    if len(rest) > _MOST_FILE or len(resource.body) > MOST_BODY:
        raise InputError(
            f"the {resource.kind} take {len(resource.body) // MIB} MiB, more than fit a file: "
            "give less text, or leave rarer words out"
        )
    digest = hashlib.sha256(rest).hexdigest().encode()
    return b"%s%s %d\n%s" % (MAGIC, digest, len(resource.body), rest)


def write_resource(path: Path, resource: Resource) -> None:
    """Write whole or not at all."""
    with locked(path):
        write_atomically(path, encode_resource(resource))


def read_resource(path: Path, kind: str, version: int, settings: Shape = ANY_SETTINGS) -> Resource:
    """Read and check; a damaged file or one of another kind or with other settings is refused."""
    first, rest = _read(path, kind)
    found = _FIRST.fullmatch(first)
    digest = hashlib.sha256(rest).hexdigest()
    if found is None or found[1] != digest.encode():
        raise ResourceError(
            f"{path} is damaged (its checksum does not fit); build or fetch it again"
        )
    header, _, packed = rest.partition(b"\n")
    try:
        facts = read_header(header, path, kind, version, settings)
        body = inflate(packed, None if found[2] is None else int(found[2]))
    except (MisfitError, zlib.error) as error:
        raise malformed(path, error, kind) from error
    return Resource(kind, version, facts["settings"], body, digest)


def _read(path: Path, kind: str) -> tuple[bytes, bytes]:
    """The first line, and all behind it."""
    try:
        with path.open("rb") as stream:
            first = stream.readline(_LONGEST_FIRST)
            if not first.startswith(MAGIC):
                start = first + stream.read(_LONGEST_FIRST)
                raise foreign(path, kind, start, len(start) < _LONGEST_FIRST)
            return first, read_bounded(stream, _MOST_FILE, path)
    except OSError as error:
        raise ResourceError(
            f"cannot read {kind} {path}: {error.strerror}; check the path"
        ) from error

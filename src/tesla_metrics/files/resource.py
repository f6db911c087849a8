"""One container for everything built and shipped: taggers, synonym tables, counts.

    tesla-resource 1 <sha256 of all that follows this line>
    {"kind": ..., "version": ..., "settings": {...}}
    <zlib-compressed body>

The file says what it is, how it was made, and whether it is whole. Never pickle.
"""

import hashlib
import json
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import ResourceError
from .atomic import write_atomically
from .locked import locked

MAGIC = b"tesla-resource 1 "


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
    text = json.dumps(header, ensure_ascii=False, sort_keys=True).encode()
    rest = text + b"\n" + zlib.compress(resource.body, 9)
    return MAGIC + hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest


def write_resource(path: Path, resource: Resource) -> None:
    """Write whole or not at all."""
    with locked(path):
        write_atomically(path, encode_resource(resource))


def is_resource(path: Path) -> bool:
    """Whether the file starts like one of ours."""
    try:
        with path.open("rb") as stream:
            return stream.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def read_resource(path: Path, kind: str, version: int) -> Resource:
    """Read and check; a damaged file or one of another kind is refused."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ResourceError(
            f"cannot read {kind} {path}: {error.strerror}; check the path"
        ) from error
    first, _, rest = content.partition(b"\n")
    if not first.startswith(MAGIC):
        raise ResourceError(f"{path} is no {kind} file; make one with 'tesla build {kind}'")
    digest = first[len(MAGIC) :].decode("ascii", "replace")
    if hashlib.sha256(rest).hexdigest() != digest:
        raise ResourceError(
            f"{path} is damaged (its checksum does not fit); build or fetch it again"
        )
    header, _, body = rest.partition(b"\n")
    try:
        facts = json.loads(header)
        found = facts["kind"], facts["version"]
        if not isinstance(facts["settings"], dict):
            raise TypeError("its settings are no object")
        resource = Resource(*found, facts["settings"], zlib.decompress(body), digest)
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise ResourceError(f"{path} is malformed ({error}); build or fetch it again") from error
    if found != (kind, version):
        raise ResourceError(
            f"{path} holds a {found[0]} of version {found[1]}, "
            f"wanted is a {kind} of version {version}; build it anew with 'tesla build {kind}'"
        )
    return resource

"""Small models as text that people can read: JSON with kind, version and a checksum.

{"kind": ..., "version": ..., "checksum": <sha256 of the rest as compact, sorted JSON>, ...}
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import ResourceError
from .atomic import write_atomically
from .locked import locked


def write_described(path: Path, kind: str, version: int, content: Mapping[str, Any]) -> None:
    """Write whole or not at all; the same content gives the same bytes."""
    facts = {"kind": kind, "version": version, **content}
    whole = {"kind": kind, "version": version, "checksum": checksum(facts), **content}
    text = json.dumps(whole, ensure_ascii=False, indent=2, allow_nan=False)
    with locked(path):
        write_atomically(path, text.encode() + b"\n")


def read_described(path: Path, kind: str, version: int, mend: str) -> dict[str, Any]:
    """Read and check; a changed file or one of another kind is refused. `mend` makes a new one."""
    try:
        facts = json.loads(path.read_bytes())
    except OSError as error:
        raise ResourceError(
            f"cannot read {kind} model {path}: {error.strerror}; check the path, or make one with "
            f"{mend}"
        ) from error
    except (ValueError, RecursionError) as error:
        raise ResourceError(f"{path} is no {kind} model: make one with {mend}") from error
    if not isinstance(facts, dict) or facts.get("kind") != kind:
        found = facts.get("kind") if isinstance(facts, dict) else None
        raise ResourceError(
            f"{path} is no {kind} model (its kind is {found!r}): make one with {mend}"
        )
    if facts.get("version") != version:
        raise ResourceError(
            f"{path} is a {kind} model of version {facts.get('version')!r}, wanted is version "
            f"{version}: make it anew with {mend}"
        )
    found = facts.pop("checksum", None)
    if found != checksum(facts):
        raise ResourceError(
            f"{path} was changed after it was made (its checksum does not fit): make it anew with "
            f"{mend}, or fetch it again"
        )
    return facts


def kind_of(path: Path) -> str:
    """What the file says that it is; nothing if it cannot be read, or says nothing."""
    try:
        facts = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return ""
    kind = facts.get("kind") if isinstance(facts, dict) else None
    return kind if isinstance(kind, str) else ""


def checksum(facts: Mapping[str, Any]) -> str:
    """Of the content and not of the bytes, so that indenting a file anew does no harm."""
    text = json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

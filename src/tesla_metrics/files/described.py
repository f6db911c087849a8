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
from .bounded import MIB, read_bounded
from .header import ANY_SETTINGS
from .locked import locked
from .schema import MisfitError, Shape, either, mapping_of, number, shown, text
from .strict_json import parse_json

# Ours have a few thousand bytes.
_MOST = 16 * MIB

_FIGURE = number(-1e12, 1e12)
# What a model records of how it was found; nobody computes with it.
TRAINING = mapping_of(either(_FIGURE, mapping_of(_FIGURE), text()))


def write_described(path: Path, kind: str, version: int, content: Mapping[str, Any]) -> None:
    """Write whole or not at all; the same content gives the same bytes."""
    facts = {"kind": kind, "version": version, **content}
    whole = {"kind": kind, "version": version, "checksum": checksum(facts), **content}
    text = json.dumps(whole, ensure_ascii=False, indent=2, allow_nan=False)
    with locked(path):
        write_atomically(path, text.encode() + b"\n")


def read_described(
    path: Path, kind: str, version: int, mend: str, content: Shape = ANY_SETTINGS
) -> dict[str, Any]:
    """What is in it beside kind, version and checksum, which are checked.

    A changed file, one of another kind or one whose content does not fit is refused. `mend` makes
    a new one.
    """
    try:
        facts = _parsed(path)
    except OSError as error:
        raise ResourceError(
            f"cannot read {kind} model {path}: {error.strerror}; check the path, or make one with "
            f"{mend}"
        ) from error
    except MisfitError as error:
        raise ResourceError(f"{path} is no {kind} model ({error}): make one with {mend}") from error
    if not isinstance(facts, dict) or facts.get("kind") != kind:
        found = facts.get("kind") if isinstance(facts, dict) else None
        raise ResourceError(
            f"{path} is no {kind} model (its kind is {shown(found)}): make one with {mend}"
        )
    if type(facts.get("version")) is not int or facts["version"] != version:
        raise ResourceError(
            f"{path} is a {kind} model of version {shown(facts.get('version'))}, wanted is version "
            f"{version}: make it anew with {mend}"
        )
    found = facts.pop("checksum", None)
    if found != checksum(facts):
        raise ResourceError(
            f"{path} was changed after it was made (its checksum does not fit): make it anew with "
            f"{mend}, or fetch it again"
        )
    del facts["kind"], facts["version"]
    try:
        checked: dict[str, Any] = content(facts, "")
    except MisfitError as error:
        raise ResourceError(f"{path} is malformed ({error}): make it anew with {mend}") from error
    return checked


def kind_of(path: Path) -> str:
    """What the file says that it is; nothing if it cannot be read, or says nothing."""
    try:
        facts = _parsed(path)
    except (OSError, MisfitError, ResourceError):
        return ""
    kind = facts.get("kind") if isinstance(facts, dict) else None
    return kind if isinstance(kind, str) else ""


def _parsed(path: Path) -> Any:
    with path.open("rb") as stream:
        return parse_json(read_bounded(stream, _MOST, path))


def checksum(facts: Mapping[str, Any]) -> str:
    """Of the content and not of the bytes, so that indenting a file anew does no harm."""
    text = json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

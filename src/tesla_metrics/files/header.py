"""The line of JSON in built files: what a file is, and the settings that it was built with."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import InputError, ResourceError
from .bounded import MIB
from .kinds import tell
from .schema import MisfitError, Shape, anything, record, shown, text, whole
from .strict_json import parse_json

MOST_HEADER = MIB
ANY_SETTINGS = record({}, others=anything())
# What `tesla build` does not make: some come with the package, from tools of its repository.
_MAKERS = {
    "parser": "tools/make_parser.py",
    "discourse": "tools/make_discourse.py",
    "srl": "'tesla train srl'",
    "adapter": "'tesla train tesla-n'",
    "relations": "tools/make_relations.py",
}


def encode_header(facts: Mapping[str, Any]) -> bytes:
    """The line, without its end; the same facts give the same bytes."""
    # Names of files need not be text, and are only for people.
    line = json.dumps(facts, ensure_ascii=False, sort_keys=True).encode(errors="replace")
    if len(line) > MOST_HEADER:
        raise InputError(
            f"the names of all sources take {len(line)} bytes, more than fit: join the sources"
        )
    return line


def read_header(
    line: bytes, path: Path, kind: str, version: int, settings: Shape, **more: Shape
) -> dict[str, Any]:
    """The facts of the line of JSON; one of another kind is a ResourceError that says so."""
    if len(line) > MOST_HEADER:
        raise MisfitError(f"its header has more than {MOST_HEADER} bytes")
    facts: dict[str, Any] = record(
        {"kind": text(), "version": whole(0, 10**6), "settings": anything(), **more}
    )(parse_json(line), "")
    if (facts["kind"], facts["version"]) != (kind, version):
        raise ResourceError(
            f"{path} holds {_a(shown(facts['kind'])[1:-1])} of version {facts['version']}, "
            f"wanted is {_a(kind)} of version {version}; build it anew with {maker(kind)}"
        )
    return {**facts, "settings": settings(facts["settings"], "settings")}


def _a(kind: str) -> str:
    return f"{'an' if kind[:1] in tuple('aeiou') else 'a'} {kind}"


def malformed(path: Path, error: Exception, kind: str) -> ResourceError:
    """The error for a file that is whole, and yet not what it should be."""
    return ResourceError(
        f"{path} is malformed ({error}); build it anew with {maker(kind)}, or fetch it again"
    )


def foreign(path: Path, kind: str, start: bytes, whole: bool) -> ResourceError:
    """The error for a file that begins like another one."""
    return ResourceError(
        f"{path} is no {kind} file (it is {tell(start, whole).called}); make one with {maker(kind)}"
    )


def maker(kind: str) -> str:
    """Which command or script makes files of a kind."""
    return _MAKERS.get(kind, f"'tesla build {kind}'")

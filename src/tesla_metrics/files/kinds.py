"""What a file is, told by how it begins: the one place that knows.

Names and suffixes say nothing. What is cut off inside its first line, empty or binary is none of
our files and no text either, so that nobody reads it as a table.
"""

import re
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from .packed import packed_start, program

RESOURCE_MAGIC = b"tesla-resource 1 "
MAPPED_MAGIC = b"tesla-mapped 1 "

_START = 4096
_MODEL = re.compile(rb'\s*\{\s*"(?:kind|version|checksum)"\s*:')
_ARPA = re.compile(rb"(?:[^\S\n]*\n|#.*\n)*\\data\\\s")
_RECORD = b"# tesla-metrics {"
# Tabs, line ends and form feeds are in texts; other controls are in nobody's.
_CONTROL = re.compile(rb"[\0-\x08\x0b\x0e-\x1f\x7f]")
_BOM = b"\xef\xbb\xbf"


class FileKind(StrEnum):
    """What a file can be; the value is what messages call it."""

    EMPTY = "empty"
    CUT = "cut off inside its first line"
    RESOURCE = "a tagger or table of words of 'tesla build'"
    MAPPED = "a phrase table or an encoder of 'tesla build'"
    MODEL = "a model of 'tesla train'"
    LANGUAGE_MODEL = "a language model"
    PACKED = "compressed"
    BINARY = "binary"
    TEXT = "a text"


class Told(NamedTuple):
    """A kind, and what to call the file in a message: "it is ..."."""

    kind: FileKind
    called: str


def tell(start: bytes, whole: bool) -> Told:
    """What begins like this; `whole`: there is no more of it."""
    kind = _kind(start.removeprefix(_BOM), whole)
    packed = packed_start(start)
    called = f"compressed by {program(packed)}" if packed else kind.value
    return Told(kind, called)


def tell_file(path: Path) -> Told:
    """The same of a file; an OSError where it cannot be read."""
    with path.open("rb") as stream:
        start = stream.read(_START)
        return tell(start, len(start) < _START)


def _kind(start: bytes, whole: bool) -> FileKind:
    if packed_start(start):
        return FileKind.PACKED
    if whole and not start.strip():
        return FileKind.EMPTY
    for magic, kind in (
        (RESOURCE_MAGIC, FileKind.RESOURCE),
        (MAPPED_MAGIC, FileKind.MAPPED),
    ):
        if start.startswith(magic[:-2]):  # those of later versions too
            return kind
        if whole and magic.startswith(start):
            return FileKind.CUT
    if _MODEL.match(start):
        return FileKind.MODEL
    if start.startswith(_RECORD) or _ARPA.match(start):
        return FileKind.LANGUAGE_MODEL
    return FileKind.BINARY if _CONTROL.search(start) else FileKind.TEXT

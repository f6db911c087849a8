"""WMT's XML since 2021: documents, each with its source, its references and outputs by name.

<dataset id="…"> <doc id="…" origlang="en">
  <src lang="en"> <p> <seg id="1">Text.</seg> </p> </src>
  <ref lang="de" translator="A"> … </ref>
  <hyp lang="de" system="…"> … </hyp>
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..errors import InputError, warn_user
from ..files.given import Given
from ..files.segment_text import SegmentText
from ..files.xml_reader import XmlReader
from ..tasks import Segment
from .sheet import Kept, Key, TextColumn, name_some, one_line

_SIDES = ("src", "ref", "hyp")


@dataclass
class _Found:
    """Texts by side and name, and which segments there are."""

    sides: dict[tuple[str, str], dict[Key, str]] = field(default_factory=dict)
    keys: dict[Key, None] = field(default_factory=dict)

    def names(self, side: str) -> list[str]:
        return [name for which, name in self.sides if which == side]


def read_wmt_xml(file: Given, references_alone: bool) -> Kept:
    """Segments without a reference are left out, with a warning, where the file has references."""
    found = _parse(file)
    translators, systems = found.names("ref"), found.names("hyp")
    if references_alone:
        systems = []
        if not translators:
            raise InputError(f"{file.name} has no <ref>: give a file with references to -r")
    elif not systems:
        raise InputError(
            f"{file.name} has no <hyp>: give a file with outputs, or give this one to -r"
        )
    keys = _referenced(file, found, translators)
    columns: dict[TextColumn, tuple[str, str]] = {
        TextColumn(name, (side, name)): (side, name)
        for side, names in (("hyp", systems), ("ref", translators)) for name in names
    }  # fmt: skip
    texts: dict[TextColumn, list[Segment | None]] = {
        column: [found.sides[place].get(key) for key in keys] for column, place in columns.items()
    }
    source, group = TextColumn("source", "src"), TextColumn("group", "doc")
    originals = next((own for (side, _), own in found.sides.items() if side == "src"), {})
    texts[source] = [originals.get(key, "") for key in keys]
    texts[group] = [document for document, _ in keys]
    own = [[c for c, place in columns.items() if place[0] == side] for side in ("hyp", "ref")]
    return Kept(file, own[0], own[1], source if originals else None, group, keys, texts)


def _referenced(file: Given, found: _Found, translators: Iterable[str]) -> list[Key]:
    sets = [found.sides["ref", name] for name in translators]
    if not sets:
        return list(found.keys)
    keys = [key for key in found.keys if any(key in own for own in sets)]
    if left := [key for key in found.keys if not any(key in own for own in sets)]:
        warn_user(f"{file.name}: {name_some(left)}: no reference, left out")
    return keys


def _parse(file: Given) -> _Found:
    state = _Handlers(file)
    with file.open() as stream:
        for _ in state.reader.read(stream):
            pass
    if not state.found.keys:
        raise InputError(
            f"{file.name} has no <doc> with <seg> in it: is it a test set in WMT's XML?"
        )
    return state.found


class _Handlers:
    """The elements as they come."""

    def __init__(self, file: Given) -> None:
        self.found = _Found()
        self.reader = XmlReader(file.name, file.max_line, self.start, self.end, self.text)
        self._most = file.max_line
        self._document: str | None = None
        self._side: tuple[str, str] | None = None
        self._ident: str | None = None
        self._text = SegmentText(self._most)
        self._number = 0
        # Some files name the translator of a reference at the source before it.
        self._translator = ""
        self._references = 0

    def start(self, tag: str, facts: Mapping[str, str]) -> None:
        if tag == "doc":
            # Test suites stand among the documents and have no references.
            self._document = None if "testsuite" in facts else facts.get("id", "")
            self._references, self._translator = 0, ""
        elif self._document is None:
            return
        elif tag in _SIDES:
            self._number = 0
            self._side = tag, self._name(tag, facts)
        elif tag == "seg" and self._side is not None:
            self._number += 1
            self._ident, self._text = facts.get("id", str(self._number)), SegmentText(self._most)

    def _name(self, side: str, facts: Mapping[str, str]) -> str:
        if side == "src":
            self._translator = facts.get("translator", "")
            return ""
        if side == "hyp":
            return facts.get("system", "system")
        self._references += 1
        if name := facts.get("translator") or self._translator:
            return name
        return "ref" if self._references == 1 else f"ref {self._references}"

    def text(self, text: str) -> None:
        if self._ident is not None:
            self._text.add(text, self.reader.where)

    def end(self, tag: str) -> None:
        if tag == "doc":
            self._document = None
        elif tag in _SIDES:
            self._side = None
        elif tag == "seg" and self._ident is not None and self._side and self._document is not None:
            self._add((self._document, self._ident))
            self._ident = None

    def _add(self, key: Key) -> None:
        assert self._side is not None
        own = self.found.sides.setdefault(self._side, {})
        if key in own:
            raise InputError(
                f"{self.reader.where}: {name_some([key])} is there again for <{self._side[0]}> "
                f"{self._side[1]}".rstrip()
                + ": give each once"
            )
        own[key] = one_line(self._text.whole())
        self.found.keys[key] = None

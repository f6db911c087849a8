"""Read the XML format of WMT since 2021.

<dataset id="…"> <doc id="…" origlang="en">
  <src lang="en"> <p> <seg id="1">Text.</seg> </p> </src>
  <ref lang="de" translator="A"> … </ref>
  <hyp lang="de" system="…"> … </hyp>
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ...errors import InputError, warn_user
from ..input_file import InputFile
from ..item import Segment
from ..xml_reader import SegmentText, XmlReader
from .sheet import InMemorySheet, Key, TextColumn, describe_segments, one_line

_SIDES = ("src", "ref", "hyp")


@dataclass
class _ParsedTexts:
    """The texts of a file, and the keys of all segments in the order of the file.

    `sides`
        The texts of segments by tag (src, ref or hyp) and by name of the translator or system.
    """

    sides: dict[tuple[str, str], dict[Key, str]] = field(default_factory=dict)
    keys: dict[Key, None] = field(default_factory=dict)

    def names(self, side: str) -> list[str]:
        return [name for other_tag, name in self.sides if other_tag == side]


def read_wmt_xml(file: InputFile, references_only: bool) -> InMemorySheet:
    """Read a file into columns.

    If the file has references, segments without a reference are left out with a warning. With
    `references_only`, the system outputs in the file are ignored.
    """
    parsed = _parse(file)
    translators, systems = parsed.names("ref"), parsed.names("hyp")
    if references_only:
        systems = []
        if not translators:
            raise InputError(f"{file.name} has no <ref>: give a file with references to -r")
    elif not systems:
        raise InputError(
            f"{file.name} has no <hyp>: give a file with outputs, or give this file to -r"
        )
    keys = _referenced_keys(file, parsed, translators)
    system_columns = [TextColumn(name, ("hyp", name)) for name in systems]
    reference_columns = [TextColumn(name, ("ref", name)) for name in translators]
    texts: dict[TextColumn, list[Segment | None]] = {}
    for tag, columns in (("hyp", system_columns), ("ref", reference_columns)):
        for column in columns:
            element_texts = parsed.sides[tag, column.name]
            texts[column] = [element_texts.get(key) for key in keys]
    source, group = TextColumn("source", "src"), TextColumn("group", "doc")
    originals = next((segments for (tag, _), segments in parsed.sides.items() if tag == "src"), {})
    texts[source] = [originals.get(key, "") for key in keys]
    texts[group] = [document for document, _ in keys]
    source_column = source if originals else None
    return InMemorySheet(file, system_columns, reference_columns, source_column, group, keys, texts)


def _referenced_keys(
    file: InputFile, parsed: _ParsedTexts, translators: Iterable[str]
) -> list[Key]:
    """Return the keys of segments with a reference, or all keys if there are no references."""
    sets = [parsed.sides["ref", name] for name in translators]
    if not sets:
        return list(parsed.keys)
    keys = [key for key in parsed.keys if any(key in references for references in sets)]
    if dropped := [key for key in parsed.keys if not any(key in references for references in sets)]:
        warn_user(f"{file.name}: {describe_segments(dropped)}: no reference, left out")
    return keys


def _parse(file: InputFile) -> _ParsedTexts:
    state = _Handlers(file)
    with file.open() as stream:
        for _ in state.reader.read(stream):
            pass
    if not state.parsed.keys:
        raise InputError(
            f"{file.name} has no <doc> with a <seg>: is it a test set in the XML format of WMT?"
        )
    return state.parsed


class _Handlers:
    """Handlers of XmlReader that collect the texts of segments."""

    def __init__(self, file: InputFile) -> None:
        self.parsed = _ParsedTexts()
        self.reader = XmlReader(file.name, file.max_line, self.start, self.end, self.text)
        self._max_line = file.max_line
        self._document: str | None = None
        self._side: tuple[str, str] | None = None
        self._ident: str | None = None
        self._text = SegmentText(self._max_line)
        self._segment_count = 0
        # Some files name the translator of a reference in the preceding source.
        self._translator = ""
        self._references = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "doc":
            # Documents with the attribute "testsuite" have no references and are skipped.
            self._document = None if "testsuite" in attributes else attributes.get("id", "")
            self._references, self._translator = 0, ""
        elif self._document is None:
            return
        elif tag in _SIDES:
            self._segment_count = 0
            self._side = tag, self._name(tag, attributes)
        elif tag == "seg" and self._side is not None:
            self._segment_count += 1
            self._ident = attributes.get("id", str(self._segment_count))
            self._text = SegmentText(self._max_line)

    def _name(self, side: str, attributes: Mapping[str, str]) -> str:
        """Return the name of the translator or system of an element; empty for a source."""
        if side == "src":
            self._translator = attributes.get("translator", "")
            return ""
        if side == "hyp":
            return attributes.get("system", "system")
        self._references += 1
        if name := attributes.get("translator") or self._translator:
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
        tag, name = self._side
        texts = self.parsed.sides.setdefault(self._side, {})
        if key in texts:
            element = f"<{tag}> {name}".rstrip()
            raise InputError(
                f"{self.reader.where}: {describe_segments([key])} occurs again for {element}: give "
                "each segment once"
            )
        texts[key] = one_line(self._text.text())
        self.parsed.keys[key] = None

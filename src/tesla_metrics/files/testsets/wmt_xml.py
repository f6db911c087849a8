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
from ..xml_reader import SegmentTextBuilder, XmlReader
from .sheet import InMemorySheet, SegmentKey, TextColumn, describe_segments, join_lines

_TEXT_TAGS = ("src", "ref", "hyp")


@dataclass
class _ParsedTexts:
    """The texts of a file, and the keys of all segments in the order of the file.

    `texts_by_element`
        The texts of segments by tag (src, ref or hyp) and by name of the translator or system.
    """

    texts_by_element: dict[tuple[str, str], dict[SegmentKey, str]] = field(default_factory=dict)
    keys: dict[SegmentKey, None] = field(default_factory=dict)

    def get_names(self, tag: str) -> list[str]:
        return [name for other_tag, name in self.texts_by_element if other_tag == tag]


def read_wmt_xml(file: InputFile, references_only: bool) -> InMemorySheet:
    """Read a file into columns.

    If the file has references, segments without a reference are left out with a warning. With
    `references_only`, the system outputs in the file are ignored.
    """
    parsed = _parse_file(file)
    translators, systems = parsed.get_names("ref"), parsed.get_names("hyp")
    if references_only:
        systems = []
        if not translators:
            raise InputError(f"{file.name} has no <ref>: give a file with references to -r")
    elif not systems:
        raise InputError(
            f"{file.name} has no <hyp>: give a file with outputs, or give this file to -r"
        )
    keys = _find_referenced_keys(file, parsed, translators)
    system_columns = [TextColumn(name, ("hyp", name)) for name in systems]
    reference_columns = [TextColumn(name, ("ref", name)) for name in translators]
    texts_by_column: dict[TextColumn, list[Segment | None]] = {}
    for tag, columns in (("hyp", system_columns), ("ref", reference_columns)):
        for column in columns:
            element_texts = parsed.texts_by_element[tag, column.name]
            texts_by_column[column] = [element_texts.get(key) for key in keys]
    source, group = TextColumn("source", "src"), TextColumn("group", "doc")
    source_texts = next(
        (segments for (tag, _), segments in parsed.texts_by_element.items() if tag == "src"), {}
    )
    texts_by_column[source] = [source_texts.get(key, "") for key in keys]
    texts_by_column[group] = [document for document, _ in keys]
    source_column = source if source_texts else None
    return InMemorySheet(
        file, system_columns, reference_columns, source_column, group, keys, texts_by_column
    )


def _find_referenced_keys(
    file: InputFile, parsed: _ParsedTexts, translators: Iterable[str]
) -> list[SegmentKey]:
    """Return the keys of segments with a reference, or all keys if there are no references."""
    sets = [parsed.texts_by_element["ref", name] for name in translators]
    if not sets:
        return list(parsed.keys)
    keys = [key for key in parsed.keys if any(key in references for references in sets)]
    if dropped_keys := [
        key for key in parsed.keys if not any(key in references for references in sets)
    ]:
        warn_user(f"{file.name}: {describe_segments(dropped_keys)}: no reference, left out")
    return keys


def _parse_file(file: InputFile) -> _ParsedTexts:
    handlers = _ElementHandlers(file)
    with file.open() as stream:
        for _ in handlers.reader.read(stream):
            pass
    if not handlers.parsed.keys:
        raise InputError(
            f"{file.name} has no <doc> with a <seg>: is it a test set in the XML format of WMT?"
        )
    return handlers.parsed


class _ElementHandlers:
    """Handlers of XmlReader that collect the texts of segments."""

    def __init__(self, file: InputFile) -> None:
        self.parsed = _ParsedTexts()
        self.reader = XmlReader(
            file.name, file.max_line_length, self.handle_start, self.handle_end, self.handle_text
        )
        self._max_line = file.max_line_length
        self._document: str | None = None
        self._element: tuple[str, str] | None = None
        self._segment_id: str | None = None
        self._text_builder = SegmentTextBuilder(self._max_line)
        self._segment_count = 0
        # Some files name the translator of a reference in the preceding source.
        self._translator = ""
        self._reference_count = 0

    def handle_start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "doc":
            # Documents with the attribute "testsuite" have no references and are skipped.
            self._document = None if "testsuite" in attributes else attributes.get("id", "")
            self._reference_count, self._translator = 0, ""
        elif self._document is None:
            return
        elif tag in _TEXT_TAGS:
            self._segment_count = 0
            self._element = tag, self._find_name(tag, attributes)
        elif tag == "seg" and self._element is not None:
            self._segment_count += 1
            self._segment_id = attributes.get("id", str(self._segment_count))
            self._text_builder = SegmentTextBuilder(self._max_line)

    def _find_name(self, tag: str, attributes: Mapping[str, str]) -> str:
        """Return the name of the translator or system of an element; empty for a source."""
        if tag == "src":
            self._translator = attributes.get("translator", "")
            return ""
        if tag == "hyp":
            return attributes.get("system", "system")
        self._reference_count += 1
        if name := attributes.get("translator") or self._translator:
            return name
        return "ref" if self._reference_count == 1 else f"ref {self._reference_count}"

    def handle_text(self, text: str) -> None:
        if self._segment_id is not None:
            self._text_builder.add(text, self.reader.location)

    def handle_end(self, tag: str) -> None:
        if tag == "doc":
            self._document = None
        elif tag in _TEXT_TAGS:
            self._element = None
        elif (
            tag == "seg"
            and self._segment_id is not None
            and self._element
            and self._document is not None
        ):
            self._add_segment((self._document, self._segment_id))
            self._segment_id = None

    def _add_segment(self, key: SegmentKey) -> None:
        assert self._element is not None
        tag, name = self._element
        texts = self.parsed.texts_by_element.setdefault(self._element, {})
        if key in texts:
            element = f"<{tag}> {name}".rstrip()
            raise InputError(
                f"{self.reader.location}: {describe_segments([key])} occurs again for {element}: "
                "give "
                "each segment once"
            )
        texts[key] = join_lines(self._text_builder.build())
        self.parsed.keys[key] = None

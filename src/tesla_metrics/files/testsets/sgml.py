"""Read the SGML format of NIST, also used by WMT until 2020.

<refset setid="newstest" srclang="any" trglang="en">
    <doc sysid="ref" docid="paper.12"> <p> <seg id="1">Text.</seg> </p> </doc>

Many files are not valid SGML, since they contain unescaped & and <. Therefore only known tags are
recognised, and everything else is text.
"""

import html
import re
from collections.abc import Iterator
from itertools import islice

from ...errors import InputError
from ..input_file import InputFile
from ..item import Segment
from ..xml_reader import SegmentTextBuilder
from .sheet import InMemorySheet, SegmentKey, TextColumn, describe_segments, join_lines

_TAG = re.compile(r"<(/?)(doc|seg)\b([^<>]*)>", re.IGNORECASE)
_SOURCE_SET_START = re.compile(r"\s*(?:<[!?][^>]*>\s*)*<srcset\b", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_SAMPLE_LINES = 50
_MAX_TAG_LENGTH = 10_000
_ENTITY = re.compile(r"&(?:#\d+|#[xX][0-9a-fA-F]+|\w+);")


def read_sgml(file: InputFile, are_references: bool) -> InMemorySheet:
    """Read a file into columns, one per system or translator named in its documents.

    With `are_references`, the columns are references, otherwise system outputs.
    """
    texts_by_name: dict[str, dict[SegmentKey, str]] = {}
    for line, name, key, text in _iterate_segments(file):
        segment_texts = texts_by_name.setdefault(name, {})
        if key in segment_texts:
            raise InputError(
                f"{file.name}, line {line}: {describe_segments([key])} occurs again: give each "
                "segment once"
            )
        segment_texts[key] = text
    if not texts_by_name:
        raise InputError(f"{file.name} has no <seg>: give SGML, or plain lines with --input text")
    (first_name, first_texts), *other_texts = texts_by_name.items()
    for name, segment_texts in other_texts:
        missing_keys = [key for key in first_texts if key not in segment_texts]
        missing_keys = missing_keys or [key for key in segment_texts if key not in first_texts]
        if missing_keys:
            raise InputError(
                f"{file.name}: {name} and {first_name} do not both have "
                f"{describe_segments(missing_keys)}: "
                "give files with the same segments"
            )
    columns = [TextColumn(name, name) for name in texts_by_name]
    texts: dict[TextColumn, list[Segment | None]] = {
        column: [segment_texts[key] for key in first_texts]
        for column, segment_texts in zip(columns, texts_by_name.values(), strict=True)
    }
    group = TextColumn("group", ())
    texts[group] = [key[0] for key in first_texts]
    return InMemorySheet(
        file, [] if are_references else columns, columns if are_references else [], None, group,
        list(first_texts), texts,
    )  # fmt: skip


def _iterate_segments(file: InputFile) -> Iterator[tuple[int, str, SegmentKey, str]]:
    """Yield line number, sysid, key (docid and id) and text of each segment."""
    if _SOURCE_SET_START.match("\n".join(islice(file.lines(), _SAMPLE_LINES))):
        raise InputError(f"{file.name} has sources (srcset): give a refset or a tstset")
    tags = _TagReader(file)
    system = document = segment_id = ""
    n_segments = 0
    for line, tag, text in tags:
        is_end_tag, name = bool(tag[1]), tag[2].lower()
        if tags.inside_segment and not (is_end_tag and name == "seg"):
            raise InputError(f"{file.name}, line {line}: a <seg> before {tag[0]} lacks its </seg>")
        attributes = _parse_attributes(tag[3])
        if name == "doc" and not is_end_tag:
            system, document, n_segments = (
                attributes.get("sysid", ""),
                attributes.get("docid", ""),
                0,
            )
        elif name == "seg" and not is_end_tag:
            n_segments, tags.inside_segment = n_segments + 1, True
            segment_id = attributes.get("id", str(n_segments))
        elif name == "seg" and tags.inside_segment:
            yield line, system, (document, segment_id), _clean_text(text)
            tags.inside_segment = False
    if tags.inside_segment:
        raise InputError(f"{file.name} ends inside a <seg>: copy it again")


class _TagReader:
    """Iterator over (line number, match of the tag, text before the tag).

    The text is collected only if `inside_segment` is true; the user of the iterator sets it.
    """

    def __init__(self, file: InputFile) -> None:
        self._file, self.inside_segment = file, False

    def __iter__(self) -> Iterator[tuple[int, re.Match[str], str]]:
        segment_text, pending = SegmentTextBuilder(self._file.max_line_length), ""
        for line_number, line in enumerate(self._file.lines(), 1):
            text, text_start = f"{pending}{line}\n", 0
            location = f"{self._file.name}, line {line_number}"
            for tag in _TAG.finditer(text):
                if self.inside_segment:
                    segment_text.add(text[text_start : tag.start()], location)
                # Line ends are only in the pending text of earlier lines and at the very end. Only
                # the pending text is searched, since a line may be as long as the file.
                yield line_number - pending.count("\n", tag.start()), tag, segment_text.build()
                segment_text, text_start = SegmentTextBuilder(self._file.max_line_length), tag.end()
            # A possible start of a tag at the end of the line is kept for the next line.
            text_end = text.rfind("<", text_start)
            if text_end < 0 or ">" in text[text_end:] or len(text) - text_end > _MAX_TAG_LENGTH:
                text_end = len(text)
            if self.inside_segment:
                segment_text.add(text[text_start:text_end], location)
            pending = text[text_end:]


def _parse_attributes(text: str) -> dict[str, str]:
    return {
        match[1].lower(): html.unescape(match[2] or match[3] or match[4] or "").strip()
        for match in _ATTRIBUTE.finditer(text)
    }


def _clean_text(text: str) -> str:
    """Replace entities, and join the lines of a text."""
    return join_lines(_ENTITY.sub(lambda match: html.unescape(match[0]), text))

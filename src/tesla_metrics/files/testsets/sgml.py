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
from ..xml_reader import SegmentText
from .sheet import InMemorySheet, Key, TextColumn, describe_segments, one_line

_TAG = re.compile(r"<(/?)(doc|seg)\b([^<>]*)>", re.IGNORECASE)
_SOURCE = re.compile(r"\s*(?:<[!?][^>]*>\s*)*<srcset\b", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_FIRST_LINES = 50
_MAX_TAG = 10_000
_ENTITY = re.compile(r"&(?:#\d+|#[xX][0-9a-fA-F]+|\w+);")


def read_sgml(file: InputFile, references: bool) -> InMemorySheet:
    """Read a file into columns, one per system or translator named in its documents.

    With `references`, the columns are references, otherwise system outputs.
    """
    texts_by_name: dict[str, dict[Key, str]] = {}
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
    (first, segments), *others = texts_by_name.items()
    for name, segment_texts in others:
        missing = [key for key in segments if key not in segment_texts]
        missing = missing or [key for key in segment_texts if key not in segments]
        if missing:
            raise InputError(
                f"{file.name}: {name} and {first} do not both have {describe_segments(missing)}: "
                "give files with the same segments"
            )
    columns = [TextColumn(name, name) for name in texts_by_name]
    texts: dict[TextColumn, list[Segment | None]] = {
        column: [segment_texts[key] for key in segments]
        for column, segment_texts in zip(columns, texts_by_name.values(), strict=True)
    }
    group = TextColumn("group", ())
    texts[group] = [key[0] for key in segments]
    return InMemorySheet(
        file, [] if references else columns, columns if references else [], None, group,
        list(segments), texts,
    )  # fmt: skip


def _iterate_segments(file: InputFile) -> Iterator[tuple[int, str, Key, str]]:
    """Yield line number, sysid, key (docid and id) and text of each segment."""
    if _SOURCE.match("\n".join(islice(file.lines(), _FIRST_LINES))):
        raise InputError(f"{file.name} has sources (srcset): give a refset or a tstset")
    tags = _Tags(file)
    system = document = ident = ""
    count = 0
    for line, tag, text in tags:
        closes, name = bool(tag[1]), tag[2].lower()
        if tags.inside and not (closes and name == "seg"):
            raise InputError(f"{file.name}, line {line}: a <seg> before {tag[0]} lacks its </seg>")
        attributes = _attributes(tag[3])
        if name == "doc" and not closes:
            system, document, count = attributes.get("sysid", ""), attributes.get("docid", ""), 0
        elif name == "seg" and not closes:
            count, tags.inside = count + 1, True
            ident = attributes.get("id", str(count))
        elif name == "seg" and tags.inside:
            yield line, system, (document, ident), _clean(text)
            tags.inside = False
    if tags.inside:
        raise InputError(f"{file.name} ends inside a <seg>: copy it again")


class _Tags:
    """Iterator over (line number, match of the tag, text before the tag).

    The text is collected only if `inside` is true; the user of the iterator sets it.
    """

    def __init__(self, file: InputFile) -> None:
        self._file, self.inside = file, False

    def __iter__(self) -> Iterator[tuple[int, re.Match[str], str]]:
        segment_text, start = SegmentText(self._file.max_line), ""
        for line_number, line in enumerate(self._file.lines(), 1):
            text, position = f"{start}{line}\n", 0
            where = f"{self._file.name}, line {line_number}"
            for tag in _TAG.finditer(text):
                if self.inside:
                    segment_text.add(text[position : tag.start()], where)
                # Line ends are only in the pending text of earlier lines and at the very end. Only
                # the pending text is searched, since a line may be as long as the file.
                yield line_number - start.count("\n", tag.start()), tag, segment_text.text()
                segment_text, position = SegmentText(self._file.max_line), tag.end()
            # A possible start of a tag at the end of the line is kept for the next line.
            cut = text.rfind("<", position)
            if cut < 0 or ">" in text[cut:] or len(text) - cut > _MAX_TAG:
                cut = len(text)
            if self.inside:
                segment_text.add(text[position:cut], where)
            start = text[cut:]


def _attributes(text: str) -> dict[str, str]:
    return {
        match[1].lower(): html.unescape(match[2] or match[3] or match[4] or "").strip()
        for match in _ATTRIBUTE.finditer(text)
    }


def _clean(text: str) -> str:
    """Replace entities, and join the lines of a text."""
    return one_line(_ENTITY.sub(lambda match: html.unescape(match[0]), text))

"""SGML as NIST and WMT had it until 2020: documents with segments, a file a side.

    <refset setid="newstest" srclang="any" trglang="en">
    <doc sysid="ref" docid="paper.12"> <p> <seg id="1">Text.</seg> </p> </doc>

What is found is no SGML by the book (`&` and `<` stand alone), so that tags are looked for and all
else is text.
"""

import html
import re
from collections.abc import Iterator
from itertools import islice

from ..errors import InputError
from ..files.given import Given
from ..files.segment_text import SegmentText
from ..tasks import Segment
from .sheet import Kept, Key, TextColumn, name_some, one_line

_TAG = re.compile(r"<(/?)(doc|seg)\b([^<>]*)>", re.IGNORECASE)
_SOURCE = re.compile(r"\s*(?:<[!?][^>]*>\s*)*<srcset\b", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_FIRST_LINES = 50
_LONGEST_TAG = 10_000
_ENTITY = re.compile(r"&(?:#\d+|#[xX][0-9a-fA-F]+|\w+);")


def read_sgml(file: Given, references: bool) -> Kept:
    """A column each system (or translator) that the documents name."""
    found: dict[str, dict[Key, str]] = {}
    for line, who, key, text in _segments(file):
        own = found.setdefault(who, {})
        if key in own:
            raise InputError(
                f"{file.name}, line {line}: {name_some([key])} is there again: give each once"
            )
        own[key] = text
    if not found:
        raise InputError(f"{file.name} has no <seg>: give SGML, or plain lines with --input text")
    (first, segments), *others = found.items()
    for who, own in others:
        if missing := [key for key in segments if key not in own] or [
            key for key in own if key not in segments
        ]:
            raise InputError(
                f"{file.name}: {who} and {first} do not both have {name_some(missing)}: give files "
                "of the same segments"
            )
    columns = [TextColumn(who, who) for who in found]
    texts: dict[TextColumn, list[Segment | None]] = {
        column: [own[key] for key in segments]
        for column, own in zip(columns, found.values(), strict=True)
    }
    group = TextColumn("group", ())
    texts[group] = [key[0] for key in segments]
    return Kept(
        file, [] if references else columns, columns if references else [], None, group,
        list(segments), texts,
    )  # fmt: skip


def _segments(file: Given) -> Iterator[tuple[int, str, Key, str]]:
    """Line, sysid, docid and id, text."""
    if _SOURCE.match("\n".join(islice(file.lines(), _FIRST_LINES))):
        raise InputError(f"{file.name} is a source (srcset): give a refset or a tstset")
    tags = _Tags(file)
    who = document = ident = ""
    number = 0
    for line, tag, before in tags:
        closes, name = bool(tag[1]), tag[2].lower()
        if tags.inside and not (closes and name == "seg"):
            raise InputError(f"{file.name}, line {line}: a <seg> before {tag[0]} lacks its </seg>")
        facts = _attributes(tag[3])
        if name == "doc" and not closes:
            who, document, number = facts.get("sysid", ""), facts.get("docid", ""), 0
        elif name == "seg" and not closes:
            number, tags.inside = number + 1, True
            ident = facts.get("id", str(number))
        elif name == "seg" and tags.inside:
            yield line, who, (document, ident), _clean(before)
            tags.inside = False
    if tags.inside:
        raise InputError(f"{file.name} ends inside a <seg>: copy it again")


class _Tags:
    """Tags, each with its line and, `inside` a segment, the text before it."""

    def __init__(self, file: Given) -> None:
        self._file, self.inside = file, False

    def __iter__(self) -> Iterator[tuple[int, re.Match[str], str]]:
        before, start = SegmentText(self._file.max_line), ""
        for number, line in enumerate(self._file.lines(), 1):
            text, at = f"{start}{line}\n", 0
            where = f"{self._file.name}, line {number}"
            for tag in _TAG.finditer(text):
                if self.inside:
                    before.add(text[at : tag.start()], where)
                # Line ends are in what waited and at the very end: a line may be all of the file.
                yield number - start.count("\n", tag.start()), tag, before.whole()
                before, at = SegmentText(self._file.max_line), tag.end()
            # What may be the start of a tag waits for the next line.
            cut = text.rfind("<", at)
            if cut < 0 or ">" in text[cut:] or len(text) - cut > _LONGEST_TAG:
                cut = len(text)
            if self.inside:
                before.add(text[at:cut], where)
            start = text[cut:]


def _attributes(text: str) -> dict[str, str]:
    return {
        found[1].lower(): html.unescape(found[2] or found[3] or found[4] or "").strip()
        for found in _ATTRIBUTE.finditer(text)
    }


def _clean(text: str) -> str:
    return one_line(_ENTITY.sub(lambda found: html.unescape(found[0]), text))

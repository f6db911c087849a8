"""What a file looks like, so that a table or markup is never scored as text by mistake.

By its name, or by its first lines: text that has a tab or a brace here and there looks like text.
"""

import csv
import json
import re
from collections.abc import Sequence
from itertools import islice

from ..files.given import Given
from ..names import CANDIDATE, REFERENCE, SOURCE, role_of
from .quoted import separator

_LINES = 20
_SUFFIXES = {
    ".tsv": "tsv", ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json",
    ".sgm": "sgml", ".sgml": "sgml", ".xml": "xml", ".conllu": "conllu",
}  # fmt: skip
_SGML = re.compile(
    r"<(?:(?:src|ref|tst)set\b|mteval\b|!doctype\s+mteval|doc\s[^>]*\b(?:docid|sysid)\b|seg\s+id\b)",
    re.IGNORECASE,
)
_WMT_XML = re.compile(r"<(?:dataset|collection)\b")
_XML = re.compile(r"\s*<(?:\?xml\b|dataset\b|!doctype\s+(?!html))", re.IGNORECASE)
_TOKEN = re.compile(r"\d+(?:[-.]\d+)?\t")


def looks_like(file: Given) -> str:
    """text, conllu, tsv, csv, jsonl, json (which is not lines), sgml, wmt-xml or xml (another)."""
    lines = list(islice(file.lines(), _LINES))
    named = _SUFFIXES.get(file.suffix, "text")
    found = _content(lines)
    # These two names stand for several formats.
    narrower = {"xml": ("wmt-xml", "sgml"), "json": ("jsonl",)}
    return found if named == "text" or found in narrower.get(named, ()) else named


def is_markup(file: Given) -> bool:
    """Whether a file is named so or starts with a tag."""
    if _SUFFIXES.get(file.suffix) in ("sgml", "xml"):
        return True
    return next((line for line in file.lines() if line.strip()), "").lstrip().startswith("<")


def _content(lines: Sequence[str]) -> str:
    full = [line for line in lines if line.strip()]
    if not full:
        return "text"
    if markup := _markup(full):
        return markup
    if _are_tokens(full):
        return "conllu"
    if sum(map(_is_object, full)) * 2 > len(full):
        return "jsonl"
    if _starts_json(full[0].strip(), full[1].strip() if len(full) > 1 else ""):
        return "json"
    if _has_columns(lines):
        return "tsv"
    return "csv" if _is_csv(full) else "text"


def _markup(full: Sequence[str]) -> str:
    start = "\n".join(full)
    if _XML.match(start):
        return "wmt-xml" if _WMT_XML.search(start) else "sgml" if _SGML.search(start) else "xml"
    return "sgml" if _SGML.match(full[0].lstrip()) else ""


def _are_tokens(full: Sequence[str]) -> bool:
    tokens = [line for line in full if not line.startswith("#")]
    return bool(tokens) and all(
        line.count("\t") == 9 and _TOKEN.match(line) is not None for line in tokens
    )


def _is_object(line: str) -> bool:
    if not line.lstrip().startswith("{"):
        return False
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _starts_json(first: str, second: str) -> bool:
    return (
        first.startswith('[{"')
        or (first in ("[", "[{") and second[:1] in ('{"', '"', "{"))
        or (first in ("{", "[{") and second.startswith('"') and '":' in second)
    )


def _has_columns(lines: Sequence[str]) -> bool:
    """Tabs between words, as many in every line; one line alone may have a stray one."""
    counts = {line.count("\t") for line in lines}
    between = sum("\t" in line.strip() for line in lines)
    return len(lines) > 1 and len(counts) == 1 and 0 not in counts and between * 2 > len(lines)


def _is_csv(full: Sequence[str]) -> bool:
    """Only with a header of ours: commas are everywhere."""
    try:
        rows = list(csv.reader(full, delimiter=separator(full[0])))
    except csv.Error:
        return False
    tight = [name for name in rows[0] if name == name.strip()]  # prose has a space after a comma
    roles = {role_of(name) for name in tight} & {CANDIDATE, REFERENCE, SOURCE}
    return len(roles) > 1 and all(len(row) == len(rows[0]) for row in rows)

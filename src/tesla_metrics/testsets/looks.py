"""What a file looks like, so that a table or markup is never scored as text by mistake.

By its name, or by its first lines: text that has a tab or a brace here and there looks like text.
"""

import csv
import json
import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Sequence
from itertools import islice

from ..files.given import Given
from ..files.row_lines import csv_reader
from ..names import CANDIDATE, REFERENCE, SOURCE, role_of
from .quoted import separator

_LINES = 200
_START = 1 << 16
# A line or two of a table may be ragged.
_MOST = 0.8
_SUFFIXES = {
    ".tsv": "tsv", ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json",
    ".sgm": "sgml", ".sgml": "sgml", ".xml": "xml", ".conllu": "conllu",
}  # fmt: skip
_SGML = re.compile(
    r"<(?:(?:src|ref|tst)set\b|mteval\b|!doctype\s+mteval|doc\s[^>]*\b(?:docid|sysid)\b|seg\s+id\b)",
    re.IGNORECASE,
)
_WMT_XML = re.compile(r"<(?:dataset|collection)\b")
_XML = re.compile(
    r"\s*<(?:\?xml\b|(?:dataset|collection|tmx|xliff|tei|tei\.2|corpus|cesdoc)[\s>]"
    r"|!doctype\s+(?!html))",
    re.IGNORECASE,
)
_SEG = re.compile(r"\s*<seg\b", re.IGNORECASE)
_SENTENCE = re.compile(r"\s*<s(?:\s+\w+\s*=|>)", re.IGNORECASE)
_NBEST = re.compile(r"\s*\d+\s*\|\|\|\s")
_TOKEN = re.compile(r"\d+(?:[-.]\d+)?\t")


def looks_like(file: Given) -> str:
    """text, conllu, tsv, csv, jsonl, json (no objects), bars, sgml, wmt-xml or xml (another)."""
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
    with file.open() as stream:  # which may be one line
        return stream.read(_START).removeprefix(BOM_UTF8).lstrip().startswith(b"<")


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
    if _is_json(full):
        return "json"
    if _has_bars(full):
        return "bars"
    if _has_columns(full):
        return "tsv"
    return "csv" if _is_csv(full) else "text"


def _markup(full: Sequence[str]) -> str:
    start = "\n".join(full)
    if _XML.match(start):
        return "wmt-xml" if _WMT_XML.search(start) else "sgml" if _SGML.search(start) else "xml"
    if _SGML.match(full[0].lstrip()) or _are_most(full, _SEG):
        return "sgml"
    return "xml" if _are_most(full, _SENTENCE) else ""


def _are_most(full: Sequence[str], start: re.Pattern[str]) -> bool:
    return sum(start.match(line) is not None for line in full) >= _MOST * len(full)


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


def _is_json(full: Sequence[str]) -> bool:
    """An array over several lines, or arrays and strings a line; one quotation is prose."""
    if len(full) > 1 and _starts_json(full[0].strip(), full[1].strip()):
        return True
    values = [_list_or_text(line) for line in full]
    return all(values) and (len(full) > 1 or isinstance(values[0], list))


def _starts_json(first: str, second: str) -> bool:
    return (
        first.startswith('[{"')
        or (first in ("[", "[{") and second[:1] in ('{"', '"', "{"))
        or (first in ("{", "[{") and second.startswith('"') and '":' in second)
    )


def _list_or_text(line: str) -> object:
    """What a line is as JSON; None where it is none, or such as [1], which stands in prose."""
    if not line.lstrip().startswith(("[", '"')):
        return None
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, list):
        return value if any(isinstance(one, str | list | dict) for one in value) else None
    return line


def _has_bars(full: Sequence[str]) -> bool:
    """Moses' lists of the n best, or texts side by side."""
    if sum(_NBEST.match(line) is not None for line in full) * 2 > len(full):
        return True
    return len(full) > 1 and sum(" ||| " in line for line in full) >= _MOST * len(full)


def _has_columns(full: Sequence[str]) -> bool:
    """Tabs between words, as many in most lines; one line alone may have a stray one."""
    count, lines = Counter(line.count("\t") for line in full).most_common(1)[0]
    between = sum("\t" in line.strip() for line in full)
    return len(full) > 1 and count > 0 and lines >= _MOST * len(full) and between * 2 > len(full)


def _is_csv(full: Sequence[str]) -> bool:
    """Only with a header of ours: commas are everywhere."""
    try:
        rows = list(csv_reader(full, delimiter=separator(full[0])))
    except csv.Error:
        return False
    tight = [name for name in rows[0] if name == name.strip()]  # prose has a space after a comma
    roles = {role_of(name) for name in tight} & {CANDIDATE, REFERENCE, SOURCE}
    as_wide = sum(len(row) == len(rows[0]) for row in rows)
    return len(roles) > 1 and as_wide >= _MOST * len(rows)

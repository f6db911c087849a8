"""The names of the input formats, and their detection."""

import csv
import json
import re
import warnings
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import TeslaWarning
from ..field_names import CANDIDATE, REFERENCE, SOURCE, find_role
from ..input_file import InputFile
from ..lines import too_long_error

if TYPE_CHECKING:
    from _csv import Reader

# The formats of test sets.
INPUT_FORMATS = ("text", "conllu", "tsv", "csv", "jsonl", "sgml", "wmt-xml")
TABLE_FORMATS = ("tsv", "csv", "jsonl")
# Parquet files are only read in batches, in `scale/frames`.
PARQUET = "parquet"
MARKUP_FORMATS = ("sgml", "wmt-xml")
# Names of formats in messages. The formats json, xml and bars are detected but not supported.
FORMAT_NAMES = {
    "tsv": "TSV", "csv": "CSV", "jsonl": "JSON lines", "json": "JSON", "sgml": "SGML",
    "wmt-xml": "WMT's XML", "xml": "XML", "conllu": "CoNLL-U",
    "bars": "fields between |||",
}  # fmt: skip
# The input to ask for in place of unsupported formats.
UNSUPPORTED_HINTS = {
    "json": "one object per line and --input jsonl",
    "xml": "its text",
    "bars": "one text per line (of an n-best list, the first entry of each segment)",
}


def is_parquet(path: str) -> bool:
    """Return whether a path is a Parquet file by its suffix, or a folder with Parquet files."""
    return Path(path).suffix.lower() in (".parquet", ".pq") or (
        Path(path).is_dir() and any(Path(path).glob("*.parquet"))
    )


# The largest limit that the csv module accepts on systems with a C long of 32 bits.
_MAX_CELL_CHARACTERS = (1 << 31) - 1


def open_csv_reader(lines: Iterable[str], **options: Any) -> "Reader":
    """Return a reader of the csv module that allows long cells; `options` are its options.

    The cell limit of the csv module is global to the process. It is raised and not restored.
    """
    if csv.field_size_limit() < _MAX_CELL_CHARACTERS:
        csv.field_size_limit(_MAX_CELL_CHARACTERS)
    return csv.reader(lines, **options)


class BoundedRowLines:
    """Iterator over lines for `open_csv_reader` that refuses a row longer than a line may be.

    A row has several lines if a quoted cell contains line ends.
    """

    def __init__(self, lines: Iterator[str], name: str, max_length: int) -> None:
        self._lines, self._name, self._max_length = lines, name, max_length
        self._next_line = self._first_line = 1
        self._size = 0

    def __iter__(self) -> "BoundedRowLines":
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        self._next_line += 1
        self._size += len(line)
        # A single line was checked when it was read, without its line end.
        if self._size > self._max_length and self._next_line - 1 > self._first_line:
            location = f"{self._name}, line {self._first_line}"
            raise too_long_error(
                location, self._max_length, "a row from here on (is a quote never closed?)"
            )
        return line

    def end_row(self) -> None:
        """Mark the end of a row; the next line starts another row."""
        self._first_line, self._size = self._next_line, 0


_QUOTED_CELL = re.compile(r'"(?:[^"]|"")*"?')


def find_separator(line: str) -> str:
    """Return the separator of a CSV file: a tab, comma or semicolon outside quotes in its line.

    `line_number` is the first line of the file. Tabs are preferred, since texts contain commas but
    no tabs. Spreadsheets use semicolons in languages with a decimal comma.
    """
    unquoted_text = _QUOTED_CELL.sub("", line)
    return next((delimiter for delimiter in "\t,;" if delimiter in unquoted_text), ",")


def is_quoted(cell: str) -> bool:
    """Return whether a cell has quotes at both ends, and only doubled quotes inside."""
    inner = cell[1:-1]
    return len(cell) > 1 and cell[0] == cell[-1] == '"' and '"' not in inner.replace('""', "")


class QuoteCounter:
    """Counter of quoted cells in a TSV file, to warn if it is quoted as CSV.

    It is quoted as CSV if a quoted cell has doubled quotes inside, or if all cells are quoted.
    """

    def __init__(self) -> None:
        self._cell_count = self._quoted_count = self._doubled_count = self._first_line = 0

    def update(self, cell: str, line_number: int) -> None:
        """Count a cell."""
        self._cell_count += 1
        if cell[:1] == '"' and is_quoted(cell):
            self._quoted_count += 1
            self._doubled_count += '""' in cell[1:-1]
            self._first_line = self._first_line or line_number

    def warn(self, file_name: str) -> None:
        """Warn if the counted cells are quoted as in CSV; call it after the last cell."""
        if self._doubled_count or 1 < self._quoted_count == self._cell_count:
            fields = "1 field is" if self._quoted_count == 1 else f"{self._quoted_count} fields are"
            warnings.warn(
                f"{file_name}: {fields} quoted as in CSV, the first on line {self._first_line}: "
                "give --input csv to remove the quotes",
                TeslaWarning,
                stacklevel=2,
            )


# Detecting the format of a file by its suffix and first lines
#
# Without it, a table or markup could be scored as text by mistake. A file in which only some lines
# have tabs or braces is detected as text.

_SAMPLE_LINES = 200
_SAMPLE_BYTES = 1 << 16
# The minimum share of lines that must match a format; other lines may be malformed.
_MIN_LINE_SHARE = 0.8
_FORMAT_BY_SUFFIX = {
    ".tsv": "tsv", ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json",
    ".sgm": "sgml", ".sgml": "sgml", ".xml": "xml", ".conllu": "conllu",
}  # fmt: skip
_SGML_TAG = re.compile(
    r"<(?:(?:src|ref|tst)set\b|mteval\b|!doctype\s+mteval|doc\s[^>]*\b(?:docid|sysid)\b|seg\s+id\b)",
    re.IGNORECASE,
)
_WMT_XML_TAG = re.compile(r"<(?:dataset|collection)\b")
_XML_START = re.compile(
    r"\s*<(?:\?xml\b|(?:dataset|collection|tmx|xliff|tei|tei\.2|corpus|cesdoc)[\s>]"
    r"|!doctype\s+(?!html))",
    re.IGNORECASE,
)
_SEG_TAG = re.compile(r"\s*<seg\b", re.IGNORECASE)
_SENTENCE_TAG = re.compile(r"\s*<s(?:\s+\w+\s*=|>)", re.IGNORECASE)
_NBEST_START = re.compile(r"\s*\d+\s*\|\|\|\s")
_CONLLU_TOKEN = re.compile(r"\d+(?:[-.]\d+)?\t")


def detect_format(file: InputFile) -> str:
    """Return the detected format: one of `INPUT_FORMATS` or an unsupported format.

    Unsupported are "json" (not one object per line), "bars" (fields between |||) and "xml" (XML of
    another format).
    """
    lines = list(islice(file.lines(), _SAMPLE_LINES))
    suffix_format = _FORMAT_BY_SUFFIX.get(file.suffix, "text")
    content_format = _detect_content_format(lines)
    # The suffixes .xml and .json are used for several formats.
    specific_formats = {"xml": ("wmt-xml", "sgml"), "json": ("jsonl",)}
    return (
        content_format
        if suffix_format == "text" or content_format in specific_formats.get(suffix_format, ())
        else suffix_format
    )


def is_markup(file: InputFile) -> bool:
    """Return whether a file has a suffix of SGML or XML, or starts with a tag."""
    if _FORMAT_BY_SUFFIX.get(file.suffix) in ("sgml", "xml"):
        return True
    with file.open() as stream:  # Bytes are read, since the file may be a single long line.
        return stream.read(_SAMPLE_BYTES).removeprefix(BOM_UTF8).lstrip().startswith(b"<")


def _detect_content_format(lines: Sequence[str]) -> str:
    lines_with_text = [line for line in lines if line.strip()]
    if not lines_with_text:
        return "text"
    if markup := _detect_markup(lines_with_text):
        return markup
    if _is_conllu(lines_with_text):
        return "conllu"
    if sum(map(_is_json_object, lines_with_text)) * 2 > len(lines_with_text):
        return "jsonl"
    if _is_json(lines_with_text):
        return "json"
    if _has_bars(lines_with_text):
        return "bars"
    if _has_columns(lines_with_text):
        return "tsv"
    return "csv" if _is_csv(lines_with_text) else "text"


def _detect_markup(lines: Sequence[str]) -> str:
    sample = "\n".join(lines)
    if _XML_START.match(sample):
        if _WMT_XML_TAG.search(sample):
            return "wmt-xml"
        return "sgml" if _SGML_TAG.search(sample) else "xml"
    if _SGML_TAG.match(lines[0].lstrip()) or _most_lines_match(lines, _SEG_TAG):
        return "sgml"
    return "xml" if _most_lines_match(lines, _SENTENCE_TAG) else ""


def _most_lines_match(lines: Sequence[str], pattern: re.Pattern[str]) -> bool:
    return sum(pattern.match(line) is not None for line in lines) >= _MIN_LINE_SHARE * len(lines)


def _is_conllu(lines: Sequence[str]) -> bool:
    tokens = [line for line in lines if not line.startswith("#")]
    return bool(tokens) and all(
        line.count("\t") == 9 and _CONLLU_TOKEN.match(line) is not None for line in tokens
    )


def _is_json_object(line: str) -> bool:
    if not line.lstrip().startswith("{"):
        return False
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _is_json(lines: Sequence[str]) -> bool:
    """Detect JSON: an array over several lines, or one array or string per line.

    A single line with a string is not JSON but a quotation.
    """
    if len(lines) > 1 and _starts_json(lines[0].strip(), lines[1].strip()):
        return True
    values = [_parse_list_or_text(line) for line in lines]
    return all(values) and (len(lines) > 1 or isinstance(values[0], list))


def _starts_json(first_line: str, second_line: str) -> bool:
    return (
        first_line.startswith('[{"')
        or (first_line in ("[", "[{") and second_line[:1] in ('{"', '"', "{"))
        or (first_line in ("{", "[{") and second_line.startswith('"') and '":' in second_line)
    )


def _parse_list_or_text(line: str) -> object:
    """Return the JSON array or string in a line, or None if there is none.

    Arrays without texts are ignored, since prose may contain references such as [1].
    """
    if not line.lstrip().startswith(("[", '"')):
        return None
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, list):
        return value if any(isinstance(item, str | list | dict) for item in value) else None
    return line


def _has_bars(lines: Sequence[str]) -> bool:
    """Detect n-best lists of Moses, and texts separated by `|||`."""
    if sum(_NBEST_START.match(line) is not None for line in lines) * 2 > len(lines):
        return True
    return len(lines) > 1 and sum(" ||| " in line for line in lines) >= _MIN_LINE_SHARE * len(lines)


def _has_columns(lines: Sequence[str]) -> bool:
    """Detect columns: most lines have the same number of tabs, and tabs between words.

    A single line is not a table.
    """
    n_tabs, n_lines = Counter(line.count("\t") for line in lines).most_common(1)[0]
    n_separated = sum("\t" in line.strip() for line in lines)
    return (
        len(lines) > 1
        and n_tabs > 0
        and n_lines >= _MIN_LINE_SHARE * len(lines)
        and n_separated * 2 > len(lines)
    )


def _is_csv(lines: Sequence[str]) -> bool:
    """Detect CSV by a header with known names, since commas are in most texts."""
    try:
        rows = list(open_csv_reader(lines, delimiter=find_separator(lines[0])))
    except csv.Error:
        return False
    # Prose has a space after a comma; a header has none.
    header_names = [name for name in rows[0] if name == name.strip()]
    roles = {find_role(name) for name in header_names} & {CANDIDATE, REFERENCE, SOURCE}
    n_complete_rows = sum(len(row) == len(rows[0]) for row in rows)
    return len(roles) > 1 and n_complete_rows >= _MIN_LINE_SHARE * len(rows)

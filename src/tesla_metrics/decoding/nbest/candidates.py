"""Candidate lists in tables, n-best lists and plain lines."""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from ...errors import InputError, UsageError
from ...files.field_names import CANDIDATE, FIELD_NAMES, ID, REFERENCE, SENTENCES, SOURCE
from ...files.input_file import InputFile, open_inputs
from ...files.testsets.delimited import DelimitedTable
from ...files.testsets.formats import FORMAT_NAMES, TABLES, detect_format
from ...files.testsets.jsonl import JsonLines
from ...files.testsets.sheet import one_line, shorten
from ...files.testsets.table_columns import RowReader, TableOptions, parse_columns
from .nbest import (
    BARS,
    CandidateList,
    CandidateRows,
    Nbest,
    candidate_lists,
    counterpart_lines,
    warn_about_labels,
)
from .nbest_files import group_by_id, read_lists
from .samples import LIST_KEYS, has_lists


def read_table(
    file: InputFile, kind: str, request: TableOptions, without_counterparts: bool
) -> list[CandidateList]:
    """Read the lists of a table. `without_counterparts`: they need neither a source nor
    references.
    """
    reader = JsonLines(file, request) if kind == "jsonl" else DelimitedTable(file, kind, request)
    table = cast(RowReader, reader)
    column = _candidate_column(table, kind == "jsonl" and not request.columns)
    if not any(
        role in table.roles for role in (SOURCE, REFERENCE, *([ID] if without_counterparts else []))
    ):
        raise _no_such_column(table, SOURCE)
    groups: dict[str, _SourceRows] = {}
    for line, row in table:
        group = _SourceRows(table, row, line, column)
        first = groups.setdefault(group.key, group)
        if first is not group:
            first.add(group)
    if not groups:
        raise InputError(f"{file.name} is empty: give a file with at least one row")
    return [group.list(index) for index, group in enumerate(groups.values(), 1)]


def _candidate_column(table: RowReader, lists: bool) -> Any:
    """Return the column of the candidates, which may contain lists."""
    named = table.roles.get(CANDIDATE, ())
    listed = [name for name in LIST_KEYS if lists and name in table.names]
    possible = [*(name for name, _ in named), *listed]
    if listed and len(possible) > 1:
        raise UsageError(
            f"{table.file.name}: {possible[0]} and {possible[1]} could both be the candidates: "
            "choose with --columns src=COLUMN,hyp=COLUMN"
        )
    if listed:
        return (listed[0],)
    if not named:
        raise _no_such_column(table, CANDIDATE)
    if len(named) > 1:
        raise UsageError(
            f"{table.file.name}: candidates must be in rows, not in columns: name one column by "
            "hyp="
        )
    return named[0][1]


def _no_such_column(table: RowReader, role: str) -> UsageError:
    return UsageError(
        f"{table.file.name}, line 1: no column is named as the {role} "
        f"({', '.join(FIELD_NAMES[role])}): "
        f"give --columns src=COLUMN,hyp=COLUMN (it has: {shorten(', '.join(table.names))})"
    )


def _candidates(table: RowReader, row: Any, column: Any, line: int) -> list[str]:
    """Return the candidates of a row. A list named `sentences` is one candidate."""
    lists = isinstance(row, dict) and any(
        isinstance(row.get(name), list) for name in column if name.strip().lower() != SENTENCES
    )
    if not lists:
        return [one_line(table.text(row, column, line))]
    candidates = [one_line(text) for text in table.texts(row, column, line) if text is not None]
    if not candidates or len(candidates) < len(table.texts(row, column, line)):
        what = "a candidate is missing" if candidates else "there are no candidates"
        raise InputError(f"{table.file.name}, line {line}: {what}: give texts")
    return candidates


class _SourceRows:
    """The rows of one source."""

    def __init__(self, table: RowReader, row: Any, line: int, column: Any) -> None:
        self._file, self._line = table.file.name, line
        self.source = None
        if SOURCE in table.roles:
            self.source = one_line(table.text(row, table.roles[SOURCE][0][1], line))
        self.references = tuple(
            one_line(text)
            for _, column in table.roles.get(REFERENCE, ())
            for text in table.texts(row, column, line)
            if text is not None
        )
        self.ident = ""
        if ID in table.roles:
            self.ident = table.label(row, table.roles[ID][0][1], line).strip()
            if not self.ident:
                raise InputError(f"{self._file}, line {line}: the id is empty: give one")
        self.candidates = _candidates(table, row, column, line)

    @property
    def key(self) -> str:
        """Return what identifies the rows of one source."""
        return self.ident or self.source or "\n".join(self.references)

    def add(self, other: "_SourceRows") -> None:
        """Add the candidates of another row of the same source."""
        if (self.source, self.references) != (other.source, other.references):
            what = "another source" if self.source != other.source else "other references"
            raise InputError(
                f"{self._file}, line {other._line}: {shorten(other.key)!r} has {what} than on line "
                f"{self._line}: give rows of one {ID if self.ident else SOURCE} the same"
            )
        self.candidates += other.candidates

    def list(self, index: int) -> CandidateList:
        """Return all candidates as a list, named by id or position."""
        return CandidateList(
            self.ident or str(index),
            tuple(self.candidates),
            self.source,
            self.references,
            named=bool(self.ident),
        )


# Choices of --input.
NBEST_KINDS = ("nbest", "text", *TABLES)


def read_candidates(
    file: str,
    source: str | None = None,
    references: Sequence[str] = (),
    *,
    kind: str | None = None,
    columns: str | Sequence[str] = (),
    header: bool | None = None,
    max_line: int | None = None,
    without_counterparts: bool = False,
) -> list[CandidateList]:
    """Read the candidate lists of a file: `id ||| text ||| …`, a table, or plain lines.

    The rows of a table are grouped by id, else by source; a row of JSON lines may have a list of
    candidates. For `id ||| text` and for JSON lines without sources and references, ids are line
    numbers of `source` and `references`, from 0. Plain lines are all candidates of the single line
    there. `without_counterparts`: candidates need neither, and their scores are read.
    """
    if kind is not None and kind not in NBEST_KINDS:
        raise UsageError(
            f"unknown format of candidates {kind}: choose from {', '.join(NBEST_KINDS)}"
        )
    column_map = parse_columns([columns] if isinstance(columns, str) else columns)
    input_file, *counterparts = open_inputs(
        [file, *([source] if source else []), *references], max_line
    )
    kind = kind or _kind(input_file, bool(column_map))
    listed = (
        kind == "jsonl"
        and not column_map
        and (counterparts or without_counterparts)
        and has_lists(input_file, not without_counterparts)
    )
    if kind in TABLES and not listed:
        if counterparts:
            raise UsageError(
                f"{input_file.name} is a table, whose rows contain source or references: leave out "
                "-s and -r"
            )
        return read_table(
            input_file,
            kind,
            TableOptions(column_map, header, references=True),
            without_counterparts,
        )
    if column_map or header is not None:
        raise UsageError("--columns and --header are for tables only: leave them out")
    if not counterparts and not without_counterparts:
        raise UsageError(f"{input_file.name} contains only candidates: add -s SRC or -r REF")
    nbest = _lists(input_file, kind, counterparts, without_counterparts)
    if counterparts:
        warn_about_labels(nbest, input_file.name)
    texts = [counterpart_lines(nbest.ids, input_file.name, other) for other in counterparts]
    return candidate_lists(nbest, texts[0] if source else None, texts[bool(source) :])


def _lists(file: InputFile, kind: str, counterparts: Sequence[InputFile], scores: bool) -> Nbest:
    if kind == "text":
        return group_by_id(_of_lines(file, counterparts), ())
    return read_lists(file, kind, features=False, scores=scores)


def _kind(file: InputFile, columns: bool) -> str:
    looks = detect_format(file)
    if looks == "bars":
        return "nbest"
    if looks in TABLES:
        return looks
    if columns:
        return "tsv"
    if looks != "text":
        raise InputError(
            f"{file.name} looks like {FORMAT_NAMES[looks]}: give a table, lines of id {BARS} "
            "text, or "
            "--input text to take it as it is"
        )
    return "text"


def _of_lines(file: InputFile, counterparts: Sequence[InputFile]) -> CandidateRows:
    texts = list(file.lines())
    if not texts:
        raise InputError(f"{file.name} is empty: give a file with at least one candidate")
    for other in counterparts:
        if (count := sum(1 for _ in other.lines())) != 1:
            raise InputError(
                f"{file.name} has plain lines, which are candidates of one source, but "
                f"{other.name} has {count} lines: give lines of id {BARS} text, or a table"
            )
    return CandidateRows([0] * len(texts), texts, (), np.zeros((len(texts), 0)), None)

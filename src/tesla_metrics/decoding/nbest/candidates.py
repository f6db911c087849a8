"""Read candidate lists from tables, n-best lists and plain text files."""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from ...errors import InputError, UsageError
from ...files.field_names import CANDIDATE, FIELD_NAMES, ID, REFERENCE, SENTENCES, SOURCE
from ...files.input_file import InputFile, open_inputs
from ...files.testsets.delimited import DelimitedTable
from ...files.testsets.formats import FORMAT_NAMES, TABLE_FORMATS, detect_format
from ...files.testsets.jsonl import JsonLinesTable
from ...files.testsets.sheet import join_lines, shorten
from ...files.testsets.table_columns import RowReader, TableOptions, parse_columns_option
from .nbest import (
    FIELD_SEPARATOR,
    CandidateList,
    CandidateRows,
    Nbest,
    build_candidate_lists,
    read_counterpart_lines,
    warn_about_labels,
)
from .nbest_files import group_by_id, read_nbest_lists
from .samples import LIST_KEYS, has_candidate_lists


def read_candidate_table(
    file: InputFile, kind: str, options: TableOptions, counterparts_optional: bool
) -> list[CandidateList]:
    """Read the candidate lists of a table, one list per id or source.

    With `counterparts_optional`, rows may have neither a source nor references; they then need ids.
    """
    reader = (
        JsonLinesTable(file, options) if kind == "jsonl" else DelimitedTable(file, kind, options)
    )
    table = cast(RowReader, reader)
    column = _find_candidate_column(table, kind == "jsonl" and not options.columns)
    sufficient_roles = (SOURCE, REFERENCE, ID) if counterparts_optional else (SOURCE, REFERENCE)
    if not any(role in table.columns_by_role for role in sufficient_roles):
        raise _missing_column_error(table, SOURCE)
    groups: dict[str, _SourceRows] = {}
    for line, row in table:
        group = _SourceRows(table, row, line, column)
        first_group = groups.setdefault(group.key, group)
        if first_group is not group:
            first_group.add(group)
    if not groups:
        raise InputError(f"{file.name} is empty: give a file with at least one row")
    return [group.to_candidate_list(index) for index, group in enumerate(groups.values(), 1)]


def _find_candidate_column(table: RowReader, may_have_lists: bool) -> Any:
    """Return the column of the candidates, in the form that `table.text` expects.

    `may_have_lists` says whether the column may also be one that contains lists of candidates.
    """
    named_columns = table.columns_by_role.get(CANDIDATE, ())
    list_columns = [name for name in LIST_KEYS if may_have_lists and name in table.names]
    possible_columns = [*(name for name, _ in named_columns), *list_columns]
    if list_columns and len(possible_columns) > 1:
        raise UsageError(
            f"{table.file.name}: {possible_columns[0]} and {possible_columns[1]} could both be the "
            "candidates: choose with --columns src=COLUMN,hyp=COLUMN"
        )
    if list_columns:
        return (list_columns[0],)
    if not named_columns:
        raise _missing_column_error(table, CANDIDATE)
    if len(named_columns) > 1:
        raise UsageError(
            f"{table.file.name}: candidates must be in rows, not in columns: name one column by "
            "hyp="
        )
    return named_columns[0][1]


def _missing_column_error(table: RowReader, role: str) -> UsageError:
    return UsageError(
        f"{table.file.name}, line 1: no column is named as the {role} "
        f"({', '.join(FIELD_NAMES[role])}): give --columns src=COLUMN,hyp=COLUMN (it has: "
        f"{shorten(', '.join(table.names))})"
    )


def _read_row_candidates(table: RowReader, row: Any, column: Any, line: int) -> list[str]:
    """Return the candidates of a row: one text, or the items of a list.

    A list in a column named "sentences" is a single candidate.
    """
    has_list = isinstance(row, dict) and any(
        isinstance(row.get(name), list) for name in column if name.strip().lower() != SENTENCES
    )
    if not has_list:
        return [join_lines(table.read_text(row, column, line))]
    candidates = [
        join_lines(text) for text in table.read_texts(row, column, line) if text is not None
    ]
    if not candidates or len(candidates) < len(table.read_texts(row, column, line)):
        problem = "a candidate is missing" if candidates else "there are no candidates"
        raise InputError(f"{table.file.name}, line {line}: {problem}: give texts")
    return candidates


class _SourceRows:
    """The candidates of one source, collected from one or more rows of a table.

    `list_id`  id of the rows, or "" if the table has no ids
    """

    def __init__(self, table: RowReader, row: Any, line: int, candidate_column: Any) -> None:
        self._file, self._line = table.file.name, line
        self.source = None
        if SOURCE in table.columns_by_role:
            self.source = join_lines(
                table.read_text(row, table.columns_by_role[SOURCE][0][1], line)
            )
        self.references = tuple(
            join_lines(text)
            for _, reference_column in table.columns_by_role.get(REFERENCE, ())
            for text in table.read_texts(row, reference_column, line)
            if text is not None
        )
        self.list_id = ""
        if ID in table.columns_by_role:
            self.list_id = table.read_label(row, table.columns_by_role[ID][0][1], line).strip()
            if not self.list_id:
                raise InputError(f"{self._file}, line {line}: the id is empty: give one")
        self.candidates = _read_row_candidates(table, row, candidate_column, line)

    @property
    def key(self) -> str:
        """Return the id, or else the source, or else the references.

        Rows with equal keys belong to the same source.
        """
        return self.list_id or self.source or "\n".join(self.references)

    def add(self, other: "_SourceRows") -> None:
        """Add the candidates of another row of the same source."""
        if (self.source, self.references) != (other.source, other.references):
            difference = "another source" if self.source != other.source else "other references"
            raise InputError(
                f"{self._file}, line {other._line}: {shorten(other.key)!r} has {difference} than "
                f"on line {self._line}: give rows of one {ID if self.list_id else SOURCE} the same"
            )
        self.candidates += other.candidates

    def to_candidate_list(self, index: int) -> CandidateList:
        """Return all candidates as a `CandidateList`, named by id or else by `index`."""
        return CandidateList(
            self.list_id or str(index),
            tuple(self.candidates),
            self.source,
            self.references,
            has_file_id=bool(self.list_id),
        )


# Values of the command-line option --input.
CANDIDATE_FORMATS = ("nbest", "text", *TABLE_FORMATS)


def read_candidates(
    file: str,
    source: str | None = None,
    references: Sequence[str] = (),
    *,
    kind: str | None = None,
    columns: str | Sequence[str] = (),
    header: bool | None = None,
    max_line: int | None = None,
    counterparts_optional: bool = False,
) -> list[CandidateList]:
    """Read the candidate lists of a file: `id ||| text ||| …`, a table, or plain lines.

    The rows of a table are grouped by id, else by source; a row of JSON lines may have a list of
    candidates. For `id ||| text` and for JSON lines without sources and references, ids are line
    numbers of `source` and `references`, from 0. Plain lines are all candidates of one source, so
    `source` and `references` must have a single line. With `counterparts_optional`, candidates need
    neither source nor references, and the scores of the decoder are read too; plain lines without
    either are then refused unless `kind` is "text", because nothing says where a list ends.
    """
    if kind is not None and kind not in CANDIDATE_FORMATS:
        raise UsageError(
            f"unknown format of candidates {kind}: choose from {', '.join(CANDIDATE_FORMATS)}"
        )
    column_map = parse_columns_option([columns] if isinstance(columns, str) else columns)
    input_file, *counterparts = open_inputs(
        [file, *([source] if source else []), *references], max_line
    )
    needs_boundaries = counterparts_optional and not counterparts
    kind = kind or _detect_kind(input_file, bool(column_map), needs_boundaries)
    has_sample_lists = (
        kind == "jsonl"
        and not column_map
        and (counterparts or counterparts_optional)
        and has_candidate_lists(input_file, not counterparts_optional)
    )
    if kind in TABLE_FORMATS and not has_sample_lists:
        if counterparts:
            raise UsageError(
                f"{input_file.name} is a table, whose rows contain source or references: leave out "
                "-s and -r"
            )
        options = TableOptions(column_map, header, has_other_counterparts=True)
        return read_candidate_table(input_file, kind, options, counterparts_optional)
    if column_map or header is not None:
        raise UsageError("--columns and --header are for tables only: leave them out")
    if not counterparts and not counterparts_optional:
        raise UsageError(f"{input_file.name} contains only candidates: add -s SRC or -r REF")
    nbest = _read_lists(input_file, kind, counterparts, counterparts_optional)
    if counterparts:
        warn_about_labels(nbest, input_file.name)
    counterpart_texts = [
        read_counterpart_lines(nbest.ids, input_file.name, counterpart)
        for counterpart in counterparts
    ]
    return build_candidate_lists(
        nbest, counterpart_texts[0] if source else None, counterpart_texts[bool(source) :]
    )


def _read_lists(
    file: InputFile, kind: str, counterparts: Sequence[InputFile], with_scores: bool
) -> Nbest:
    if kind == "text":
        return group_by_id(_read_plain_lines(file, counterparts), ())
    return read_nbest_lists(file, kind, with_features=False, with_scores=with_scores)


def _detect_kind(file: InputFile, has_column_map: bool, needs_boundaries: bool) -> str:
    """Return the format of a file; with `needs_boundaries`, refuse plain lines."""
    detected_format = detect_format(file)
    if detected_format == "bars":
        return "nbest"
    if detected_format in TABLE_FORMATS:
        return detected_format
    if has_column_map:
        return "tsv"
    if detected_format != "text":
        raise InputError(
            f"{file.name} looks like {FORMAT_NAMES[detected_format]}: give a table, lines of id "
            f"{FIELD_SEPARATOR} text, or --input text to take it as it is"
        )
    if needs_boundaries and any(True for _ in file.lines()):  # an empty file is refused later
        raise InputError(
            f"{file.name} has plain lines, which do not say where the candidates of a source end: "
            f"give lines of id {FIELD_SEPARATOR} text, or --input text if all lines are candidates "
            "of one source"
        )
    return "text"


def _read_plain_lines(file: InputFile, counterparts: Sequence[InputFile]) -> CandidateRows:
    texts = list(file.lines())
    if not texts:
        raise InputError(f"{file.name} is empty: give a file with at least one candidate")
    for counterpart in counterparts:
        if (count := sum(1 for _ in counterpart.lines())) != 1:
            raise InputError(
                f"{file.name} has plain lines, which are candidates of one source, but "
                f"{counterpart.name} has {count} lines: give lines of id {FIELD_SEPARATOR} text, "
                "or a table"
            )
    return CandidateRows([0] * len(texts), texts, (), np.zeros((len(texts), 0)), None)

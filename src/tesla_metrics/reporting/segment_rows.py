"""Write the scores of segments together with their input rows to a file."""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ..errors import InputError, UsageError, warn_user
from ..files.atomic import open_atomically
from ..files.field_names import CANDIDATE, REFERENCE, SENTENCES, SOURCE, find_role
from ..files.item import Segment, format_for_display
from ..files.testsets.sheet import Fields
from ..files.testsets.testset import Testset
from ..metrics.score import Score

Scores = Sequence[tuple[str, Score]]
# Function that returns an iterator over the rows; it can be called repeatedly.
RowReader = Callable[[], Iterator[Fields]]
# A column of the output: name of a field, occurrence of this name in a row (from 1), and position
# in a list (from 1; 0 if the value is not a list).
_ColumnKey = tuple[str, int, int]


def check_rows_path(path: Path) -> None:
    """Check the output path before scores are computed."""
    if path.suffix not in _WRITERS:
        raise UsageError(f"-o {path}: the file name must end in {', '.join(_WRITERS)}")
    if not path.resolve().parent.is_dir():
        raise InputError(f"cannot write {path}: the directory {path.parent} does not exist")


def write_rows(path: Path, testset: Testset, scores: Scores, with_sources: bool = False) -> None:
    """Write the rows of the test set with their scores, one column per metric.

    If the test set is a table, its rows are extended. Otherwise there is one row per system and
    segment with the texts; `with_sources` says whether to include sources.
    """
    rows = _make_table_reader(testset, scores)
    if rows is None:
        rows = partial(_iterate_text_rows, testset, scores, with_sources)
    write_fields(path, rows, testset.documents)


def write_fields(path: Path, rows: RowReader, are_documents: bool = False) -> None:
    """Write rows; they are read twice if the format needs to know all columns first.

    `are_documents` says whether texts are documents, in which sentence boundaries matter.
    """
    sentence_ends = _SentenceBoundaryCheck(path.suffix) if are_documents else None
    checked_rows = (lambda: sentence_ends.check_rows(rows())) if sentence_ends else rows
    with open_atomically(path) as stream:
        text_stream = io.TextIOWrapper(stream, encoding="utf-8", newline="")
        _WRITERS[path.suffix](text_stream, checked_rows)
        text_stream.flush()
        text_stream.detach()
    if sentence_ends and sentence_ends.is_lossy:
        warn_user(
            f"{path}: {path.suffix} does not keep sentence boundaries inside a text, so scoring "
            "this file may give other scores; write .jsonl to score the rows again"
        )


class _SentenceBoundaryCheck:
    """Checks whether a file format loses sentence boundaries, which some metrics use.

    Sentences are items of a list, or lines of a text. `is_lossy` is the result so far.
    """

    def __init__(self, suffix: str) -> None:
        self._loses_lists, self._loses_lines = suffix in (".tsv", ".csv"), suffix == ".tsv"
        self.is_lossy = False

    def check_rows(self, rows: Iterator[Fields]) -> Iterator[Fields]:
        """Check and yield each row."""
        for row in rows:
            self.is_lossy = self.is_lossy or any(
                self._is_lossy(value, name.strip().lower() == SENTENCES)
                for name, value in row
                if find_role(name) in (CANDIDATE, REFERENCE, SOURCE)
            )
            yield row

    def _is_lossy(self, value: Any, is_sentence_list: bool) -> bool:
        if isinstance(value, list):
            return (
                self._loses_lists and len(value) > 1
                if is_sentence_list
                else any(self._is_lossy(item, isinstance(item, list)) for item in value)
            )
        return self._loses_lines and isinstance(value, str) and len(value.strip().splitlines()) > 1


def _group_by_system(scores: Scores) -> dict[str, list[Score]]:
    scores_by_system: dict[str, list[Score]] = {}
    for system, score in scores:
        scores_by_system.setdefault(system, []).append(score)
    return scores_by_system


def _make_table_reader(testset: Testset, scores: Scores) -> RowReader | None:
    """Return a reader of the rows of a table with scores added; None if there is no table."""
    records = testset.records()
    if records is None:
        return None
    scores_by_system = _group_by_system(scores)
    # All rows are needed, because rows of JSON lines may have different fields.
    field_names = {name for _, _, fields in records for name, _ in fields}

    def iterate_rows() -> Iterator[Fields]:
        for system, index, fields in testset.records() or ():
            row_scores = scores_by_system if system is None else {system: scores_by_system[system]}
            is_prefixed = system is None and len(scores_by_system) > 1
            score_fields = []
            for name, system_scores in row_scores.items():
                for score in system_scores:
                    for column, column_score in score.at(index).items():
                        full_name = f"{name} {column}" if is_prefixed else column
                        score_fields.append((unused_name(full_name, field_names), column_score))
            yield [*fields, *score_fields]

    return iterate_rows


def unused_name(column: str, used_names: Collection[str]) -> str:
    """Return the name of a new column: `column`, with a number if it is in `used_names`."""
    suffix = 2
    name = column
    while name in used_names:
        name, suffix = f"{column} ({suffix})", suffix + 1
    return name


def _iterate_text_rows(testset: Testset, scores: Scores, with_sources: bool) -> Iterator[Fields]:
    """Yield one row per system and segment, with its texts and scores."""
    keys = testset.keys
    has_groups = any(group for group, _ in keys or ())
    for system, system_scores in _group_by_system(scores).items():
        segment = 0
        for outputs, counterparts in testset.chunks(system, with_sources):
            for row_index, output in enumerate(outputs):
                group, segment_id = keys[segment] if keys else ("", segment + 1)
                yield [
                    ("system", system),
                    *([("group", group)] if has_groups else []),
                    ("id", segment_id),
                    *(
                        ("source", format_for_display(column[row_index] or ""))
                        for column in counterparts.sources
                    ),
                    ("candidate", format_for_display(output)),
                    *_build_reference_fields(
                        [column[row_index] for column in counterparts.references]
                    ),
                    *(
                        score_field
                        for score in system_scores
                        for score_field in score.at(segment).items()
                    ),
                ]
                segment += 1


def _build_reference_fields(references: Sequence[Segment | None]) -> Fields:
    texts = [None if segment is None else format_for_display(segment) for segment in references]
    if len(texts) == 1:
        return [("reference", texts[0])]
    return [("references", texts)] if texts else []


def _write_jsonl(stream: io.TextIOWrapper, rows: RowReader) -> None:
    for row in rows():
        record: dict[str, Any] = {}
        for name, value in row:
            record[unused_name(name, record)] = value
        stream.write(_to_json(record) + "\n")


def _write_tsv(stream: io.TextIOWrapper, rows: RowReader) -> None:
    for row in _iterate_cells(rows):
        line = "\t".join(row)
        if line.count("\t") >= len(row) or "\n" in line or "\r" in line:
            line = "\t".join(" ".join(cell.split("\t")) for cell in map(_replace_line_breaks, row))
        stream.write(line + "\n")


def _write_csv(stream: io.TextIOWrapper, rows: RowReader) -> None:
    minimal_writer, quoting_writer = (
        csv.writer(stream, lineterminator="\n", quoting=quoting)
        for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL)
    )
    for row in _iterate_cells(rows):
        # Some versions of Python do not quote a carriage return.
        writer = quoting_writer if any("\r" in cell for cell in row) else minimal_writer
        writer.writerow(row)


def _replace_line_breaks(cell: str) -> str:
    return cell.replace("\r\n", " ").replace("\n", " ").replace("\r", " ")


def _iterate_cells(rows: RowReader) -> Iterator[list[str]]:
    """Yield a header and rows of cells, with one column per list item and per optional field."""
    keys: dict[_ColumnKey, None] = {}
    # For rows without lists, by field names: the index of the field in each column, or None.
    indices_by_names: dict[tuple[str, ...], list[int | None]] = {}
    for row in rows():
        names = _get_plain_names(row)
        if names is None or names not in indices_by_names:
            keys |= dict.fromkeys(key for key, _ in _iterate_values(row))
            indices_by_names |= {names: []} if names is not None else {}
    columns = _sort_columns(keys)
    list_fields = {key[:2] for key in columns if key[2] > 1}
    yield [f"{key[0]} {key[2]}" if key[:2] in list_fields else key[0] for key in columns]
    for row in rows():
        names = _get_plain_names(row)
        if names is None:
            row_values = dict(_iterate_values(row))
            yield [_format_cell(_get_value(row_values, key)) for key in columns]
            continue
        if not (indices := indices_by_names[names]):
            index_by_key: dict[_ColumnKey, Any] = {
                key: index for index, (key, _) in enumerate(_iterate_values(row))
            }
            indices += [_get_value(index_by_key, key) for key in columns]
        yield ["" if index is None else _format_cell(row[index][1]) for index in indices]


def _get_plain_names(row: Fields) -> tuple[str, ...] | None:
    """Return the field names of a row without lists; None if it has lists."""
    if any(isinstance(value, list) for _, value in row):
        return None
    return tuple([name for name, _ in row])


def _sort_columns(keys: Collection[_ColumnKey]) -> list[_ColumnKey]:
    order = {field: index for index, field in enumerate(dict.fromkeys(key[:2] for key in keys))}
    columns = sorted(keys, key=lambda key: (order[key[:2]], key[2]))
    # A value that is not a list goes to the column of the first item if other rows have a list.
    list_fields = {key[:2] for key in keys if key[2]}
    return [key for key in columns if key[2] or key[:2] not in list_fields]


def _get_value(row: dict[_ColumnKey, Any], key: _ColumnKey) -> Any:
    """Return the value of a column; a value that is not a list counts as a first item."""
    if key[2] == 1 and key not in row:
        return row.get((*key[:2], 0))
    return row.get(key)


def _iterate_values(row: Fields) -> Iterator[tuple[_ColumnKey, Any]]:
    """Yield the column and the value of each field, and of each item of a list."""
    name_counts: Counter[str] = Counter()
    for name, value in row:
        name_counts[name] += 1
        if not isinstance(value, list):
            yield (name, name_counts[name], 0), value
            continue
        # Missing references are moved to the end, because an empty cell of the first reference
        # would count as an empty text.
        values = (
            [item for item in value if item is not None] if find_role(name) == REFERENCE else value
        )
        yield from (
            ((name, name_counts[name], position), item) for position, item in enumerate(values, 1)
        )


def _format_cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else _to_json(value)


def _to_json(value: Any) -> str:
    """Return JSON; values without a JSON type, such as dates, are written as text."""
    return json.dumps(value, ensure_ascii=False, default=str)


_WRITERS = {".tsv": _write_tsv, ".csv": _write_csv, ".jsonl": _write_jsonl}

"""Write scores of segments next to their input rows."""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from ..errors import InputError, UsageError, warn_user
from ..files.atomic import open_atomically
from ..files.field_names import CANDIDATE, REFERENCE, SENTENCES, SOURCE, role_of
from ..files.item import Segment, display_text
from ..files.testsets.sheet import Fields
from ..files.testsets.testset import Testset
from ..metrics.score import Score

Scores = Sequence[tuple[str, Score]]
# Function that returns an iterator over the rows; it can be called repeatedly.
RowReader = Callable[[], Iterator[Fields]]
# A column: name of a field, occurrence of that name, and position in a list (0: no list).
_Key = tuple[str, int, int]


def check_rows_path(path: Path) -> None:
    """Check the output path before scores are computed."""
    if path.suffix not in _WRITERS:
        raise UsageError(f"-o {path}: the file name must end in {', '.join(_WRITERS)}")
    if not path.resolve().parent.is_dir():
        raise InputError(f"cannot write {path}: the directory {path.parent} does not exist")


def write_rows(path: Path, testset: Testset, scores: Scores, sources: bool = False) -> None:
    """Write a table's rows with one column per metric, or else one row per system and segment.

    `sources` are included if a metric uses them.
    """
    table_rows = _rows_with_scores(testset, scores)
    write_fields(
        path, table_rows or (lambda: _rows_from_texts(testset, scores, sources)), testset.documents
    )


def write_fields(path: Path, rows: RowReader, documents: bool = False) -> None:
    """Write rows; they are read twice if the format needs to know all columns first."""
    sentence_ends = _SentenceEnds(path.suffix) if documents else None
    with open_atomically(path) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
        _WRITERS[path.suffix](
            text, (lambda: sentence_ends.check_rows(rows())) if sentence_ends else rows
        )
        text.flush()
        text.detach()
    if sentence_ends and sentence_ends.is_lossy:
        warn_user(
            f"{path}: {path.suffix} does not keep sentence boundaries inside a text, so scoring "
            "this file may give other scores; write .jsonl to score the rows again"
        )


class _SentenceEnds:
    """Checks whether a format loses the sentence boundaries that some metrics use."""

    def __init__(self, suffix: str) -> None:
        self._loses_lists, self._loses_lines = suffix in (".tsv", ".csv"), suffix == ".tsv"
        self.is_lossy = False

    def check_rows(self, rows: Iterator[Fields]) -> Iterator[Fields]:
        for row in rows:
            self.is_lossy = self.is_lossy or any(
                self._is_lossy(value, name.strip().lower() == SENTENCES)
                for name, value in row
                if role_of(name) in (CANDIDATE, REFERENCE, SOURCE)
            )
            yield row

    def _is_lossy(self, value: Any, sentences: bool) -> bool:
        if isinstance(value, list):
            return (
                self._loses_lists and len(value) > 1
                if sentences
                else any(self._is_lossy(item, isinstance(item, list)) for item in value)
            )
        return self._loses_lines and isinstance(value, str) and len(value.strip().splitlines()) > 1


def _by_system(scores: Scores) -> dict[str, list[Score]]:
    scores_by_system: dict[str, list[Score]] = {}
    for system, score in scores:
        scores_by_system.setdefault(system, []).append(score)
    return scores_by_system


def _rows_with_scores(testset: Testset, scores: Scores) -> RowReader | None:
    records = testset.records()
    if records is None:
        return None
    scores_by_system = _by_system(scores)
    # From all rows, because JSON lines may have different fields.
    field_names = {name for _, _, fields in records for name, _ in fields}

    def rows() -> Iterator[Fields]:
        for system, index, fields in testset.records() or ():
            row_scores = scores_by_system if system is None else {system: scores_by_system[system]}
            is_prefixed = system is None and len(scores_by_system) > 1
            yield [
                *fields,
                *(
                    (
                        unused_name(f"{name} {column}" if is_prefixed else column, field_names),
                        column_score,
                    )
                    for name, values in row_scores.items()
                    for value in values
                    for column, column_score in value.at(index).items()
                ),
            ]

    return rows


def unused_name(column: str, taken: Collection[str]) -> str:
    """Return a name that the rows do not have, so that no input column is overwritten."""
    suffix = 2
    name = column
    while name in taken:
        name, suffix = f"{column} ({suffix})", suffix + 1
    return name


def _rows_from_texts(testset: Testset, scores: Scores, sources: bool) -> Iterator[Fields]:
    keys = testset.keys
    has_groups = any(group for group, _ in keys or ())
    for system, values in _by_system(scores).items():
        segment = 0
        for outputs, counterparts in testset.chunks(system, sources):
            for row, output in enumerate(outputs):
                group, ident = keys[segment] if keys else ("", segment + 1)
                yield [
                    ("system", system),
                    *([("group", group)] if has_groups else []),
                    ("id", ident),
                    *(
                        ("source", display_text(column[row] or ""))
                        for column in counterparts.sources
                    ),
                    ("candidate", display_text(output)),
                    *_reference_fields([column[row] for column in counterparts.references]),
                    *(
                        column_score
                        for value in values
                        for column_score in value.at(segment).items()
                    ),
                ]
                segment += 1


def _reference_fields(references: Sequence[Segment | None]) -> Fields:
    texts = [None if segment is None else display_text(segment) for segment in references]
    if len(texts) == 1:
        return [("reference", texts[0])]
    return [("references", texts)] if texts else []


def _write_jsonl(stream: io.TextIOWrapper, rows: RowReader) -> None:
    for row in rows():
        record: dict[str, Any] = {}
        for name, value in row:
            record[unused_name(name, record)] = value
        stream.write(_json(record) + "\n")


def _write_tsv(stream: io.TextIOWrapper, rows: RowReader) -> None:
    for row in _cells(rows):
        line = "\t".join(row)
        if line.count("\t") >= len(row) or "\n" in line or "\r" in line:
            line = "\t".join(" ".join(cell.split("\t")) for cell in map(_replace_line_breaks, row))
        stream.write(line + "\n")


def _write_csv(stream: io.TextIOWrapper, rows: RowReader) -> None:
    minimal_writer, quoting_writer = (
        csv.writer(stream, lineterminator="\n", quoting=quoting)
        for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL)
    )
    for row in _cells(rows):
        # Some versions of Python do not quote a carriage return.
        (quoting_writer if any("\r" in cell for cell in row) else minimal_writer).writerow(row)


def _replace_line_breaks(cell: str) -> str:
    return cell.replace("\r\n", " ").replace("\n", " ").replace("\r", " ")


def _cells(rows: RowReader) -> Iterator[list[str]]:
    """Yield a header and rows of cells, with one column per list item and per optional field."""
    keys: dict[_Key, None] = {}
    indices_by_names: dict[tuple[str, ...], list[int | None]] = {}  # for rows without lists
    for row in rows():
        names = _plain_names(row)
        if names is None or names not in indices_by_names:
            keys |= dict.fromkeys(key for key, _ in _spread_lists(row))
            indices_by_names |= {names: []} if names is not None else {}
    columns = _sort_columns(keys)
    numbered_fields = {key[:2] for key in columns if key[2] > 1}
    yield [f"{key[0]} {key[2]}" if key[:2] in numbered_fields else key[0] for key in columns]
    for row in rows():
        names = _plain_names(row)
        if names is None:
            row_values = dict(_spread_lists(row))
            yield [_cell(_value_at(row_values, key)) for key in columns]
            continue
        if not (indices := indices_by_names[names]):
            index_by_key: dict[_Key, Any] = {
                key: index for index, (key, _) in enumerate(_spread_lists(row))
            }
            indices += [_value_at(index_by_key, key) for key in columns]
        yield ["" if index is None else _cell(row[index][1]) for index in indices]


def _plain_names(row: Fields) -> tuple[str, ...] | None:
    """Return the field names of a row without lists; None if it has lists."""
    if any(isinstance(value, list) for _, value in row):
        return None
    return tuple([name for name, _ in row])


def _sort_columns(keys: Collection[_Key]) -> list[_Key]:
    order = {field: index for index, field in enumerate(dict.fromkeys(key[:2] for key in keys))}
    columns = sorted(keys, key=lambda key: (order[key[:2]], key[2]))
    # A single text is the first item if other rows have a list.
    lists = {key[:2] for key in keys if key[2]}
    return [key for key in columns if key[2] or key[:2] not in lists]


def _value_at(row: dict[_Key, Any], key: _Key) -> Any:
    return row.get((*key[:2], 0)) if key[2] == 1 and key not in row else row.get(key)


def _spread_lists(row: Fields) -> Iterator[tuple[_Key, Any]]:
    name_counts: Counter[str] = Counter()
    for name, value in row:
        name_counts[name] += 1
        if not isinstance(value, list):
            yield (name, name_counts[name], 0), value
            continue
        # Missing references come last: cells cannot mark a missing text, and the first reference of
        # a segment always counts.
        values = (
            [item for item in value if item is not None] if role_of(name) == REFERENCE else value
        )
        yield from (
            ((name, name_counts[name], position), item) for position, item in enumerate(values, 1)
        )


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    """Return JSON; values without a JSON type, such as dates, are written as text."""
    return json.dumps(value, ensure_ascii=False, default=str)


_WRITERS = {".tsv": _write_tsv, ".csv": _write_csv, ".jsonl": _write_jsonl}

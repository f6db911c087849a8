"""Files of rows under a header, each row with its line number."""

from collections.abc import Iterator, Sequence
from csv import Error
from pathlib import Path

from ...errors import InputError
from ...files.limits import max_line
from ...files.lines import iterate_lines
from ...files.row_lines import RowLines, csv_reader
from ..faults import Faults


def read_tsv(path: Path, columns: Sequence[str], faults: Faults) -> Iterator[tuple[int, list[str]]]:
    """The named columns of each row, in that order, whatever order the file has."""
    return _pick(path, (line.split("\t") for line in iterate_lines(str(path))), columns, faults)


def read_csv(path: Path, columns: Sequence[str], faults: Faults) -> Iterator[tuple[int, list[str]]]:
    """The named columns of each row of a comma-separated file, in that order."""
    return _pick(path, _csv_rows(path), columns, faults)


def read_header(path: Path) -> list[str]:
    """The names in the first line of a comma-separated file."""
    return next(_csv_rows(path), [])


def _csv_rows(path: Path) -> Iterator[list[str]]:
    return _split(path, RowLines(iterate_lines(str(path)), str(path), max_line()))


def _split(path: Path, lines: RowLines) -> Iterator[list[str]]:
    rows = csv_reader(lines)
    try:
        for row in rows:
            lines.end()
            yield row
    except Error as error:
        raise InputError(
            f"{path}, line {rows.line_num}: {error}; is this a comma-separated file?"
        ) from error


def _pick(
    path: Path, rows: Iterator[list[str]], columns: Sequence[str], faults: Faults
) -> Iterator[tuple[int, list[str]]]:
    header = next(rows, None)
    if header is None:
        raise InputError(f"{path} is empty: its first line must name {', '.join(columns)}")
    missing = [column for column in columns if column not in header]
    if missing:
        raise InputError(
            f"{path}, line 1: no column {missing[0]!r} in the header; it must name "
            f"{', '.join(columns)}"
        )
    places = [header.index(column) for column in columns]
    for number, row in enumerate(rows, 2):
        if not any(row):
            continue
        if len(row) != len(header):
            faults.add(
                "malformed line", path, number,
                f"{len(row)} fields where the header has {len(header)}", "mend the line",
            )  # fmt: skip
            continue
        yield number, [row[place] for place in places]

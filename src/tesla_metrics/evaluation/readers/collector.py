"""Collect and check human judgments; read outputs and references of judged test sets."""

import os
from collections.abc import Iterator, Mapping, Sequence
from csv import Error
from itertools import islice
from math import isfinite
from pathlib import Path

import numpy as np

from ...arrays import Floats
from ...errors import InputError
from ...files.compression import strip_compression_suffix
from ...files.input_file import InputFile
from ...files.lines import count_total, get_max_line_length, iterate_lines, read_lines
from ...files.testsets.formats import BoundedRowLines, open_csv_reader
from ..judgments import FaultCollector, Rankings


def get_set_name(file: InputFile) -> str:
    """Return the name of the test set in a file: the file's name without suffixes."""
    return Path(strip_compression_suffix(file.label)).stem


def make_absolute(path: Path) -> Path:
    """Return the absolute path; links are not resolved, so that folder names stay the user's."""
    return Path(os.path.abspath(path))  # noqa: PTH100  resolve() would follow links


def read_tsv(
    path: Path, columns: Sequence[str], faults: FaultCollector
) -> Iterator[tuple[int, list[str]]]:
    """Yield the line number and the values of `columns` for each row of a tab-separated file."""
    return _select_columns(
        path, (line.split("\t") for line in iterate_lines(str(path))), columns, faults
    )


def read_csv(
    path: Path, columns: Sequence[str], faults: FaultCollector
) -> Iterator[tuple[int, list[str]]]:
    """Yield the line number and the values of `columns` for each row of a comma-separated file."""
    return _select_columns(path, _open_csv(path), columns, faults)


def read_header(path: Path) -> list[str]:
    """Return the column names of a comma-separated file."""
    return next(_open_csv(path), [])


def _open_csv(path: Path) -> Iterator[list[str]]:
    return _parse_csv(
        path, BoundedRowLines(iterate_lines(str(path)), str(path), get_max_line_length())
    )


def _parse_csv(path: Path, lines: BoundedRowLines) -> Iterator[list[str]]:
    rows = open_csv_reader(lines)
    try:
        for row in rows:
            lines.end_row()
            yield row
    except Error as error:
        raise InputError(
            f"{path}, line {rows.line_num}: {error}; is this a comma-separated file?"
        ) from error


def _select_columns(
    path: Path, rows: Iterator[list[str]], columns: Sequence[str], faults: FaultCollector
) -> Iterator[tuple[int, list[str]]]:
    """Yield the line number and the values of `columns`; the first row is the header."""
    header = next(rows, None)
    if header is None:
        raise InputError(f"{path} is empty: its first line must name {', '.join(columns)}")
    missing_columns = [column for column in columns if column not in header]
    if missing_columns:
        raise InputError(
            f"{path}, line 1: no column {missing_columns[0]!r} in the header; it must name "
            f"{', '.join(columns)}"
        )
    indices = [header.index(column) for column in columns]
    for line_number, row in enumerate(rows, 2):
        if not any(row):
            continue
        if len(row) != len(header):
            faults.add(
                "malformed line", path, line_number,
                f"{len(row)} fields where the header has {len(header)}", "correct the line",
            )  # fmt: skip
            continue
        yield line_number, [row[index] for index in indices]


# Codes of preferences in files -> values in `Rankings.preference`.
PREFERENCES = {"A": 1, "B": -1, "=": 0}


class JudgmentCollector:
    """Collector of human judgments of the outputs of systems.

    Methods take the fields of a line as text. A field that does not fit the outputs is a fault.
    Files number segments from 1.
    """

    def __init__(self, systems: Sequence[str], n_segments: int, faults: FaultCollector) -> None:
        self._system_indices = {system: index for index, system in enumerate(systems)}
        self._n_segments, self._faults = n_segments, faults
        # (segment, system a, system b, preference)
        self._rankings: list[tuple[int, int, int, int]] = []
        self._judges: list[str] = []
        self._segment_scores: dict[tuple[int, int], float] = {}  # by system and segment
        self._system_scores: dict[int, float] = {}

    def add_ranking(
        self, path: Path, line: int, segment: str, judge: str, a: str, b: str, preference: str
    ) -> None:
        """Add a comparison of two outputs with the preference A, B or =."""
        # At most one fault per line is reported.
        if (segment_index := self._parse_segment(path, line, segment)) is None:
            return
        if (index_a := self._find_system(path, line, a)) is None:
            return
        if (index_b := self._find_system(path, line, b)) is None:
            return
        if index_a == index_b:
            self._faults.add(
                "a system against itself", path, line,
                f"judge {judge} ranks {a} against itself", "remove the line",
            )  # fmt: skip
        elif preference not in PREFERENCES:
            self._faults.add(
                "unknown preference", path, line,
                f"preference {preference!r} is not A, B or =", "correct it",
            )  # fmt: skip
        else:
            self._rankings.append((segment_index, index_a, index_b, PREFERENCES[preference]))
            self._judges.append(judge)

    def add_segment_score(
        self, path: Path, line: int, system: str, segment: str, score: str
    ) -> None:
        """Add the score of one output; a second score is a fault."""
        if (system_index := self._find_system(path, line, system)) is None:
            return
        if (segment_index := self._parse_segment(path, line, segment)) is None:
            return
        if (value := self._parse_score(path, line, score)) is None:
            return
        if (system_index, segment_index) in self._segment_scores:
            self._faults.add(
                "scored twice", path, line,
                f"system {system}, segment {segment} has a score already", "keep one of the two",
            )  # fmt: skip
        else:
            self._segment_scores[system_index, segment_index] = value

    def add_system_score(self, path: Path, line: int, system: str, score: str) -> None:
        """Add the score of one system; a second score is a fault."""
        if (system_index := self._find_system(path, line, system)) is None:
            return
        if (value := self._parse_score(path, line, score)) is None:
            return
        if system_index in self._system_scores:
            self._faults.add(
                "scored twice", path, line,
                f"system {system} has a score already", "keep one of the two",
            )  # fmt: skip
        else:
            self._system_scores[system_index] = value

    def get_rankings(self) -> Rankings | None:
        """Return all pairwise judgments; None without judgments."""
        if not self._rankings:
            return None
        columns = np.array(self._rankings, dtype=np.intp).T
        segment, a, b, preference = columns
        return Rankings(segment, a, b, preference.astype(np.int8), tuple(self._judges))

    def build_segment_scores(self) -> Floats | None:
        """Return scores of shape (n_systems, n_segments), NaN where missing; None if empty."""
        if not self._segment_scores:
            return None
        matrix = np.full((len(self._system_indices), self._n_segments), np.nan)
        for (system_index, segment_index), value in self._segment_scores.items():
            matrix[system_index, segment_index] = value
        return matrix

    def build_system_scores(self) -> Floats | None:
        """Return scores of shape (n_systems,), NaN where missing; None if empty."""
        if not self._system_scores:
            return None
        values = np.full(len(self._system_indices), np.nan)
        for system_index, value in self._system_scores.items():
            values[system_index] = value
        return values

    def _find_system(self, path: Path, line: int, system: str) -> int | None:
        """Return the index of a system; None after a fault."""
        index = self._system_indices.get(system)
        if index is None:
            self._faults.add(
                "system without output", path, line,
                f"system {system!r} has no output among the {len(self._system_indices)} files",
                "add its output or correct the name",
            )  # fmt: skip
        return index

    def _parse_segment(self, path: Path, line: int, segment: str) -> int | None:
        """Return the index of a segment, from 0; None after a fault."""
        # The length is limited because `int` raises an error for thousands of digits.
        if segment.isdecimal() and len(segment) < 20 and 1 <= int(segment) <= self._n_segments:
            return int(segment) - 1
        self._faults.add(
            "no such segment", path, line,
            f"segment {segment!r} is not a number from 1 to {self._n_segments}", "correct it",
        )  # fmt: skip
        return None

    def _parse_score(self, path: Path, line: int, score: str) -> float | None:
        """Return a score; None after a fault."""
        value = parse_score(score)
        if value is None:
            self._faults.add(
                "no score", path, line,
                f"{score!r} is not a finite number", "give a number or remove the line",
            )  # fmt: skip
        return value


def parse_score(text: str) -> float | None:
    """Return the number in a text; None if it is not a finite number."""
    try:
        value = float(text)
    except ValueError:
        return None
    if "_" in text:  # Python accepts 1_0 as a number
        return None
    # Squares of larger numbers could overflow.
    return value if isfinite(value) and abs(value) < 1e100 else None


def read_references(paths: Mapping[str, Path], folder: Path) -> dict[str, list[str]]:
    """Read references by name; all files must have the same number of lines."""
    if not paths:
        raise InputError(f"{folder} has no references: add one as ref.A.txt")
    first_name, *other_names = paths
    references = {first_name: read_lines(str(paths[first_name]))}
    n_segments = len(references[first_name])
    for name in other_names:
        references[name], line_count = _read_up_to(paths[name], n_segments)
        if line_count != str(n_segments):
            raise InputError(
                f"{paths[name]} has {line_count} segments but {paths[first_name]} has "
                f"{n_segments}: line i of each must be the same segment"
            )
    return references


def read_outputs(
    paths: Mapping[str, Path],
    references: Mapping[str, Sequence[str]],
    folder: Path,
    faults: FaultCollector,
) -> dict[str, list[str]]:
    """Read outputs by system; an output with another number of lines is a fault."""
    n_segments = len(next(iter(references.values())))
    outputs: dict[str, list[str]] = {}
    for system, path in paths.items():
        lines, line_count = _read_up_to(path, n_segments)
        if line_count == str(n_segments):
            outputs[system] = lines
        else:
            description = f"{line_count} segments where the references have {n_segments}"
            faults.add(
                "output of another length", path, None, description, "give the complete output"
            )
    if not outputs:
        raise InputError(f"{folder} has no system outputs: add them as systems/NAME.txt")
    return outputs


def _read_up_to(path: Path, max_lines: int) -> tuple[list[str], str]:
    """Return the first `max_lines` lines, and the total number of lines as text for a message.

    Long files are not read to the end, so the total may be a lower bound.
    """
    lines = iterate_lines(str(path))
    texts = list(islice(lines, max_lines))
    return texts, count_total(len(texts), lines)

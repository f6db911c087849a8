"""mt-metrics-eval's score files: a line `SYSTEM<TAB>SCORE`.

In NAME.seg.score a system's lines are its segments in order; in NAME.sys.score it has one line.
`None` stands for no score.
"""

from collections.abc import Iterator, Sequence
from math import isnan
from pathlib import Path

import numpy as np

from ...arrays import Floats
from ...errors import InputError
from ...files.atomic import write_atomically
from ...files.lines import iterate_lines
from ...files.room import room_for
from ..faults import Faults
from .collector import as_number

SEGMENT_SUFFIX, SYSTEM_SUFFIX = ".seg.score", ".sys.score"


def read_segment_scores(
    path: Path, systems: Sequence[str], segments: int, faults: Faults
) -> Floats:
    """A row a system, NaN for no score; systems that are not asked for are passed over."""
    matrix = np.full((len(systems), segments), np.nan)
    rows = {system: number for number, system in enumerate(systems)}
    counts = dict.fromkeys(systems, 0)
    for line, system, value in _entries(path, faults):
        if system not in rows:
            continue
        counts[system] += 1
        if counts[system] > segments:
            faults.add(
                "scored twice", path, line,
                f"{system} has more than {segments} lines, as many as there are segments",
                "give one line a segment",
            )  # fmt: skip
        else:
            matrix[rows[system], counts[system] - 1] = value
    short = next((s for s, count in counts.items() if 0 < count < segments), None)
    if short is not None:
        raise InputError(
            f"{path}: {short} has {counts[short]} lines but there are {segments} segments: a "
            "line for each, None where there is no score"
        )
    return matrix


def read_system_scores(path: Path, systems: Sequence[str], faults: Faults) -> Floats:
    """One a system, NaN for none."""
    values = np.full(len(systems), np.nan)
    rows = {system: number for number, system in enumerate(systems)}
    seen: set[str] = set()
    for line, system, value in _entries(path, faults):
        if system in seen:
            faults.add(
                "scored twice", path, line,
                f"system {system} has a score already", "keep one of the two",
            )  # fmt: skip
        elif system in rows:
            values[rows[system]] = value
        seen.add(system)
    return values


def write_scores(
    folder: Path,
    name: str,
    systems: Sequence[str],
    segment_scores: Floats | None,
    system_scores: Floats,
) -> None:
    """NAME.seg.score and NAME.sys.score, at full precision; `name` is METRIC-REFERENCE."""
    make_folder(folder)
    systems = [" ".join(system.split()) for system in systems]  # tabs and line ends separate
    if segment_scores is not None:
        lines = [
            f"{system}\t{_written(value)}\n"
            for system, row in zip(systems, segment_scores.tolist(), strict=True)
            for value in row
        ]
        write_atomically(folder / f"{name}{SEGMENT_SUFFIX}", "".join(lines).encode())
    lines = [
        f"{system}\t{_written(value)}\n"
        for system, value in zip(systems, system_scores.tolist(), strict=True)
    ]
    write_atomically(folder / f"{name}{SYSTEM_SUFFIX}", "".join(lines).encode())


def _written(value: float) -> str:
    return "None" if isnan(value) else repr(value)


def make_folder(folder: Path) -> None:
    """Also before the work, so that it is not in vain."""
    try:
        with room_for(folder):
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"cannot make the folder {folder}: {error.strerror}; choose another"
        ) from error


def _entries(path: Path, faults: Faults) -> Iterator[tuple[int, str, float]]:
    for line, text in enumerate(iterate_lines(str(path)), 1):
        # Names may hold spaces where tabs part the fields.
        fields = text.split("\t") if "\t" in text else text.split()
        if not text.strip():
            continue
        value = np.nan if fields[-1] == "None" else as_number(fields[-1])
        if len(fields) != 2:
            faults.add(
                "malformed line", path, line, f"{len(fields)} fields", "give SYSTEM<TAB>SCORE"
            )
        elif value is None:
            faults.add(
                "no score", path, line, f"{fields[1]!r} is not a finite number",
                "give a number, or None for no score",
            )  # fmt: skip
            yield line, fields[0], np.nan  # its place is taken all the same
        else:
            yield line, fields[0], value

"""Judgments as they are read, each checked against the outputs that are there."""

from collections.abc import Sequence
from math import isfinite
from pathlib import Path

import numpy as np

from ...arrays import Floats
from ..faults import Faults
from ..judgments import Rankings

PREFERENCES = {"A": 1, "B": -1, "=": 0}


class Collector:
    """What people said of these systems' outputs; segments are counted from 1 in files."""

    def __init__(self, systems: Sequence[str], segments: int, faults: Faults) -> None:
        self._numbers = {system: number for number, system in enumerate(systems)}
        self._segments, self._faults = segments, faults
        self._rankings: list[tuple[int, int, int, int]] = []
        self._judges: list[str] = []
        self._segment_scores: dict[tuple[int, int], float] = {}
        self._system_scores: dict[int, float] = {}

    def rank(
        self, path: Path, line: int, segment: str, judge: str, a: str, b: str, preference: str
    ) -> None:
        """One output against another: preference A, B or =."""
        # A line is counted once, whatever else is wrong with it.
        if (row := self._segment(path, line, segment)) is None:
            return
        if (first := self._system(path, line, a)) is None:
            return
        if (second := self._system(path, line, b)) is None:
            return
        if first == second:
            self._faults.add(
                "a system against itself", path, line,
                f"judge {judge} ranks {a} against itself", "remove the line",
            )  # fmt: skip
        elif preference not in PREFERENCES:
            self._faults.add(
                "unknown preference", path, line,
                f"preference {preference!r} is none of A, B and =", "correct it",
            )  # fmt: skip
        else:
            self._rankings.append((row, first, second, PREFERENCES[preference]))
            self._judges.append(judge)

    def segment_score(self, path: Path, line: int, system: str, segment: str, score: str) -> None:
        """The score of one output; a second one is a fault."""
        if (number := self._system(path, line, system)) is None:
            return
        if (row := self._segment(path, line, segment)) is None:
            return
        if (value := self._score(path, line, score)) is None:
            return
        if (number, row) in self._segment_scores:
            self._faults.add(
                "scored twice", path, line,
                f"system {system}, segment {segment} has a score already", "keep one of the two",
            )  # fmt: skip
        else:
            self._segment_scores[number, row] = value

    def system_score(self, path: Path, line: int, system: str, score: str) -> None:
        """The score of a whole system; a second one is a fault."""
        if (number := self._system(path, line, system)) is None:
            return
        if (value := self._score(path, line, score)) is None:
            return
        if number in self._system_scores:
            self._faults.add(
                "scored twice", path, line,
                f"system {system} has a score already", "keep one of the two",
            )  # fmt: skip
        else:
            self._system_scores[number] = value

    def rankings(self) -> Rankings | None:
        """All pairwise judgments, if there are any."""
        if not self._rankings:
            return None
        columns = np.array(self._rankings, dtype=np.intp).T
        segment, a, b, preference = columns
        return Rankings(segment, a, b, preference.astype(np.int8), tuple(self._judges))

    def segment_scores(self) -> Floats | None:
        """A row a system, NaN where nobody judged."""
        if not self._segment_scores:
            return None
        matrix = np.full((len(self._numbers), self._segments), np.nan)
        for (number, row), value in self._segment_scores.items():
            matrix[number, row] = value
        return matrix

    def system_scores(self) -> Floats | None:
        """One a system, NaN where nobody judged."""
        if not self._system_scores:
            return None
        values = np.full(len(self._numbers), np.nan)
        for number, value in self._system_scores.items():
            values[number] = value
        return values

    def _system(self, path: Path, line: int, system: str) -> int | None:
        number = self._numbers.get(system)
        if number is None:
            self._faults.add(
                "system without output", path, line,
                f"system {system!r} has no output among the {len(self._numbers)} files",
                "add its output or correct the name",
            )  # fmt: skip
        return number

    def _segment(self, path: Path, line: int, segment: str) -> int | None:
        # Python refuses to read numbers of thousands of digits.
        if segment.isdecimal() and len(segment) < 20 and 1 <= int(segment) <= self._segments:
            return int(segment) - 1
        self._faults.add(
            "no such segment", path, line,
            f"segment {segment!r} is not a number from 1 to {self._segments}", "correct it",
        )  # fmt: skip
        return None

    def _score(self, path: Path, line: int, score: str) -> float | None:
        value = as_number(score)
        if value is None:
            self._faults.add(
                "no score", path, line,
                f"{score!r} is not a finite number", "give a number or remove the line",
            )  # fmt: skip
        return value


def as_number(text: str) -> float | None:
    """A finite number, or None."""
    try:
        value = float(text)
    except ValueError:
        return None
    # 1_0 is Python's and no score, 1e300 no score either, though its square would still be needed.
    return value if isfinite(value) and abs(value) < 1e100 and "_" not in text else None

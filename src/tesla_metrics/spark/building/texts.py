"""Text files for the workers: read here, in pieces of lines, and where each line came from."""

from collections.abc import Iterator, Sequence
from typing import Any

from ...files.lines import iterate_lines
from ...watching import Watch
from ..staging import PIECE, stage

TEXT = "text"


class StagedTexts:
    """The lines of files, one file after another, as a frame of pieces (`piece`, `text`)."""

    def __init__(
        self, spark: Any, folder: str, paths: Sequence[str], watch: Watch, *, piece: int = PIECE
    ) -> None:
        self._paths, self._lines = paths, [0] * len(paths)
        progress = watch("lines read:", 0)
        self.frame = stage(
            spark, f"{folder}/{TEXT}", self._rows(), [TEXT], lines=piece, progress=progress
        )

    def _rows(self) -> Iterator[tuple[str]]:
        for number, path in enumerate(self._paths):
            for line in iterate_lines(path):
                self._lines[number] += 1
                yield (line,)

    @property
    def lines(self) -> int:
        """How many there are."""
        return sum(self._lines)

    def whereabouts(self, piece: int, place: int) -> tuple[str, int]:
        """File and line of what stands at a place of a piece, both from 0."""
        from pyspark.sql.functions import size, sum

        before = self.frame.filter(self.frame["piece"] < piece).agg(sum(size(TEXT)))
        line = (before.first()[0] or 0) + place
        for path, lines in zip(self._paths, self._lines, strict=True):
            if line < lines:
                return path, line + 1
            line -= lines
        raise IndexError(place)

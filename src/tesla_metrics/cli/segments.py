"""Files side by side, a stretch at a time, so that their length does not matter."""

import warnings
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InputError, TeslaWarning
from ..files.lines import STDIN, display_name, iterate_lines

if TYPE_CHECKING:
    from ..tasks import ReferenceSet, Segment

# Lines in memory at a time: enough for threads and processes to share.
_STRETCH = 20_000


class References:
    """Reference files, read anew for every system (what can be read once only is kept).

    With `skip_empty`, an empty segment of a second or later file is no reference.
    """

    def __init__(self, paths: Sequence[str], kind: str, skip_empty: bool = False) -> None:
        self._paths, self._kind, self._skip_empty = paths, kind, skip_empty
        self._kept: dict[str, list[Segment]] = {}
        for path in dict.fromkeys(paths):
            if path == STDIN or Path(path).is_fifo():
                self._kept[path] = list(_iterate(path, kind))
        self._empty: dict[str, list[int]] | None = {}  # path -> numbers of empty segments

    def count_lines(self) -> int:
        """How many segments are to come, 0 where that cannot be told at once."""
        path = Path(self._paths[0])
        if self._kind != "text" or path.suffix == ".gz" or not path.is_file():
            return 0
        with path.open("rb") as stream:
            return sum(block.count(b"\n") for block in iter(lambda: stream.read(1 << 20), b""))

    def beside(self, hypotheses: str) -> "Iterator[tuple[Sequence[Segment], list[ReferenceSet]]]":
        """Stretches of a system's output with those of every reference."""
        paths = [hypotheses, *self._paths]
        streams = [self._stream(path) for path in paths]
        done = 0
        while True:
            stretches = []
            for path, stream in zip(paths, streams, strict=True):
                stretches.append(list(islice(stream, _STRETCH)))
                if not done and not stretches[-1]:
                    raise InputError(
                        f"{display_name(path)} is empty: give a file with at least one segment"
                    )
            counts = [done + len(stretch) for stretch in stretches]
            if len(set(counts)) > 1:
                totals = [
                    count + sum(1 for _ in stream)
                    for count, stream in zip(counts, streams, strict=True)
                ]
                raise _different(paths, totals)
            if not stretches[0]:
                break
            columns = [stretches[1], *map(self._with_gaps, stretches[2:])]
            self._note_empty(columns, done)
            yield stretches[0], columns
            done = counts[0]

    def all(self) -> "Iterator[Segment]":
        """Every segment of every reference, for metrics that learn from them."""
        for place, path in enumerate(self._paths):
            for segment in self._stream(path):
                if not (place and self._skip_empty and _is_empty(segment)):
                    yield segment

    def _stream(self, path: str) -> "Iterator[Segment]":
        return iter(self._kept[path]) if path in self._kept else _iterate(path, self._kind)

    def warn_of_empty(self) -> None:
        """Once, though the references are read again for the next system."""
        for path, numbers in (self._empty or {}).items():
            warnings.warn(
                f"{display_name(path)}: {len(numbers)} segments are empty, the first is segment "
                f"{numbers[0]}; check the file",
                TeslaWarning,
                stacklevel=2,
            )
        self._empty = None

    def _with_gaps(self, column: "Sequence[Segment]") -> "ReferenceSet":
        if not self._skip_empty:
            return column
        return [None if _is_empty(segment) else segment for segment in column]

    def _note_empty(self, columns: "Sequence[ReferenceSet]", done: int) -> None:
        if self._empty is None:
            return
        for path, column in zip(self._paths, columns, strict=True):
            for number, segment in enumerate(column, done + 1):
                if segment is not None and _is_empty(segment):
                    self._empty.setdefault(path, []).append(number)


def _is_empty(segment: "Segment") -> bool:
    return not (segment if isinstance(segment, str) else segment.text).strip()


def _iterate(path: str, kind: str) -> "Iterator[Segment]":
    if kind == "text":
        return iterate_lines(path)
    from ..analysis.conllu import iterate_conllu

    return iterate_conllu(iterate_lines(path), display_name(path))


def _different(paths: Sequence[str], counts: Sequence[int]) -> InputError:
    reference, expected = paths[1], counts[1]
    path, count = next(
        (path, count) for path, count in zip(paths, counts, strict=True) if count != expected
    )
    return InputError(
        f"{display_name(path)} has {count} segments but {display_name(reference)} has "
        f"{expected}: line i of each file must be the same segment"
    )


def label_systems(paths: Sequence[str]) -> dict[str, str]:
    """A system is called by its file's name; by its path where two files have the same name."""
    distinct = list(dict.fromkeys(paths))
    names = [path if path == STDIN else Path(path).name for path in distinct]
    return {
        path: name if names.count(name) == 1 else path
        for path, name in zip(distinct, names, strict=True)
    }


def warn_of_conllu(kind: str, paths: Sequence[str]) -> None:
    """CoNLL-U read as text would be scored, and badly."""
    for path in paths:
        if kind == "text" and path.removesuffix(".gz").endswith(".conllu"):
            warnings.warn(
                f"{path} is read as plain text: give --input conllu if it is CoNLL-U",
                TeslaWarning,
                stacklevel=2,
            )

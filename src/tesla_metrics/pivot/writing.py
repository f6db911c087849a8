"""Entries of a phrase table to its file, a stretch at a time."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from ..arrays import Array
from ..errors import InputError
from ..files.atomic import open_atomically
from ..files.mapped import Section, write_mapped
from .pruning import Entries
from .table import KIND, VERSION

_COUNT = np.dtype("<u4")


def write_table(
    path: Path,
    work: Path,
    entries: Iterable[Entries],
    pools: tuple[tuple[Array, Array], tuple[Array, Array]],
    settings: Mapping[str, Any],
    longest: int,
) -> dict[str, Any]:
    """The settings that were written, with what was counted; `work` holds sections meanwhile."""
    (target_starts, target_bytes), (pivot_starts, pivot_bytes) = pools
    word = np.dtype("<u2" if max(map(len, (target_starts, pivot_starts))) < 2**16 else "<u4")
    sections = _sections(work, word, longest)
    total = 0
    with ExitStack() as files:
        for section in sections.values():
            files.enter_context(section.opened())
        for part in entries:
            for section, values in zip(sections.values(), part, strict=False):
                section.add(values)
            total += part.extracted
    pairs = sections.pop("pairs")
    if not pairs.length:
        raise InputError(
            "no phrase pair is left: give a larger bitext, or prune less (--min-count, "
            "--min-probability)"
        )
    starts = np.zeros(pairs.length + 1, np.int64)
    np.cumsum(np.fromfile(pairs.path, _COUNT), out=starts[1:])
    facts = {
        **settings,
        "total": total,
        "phrases": pairs.length,
        "pairs": int(starts[-1]),
    }
    content: dict[str, Section] = {name: section.description for name, section in sections.items()}
    content |= {
        "starts": starts,
        "target-starts": target_starts,
        "target-bytes": target_bytes,
        "pivot-starts": pivot_starts,
        "pivot-bytes": pivot_bytes,
    }
    write_mapped(path, KIND, VERSION, facts, content)
    return facts


def _sections(work: Path, word: "np.dtype[Any]", longest: int) -> "dict[str, _Section]":
    """Arrays in the order of `Entries`."""
    return {
        "hashes": _Section(work / "hashes.section", np.dtype("<u8")),
        "phrases": _Section(work / "phrases.section", word, longest),
        "counts": _Section(work / "counts.section", _COUNT),
        "pairs": _Section(work / "pairs.section", _COUNT),
        "pivot-phrases": _Section(work / "pivot-phrases.section", word, longest),
        "pair-counts": _Section(work / "pair-counts.section", _COUNT),
    }


class _Section:
    """An array on disk that grows."""

    def __init__(self, path: Path, dtype: "np.dtype[Any]", *columns: int) -> None:
        self.path = path
        self._dtype, self._columns = dtype, columns
        self.length = 0

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Whole or not at all: another process may have what lies there mapped."""
        with open_atomically(self.path, clear=False) as self._stream:
            yield

    def add(self, values: Any) -> None:
        self._stream.write(np.ascontiguousarray(values, self._dtype).data)
        self.length += len(values)

    @property
    def description(self) -> tuple[Path, str, tuple[int, ...]]:
        """The file with the array's type and shape."""
        return self.path, self._dtype.str, (self.length, *self._columns)

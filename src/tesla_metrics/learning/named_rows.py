"""Examples as sparse rows whose columns have names."""

from array import array
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import Array, Indices
from ..optional import needs


@dataclass(frozen=True, eq=False)
class NamedRows:
    """How often each example has each feature.

    names   of the columns; `of` has them sorted
    matrix  scipy's sparse rows, float64; a feature that is named twice counts twice
    """

    names: tuple[str, ...]
    matrix: Any

    @classmethod
    def of(cls, rows: Iterable[Iterable[str]], least_count: int = 1) -> "NamedRows":
        """Rows by the names of their features; those in fewer rows than `least_count` are left out.

        Every row is looked at once, so that a generator will do.
        """
        numbers: dict[str, int] = {}
        places, starts = _placed(rows, lambda name: numbers.setdefault(name, len(numbers)))
        found = tuple(numbers)
        everything = _counted(places, starts, len(found))
        met = np.bincount(everything.indices, minlength=len(found))
        kept = sorted(
            (number for number in range(len(found)) if met[number] >= least_count),
            key=found.__getitem__,
        )
        matrix = everything[:, kept]
        matrix.sort_indices()
        return cls(tuple(found[number] for number in kept), matrix)

    def encode(self, rows: Iterable[Iterable[str]]) -> "NamedRows":
        """Other rows in the same columns; names that have none are left out."""
        numbers: Mapping[str, int] = {name: number for number, name in enumerate(self.names)}
        return NamedRows(self.names, _counted(*_placed(rows, numbers.get), len(self.names)))

    def without(self, drop: Callable[[str], bool]) -> "NamedRows":
        """The same columns, of which those that are dropped are empty."""
        kept = np.array([not drop(name) for name in self.names], dtype=bool)
        matrix = self.matrix.copy()
        matrix.data *= kept[matrix.indices]
        matrix.eliminate_zeros()
        return NamedRows(self.names, matrix)

    def select(self, places: Indices) -> "NamedRows":
        """Some of the rows."""
        return NamedRows(self.names, self.matrix[places])


def _placed(
    rows: Iterable[Iterable[str]], place: Callable[[str], int | None]
) -> tuple[Array, Array]:
    """The columns of all rows, one row behind the other, and where each begins."""
    places, starts = array("i"), array("q", [0])
    for row in rows:
        places.extend(found for name in row if (found := place(name)) is not None)
        starts.append(len(places))
    return np.array(places, dtype=np.intc), np.array(starts, dtype=np.int64)


def _counted(places: Array, starts: Array, columns: int) -> Any:
    with needs("SciPy, which learns from examples,", "train"):
        from scipy.sparse import csr_array
    # Places of 32 bits, which is what liblinear and others take, as long as there are few enough.
    short = starts.astype(np.int32) if starts[-1] < 2**31 else starts
    parts = (np.ones(len(places)), places.astype(short.dtype), short)
    matrix = csr_array(parts, shape=(len(starts) - 1, columns))
    matrix.sum_duplicates()
    return matrix

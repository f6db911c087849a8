"""Counting by key: workers count their pieces in bounded memory, Spark adds the counts up."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Protocol

from ..collecting import collected
from .texts import TEXT

# Keys that a worker has counted before it hands them over: some 100 bytes each.
MOST_KEYS = 500_000
# Rows that are handed over at once.
_ROWS = 50_000
_SCHEMA = "kind int, key string, number long"


class KeyTally(Protocol):
    """Counts one or more kinds of keys."""

    @property
    def counters(self) -> Sequence[Counter[str]]:
        """What was counted, a counter a kind."""

    def add(self, lines: Sequence[str]) -> None:
        """Count the lines of a piece."""


def tallied(
    frame: Any, make: Callable[[], KeyTally], least: Sequence[int], *, most: int = MOST_KEYS
) -> list[Counter[str]]:
    """Of each kind the keys that occur so often in all pieces; rarer ones never leave the workers.

    `make` is called there, once a partition and whenever there are `most` keys.
    """
    from pyspark.sql.functions import col, lit, sum

    pieces = frame.select(TEXT).mapInArrow(partial(_tally, make=make, most=most), _SCHEMA)
    counted = pieces.groupBy("kind", "key").agg(sum("number").alias("number"))
    frequent = lit(False)
    for kind, number in enumerate(least):
        frequent |= (col("kind") == kind) & (col("number") >= number)
    found: list[Counter[str]] = [Counter() for _ in least]
    for batch in collected(counted.filter(frequent), "cannot count on Spark"):
        kinds, keys, numbers = (column.to_pylist() for column in batch.columns)
        for kind, key, number in zip(kinds, keys, numbers, strict=True):
            found[kind][key] = number
    return found


def _tally(batches: Iterator[Any], make: Callable[[], KeyTally], most: int) -> Iterator[Any]:
    tally = make()
    for batch in batches:
        for lines in batch.column(TEXT):
            tally.add(lines.as_py())
            if sum(map(len, tally.counters)) >= most:
                yield from _rows(tally)
                tally = make()
    yield from _rows(tally)


def _rows(tally: KeyTally) -> Iterator[Any]:
    import pyarrow as pa

    for kind, counter in enumerate(tally.counters):
        keys = pa.array(counter.keys(), pa.string(), size=len(counter))
        numbers = pa.array(counter.values(), pa.int64(), size=len(counter))
        kinds = pa.array([kind] * len(counter), pa.int32())
        batch = pa.RecordBatch.from_arrays([kinds, keys, numbers], ["kind", "key", "number"])
        yield from (batch.slice(start, _ROWS) for start in range(0, len(counter), _ROWS))

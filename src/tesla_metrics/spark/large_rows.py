"""Frames whose rows are large: so few go to Python at a time that memory bears it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

# Rows that Spark sends to Python at once, and those that it reads from Parquet at once.
_SETTINGS = (
    "spark.sql.execution.arrow.maxRecordsPerBatch",
    "spark.sql.parquet.columnarReaderBatchSize",
)


@contextmanager
def large_rows(spark: Any, most: int = 8) -> Iterator[None]:
    """Frames that are computed meanwhile have batches of `most` rows; 10,000 is Spark's habit."""
    before = {name: spark.conf.get(name) for name in _SETTINGS}
    try:
        for name in _SETTINGS:
            spark.conf.set(name, str(most))
        yield
    finally:
        for name, value in before.items():
            spark.conf.set(name, value)

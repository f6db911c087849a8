"""What workers made, brought to the driver in the order of a frame, a partition at a time."""

from collections.abc import Iterator
from typing import Any

from .faults import told


def collected(frame: Any, what: str) -> Iterator[Any]:
    """The frame as batches of Arrow, in its order.

    A partition at a time is on its way, so that neither the driver's memory nor
    spark.driver.maxResultSize bounds how much there is. `what` begins the message of a failure.
    """
    import pyarrow as pa

    with told(doing=what):
        for row in frame.mapInArrow(_as_bytes, "batch binary").toLocalIterator():
            with pa.ipc.open_stream(row[0]) as stream:
                yield from stream


def _as_bytes(batches: Iterator[Any]) -> Iterator[Any]:
    """Each batch as one value: Python would otherwise make an object of every cell."""
    import pyarrow as pa

    for batch in batches:
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, batch.schema) as writer:
            writer.write_batch(batch)
        yield pa.RecordBatch.from_arrays(
            [pa.array([sink.getvalue().to_pybytes()], pa.binary())], ["batch"]
        )

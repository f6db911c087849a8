"""What Spark says of a failure while the stage is written or read, as an error in one line."""

from contextlib import AbstractContextManager

from .faults import told


def spark_failures(what: str) -> AbstractContextManager[None]:
    """Errors of ours that workers raised come through as they are; of others, `what` and why."""
    return told(doing=what)

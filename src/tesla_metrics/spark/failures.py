"""What Spark says of a failure, as an error in one line."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import InputError, ResourceError, TeslaError, UsageError

# How Python names errors of ours that were raised in a worker, at the end of what it tells.
_OURS = re.compile(r"^tesla_metrics\.errors\.(\w+): (.+)$", re.MULTILINE)
_KINDS = {kind.__name__: kind for kind in (TeslaError, UsageError, InputError, ResourceError)}
_FULL = "No space left on device"
# What stands before the reason in lines that the JVM prints.
_CLASSES = re.compile(r"^(?:Caused by: )?(?:[\w$]+\.)+[\w$]*(?:Exception|Error): ")


@contextmanager
def spark_failures(what: str) -> Iterator[None]:
    """Errors of ours that workers raised come through as they are; of others, `what` and why."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError) as error:
        raise translated(str(error), what) from error


def translated(told: str, what: str) -> TeslaError:
    """The error that is behind all that Spark told."""
    if found := _OURS.findall(told):
        name, message = found[-1]
        return _KINDS.get(name, TeslaError)(message)
    if _FULL in told:
        return TeslaError(f"{what}: {_FULL}; make room there, or choose another place")
    return TeslaError(f"{what}: {_reason(told)}")


def _reason(told: str) -> str:
    """The innermost cause, or the first line."""
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    causes = [line for line in lines if line.startswith("Caused by: ")]
    return _CLASSES.sub("", (causes or lines or ["Spark failed"])[-1 if causes else 0])

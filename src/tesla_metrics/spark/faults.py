"""What goes wrong on Spark, as errors in one line."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from .. import errors
from ..errors import InputError, ResourceError, TeslaError

# An error of ours as the trace of a worker has it.
_OURS = re.compile(r"^(?:\S*Exception: )?tesla_metrics\.[\w.]*?(\w+): (.+)$", re.MULTILINE)
_LACKING = re.compile(r"ModuleNotFoundError: No module named '(?:tesla_metrics|pyarrow|numpy)")
_FULL = re.compile(r"No space left on device|Disk quota exceeded")
# Without the class of the exception, if it says anything beside.
_CAUSES = re.compile(r"^Caused by: (?:[\w$.]+: )?(.+)$", re.MULTILINE)
_MOST = 500  # characters of a message
_GONE = re.compile(
    r"Python worker (?:exited|process terminated) unexpectedly|worker crashed|ExecutorLostFailure|"
    r"EOFException|OutOfMemoryError"
)


@contextmanager
def told(writing: str = "", doing: str = "Spark") -> Iterator[None]:
    """What a worker has raised is raised here; `writing` is what is being written.

    `doing` begins the message where nothing better is known.
    """
    try:
        yield
    except TeslaError:
        raise
    except Exception as error:
        if (found := translate(error, writing, doing)) is None:
            raise
        raise found from error


def translate(error: Exception, writing: str = "", doing: str = "Spark") -> TeslaError | None:
    """An error of Spark's as one of ours; None: it is none of Spark's."""
    if not type(error).__module__.startswith(("pyspark", "py4j")):
        return None
    text = str(error)
    if found := _OURS.search(text):
        kind = getattr(errors, found[1], TeslaError)
        ours = isinstance(kind, type) and issubclass(kind, TeslaError)
        return kind(found[2].strip()) if ours else TeslaError(found[2].strip())
    if found := _FULL.search(text):
        return TeslaError(
            f"cannot write {writing or 'what Spark keeps for a while'}: {found[0]}; make room "
            "there, or let spark.local.dir and the output be elsewhere"
        )
    if _LACKING.search(text):
        return ResourceError(
            "Spark's workers do not have this package: install it there, or send it along "
            "(docs/scale.md says how)"
        )
    if "PATH_NOT_FOUND" in text:
        return InputError(f"{_first(text)}: check the path")
    if _GONE.search(text):
        return ResourceError(
            "workers of Spark were ended from outside, again and again (is there enough memory?): "
            "run it again with fewer cores a machine, or with more memory for each"
        )
    return TeslaError(f"{doing}: {_reason(text)}")


def _reason(text: str) -> str:
    """The innermost cause, where the JVM names causes."""
    causes = _CAUSES.findall(text)
    return str(causes[-1])[:_MOST] if causes else _first(text)


def _first(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[0][:_MOST] if lines else "failed without a word"

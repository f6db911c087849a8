"""A Spark session, set up so that it works on one machine as well as on a cluster."""

import logging
import os
import re
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from ..errors import ResourceError, UsageError
from ..optional import needs

LOCAL = "local[*]"
# A task that fails, because its worker was killed say, is tried again so often. Spark's local mode
# does so only if its master says it.
TRIES = 4
# What a JVM says that does not start.
_ERROR = re.compile(r"^.*(?:Error|Exception)\b.*$", re.MULTILINE)
_LOCAL = re.compile(r"local(?:\[(\*|\d+)\])?")
_HERE = re.compile(r"local.*|spark://(?:127\.0\.0\.1|localhost|\[::1\]):\d+")


def open_spark(
    master: str | None = None, settings: Mapping[str, str] | None = None, name: str = "tesla"
) -> Any:
    """A `SparkSession`: the one that runs, or a new one on `master` (default: this machine)."""
    with needs("pyspark", "spark"):
        import pandas  # noqa: F401  which Spark asks for where it sends Arrow
        import pyarrow  # noqa: F401
        from pyspark.sql import SparkSession
    running = SparkSession.getActiveSession()
    if running is not None and master is None:
        return running
    check_java()
    # Workers are this Python, unless somebody said otherwise.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master(with_tries(master or LOCAL)).appName(name)
    for key, value in {**defaults(master or LOCAL), **(settings or {})}.items():
        builder = builder.config(key, value)
    try:
        found = builder.getOrCreate()
    except Exception as error:  # what the JVM says comes in many kinds
        raise ResourceError(
            f"Spark does not start on {master or LOCAL}: {_first(error)}"
        ) from error
    found.sparkContext.setLogLevel("ERROR")
    return found


@contextmanager
def spark_session(
    master: str | None = None, settings: Mapping[str, str] | None = None
) -> Iterator[Any]:
    """For a command: a session that is stopped at the end, unless it was running before.

    What goes wrong is told in one line, by us: of what Spark itself has to say nothing is shown,
    unless the setting spark.log.level asks for it.
    """
    with needs("pyspark", "spark"):
        from pyspark.sql import SparkSession
    if SparkSession.getActiveSession() is not None:
        yield open_spark(master, settings)
        return
    level = (settings or {}).get("spark.log.level")
    with _own_signals(), nullcontext() if level else _unheard():
        spark = open_spark(master, settings)
    spark.sparkContext.setLogLevel(level or "OFF")
    # Python's side of Spark logs whatever interrupts it; without a handler that would be printed.
    handler = logging.NullHandler()
    logging.getLogger().addHandler(handler)
    try:
        yield spark
    finally:
        spark.stop()
        logging.getLogger().removeHandler(handler)


@contextmanager
def _own_signals() -> Iterator[None]:
    """Ctrl-C stays what it was: Spark's handler asks a JVM that is busy, and stopping does more."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _unheard() -> Iterator[None]:
    """A process that is started meanwhile has nowhere to write its errors to, as long as it runs.

    If it does not start, what it wrote is told.
    """
    with tempfile.TemporaryFile() as log:
        sys.stderr.flush()
        own = os.dup(2)
        os.dup2(log.fileno(), 2)
        try:
            yield
        except ResourceError as error:
            log.seek(0)
            if found := _ERROR.search(log.read().decode(errors="replace")):
                raise ResourceError(f"{error} ({found[0].strip()})") from error
            raise
        finally:
            os.dup2(own, 2)
            os.close(own)


def with_tries(master: str) -> str:
    """local[2] as local[2,4]: without the second number a killed worker ends the run."""
    if (found := _LOCAL.fullmatch(master)) is None:
        return master
    return f"local[{found[1] or 1},{TRIES}]"


def defaults(master: str) -> dict[str, str]:
    """Settings that users may override."""
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.task.maxFailures": str(TRIES),
        "spark.sql.session.timeZone": "UTC",
        # BLEU may be a column of the user's beside our bleu, as everywhere else.
        "spark.sql.caseSensitive": "true",
    }
    if _HERE.fullmatch(master):
        settings["spark.driver.host"] = settings["spark.driver.bindAddress"] = "127.0.0.1"
    return settings


def parse_settings(texts: "list[str]") -> dict[str, str]:
    """`spark.executor.memory=4g` and the like, as --spark has them."""
    found = {}
    for text in texts:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not key.startswith("spark."):
            raise UsageError(f"--spark {text!r}: give spark.NAME=VALUE")
        found[key] = value
    return found


def check_java() -> None:
    home = os.environ.get("JAVA_HOME")
    if not (home and (Path(home) / "bin" / "java").exists()) and shutil.which("java") is None:
        raise ResourceError(
            "Spark needs Java 17 or later, and there is none: install it (apt-get install "
            "default-jre-headless), or set JAVA_HOME"
        )


def _first(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]

"""Open Spark sessions, translate Spark errors into one line, and report progress."""

import logging
import os
import re
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

from ... import errors
from ...errors import InputError, ResourceError, TeslaError, UsageError
from ...files.long_runs import ProgressCallback, no_progress
from ...optional import requires_extra

_INTERVAL_SECONDS = 0.5  # between two calls of `call_periodically`


@contextmanager
def call_periodically(callback: Callable[[], bool]) -> Iterator[None]:
    """Call `callback` periodically in a thread while the block runs, until it returns False."""
    has_ended = Event()

    def run() -> None:
        with suppress(Exception):  # Spark has ended: the main thread gets the error
            while not has_ended.wait(_INTERVAL_SECONDS) and callback():
                pass

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        has_ended.set()
        thread.join()


@contextmanager
def watch_tasks(spark: Any, watch: ProgressCallback, activity: str) -> Iterator[None]:
    """Report the number of finished tasks while the block runs; `activity` is shown with it."""
    if watch is no_progress:
        yield
        return
    tracker, progress = spark.sparkContext.statusTracker(), watch(f"{activity}, tasks:", 0)
    reported_counts: dict[int, int] = {}  # finished tasks by stage

    def report_tasks() -> bool:
        for stage in tracker.getActiveStageIds():
            if (info := tracker.getStageInfo(stage)) is not None:
                progress(info.numCompletedTasks - reported_counts.get(stage, 0))
                reported_counts[stage] = info.numCompletedTasks
        return True

    with call_periodically(report_tasks):
        yield


# Patterns in the text of Spark errors. The first is an error of this package in the traceback of a
# worker.
_PACKAGE_ERROR = re.compile(r"^(?:\S*Exception: )?tesla_metrics\.[\w.]*?(\w+): (.+)$", re.MULTILINE)
_MISSING_PACKAGE = re.compile(
    r"ModuleNotFoundError: No module named '(?:tesla_metrics|pyarrow|numpy)"
)
_DISK_FULL = re.compile(r"No space left on device|Disk quota exceeded")
# The message of a cause, without the exception class.
_CAUSE = re.compile(r"^Caused by: (?:[\w$.]+: )?(.+)$", re.MULTILINE)
_MAX_MESSAGE_CHARACTERS = 500
_WORKER_KILLED = re.compile(
    r"Python worker (?:exited|process terminated) unexpectedly|worker crashed|ExecutorLostFailure|"
    r"EOFException|OutOfMemoryError"
)


@contextmanager
def spark_errors(output: str = "", message_start: str = "Spark") -> Iterator[None]:
    """Translate the Spark errors of the block into one-line errors of this package.

    Parameters
    ----------
    output : str
        Name of the output, for messages about a full disk.
    message_start : str
        Start of the message of an error that is not recognised.

    Raises
    ------
    TeslaError
        The error that a worker raised, or a one-line summary of another Spark error.
    """
    try:
        yield
    except TeslaError:
        raise
    except Exception as error:
        if (translated := translate_error(error, output, message_start)) is None:
            raise
        raise translated from error


def translate_error(
    error: Exception, output: str = "", message_start: str = "Spark"
) -> TeslaError | None:
    """Return a Spark error as an error of this package; None if it is not a Spark error."""
    if not type(error).__module__.startswith(("pyspark", "py4j")):
        return None
    text = str(error)
    if match := _PACKAGE_ERROR.search(text):
        error_class = getattr(errors, match[1], TeslaError)
        is_known = isinstance(error_class, type) and issubclass(error_class, TeslaError)
        return error_class(match[2].strip()) if is_known else TeslaError(match[2].strip())
    if match := _DISK_FULL.search(text):
        return TeslaError(
            f"cannot write {output or 'temporary files of Spark'}: {match[0]}; free disk space, "
            "or move spark.local.dir and the output to another disk"
        )
    if _MISSING_PACKAGE.search(text):
        return ResourceError(
            "Spark's workers do not have this package: install it there, or send it along "
            "(see docs/scale.md)"
        )
    if "PATH_NOT_FOUND" in text:
        return InputError(f"{_get_first_line(text)}: check the path")
    if _WORKER_KILLED.search(text):
        return ResourceError(
            "Spark workers were killed repeatedly (is there enough memory?): "
            "run it again with fewer cores per machine, or with more memory per core"
        )
    return TeslaError(f"{message_start}: {_find_cause(text)}")


def _find_cause(text: str) -> str:
    """Return the innermost cause that the JVM names, or the first line of the error."""
    causes = _CAUSE.findall(text)
    return str(causes[-1])[:_MAX_MESSAGE_CHARACTERS] if causes else _get_first_line(text)


def _get_first_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[0][:_MAX_MESSAGE_CHARACTERS] if lines else "failed without a message"


LOCAL = "local[*]"  # master URL of this machine with all its cores
# Maximum number of attempts for a task, for example if its worker is killed. In local mode, Spark
# reads this number from the master URL.
MAX_ATTEMPTS = 4
# The line of the log that says why the JVM does not start.
_ERROR_LINE = re.compile(r"^.*(?:Error|Exception)\b.*$", re.MULTILINE)
_LOCAL_MASTER = re.compile(r"local(?:\[(\*|\d+)\])?")
_THIS_MACHINE = re.compile(r"local.*|spark://(?:127\.0\.0\.1|localhost|\[::1\]):\d+")


def open_spark(
    master: str | None = None, settings: Mapping[str, str] | None = None, name: str = "tesla"
) -> Any:
    """Return the active `SparkSession`, or open a new one.

    Parameters
    ----------
    master : str, optional
        Master URL of Spark. By default the active session is used if there is one, else this
        machine.
    settings : mapping of str to str, optional
        Spark settings, such as {"spark.executor.memory": "4g"}.
    name : str
        Name of the Spark application.

    Returns
    -------
    pyspark.sql.SparkSession

    Raises
    ------
    ResourceError
        If Java is missing or Spark does not start.
    """
    with requires_extra("pyspark", "spark"):
        import pandas  # noqa: F401  Spark needs it to send Arrow data
        import pyarrow  # noqa: F401
        from pyspark.sql import SparkSession
    active = SparkSession.getActiveSession()
    if active is not None and master is None:
        return active
    check_java()
    # Workers use this Python unless the user configured another one.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master(add_max_attempts(master or LOCAL)).appName(name)
    for key, value in {**make_default_settings(master or LOCAL), **(settings or {})}.items():
        builder = builder.config(key, value)
    try:
        spark = builder.getOrCreate()
    except Exception as error:  # JVM errors have many types
        raise ResourceError(
            f"Spark does not start on {master or LOCAL}: {_get_error_line(error)}"
        ) from error
    spark.sparkContext.setLogLevel("ERROR")
    return spark


@contextmanager
def spark_session(
    master: str | None = None, settings: Mapping[str, str] | None = None
) -> Iterator[Any]:
    """Open a session for a command; stop it at the end unless it was active before.

    Spark's own log is hidden unless `settings` contains spark.log.level.
    """
    with requires_extra("pyspark", "spark"):
        from pyspark.sql import SparkSession
    if SparkSession.getActiveSession() is not None:
        yield open_spark(master, settings)
        return
    level = (settings or {}).get("spark.log.level")
    with _keep_signal_handler(), nullcontext() if level else _hide_stderr():
        spark = open_spark(master, settings)
    spark.sparkContext.setLogLevel(level or "OFF")
    # PySpark logs interruptions; without a handler Python would print them.
    handler = logging.NullHandler()
    logging.getLogger().addHandler(handler)
    try:
        yield spark
    finally:
        spark.stop()
        logging.getLogger().removeHandler(handler)


@contextmanager
def _keep_signal_handler() -> Iterator[None]:
    """Restore the Ctrl-C handler after the block, because Spark's handler waits for the JVM."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


@contextmanager
def _hide_stderr() -> Iterator[None]:
    """Hide the standard error of processes that are started in the block, until they end.

    If Spark does not start, the error line of its log is added to the message.
    """
    with tempfile.TemporaryFile() as log:
        sys.stderr.flush()
        stderr_copy = os.dup(2)
        os.dup2(log.fileno(), 2)
        try:
            yield
        except ResourceError as error:
            log.seek(0)
            if match := _ERROR_LINE.search(log.read().decode(errors="replace")):
                raise ResourceError(f"{error} ({match[0].strip()})") from error
            raise
        finally:
            os.dup2(stderr_copy, 2)
            os.close(stderr_copy)


def add_max_attempts(master: str) -> str:
    """Add `MAX_ATTEMPTS` to a local master URL: local[2] becomes local[2,4].

    Otherwise, Spark does not repeat the tasks of a killed worker in local mode.
    """
    if (match := _LOCAL_MASTER.fullmatch(master)) is None:
        return master
    return f"local[{match[1] or 1},{MAX_ATTEMPTS}]"


def make_default_settings(master: str) -> dict[str, str]:
    """Return the default Spark settings, which users can override."""
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.task.maxFailures": str(MAX_ATTEMPTS),
        "spark.sql.session.timeZone": "UTC",
        # A column BLEU of the user must stay distinct from the score column bleu.
        "spark.sql.caseSensitive": "true",
    }
    if _THIS_MACHINE.fullmatch(master):
        settings["spark.driver.host"] = settings["spark.driver.bindAddress"] = "127.0.0.1"
    return settings


def parse_settings(texts: "list[str]") -> dict[str, str]:
    """Parse the values of --spark, such as `spark.executor.memory=4g`."""
    settings = {}
    for text in texts:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not key.startswith("spark."):
            raise UsageError(f"--spark {text!r}: give spark.NAME=VALUE")
        settings[key] = value
    return settings


def check_java() -> None:
    """Raise ResourceError if Java is not installed."""
    home = os.environ.get("JAVA_HOME")
    if not (home and (Path(home) / "bin" / "java").exists()) and shutil.which("java") is None:
        raise ResourceError(
            "Spark needs Java 17 or later, which was not found: install it (apt-get install "
            "default-jre-headless), or set JAVA_HOME"
        )


def _get_error_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]

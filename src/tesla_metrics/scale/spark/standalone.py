"""A standalone Spark cluster on this machine, for tests and benchmarks.

It behaves like a cluster of several machines, with executors that can be killed. Its processes
listen on the loopback address only.
"""

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from ...errors import ResourceError
from ...optional import needs
from .session import check_java

_MASTER = "org.apache.spark.deploy.master.Master"
_WORKER = "org.apache.spark.deploy.worker.Worker"
_EXECUTOR = "CoarseGrainedExecutorBackend"
_ADDRESS_LINE = re.compile(r"Starting Spark master at (spark://\S+)")
_REGISTERED_LINE = re.compile(r"Successfully registered with master")
# The input of this shell is a pipe from this process. When this process ends, for whatever reason,
# the pipe closes and the shell kills its process group.
_GUARD = 'log=$1; shift; "$@" </dev/null >"$log" 2>&1 & echo $!; cat >/dev/null; kill -9 0'
_TIMEOUT_SECONDS = 60.0


@dataclass(frozen=True)
class StandaloneCluster:
    """A running cluster.

    master   master URL for `open_spark`
    workers  process ids of the workers, which start executors
    logs     folder with the logs of master and workers
    """

    master: str
    workers: tuple[int, ...]
    logs: Path

    def executors(self) -> list[int]:
        """Return the process ids of the running executors (Linux only)."""
        started = [pid for pid, parent in parents().items() if parent in self.workers]
        return [pid for pid in started if _EXECUTOR in _command(pid)]


@contextmanager
def standalone(workers: int = 2, cores: int = 1, memory: str = "1g") -> Iterator[StandaloneCluster]:
    """Start a cluster; it ends with the block or with this process.

    `cores` and `memory` are per worker.
    """
    check_java()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(_temporary_folder()))
        address = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
        log = folder / "master.log"
        pid = stack.enter_context(_started_process([_MASTER, *address], log))
        master = _wait_for_line(_ADDRESS_LINE, log, pid)[1]
        limits = ["--cores", str(cores), "--memory", memory]
        logs = {}
        for index in range(workers):
            log = folder / f"worker-{index}.log"
            work = ["--work-dir", str(folder / f"worker-{index}")]
            logs[
                stack.enter_context(
                    _started_process([_WORKER, *address, *limits, *work, master], log)
                )
            ] = log
        for pid, log in logs.items():
            _wait_for_line(_REGISTERED_LINE, log, pid)
        yield StandaloneCluster(master, tuple(logs), folder)


@contextmanager
def _temporary_folder() -> Iterator[str]:
    path = tempfile.mkdtemp(prefix="tesla-spark-")
    try:
        yield path
    finally:  # a process that was killed a moment ago may still write
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def _started_process(arguments: list[str], log: Path) -> Iterator[int]:
    """Start a Spark process and provide its id; kill it at the end."""
    with needs("pyspark", "spark"):
        import pyspark
    home = Path(pyspark.__file__).parent
    command = ["sh", "-c", _GUARD, "sh", str(log), str(home / "bin" / "spark-class"), *arguments]
    guard = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=_environment(home, log.parent),
        start_new_session=True,
    )
    assert guard.stdin is not None
    assert guard.stdout is not None
    try:
        yield int(guard.stdout.readline())
    finally:
        guard.stdin.close()
        guard.stdout.close()
        guard.wait()


def _environment(home: Path, folder: Path) -> dict[str, str]:
    """Return an environment with this package and without other Spark settings."""
    path = [str(Path(__file__).parents[3]), os.environ.get("PYTHONPATH", "")]
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("SPARK_")}
    return inherited | {
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LOCAL_DIRS": str(folder),
        "PYTHONPATH": os.pathsep.join(filter(None, path)),
    }


def _wait_for_line(pattern: re.Pattern[str], log: Path, pid: int) -> re.Match[str]:
    """Wait for the line that a process writes to its log when it is ready."""
    end = time.monotonic() + _TIMEOUT_SECONDS
    while time.monotonic() < end:
        text = log.read_text("utf-8", "replace") if log.exists() else ""
        if match := pattern.search(text):
            return match
        if not _is_running(pid):
            break
        time.sleep(0.05)
    last = (text.strip().splitlines() or ["it logged nothing"])[-1]
    raise ResourceError(f"Spark's standalone cluster does not start: {last}")


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def parents() -> dict[int, int]:
    """Return the parent of every visible process (Linux only)."""
    by_pid = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # the process has ended
            # The process name in brackets may contain any characters.
            state = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            by_pid[int(folder.name)] = int(state[1])
    return by_pid


def _command(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text("utf-8", "replace")
    return ""

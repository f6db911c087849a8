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

from tesla_metrics.errors import ResourceError
from tesla_metrics.optional import requires_extra
from tesla_metrics.scale.spark.session import check_java

_MASTER_CLASS = "org.apache.spark.deploy.master.Master"
_WORKER_CLASS = "org.apache.spark.deploy.worker.Worker"
_EXECUTOR_CLASS = "CoarseGrainedExecutorBackend"
_ADDRESS_LINE = re.compile(r"Starting Spark master at (spark://\S+)")
_REGISTERED_LINE = re.compile(r"Successfully registered with master")
# Shell command that starts a process and prints its id. The input of the shell is a pipe from this
# process. When this process ends, for whatever reason, the pipe closes and the shell kills its
# process group.
_GUARD_COMMAND = 'log=$1; shift; "$@" </dev/null >"$log" 2>&1 & echo $!; cat >/dev/null; kill -9 0'
_START_TIMEOUT_SECONDS = 60.0


@dataclass(frozen=True)
class StandaloneCluster:
    """A running cluster.

    master      master URL for `open_spark`
    workers     process ids of the workers, which start executors
    logs        folder with the logs of master and workers
    """

    master: str
    workers: tuple[int, ...]
    logs: Path

    def executors(self) -> list[int]:
        """Return the process ids of the running executors (Linux only)."""
        children = [pid for pid, parent in parents().items() if parent in self.workers]
        return [pid for pid in children if _EXECUTOR_CLASS in _read_command(pid)]


@contextmanager
def standalone(workers: int = 2, cores: int = 1, memory: str = "1g") -> Iterator[StandaloneCluster]:
    """Start a cluster; it ends with the block, or when this process ends.

    `cores` and `memory` apply to each worker.
    """
    check_java()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(_temporary_folder()))
        address = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
        log = folder / "master.log"
        pid = stack.enter_context(_start_process([_MASTER_CLASS, *address], log))
        master = _wait_for_line(_ADDRESS_LINE, log, pid)[1]
        limits = ["--cores", str(cores), "--memory", memory]
        worker_logs = {}  # by process id
        for index in range(workers):
            log = folder / f"worker-{index}.log"
            work_folder = ["--work-dir", str(folder / f"worker-{index}")]
            arguments = [_WORKER_CLASS, *address, *limits, *work_folder, master]
            pid = stack.enter_context(_start_process(arguments, log))
            worker_logs[pid] = log
        for pid, log in worker_logs.items():
            _wait_for_line(_REGISTERED_LINE, log, pid)
        yield StandaloneCluster(master, tuple(worker_logs), folder)


@contextmanager
def _temporary_folder() -> Iterator[str]:
    path = tempfile.mkdtemp(prefix="tesla-spark-")
    try:
        yield path
    finally:  # a process that was killed a moment ago may still write
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def _start_process(arguments: list[str], log: Path) -> Iterator[int]:
    """Start a Spark process and provide its id; kill it at the end."""
    with requires_extra("pyspark", "spark"):
        import pyspark
    home = Path(pyspark.__file__).parent
    command = [
        "sh",
        "-c",
        _GUARD_COMMAND,
        "sh",
        str(log),
        str(home / "bin" / "spark-class"),
        *arguments,
    ]
    guard = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=_make_environment(home, log.parent),
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


def _make_environment(home: Path, folder: Path) -> dict[str, str]:
    """Return environment variables with this package, and without Spark settings of the user."""
    python_path = [str(Path(__file__).parents[3]), os.environ.get("PYTHONPATH", "")]
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("SPARK_")}
    return inherited | {
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LOCAL_DIRS": str(folder),
        "PYTHONPATH": os.pathsep.join(filter(None, python_path)),
    }


def _wait_for_line(pattern: re.Pattern[str], log: Path, pid: int) -> re.Match[str]:
    """Wait for the line that a process writes to its log when it is ready."""
    deadline = time.monotonic() + _START_TIMEOUT_SECONDS
    while time.monotonic() < deadline:
        text = log.read_text("utf-8", "replace") if log.exists() else ""
        if match := pattern.search(text):
            return match
        if not _is_running(pid):
            break
        time.sleep(0.05)
    last_line = (text.strip().splitlines() or ["it logged nothing"])[-1]
    raise ResourceError(f"Spark's standalone cluster does not start: {last_line}")


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def parents() -> dict[int, int]:
    """Return the id of the parent of every visible process, by process id (Linux only)."""
    parent_by_pid = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # the process has ended
            # The process name in brackets may contain any characters.
            fields = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            parent_by_pid[int(folder.name)] = int(fields[1])
    return parent_by_pid


def _read_command(pid: int) -> str:
    """Return the command line of a process, or "" if it has ended."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text("utf-8", "replace")
    return ""

"""A standalone cluster of Spark on this machine: a master and workers, each a process of its own.

For tests and measurements: it does what a cluster of many machines does, with executors that can be
killed. Nothing of it listens to other machines.
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

from ..errors import ResourceError
from ..optional import needs
from .session import check_java

_MASTER = "org.apache.spark.deploy.master.Master"
_WORKER = "org.apache.spark.deploy.worker.Worker"
_EXECUTOR = "CoarseGrainedExecutorBackend"
_ADDRESS = re.compile(r"Starting Spark master at (spark://\S+)")
_REGISTERED = re.compile(r"Successfully registered with master")
# Its input is a pipe of ours, which ends when we do, in whatever way: then all of its group goes.
_GUARD = 'log=$1; shift; "$@" </dev/null >"$log" 2>&1 & echo $!; cat >/dev/null; kill -9 0'
_PATIENCE = 60.0


@dataclass(frozen=True)
class StandaloneCluster:
    """A cluster that runs.

    master   its URL, as `open_spark` takes it
    workers  process ids of the workers, which start executors
    logs     the folder of what master and workers say
    """

    master: str
    workers: tuple[int, ...]
    logs: Path

    def executors(self) -> list[int]:
        """Process ids of the executors that run now (Linux only)."""
        started = [pid for pid, parent in parents().items() if parent in self.workers]
        return [pid for pid in started if _EXECUTOR in _command(pid)]


@contextmanager
def standalone(workers: int = 2, cores: int = 1, memory: str = "1g") -> Iterator[StandaloneCluster]:
    """Workers of so many cores and so much memory each; all is gone after it, or after us."""
    check_java()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(_folder()))
        at = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
        log = folder / "master.log"
        pid = stack.enter_context(_started([_MASTER, *at], log))
        master = _said(_ADDRESS, log, pid)[1]
        own = ["--cores", str(cores), "--memory", memory]
        logs = {}
        for number in range(workers):
            log = folder / f"worker-{number}.log"
            work = ["--work-dir", str(folder / f"worker-{number}")]
            logs[stack.enter_context(_started([_WORKER, *at, *own, *work, master], log))] = log
        for pid, log in logs.items():
            _said(_REGISTERED, log, pid)
        yield StandaloneCluster(master, tuple(logs), folder)


@contextmanager
def _folder() -> Iterator[str]:
    path = tempfile.mkdtemp(prefix="tesla-spark-")
    try:
        yield path
    finally:  # a process that was killed a moment ago may still write
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def _started(arguments: list[str], log: Path) -> Iterator[int]:
    """One of Spark's processes; its id."""
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
    """What executors find: this package, and nobody else's settings of Spark."""
    path = [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
    kept = {key: value for key, value in os.environ.items() if not key.startswith("SPARK_")}
    return kept | {
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LOCAL_DIRS": str(folder),
        "PYTHONPATH": os.pathsep.join(filter(None, path)),
    }


def _said(wanted: re.Pattern[str], log: Path, pid: int) -> re.Match[str]:
    """What a process writes into its log when it is ready."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        text = log.read_text("utf-8", "replace") if log.exists() else ""
        if found := wanted.search(text):
            return found
        if not _lives(pid):
            break
        time.sleep(0.05)
    last = (text.strip().splitlines() or ["it said nothing"])[-1]
    raise ResourceError(f"Spark's standalone cluster does not start: {last}")


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def parents() -> dict[int, int]:
    """The parent of every process that can be seen (Linux only)."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # gone meanwhile
            # The name in brackets may hold anything.
            state = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            found[int(folder.name)] = int(state[1])
    return found


def _command(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text("utf-8", "replace")
    return ""

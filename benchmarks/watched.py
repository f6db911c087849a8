"""A command and all that it starts: seconds, time of the processor, peaks of memory; on Linux."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
from spark_cluster import parents

PAUSE = 0.25
TICKS = os.sysconf("SC_CLK_TCK")
JAVA, WORKER, OTHER = "java", "worker", "python"


@dataclass
class Watched:
    """What was seen of all processes below this one.

    kinds  of processes: Java, Spark's Python workers, other. One may be a shell at first and then
           run Java: what it was last counts
    taken  seconds of the processor by process
    peaks  bytes by process
    """

    seconds: float = 0.0
    kinds: dict[int, str] = field(default_factory=dict)
    taken: dict[int, float] = field(default_factory=dict)
    peaks: dict[int, int] = field(default_factory=dict)

    def cpu(self, *kinds: str) -> float:
        """Seconds of the processor, all processes together, or those of these kinds."""
        own = (pid for pid, kind in self.kinds.items() if not kinds or kind in kinds)
        return sum(map(self.taken.__getitem__, own))

    def peak(self, kind: str) -> float:
        """MB of the largest process of a kind."""
        own = (self.peaks[pid] for pid, one in self.kinds.items() if one == kind)
        return max(own, default=0) / 2**20

    def look(self) -> None:
        """Once."""
        for pid in below(os.getpid()):
            with suppress(OSError):  # gone meanwhile
                folder = Path("/proc") / str(pid)
                command = (folder / "cmdline").read_text("utf-8", "replace").replace("\0", " ")
                if not command:
                    continue  # it has ended, and nobody has asked how
                state = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
                self.taken[pid] = (int(state[11]) + int(state[12])) / TICKS
                resident = _resident(folder)
                if self.kinds.get(pid) == (kind := _kind(command)):
                    resident = max(resident, self.peaks[pid])
                self.kinds[pid], self.peaks[pid] = kind, resident


def _kind(command: str) -> str:
    if "pyspark.daemon" in command:
        return WORKER
    return JAVA if "java" in command.split(" ", 1)[0] else OTHER


def _resident(folder: Path) -> int:
    for line in (folder / "status").read_text("utf-8", "replace").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0  # it is ending


def below(root: int) -> set[int]:
    """All processes that a process started, and those that they did."""
    above, found = parents(), {root}
    while new := {pid for pid, parent in above.items() if parent in found} - found:
        found |= new
    return found - {root}


@contextmanager
def watching() -> Iterator[Watched]:
    """Look again and again as long as the block runs; what was there before does not count."""
    found, before, done = Watched(), Watched(), threading.Event()
    before.look()

    def look() -> None:
        while not done.wait(PAUSE):
            found.look()

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    start = time.perf_counter()
    try:
        yield found
    finally:
        found.seconds = time.perf_counter() - start
        done.set()
        thread.join()
    for pid, seconds in before.taken.items():
        if pid in found.taken:
            found.taken[pid] -= seconds


def watch(command: Sequence[str], *, cores: int = 0) -> Watched:
    """Run a command that must end well; with `cores` all that it starts shares so many."""
    all_of_them = os.sched_getaffinity(0)
    with watching() as found:
        if cores:
            os.sched_setaffinity(0, set(sorted(all_of_them)[:cores]))
        try:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        finally:
            os.sched_setaffinity(0, all_of_them)
        said, _ = process.communicate()
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}:\n{said.decode()}")
    return found

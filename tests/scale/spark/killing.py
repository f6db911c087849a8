"""Workers of Python that die in the middle of their work."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

from spark_cluster import parents


@contextmanager
def killed_workers(count: int) -> Iterator[list[int]]:
    """While the block runs so many are killed, one after another; the ids of those that were."""
    killed: list[int] = []
    ended = Event()

    def kill() -> None:
        while len(killed) < count and not ended.wait(0.2):
            for pid in workers()[:1]:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)

    killing = Thread(target=kill)
    killing.start()
    try:
        yield killed
    finally:
        ended.set()
        killing.join()


def workers() -> list[int]:
    """Those that this process has through Java: forked by a daemon that is called the same."""
    above = parents()
    daemons = {pid for pid in above if _is_daemon(pid)}
    return sorted(pid for pid in daemons if above[pid] in daemons and _is_ours(pid, above))


def _is_daemon(pid: int) -> bool:
    with suppress(OSError):
        return b"pyspark.daemon" in (Path("/proc") / str(pid) / "cmdline").read_bytes()
    return False


def _is_ours(pid: int, above: dict[int, int]) -> bool:
    while pid in above:
        if (pid := above[pid]) == os.getpid():
            return True
    return False

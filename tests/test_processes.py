"""Work shared among processes."""

import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from multiprocessing import get_context
from operator import neg
from threading import Lock

import pytest

from tesla_metrics.errors import InputError, TeslaError
from tesla_metrics.processes import parallel_map
from tesla_metrics.resources.pivot.alignment_links import parse_links


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_in_order(jobs: int) -> None:
    found = parallel_map(neg, iter(range(30)), jobs, get_kind=lambda piece: piece % 2, n_kinds=2)
    assert list(found) == [-piece for piece in range(30)]


def fail(line: str) -> int:
    return len(parse_links(line, "x, line 1", 1, 1))


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_come_through(jobs: int) -> None:
    with pytest.raises(InputError, match="x, line 1: link 0-5 is out of range"):
        list(parallel_map(fail, ["0-0", "0-5"], jobs))


def end(piece: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_that_is_killed() -> None:
    with pytest.raises(TeslaError, match="fewer --jobs"):
        list(parallel_map(end, [1], 2))


def test_what_cannot_be_sent() -> None:
    with pytest.raises(TypeError, match="cannot be sent to another process"):
        list(parallel_map(make_lock, [1], 2))


def make_lock(piece: int) -> object:
    return Lock()


def test_where_it_failed_is_told() -> None:
    with pytest.raises(InputError) as caught:
        list(parallel_map(fail, ["0-5"], 2))
    assert "parse_links" in caught.value.__notes__[0]


def test_a_daemon_does_the_work_itself() -> None:
    with get_context("spawn").Pool(1) as pool:
        assert pool.apply(negated, ([1, 2],)) == [-1, -2]


def negated(pieces: list[int]) -> list[int]:
    return list(parallel_map(neg, pieces, 2))


def test_who_stops_early_waits_for_nothing() -> None:
    with closing(parallel_map(sleep_long, [0.0, 1000.0, 1000.0], 2)) as results:
        assert next(results) == 0.0


def sleep_long(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


@pytest.mark.skipif(os.name == "nt", reason="no signals")
def test_who_works_ends_with_the_parent() -> None:
    program = (
        "import time; from tesla_metrics.processes import parallel_map\n"
        "if __name__ == '__main__':\n"
        "    for _ in parallel_map(time.sleep, [0, 1000, 1000], 2): print('begun', flush=True)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.5)  # one that is about to start would complain
        process.kill()
        # Who is left has both open still, and there is no end.
        process.communicate(timeout=100)


def test_an_interpreter_that_ends_waits_for_nothing() -> None:
    """Not for what is under way, nor for what was to be done, though nobody closed the results."""
    program = (
        "import time; from tesla_metrics.processes import parallel_map\n"
        "if __name__ == '__main__':\n"
        "    results = parallel_map(time.sleep, [0] + [1000] * 9, 1 + 1)\n"
        "    next(results)"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=100)
    assert (result.returncode, result.stderr) == (0, b"")

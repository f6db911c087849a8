"""Work shared among processes."""

import os
import signal
from operator import neg

import pytest

from tesla_metrics.errors import InputError, TeslaError
from tesla_metrics.pivot.pharaoh import parse_links
from tesla_metrics.processes import shared


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_in_order(jobs: int) -> None:
    found = shared(neg, iter(range(30)), jobs, kind=lambda piece: piece % 2, kinds=2)
    assert list(found) == [-piece for piece in range(30)]


def fail(line: str) -> int:
    return len(parse_links(line, "x, line 1", 1, 1))


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_come_through(jobs: int) -> None:
    with pytest.raises(InputError, match="x, line 1: link 0-5 is out of range"):
        list(shared(fail, ["0-0", "0-5"], jobs))


def end(piece: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_that_is_killed() -> None:
    with pytest.raises(TeslaError, match="fewer --jobs"):
        list(shared(end, [1], 2))

"""Work shared among processes, results in order, never more than a few pieces under way."""

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeVar

from ..errors import TeslaError
from ..orphans import end_with_parent

T = TypeVar("T")
R = TypeVar("R")


def shared(
    work: Callable[[T], R],
    pieces: Iterable[T],
    jobs: int,
    kind: Callable[[T], int] = lambda piece: 0,
    kinds: int = 1,
) -> Iterator[R]:
    """`work` of every piece; with one job it is done in this process.

    Pieces of one kind go to the same processes, which then need not learn what others have.
    """
    if jobs == 1:
        yield from map(work, pieces)
        return
    # Spawned, since forking a process that has threads is not safe.
    pools = [
        ProcessPoolExecutor(max(1, jobs // kinds), get_context("spawn"), _begin)
        for _ in range(kinds)
    ]
    try:
        waiting: deque[Future[R]] = deque()
        for piece in pieces:
            waiting.append(pools[kind(piece)].submit(work, piece))
            if len(waiting) > 4 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool as error:
        raise TeslaError(
            "a process was ended from outside (is there enough memory?): run it again with fewer "
            "--jobs, what is done is kept"
        ) from error
    finally:
        for pool in pools:
            pool.shutdown(cancel_futures=True)


def _begin() -> None:
    end_with_parent()
    # The parent hears of Ctrl-C too, and ends its children.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

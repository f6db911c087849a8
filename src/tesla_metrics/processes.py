"""Work shared among processes, results in order, never more than a few pieces under way.

Each process is served by a thread of its own, which hands it a piece over a pipe and waits for the
result. Nothing else is shared, so that processes can be ended at any time: `ProcessPoolExecutor`
has no way to do so before Python 3.14, and may wait for ever where somebody else does.
"""

import atexit
import os
import signal
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing import current_process, get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Thread, local
from typing import Any, TypeVar

from .errors import TeslaError
from .forks import Guard

T = TypeVar("T")
R = TypeVar("R")

# Forked while a process starts, a child could not start any.
_starting = Guard()


def shared(
    work: Callable[[T], R],
    pieces: Iterable[T],
    jobs: int,
    kind: Callable[[T], int] = lambda piece: 0,
    kinds: int = 1,
) -> Generator[R, None, None]:
    """`work` of every piece; with one job it is done in this process.

    Pieces of one kind go to the same processes, which then need not learn what others have.
    """
    if jobs == 1 or current_process().daemon:  # a daemon may not have processes
        yield from map(work, pieces)
        return
    pools = [_Processes(max(1, jobs // kinds)) for _ in range(kinds)]
    try:
        waiting: deque[Future[R]] = deque()
        for piece in pieces:
            waiting.append(pools[kind(piece)].submit(work, piece))
            if len(waiting) > 4 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for pool in pools:
            pool.stop()


class _Processes:
    """So many at the most, started when they are needed."""

    def __init__(self, count: int) -> None:
        self._owner, self._stopped = os.getpid(), False
        self._started: list[SpawnProcess] = []
        self._own = local()  # of each thread: its end of the pipe
        self._threads = ThreadPoolExecutor(count, initializer=_hear_nothing)
        atexit.register(self.stop)

    def submit(self, work: Callable[[T], R], piece: T) -> "Future[R]":
        """The result is there when a process has it."""
        return self._threads.submit(self._done, work, piece)

    def stop(self) -> None:
        """Whatever is under way; the processes are gone then."""
        atexit.unregister(self.stop)
        if os.getpid() != self._owner:
            return
        with _starting.lock:
            self._stopped = True
        for process in self._started:
            process.kill()
        self._threads.shutdown(cancel_futures=True)
        for process in self._started:
            process.join()

    def _done(self, work: Callable[[T], R], piece: T) -> R:
        try:
            if not hasattr(self._own, "pipe"):
                self._own.pipe = self._start()
            self._own.pipe.send((work, piece))
            well, found = self._own.pipe.recv()
        except (EOFError, OSError) as error:
            raise TeslaError(
                "a process was ended from outside (is there enough memory?): run it again with "
                "fewer --jobs, what is done is kept"
            ) from error
        if not well:
            raise found
        result: R = found
        return result

    def _start(self) -> "Connection[Any, Any]":
        # Spawned, since forking a process that has threads (numpy, a server) is not safe.
        context = get_context("spawn")
        with _starting.lock:
            if self._stopped:
                raise EOFError
            resource_tracker.ensure_running()  # which lets its thread hear signals again
            _hear_nothing()
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs,))
            process.start()
            self._started.append(process)
        theirs.close()
        return ours


def _hear_nothing() -> None:
    """Signals are for the main thread, and for processes not before they can do without a word."""
    if hasattr(signal, "pthread_sigmask"):  # not in Windows
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})


def _serve(pipe: "Connection[Any, Any]") -> None:
    """What a process does: one piece after the other, as long as there is somebody to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears of Ctrl-C too, and ends us
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            work, piece = pipe.recv()
            answer = True, work(piece)
        except EOFError:
            return
        except Exception as error:
            answer = False, _with_trace(error)
        try:
            pipe.send(answer)
        except OSError:
            return
        except Exception as error:  # what cannot be sent
            pipe.send((False, TypeError(f"cannot be sent to another process: {error}")))


def _with_trace(error: Exception) -> Exception:
    error.add_note("".join(traceback.format_exception(error)))
    return error


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)

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
from concurrent.futures import Future
from multiprocessing import current_process, get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import SimpleQueue
from threading import Thread
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


_Piece = tuple["Future[Any]", Callable[[Any], Any], Any]


class _Processes:
    """So many at the most, started when they are needed."""

    def __init__(self, count: int) -> None:
        self._owner, self._count, self._stopped = os.getpid(), count, False
        self._started: list[SpawnProcess] = []
        self._pieces: SimpleQueue[_Piece | None] = SimpleQueue()
        self._threads: list[Thread] = []
        atexit.register(self.stop)

    def submit(self, work: Callable[[T], R], piece: T) -> "Future[R]":
        """The result is there when a process has it."""
        found: Future[R] = Future()
        self._pieces.put((found, work, piece))
        if len(self._threads) < self._count:
            # A daemon: an interpreter that ends waits for all others before it asks us to stop.
            self._threads.append(Thread(target=self._work_off, daemon=True))
            self._threads[-1].start()
        return found

    def stop(self) -> None:
        """Whatever is under way; the processes are gone then. May be called again."""
        if os.getpid() == self._owner:
            with _starting.lock:
                self._stopped = True
            for process in self._started:
                process.kill()
            for _ in self._threads:
                self._pieces.put(None)
            for thread in self._threads:
                thread.join()
            for process in self._started:
                process.join()
        atexit.unregister(self.stop)  # last: who is interrupted before is called again

    def _work_off(self) -> None:
        _hear_nothing()
        pipe: Connection[Any, Any] | None = None
        while (asked := self._pieces.get()) is not None and not self._stopped:
            found, *question = asked
            try:
                pipe = pipe or self._start()
                pipe.send(question)
                well, answer = pipe.recv()
            except (EOFError, OSError) as error:
                well, answer = False, _ended(error)
            except BaseException as error:  # what cannot be sent
                well, answer = False, error
            if well:
                found.set_result(answer)
            else:
                found.set_exception(answer)

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


def _ended(error: Exception) -> TeslaError:
    told = TeslaError(
        "a process was ended from outside (is there enough memory?): run it again with fewer "
        "--jobs, what is done is kept"
    )
    told.__cause__ = error
    return told


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

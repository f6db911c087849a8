"""Distribute work over processes, with results in order and a bounded number of pending pieces.

Each process has its own thread, which sends it one piece at a time over a pipe and waits for the
result. Nothing else is shared, so that processes can be killed at any time: `ProcessPoolExecutor`
cannot do so before Python 3.14, and may wait for ever if a process is killed from outside.
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
from .native import ForkSafeLock

T = TypeVar("T")
R = TypeVar("R")

# A child that is forked while a process starts could otherwise not start processes.
_starting = ForkSafeLock()


def parallel_map(
    work: Callable[[T], R],
    pieces: Iterable[T],
    jobs: int,
    kind: Callable[[T], int] = lambda piece: 0,
    kinds: int = 1,
) -> Generator[R, None, None]:
    """Yield `work(piece)` for every piece, in order; with one job, compute it in this process.

    Pieces of one kind go to the same processes, so that each process caches data of one kind only.
    """
    if jobs == 1 or current_process().daemon:  # a daemon may not start processes
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


_Task = tuple["Future[Any]", Callable[[Any], Any], Any]


class _Processes:
    """At most `count` processes, each started when it is needed."""

    def __init__(self, count: int) -> None:
        self._owner, self._count, self._stopped = os.getpid(), count, False
        self._started: list[SpawnProcess] = []
        self._pieces: SimpleQueue[_Task | None] = SimpleQueue()
        self._threads: list[Thread] = []
        atexit.register(self.stop)

    def submit(self, work: Callable[[T], R], piece: T) -> "Future[R]":
        """Queue a piece; the future gets the result when a process has computed it."""
        future: Future[R] = Future()
        self._pieces.put((future, work, piece))
        if len(self._threads) < self._count:
            # A daemon: at exit Python joins all other threads before it calls `stop`.
            self._threads.append(Thread(target=self._serve_pieces, daemon=True))
            self._threads[-1].start()
        return future

    def stop(self) -> None:
        """Kill the processes, even if they are working. May be called again."""
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
        atexit.unregister(self.stop)  # last: if interrupted before, `stop` is called again at exit

    def _serve_pieces(self) -> None:
        _block_signals()
        pipe: Connection[Any, Any] | None = None
        while (task := self._pieces.get()) is not None and not self._stopped:
            future, *request = task
            try:
                pipe = pipe or self._start()
                pipe.send(request)
                succeeded, result = pipe.recv()
            except (EOFError, OSError) as error:
                succeeded, result = False, _process_killed(error)
            except BaseException as error:  # cannot be sent
                succeeded, result = False, error
            if succeeded:
                future.set_result(result)
            else:
                future.set_exception(result)

    def _start(self) -> "Connection[Any, Any]":
        # Spawned, since forking a process that has threads (numpy, a server) is not safe.
        context = get_context("spawn")
        with _starting.lock:
            if self._stopped:
                raise EOFError
            resource_tracker.ensure_running()  # which unblocks signals in this thread
            _block_signals()
            parent_end, child_end = context.Pipe()
            process = context.Process(target=_run_worker, args=(child_end,))
            process.start()
            self._started.append(process)
        child_end.close()
        return parent_end


def _process_killed(error: Exception) -> TeslaError:
    failure = TeslaError(
        "a process was killed from outside (is there enough memory?): run the command again with "
        "fewer --jobs; finished work is kept"
    )
    failure.__cause__ = error
    return failure


def _block_signals() -> None:
    """Block SIGINT and SIGTERM in this thread: the main thread handles them.

    New processes inherit the mask, so that a signal during their start prints no traceback.
    """
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})


def _run_worker(pipe: "Connection[Any, Any]") -> None:
    """Compute one piece after the other in a worker process until the pipe is closed."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # the parent also gets Ctrl-C and kills this process
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            work, piece = pipe.recv()
            reply = True, work(piece)
        except EOFError:
            return
        except Exception as error:
            reply = False, _with_traceback(error)
        try:
            pipe.send(reply)
        except OSError:
            return
        except Exception as error:  # cannot be sent
            pipe.send((False, TypeError(f"cannot be sent to another process: {error}")))


def _with_traceback(error: Exception) -> Exception:
    error.add_note("".join(traceback.format_exception(error)))
    return error


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)

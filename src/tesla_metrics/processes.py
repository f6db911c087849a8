"""Distribute work over processes, with results in order and a limited number of pending inputs.

For each process there is a thread, which sends it one input at a time over a pipe and waits for the
result. The processes share nothing else, so that they can be killed at any time. The class
`ProcessPoolExecutor` of Python cannot kill processes before Python 3.14, and may wait for ever if
a process is killed from outside.
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

_MAX_PENDING_PER_JOB = 4  # number of pieces that may wait for each process

InputT = TypeVar("InputT")
ResultT = TypeVar("ResultT")

# The lock is fork-safe: otherwise a process that is forked while another starts could not start
# processes.
_start_lock = ForkSafeLock()


def parallel_map(
    work: Callable[[InputT], ResultT],
    pieces: Iterable[InputT],
    n_jobs: int,
    get_kind: Callable[[InputT], int] = lambda piece: 0,
    n_kinds: int = 1,
) -> Generator[ResultT, None, None]:
    """Yield `work(piece)` for every piece, in order.

    Parameters
    ----------
    work : callable
        Function that computes the result of a piece. It must be picklable.
    pieces : iterable
        The inputs.
    jobs : int
        Number of processes. With 1, everything is computed in this process.
    kind : callable
        Returns the kind of a piece, from 0 to `n_kinds` - 1. Each process works on pieces of one
        kind only, so that it caches only the data of this kind.
    kinds : int
        Number of kinds.
    """
    if n_jobs == 1 or current_process().daemon:  # daemon processes cannot start processes
        yield from map(work, pieces)
        return
    pools = [_ProcessPool(max(1, n_jobs // n_kinds)) for _ in range(n_kinds)]
    try:
        pending: deque[Future[ResultT]] = deque()
        for piece in pieces:
            pending.append(pools[get_kind(piece)].submit(work, piece))
            if len(pending) > _MAX_PENDING_PER_JOB * n_jobs:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        for pool in pools:
            pool.stop()


# The future of the result, the function and its argument.
_Task = tuple["Future[Any]", Callable[[Any], Any], Any]


class _ProcessPool:
    """A pool of processes, which are started when they are needed."""

    def __init__(self, max_processes: int) -> None:
        self._owner_pid = os.getpid()
        self._max_processes = max_processes
        self._is_stopped = False
        self._processes: list[SpawnProcess] = []
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()  # None: the thread ends
        self._threads: list[Thread] = []
        atexit.register(self.stop)

    def submit(self, work: Callable[[InputT], ResultT], piece: InputT) -> "Future[ResultT]":
        """Queue a piece and return the future of its result."""
        future: Future[ResultT] = Future()
        self._tasks.put((future, work, piece))
        if len(self._threads) < self._max_processes:
            # A daemon thread: at exit, Python waits for other threads before it calls `stop`.
            self._threads.append(Thread(target=self._process_tasks, daemon=True))
            self._threads[-1].start()
        return future

    def stop(self) -> None:
        """Kill the processes, even if they are working. May be called several times."""
        if os.getpid() == self._owner_pid:  # not in a forked process
            with _start_lock.lock:
                self._is_stopped = True
            for process in self._processes:
                process.kill()
            for _ in self._threads:
                self._tasks.put(None)
            for thread in self._threads:
                thread.join()
            for process in self._processes:
                process.join()
        # This is the last step: if `stop` is interrupted, it is called again at exit.
        atexit.unregister(self.stop)

    def _process_tasks(self) -> None:
        """Send tasks to a process and receive its results (target of a thread)."""
        _block_signals()
        pipe: Connection[Any, Any] | None = None
        while (task := self._tasks.get()) is not None and not self._is_stopped:
            future, *request = task
            try:
                pipe = pipe or self._start_process()
                pipe.send(request)
                succeeded, result = pipe.recv()
            except (EOFError, OSError) as error:
                succeeded, result = False, _create_killed_error(error)
            except BaseException as error:  # for example, the task cannot be pickled
                succeeded, result = False, error
            if succeeded:
                future.set_result(result)
            else:
                future.set_exception(result)

    def _start_process(self) -> "Connection[Any, Any]":
        """Start a process and return this end of the pipe to it."""
        # Processes are spawned, since it is not safe to fork a process with threads.
        context = get_context("spawn")
        with _start_lock.lock:
            if self._is_stopped:
                raise EOFError
            # This function unblocks signals in this thread, so they are blocked again.
            resource_tracker.ensure_running()
            _block_signals()
            parent_end, child_end = context.Pipe()
            process = context.Process(target=_run_worker, args=(child_end,))
            process.start()
            self._processes.append(process)
        child_end.close()
        return parent_end


def _create_killed_error(error: Exception) -> TeslaError:
    failure = TeslaError(
        "a process was killed from outside (is there enough memory?): run the command again with "
        "fewer --jobs; finished work is kept"
    )
    failure.__cause__ = error
    return failure


def _block_signals() -> None:
    """Block SIGINT and SIGTERM in this thread, since the main thread handles them.

    New processes inherit the blocked signals, so that a signal during their start does not print a
    traceback.
    """
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})


def _run_worker(pipe: "Connection[Any, Any]") -> None:
    """Compute the results of pieces until the pipe is closed (target of a process)."""
    # Ctrl-C is sent to the parent as well, which kills this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    Thread(target=_exit_with_parent, daemon=True).start()
    while True:
        try:
            work, piece = pipe.recv()
            reply = True, work(piece)
        except EOFError:
            return
        except Exception as error:
            reply = False, _add_traceback(error)
        try:
            pipe.send(reply)
        except OSError:
            return
        except Exception as error:  # the reply cannot be pickled
            pipe.send((False, TypeError(f"cannot be sent to another process: {error}")))


def _add_traceback(error: Exception) -> Exception:
    """Add the traceback as a note, since pickled exceptions have none."""
    error.add_note("".join(traceback.format_exception(error)))
    return error


def _exit_with_parent() -> None:
    """Wait for the end of the parent process and end this process (target of a thread)."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)

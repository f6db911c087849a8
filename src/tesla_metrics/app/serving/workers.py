"""Worker threads with deadlines."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Condition
from time import monotonic
from typing import NamedTuple, TypeVar

from .reply import RefusedError

T = TypeVar("T")


class Deadline:
    """Time limit of a request.

    A thread cannot be stopped from outside, so the work in a thread must call `check` regularly.
    """

    def __init__(self, max_seconds: float) -> None:
        self._seconds, self._end = max_seconds, monotonic() + max_seconds

    def check(self, n_done: int = 0) -> None:
        """Raise `timeout_error` after the time limit.

        The method can be used as a progress callback; the number of finished steps is ignored.
        """
        del n_done
        if monotonic() > self._end:
            raise self.timeout_error

    @property
    def timeout_error(self) -> RefusedError:
        return RefusedError(
            503,
            f"the request took longer than {self._seconds:g} s: send fewer or shorter texts",
            Retry_After="1",
        )


class WorkerPool:
    """Thread pool with a limited number of running and waiting requests."""

    def __init__(self, n_threads: int, max_waiting: int, max_seconds: float) -> None:
        self._max_requests, self._seconds = n_threads + max_waiting, max_seconds
        self._pool = ThreadPoolExecutor(n_threads, thread_name_prefix="tesla-serve")
        self._active_changed, self._n_active = Condition(), 0

    @property
    def n_active(self) -> int:
        """Number of requests in progress or waiting."""
        return self._n_active

    async def run(self, work: Callable[[Deadline], T]) -> T:
        """Run `work` in a thread and return its result.

        Raise a `RefusedError` with status 503 if all threads are busy, or after the time limit.
        """
        if self._n_active >= self._max_requests:
            raise _make_busy_error("too many requests at once")
        deadline = Deadline(self._seconds)
        self._change_active(+1)
        future = self._pool.submit(work, deadline)
        # Count down when the thread is free again, not when the client stops waiting.
        future.add_done_callback(lambda _: self._change_active(-1))
        try:
            async with asyncio.timeout(self._seconds):
                return await asyncio.wrap_future(future)
        except TimeoutError:
            if future.cancel():
                raise _make_busy_error(f"no thread was free for {self._seconds:g} s") from None
            raise deadline.timeout_error from None

    def _change_active(self, change: int) -> None:
        with self._active_changed:
            self._n_active += change
            self._active_changed.notify_all()

    def stop(self, max_seconds: float) -> bool:
        """Start no new work; return whether all running work ends within `max_seconds`."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        with self._active_changed:
            return self._active_changed.wait_for(lambda: not self._n_active, max(max_seconds, 0.0))


class WorkerGroups(NamedTuple):
    """Separate workers for small requests, large requests and reports."""

    small: WorkerPool
    large: WorkerPool
    reports: WorkerPool

    @property
    def n_active(self) -> int:
        """Number of requests in progress or waiting."""
        return sum(workers.n_active for workers in self)


def _make_busy_error(reason: str) -> RefusedError:
    return RefusedError(503, f"{reason}: try again later", Retry_After="1")

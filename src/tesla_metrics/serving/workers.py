"""Threads that do the work, so that whoever listens never waits for it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Condition
from time import monotonic
from typing import NamedTuple, TypeVar

from .reply import RefusedError

T = TypeVar("T")


class Deadline:
    """By when work must be done. Threads cannot be stopped: who works asks in between."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._until = seconds, monotonic() + seconds

    def check(self, done: int = 0) -> None:
        """Gives up when it is too late, whoever waits for it is gone; it may be a progress."""
        del done
        if monotonic() > self._until:
            raise self.missed

    @property
    def missed(self) -> RefusedError:
        return RefusedError(
            503,
            f"it took longer than {self._seconds:g} s: send fewer or shorter texts",
            Retry_After="1",
        )


class Workers:
    """So many threads, and so many that may wait for one."""

    def __init__(self, threads: int, waiting: int, seconds: float) -> None:
        self._most, self._seconds = threads + waiting, seconds
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="tesla-serve")
        self._changed, self._inside = Condition(), 0

    @property
    def inside(self) -> int:
        """Requests that are worked on or wait for that."""
        return self._inside

    async def run(self, work: Callable[[Deadline], T]) -> T:
        """What `work` gives, or 503 where there is too much to do or it takes too long."""
        if self._inside >= self._most:
            raise _busy("too many requests at once")
        deadline = Deadline(self._seconds)
        self._count(+1)
        future = self._pool.submit(work, deadline)
        # Not when nobody waits for it any more, but when its thread is free again.
        future.add_done_callback(lambda _: self._count(-1))
        try:
            async with asyncio.timeout(self._seconds):
                return await asyncio.wrap_future(future)
        except TimeoutError:
            if future.cancel():
                raise _busy(f"others were first, for {self._seconds:g} s") from None
            raise deadline.missed from None

    def _count(self, more: int) -> None:
        with self._changed:
            self._inside += more
            self._changed.notify_all()

    def stop(self, seconds: float) -> bool:
        """Nothing new is begun; whether what was has ended within that time."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        with self._changed:
            return self._changed.wait_for(lambda: not self._inside, max(seconds, 0.0))


class Staff(NamedTuple):
    """Who works on small questions, on large ones and on reports: nobody waits for another kind."""

    small: Workers
    large: Workers
    reports: Workers

    @property
    def inside(self) -> int:
        """Requests that are worked on or wait for that."""
        return sum(own.inside for own in self)


def _busy(why: str) -> RefusedError:
    return RefusedError(503, f"{why}: ask again later", Retry_After="1")

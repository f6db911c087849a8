"""Somebody who looks again and again while Spark is at work."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

_SECONDS = 0.5  # between two looks


@contextmanager
def ticking(look: Callable[[], bool]) -> Iterator[None]:
    """While the block runs, `look` is called in a thread of its own, until it returns False."""
    ended = Event()

    def tick() -> None:
        with suppress(Exception):  # Spark has ended: whoever works with it will hear
            while not ended.wait(_SECONDS) and look():
                pass

    looking = Thread(target=tick, daemon=True)
    looking.start()
    try:
        yield
    finally:
        ended.set()
        looking.join()

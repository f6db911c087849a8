"""SIGTERM as an exception, so that temporary files and processes go before the command does."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Terminated(BaseException):
    """Like KeyboardInterrupt, none that anyone should catch in passing."""


@contextmanager
def terminable() -> Iterator[None]:
    """While the block runs; whoever handles the signal, or ignores it, goes on doing so."""
    main = threading.current_thread() is threading.main_thread()  # no other may set handlers
    if not main or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _terminate(number: int, frame: object) -> None:
    raise Terminated

"""One process at a time makes a file: a lock that dies with the process that holds it.

It is on an empty file beside the output, .NAME.tesla-lock, which goes when the work is done; one
that a killed process left is locked by nobody, and serves again. Where a file system knows no
locks, or the folder takes no file, the work goes on without.
"""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import TeslaError
from .locking import is_at, remove_held, take

# A link in its place is none of ours.
_FLAGS = getattr(os, "O_NOFOLLOW", 0)

_handles: set[int] = set()


class _Mine(threading.local):
    """What this thread makes: it may ask again."""

    def __init__(self) -> None:
        self.outputs: set[Path] = set()


_mine = _Mine()


@contextmanager
def locked(output: Path) -> Iterator[None]:
    """While the block runs, nobody else makes `output`; whoever tries is refused at once."""
    output = real(output)
    if output in _mine.outputs or (handle := _acquire(output)) is None:
        yield
        return
    _handles.add(handle)
    _mine.outputs.add(output)
    try:
        yield
    finally:
        if handle in _handles:  # a forked child has none
            _handles.discard(handle)
            _mine.outputs.discard(output)
            remove_held(handle, _lock_of(output), only_empty=True)


def real(path: Path) -> Path:
    """What a link leads to; a device or a pipe, which nothing can replace, as it was named."""
    return path if path.exists() and not path.is_file() else path.resolve()


def _lock_of(output: Path) -> Path:
    return output.with_name(f".{output.name}.tesla-lock")


def _acquire(output: Path) -> int | None:
    """A handle of the lock file, which is ours; None where no lock can be had."""
    if output.exists() and not output.is_file():
        return None
    lock = _lock_of(output)
    while (handle := _open(lock)) is not None:
        taken = take(handle)
        # Whoever held it may have removed it since it was opened; another has a new one then.
        if taken and is_at(handle, lock):
            return handle
        if taken is None:
            remove_held(handle, lock, only_empty=True)
            return None
        os.close(handle)
        if not taken:
            raise TeslaError(
                f"{output} is being made already, by another process or thread: wait until that is "
                "done, or choose another output (-o)"
            )
    return None


def _open(lock: Path) -> int | None:
    with suppress(OSError):
        return os.open(lock, os.O_RDWR | os.O_CREAT | _FLAGS, 0o666)
    with suppress(OSError):  # of another user: it can be locked all the same
        return os.open(lock, os.O_RDONLY | _FLAGS)
    return None


def _forget() -> None:
    # A child that lives on would keep the lock; closing its copy leaves the parent's as it is.
    for handle in _handles:
        with suppress(OSError):
            os.close(handle)
    _handles.clear()
    _mine.outputs.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)

"""One process at a time makes a file: a lock that dies with the process that holds it.

It is on an empty file beside the output, .NAME.tesla-lock, which goes when the work is done; one
that a killed process left is locked by nobody, and serves again. Where a file system knows no
locks, or the folder takes no file, the work goes on without.

It is asked for at three levels, each of which may be the first: by a command, so that a second one
is refused before hours of work and not after it; by a function that builds, which has a work folder
beside the output and may be called without a command; by a writer, whoever calls it. A thread that
has it may ask again.
"""

import errno
import os
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import InputError, TeslaError
from .beside import beside
from .locking import TRIES, is_at, keep, keep_no_longer, remove_held, take

# A link in its place is none of ours.
_FLAGS = getattr(os, "O_NOFOLLOW", 0)


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
    keep(handle)
    _mine.outputs.add(output)
    try:
        yield
    finally:
        keep_no_longer(handle)
        _mine.outputs.discard(output)
        remove_held(handle, _lock_of(output), only_empty=True)


def real(path: Path) -> Path:
    """What a link leads to; a device or a pipe, which nothing can replace, as it was named."""
    try:
        if path.exists() and not path.is_file():
            return path
        found = path.resolve()
        # Too long a name, say, is told before the work and not after it.
        with suppress(FileNotFoundError, NotADirectoryError):
            if stat.S_ISLNK(os.lstat(found).st_mode):
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        return found
    except (OSError, RuntimeError) as error:  # Python 3.11 has the latter for a link to itself
        reason = error.strerror if isinstance(error, OSError) else os.strerror(errno.ELOOP)
        raise InputError(f"cannot write {path}: {reason}; choose another name or place") from error


def _lock_of(output: Path) -> Path:
    return output.with_name(f"{beside(output)}tesla-lock")


def _acquire(output: Path) -> int | None:
    """A handle of the lock file, which is ours; None where no lock can be had."""
    if output.exists() and not output.is_file():
        return None
    lock = _lock_of(output)
    for more in reversed(range(TRIES)):
        if (handle := _open(lock)) is None:
            return None
        taken = take(handle)
        # Whoever held it may have removed it since it was opened; another has a new one then. Where
        # it never seems to be there, nobody removes it, and the lock is good.
        if taken and (is_at(handle, lock) or not more):
            return handle
        if taken is None:
            remove_held(handle, lock, only_empty=True)
            return None
        os.close(handle)
        if not taken:
            raise TeslaError(
                f"{output} is being made already, by another process or thread: wait until that is "
                "done, or choose another output"
            )
    return None


def _open(lock: Path) -> int | None:
    with suppress(OSError):
        return os.open(lock, os.O_RDWR | os.O_CREAT | _FLAGS, 0o666)
    with suppress(OSError):  # of another user: it can be locked all the same
        return os.open(lock, os.O_RDONLY | _FLAGS)
    return None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: _mine.outputs.clear())  # a child makes none of them

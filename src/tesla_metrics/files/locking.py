"""Lock files so that one process at a time writes an output."""

import errno
import hashlib
import os
import stat
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import InputError, TeslaError

_MAX_NAME = 255 - 16  # maximum bytes of a file name, less the longest prefix and suffix
_PREFIX_BYTES = 200


def helper_prefix(path: Path) -> str:
    """Return the prefix of helper files of `path`; long names are cut and get a digest."""
    name = os.fsencode(path.name)
    if len(name) <= _MAX_NAME:
        return f".{path.name}."
    return (
        f".{name[:_PREFIX_BYTES].decode(errors='ignore')}.{hashlib.sha256(name).hexdigest()[:16]}."
    )


# How often a file may vanish between being opened and being locked.
TRIES = 5
# Error numbers for a lock that another process holds.
_TAKEN_ERRNOS = {errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES}

if sys.platform == "win32":
    import msvcrt

    _PLACE = 2**31 - 2  # others cannot read a locked byte: lock one after the end

    def _lock(handle: int) -> None:
        here = os.lseek(handle, 0, os.SEEK_CUR)
        os.lseek(handle, _PLACE, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(handle, here, os.SEEK_SET)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def try_lock(handle: int) -> bool | None:
    """Try to lock an open file without waiting; None if the file system has no locks."""
    try:
        _lock(handle)
    except OSError as error:
        return False if error.errno in _TAKEN_ERRNOS else None
    return True


def is_same_file(handle: int, path: Path) -> bool:
    """Return whether `path` still names the open file."""
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(path))
    except OSError:
        return False


# A forked child has copies of these handles, and would hold the locks for as long as it lives.
_parent_only: set[int] = set()


def close_in_children(handle: int) -> None:
    """Redirect this handle to the null device in children that are forked from now on."""
    _parent_only.add(handle)


def forget_handle(handle: int) -> None:
    """Undo `close_in_children`; call it before closing the handle.

    Whose number may then be reused.
    """
    _parent_only.discard(handle)


def _redirect_handles() -> None:
    if _parent_only:
        null = os.open(os.devnull, os.O_RDWR)
        for handle in _parent_only:
            os.dup2(null, handle, inheritable=False)
        os.close(null)
        _parent_only.clear()


if hasattr(os, "register_at_fork"):  # Windows cannot fork
    os.register_at_fork(after_in_child=_redirect_handles)


def remove_locked(handle: int, path: Path, *, only_empty: bool = False) -> None:
    """Close the open file, and remove it if `path` still names it; a failure is ignored."""
    removable = is_same_file(handle, path) and not (only_empty and os.fstat(handle).st_size)
    if sys.platform == "win32":  # which does not remove open files
        os.close(handle)
    if removable:
        with suppress(OSError):
            path.unlink()
    if sys.platform != "win32":  # after the removal, which whoever locks it next must notice
        os.close(handle)


# Only one process at a time creates an output: the lock is released when its process ends.
#
# The lock is on an empty file next to the output, .NAME.tesla-lock, which is removed when the work
# is done. A lock file that a killed process left behind is not locked, and is used again. If the
# file system has no locks, or the folder is not writable, the work goes on without a lock.
#
# The lock is requested at three levels, each of which may be the first: by a command, so that a
# second command is refused before hours of work and not after them; by a function that builds,
# which has a work folder next to the output and may be called without a command; and by each
# writer. A thread that has the lock may request it again.

# A symbolic link with the name of the lock file is not ours.
_FLAGS = getattr(os, "O_NOFOLLOW", 0)


class _ThreadLocks(threading.local):
    """The outputs that this thread has locked; it may lock them again."""

    def __init__(self) -> None:
        self.outputs: set[Path] = set()


_thread_locks = _ThreadLocks()


@contextmanager
def output_lock(output: Path) -> Iterator[None]:
    """Hold the lock of `output` during the block; other processes are refused at once."""
    output = resolve_output(output)
    if output in _thread_locks.outputs or (handle := _acquire(output)) is None:
        yield
        return
    close_in_children(handle)
    _thread_locks.outputs.add(output)
    try:
        yield
    finally:
        forget_handle(handle)
        _thread_locks.outputs.discard(output)
        remove_locked(handle, _lock_of(output), only_empty=True)


def resolve_output(path: Path) -> Path:
    """Return the target of a link; devices and pipes, which cannot be replaced, stay as named."""
    try:
        if path.exists() and not path.is_file():
            return path
        resolved = path.resolve()
        # A name that is too long, say, is reported before the work and not after it.
        with suppress(FileNotFoundError, NotADirectoryError):
            if stat.S_ISLNK(os.lstat(resolved).st_mode):
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        return resolved
    except (OSError, RuntimeError) as error:  # RuntimeError: a link to itself in Python 3.11
        reason = error.strerror if isinstance(error, OSError) else os.strerror(errno.ELOOP)
        raise InputError(f"cannot write {path}: {reason}; choose another name or folder") from error


def _lock_of(output: Path) -> Path:
    return output.with_name(f"{helper_prefix(output)}tesla-lock")


def _acquire(output: Path) -> int | None:
    """Return a handle of the locked lock file, or None if no lock is possible."""
    if output.exists() and not output.is_file():
        return None
    lock = _lock_of(output)
    for tries_left in reversed(range(TRIES)):
        if (handle := _open(lock)) is None:
            return None
        acquired = try_lock(handle)
        # The previous owner may have removed the file since it was opened, and another process may
        # have created a new one. If the path never names the open file, nobody removes it, and the
        # lock is good.
        if acquired and (is_same_file(handle, lock) or not tries_left):
            return handle
        if acquired is None:
            remove_locked(handle, lock, only_empty=True)
            return None
        os.close(handle)
        if not acquired:
            raise TeslaError(
                f"{output} is already being written by another process or thread: wait until it is "
                "done, or choose another output"
            )
    return None


def _open(lock: Path) -> int | None:
    with suppress(OSError):
        return os.open(lock, os.O_RDWR | os.O_CREAT | _FLAGS, 0o666)
    with suppress(OSError):  # owned by another user: it can still be locked
        return os.open(lock, os.O_RDONLY | _FLAGS)
    return None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        after_in_child=lambda: _thread_locks.outputs.clear()
    )  # a child has locked none of them

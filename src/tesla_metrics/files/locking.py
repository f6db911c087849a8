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

# File systems allow names of 255 bytes; 16 bytes are needed for the additions to a name.
_MAX_NAME_BYTES = 255 - 16
# Longer names are cut after so many bytes.
_PREFIX_BYTES = 200


def build_helper_prefix(path: Path) -> str:
    """Return the start of the names of lock files and temporary files of `path`.

    A long name is cut and extended by its digest.
    """
    name = os.fsencode(path.name)
    if len(name) <= _MAX_NAME_BYTES:
        return f".{path.name}."
    short_name = name[:_PREFIX_BYTES].decode(errors="ignore")
    return f".{short_name}.{hashlib.sha256(name).hexdigest()[:16]}."


# Attempts to open and lock a file, which other processes may remove in between.
MAX_TRIES = 5
# Error numbers that mean that another process holds the lock.
_LOCKED_ERRNOS = {errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES}

if sys.platform == "win32":
    import msvcrt

    # Other processes cannot read a locked byte. Therefore a byte after the end is locked.
    _LOCKED_OFFSET = 2**31 - 2

    def _lock(handle: int) -> None:
        current_offset = os.lseek(handle, 0, os.SEEK_CUR)
        os.lseek(handle, _LOCKED_OFFSET, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(handle, current_offset, os.SEEK_SET)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def try_lock(handle: int) -> bool | None:
    """Lock an open file without waiting.

    Return True if it is locked now, False if another process holds the lock, and None if the file
    system has no locks.
    """
    try:
        _lock(handle)
    except OSError as error:
        return False if error.errno in _LOCKED_ERRNOS else None
    return True


def is_same_file(handle: int, path: Path) -> bool:
    """Return whether `path` still names the open file."""
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(path))
    except OSError:
        return False


# Handles of locked files. A forked child has copies of them, which would keep the locks until the
# child ends.
_parent_handles: set[int] = set()


def close_in_children(handle: int) -> None:
    """Redirect this handle to the null device in children that are forked from now on."""
    _parent_handles.add(handle)


def forget_handle(handle: int) -> None:
    """Undo `close_in_children`.

    Call it before closing the handle, since its number may be reused for another file.
    """
    _parent_handles.discard(handle)


def _redirect_handles() -> None:
    if _parent_handles:
        null = os.open(os.devnull, os.O_RDWR)
        for handle in _parent_handles:
            os.dup2(null, handle, inheritable=False)
        os.close(null)
        _parent_handles.clear()


if hasattr(os, "register_at_fork"):  # Windows cannot fork
    os.register_at_fork(after_in_child=_redirect_handles)


def remove_locked(handle: int, path: Path, *, only_empty: bool = False) -> None:
    """Close an open file, and remove it if `path` still names it; ignore a failure.

    With `only_empty`, a file with content is not removed.
    """
    is_removable = is_same_file(handle, path) and not (only_empty and os.fstat(handle).st_size)
    if sys.platform == "win32":  # Windows does not remove open files.
        os.close(handle)
    if is_removable:
        with suppress(OSError):
            path.unlink()
    # Elsewhere the lock is released after the removal, so that the next process that gets the
    # lock notices the removal.
    if sys.platform != "win32":
        os.close(handle)


# Locking outputs
#
# Only one process at a time creates an output. The lock is on an empty file next to the output,
# .NAME.tesla-lock, which is removed when the output is complete. The system releases the lock when
# its process ends; a lock file that a killed process left behind is used again. If the file system
# has no locks, or the folder is not writable, the output is written without a lock.
#
# A command requests the lock first, so that a second command is refused at its start. Functions
# that build a file and functions that write a file also request it, because they may be called
# without a command. A thread that has the lock may request it again.

# Do not open a symbolic link with the name of the lock file: this library creates none.
_OPEN_FLAGS = getattr(os, "O_NOFOLLOW", 0)


class _ThreadLocks(threading.local):
    """The outputs that the current thread has locked, and may lock again."""

    def __init__(self) -> None:
        self.outputs: set[Path] = set()


_thread_locks = _ThreadLocks()


@contextmanager
def hold_output_lock(output: Path) -> Iterator[None]:
    """Hold the lock of `output` during the block; raise a TeslaError if another process has it."""
    output = resolve_output(output)
    if output in _thread_locks.outputs or (handle := _acquire_lock(output)) is None:
        yield
        return
    close_in_children(handle)
    _thread_locks.outputs.add(output)
    try:
        yield
    finally:
        forget_handle(handle)
        _thread_locks.outputs.discard(output)
        remove_locked(handle, _lock_path(output), only_empty=True)


def resolve_output(path: Path) -> Path:
    """Return the path of the file to write: the target of a link, otherwise the path itself.

    Paths of devices and pipes are not resolved, since these cannot be replaced by a file.
    """
    try:
        if path.exists() and not path.is_file():
            return path
        resolved = path.resolve()
        # This reports invalid names, such as names that are too long, before the work starts.
        with suppress(FileNotFoundError, NotADirectoryError):
            if stat.S_ISLNK(os.lstat(resolved).st_mode):
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        return resolved
    except (OSError, RuntimeError) as error:  # Python 3.11: RuntimeError for a link to itself.
        reason = error.strerror if isinstance(error, OSError) else os.strerror(errno.ELOOP)
        raise InputError(f"cannot write {path}: {reason}; choose another name or folder") from error


def _lock_path(output: Path) -> Path:
    return output.with_name(f"{build_helper_prefix(output)}tesla-lock")


def _acquire_lock(output: Path) -> int | None:
    """Return a handle of the locked lock file, or None if no lock is possible."""
    if output.exists() and not output.is_file():
        return None
    lock_path = _lock_path(output)
    for tries_left in reversed(range(MAX_TRIES)):
        if (handle := _open_lock_file(lock_path)) is None:
            return None
        is_locked = try_lock(handle)
        # The previous owner may have removed the file since it was opened, and another process may
        # have created a new one. If the path names another file in every attempt, the file system
        # does not identify files reliably, and the lock is accepted.
        if is_locked and (is_same_file(handle, lock_path) or not tries_left):
            return handle
        if is_locked is None:
            remove_locked(handle, lock_path, only_empty=True)
            return None
        os.close(handle)
        if not is_locked:
            raise TeslaError(
                f"{output} is already being written by another process or thread: wait until it is "
                "done, or choose another output"
            )
    return None


def _open_lock_file(lock_path: Path) -> int | None:
    with suppress(OSError):
        return os.open(lock_path, os.O_RDWR | os.O_CREAT | _OPEN_FLAGS, 0o666)
    with suppress(OSError):  # A file of another user can be locked without writing to it.
        return os.open(lock_path, os.O_RDONLY | _OPEN_FLAGS)
    return None


if hasattr(os, "register_at_fork"):
    # A forked child holds none of the locks.
    os.register_at_fork(after_in_child=lambda: _thread_locks.outputs.clear())

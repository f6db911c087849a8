"""Locks on open files, as the system has them: each goes with the last process that has it open."""

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

# Times that a file may vanish between being opened and being locked.
TRIES = 5
# What systems say of a lock that another has.
_TAKEN = {errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES}

if sys.platform == "win32":
    import msvcrt

    _PLACE = 2**31 - 2  # nobody else may read what is locked: a byte where none is

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


def take(handle: int) -> bool | None:
    """Whether the file is ours now, without waiting; None where there are no locks."""
    try:
        _lock(handle)
    except OSError as error:
        return False if error.errno in _TAKEN else None
    return True


def is_at(handle: int, path: Path) -> bool:
    """Whether the open file is the one that lies there."""
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(path))
    except OSError:
        return False


# A child that is forked has copies, and would keep the locks for as long as it lives.
_kept: set[int] = set()


def keep(handle: int) -> None:
    """In children that are forked from now on it leads nowhere; here it stays."""
    _kept.add(handle)


def keep_no_longer(handle: int) -> None:
    """To be said before it is closed, since its number may be another file's then."""
    _kept.discard(handle)


def _lead_nowhere() -> None:
    if _kept:
        null = os.open(os.devnull, os.O_RDWR)
        for handle in _kept:
            os.dup2(null, handle, inheritable=False)
        os.close(null)
        _kept.clear()


if hasattr(os, "register_at_fork"):  # Windows cannot fork
    os.register_at_fork(after_in_child=_lead_nowhere)


def remove_held(handle: int, path: Path, *, only_empty: bool = False) -> None:
    """Remove the open file, if it is the one that lies there, and close it; it may stay."""
    ours = is_at(handle, path) and not (only_empty and os.fstat(handle).st_size)
    if sys.platform == "win32":  # which removes nothing that anybody has open
        os.close(handle)
    if ours:
        with suppress(OSError):
            path.unlink()
    if sys.platform != "win32":  # after it is gone: who opens it first and locks it then, finds so
        os.close(handle)

"""Files appear whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ..errors import InputError
from .locked import real
from .locking import keep, keep_no_longer
from .room import room_for
from .temporary import clear_left_behind, move, new_temporary


def write_atomically(path: Path, content: bytes) -> None:
    """Write under a temporary name in the same folder, then move into place."""
    with open_atomically(path, len(content)) as stream:
        stream.write(content)


@contextmanager
def open_atomically(
    path: Path, size: int | None = None, *, clear: bool = True
) -> Iterator[BinaryIO]:
    """A stream whose content appears at `path` when the block ends well, and not otherwise.

    `size` is what will be written, if that is known. With `clear`, what killed processes left of
    earlier tries goes first.
    """
    path = real(path)  # what a link leads to is written, and the link stays
    try:
        if path.exists() and not path.is_file():
            with room_for(path, size=size), path.open("wb") as stream:
                yield stream
            return
        if clear:
            clear_left_behind(path)
        with _replacing(path, size) as stream:
            yield stream
    except OSError as error:
        raise InputError(
            f"cannot write {path}: {error.strerror}; choose a folder that exists and is writable"
        ) from error


@contextmanager
def _replacing(path: Path, size: int | None) -> Iterator[BinaryIO]:
    handle, temporary = new_temporary(path)
    # What keeps the lock until the file has its name; errors of writing may show at closing only.
    lock = os.dup(handle)
    keep(lock)
    try:
        with room_for(path, temporary, size):
            with os.fdopen(handle, "wb") as stream, _kept(handle):
                yield stream
            temporary.chmod(0o666 & ~_umask())
            if os.name == "nt":  # which moves no open file
                lock = _closed(lock)
            move(temporary, path)
    except BaseException:
        _closed(lock)
        temporary.unlink(missing_ok=True)
        raise
    _closed(lock)


@contextmanager
def _kept(handle: int) -> Iterator[None]:
    keep(handle)
    try:
        yield
    finally:
        keep_no_longer(handle)


def _closed(handle: int) -> int:
    """What stands for a handle that is closed."""
    keep_no_longer(handle)
    if handle >= 0:
        os.close(handle)
    return -1


def _umask() -> int:
    # There is no way to read the umask but to set it.
    mask = os.umask(0)
    os.umask(mask)
    return mask

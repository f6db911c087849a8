"""Write files atomically, under temporary names, and check output paths before the work."""

import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from ..errors import InputError, UsageError
from .disk_space import report_full_disk
from .locking import (
    TRIES,
    close_in_children,
    forget_handle,
    helper_prefix,
    is_same_file,
    remove_locked,
    resolve_output,
    try_lock,
)

# Temporary files are locked by their writer, so that others can detect abandoned ones.
#
# A temporary file lies next to its target, as .NAME.xxxxxxxx.tesla. A file that a killed process
# left behind is not locked. If paths and open files never agree, the file system has no such locks.

_SUFFIX = ".tesla"
_RANDOM_LENGTH = 8  # random characters that `tempfile` adds
# Windows does not move open files: a writer has to close the file, just written, before the move.
# Nor does it replace a file that another program (a virus scanner, say) has open.
_MIN_AGE = 60.0 if sys.platform == "win32" else 0.0
_PAUSES = (0.01, 0.05, 0.2, 0.5) if sys.platform == "win32" else ()


def new_temporary(path: Path) -> tuple[int, Path]:
    """Create a temporary file for `path`, open and, if possible, locked."""
    for _ in range(TRIES):
        handle, temporary = _create_temporary(path)
        # Before it was locked, another process may have taken it for an abandoned one.
        if try_lock(handle) is not False and is_same_file(handle, temporary):
            return handle, temporary
        os.close(handle)
        with suppress(OSError):
            temporary.unlink()
    return _create_temporary(path)


def _create_temporary(path: Path) -> tuple[int, Path]:
    from tempfile import mkstemp  # imported late: not needed for reading

    handle, name = mkstemp(_SUFFIX, helper_prefix(path), path.parent)
    return handle, Path(name)


def move_into_place(temporary: Path, path: Path) -> None:
    """Move a file into place, and try again while another program has the old one open."""
    for pause in _PAUSES:
        try:
            temporary.replace(path)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    temporary.replace(path)


def remove_abandoned(path: Path) -> None:
    """Remove temporary files of killed processes that were writing `path`."""
    start = helper_prefix(path)
    length = len(start) + _RANDOM_LENGTH + len(_SUFFIX)
    with suppress(OSError), os.scandir(path.parent) as entries:
        for entry in entries:
            name = entry.name
            fits = len(name) == length and name.startswith(start) and name.endswith(_SUFFIX)
            if fits and entry.is_file(follow_symlinks=False):
                _remove_if_abandoned(Path(entry.path))


def remove_all_abandoned(folder: Path) -> None:
    """Remove all temporary files of killed processes in one of our own folders."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(".") and entry.name.endswith(_SUFFIX) and entry.is_file():
                _remove_if_abandoned(Path(entry.path))


def _remove_if_abandoned(path: Path) -> None:
    try:
        handle = os.open(path, os.O_RDWR)
    except OSError:  # owned by another user, or removed
        return
    if try_lock(handle) and time.time() - os.fstat(handle).st_mtime >= _MIN_AGE:
        remove_locked(handle, path)
    else:
        os.close(handle)


def write_atomically(path: Path, content: bytes) -> None:
    """Write under a temporary name in the same folder, then move the file into place."""
    with open_atomically(path, len(content)) as stream:
        stream.write(content)


@contextmanager
def open_atomically(
    path: Path, size: int | None = None, *, clear: bool = True
) -> Iterator[BinaryIO]:
    """Open a stream whose content appears at `path` only if the block ends without an error.

    `size` is the number of bytes to write, if known. With `clear`, temporary files of killed
    processes are removed first.
    """
    path = resolve_output(path)  # the target of a link is written, and the link stays
    try:
        if path.exists() and not path.is_file():
            with report_full_disk(path, size=size), path.open("wb") as stream:
                yield stream
            return
        if clear:
            remove_abandoned(path)
        with _open_replacement(path, size) as stream:
            yield stream
    except OSError as error:
        raise InputError(
            f"cannot write {path}: {error.strerror}; choose a folder that exists and is writable"
        ) from error


@contextmanager
def _open_replacement(path: Path, size: int | None) -> Iterator[BinaryIO]:
    handle, temporary = new_temporary(path)
    # Holds the lock until the move; some write errors are raised only when the stream is closed.
    lock = os.dup(handle)
    close_in_children(lock)
    try:
        with report_full_disk(path, temporary, size):
            with os.fdopen(handle, "wb") as stream, _held_in_parent(handle):
                yield stream
            temporary.chmod(0o666 & ~_umask())
            if os.name == "nt":  # which does not move open files
                lock = _close_handle(lock)
            move_into_place(temporary, path)
    except BaseException:
        _close_handle(lock)
        temporary.unlink(missing_ok=True)
        raise
    _close_handle(lock)


@contextmanager
def _held_in_parent(handle: int) -> Iterator[None]:
    close_in_children(handle)
    try:
        yield
    finally:
        forget_handle(handle)


def _close_handle(handle: int) -> int:
    """Close a handle unless it is closed already, and return -1 for a closed handle."""
    forget_handle(handle)
    if handle >= 0:
        os.close(handle)
    return -1


def _umask() -> int:
    # The umask can only be read by setting it.
    mask = os.umask(0)
    os.umask(mask)
    return mask


def check_writable(path: Path) -> None:
    """Refuse an output path that is a folder or whose folder does not exist."""
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise InputError(f"cannot write {path}: give a file in a folder that exists")


def check_distinct(what: str, files: Sequence[str], digests: Sequence[str]) -> None:
    """Refuse files with the same content, as shown by their digests."""
    first: dict[str, str] = {}
    for file, digest in zip(files, digests, strict=True):
        if digest in first:
            names = file if first[digest] == file else f"{first[digest]} and {file}"
            verb = "is given twice" if first[digest] == file else "have the same content"
            raise UsageError(f"{what} {names} {verb} and would count twice: give it once")
        first[digest] = file


def check_not_input(path: Path, sources: Iterable[str], flag: str = "-o") -> None:
    """Refuse to overwrite an input file; `flag` is the option that names the output."""
    for source in sources:
        if path.is_file() and Path(source).is_file() and path.samefile(source):
            raise InputError(
                f"{path} is an input file and would be overwritten: give {flag} another name"
            )

"""Write files atomically, under temporary names, and check output paths before a long run."""

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
    MAX_TRIES,
    build_helper_prefix,
    close_in_children,
    forget_handle,
    is_same_file,
    remove_locked,
    resolve_output,
    try_lock,
)

# A temporary file has the name .NAME.xxxxxxxx.tesla and is in the folder of its target NAME. Its
# writer holds a lock on it. A file that a killed process left behind is not locked: this is how
# other processes detect abandoned files.

_SUFFIX = ".tesla"
_RANDOM_NAME_LENGTH = 8  # The number of random characters that `tempfile` adds to a name.
# Windows does not move open files. A writer must close its file, and so release the lock, before
# the move; therefore only files older than this many seconds count as abandoned.
_MIN_ABANDONED_SECONDS = 60.0 if sys.platform == "win32" else 0.0
# Windows does not replace a file that another program, such as a virus scanner, has open. These
# are the seconds to wait before each further attempt.
_PAUSES = (0.01, 0.05, 0.2, 0.5) if sys.platform == "win32" else ()


def create_locked_temporary(path: Path) -> tuple[int, Path]:
    """Create a temporary file for `path`; return its open handle, locked if possible, and path."""
    for _ in range(MAX_TRIES):
        handle, temporary = _create_temporary(path)
        # Another process may have removed the file as abandoned before it was locked.
        if try_lock(handle) is not False and is_same_file(handle, temporary):
            return handle, temporary
        os.close(handle)
        with suppress(OSError):
            temporary.unlink()
    return _create_temporary(path)


def _create_temporary(path: Path) -> tuple[int, Path]:
    from tempfile import mkstemp  # Imported late: not needed for reading.

    handle, name = mkstemp(_SUFFIX, build_helper_prefix(path), path.parent)
    return handle, Path(name)


def replace_with_retries(temporary: Path, path: Path) -> None:
    """Move `temporary` to `path`; try again while another program has the old file open."""
    for pause in _PAUSES:
        try:
            temporary.replace(path)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    temporary.replace(path)


def remove_abandoned_temporaries(path: Path) -> None:
    """Remove temporary files of killed processes that were writing `path`."""
    prefix = build_helper_prefix(path)
    length = len(prefix) + _RANDOM_NAME_LENGTH + len(_SUFFIX)
    with suppress(OSError), os.scandir(path.parent) as entries:
        for entry in entries:
            name = entry.name
            is_temporary = (
                len(name) == length and name.startswith(prefix) and name.endswith(_SUFFIX)
            )
            if is_temporary and entry.is_file(follow_symlinks=False):
                _remove_if_abandoned(Path(entry.path))


def remove_all_abandoned_temporaries(folder: Path) -> None:
    """Remove all temporary files of killed processes in a folder that only this library uses."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(".") and entry.name.endswith(_SUFFIX) and entry.is_file():
                _remove_if_abandoned(Path(entry.path))


def _remove_if_abandoned(path: Path) -> None:
    try:
        handle = os.open(path, os.O_RDWR)
    except OSError:  # The file belongs to another user or was removed.
        return
    if try_lock(handle) and time.time() - os.fstat(handle).st_mtime >= _MIN_ABANDONED_SECONDS:
        remove_locked(handle, path)
    else:
        os.close(handle)


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file under a temporary name in the same folder, then rename it to `path`."""
    with open_atomically(path, len(content)) as stream:
        stream.write(content)


@contextmanager
def open_atomically(
    path: Path, size: int | None = None, *, remove_old: bool = True
) -> Iterator[BinaryIO]:
    """Open a stream for writing; `path` is replaced only if the block ends without an error.

    `size` is the number of bytes to write, or None if unknown. With `remove_old`, temporary files
    of killed processes are removed first.
    """
    path = resolve_output(path)  # The target of a link is replaced, and the link stays.
    try:
        if path.exists() and not path.is_file():
            with report_full_disk(path, size=size), path.open("wb") as stream:
                yield stream
            return
        if remove_old:
            remove_abandoned_temporaries(path)
        with _open_replacement(path, size) as stream:
            yield stream
    except OSError as error:
        raise InputError(
            f"cannot write {path}: {error.strerror}; choose a folder that exists and is writable"
        ) from error


@contextmanager
def _open_replacement(path: Path, size: int | None) -> Iterator[BinaryIO]:
    handle, temporary = create_locked_temporary(path)
    # This copy of the handle holds the lock until the move. The stream is closed before the move,
    # because some write errors are raised only then.
    lock_handle = os.dup(handle)
    close_in_children(lock_handle)
    try:
        with report_full_disk(path, temporary, size):
            with os.fdopen(handle, "wb") as stream, _keep_out_of_children(handle):
                yield stream
            temporary.chmod(0o666 & ~_get_umask())
            if os.name == "nt":  # Windows does not move open files.
                lock_handle = _close_handle(lock_handle)
            replace_with_retries(temporary, path)
    except BaseException:
        _close_handle(lock_handle)
        temporary.unlink(missing_ok=True)
        raise
    _close_handle(lock_handle)


@contextmanager
def _keep_out_of_children(handle: int) -> Iterator[None]:
    """Close the handle in processes that are forked during the block."""
    close_in_children(handle)
    try:
        yield
    finally:
        forget_handle(handle)


def _close_handle(handle: int) -> int:
    """Close a handle unless it is -1, and return -1, which marks a closed handle."""
    forget_handle(handle)
    if handle >= 0:
        os.close(handle)
    return -1


def _get_umask() -> int:
    # The umask can only be read by setting it.
    mask = os.umask(0)
    os.umask(mask)
    return mask


def check_output_folder(path: Path) -> None:
    """Refuse an output path that is a folder or is in a folder that does not exist."""
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise InputError(f"cannot write {path}: give a file in a folder that exists")


def check_distinct_content(description: str, files: Sequence[str], digests: Sequence[str]) -> None:
    """Refuse files with the same content, that is, with the same digest.

    `digests` has one digest per file. `description` describes the files in the message.
    """
    first_file_by_digest: dict[str, str] = {}
    for file, digest in zip(files, digests, strict=True):
        if digest in first_file_by_digest:
            names = (
                file
                if first_file_by_digest[digest] == file
                else f"{first_file_by_digest[digest]} and {file}"
            )
            verb = (
                "is given twice"
                if first_file_by_digest[digest] == file
                else "have the same content"
            )
            raise UsageError(f"{description} {names} {verb} and would count twice: give it once")
        first_file_by_digest[digest] = file


def check_not_input_file(path: Path, input_paths: Iterable[str], flag: str = "-o") -> None:
    """Refuse to overwrite an input file; `flag` is the option that names the output."""
    for input_path in input_paths:
        if path.is_file() and Path(input_path).is_file() and path.samefile(input_path):
            raise InputError(
                f"{path} is an input file and would be overwritten: give {flag} another name"
            )

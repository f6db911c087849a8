"""Files on their way to their name: each locked by its writer, so that others see who is gone.

They lie beside what they will be, as .NAME.xxxxxxxx.tesla. The lock of one that a killed process
left behind is free. A file system whose names and open files never agree has no such locks.
"""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from .beside import beside
from .locking import TRIES, is_at, remove_held, take

_SUFFIX = ".tesla"
_RANDOM = 8  # characters that `tempfile` puts between
# Windows moves no open file: a writer lets go of one for a moment before it does, having just
# written to it. Nor does it replace one that somebody has open, if only to look for viruses.
_YOUNG = 60.0 if sys.platform == "win32" else 0.0
_PAUSES = (0.01, 0.05, 0.2, 0.5) if sys.platform == "win32" else ()


def new_temporary(path: Path) -> tuple[int, Path]:
    """A new file for what will be at `path`, open and locked where that can be."""
    for _ in range(TRIES):
        handle, temporary = _made(path)
        # Before it was locked, another may have taken it for one that was left behind.
        if take(handle) is not False and is_at(handle, temporary):
            return handle, temporary
        os.close(handle)
        with suppress(OSError):
            temporary.unlink()
    return _made(path)


def _made(path: Path) -> tuple[int, Path]:
    from tempfile import mkstemp  # who only reads needs none of it

    handle, name = mkstemp(_SUFFIX, beside(path), path.parent)
    return handle, Path(name)


def move(temporary: Path, path: Path) -> None:
    """Into place, at the latest when those are gone who had the old one open for a moment."""
    for pause in _PAUSES:
        try:
            temporary.replace(path)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    temporary.replace(path)


def clear_left_behind(path: Path) -> None:
    """Remove what killed processes left that were writing `path`, and nothing else."""
    start = beside(path)
    length = len(start) + _RANDOM + len(_SUFFIX)
    with suppress(OSError), os.scandir(path.parent) as entries:
        for entry in entries:
            name = entry.name
            fits = len(name) == length and name.startswith(start) and name.endswith(_SUFFIX)
            if fits and entry.is_file(follow_symlinks=False):
                _clear(Path(entry.path))


def clear_all_left_behind(folder: Path) -> None:
    """The same for whatever killed processes were writing in a folder of ours."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(".") and entry.name.endswith(_SUFFIX) and entry.is_file():
                _clear(Path(entry.path))


def _clear(path: Path) -> None:
    try:
        handle = os.open(path, os.O_RDWR)
    except OSError:  # of another user, or gone
        return
    if take(handle) and time.time() - os.fstat(handle).st_mtime >= _YOUNG:
        remove_held(handle, path)
    else:
        os.close(handle)

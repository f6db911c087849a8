"""Files on their way to their name: each locked by its writer, so that others see who is gone.

They lie beside what they will be, as .NAME.xxxxxxxx.tesla. The lock of one that a killed process
left behind is free.
"""

import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from .locking import is_at, remove_held, take

_SUFFIX = ".tesla"
_RANDOM = 8  # characters that `tempfile` puts between
# Windows moves no open file: a writer lets go of one for a moment before it does, having just
# written to it.
_YOUNG = 60.0 if sys.platform == "win32" else 0.0


def new_temporary(path: Path) -> tuple[int, Path]:
    """A new file for what will be at `path`, open and locked."""
    while True:
        handle, name = tempfile.mkstemp(_SUFFIX, _prefix(path), path.parent)
        # Before it was locked, another may have taken it for one that was left behind.
        if take(handle) is not False and is_at(handle, Path(name)):
            return handle, Path(name)
        os.close(handle)


def clear_left_behind(path: Path) -> None:
    """Remove what killed processes left that were writing `path`, and nothing else."""
    start = _prefix(path)
    length = len(start) + _RANDOM + len(_SUFFIX)
    with suppress(OSError), os.scandir(path.parent) as entries:
        for entry in entries:
            name = entry.name
            fits = len(name) == length and name.startswith(start) and name.endswith(_SUFFIX)
            if fits and entry.is_file(follow_symlinks=False):
                _clear(Path(entry.path))


def _prefix(path: Path) -> str:
    return f".{path.name}."


def _clear(path: Path) -> None:
    try:
        handle = os.open(path, os.O_RDWR)
    except OSError:  # of another user, or gone
        return
    if take(handle) and time.time() - os.fstat(handle).st_mtime >= _YOUNG:
        remove_held(handle, path)
    else:
        os.close(handle)

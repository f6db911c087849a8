"""Where there is no room for what is to be written: no fault of the input; said with numbers."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import TeslaError

_MENDS = {
    errno.ENOSPC: "make room there, or choose another place",
    getattr(errno, "EDQUOT", errno.ENOSPC): "make room there, or choose another place",
    errno.EFBIG: "allow larger files (ulimit -f), or choose another place",
    errno.EIO: "check the disk, or choose another place",
}


def is_lack(error: OSError) -> bool:
    """Whether it says that a place takes no more."""
    return error.errno in _MENDS


def lack(
    name: str, error: OSError, written: Path | None = None, size: int | None = None
) -> TeslaError:
    """What to say of it; `written` is the file that holds what could be written so far."""
    facts = [] if size is None else [f"{size} bytes are needed"]
    if written is not None and written.is_file():
        facts.append(f"{written.stat().st_size} were written")
        free = shutil.disk_usage(written.parent).free
        facts.append(f"{free} are free")
    told = f" ({', '.join(facts)})" if facts else ""
    return TeslaError(f"cannot write {name}: {error.strerror}{told}; {_MENDS[error.errno or 0]}")


@contextmanager
def room_for(path: Path, written: Path | None = None, size: int | None = None) -> Iterator[None]:
    """What is written in the block is `path`, under the name `written` so far."""
    try:
        yield
    except OSError as error:
        if not is_lack(error):
            raise
        raise lack(os.fspath(path), error, written or path, size) from error

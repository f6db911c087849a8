"""Where there is no room for what is to be written: no fault of the input; said with numbers."""

import errno
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import TeslaError

_MENDS = {
    errno.ENOSPC: "make room there, or choose another place",
    getattr(errno, "EDQUOT", errno.ENOSPC): "make room there, or choose another place",
    errno.EFBIG: "allow larger files (ulimit -f), or choose another place",
    errno.EIO: "check the disk, or choose another place",
}
# What is said of copies of what can be read only once.
WHILE = ", a file for a while (TMPDIR says where)"


def is_lack(error: OSError) -> bool:
    """Whether it says that a place takes no more."""
    return error.errno in _MENDS


def lack(
    name: str, error: OSError, written: Path | None = None, size: int | None = None
) -> TeslaError:
    """What to say of it; `written` is the file that holds what could be written so far."""
    facts = [] if size is None else [f"{size} bytes needed"]
    if written is not None and written.is_file():
        from shutil import disk_usage  # for errors only

        facts.append(f"{written.stat().st_size} bytes written")
        facts.append(f"{disk_usage(written).free} bytes free")
    told = f" ({', '.join(facts)})" if facts else ""
    return TeslaError(f"cannot write {name}: {error.strerror}{told}; {_MENDS[error.errno or 0]}")


@contextmanager
def room_for(
    path: Path, written: Path | None = None, size: int | None = None, about: str = ""
) -> Iterator[None]:
    """What is written in the block is `path`, under the name `written` so far."""
    try:
        yield
    except OSError as error:
        if not is_lack(error):
            raise
        raise lack(f"{path}{about}", error, written or path, size) from error


def copy_to(path: Path, blocks: Iterable[bytes]) -> None:
    """A file for a while."""
    with room_for(path, about=WHILE), path.open("wb") as stream:
        stream.writelines(blocks)

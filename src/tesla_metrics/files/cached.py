"""What takes long to make of a file is kept in the user's cache folder, by what it was made of.

TESLA_CACHE names another folder; empty, it says that nothing is kept. What cannot be kept or is
damaged is made again: a cache never stands in the way.
"""

import hashlib
import os
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from ..errors import TeslaError
from .atomic import write_atomically
from .temporary import clear_all_left_behind

VARIABLE = "TESLA_CACHE"
_NAME = "tesla-metrics"
_SUFFIX = ".kept"
# How files are written, so that versions of the package that do so in other ways have others.
_FORM = b"1 "
# Of all files together; the oldest go first.
_MOST_BYTES = 256 << 20


def cached(key: bytes, make: Callable[[], bytes]) -> bytes:
    """What `make` makes; `key` is all that it depends on, the version of its form among it."""
    folder = _folder()
    if folder is None:
        return make()
    path = folder / (_named(key).hex() + _SUFFIX)
    with suppress(OSError):
        content = _read(path, key)
        if content is not None:
            with suppress(OSError):  # somebody else's, which we may read
                os.utime(path)  # used now
            return content
    made = make()
    with suppress(OSError, TeslaError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(path, _head(key, made) + made)
        _make_room(folder, path)
    return made


def keeps() -> bool:
    """Whether anything is kept at all, as far as the user says."""
    return _folder() is not None


def _read(path: Path, key: bytes) -> bytes | None:
    """None where it is damaged, or was kept under another key."""
    with path.open("rb") as stream:
        head = stream.read(len(_head(key, b"")))
        content = stream.read()
    return content if head == _head(key, content) else None


def _named(key: bytes) -> bytes:
    return hashlib.sha256(_FORM + key).digest()


def _head(key: bytes, content: bytes) -> bytes:
    """Of both. A checksum tells damage; a better one would take as long as all else."""
    return _named(key) + zlib.crc32(content).to_bytes(4, "big")


def _folder() -> Path | None:
    """Where it is, be it there already or not; None: nowhere."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if named else None
    if os.name == "nt":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local) / _NAME if local else None
    given = os.environ.get("XDG_CACHE_HOME", "")
    # A relative one is to be ignored, says the specification.
    with suppress(RuntimeError):  # there is no home
        return (Path(given) if given.startswith("/") else Path.home() / ".cache") / _NAME
    return None


def _make_room(folder: Path, written: Path) -> None:
    """What was just written stays, however large: it would be made again each time."""
    clear_all_left_behind(folder)
    files = [(path.stat(), path) for path in folder.glob(f"*{_SUFFIX}")]
    files.sort(key=lambda found: (found[1] == written, found[0].st_mtime_ns), reverse=True)
    total = 0
    for facts, path in files:
        total += facts.st_size
        if total > _MOST_BYTES and path != written:
            path.unlink(missing_ok=True)

"""Cache results that are slow to compute from files, in the user's cache folder.

TESLA_CACHE names another folder; if it is empty, nothing is cached. Errors are ignored: an entry
that cannot be written or is damaged is computed again.
"""

import hashlib
import os
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from ..errors import TeslaError
from .atomic import remove_all_abandoned, write_atomically

VARIABLE = "TESLA_CACHE"
_NAME = "tesla-metrics"
_SUFFIX = ".kept"
# Part of every key, so that versions of the package with another file format use other names.
_FORMAT = b"1 "
# Maximum total size of all files; the oldest files are removed first.
_MAX_BYTES = 256 << 20


def cached(key: bytes, make: Callable[[], bytes]) -> bytes:
    """Return the cached result for `key`, or call `make` and cache its result.

    The key must contain everything that the result depends on, and the version of its format.
    """
    folder = _folder()
    if folder is None:
        return make()
    path = folder / (_key_digest(key).hex() + _SUFFIX)
    with suppress(OSError):
        content = _read(path, key)
        if content is not None:
            with suppress(OSError):  # The file may belong to another user.
                os.utime(path)  # Mark the entry as recently used.
            return content
    content_made = make()
    with suppress(OSError, TeslaError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(path, _header(key, content_made) + content_made)
        _remove_oldest(folder, path)
    return content_made


def is_enabled() -> bool:
    """Return whether the user allows caching."""
    return _folder() is not None


def _read(path: Path, key: bytes) -> bytes | None:
    """Return the content of an entry, or None if it is damaged or has another key."""
    with path.open("rb") as stream:
        head = stream.read(len(_header(key, b"")))
        content = stream.read()
    return content if head == _header(key, content) else None


def _key_digest(key: bytes) -> bytes:
    return hashlib.sha256(_FORMAT + key).digest()


def _header(key: bytes, content: bytes) -> bytes:
    """Return the header of an entry: the digest of the key and the checksum of the content.

    CRC-32 suffices to detect damage. A stronger checksum would double the time to load an entry.
    """
    return _key_digest(key) + zlib.crc32(content).to_bytes(4, "big")


def _folder() -> Path | None:
    """Return the cache folder, which need not exist, or None if caching is disabled."""
    variable = os.environ.get(VARIABLE)
    if variable is not None:
        return Path(variable) if variable else None
    if os.name == "nt":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local) / _NAME if local else None
    xdg = os.environ.get("XDG_CACHE_HOME", "")
    with suppress(RuntimeError):  # There is no home folder.
        # The XDG specification says that relative paths are to be ignored.
        parent = Path(xdg) if xdg.startswith("/") else Path.home() / ".cache"
        return parent / _NAME
    return None


def _remove_oldest(folder: Path, written: Path) -> None:
    """Remove the oldest entries if the folder exceeds its size limit.

    The entry that was just written at `written` stays even if it exceeds the limit by itself:
    otherwise it would be computed each time.
    """
    remove_all_abandoned(folder)
    entries = [(path.stat(), path) for path in folder.glob(f"*{_SUFFIX}")]
    entries.sort(key=lambda entry: (entry[1] == written, entry[0].st_mtime_ns), reverse=True)
    total = 0
    for status, path in entries:
        total += status.st_size
        if total > _MAX_BYTES and path != written:
            path.unlink(missing_ok=True)

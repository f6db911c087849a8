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
from .atomic import remove_all_abandoned_temporaries, write_atomically

FOLDER_VARIABLE = "TESLA_CACHE"
_FOLDER_NAME = "tesla-metrics"
_SUFFIX = ".kept"
# Part of every key, so that versions of the package with another file format use other names.
_FORMAT_VERSION = b"1 "
# Maximum total size of all files; the oldest files are removed first.
_MAX_BYTES = 256 << 20


def load_or_compute(key: bytes, compute: Callable[[], bytes]) -> bytes:
    """Return the cached result for `key`, or call `compute` and cache its result.

    The key must contain everything that the result depends on, and the version of its format.
    """
    folder = _find_folder()
    if folder is None:
        return compute()
    path = folder / (_hash_key(key).hex() + _SUFFIX)
    with suppress(OSError):
        content = _read_entry(path, key)
        if content is not None:
            with suppress(OSError):  # The file may belong to another user.
                os.utime(path)  # Mark the entry as recently used.
            return content
    computed = compute()
    with suppress(OSError, TeslaError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(path, _build_header(key, computed) + computed)
        _remove_oldest_entries(folder, path)
    return computed


def is_enabled() -> bool:
    """Return whether the user allows caching."""
    return _find_folder() is not None


def _read_entry(path: Path, key: bytes) -> bytes | None:
    """Return the content of an entry, or None if it is damaged or has another key."""
    with path.open("rb") as stream:
        header = stream.read(len(_build_header(key, b"")))
        content = stream.read()
    return content if header == _build_header(key, content) else None


def _hash_key(key: bytes) -> bytes:
    return hashlib.sha256(_FORMAT_VERSION + key).digest()


def _build_header(key: bytes, content: bytes) -> bytes:
    """Return the header of an entry: the digest of the key and the checksum of the content.

    CRC-32 suffices to detect damage. A stronger checksum would double the time to load an entry.
    """
    return _hash_key(key) + zlib.crc32(content).to_bytes(4, "big")


def _find_folder() -> Path | None:
    """Return the cache folder, which need not exist, or None if caching is disabled."""
    variable = os.environ.get(FOLDER_VARIABLE)
    if variable is not None:
        return Path(variable) if variable else None
    if os.name == "nt":
        local_data = os.environ.get("LOCALAPPDATA")
        return Path(local_data) / _FOLDER_NAME if local_data else None
    xdg_cache = os.environ.get("XDG_CACHE_HOME", "")
    with suppress(RuntimeError):  # There is no home folder.
        # The XDG specification says that relative paths are to be ignored.
        parent = Path(xdg_cache) if xdg_cache.startswith("/") else Path.home() / ".cache"
        return parent / _FOLDER_NAME
    return None


def _remove_oldest_entries(folder: Path, new_path: Path) -> None:
    """Remove the oldest entries if the folder exceeds its size limit.

    The entry that was just written at `new_path` stays even if it exceeds the limit by itself:
    otherwise it would be computed each time.
    """
    remove_all_abandoned_temporaries(folder)
    entries = [(path.stat(), path) for path in folder.glob(f"*{_SUFFIX}")]
    entries.sort(key=lambda entry: (entry[1] == new_path, entry[0].st_mtime_ns), reverse=True)
    total = 0
    for status, path in entries:
        total += status.st_size
        if total > _MAX_BYTES and path != new_path:
            path.unlink(missing_ok=True)

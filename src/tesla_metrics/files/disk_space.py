"""Report a full disk or quota as an error that states the sizes in bytes."""

import errno
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import TeslaError

_FIX_BY_ERRNO = {
    errno.ENOSPC: "free some space there, or choose another folder",
    getattr(errno, "EDQUOT", errno.ENOSPC): "free some space there, or choose another folder",
    errno.EFBIG: "allow larger files (ulimit -f), or choose another folder",
    errno.EIO: "check the disk, or choose another folder",
}
# Added to messages about temporary copies of input that can be read only once.
TEMPORARY_FILE_NOTE = ", a temporary file (set TMPDIR to choose its folder)"


def is_disk_full(error: OSError) -> bool:
    """Return whether the error says that a disk is full or cannot be written."""
    return error.errno in _FIX_BY_ERRNO


def disk_full_error(
    name: str, error: OSError, written_path: Path | None = None, size: int | None = None
) -> TeslaError:
    """Return the error for a full disk.

    `name` is the output for the message, `written_path` the file with the bytes written so far, and
    `size` the number of bytes to write, or None if unknown.
    """
    details = [] if size is None else [f"{size} bytes needed"]
    if written_path is not None and written_path.is_file():
        from shutil import disk_usage  # Imported late: needed for errors only.

        details.append(f"{written_path.stat().st_size} bytes written")
        details.append(f"{disk_usage(written_path).free} bytes free")
    details_text = f" ({', '.join(details)})" if details else ""
    return TeslaError(
        f"cannot write {name}: {error.strerror}{details_text}; {_FIX_BY_ERRNO[error.errno or 0]}"
    )


@contextmanager
def report_full_disk(
    path: Path, written_path: Path | None = None, size: int | None = None, note: str = ""
) -> Iterator[None]:
    """Raise a TeslaError if the disk becomes full while the block writes `path`.

    `written_path` is the temporary file that is written, or None if `path` itself is written.
    `size` is the number of bytes to write, or None if unknown; `note` follows the path in the
    message.
    """
    try:
        yield
    except OSError as error:
        if not is_disk_full(error):
            raise
        raise disk_full_error(f"{path}{note}", error, written_path or path, size) from error


def write_temporary(path: Path, blocks: Iterable[bytes]) -> None:
    """Write blocks of bytes to a temporary file."""
    with report_full_disk(path, note=TEMPORARY_FILE_NOTE), path.open("wb") as stream:
        stream.writelines(blocks)

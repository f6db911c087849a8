"""Files appear whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ..errors import InputError


def write_atomically(path: Path, content: bytes) -> None:
    """Write under a temporary name in the same folder, then move into place."""
    with open_atomically(path) as stream:
        stream.write(content)


@contextmanager
def open_atomically(path: Path) -> Iterator[BinaryIO]:
    """A stream whose content appears at `path` when the block ends well, and not otherwise."""
    path = path.resolve()  # what a link leads to is written, and the link stays
    try:
        if path.exists() and not path.is_file():  # a device or a pipe, which nothing can replace
            with path.open("wb") as stream:
                yield stream
            return
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as stream:
                yield stream
            temporary.chmod(0o666 & ~_umask())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(
            f"cannot write {path}: {error.strerror}; choose a folder that exists and is writable"
        ) from error


def _umask() -> int:
    # There is no way to read the umask but to set it.
    mask = os.umask(0)
    os.umask(mask)
    return mask

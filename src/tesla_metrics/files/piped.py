"""What comes from a pipe, kept on disk as far as it was read, so that it can be read again."""

import io
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

from .lines import open_lines
from .room import WHILE, room_for

_BLOCK = 1 << 16


class Piped:
    """Read no further than somebody asks: what sends it may never end."""

    def __init__(self, path: str, name: str) -> None:
        from tempfile import TemporaryFile  # most files are no pipes

        self._blocks = _blocks(path, name)
        self._copy = cast(BinaryIO, TemporaryFile(prefix="tesla-"))  # noqa: SIM115
        weakref.finalize(self, self._copy.close)
        self._size = 0

    def open(self) -> BinaryIO:
        """From the first byte on."""
        return io.BufferedReader(_FromFirst(self))

    def read(self, at: int, count: int) -> bytes:
        """Some of the bytes from there on; none at the end."""
        from tempfile import gettempdir

        block = next(self._blocks, b"") if at == self._size else b""
        with room_for(Path(gettempdir()), about=WHILE):
            if block:
                self._copy.seek(at)
                self._copy.write(block)
                self._size += len(block)
            self._copy.seek(at)
            return self._copy.read(min(count, self._size - at))


def _blocks(path: str, name: str) -> Iterator[bytes]:
    with open_lines(path, name) as stream:
        # What is there already, rather than waiting for a whole block.
        while block := cast(io.BufferedReader, stream).read1(_BLOCK):
            yield block


class _FromFirst(io.RawIOBase):
    def __init__(self, piped: Piped) -> None:
        self._piped, self._at = piped, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        found = self._piped.read(self._at, len(buffer))
        buffer[: len(found)] = found
        self._at += len(found)
        return len(found)

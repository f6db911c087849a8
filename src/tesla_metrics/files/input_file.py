"""Input files as users name them: paths, `-` and pipes, which are copied to be read again."""

import io
import re
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, cast

from .compression import uncompressed_name
from .disk_space import TEMPORARY_FILE_NOTE, report_full_disk
from .lines import STDIN, check_limit, decoded_lines, display_name, max_line, open_lines

_BLOCK = 1 << 16


class ReplayablePipe:
    """A pipe with a copy of what was read, which is never read ahead: it may be endless."""

    def __init__(self, path: str, name: str) -> None:
        from tempfile import TemporaryFile  # imported late: most files are not pipes

        self._blocks = _blocks(path, name)
        self._copy = cast(BinaryIO, TemporaryFile(prefix="tesla-"))  # noqa: SIM115
        weakref.finalize(self, self._copy.close)
        self._size = 0

    def open(self) -> BinaryIO:
        """Return a stream from the first byte."""
        return io.BufferedReader(_ReplayStream(self))

    def read(self, offset: int, count: int) -> bytes:
        """Return at most `count` bytes from the offset `offset`; none at the end."""
        from tempfile import gettempdir

        block = next(self._blocks, b"") if offset == self._size else b""
        with report_full_disk(Path(gettempdir()), note=TEMPORARY_FILE_NOTE):
            if block:
                self._copy.seek(offset)
                self._copy.write(block)
                self._size += len(block)
            self._copy.seek(offset)
            return self._copy.read(min(count, self._size - offset))


def _blocks(path: str, name: str) -> Iterator[bytes]:
    with open_lines(path, name) as stream:
        # Take what is available, rather than waiting for a whole block.
        while block := cast(io.BufferedReader, stream).read1(_BLOCK):
            yield block


class _ReplayStream(io.RawIOBase):
    def __init__(self, piped: ReplayablePipe) -> None:
        self._piped, self._at = piped, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        block = self._piped.read(self._at, len(buffer))
        buffer[: len(block)] = block
        self._at += len(block)
        return len(block)


_PROCESS_SUBSTITUTION = re.compile(r"/(?:dev|proc/(?:self|\d+))/fd/\d+")


class InputFile:
    """An input file that can be read any number of times.

    path     the path as given by the user
    name      the name for messages
    label     the name for tables, unless another file has the same name
    max_line  the maximum number of characters of a line or segment
    """

    def __init__(self, path: str, pipe_number: int, max_line: int) -> None:
        self.path, self.max_line = path, max_line
        pipe = f"pipe{pipe_number}" if _PROCESS_SUBSTITUTION.fullmatch(path) else ""
        self.name = pipe or display_name(path)
        self.label = pipe or (path if path == STDIN else Path(path).name)

    @cached_property
    def pipe(self) -> ReplayablePipe | None:
        """Return the copy of its bytes if it can be read only once."""
        return ReplayablePipe(self.path, self.name) if _is_stream(self.path) else None

    @property
    def suffix(self) -> str:
        """Return the suffix without that of a compression, in lower case."""
        return Path(uncompressed_name(self.path)).suffix.lower()

    def is_same(self, other: "InputFile") -> bool:
        """Return whether both are the same file on disk; always False for pipes."""
        paths = Path(self.path), Path(other.path)
        return STDIN not in (self.path, other.path) and (
            all(path.is_file() for path in paths) and paths[0].samefile(paths[1])
        )

    def lines(self) -> Iterator[str]:
        """Yield the lines from the first."""
        with self.open() as stream:
            yield from decoded_lines(stream, self.name, self.max_line)

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Open a stream from the first byte."""
        with self.pipe.open() if self.pipe else open_lines(self.path, self.name) as stream:
            yield stream


def _is_stream(path: str) -> bool:
    file = Path(path)
    return path == STDIN or (file.exists() and not file.is_file() and not file.is_dir())


def open_inputs(paths: Sequence[str], max_length: int | None = None) -> list[InputFile]:
    """Return input files; equal paths share one object, and process substitutions are numbered.

    `max_length` is the maximum number of characters of a line; by default the current limit.
    """
    max_length = max_line() if max_length is None else max_length
    check_limit(max_length)
    inputs: dict[str, InputFile] = {}
    pipes = 0
    for path in paths:
        if path not in inputs:
            pipes += bool(_PROCESS_SUBSTITUTION.fullmatch(path))
            inputs[path] = InputFile(path, pipes, max_length)
    return [inputs[path] for path in paths]


def unique_names(names: Sequence[str], long_names: Sequence[str]) -> list[str]:
    """Make names unique: use longer ones where two are equal, then add numbers."""
    ambiguous = {
        name for name, long in zip(names, long_names, strict=True)
        if any(
            name == other and long != other_long
            for other, other_long in zip(names, long_names, strict=True)
        )
    }  # fmt: skip
    chosen = [
        long if name in ambiguous else name for name, long in zip(names, long_names, strict=True)
    ]
    return [
        f"{name} ({earlier + 1})" if (earlier := chosen[:index].count(name)) else name
        for index, name in enumerate(chosen)
    ]

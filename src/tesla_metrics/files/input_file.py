"""Input files named by the user: paths, `-` for standard input, and pipes.

Pipes can be read only once; their bytes are copied to a temporary file, to be read again.
"""

import io
import re
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, cast

from .compression import strip_compression_suffix
from .disk_space import TEMPORARY_FILE_NOTE, report_full_disk
from .lines import (
    STDIN,
    check_line_limit,
    get_display_name,
    get_max_line_length,
    iterate_decoded_lines,
    open_lines,
)

_BLOCK_BYTES = 1 << 16


class ReplayablePipe:
    """A pipe with a copy of the bytes read so far.

    It is never read further than requested, since it may be endless.
    """

    def __init__(self, path: str, name: str) -> None:
        from tempfile import TemporaryFile  # Imported late: most files are not pipes.

        self._blocks = _iterate_blocks(path, name)
        self._copy = cast(BinaryIO, TemporaryFile(prefix="tesla-"))  # noqa: SIM115
        weakref.finalize(self, self._copy.close)
        self._size = 0

    def open(self) -> BinaryIO:
        """Return a stream that starts at the first byte of the pipe."""
        return io.BufferedReader(_ReplayStream(self))

    def read(self, start: int, count: int) -> bytes:
        """Return at most `count` bytes that start at `start`; no bytes at the end of the pipe."""
        from tempfile import gettempdir

        block = next(self._blocks, b"") if start == self._size else b""
        with report_full_disk(Path(gettempdir()), note=TEMPORARY_FILE_NOTE):
            if block:
                self._copy.seek(start)
                self._copy.write(block)
                self._size += len(block)
            self._copy.seek(start)
            return self._copy.read(min(count, self._size - start))


def _iterate_blocks(path: str, name: str) -> Iterator[bytes]:
    with open_lines(path, name) as stream:
        # `read1` returns the available bytes instead of waiting for a complete block.
        while block := cast(io.BufferedReader, stream).read1(_BLOCK_BYTES):
            yield block


class _ReplayStream(io.RawIOBase):
    """A raw stream over the bytes of a ReplayablePipe."""

    def __init__(self, pipe: ReplayablePipe) -> None:
        self._pipe, self._offset = pipe, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        block = self._pipe.read(self._offset, len(buffer))
        buffer[: len(block)] = block
        self._offset += len(block)
        return len(block)


# The paths that a shell passes for <(command).
_PROCESS_SUBSTITUTION = re.compile(r"/(?:dev|proc/(?:self|\d+))/fd/\d+")


class InputFile:
    """An input file that can be read any number of times.

    path
        The path as given by the user.
    name
        The name for messages.
    label
        The name for output tables, unless another file has the same name.
    `max_line_length`
        The maximum number of characters of a line or segment.
    """

    def __init__(self, path: str, pipe_number: int, max_line_length: int) -> None:
        self.path, self.max_line_length = path, max_line_length
        pipe = f"pipe{pipe_number}" if _PROCESS_SUBSTITUTION.fullmatch(path) else ""
        self.name = pipe or get_display_name(path)
        self.label = pipe or (path if path == STDIN else Path(path).name)

    @cached_property
    def pipe(self) -> ReplayablePipe | None:
        """Return the copy of the bytes of a pipe, or None for a regular file."""
        return ReplayablePipe(self.path, self.name) if _is_stream(self.path) else None

    @property
    def suffix(self) -> str:
        """Return the suffix in lower case, without a suffix of compression such as `.gz`."""
        return Path(strip_compression_suffix(self.path)).suffix.lower()

    def is_same(self, other: "InputFile") -> bool:
        """Return whether both are the same file on disk; always False for pipes."""
        if STDIN in (self.path, other.path):
            return False
        path, other_path = Path(self.path), Path(other.path)
        return path.is_file() and other_path.is_file() and path.samefile(other_path)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the file, starting at the first line."""
        with self.open() as stream:
            yield from iterate_decoded_lines(stream, self.name, self.max_line_length)

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Open a stream that starts at the first byte."""
        with self.pipe.open() if self.pipe else open_lines(self.path, self.name) as stream:
            yield stream


def _is_stream(path: str) -> bool:
    """Return whether a path is standard input, a pipe or a device."""
    file = Path(path)
    return path == STDIN or (file.exists() and not file.is_file() and not file.is_dir())


def open_inputs(paths: Sequence[str], max_line_length: int | None = None) -> list[InputFile]:
    """Return one InputFile per path; equal paths share one object.

    Process substitutions are named pipe1, pipe2 and so on. `max_line_length` is the maximum number
    of characters of a line; None is the current limit.
    """
    max_line_length = get_max_line_length() if max_line_length is None else max_line_length
    check_line_limit(max_line_length)
    inputs: dict[str, InputFile] = {}
    pipe_count = 0
    for path in paths:
        if path not in inputs:
            pipe_count += bool(_PROCESS_SUBSTITUTION.fullmatch(path))
            inputs[path] = InputFile(path, pipe_count, max_line_length)
    return [inputs[path] for path in paths]


def make_unique_names(names: Sequence[str], long_names: Sequence[str]) -> list[str]:
    """Return names that are unique: the longer name if two names are equal, then with a number."""
    pairs = list(zip(names, long_names, strict=True))
    ambiguous_names = {
        name
        for name, long_name in pairs
        if any(name == other and long_name != other_long for other, other_long in pairs)
    }
    candidates = [long_name if name in ambiguous_names else name for name, long_name in pairs]
    unique = []
    for index, name in enumerate(candidates):
        n_earlier = candidates[:index].count(name)
        unique.append(f"{name} ({n_earlier + 1})" if n_earlier else name)
    return unique

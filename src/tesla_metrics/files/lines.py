"""Read UTF-8 text by lines, with a limit on the length of a line."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from ..errors import InputError, UsageError
from .compression import (
    compression_suffix,
    damage_errors,
    detect_compression,
    open_compressed,
    program_name,
)

# Maximum characters of a line, and of a segment in any format.
MAX_LINE = 1_000_000
# More than fits into memory, but small enough for an integer in C.
_MAX_LIMIT = 10**12
# Further lines that are counted for the message if two files have different lengths.
_MAX_COUNTED = 10_000

_current_limit: ContextVar[int] = ContextVar("max_line", default=MAX_LINE)


def max_line() -> int:
    """Return the current limit; it is fixed when a file is opened by name."""
    return _current_limit.get()


@contextmanager
def line_limit(limit: int) -> Iterator[None]:
    """Change the limit for files opened in the block, even if they are read later."""
    check_limit(limit)
    token = _current_limit.set(limit)
    try:
        yield
    finally:
        _current_limit.reset(token)


def check_limit(limit: int) -> None:
    """Refuse a limit that is out of range."""
    if not 1 <= limit <= _MAX_LIMIT:
        raise UsageError(f"lines of {limit} characters: give a number from 1 to {_MAX_LIMIT}")


def too_long_error(where: str, limit: int, what: str = "") -> InputError:
    """Return the error for a line that is too long.

    `where` is the file and line; `what` names what is too long if it is not the line.
    """
    what = f"{what} is longer" if what else "longer"
    return InputError(
        f"{where}: {what} than {limit} characters; is a line end missing? Use --max-line N to "
        "allow "
        "longer ones"
    )


def count_total(known: int, rest: Iterator[object]) -> str:
    """Return the total count as text, without reading a long rest to its end."""
    extra = sum(1 for _ in islice(rest, _MAX_COUNTED + 1))
    return f"more than {known + _MAX_COUNTED}" if extra > _MAX_COUNTED else str(known + extra)


STDIN = "-"
_BOM = b"\xef\xbb\xbf"


def display_name(path: str) -> str:
    """Return the name of the file for messages."""
    return "standard input" if path == STDIN else path


def read_lines(path: str) -> list[str]:
    """Read all lines, without their ends; refuse an empty file."""
    lines = list(iterate_lines(path))
    if not lines:
        raise InputError(f"{display_name(path)} is empty: give a file with at least one line")
    return lines


def iterate_lines(path: str) -> Iterator[str]:
    """Return an iterator over the lines of a file, without their ends.

    The file is UTF-8; it is unpacked if its name ends in .gz, .xz, .bz2 or .zst. CRLF counts as a
    line end, and a byte order mark is dropped.

    Parameters
    ----------
    path : str
        The file; "-" is standard input.

    Returns
    -------
    iterator of str

    Raises
    ------
    InputError
        If the file cannot be read, is not UTF-8, or has a line that is too long. The message names
        the file and the line.
    """
    return _iterate(path, max_line())


def _iterate(path: str, limit: int) -> Iterator[str]:
    name = display_name(path)
    with open_lines(path, name) as stream:
        yield from decoded_lines(stream, name, limit)


def decoded_lines(stream: BinaryIO, name: str, limit: int) -> Iterator[str]:
    """Yield the decoded lines of a stream; `name` is the name of the file for messages."""
    for line_number, raw in enumerate(_bounded_lines(stream, limit), 1):
        try:
            # The fast path for nearly all lines.
            if line_number > 1 and len(raw) <= limit and b"\0" not in raw:
                yield raw.decode().removesuffix("\n").removesuffix("\r")
                continue
        except UnicodeDecodeError:
            pass  # reported below
        _check_length(raw, name, line_number, limit)
        if line_number > 1 or raw != _BOM:  # a file with only a byte order mark has no line
            yield decode_line(raw, name, line_number)


def raw_lines(stream: BinaryIO, name: str, limit: int) -> Iterator[bytes]:
    """Yield lines with their ends; refuse one of more than `limit` characters before reading it."""
    for line_number, raw in enumerate(_bounded_lines(stream, limit), 1):
        if len(raw) > limit:
            _check_length(raw, name, line_number, limit)
        yield raw


def _bounded_lines(stream: BinaryIO, limit: int) -> Iterator[bytes]:
    """Yield lines, cut where they are surely too long.

    A character has up to four bytes, and there may be a byte order mark and a line end.
    """
    return iter(partial(stream.readline, 4 * limit + 6), b"")


def _check_length(raw: bytes, name: str, line_number: int, limit: int) -> None:
    line = _strip_line_end(raw, line_number)
    _check_text(line, name, line_number)
    if len(line) > limit and len(line.decode("utf-8", "replace")) > limit:
        raise too_long_error(f"{name}, line {line_number}", limit)


@contextmanager
def open_lines(path: str, name: str = "") -> Iterator[BinaryIO]:
    """Open a file for reading bytes; report any failure as an InputError."""
    name = name or display_name(path)
    try:
        with _open(path) as stream:
            yield stream
    except IsADirectoryError as error:
        raise InputError(
            f"{name} is a folder: give a text file with one segment per line"
        ) from error
    except FileNotFoundError as error:
        raise InputError(f"{name} does not exist: check the path") from error
    except damage_errors() as error:
        raise _damage_error(path, name, error) from error
    except OSError as error:
        if error.errno is None and compression_suffix(path):  # a damaged bz2 file
            raise _damage_error(path, name, error) from error
        raise InputError(f"{name} cannot be read ({error.strerror}): check the file") from error


def _open(path: str) -> BinaryIO:
    if path == STDIN:
        if sys.stdin is None:
            raise InputError("standard input is closed: name a file, or redirect standard input")
        return sys.stdin.buffer
    return open_compressed(path) if compression_suffix(path) else Path(path).open("rb")


def _damage_error(path: str, name: str, error: Exception) -> InputError:
    suffix = compression_suffix(path)
    if not suffix:  # the error comes from another file
        return InputError(f"{name} cannot be read ({error}): check the file")
    reason = " ".join(str(error).split())
    return InputError(
        f"{name} is not a complete {program_name(suffix)} file ({reason}): compress or copy it "
        "again"
    )


def decode_line(raw: bytes, name: str, line_number: int) -> str:
    """Return the text of a line without its end; refuse invalid UTF-8."""
    line = _strip_line_end(raw, line_number)
    _check_text(line, name, line_number)
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name}, line {line_number}: byte {error.start + 1} is not valid UTF-8; "
            "convert the file, for example with iconv -f latin1 -t utf-8"
        ) from error


def _strip_line_end(raw: bytes, line_number: int) -> bytes:
    line = raw.removesuffix(b"\n").removesuffix(b"\r")
    return line.removeprefix(_BOM) if line_number == 1 else line


def _check_text(line: bytes, name: str, line_number: int) -> None:
    """Refuse a line of a compressed or binary file."""
    if line_number == 1 and (suffix := detect_compression(line)):
        raise InputError(
            f"{name} is compressed with {program_name(suffix)}, but its name does not end in "
            f"{suffix}: "
            f"rename it, or unpack it with {program_name(suffix)} -dc"
        )
    if b"\0" in line:
        raise InputError(
            f"{name}, line {line_number}: contains a NUL byte; the file seems to be binary or "
            "UTF-16, convert it to UTF-8"
        )

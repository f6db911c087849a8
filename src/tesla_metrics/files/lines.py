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
    detect_compression,
    get_compression_suffix,
    get_damage_exceptions,
    get_program_name,
    open_compressed,
)

# Default limit: the maximum number of characters of a line, and of a segment in any format.
MAX_LINE_LENGTH = 1_000_000
# The largest limit that a user can set. It exceeds any memory, but fits into a C integer.
_MAX_ALLOWED_LIMIT = 10**12
# If files have different lengths, `count_total` counts at most this many further lines.
_MAX_EXTRA_LINES = 10_000

_current_limit: ContextVar[int] = ContextVar("max_line", default=MAX_LINE_LENGTH)


def get_max_line_length() -> int:
    """Return the current maximum line length in characters.

    A file keeps the limit that was current when it was opened by name.
    """
    return _current_limit.get()


@contextmanager
def set_line_limit(limit: int) -> Iterator[None]:
    """Change the maximum line length for files opened in the block, even if read later."""
    check_line_limit(limit)
    token = _current_limit.set(limit)
    try:
        yield
    finally:
        _current_limit.reset(token)


def check_line_limit(limit: int) -> None:
    """Raise a UsageError if a maximum line length is out of range."""
    if not 1 <= limit <= _MAX_ALLOWED_LIMIT:
        raise UsageError(
            f"lines of {limit} characters: give a number from 1 to {_MAX_ALLOWED_LIMIT}"
        )


def too_long_error(location: str, limit: int, subject: str = "") -> InputError:
    """Return the error for a line that is too long.

    `location` is the file and line for the message. `subject` names the part that is too long, such
    as "a segment"; it is empty for the line itself.
    """
    problem = f"{subject} is longer" if subject else "longer"
    return InputError(
        f"{location}: {problem} than {limit} characters; is a line end missing? Use --max-line N "
        "to "
        "allow longer ones"
    )


def count_total(counted: int, remaining: Iterator[object]) -> str:
    """Return the total number of lines as text: `counted` lines read, and those of `remaining`.

    At most `_MAX_EXTRA_LINES` lines of `remaining` are counted; then the text is "more than N".
    """
    extra = sum(1 for _ in islice(remaining, _MAX_EXTRA_LINES + 1))
    return (
        f"more than {counted + _MAX_EXTRA_LINES}"
        if extra > _MAX_EXTRA_LINES
        else str(counted + extra)
    )


STDIN = "-"
_UTF8_BOM = b"\xef\xbb\xbf"


def get_display_name(path: str) -> str:
    """Return the name of a file for messages: "standard input" for `-`, otherwise the path."""
    return "standard input" if path == STDIN else path


def read_lines(path: str) -> list[str]:
    """Read all lines of a file, without line ends; refuse an empty file."""
    lines = list(iterate_lines(path))
    if not lines:
        raise InputError(f"{get_display_name(path)} is empty: give a file with at least one line")
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
    return _iterate_file_lines(path, get_max_line_length())


def _iterate_file_lines(path: str, limit: int) -> Iterator[str]:
    name = get_display_name(path)
    with open_lines(path, name) as stream:
        yield from iterate_decoded_lines(stream, name, limit)


def iterate_decoded_lines(stream: BinaryIO, name: str, limit: int) -> Iterator[str]:
    """Yield the decoded lines of a stream; `name` is the name of the file for messages."""
    for line_number, raw in enumerate(_iterate_bounded_lines(stream, limit), 1):
        try:
            # The fast path for nearly all lines.
            if line_number > 1 and len(raw) <= limit and b"\0" not in raw:
                yield raw.decode().removesuffix("\n").removesuffix("\r")
                continue
        except UnicodeDecodeError:
            pass  # reported below
        _check_length(raw, name, line_number, limit)
        if line_number > 1 or raw != _UTF8_BOM:  # a file with only a byte order mark has no line
            yield decode_line(raw, name, line_number)


def iterate_raw_lines(stream: BinaryIO, name: str, limit: int) -> Iterator[bytes]:
    """Yield the lines of a stream with their line ends.

    A line of more than `limit` characters is refused without reading it to its end.
    """
    for line_number, raw in enumerate(_iterate_bounded_lines(stream, limit), 1):
        if len(raw) > limit:
            _check_length(raw, name, line_number, limit)
        yield raw


def _iterate_bounded_lines(stream: BinaryIO, limit: int) -> Iterator[bytes]:
    """Yield lines of at most so many bytes that a longer line is certainly too long.

    A character has up to four bytes, and there may be a byte order mark and a line end.
    """
    max_bytes = 4 * limit + 6
    return iter(partial(stream.readline, max_bytes), b"")


def _check_length(raw: bytes, name: str, line_number: int, limit: int) -> None:
    line = _strip_line_end(raw, line_number)
    _check_is_text(line, name, line_number)
    if len(line) > limit and len(line.decode("utf-8", "replace")) > limit:
        raise too_long_error(f"{name}, line {line_number}", limit)


@contextmanager
def open_lines(path: str, name: str = "") -> Iterator[BinaryIO]:
    """Open a file for reading bytes; report any failure as an InputError."""
    name = name or get_display_name(path)
    try:
        with _open_stream(path) as stream:
            yield stream
    except IsADirectoryError as error:
        raise InputError(
            f"{name} is a folder: give a text file with one segment per line"
        ) from error
    except FileNotFoundError as error:
        raise InputError(f"{name} does not exist: check the path") from error
    except get_damage_exceptions() as error:
        raise _damage_error(path, name, error) from error
    except OSError as error:
        if error.errno is None and get_compression_suffix(path):  # a damaged bz2 file
            raise _damage_error(path, name, error) from error
        raise InputError(f"{name} cannot be read ({error.strerror}): check the file") from error


def _open_stream(path: str) -> BinaryIO:
    if path == STDIN:
        if sys.stdin is None:
            raise InputError("standard input is closed: name a file, or redirect standard input")
        return sys.stdin.buffer
    return open_compressed(path) if get_compression_suffix(path) else Path(path).open("rb")


def _damage_error(path: str, name: str, error: Exception) -> InputError:
    suffix = get_compression_suffix(path)
    if not suffix:  # The error comes from another file.
        return InputError(f"{name} cannot be read ({error}): check the file")
    reason = " ".join(str(error).split())
    return InputError(
        f"{name} is not a complete {get_program_name(suffix)} file ({reason}): compress or copy it "
        "again"
    )


def decode_line(raw: bytes, name: str, line_number: int) -> str:
    """Return the text of a line without its end; refuse invalid UTF-8."""
    line = _strip_line_end(raw, line_number)
    _check_is_text(line, name, line_number)
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name}, line {line_number}: byte {error.start + 1} is not valid UTF-8; "
            "convert the file, for example with iconv -f latin1 -t utf-8"
        ) from error


def _strip_line_end(raw: bytes, line_number: int) -> bytes:
    line = raw.removesuffix(b"\n").removesuffix(b"\r")
    return line.removeprefix(_UTF8_BOM) if line_number == 1 else line


def _check_is_text(line: bytes, name: str, line_number: int) -> None:
    """Raise an InputError for a line of a compressed or binary file."""
    if line_number == 1 and (suffix := detect_compression(line)):
        raise InputError(
            f"{name} is compressed with {get_program_name(suffix)}, but its name does not end in "
            f"{suffix}: rename it, or unpack it with {get_program_name(suffix)} -dc"
        )
    if b"\0" in line:
        raise InputError(
            f"{name}, line {line_number}: contains a NUL byte; the file seems to be binary or "
            "UTF-16, convert it to UTF-8"
        )

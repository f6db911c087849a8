"""Reading text: UTF-8, one segment a line; `-` is standard input, compressed files are unpacked."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO

from ..errors import InputError
from .limits import max_line, too_long
from .packed import damage, open_packed, packed_start, packing, program

STDIN = "-"
_BOM = b"\xef\xbb\xbf"


def display_name(path: str) -> str:
    """What messages call the file."""
    return "standard input" if path == STDIN else path


def read_lines(path: str) -> list[str]:
    """All lines, without their ends; an empty file is refused."""
    lines = list(iterate_lines(path))
    if not lines:
        raise InputError(f"{display_name(path)} is empty: give a file with at least one line")
    return lines


def iterate_lines(path: str) -> Iterator[str]:
    """Lines one by one; CRLF counts as a line end, a byte order mark is dropped."""
    return _iterate(path, max_line())


def _iterate(path: str, most: int) -> Iterator[str]:
    name = display_name(path)
    with open_lines(path, name) as stream:
        yield from decoded_lines(stream, name, most)


def decoded_lines(stream: BinaryIO, name: str, most: int) -> Iterator[str]:
    """The same of a stream; `name` is what messages call the file."""
    for number, raw in enumerate(_bounded(stream, most), 1):
        try:
            # Nearly every line of nearly every file is done here.
            if number > 1 and len(raw) <= most and b"\0" not in raw:
                yield raw.decode().removesuffix("\n").removesuffix("\r")
                continue
        except UnicodeDecodeError:
            pass  # said below
        _check_length(raw, name, number, most)
        if number > 1 or raw != _BOM:  # a mark alone is no line
            yield decode_line(raw, name, number)


def raw_lines(stream: BinaryIO, name: str, most: int) -> Iterator[bytes]:
    """Lines with their ends; one of more than `most` characters is refused before it is read."""
    for number, raw in enumerate(_bounded(stream, most), 1):
        if len(raw) > most:
            _check_length(raw, name, number, most)
        yield raw


def _bounded(stream: BinaryIO, most: int) -> Iterator[bytes]:
    """Lines, of a longer one as much as shows that it is: a character has up to four bytes, and a
    mark and a line end may be there too.
    """
    return iter(partial(stream.readline, 4 * most + 6), b"")


def _check_length(raw: bytes, name: str, number: int, most: int) -> None:
    line = _without_end(raw, number)
    _check_text(line, name, number)
    if len(line) > most and len(line.decode("utf-8", "replace")) > most:
        raise too_long(f"{name}, line {number}", most)


@contextmanager
def open_lines(path: str, name: str = "") -> Iterator[BinaryIO]:
    """The file's bytes; what goes wrong in reading them is an error in one line."""
    name = name or display_name(path)
    try:
        with _open(path) as stream:
            yield stream
    except IsADirectoryError as error:
        raise InputError(f"{name} is a folder: give a text file, one segment a line") from error
    except FileNotFoundError as error:
        raise InputError(f"{name} does not exist: check the path") from error
    except damage() as error:
        raise _damaged(path, name, error) from error
    except OSError as error:
        if error.errno is None and packing(path):  # bz2 says so
            raise _damaged(path, name, error) from error
        raise InputError(f"{name} cannot be read ({error.strerror}): check the file") from error


def _open(path: str) -> BinaryIO:
    if path == STDIN:
        if sys.stdin is None:
            raise InputError("standard input is closed: name a file, or send something there")
        return sys.stdin.buffer
    return open_packed(path) if packing(path) else Path(path).open("rb")


def _damaged(path: str, name: str, error: Exception) -> InputError:
    suffix = packing(path)
    if not suffix:  # not of this file
        return InputError(f"{name} cannot be read ({error}): check the file")
    reason = " ".join(str(error).split())
    return InputError(
        f"{name} is no whole {program(suffix)} file ({reason}): pack or copy it again"
    )


def decode_line(raw: bytes, name: str, number: int) -> str:
    """The text of a line without its end; what is no UTF-8 text is refused."""
    line = _without_end(raw, number)
    _check_text(line, name, number)
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name}, line {number}: byte {error.start + 1} is not valid UTF-8; "
            "convert the file, for example with iconv -f latin1 -t utf-8"
        ) from error


def _without_end(raw: bytes, number: int) -> bytes:
    line = raw.removesuffix(b"\n").removesuffix(b"\r")
    return line.removeprefix(_BOM) if number == 1 else line


def _check_text(line: bytes, name: str, number: int) -> None:
    """Refuse what is no text at all."""
    if number == 1 and (suffix := packed_start(line)):
        raise InputError(
            f"{name} is compressed by {program(suffix)}, which only a name in {suffix} says: "
            f"rename it, or unpack it with {program(suffix)} -dc"
        )
    if b"\0" in line:
        raise InputError(
            f"{name}, line {number}: holds a NUL byte; the file seems to be binary or UTF-16, "
            "convert it to UTF-8"
        )

"""Lines as they come, without waiting for more than there are."""

from collections.abc import Iterator
from typing import BinaryIO

# What pipes hold, and so what can wait there.
_AT_ONCE = 65_536


def waiting_lines(stream: BinaryIO, most: int) -> Iterator[list[bytes]]:
    """Lines without their ends: each time all that have come, or the next one as soon as it does.

    Of a line of more than `most` bytes one more than these is left. What stands after the last line
    end is a line too.
    """
    read = getattr(stream, "read1", stream.read)  # what waits, where `read` would wait for more
    rest = b""
    while chunk := read(_AT_ONCE):
        if len(rest) > most and b"\n" not in chunk:
            continue  # more of a line that is too long already
        *lines, rest = (rest + chunk).split(b"\n")
        rest = rest[: most + 1]
        if lines:
            yield [line[: most + 1] for line in lines]
    if rest:
        yield [rest]

"""Reading no more than a file can hold of use: small files must not fill the memory."""

import zlib
from pathlib import Path
from typing import BinaryIO

from ..errors import ResourceError
from .schema import MisfitError

# What people call so many bytes.
MIB = 1 << 20
# The largest that is shipped has 2.3 MiB. Files of old do not state their size.
MOST_BODY, _MOST_UNSTATED = 512 * MIB, 64 * MIB
# Tables of words become a half to a fifth of their size; what becomes less and does not say so was
# made to do harm.
_MOST_FOLD, _SLACK = 100, 1 << 16


def read_bounded(stream: BinaryIO, most: int, path: Path) -> bytes:
    """All that is left; more than `most` bytes are refused, and not read."""
    content = stream.read(most + 1)
    if len(content) > most:
        raise ResourceError(
            f"{path} has more than {most // MIB} MiB, which no such file has: check that it is the "
            "right one"
        )
    return content


def inflate(packed: bytes, stated: int | None) -> bytes:
    """What zlib packed: of the stated size, else at most a hundred times what it was."""
    if stated is not None and stated > MOST_BODY:
        raise MisfitError(f"its body says to have {stated} bytes, more than the {MOST_BODY} of any")
    unstated = min(_MOST_FOLD * len(packed) + _SLACK, _MOST_UNSTATED)
    most = unstated if stated is None else stated
    unpacker = zlib.decompressobj()
    # One more than there may be, so that the end of a right one is seen.
    content = unpacker.decompress(packed, most + 1)
    if len(content) > most:
        raise MisfitError(f"its body has more than the {most} bytes that it may have")
    if not unpacker.eof:
        raise MisfitError("its body is cut off")
    if unpacker.unused_data:
        raise MisfitError("something follows its body")
    if stated is not None and len(content) != stated:
        raise MisfitError(f"its body has {len(content)} bytes and says to have {stated}")
    return content

"""Numbers and texts in few bytes, as the page's script unpacks them."""

import json
import re
import zlib
from collections.abc import Sequence

import numpy as np

from ...arrays import Array

# Halves of characters, which UTF-8 has not.
_HALVES = re.compile("[\ud800-\udfff]")
# More work saves hardly more bytes.
_LEVEL = 6


def pack_json(value: object) -> bytes:
    """Deflated JSON."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    safe = _HALVES.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return zlib.compress(safe.encode(), _LEVEL)


def pack_columns(columns: Sequence[Array]) -> bytes:
    """Columns of whole numbers one after another, each with its length before it.

    0, -1, 1, -2, ... are written as 0, 1, 2, 3, ..., and all first bytes come before all second
    ones: where numbers are small, that leaves long runs of zeros, which take no room.
    """
    parts = []
    for column in columns:
        signed = np.asarray(column).astype(np.int64)
        whole = np.ascontiguousarray((signed << 1) ^ (signed >> 63), dtype="<u4")
        planes = whole.view(np.uint8).reshape(-1, 4).T
        parts.append(np.array([len(whole)], dtype="<i4").tobytes() + planes.tobytes())
    return zlib.compress(b"".join(parts), _LEVEL)


def pack_floats(values: Array) -> bytes:
    """In single precision, bytes in planes as above."""
    whole = np.ascontiguousarray(values, dtype="<f4").ravel()
    return zlib.compress(whole.view(np.uint8).reshape(-1, 4).T.tobytes(), _LEVEL)

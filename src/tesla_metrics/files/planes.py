"""Arrays of small numbers as bytes that compress well: all lowest bytes first, then the next."""

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from .schema import decode_utf8, demand


def to_planes(values: Array, width: int) -> bytes:
    """Whole numbers from 0 on, each as so many bytes."""
    columns = np.ascontiguousarray(values, f"<u{width}").reshape(-1, 1).view(np.uint8)
    return columns.T.tobytes()


class PlaneReader:
    """Takes a body apart; what it lacks is a MisfitError."""

    def __init__(self, body: bytes) -> None:
        self._body, self._at = body, 0

    def bytes(self, count: int) -> bytes:
        """The next so many."""
        demand(self._at + count <= len(self._body), "its body is too short")
        self._at += count
        return self._body[self._at - count : self._at]

    def planes(self, count: int, width: int) -> NDArray[np.int64]:
        """The next so many numbers."""
        raw = np.frombuffer(self.bytes(count * width), np.uint8).reshape(width, count)
        return np.ascontiguousarray(raw.T).view(f"<u{width}").reshape(count).astype(np.int64)

    def lines(self, size: int) -> list[str]:
        """The next so many bytes as lines of text."""
        return decode_utf8(self.bytes(size)).split("\n")

    def finish(self) -> None:
        """All must have been taken."""
        demand(self._at == len(self._body), "its body is too long")

"""Segments in markup, whose text comes in pieces."""

from .limits import too_long


class SegmentText:
    """The text of one, which may be as long as a line."""

    def __init__(self, most: int) -> None:
        self._most, self._pieces, self._size = most, list[str](), 0

    def add(self, text: str, where: str) -> None:
        """A further piece; `where` is file and line."""
        self._pieces.append(text)
        self._size += len(text)
        if self._size > self._most:
            raise too_long(where, self._most, "a segment")

    def whole(self) -> str:
        """All that came."""
        return "".join(self._pieces)

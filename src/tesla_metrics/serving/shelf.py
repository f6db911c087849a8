"""Reports that were made, until newer ones need their place."""

import secrets
from collections import OrderedDict
from threading import Lock

from .reply import RefusedError, Reply

FOLDER = "/reports/"
_MOST, _MOST_BYTES = 8, 100 << 20


class Shelf:
    """In memory only. Who knows the path may read: a browser that opens one brings no token."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[str, Reply] = OrderedDict()

    def put(self, page: Reply) -> str:
        """The path by which it can be had, which nobody guesses."""
        path = FOLDER + secrets.token_urlsafe(24)
        with self._lock:
            self._kept[path] = page
            while len(self._kept) > 1 and self._full:
                self._kept.popitem(last=False)
        return path

    @property
    def _full(self) -> bool:
        size = sum(len(page.body) for page in self._kept.values())
        return len(self._kept) > _MOST or size > _MOST_BYTES

    def get(self, path: str) -> Reply:
        """The page of that path."""
        with self._lock:
            if (found := self._kept.get(path)) is None:
                raise RefusedError(404, "there is no such report any more: make it again")
            return found

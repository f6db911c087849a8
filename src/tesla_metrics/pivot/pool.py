"""Words in one stretch of memory, sorted by their bytes; a word's number is its place from 1."""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from ..arrays import Array

# A phrase that is shorter than its row is filled up with this number.
NOTHING = 0


def pack(words: Iterable[str]) -> tuple[Array, Array]:
    """Where each of the sorted words begins and the last ends, and the bytes of all."""
    encoded = [word.encode() for word in words]
    starts = np.zeros(len(encoded) + 1, np.int64)
    np.cumsum([len(word) for word in encoded], out=starts[1:])
    return starts, np.frombuffer(b"".join(encoded), np.uint8)


def byte_order(word: str) -> bytes:
    """The key that pools are sorted by."""
    return word.encode()


class Pool:
    """Finds words by number and numbers by word, where they lie."""

    def __init__(self, starts: Array, content: Array) -> None:
        self.starts, self.content = starts, content
        self.word = lru_cache(maxsize=100_000)(self._word)
        self.number = lru_cache(maxsize=100_000)(self._number)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def _bytes(self, number: int) -> bytes:
        start, end = self.starts[number - 1 : number + 1]
        return self.content[start:end].tobytes()

    def _word(self, number: int) -> str:
        return self._bytes(number).decode()

    def _number(self, word: str) -> int:
        wanted = word.encode(errors="surrogatepass")  # no table has such a word, nor may one crash
        low, high = 1, len(self) + 1
        while low < high:
            middle = (low + high) // 2
            if self._bytes(middle) < wanted:
                low = middle + 1
            else:
                high = middle
        return low if low <= len(self) and self._bytes(low) == wanted else NOTHING

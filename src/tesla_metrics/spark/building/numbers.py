"""Numbers of words for the workers: two arrays in files, which all processes of a machine map.

A word is told by a hash of 64 bits, so that it takes 12 bytes whatever its length. That is exact:
only words that have a number are ever asked for, and no two of them have the same hash.
"""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import count
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...files.room import WHILE, room_for
from ...lm.counts import WordIds
from ..shipped import find_shipped, new_file, ship


class SentNumbers(NamedTuple):
    """What workers are told: names of files that Spark sent them, and how words are hashed."""

    hashes: str
    numbers: str
    salt: int

    def of(self, words: Sequence[str]) -> WordIds:
        """Numbers of words, each of which has one."""
        hashes, numbers = _opened(self)
        found: WordIds = numbers[np.searchsorted(hashes, hashed(words, self.salt))]
        return found


def send_numbers(spark: Any, words: Sequence[str]) -> SentNumbers:
    """Each word's number is its place."""
    hashes, salt = _distinct(words)
    order = np.argsort(hashes)
    names = []
    for name, array in (("hashes", hashes[order]), ("numbers", order.astype(np.int32))):
        path = new_file(f"{name}.npy")
        with room_for(path, about=WHILE), path.open("wb") as stream:
            np.save(stream, array)
        names.append(ship(spark, path))
    return SentNumbers(names[0], names[1], salt)


def hashed(words: Sequence[str], salt: int) -> NDArray[np.uint64]:
    """64 bits of each."""
    spice = salt.to_bytes(8, "little")
    digests = [blake2b(word.encode(), digest_size=8, salt=spice).digest() for word in words]
    return np.frombuffer(b"".join(digests), np.uint64)


def _distinct(words: Sequence[str]) -> tuple[NDArray[np.uint64], int]:
    """Hashes of which no two are equal, and the salt that makes them so."""
    for salt in count():
        hashes = hashed(words, salt)
        if len(np.unique(hashes)) == len(words):
            return hashes, salt
    raise AssertionError  # there is always another salt


@lru_cache(maxsize=2)  # the sides of a bitext
def _opened(sent: SentNumbers) -> tuple[NDArray[np.uint64], WordIds]:
    hashes, numbers = (np.load(find_shipped(name), mmap_mode="r") for name in sent[:2])
    return hashes, numbers

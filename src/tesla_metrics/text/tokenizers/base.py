"""The base class of tokenisers, and text normalisation."""

import re
import unicodedata
from abc import ABC, abstractmethod
from itertools import chain

from .patterns import shape

# Soft hyphen, zero-width space, word joiner, byte order mark and direction marks. They are
# invisible but would prevent equal words from matching. ZWJ and ZWNJ have a meaning and are kept.
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]+")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])’(?=[^\W\d_])")


def normalize(text: str) -> str:
    """Normalise text: NFC, straight apostrophes in words, no invisible or control characters."""
    if text.isascii():
        return text if text.isprintable() else _CONTROL.sub(" ", text)
    text = _INVISIBLE.sub("", _CONTROL.sub(" ", text))
    text = unicodedata.normalize("NFC", text)
    return _APOSTROPHE.sub("'", text) if "’" in text else text


# English words as in rouge-score.
_ASCII_WORD = re.compile(r"[a-z0-9]+")
# Applied to the shape: marks belong to letters; letters of scripts without spaces are words.
_WORD_SHAPE = re.compile(r"[aA0][aA0mj]*|c[mj]*")


def ascii_words(text: str) -> list[str]:
    """Return the lower-cased words of ASCII letters and digits."""
    return _ASCII_WORD.findall(text.lower())


def unicode_words(text: str) -> list[str]:
    """Return the lower-cased words of letters and digits in any script."""
    lower = text.lower()
    return [lower[match.start() : match.end()] for match in _WORD_SHAPE.finditer(shape(lower))]


MEMO_ENTRIES = 30_000
# Longer chunks (URLs, rows of dashes) rarely recur and would only fill the cache.
MEMO_CHUNK_LENGTH = 64


class Tokenizer(ABC):
    """Base class of tokenisers; the words of a chunk depend only on that chunk."""

    name: str

    def __init__(self, name: str) -> None:
        self.name = name
        self._memo = _Memo(self)

    def tokenize(self, text: str) -> list[str]:
        """Return the words of a line of raw or tokenised text."""
        # Normalisation does not depend on other chunks, so only uncached chunks are normalised.
        return list(chain.from_iterable(map(self._memo.__getitem__, text.split())))

    def clear_cache(self) -> None:
        """Clear the cache of tokenised chunks."""
        self._memo.clear()

    @abstractmethod
    def chunk(self, chunk: str) -> tuple[str, ...]:
        """Return the words of a non-empty chunk of normalised text without white space."""


class _Memo(dict[str, tuple[str, ...]]):
    def __init__(self, owner: Tokenizer) -> None:
        super().__init__()
        self._owner = owner

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        parts = normalize(chunk).split()
        words = tuple(chain.from_iterable(map(self._owner.chunk, parts)))
        if len(chunk) <= MEMO_CHUNK_LENGTH:
            if len(self) >= MEMO_ENTRIES:
                self.clear()
            self[chunk] = words
        return words

"""The base class of tokenisers, text normalisation, and the words of ROUGE."""

import re
import unicodedata
from abc import ABC, abstractmethod
from itertools import chain

from .patterns import get_shape

# Soft hyphen, zero-width space, word joiner, byte order mark and direction marks. They are
# invisible but would prevent equal words from matching. ZWJ and ZWNJ have a meaning and are kept.
_INVISIBLE_CHARACTERS = re.compile(
    "[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+"
)
_CONTROL_CHARACTERS = re.compile("[\x00-\x1f\x7f-\x9f]+")
_CURLY_APOSTROPHE_IN_WORD = re.compile(r"(?<=[^\W\d_])’(?=[^\W\d_])")


def normalize(text: str) -> str:
    """Normalise text: NFC, straight apostrophes in words, no invisible or control characters."""
    if text.isascii():
        return text if text.isprintable() else _CONTROL_CHARACTERS.sub(" ", text)
    text = _INVISIBLE_CHARACTERS.sub("", _CONTROL_CHARACTERS.sub(" ", text))
    text = unicodedata.normalize("NFC", text)
    return _CURLY_APOSTROPHE_IN_WORD.sub("'", text) if "’" in text else text


# The definition of words of the package rouge-score.
_ASCII_WORD = re.compile(r"[a-z0-9]+")
# A pattern for the shape of a text (see patterns.py). Marks and joiners belong to the preceding
# character, and each character of a script without spaces is a word.
_WORD_SHAPE = re.compile(r"[aA0][aA0mj]*|c[mj]*")


def ascii_words(text: str) -> list[str]:
    """Return the lower-cased words of a text that consist of ASCII letters and digits."""
    return _ASCII_WORD.findall(text.lower())


def unicode_words(text: str) -> list[str]:
    """Return the lower-cased words of a text that consist of letters and digits of any script."""
    lower = text.lower()
    matches = _WORD_SHAPE.finditer(get_shape(lower))
    return [lower[match.start() : match.end()] for match in matches]


MEMO_ENTRIES = 30_000  # maximum number of cached chunks
# Longer chunks (URLs, lines of dashes) are not cached, because they rarely occur again.
MEMO_CHUNK_LENGTH = 64


class Tokenizer(ABC):
    """Base class of tokenisers.

    Text is split at white space into chunks. The words of a chunk do not depend on other chunks and
    are cached.
    """

    name: str  # for signatures

    def __init__(self, name: str) -> None:
        self.name = name
        self._memo = _ChunkCache(self)

    def tokenize(self, text: str) -> list[str]:
        """Return the words of a line of raw or tokenised text."""
        # The cache is indexed by chunks before normalisation.
        return list(chain.from_iterable(map(self._memo.__getitem__, text.split())))

    def clear_cache(self) -> None:
        """Clear the cache of tokenised chunks."""
        self._memo.clear()

    @abstractmethod
    def tokenize_chunk(self, chunk: str) -> tuple[str, ...]:
        """Return the words of a non-empty chunk of normalised text without white space."""


class _ChunkCache(dict[str, tuple[str, ...]]):
    """Mapping from chunks before normalisation to their words, which are computed on access."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__()
        self._tokenizer = tokenizer

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        normalized_chunks = normalize(chunk).split()
        words = tuple(chain.from_iterable(map(self._tokenizer.tokenize_chunk, normalized_chunks)))
        if len(chunk) <= MEMO_CHUNK_LENGTH:
            if len(self) >= MEMO_ENTRIES:
                self.clear()
            self[chunk] = words
        return words

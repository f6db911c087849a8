"""What every tokeniser shares: normalise, split at white space, look each chunk up."""

from abc import ABC, abstractmethod
from itertools import chain

from .normalize import normalize

MEMO_ENTRIES = 30_000
# Longer chunks (URLs, rulers of dashes) hardly ever come back and would only fill the memo.
MEMO_CHUNK_LENGTH = 64


class Tokenizer(ABC):
    """Text in, words out; a chunk's words depend on that chunk alone."""

    name: str

    def __init__(self, name: str) -> None:
        self.name = name
        self._memo = _Memo(self)

    def tokenize(self, text: str) -> list[str]:
        """The words of a line of raw or already tokenised text."""
        # Normalising never reaches across white space, so it waits for the look-up to fail.
        return list(chain.from_iterable(map(self._memo.__getitem__, text.split())))

    def clear(self) -> None:
        """Forgets the chunks seen so far."""
        self._memo.clear()

    @abstractmethod
    def chunk(self, chunk: str) -> tuple[str, ...]:
        """The words of one non-empty run of normalised text without white space."""


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

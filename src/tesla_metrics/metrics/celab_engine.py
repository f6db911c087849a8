"""TESLA-CELAB's native core, fed with the tokens and words that it has not met yet."""

from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

from ..analysis.synonyms.phrases import Phrases
from ..analysis.synonyms.table import SynonymTable, encode

if TYPE_CHECKING:
    from types import ModuleType

    import numpy as np
    from numpy.typing import NDArray

Tokens = tuple[str, ...]

# Tokens and strings that are kept, at about 200 bytes each.
_MOST_TOKENS = 300_000
_MOST_ASKED = 1_000_000


class CelabEngine:
    """Tokens to scores, with one dictionary."""

    def __init__(self, native: "ModuleType", phrases: Phrases) -> None:
        self._native, self._phrases = native, phrases
        self._lock = Lock()
        self._forget()

    def score(
        self,
        references: Sequence[Tokens],
        candidates: Sequence[Tokens],
        f: float,
        weights: Sequence[float],
        threads: int,
    ) -> list[float]:
        """The score of each pair."""
        settings = self._native.CelabSettings(len(weights), f, weights)
        with self._lock:
            texts = self._numbers(len(weights), references, candidates)
            scores: NDArray[np.float64] = self._core.score(*texts, settings, threads)
        listed: list[float] = scores[:, 0].tolist()
        return listed

    def matrix(
        self,
        references: Sequence[Tokens],
        candidates: Sequence[Tokens],
        f: float,
        weights: Sequence[float],
        threads: int,
    ) -> "NDArray[np.float64]":
        """The score of each candidate, a row, with each reference."""
        settings = self._native.CelabSettings(len(weights), f, weights)
        with self._lock:
            texts = self._numbers(len(weights), references, candidates)
            scores: NDArray[np.float64] = self._core.matrix(*texts, settings, threads)
        return scores

    def _forget(self) -> None:
        phrases = self._phrases
        self._core = self._native.Phrases(phrases.joint, phrases.spellings)
        self._tokens = _TokenNumbers(self._core, phrases)
        self._listed = isinstance(phrases.synonyms, SynonymTable)
        if isinstance(phrases.synonyms, SynonymTable):
            self._core.add_words(encode(phrases.synonyms.numbers))
        self._asked: set[str] = set()
        self._synsets: dict[int, int] = {}

    def _numbers(self, order: int, *groups: Sequence[Tokens]) -> list[list[list[int]]]:
        # The core lets go of the GIL while it reads its tables: hence the lock of the callers.
        if len(self._tokens) > _MOST_TOKENS or len(self._asked) > _MOST_ASKED:
            self._forget()
        if not self._listed:
            self._ask(order, groups)
        number = self._tokens.__getitem__
        return [[list(map(number, tokens)) for tokens in group] for group in groups]

    def _ask(self, order: int, groups: Sequence[Sequence[Tokens]]) -> None:
        """A dictionary that cannot be listed is asked for every n-gram, once."""
        phrases, asked = self._phrases, self._asked
        for tokens in {tokens for group in groups for tokens in group}:
            folded = list(map(phrases.fold, tokens))
            for n in range(1, order + 1):
                for start in range(len(folded) - n + 1):
                    for word in phrases.spelt(folded[start : start + n]):
                        if word in asked:
                            continue
                        asked.add(word)
                        if synsets := phrases.of_key(word):
                            numbers = sorted(
                                self._synsets.setdefault(s, len(self._synsets)) for s in synsets
                            )
                            self._core.add_word(_bytes(word), numbers)


class _TokenNumbers(dict[str, int]):
    def __init__(self, core: Any, phrases: Phrases) -> None:
        super().__init__()
        self._core, self._phrases = core, phrases

    def __missing__(self, token: str) -> int:
        number: int = self._core.add_token(_bytes(token), _bytes(self._phrases.fold(token)))
        self[token] = number
        return number


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")

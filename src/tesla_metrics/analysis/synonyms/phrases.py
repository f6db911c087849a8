"""Synonyms of n-grams: a dictionary asked for tokens that are put together."""

from collections.abc import Hashable, Sequence

from .base import Synonyms
from .source import key
from .table import SynonymTable

# N-grams whose codes are kept; few of them come again.
_KEPT = 200_000


class Phrases:
    """What an n-gram can be recognised by: its string, and its synsets in the dictionary."""

    def __init__(self, synonyms: Synonyms, joint: str, spellings: Sequence[str]) -> None:
        self.synonyms = synonyms
        self.joint, self.spellings = joint, tuple(spellings)
        self._folded: dict[str, str] = {}
        self._codes: dict[tuple[str, ...], tuple[Hashable, ...]] = {}
        # Tokens are folded one by one, so that what they make needs no folding again.
        self.of_key = synonyms.of_key if isinstance(synonyms, SynonymTable) else synonyms.synsets

    def codes(self, tokens: tuple[str, ...]) -> tuple[Hashable, ...]:
        """Two n-grams that share one of these are the same or synonyms."""
        codes = self._codes.get(tokens)
        if codes is None:
            codes = (self.joint.join(tokens), *self.synsets(tokens))
            if len(self._codes) >= _KEPT:
                self._codes.clear()
            self._codes[tokens] = codes
        return codes

    def synsets(self, tokens: Sequence[str]) -> frozenset[int]:
        """Those of the tokens spelt as one word, in all the ways there are."""
        found = list(map(self.of_key, self.spelt([self.fold(token) for token in tokens])))
        return found[0] if len(found) == 1 else frozenset().union(*found)

    def spelt(self, folded: Sequence[str]) -> list[str]:
        """Folded tokens as one word, in all the ways there are."""
        if len(folded) == 1 or len(self.spellings) == 1:
            return [self.spellings[0].join(folded)]
        return [spelling.join(folded) for spelling in self.spellings]

    def fold(self, token: str) -> str:
        """The token as the dictionary's words are folded."""
        folded = self._folded.get(token)
        if folded is None:
            if len(self._folded) >= _KEPT:
                self._folded.clear()
            folded = self._folded[token] = key(token)
        return folded

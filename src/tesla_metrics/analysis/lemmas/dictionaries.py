"""simplemma's dictionaries, read by the native core where it can: the same words, only faster.

simplemma itself is imported when one of its rules is needed; finding out which languages it has,
and looking words up, works without.
"""

import hashlib
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from ..._core.native import load_native
from ...files.cached import cached
from .core_words import CoreWords

_MOST = 8
_VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)


class CoreDictionaries:
    """What simplemma calls a dictionary factory."""

    def get_dictionary(self, lang: str) -> Mapping[str, str]:
        """The dictionary of a language that simplemma has."""
        return dictionary(lang)


@cache
def lemma_languages() -> frozenset[str]:
    """The codes that simplemma has a dictionary for."""
    found = frozenset(path.stem for path in (_package() / _DATA).glob("*.plzma"))
    if not found:  # they lie elsewhere than we know
        from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

        return frozenset(SUPPORTED_LANGUAGES)
    return found


@cache
def simplemma_version() -> str:
    """As signatures name it."""
    path = _package() / "__metadata__.py"
    found = _VERSION.search(path.read_text(encoding="utf-8")) if path.is_file() else None
    if found is None:
        import simplemma

        return str(simplemma.__version__)
    return found[1]


@lru_cache(_MOST)
def dictionary(lang: str) -> Mapping[str, str]:
    """The words of a language with their lemmas."""
    native = load_native()
    path = _package() / _DATA / f"{lang}.plzma"
    if native is not None and path.is_file():
        try:
            return CoreWords(native.FrontCoded(_unpacked(path)))
        except ValueError:
            pass  # packed in another way than we know: simplemma itself can read it
    from simplemma.strategies.dictionaries import DEFAULT_DICTIONARY_FACTORY

    found: Mapping[str, str] = DEFAULT_DICTIONARY_FACTORY.get_dictionary(lang)
    return found


_DATA = Path("strategies", "dictionaries", "data")


@cache
def _package() -> Path:
    """simplemma's folder, which is found without importing it."""
    spec = find_spec("simplemma")
    places = spec.submodule_search_locations if spec else None
    return Path(places[0] if places else "")


def _unpacked(path: Path) -> bytes:
    """Kept by what it was packed in: unpacking takes most of the time."""
    packed = path.read_bytes()
    key = b"lzma " + hashlib.sha256(packed).digest()

    def unpack() -> bytes:
        import lzma

        try:
            return lzma.decompress(packed)
        except lzma.LZMAError as error:
            raise ValueError(f"{path} is packed in another way") from error

    return cached(key, unpack)

"""simplemma's dictionaries, read by the native core where it can: the same words, only faster."""

from collections.abc import Mapping
from functools import lru_cache

from .._core.native import load_native
from .core_words import CoreWords

_MOST = 8


class CoreDictionaries:
    """What simplemma calls a dictionary factory."""

    def get_dictionary(self, lang: str) -> Mapping[str, str]:
        """The dictionary of a language that simplemma has."""
        return _dictionary(lang)


@lru_cache(_MOST)
def _dictionary(lang: str) -> Mapping[str, str]:
    from simplemma.strategies.dictionaries import dictionary_factory as own

    native = load_native()
    if native is not None and lang in own.SUPPORTED_LANGUAGES:
        import lzma

        with lzma.open(own.DATA_FOLDER / f"{lang}.plzma", "rb") as stream:
            content = stream.read()
        try:
            return CoreWords(native.WordMap.of_front_coded(content))
        except ValueError:
            pass  # packed in another way than we know: simplemma itself can read it
    found: Mapping[str, str] = own.DEFAULT_DICTIONARY_FACTORY.get_dictionary(lang)
    return found

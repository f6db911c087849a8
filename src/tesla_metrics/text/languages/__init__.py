"""Descriptions of languages, one module per language or group of languages.

A description is an object of the class `Language` and contains only data. The code that uses it is
in the parent package, except language identification. Languages without a description have only a
code and default values.
"""

from .base import (
    Compounds,
    Language,
    LemmaCorrections,
    LinkingLetters,
    NegatingAffixes,
    NegatingPrefix,
    NumberWords,
    SingleWordNumbers,
    TokenizerRules,
    VerbClitics,
    word_set,
)
from .codes import UNDETERMINED, parse_language, parse_tag
from .registry import find_language, get_shipped_languages, register

__all__ = [
    "BUILT_IN",
    "CHINESE",
    "UNDETERMINED",
    "Compounds",
    "Language",
    "LemmaCorrections",
    "LinkingLetters",
    "NegatingAffixes",
    "NegatingPrefix",
    "NumberWords",
    "SingleWordNumbers",
    "TokenizerRules",
    "VerbClitics",
    "find_language",
    "get_shipped_languages",
    "parse_language",
    "parse_tag",
    "register",
    "word_set",
]

# Codes of languages with a tagger, and codes of Chinese languages. Both are computed on access.
BUILT_IN: tuple[str, ...]
CHINESE: tuple[str, ...]


def __getattr__(name: str) -> tuple[str, ...]:
    if name == "BUILT_IN":
        return tuple(language.code for language in get_shipped_languages() if language.tagger)
    if name == "CHINESE":
        return tuple(language.code for language in get_shipped_languages() if language.is_chinese)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

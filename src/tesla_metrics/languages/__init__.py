"""Languages: one file each, with all that the rest of the package knows of it.

A language is a value (`Language`), made of facts alone; what is done with them is said once, in
analysis/. One without a file is told by its code only, and gets what works for all.
"""

from .base import Language
from .codes import UNDETERMINED, parse_language, parse_tag
from .compounds import Compounds, Joint
from .lemmas import Lemmas
from .negations import NegatingAffixes, NegatingPrefix
from .numbers import NumberWords, OneWord
from .registry import find_language, register, shipped_languages
from .rules import Rules, VerbClitics, listed

__all__ = [
    "BUILT_IN",
    "CHINESE",
    "UNDETERMINED",
    "Compounds",
    "Joint",
    "Language",
    "Lemmas",
    "NegatingAffixes",
    "NegatingPrefix",
    "NumberWords",
    "OneWord",
    "Rules",
    "VerbClitics",
    "find_language",
    "listed",
    "parse_language",
    "parse_tag",
    "register",
    "shipped_languages",
]

# Codes, made from the files when first asked for: those with a tagger, those in Chinese characters.
BUILT_IN: tuple[str, ...]
CHINESE: tuple[str, ...]


def __getattr__(name: str) -> tuple[str, ...]:
    if name == "BUILT_IN":
        return tuple(language.code for language in shipped_languages() if language.tagger)
    if name == "CHINESE":
        return tuple(language.code for language in shipped_languages() if language.is_chinese)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Tokenisers: by rules for languages that have them, by script for all others."""

from functools import cache

from ..languages import Language, find_language
from .base import Tokenizer, normalize
from .rule_based import RuleTokenizer
from .script_based import ScriptTokenizer

__all__ = ["Tokenizer", "get_tokenizer", "normalize"]


def get_tokenizer(lang: str) -> Tokenizer:
    """Return the tokeniser for a language code or tag (en, en-GB, pt_BR), cached by language."""
    return _tokenizer(find_language(lang.replace("_", "-").partition("-")[0].lower()))


@cache
def _tokenizer(language: Language) -> Tokenizer:
    if language.rules is None:
        return ScriptTokenizer(language.name)
    return RuleTokenizer(language.name, language.rules)

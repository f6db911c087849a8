"""Tokenisers: by rules for languages that have rules, by script for all other languages."""

from functools import cache

from ..languages import Language, find_language
from .base import ScriptTokenizer, Tokenizer, find_invisible_characters, normalize
from .rule_based import RuleTokenizer

__all__ = ["Tokenizer", "find_invisible_characters", "get_tokenizer", "normalize"]


def get_tokenizer(lang: str) -> Tokenizer:
    """Return the tokeniser for a language code or tag (en, en-GB, pt_BR), cached by language."""
    code = lang.replace("_", "-").partition("-")[0].lower()
    return _create_tokenizer(find_language(code))


@cache
def _create_tokenizer(language: Language) -> Tokenizer:
    if language.rules is None:
        return ScriptTokenizer(language.name)
    return RuleTokenizer(language.name, language.rules)

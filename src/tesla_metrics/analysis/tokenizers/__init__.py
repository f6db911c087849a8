"""Splits text into words: rules for five languages, scripts for all others."""

from functools import cache

from . import cs, de, en, es, fr
from .base import Tokenizer
from .normalize import normalize
from .rule_based import RuleTokenizer
from .script_based import ScriptTokenizer

__all__ = ["Tokenizer", "get_tokenizer", "normalize"]

_RULES = {module.RULES.lang: module.RULES for module in (cs, de, en, es, fr)}


def get_tokenizer(lang: str) -> Tokenizer:
    """The tokeniser for a language code or tag (en, en-GB, pt_BR); one object a language."""
    return _tokenizer(lang.replace("_", "-").partition("-")[0].lower())


@cache
def _tokenizer(lang: str) -> Tokenizer:
    rules = _RULES.get(lang)
    return RuleTokenizer(rules) if rules else ScriptTokenizer(lang)

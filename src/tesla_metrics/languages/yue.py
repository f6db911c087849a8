"""Cantonese."""

from .base import HAN, Language
from .han_numbers import HAN_NUMBERS

LANGUAGE = Language(
    code="yue", spaces=False, script=HAN, numbers=HAN_NUMBERS, synonyms="zh", analyzers=("jieba",)
)

"""Cantonese."""

from .base import HAN, Language

LANGUAGE = Language(code="yue", spaces=False, script=HAN, synonyms="zh", analyzers=("jieba",))

"""Wu Chinese."""

from .base import HAN, Language

LANGUAGE = Language(code="wuu", spaces=False, script=HAN, synonyms="zh", analyzers=("jieba",))

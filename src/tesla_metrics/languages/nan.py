"""Min Nan Chinese."""

from .base import HAN, Language

LANGUAGE = Language(code="nan", spaces=False, script=HAN, synonyms="zh", analyzers=("jieba",))

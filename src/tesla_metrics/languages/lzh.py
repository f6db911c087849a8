"""Classical Chinese."""

from .base import HAN, Language

LANGUAGE = Language(code="lzh", spaces=False, script=HAN, analyzers=("jieba",))

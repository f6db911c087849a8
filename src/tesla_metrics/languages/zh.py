"""Chinese, in either script."""

from .base import HAN, Language

LANGUAGE = Language(code="zh", spaces=False, script=HAN, analyzers=("jieba",), place=6)

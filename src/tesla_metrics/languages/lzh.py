"""Classical Chinese."""

from .base import HAN, Language
from .han_numbers import HAN_NUMBERS

LANGUAGE = Language(code="lzh", spaces=False, script=HAN, numbers=HAN_NUMBERS, analyzers=("jieba",))

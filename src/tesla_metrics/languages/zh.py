"""Chinese, in either script."""

from .base import HAN, Language
from .han_numbers import HAN_NUMBERS

LANGUAGE = Language(
    code="zh", spaces=False, script=HAN, numbers=HAN_NUMBERS, analyzers=("jieba",), place=6
)

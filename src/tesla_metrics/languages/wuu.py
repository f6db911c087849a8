"""Wu Chinese."""

from .base import HAN, Language
from .han_numbers import HAN_NUMBERS

LANGUAGE = Language(
    code="wuu", spaces=False, script=HAN, numbers=HAN_NUMBERS, synonyms="zh", analyzers=("jieba",)
)

"""Min Nan Chinese."""

from .base import HAN, Language
from .han_numbers import HAN_NUMBERS

LANGUAGE = Language(
    code="nan", spaces=False, script=HAN, numbers=HAN_NUMBERS, synonyms="zh", analyzers=("jieba",)
)

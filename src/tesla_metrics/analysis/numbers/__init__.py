"""Numbers, which a translation must not get wrong, however they are written."""

from .changes import changed_numbers
from .composing import Numbers
from .numerals import canonical, digits_of
from .parts import Kind, Part
from .reading import numbers, part_of
from .words import number_word, number_words

__all__ = [
    "Kind",
    "Numbers",
    "Part",
    "canonical",
    "changed_numbers",
    "digits_of",
    "number_word",
    "number_words",
    "numbers",
    "part_of",
]

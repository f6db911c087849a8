"""The numbers of a text.

They are told by their digits and points, so that 20th and 20 are the same; a group of three digits
that stands apart belongs to the number of up to three before it (10 000), and words make one number
where their language composes them (two hundred).
"""

from collections.abc import Iterable

from .composing import Numbers, compose
from .numerals import canonical, digits_of
from .parts import Kind, Part
from .words import number_word

_OTHER = Part(Kind.OTHER)


def numbers(forms: Iterable[str], lang: str) -> Numbers:
    """The numbers that lower-cased words make, in the order of the text."""
    return compose(part_of(form, lang) for form in forms)


def part_of(form: str, lang: str) -> Part:
    """What a lower-cased word is in numbers."""
    part = number_word(form, lang)
    if part is not None:
        return part
    written = canonical(form, lang)
    digits = digits_of(written)
    if not digits:
        return _OTHER
    # Nothing is added to 20th, and nothing multiplies it.
    plain = digits == written and not any(map(str.isalpha, form))
    return Part(Kind.DIGITS if plain else Kind.FIXED, digits=digits)

"""Numbers of one word however they are written: 1,000 and 1000, twelve and 12."""

import re

from .words import number_word

_SEPARATORS = frozenset(".,':")
_GROUPS = re.compile(r"\d{1,3}(?:[.,']\d{3})+")
_TO_POINTS = str.maketrans(",:'", "...")


def canonical(form: str, lang: str) -> str:
    """A lower-cased word as it is compared: a number by its digits, any other as it is."""
    if form.isalpha() or not any(map(str.isdecimal, form)):
        part = number_word(form, lang)
        return (part.digits or str(part.value)) if part is not None and part.alone else form
    if not all(char.isdecimal() or char in _SEPARATORS for char in form):
        return form
    plain = "".join(str(int(char)) if char.isdecimal() else char for char in form)
    plain = plain.strip(".,':")
    if _GROUPS.fullmatch(plain):
        return "".join(filter(str.isdecimal, plain))
    return plain.translate(_TO_POINTS)


def digits_of(form: str) -> str:
    """The digits of a word, one after another, in ASCII; a decimal number keeps its points."""
    if form.isascii() and form.replace(".", "").isdecimal():
        return form
    return "".join(str(int(char)) for char in form if char.isdecimal())

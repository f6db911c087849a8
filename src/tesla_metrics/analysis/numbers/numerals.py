"""Numbers of one word however they are written: 1,000 and 1000, twelve and 12, 3.5bn, 4th, -5."""

import re

from ...languages import find_language
from .composing import thousandths
from .parts import Kind
from .words import number_word

_SEPARATORS = frozenset(".,':")
_GROUPS = re.compile(r"\d{1,3}(?:[.,']\d{3})+")
_TO_POINTS = str.maketrans(",:'", "...")
_WRITTEN = re.compile(r"([-\u2212]?)([\d.,':]*\d)[.,':]*([^\W\d_]*[.\u00ba\u00aa]?)")
_THOUSAND = 1000
# The first ordinals mean other things as well (a second, a third): they are no numbers.
_FIRST_ORDINAL = 4


def canonical(form: str, lang: str) -> str:
    """A lower-cased word as it is compared: a number by its digits, any other as it is."""
    if form.isalpha() or not any(map(str.isdecimal, form)):
        part = number_word(form, lang)
        return (part.digits or str(part.value)) if part is not None and part.alone else form
    if (form[0] in _SEPARATORS or form[0].isdecimal()) and not form[-1].isalpha():
        form = form.strip(".,':")
    found = _WRITTEN.fullmatch(form)
    if found is None:
        return form
    digits = _plain(found[2])
    if found[3]:
        return _with_letters(digits, found[3], lang) or form
    return f"-{digits}" if found[1] else digits


def _plain(written: str) -> str:
    """In ASCII, without what only groups digits or adds nothing."""
    plain = "".join(str(int(char)) if char.isdecimal() else char for char in written)
    if _GROUPS.fullmatch(plain):
        return "".join(filter(str.isdecimal, plain))
    points = plain.translate(_TO_POINTS)
    return points.rstrip("0").rstrip(".") if points.count(".") == 1 else points


def _with_letters(digits: str, letters: str, lang: str) -> str:
    """4th as 4, 3.5bn as 3500000000; nothing where the letters say something else."""
    facts = find_language(lang).numbers
    if letters in facts.ordinal_marks.split() and digits.isdecimal():
        ordinals = facts.ordinals.split()
        number = int(digits[:6])
        if number < _FIRST_ORDINAL:
            return ordinals[number - 1].split("/")[0] if 0 < number <= len(ordinals) else ""
        return digits
    part = number_word(letters, lang)
    if part is None or part.kind != Kind.MULTIPLIER or part.value < _THOUSAND:
        return ""
    exact = thousandths(digits)
    return "" if exact is None else str(exact * (part.value // _THOUSAND))


def digits_of(form: str) -> str:
    """The digits of a word, one after another, in ASCII; a decimal number keeps points and sign."""
    if form.isascii() and form.removeprefix("-").replace(".", "").isdecimal():
        return form
    return "".join(str(int(char)) for char in form if char.isdecimal())

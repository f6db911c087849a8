"""Numbers of one word however they are written: 1,000 and 1000, twelve and 12, 3.5bn, 4th, -5."""

import re

from ...languages import find_language
from .composing import thousandths
from .parts import Kind
from .words import number_word

_SEPARATORS = frozenset(".,':")
_GROUPS = re.compile(r"[1-9]\d{0,2}(?:[.,']\d{3})+")
# The decimals' mark is another than that of the groups: 1,500.50, but not 1.500.50.
_GROUPS_AND_DECIMALS = re.compile(
    r"([1-9]\d{0,2}(?:[.']\d{3})+),(\d+)|([1-9]\d{0,2}(?:[,']\d{3})+)\.(\d+)"
)
# 8:40, but 3:1 and 1:100 are no decimals.
_DECIMAL = re.compile(r"(\d+)(?:[.,](\d+)|[:'](\d\d))")
_RATIO = re.compile(r"(\d+)[:'](\d+)")
_DATE = re.compile(r"\d+(?:\.\d+){2,}|\d+(?::\d+){2,}")
_TO_POINTS = str.maketrans(",:'", "...")
_WRITTEN = re.compile(r"([-\u2212]?)([\d.,':]*\d)[.,':]*([^\W\d_]*[.\u00ba\u00aa]?)")
_THOUSAND = 1000
_DAY = 2  # digits
# The first ordinals mean other things as well (a second, a third): they are no numbers.
_FIRST_ORDINAL = 4


def canonical(form: str, lang: str) -> str:
    """A lower-cased word as it is compared: a number by its digits, any other as it is."""
    if form.isalpha() or not any(map(str.isdecimal, form)):
        part = number_word(form, lang)
        return (part.digits or str(part.value)) if part is not None and part.alone else form
    if (form[0] in _SEPARATORS or form[0].isdecimal()) and not form[-1].isalpha():
        form = form.rstrip(".,':")
    found = _WRITTEN.fullmatch(form)
    if found is None:
        return form
    digits = _plain(found[2])
    if found[3]:
        return _with_letters(digits, found[3], lang) or form
    return f"-{digits}" if found[1] else digits


def _plain(written: str) -> str:
    """In ASCII, without what only groups digits or adds nothing."""
    number = "".join(str(int(char)) if char.isdecimal() else char for char in written)
    plain = number.lstrip(".,':")
    if number == f".{plain}" and plain.isdecimal():
        plain = f"0.{plain}"
    if plain.isdecimal():
        # 05 May; three digits may be a group: 10 050.
        return _least(plain) if len(plain) == _DAY else plain
    if _GROUPS.fullmatch(plain):
        return "".join(filter(str.isdecimal, plain))
    if found := _GROUPS_AND_DECIMALS.fullmatch(plain):
        groups, decimals = found[1] or found[3], found[2] or found[4]
        plain = f"{''.join(filter(str.isdecimal, groups))}.{decimals}"
    if found := _DECIMAL.fullmatch(plain):
        return f"{_least(found[1])}.{found[2] or found[3]}".rstrip("0").rstrip(".")
    if found := _RATIO.fullmatch(plain):
        # As a time, so that 3:1 is not 3:10.
        return f"{_least(found[1])}.{found[2].zfill(2)}"
    points = plain.translate(_TO_POINTS)
    return ".".join(map(_least, points.split("."))) if _DATE.fullmatch(plain) else points


def _least(digits: str) -> str:
    """Without noughts before it."""
    return digits.lstrip("0") or "0"


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

"""Read the numbers of a text in any notation and compare the numbers of two texts."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from .languages import find_language
from .number_composition import Numbers, NumberWord, NumberWordKind, compose, thousandths
from .number_words import number_word, number_words

# Single-word numbers in any notation: 1,000 and 1000, twelve and 12, 3.5bn, 4th, -5.

_SEPARATORS = frozenset(".,':")
_GROUPS = re.compile(r"[1-9]\d{0,2}(?:[.,']\d{3})+")
# The decimal mark differs from the group separator: 1,500.50, but not 1.500.50.
_GROUPS_AND_DECIMALS = re.compile(
    r"([1-9]\d{0,2}(?:[.']\d{3})+),(\d+)|([1-9]\d{0,2}(?:[,']\d{3})+)\.(\d+)"
)
# 8:40, but 3:1 and 1:100 are not decimals.
_DECIMAL = re.compile(r"(\d+)(?:[.,](\d+)|[:'](\d\d))")
_RATIO = re.compile(r"(\d+)[:'](\d+)")
_DATE = re.compile(r"\d+(?:\.\d+){2,}|\d+(?::\d+){2,}")
_TO_POINTS = str.maketrans(",:'", "...")
_NUMBER = re.compile(r"([-\u2212]?)([\d.,':]*\d)[.,':]*([^\W\d_]*[.\u00ba\u00aa]?)")
_THOUSAND = 1000
_DAY = 2  # digits
# The first ordinals have other meanings as well (a second, a third): they are not numbers.
_FIRST_ORDINAL = 4


def canonical(form: str, lang: str) -> str:
    """Return the canonical form of a lower-cased word: the digits of a number, else the word."""
    if form.isalpha() or not any(map(str.isdecimal, form)):
        part = number_word(form, lang)
        return (part.digits or str(part.value)) if part is not None and part.is_number else form
    if (form[0] in _SEPARATORS or form[0].isdecimal()) and not form[-1].isalpha():
        form = form.rstrip(".,':")
    match = _NUMBER.fullmatch(form)
    if match is None:
        return form
    digits = _canonical_digits(match[2])
    if match[3]:
        return _with_letters(digits, match[3], lang) or form
    return f"-{digits}" if match[1] else digits


def _canonical_digits(written: str) -> str:
    """Return the number in ASCII, without group separators and insignificant zeros."""
    ascii_text = "".join(str(int(char)) if char.isdecimal() else char for char in written)
    plain = ascii_text.lstrip(".,':")
    if ascii_text == f".{plain}" and plain.isdecimal():
        plain = f"0.{plain}"
    if plain.isdecimal():
        # 05 May. Three digits may be a group: 10 050.
        return _strip_zeros(plain) if len(plain) == _DAY else plain
    if _GROUPS.fullmatch(plain):
        return "".join(filter(str.isdecimal, plain))
    if match := _GROUPS_AND_DECIMALS.fullmatch(plain):
        groups, decimals = match[1] or match[3], match[2] or match[4]
        plain = f"{''.join(filter(str.isdecimal, groups))}.{decimals}"
    if match := _DECIMAL.fullmatch(plain):
        return f"{_strip_zeros(match[1])}.{match[2] or match[3]}".rstrip("0").rstrip(".")
    if match := _RATIO.fullmatch(plain):
        # With two digits, as in a time, so that 3:1 is not 3:10.
        return f"{_strip_zeros(match[1])}.{match[2].zfill(2)}"
    points = plain.translate(_TO_POINTS)
    return ".".join(map(_strip_zeros, points.split("."))) if _DATE.fullmatch(plain) else points


def _strip_zeros(digits: str) -> str:
    """Return the digits without leading zeros."""
    return digits.lstrip("0") or "0"


def _with_letters(digits: str, letters: str, lang: str) -> str:
    """Return 4 for 4th and 3500000000 for 3.5bn; empty if the letters have another meaning."""
    facts = find_language(lang).numbers
    if letters in facts.ordinal_marks.split() and digits.isdecimal():
        ordinals = facts.ordinals.split()
        ordinal = int(digits[:6])
        if ordinal < _FIRST_ORDINAL:
            return ordinals[ordinal - 1].split("/")[0] if 0 < ordinal <= len(ordinals) else ""
        return digits
    part = number_word(letters, lang)
    if part is None or part.kind != NumberWordKind.MULTIPLIER or part.value < _THOUSAND:
        return ""
    exact = thousandths(digits)
    return "" if exact is None else str(exact * (part.value // _THOUSAND))


def digits_of(form: str) -> str:
    """Return the digits of a word in ASCII; decimal numbers keep points and sign."""
    if form.isascii() and form.removeprefix("-").replace(".", "").isdecimal():
        return form
    return "".join(str(int(char)) for char in form if char.isdecimal())


# The numbers of a text.
#
# Numbers are identified by their digits and points, so that 20th and 20 are equal. A separate group
# of three digits belongs to a preceding number of up to three digits (10 000), and words form one
# number if their language composes them (two hundred).

_OTHER = NumberWord(NumberWordKind.OTHER)


def numbers(forms: Iterable[str], lang: str) -> Numbers:
    """Return the numbers that lower-cased words form, in text order."""
    return compose(part_of(form, lang) for form in forms)


def part_of(form: str, lang: str) -> NumberWord:
    """Return the function of a lower-cased word in numbers."""
    part = number_word(form, lang)
    if part is not None:
        return part
    written = canonical(form, lang)
    digits = digits_of(written)
    if not digits:
        return _OTHER
    # Ordinals such as 20th are neither added to nor multiplied.
    plain = digits == written and not any(map(str.isalpha, form))
    return NumberWord(NumberWordKind.DIGITS if plain else NumberWordKind.FIXED, digits=digits)


def changed_numbers(reference: Numbers, candidate: Numbers) -> float:
    """Return the share of numbers that were replaced by other numbers.

    A missing number is not a change, and neither is another tokenisation (9:30, 9 30). A number of
    several words counts once (two hundred, 200), but it has not changed if only a word such as
    thousand or million is missing (20 to 30 million, 20 million to 30 million).
    """
    share = _changed_share(reference.composed, candidate.composed)
    return share if share and _changed_share(reference.separate, candidate.separate) else 0.0


def _changed_share(reference: Sequence[str], candidate: Sequence[str]) -> float:
    missing, extra = _without(reference, candidate), _without(candidate, reference)
    if not missing or not extra:
        return 0.0
    if len(missing) != len(extra) and _have_same_digits(missing, extra):
        return 0.0
    return min(len(missing), len(extra)) / max(len(reference), len(candidate))


def _have_same_digits(missing: Sequence[str], extra: Sequence[str]) -> bool:
    """Return whether all digits are equal, ignoring trailing zeros after a point."""
    first, second = "".join(missing), "".join(extra)
    if "." in first or "." in second:
        first, second = (digits.replace(".", "").rstrip("0") for digits in (first, second))
    return first == second


def _without(numbers: Sequence[str], others: Sequence[str]) -> list[str]:
    remaining = Counter(others)
    missing = []
    for number in numbers:
        if remaining[number]:
            remaining[number] -= 1
        else:
            missing.append(number)
    return missing


# Pairs of a compared value and the positions of its words.
PositionedValues = Sequence[tuple[str, tuple[int, ...]]]


def number_positions(numbers: Numbers) -> PositionedValues:
    """Return the digits of each number and its position, counting each number as one word."""
    result, offset = [], 0
    for digits, (begin, end) in zip(numbers.composed, numbers.spans, strict=True):
        result.append((digits, (begin - offset,)))
        offset += end - begin - 1
    return result


def missing_numbers(
    values: PositionedValues, others: PositionedValues
) -> list[tuple[str, tuple[int, ...]]]:
    """Return the numbers of a text that the other text lacks."""
    remaining = Counter(digits for digits, _ in others)
    missing = []
    for digits, places in values:
        if remaining[digits]:
            remaining[digits] -= 1
        else:
            missing.append((digits, places))
    return missing


__all__ = [
    "NumberWord",
    "NumberWordKind",
    "Numbers",
    "canonical",
    "changed_numbers",
    "digits_of",
    "number_word",
    "number_words",
    "numbers",
    "part_of",
]

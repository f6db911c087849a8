"""Read the numbers of a text in any notation and compare the numbers of two texts."""

import itertools
import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence

from .languages import find_language
from .languages.registry import get_number_format
from .number_composition import (
    Numbers,
    NumberWord,
    NumberWordKind,
    compose_numbers,
    parse_thousandths,
)
from .number_words import find_number_word, get_number_words

# Numbers that are a single word: 1,000 and 1000, twelve and 12, 3.5bn, 4th, -5

_SEPARATORS = frozenset(".,':")
# Groups of three digits with the same separator: 1,000,000.
_GROUPED_INTEGER = re.compile(r"[1-9]\d{0,2}([.,'])\d{3}(?:\1\d{3})*")
# A single separator and three digits, which are a group or decimals: 1,234 or 1.234. The number
# format of the language decides.
_GROUP_OR_DECIMALS = re.compile(r"[1-9]\d{0,2}([.,])\d{3}")
# Groups with decimals. The decimal mark differs from the group separator: 1,500.50, not 1.500.50.
_GROUPED_DECIMAL = re.compile(
    r"([1-9]\d{0,2}(?:[.']\d{3})+),(\d+)|([1-9]\d{0,2}(?:[,']\d{3})+)\.(\d+)"
)
# Decimals and times: 3.5 and 8:40, but not the ratios 3:1 and 1:100.
_DECIMAL = re.compile(r"(\d+)(?:[.,](\d+)|[:'](\d\d))")
_RATIO = re.compile(r"(\d+)[:'](\d+)")
_DATE_OR_TIME = re.compile(r"\d+(?:\.\d+){2,}|\d+(?::\d+){2,}")
_SEPARATORS_TO_POINTS = str.maketrans(",:'", "...")
# Sign, digits with separators, and letters: -5, 3.5bn, 4th.
_NUMBER_WITH_LETTERS = re.compile(r"([-\u2212]?)([\d.,':]*\d)[.,':]*([^\W\d_]*[.\u00ba\u00aa]?)")
_THOUSAND = 1000
_GROUP_DIGITS = 3
_DAY_DIGITS = 2  # number of digits of a day with a leading zero: 05 May
# Smaller ordinals are not numbers, because they have other meanings: a second, a third.
_MIN_ORDINAL = 4


def canonicalize(form: str, lang: str) -> str:
    """Return the canonical form of a lower-cased word: the digits of a number, else the word."""
    if form.isalpha() or not any(map(str.isdecimal, form)):
        word = find_number_word(form, lang)
        if word is None or not word.is_number:
            return form
        return word.digits or str(word.value)
    begins_with_number = form[0] in _SEPARATORS or form[0].isdecimal()
    if begins_with_number and not form[-1].isalpha():
        form = form.rstrip(".,':")
    match = _NUMBER_WITH_LETTERS.fullmatch(form)
    if match is None:
        return form
    sign, written_digits, letters = match.groups()
    number_format = get_number_format(find_language(lang))
    digits = _canonicalize_digits(written_digits, number_format)
    if letters:
        return _read_letters(digits, letters, lang) or form
    return f"-{digits}" if sign else digits


def _canonicalize_digits(written: str, number_format: str) -> str:
    """Return a number in ASCII, without group separators and insignificant zeros."""
    ascii_text = _to_ascii_digits(written)
    literal = ascii_text.lstrip(".,':")
    if ascii_text == f".{literal}" and literal.isdecimal():
        literal = f"0.{literal}"
    if literal.isdecimal():
        # A leading zero is removed from a day (05 May), but not from a group (10 050).
        return _strip_zeros(literal) if len(literal) == _DAY_DIGITS else literal
    if _GROUPED_INTEGER.fullmatch(literal) and not _has_decimals(literal, number_format):
        return "".join(filter(str.isdecimal, literal))
    if match := _GROUPED_DECIMAL.fullmatch(literal):
        groups, decimals = match[1] or match[3], match[2] or match[4]
        literal = f"{''.join(filter(str.isdecimal, groups))}.{decimals}"
    if match := _DECIMAL.fullmatch(literal):
        # Three digits before decimals may be the last group: 10 050,5.
        is_group = match[2] is not None and len(match[1]) == _GROUP_DIGITS
        integer, decimals = match[1], match[2] or match[3]
        integer = integer if is_group else _strip_zeros(integer)
        return f"{integer}.{decimals}".rstrip("0").rstrip(".")
    if match := _RATIO.fullmatch(literal):
        # Two digits after the point, as in a time, so that 3:1 differs from 3:10.
        return f"{_strip_zeros(match[1])}.{match[2].zfill(2)}"
    with_points = literal.translate(_SEPARATORS_TO_POINTS)
    if _DATE_OR_TIME.fullmatch(literal):
        return ".".join(map(_strip_zeros, with_points.split(".")))
    return with_points


def _has_decimals(literal: str, number_format: str) -> bool:
    """Return whether three digits after a single separator are decimals by the number format."""
    match = _GROUP_OR_DECIMALS.fullmatch(literal)
    return match is not None and number_format.endswith(match[1])


def find_other_reading(form: str, lang: str) -> str:
    """Return the other reading of an ambiguous number; empty for other words.

    Three digits after a single point or comma are ambiguous if it has no function in the number
    format of the language, as a point in French. `canonicalize` reads them as a group; the other
    reading is decimals. Three zeros are hardly ever decimals, so they have no such reading. If they
    follow the decimal mark of a language that groups by spaces, the other reading is a group. See
    `resolve_readings`.
    """
    if form.isalpha():
        return ""
    match = _NUMBER_WITH_LETTERS.fullmatch(form.rstrip(".,':"))
    if match is None or match[3]:
        return ""
    literal = _to_ascii_digits(match[2]).lstrip(".,':")
    separator = _GROUP_OR_DECIMALS.fullmatch(literal)
    if separator is None:
        return ""
    number_format = get_number_format(find_language(lang))
    if separator[1] in number_format:
        if not (literal.endswith("000") and number_format.startswith(" ")):
            return ""
        digits = _canonicalize_digits(literal, number_format="")
    elif literal.endswith("000"):
        return ""
    else:
        digits = _canonicalize_digits(literal, number_format=separator[1])
    return f"-{digits}" if match[1] else digits


def _to_ascii_digits(written: str) -> str:
    return "".join(str(int(char)) if char.isdecimal() else char for char in written)


def _strip_zeros(digits: str) -> str:
    """Return the digits without leading zeros."""
    return digits.lstrip("0") or "0"


def _read_letters(digits: str, letters: str, lang: str) -> str:
    """Return the number of digits with letters: 4 for 4th, 3500000000 for 3.5bn.

    The result is empty if the letters are neither an ordinal mark nor a multiplier. For 1st, 2nd
    and 3rd, it is the ordinal in words.
    """
    language_words = find_language(lang).numbers
    if letters in language_words.ordinal_marks.split() and digits.isdecimal():
        ordinals = language_words.ordinals.split()
        ordinal = int(digits[:6])  # the limit avoids slow conversions
        if ordinal < _MIN_ORDINAL:
            return ordinals[ordinal - 1].split("/")[0] if 0 < ordinal <= len(ordinals) else ""
        return digits
    multiplier = find_number_word(letters, lang)
    if multiplier is None or multiplier.kind != NumberWordKind.MULTIPLIER:
        return ""
    if multiplier.value < _THOUSAND:
        return ""
    n_thousandths = parse_thousandths(digits)
    return "" if n_thousandths is None else str(n_thousandths * (multiplier.value // _THOUSAND))


def extract_digits(form: str) -> str:
    """Return the digits of a word in ASCII. Numbers such as -3.5 keep their sign and points."""
    if form.isascii() and form.removeprefix("-").replace(".", "").isdecimal():
        return form
    return "".join(str(int(char)) for char in form if char.isdecimal())


# The numbers of a text
#
# Numbers are compared by their digits and points, so that 20th and 20 are equal. A group of three
# digits belongs to a preceding number of up to three digits (10 000). Words form one number if the
# language composes them (two hundred).

_OTHER = NumberWord(NumberWordKind.OTHER)


def find_numbers(forms: Iterable[str], lang: str, after_colon: Container[int] = ()) -> Numbers:
    """Return the numbers in a text of lower-cased words, in text order.

    `after_colon` has the indices of words that may be minutes, see `find_minutes`.
    """
    return compose_numbers((classify_form(form, lang) for form in forms), after_colon)


# A colon between hours and minutes that are separate words, in characters with single spaces.
_MINUTES = re.compile("[0-9][0-9]")
_COLON_BETWEEN_WORDS = frozenset({": ", " :", " : "})


def find_minutes(characters: str, spans: Sequence[tuple[int, int] | None]) -> frozenset[int]:
    """Return the indices of words of two digits that follow a word and a colon: 16: 20.

    `spans` are the spans of all words in the characters of the padded text.
    """
    if ": " not in characters and " :" not in characters:
        return frozenset()
    indices = set()
    for index, (hours, minutes) in enumerate(itertools.pairwise(spans), 1):
        if hours is None or minutes is None:
            continue
        is_minutes = _MINUTES.fullmatch(characters, *minutes) is not None
        if is_minutes and characters[hours[1] : minutes[0]] in _COLON_BETWEEN_WORDS:
            indices.add(index)
    return frozenset(indices)


def classify_form(form: str, lang: str) -> NumberWord:
    """Return the function of a lower-cased word in numbers."""
    word = find_number_word(form, lang)
    if word is not None:
        return word
    canonical_form = canonicalize(form, lang)
    digits = extract_digits(canonical_form)
    if not digits:
        return _OTHER
    # A number with letters, such as the ordinal 20th, is not combined with other numbers.
    if digits != canonical_form or any(map(str.isalpha, form)):
        return NumberWord(NumberWordKind.FIXED, digits=digits)
    return NumberWord(NumberWordKind.DIGITS, digits=digits, reading=find_other_reading(form, lang))


def resolve_readings(numbers: Numbers, others: Numbers) -> Numbers:
    """Read the ambiguous numbers of a text such that they agree with those of another text.

    The other reading of a number is used only if the other text has this number and does not have
    the first reading.
    """
    composed, separate = list(numbers.composed), list(numbers.separate)
    for index, reading in numbers.readings:
        digits = composed[index]
        if reading in others.composed and digits not in others.composed:
            composed[index] = reading
            if digits in separate:
                separate[separate.index(digits)] = reading
    return numbers._replace(composed=composed, separate=separate)


def compute_changed_numbers(reference: Numbers, candidate: Numbers) -> float:
    """Return the share of numbers that were replaced by other numbers, between 0 and 1.

    A missing number is not a change, and another tokenisation (9:30, 9 30) is not a change. A
    number of several words counts once (two hundred, 200). It is unchanged if only a word such as
    thousand or million is missing (20 to 30 million, 20 million to 30 million).
    """
    if not _compute_changed_share(reference.separate, candidate.separate):
        return 0.0
    return _compute_changed_share(reference.composed, candidate.composed)


def _compute_changed_share(reference: Sequence[str], candidate: Sequence[str]) -> float:
    missing, extra = _subtract(reference, candidate), _subtract(candidate, reference)
    if not missing or not extra:
        return 0.0
    if len(missing) != len(extra) and _have_same_digits(missing, extra):
        return 0.0
    return min(len(missing), len(extra)) / max(len(reference), len(candidate))


def _have_same_digits(missing: Sequence[str], extra: Sequence[str]) -> bool:
    """Return whether the digits of all numbers together are equal, ignoring trailing zeros."""
    first, second = "".join(missing), "".join(extra)
    if "." in first or "." in second:
        first, second = (digits.replace(".", "").rstrip("0") for digits in (first, second))
    return first == second


def _subtract(values: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the numbers that the other text does not have, or has less often."""
    remaining = Counter(others)
    missing = []
    for value in values:
        if remaining[value]:
            remaining[value] -= 1
        else:
            missing.append(value)
    return missing


# Pairs of a value that is compared, such as the digits of a number, and the indices of its words.
PositionedValues = Sequence[tuple[str, tuple[int, ...]]]


def locate_numbers(numbers: Numbers) -> PositionedValues:
    """Return the digits and the word index of each number.

    For the index, all words of a number count as a single word.
    """
    positioned_numbers = []
    n_joined_words = 0
    for digits, (begin, end) in zip(numbers.composed, numbers.spans, strict=True):
        positioned_numbers.append((digits, (begin - n_joined_words,)))
        n_joined_words += end - begin - 1
    return positioned_numbers


def find_missing_values(
    values: PositionedValues, others: PositionedValues
) -> list[tuple[str, tuple[int, ...]]]:
    """Return the values of a text that the other text does not have, or has less often."""
    remaining = Counter(value for value, _ in others)
    missing = []
    for value, word_indices in values:
        if remaining[value]:
            remaining[value] -= 1
        else:
            missing.append((value, word_indices))
    return missing


__all__ = [
    "NumberWord",
    "NumberWordKind",
    "Numbers",
    "canonicalize",
    "classify_form",
    "compute_changed_numbers",
    "extract_digits",
    "find_number_word",
    "find_numbers",
    "get_number_words",
    "resolve_readings",
]

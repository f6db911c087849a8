"""Number words of a language and their function in multi-word numbers."""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from .languages import NumberWords, SingleWordNumbers, find_language
from .number_composition import NumberComposer, NumberWord, NumberWordKind


class SingleWordNumberReader:
    """Reads numbers written as one word; `simple` has the values of the basic number words."""

    def __init__(
        self, facts: SingleWordNumbers, simple: Mapping[str, int], max_hundreds: int
    ) -> None:
        self._simple = {**simple, **dict.fromkeys(facts.ones, 1)}
        self._scales = ((facts.thousand, 1000, 999), (facts.hundred, 100, max_hundreds))
        self._link = re.compile("|".join(map(re.escape, facts.links)))
        self._marks = (*facts.links, facts.hundred, facts.thousand)

    def __call__(self, form: str) -> int | None:
        """Return the value of a word; None if it is not a number or is a basic number word."""
        return self._value(form) if any(mark in form for mark in self._marks) else None

    def _value(self, form: str) -> int | None:
        for word, scale, max_times in self._scales:
            head, separator, tail = form.partition(word)
            if separator:
                times = self._value(head) if head else 1
                link = self._link.match(tail)
                rest = self._value(tail[link.end() :] if link else tail) if tail else 0
                if times is None or rest is None or not 0 < times <= max_times or rest >= scale:
                    return None
                return times * scale + rest
        return self._simple.get(form) or self._pair(form)

    def _pair(self, form: str) -> int | None:
        for link in self._link.finditer(form):
            units = self._simple.get(form[: link.start()], 0)
            tens = self._simple.get(form[link.end() :], 0)
            if 0 < units < 10 and tens >= 20:
                return tens + units
        return None


_THOUSAND = 1000
_CACHE_SIZE = 8_192
_FIRST_ORDINAL = 4
# The native core uses 64-bit integers.
_LIMIT = 1 << 63
# In hundredths, like the words for shares.
_FRACTIONS = {
    sign: NumberWord(NumberWordKind.FRACTION, is_number=True, digits=digits)
    for sign, digits in {"½": "50", "¼": "25", "¾": "75", "⅓": "33", "⅔": "67"}.items()
}
# The longest German number below a million has some 70 letters.
_MAX_LENGTH = 100


def number_word(form: str, lang: str) -> NumberWord | None:
    """Return the function of a lower-cased word in numbers, if any."""
    return _find_part(form, find_language(lang).numbers)


def number_words(lang: str) -> Mapping[str, NumberWord]:
    """Return the listed number words, of which others may be composed."""
    return _listed_words(find_language(lang).numbers)


@lru_cache(_CACHE_SIZE)
def _find_part(form: str, facts: NumberWords) -> NumberWord | None:
    if len(form) > _MAX_LENGTH:
        return None
    known = _listed_words(facts).get(form) or _FRACTIONS.get(form)
    return known or _compose_unlisted(form, facts)


def _compose_unlisted(form: str, facts: NumberWords) -> NumberWord | None:
    """Return the function of a word that is composed of listed words."""
    words = _listed_words(facts)
    if "-" in form:
        return _compose_pieces(form.split("-"), "-", words)
    if facts.and_a_half and form.endswith(facts.and_a_half):
        base = words.get(form.removesuffix(facts.and_a_half))
        if base is None or base.kind not in (NumberWordKind.ADDEND, NumberWordKind.OPENER):
            return None
        return NumberWord(NumberWordKind.DIGITS, is_number=True, digits=f"{base.value}.5")
    if facts.hundredths and form.startswith(facts.hundredths):
        part = _find_part(form.removeprefix(facts.hundredths), facts)
        base = part if part is not None and part.kind == NumberWordKind.ADDEND else None
        return base and NumberWord(NumberWordKind.FIXED, is_number=True, digits=str(base.value))
    if facts.characters:
        return _compose_pieces(list(form), "", words)
    value = None if facts.one_word is None else _one_word_reader(facts)(form)
    return None if value is None else NumberWord(NumberWordKind.ADDEND, value, is_number=True)


def _compose_pieces(
    pieces: list[str], joint: str, words: Mapping[str, NumberWord]
) -> NumberWord | None:
    composer = NumberComposer()
    start = 0
    while start < len(pieces):
        # For example, "quatre-vingt-dix" is listed as one word.
        for end in range(min(start + 3, len(pieces)), start, -1):
            part = words.get(joint.join(pieces[start:end]))
            if part is not None:
                break
        else:
            return None
        composer.add(part)
        start = end
    return composer.as_number_word()


@cache
def _one_word_reader(facts: NumberWords) -> SingleWordNumberReader:
    assert facts.one_word is not None
    simple = {
        form: part.value
        for form, part in _listed_words(facts).items()
        if part.kind == NumberWordKind.ADDEND
    }
    return SingleWordNumberReader(facts.one_word, simple, facts.max_hundreds)


@cache
def _listed_words(facts: NumberWords) -> Mapping[str, NumberWord]:
    shares = facts.shares.split()
    return {
        **dict(_addends(facts)),
        **dict(_multipliers(facts)),
        **{
            form: NumberWord(NumberWordKind.FIXED, is_number=True, digits=digits)
            for digits, forms in zip(shares[::2], shares[1::2], strict=True)
            for form, _ in _forms(forms)
        },
        **dict(_ordinals(facts)),
        **{
            form: NumberWord(NumberWordKind.DIGITS, is_number=True, digits="1.5")
            for form, _ in _forms(facts.one_and_a_half)
        },
        **{form: NumberWord(NumberWordKind.HALF_DAY, 0) for form, _ in _forms(facts.morning)},
        **{form: NumberWord(NumberWordKind.HALF_DAY, 12) for form, _ in _forms(facts.afternoon)},
        **{form: NumberWord(NumberWordKind.SIGN) for form, _ in _forms(facts.minus)},
        **{form: NumberWord(NumberWordKind.UNSIGNED) for form, _ in _forms(facts.minus_exceptions)},
        **{form: NumberWord(NumberWordKind.OPENER, 1) for form, _ in _forms(facts.articles)},
        **{form: NumberWord(NumberWordKind.LINK) for form, _ in _forms(facts.links)},
    }


def _addends(facts: NumberWords) -> Iterator[tuple[str, NumberWord]]:
    numbers = (
        *_enumerate_values(facts.units, 0, 1),
        *_enumerate_values(facts.tens, 30, 10),
        *_enumerate_values(facts.twenties, 21, 1),
    )
    for value, forms in numbers:
        tens = value >= 20 and value % 10 == 0
        limit, linked_limit = facts.limits_by_value.get(
            value, facts.tens_limits if tens else (0, 0)
        )
        for form, is_number in _forms(forms):
            yield (
                form,
                NumberWord(NumberWordKind.ADDEND, value, limit, linked_limit, is_number=is_number),
            )
    for value, forms in _enumerate_values(facts.hundreds, 100, 100):
        for form, is_number in _forms(forms):
            yield form, NumberWord(NumberWordKind.ADDEND, value, 100, is_number=is_number)
    for form, is_number in _forms(facts.hundred):
        yield form, NumberWord(NumberWordKind.ADDEND, 100, is_number=is_number)
    yield from _inverted_numbers(facts)


def _ordinals(facts: NumberWords) -> Iterator[tuple[str, NumberWord]]:
    """Yield the ordinals from the fourth: "second" and "third" have other meanings."""
    for value, forms in list(_enumerate_values(facts.ordinals, 1, 1))[_FIRST_ORDINAL - 1 :]:
        for form, _ in _forms(forms):
            yield form, NumberWord(NumberWordKind.FIXED, is_number=True, digits=str(value))


def _inverted_numbers(facts: NumberWords) -> Iterator[tuple[str, NumberWord]]:
    """Yield words that have the unit before the ten."""
    tens = *facts.units.split()[20:], *facts.tens.split()
    for ten, endings in enumerate(tens, 2):
        for unit, beginnings in enumerate(facts.inverted_units.split(), 1):
            for beginning in beginnings.split("/"):
                for ending in endings.split("/"):
                    yield (
                        beginning + ending,
                        NumberWord(NumberWordKind.ADDEND, 10 * ten + unit, is_number=True),
                    )


def _multipliers(facts: NumberWords) -> Iterator[tuple[str, NumberWord]]:
    for scale, forms in zip(facts.scales, facts.multipliers.split(), strict=False):
        max_times = 999
        if scale != _THOUSAND:
            max_times = facts.max_hundreds if scale < _THOUSAND else facts.max_millions
        limit = 0 if facts.one_word is not None and scale <= _THOUSAND else scale
        # The product, including everything that may be added, stays below the limit.
        max_times = min(max_times, _LIMIT // scale - 1)
        for form, is_number in _forms(forms):
            yield (
                form,
                NumberWord(
                    NumberWordKind.MULTIPLIER,
                    scale,
                    limit,
                    facts.linked_to_hundreds,
                    max_times,
                    is_number,
                ),
            )


def _enumerate_values(words: str, first: int, step: int) -> Iterator[tuple[int, str]]:
    return ((first + step * index, forms) for index, forms in enumerate(words.split()))


def _forms(words: str) -> Iterator[tuple[str, bool]]:
    """Yield the forms of a word, and whether each is a number by itself."""
    for word in words.split("/"):
        if word != "-":
            yield word.removeprefix("?"), not word.startswith("?")

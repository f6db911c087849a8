"""Find the number words of a language and their functions in multi-word numbers."""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import product

from .languages import NumberWords, SingleWordNumbers, find_language
from .number_composition import NumberComposer, NumberWord, NumberWordKind


class SingleWordNumberReader:
    """Reads numbers below a million that are written as one word: einundzwanzig.

    `basic_values` are the values of the basic number words, which cannot be split. `max_hundreds`
    is the largest number that is multiplied by hundred.
    """

    def __init__(
        self, rules: SingleWordNumbers, basic_values: Mapping[str, int], max_hundreds: int
    ) -> None:
        self._values = {**basic_values, **dict.fromkeys(rules.ones, 1)}
        # Word, its value, and the largest number that it multiplies.
        self._scales = ((rules.thousand, 1000, 999), (rules.hundred, 100, max_hundreds))
        self._link = re.compile("|".join(map(re.escape, rules.links)))
        # A composed number contains at least one of these words.
        self._required_words = (*rules.links, rules.hundred, rules.thousand)

    def __call__(self, form: str) -> int | None:
        """Return the value of a composed number; None for basic number words and other words."""
        is_composed = any(word in form for word in self._required_words)
        return self._read_value(form) if is_composed else None

    def _read_value(self, form: str) -> int | None:
        for word, scale, max_times in self._scales:
            head, separator, tail = form.partition(word)
            if separator:
                multiplicand = self._read_value(head) if head else 1
                link = self._link.match(tail)
                addend = self._read_value(tail[link.end() :] if link else tail) if tail else 0
                if multiplicand is None or not 0 < multiplicand <= max_times:
                    return None
                if addend is None or addend >= scale:
                    return None
                return multiplicand * scale + addend
        return self._values.get(form) or self._read_unit_and_tens(form)

    def _read_unit_and_tens(self, form: str) -> int | None:
        """Read a unit and tens that are joined by a link: ein-und-zwanzig."""
        for link in self._link.finditer(form):
            units = self._values.get(form[: link.start()], 0)
            tens = self._values.get(form[link.end() :], 0)
            if 0 < units < 10 and tens >= 20:
                return tens + units
        return None


_THOUSAND = 1000
_CACHE_SIZE = 8_192
_MIN_ORDINAL = 4  # smaller ordinals have other meanings: a second, a third
# All values are smaller, because the native core uses 64-bit integers.
_VALUE_LIMIT = 1 << 63
# Fraction signs in hundredths, like the words in `NumberWords.shares`.
_FRACTIONS = {
    sign: NumberWord(NumberWordKind.FRACTION, is_number=True, digits=digits)
    for sign, digits in {"½": "50", "¼": "25", "¾": "75", "⅓": "33", "⅔": "67"}.items()
}
# Longer words are not numbers: the longest German number below a million has about 70 letters.
_MAX_WORD_LENGTH = 100


def find_number_word(form: str, lang: str) -> NumberWord | None:
    """Return the function of a lower-cased word in numbers; None if it is not a number word."""
    return _find_number_word(form, find_language(lang).numbers)


def get_number_words(lang: str) -> Mapping[str, NumberWord]:
    """Return the listed number words of a language; further words are composed of them."""
    return _get_listed_words(find_language(lang).numbers)


@lru_cache(_CACHE_SIZE)
def _find_number_word(form: str, language_words: NumberWords) -> NumberWord | None:
    if len(form) > _MAX_WORD_LENGTH:
        return None
    listed = _get_listed_words(language_words).get(form) or _FRACTIONS.get(form)
    return listed or _compose_unlisted(form, language_words)


def _compose_unlisted(form: str, language_words: NumberWords) -> NumberWord | None:
    """Return the function of a word that is composed of listed words; None for other words."""
    words = _get_listed_words(language_words)
    if "-" in form:
        return _compose_parts(form.split("-"), "-", words)
    if language_words.and_a_half and form.endswith(language_words.and_a_half):
        base = words.get(form.removesuffix(language_words.and_a_half))
        if base is None or base.kind not in (NumberWordKind.ADDEND, NumberWordKind.OPENER):
            return None
        return NumberWord(NumberWordKind.DIGITS, is_number=True, digits=f"{base.value}.5")
    if language_words.hundredths and form.startswith(language_words.hundredths):
        base = _find_number_word(form.removeprefix(language_words.hundredths), language_words)
        if base is None or base.kind != NumberWordKind.ADDEND:
            return None
        return NumberWord(NumberWordKind.FIXED, is_number=True, digits=str(base.value))
    if language_words.characters:
        return _compose_parts(list(form), "", words)
    if language_words.one_word is None:
        return None
    value = _get_single_word_reader(language_words)(form)
    return None if value is None else NumberWord(NumberWordKind.ADDEND, value, is_number=True)


def _compose_parts(
    parts: list[str], separator: str, words: Mapping[str, NumberWord]
) -> NumberWord | None:
    """Compose a number of listed words, each of which consists of one to three parts."""
    composer = NumberComposer()
    start = 0
    while start < len(parts):
        # The longest listed word at `start`. French quatre-vingt-dix (90) has three parts.
        for end in range(min(start + 3, len(parts)), start, -1):
            word = words.get(separator.join(parts[start:end]))
            if word is not None:
                break
        else:
            return None
        composer.add_word(word)
        start = end
    return composer.as_number_word()


@cache
def _get_single_word_reader(language_words: NumberWords) -> SingleWordNumberReader:
    assert language_words.one_word is not None
    basic_values = {
        form: word.value
        for form, word in _get_listed_words(language_words).items()
        if word.kind == NumberWordKind.ADDEND
    }
    return SingleWordNumberReader(
        language_words.one_word, basic_values, language_words.max_hundreds
    )


@cache
def _get_listed_words(language_words: NumberWords) -> Mapping[str, NumberWord]:
    """Return the functions of all words that the description of a language lists."""
    words = dict(_generate_addends(language_words))
    words.update(_generate_multipliers(language_words))
    shares = language_words.shares.split()  # hundredths and forms in turn
    for hundredths, forms in zip(shares[::2], shares[1::2], strict=True):
        share = NumberWord(NumberWordKind.FIXED, is_number=True, digits=hundredths)
        words.update((form, share) for form, _ in _parse_forms(forms))
    words.update(_generate_ordinals(language_words))
    one_and_a_half = NumberWord(NumberWordKind.DIGITS, is_number=True, digits="1.5")
    for forms, word in (
        (language_words.one_and_a_half, one_and_a_half),
        (language_words.minus, NumberWord(NumberWordKind.SIGN)),
        (language_words.minus_exceptions, NumberWord(NumberWordKind.UNSIGNED)),
        (language_words.articles, NumberWord(NumberWordKind.OPENER, 1)),
        (language_words.links, NumberWord(NumberWordKind.LINK)),
    ):
        words.update((form, word) for form, _ in _parse_forms(forms))
    words.update(_generate_times_of_day(language_words))
    return words


def _generate_times_of_day(language_words: NumberWords) -> Iterator[tuple[str, NumberWord]]:
    for first_hour, forms in (
        (0, language_words.morning),
        (12, language_words.afternoon),
        (13, language_words.evening),
        (18, language_words.night),
    ):
        for form, is_unambiguous in _parse_forms(forms):
            max_hour = 12 if is_unambiguous else 0
            yield form, NumberWord(NumberWordKind.HALF_DAY, first_hour, max_times=max_hour)


def _generate_addends(language_words: NumberWords) -> Iterator[tuple[str, NumberWord]]:
    words_below_100 = (
        *_enumerate_values(language_words.units, 0, 1),
        *_enumerate_values(language_words.tens, 30, 10),
        *_enumerate_values(language_words.twenties, 21, 1),
    )
    for value, forms in words_below_100:
        is_ten = value >= 20 and value % 10 == 0
        default_limits = language_words.tens_limits if is_ten else (0, 0)
        limit, linked_limit = language_words.limits_by_value.get(value, default_limits)
        for form, is_number in _parse_forms(forms):
            yield (
                form,
                NumberWord(NumberWordKind.ADDEND, value, limit, linked_limit, is_number=is_number),
            )
    for value, forms in _enumerate_values(language_words.hundreds, 100, 100):
        for form, is_number in _parse_forms(forms):
            yield form, NumberWord(NumberWordKind.ADDEND, value, 100, is_number=is_number)
    for form, is_number in _parse_forms(language_words.hundred):
        yield form, NumberWord(NumberWordKind.ADDEND, 100, is_number=is_number)
    yield from _generate_inverted_numbers(language_words)


def _generate_ordinals(language_words: NumberWords) -> Iterator[tuple[str, NumberWord]]:
    """Yield the ordinals from the fourth: "second" and "third" have other meanings."""
    ordinals = list(_enumerate_values(language_words.ordinals, 1, 1))
    for value, forms in ordinals[_MIN_ORDINAL - 1 :]:
        for form, _ in _parse_forms(forms):
            yield form, NumberWord(NumberWordKind.FIXED, is_number=True, digits=str(value))


def _generate_inverted_numbers(language_words: NumberWords) -> Iterator[tuple[str, NumberWord]]:
    """Yield words that consist of a unit and the tens after it: Czech jedna-dvacet (21)."""
    twenty = language_words.units.split()[20:]
    for n_tens, tens_forms in enumerate([*twenty, *language_words.tens.split()], 2):
        for unit, unit_forms in enumerate(language_words.inverted_units.split(), 1):
            addend = NumberWord(NumberWordKind.ADDEND, 10 * n_tens + unit, is_number=True)
            for unit_form, tens_form in product(unit_forms.split("/"), tens_forms.split("/")):
                yield unit_form + tens_form, addend


def _generate_multipliers(language_words: NumberWords) -> Iterator[tuple[str, NumberWord]]:
    for scale, forms in zip(
        language_words.scales, language_words.multipliers.split(), strict=False
    ):
        max_times = 999
        if scale != _THOUSAND:
            max_times = (
                language_words.max_hundreds if scale < _THOUSAND else language_words.max_millions
            )
        has_single_words = language_words.one_word is not None
        addend_limit = 0 if has_single_words and scale <= _THOUSAND else scale
        # The product and all numbers that may be added to it stay below `_VALUE_LIMIT`.
        max_times = min(max_times, _VALUE_LIMIT // scale - 1)
        for form, is_number in _parse_forms(forms):
            yield (
                form,
                NumberWord(
                    NumberWordKind.MULTIPLIER,
                    scale,
                    addend_limit,
                    language_words.linked_to_hundreds,
                    max_times,
                    is_number,
                ),
            )


def _enumerate_values(words: str, first: int, step: int) -> Iterator[tuple[int, str]]:
    """Yield the value and the forms of each word of a list; values are first, first + step, ..."""
    return ((first + step * index, forms) for index, forms in enumerate(words.split()))


def _parse_forms(forms: str) -> Iterator[tuple[str, bool]]:
    """Yield the forms of a word, and whether each is a number without other words.

    The format is described in languages/base.py: "?" marks forms that are not, "-" is no word.
    """
    for form in forms.split("/"):
        if form != "-":
            yield form.removeprefix("?"), not form.startswith("?")

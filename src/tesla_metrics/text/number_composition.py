"""Compose numbers of several words: two hundred and five, 3.5 million."""

import re
from collections.abc import Container, Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple


class NumberWordKind(IntEnum):
    """The function of a word in a number."""

    OTHER = 0  # not part of a number
    FIXED = 1  # a number that is not combined with other numbers: 20th
    DIGITS = 2  # a number in digits: 20
    ADDEND = 3  # a number word that is added: twenty
    OPENER = 4  # an article that means 1 before a multiplier: a hundred
    MULTIPLIER = 5  # a number word that multiplies the number before it: thousand
    LINK = 6  # a word between two terms: and
    FRACTION = 7  # a fraction sign, which is added to an integer in digits before it: 3 ½
    HALF_DAY = 8  # am or pm; the value is the first of the 12 hours that it stands for
    SIGN = 9  # minus
    UNSIGNED = 10  # a word after which "minus" is not a sign: au moins 20


class NumberWord(NamedTuple):
    """The function of a word in a number, with its value and limits."""

    kind: NumberWordKind
    value: int = 0
    addend_limit: int = 0  # only smaller numbers are added if they follow directly
    linked_limit: int = 0  # only smaller numbers are added if they follow after a link
    # Of a multiplier: the largest number that it multiplies. Of HALF_DAY: the largest hour without
    # minutes that it may follow.
    max_times: int = 0
    is_number: bool = False  # whether the word is a number without other words
    digits: str = ""  # of FIXED and DIGITS: the number in digits; of FRACTION: hundredths
    reading: str = ""  # of DIGITS: another reading of an ambiguous number, see `find_other_reading`


# Composition of multi-word numbers: two hundred and five, 3.5 million
#
# number_words.py defines the functions of the words of a language. The composition rules are the
# same for all languages. `Composer` in src/native/core/text/composing.cpp has the same rules.

# A number with up to three decimals.
_SHORT_NUMBER = re.compile(r"(\d{1,4})(?:\.(\d{1,3}))?")
# Hours, and a point with minutes.
_TIME = re.compile(r"(\d{1,2})((?:\.\d{1,2})?)")
# A group of three digits, which may be the last group before decimals.
_GROUP = re.compile(r"\d{3}(?:\.\d+)?")
_NOON = 12
_HOURS_PER_DAY = 24
_MINUTES_PER_HOUR = 60
_THOUSAND = 1000
_MYRIAD = 10_000


class NumberTerm(NamedTuple):
    """A term (summand) of a number.

    The terms of a number are in descending order. A term in digits has no value and can only be
    the last.
    """

    value: int
    addend_limit: int  # as in `NumberWord`, as are the next two fields
    linked_limit: int
    is_number: bool
    is_isolated: bool = False  # a following multiplier does not multiply the preceding terms
    is_scaled: bool = False  # whether the term is a product with thousand or more
    is_negative: bool = False  # whether the number is negative; only for numbers in words
    digits: str = ""  # the number in digits, with its sign; empty for number words
    reading: str = ""  # another reading of the digits; empty if there is none
    begin: int = 0  # index of the first word of the term
    end: int = 0  # index after the last word of the term


class Numbers(NamedTuple):
    """The numbers of a text in text order."""

    # The digits of each number: 3500000.
    composed: list[str]
    # The same with separate entries for thousand, million etc.: 3.5 and *1000000.
    separate: list[str]
    # Of each number in `composed`: index of its first word, and index after its last word.
    spans: list[tuple[int, int]]
    # Ambiguous numbers: index in `composed`, and the other reading of the number.
    readings: Sequence[tuple[int, str]] = ()


class NumberComposer:
    """Reads the words of a text one by one and composes numbers.

    Attributes
    ----------
    numbers : Numbers
        The numbers that have ended so far.
    """

    def __init__(self) -> None:
        self._readings: list[tuple[int, str]] = []
        self.numbers = Numbers([], [], [], self._readings)
        self._terms: list[NumberTerm] = []  # of the current number
        self._index = -1  # index of the current word
        # What the previous word was.
        self._after_minus = False
        self._after_minus_exception = False
        self._after_link = False
        self._n_closed = 0  # number of calls of `close`
        self._group_may_follow = False  # whether a group of three digits may follow: 10 000

    def add_word(self, word: NumberWord, is_after_colon: bool = False) -> None:
        """Read the next word, which continues, begins or ends a number.

        `is_after_colon` says whether the word and the previous one may be a time: 16: 20.
        """
        self._index += 1
        if is_after_colon and self._add_minutes(word):
            return
        after_link, self._after_link = self._after_link, False
        group_may_follow, self._group_may_follow = self._group_may_follow, False
        after_minus, self._after_minus = self._after_minus, False
        after_minus_exception, self._after_minus_exception = self._after_minus_exception, False
        if word.kind == NumberWordKind.DIGITS and after_minus:
            reading = word.reading and f"-{word.reading}"
            term = NumberTerm(0, 0, 0, True, digits=f"-{word.digits}", reading=reading)
            self._add_term(term, fits=False, n_words=2)
            self._group_may_follow = _may_precede_group(word.digits)
        elif word.kind == NumberWordKind.DIGITS:
            self._add_digits(word, after_link, group_may_follow)
        elif word.kind == NumberWordKind.ADDEND:
            limit = self._get_addend_limit(after_link)
            # "five hundred and one thousand" is two numbers.
            is_isolated = after_link and word.value == 1 and limit >= 100
            term = _create_term(word)._replace(is_isolated=is_isolated, is_negative=after_minus)
            self._add_term(term, 0 < word.value < limit, n_words=1 + after_minus)
        elif word.kind == NumberWordKind.OPENER:
            self._add_term(_create_term(word), fits=False)
        elif word.kind == NumberWordKind.MULTIPLIER:
            if after_link:
                self.close()
            self._multiply(word)
        elif word.kind == NumberWordKind.LINK and self._terms and not after_link:
            self._after_link = True
        elif not self._extend_digits(word):
            self.close()
            self._after_minus = word.kind == NumberWordKind.SIGN and not after_minus_exception
            self._after_minus_exception = word.kind == NumberWordKind.UNSIGNED
            if word.kind in (NumberWordKind.FIXED, NumberWordKind.FRACTION):
                self.numbers.composed.append(word.digits)
                self.numbers.separate.append(word.digits)
                self.numbers.spans.append((self._index, self._index + 1))

    def close(self) -> None:
        """End the current number."""
        terms, self._terms = self._terms, []
        self._n_closed += 1
        # The scaled terms are already in `separate`, see `_replace_last`.
        unscaled_terms = [term for term in terms if not term.is_scaled]
        for output, group in (
            (self.numbers.composed, terms),
            (self.numbers.separate, unscaled_terms),
        ):
            word_terms = [term for term in group if not term.digits]
            if len(word_terms) > 1 or (word_terms and word_terms[0].is_number):
                sign = "-" if word_terms[0].is_negative else ""
                output.append(sign + str(sum(term.value for term in word_terms)))
                if group is terms:
                    self.numbers.spans.append((word_terms[0].begin, word_terms[-1].end))
            if group is terms:
                self._readings += [(len(output), term.reading) for term in terms if term.reading]
            output.extend(term.digits for term in group if term.digits)
        self.numbers.spans.extend((term.begin, term.end) for term in terms if term.digits)

    def as_number_word(self) -> NumberWord | None:
        """Return all words so far as a single number word; None if they are not one number."""
        if self._n_closed or self._after_link or not self._terms:
            return None
        total, last = sum(term.value for term in self._terms), self._terms[-1]
        return NumberWord(
            NumberWordKind.ADDEND, total, last.addend_limit, last.linked_limit, is_number=True
        )

    def _get_addend_limit(self, after_link: bool) -> int:
        """Return the limit below which a number is added to the current number."""
        if not self._terms:
            return 0
        return self._terms[-1].linked_limit if after_link else self._terms[-1].addend_limit

    def _extend_digits(self, word: NumberWord) -> bool:
        """Add a fraction or half day to preceding digits (3 ½, 8:40 pm); return whether it fits."""
        if not self._terms or not self._terms[-1].digits:
            return False
        last = self._terms[-1]
        if word.kind == NumberWordKind.FRACTION and "." not in last.digits:
            digits = f"{last.digits}.{word.digits.rstrip('0')}"
        elif word.kind == NumberWordKind.HALF_DAY and (time := _TIME.fullmatch(last.digits)):
            hours = int(time[1])
            max_hour = _NOON if time[2] else word.max_times
            if not 0 < hours <= max_hour:
                return False
            hours = word.value + (hours - word.value) % _NOON
            digits = f"{hours % _HOURS_PER_DAY}{time[2]}"
        else:
            return False
        self._terms[-1] = last._replace(digits=digits, reading="", end=self._index + 1)
        return True

    def _add_term(self, term: NumberTerm, fits: bool, n_words: int = 1) -> None:
        """Add a term that consists of the last `n_words` words.

        If it does not fit, the current number ends and the term begins a new number.
        """
        if self._terms and not fits:
            self.close()
        self._terms.append(term._replace(begin=self._index + 1 - n_words, end=self._index + 1))

    def _add_digits(self, word: NumberWord, after_link: bool, group_may_follow: bool) -> None:
        """Add digits as a new term, or as the next group of three digits of the last term."""
        digits = word.digits
        if group_may_follow and _GROUP.fullmatch(digits):
            last = self._terms.pop()
            self._terms.append(last._replace(digits=last.digits + digits, end=self._index + 1))
        else:
            fits = not after_link and self._get_addend_limit(after_link) >= _THOUSAND
            self._add_term(NumberTerm(0, 0, 0, True, digits=digits, reading=word.reading), fits)
        self._group_may_follow = _may_precede_group(digits)

    def _add_minutes(self, word: NumberWord) -> bool:
        """Add minutes to the hours that were the previous word; return whether both are a time."""
        if word.kind != NumberWordKind.DIGITS or not self._terms:
            return False
        hours, minutes = self._terms[-1], word.digits
        if hours.end != self._index or hours.end - hours.begin > 1:
            return False
        if not all(re.fullmatch(r"\d\d?", digits) for digits in (hours.digits, minutes)):
            return False
        if int(hours.digits) >= _HOURS_PER_DAY or int(minutes) >= _MINUTES_PER_HOUR:
            return False
        time = f"{hours.digits}.{minutes.zfill(2)}".rstrip("0").rstrip(".")
        self._terms[-1] = hours._replace(digits=time, reading="", end=self._index + 1)
        self._group_may_follow = False
        return True

    def _multiply(self, multiplier: NumberWord) -> None:
        """Multiply the last terms of the current number by a multiplier."""
        scale = multiplier.value
        if self._terms and self._terms[-1].digits:
            # Spanish 1500 millones, Chinese 3500万 (万 is ten thousand): four digits are allowed.
            max_digits = 4 if multiplier.max_times >= _MYRIAD - 1 else 3
            n_thousandths = parse_thousandths(self._terms[-1].digits, max_digits)
            if n_thousandths is not None and scale >= _THOUSAND:
                # Nothing is added after decimals: 3.5 million.
                limit = 0 if n_thousandths % _THOUSAND else multiplier.addend_limit
                value = n_thousandths * (scale // _THOUSAND)
                product = multiplier._replace(value=value, addend_limit=limit)
                self._replace_last(1, product, scale)
                return
            self.close()
        n_terms, multiplicand = self._select_multiplicand(multiplier.max_times)
        if not n_terms or (scale < _THOUSAND and multiplicand % 10 == 0):
            if multiplier.is_number:
                self._replace_last(0, multiplier, scale)
            else:
                self.close()
            return
        product = multiplier._replace(value=multiplicand * scale)
        self._replace_last(n_terms, product, scale)

    def _select_multiplicand(self, max_times: int) -> tuple[int, int]:
        """Return how many of the last terms a multiplier multiplies, and the sum of these terms."""
        n_terms = total = 0
        for term in reversed(self._terms):
            if total + term.value > max_times:
                break
            n_terms, total = n_terms + 1, total + term.value
            if term.is_isolated:
                break
        return n_terms, total

    def _replace_last(self, n_terms: int, product: NumberWord, scale: int) -> None:
        """Replace the last `n_terms` terms by their product with a multiplier of value `scale`.

        If the product cannot be added to the terms before, it begins a new number.
        """
        first = len(self._terms) - n_terms
        self._terms, multiplied = self._terms[:first], self._terms[first:]
        is_scaled = scale >= _THOUSAND
        term = NumberTerm(
            product.value,
            product.addend_limit,
            product.linked_limit,
            True,
            is_scaled=is_scaled,
        )
        begin = multiplied[0].begin if multiplied else self._index
        if multiplied:
            term = term._replace(is_negative=multiplied[0].is_negative)
        fits = term.value < self._get_addend_limit(False)
        self._add_term(term, fits, n_words=self._index + 1 - begin)
        if is_scaled:
            unscaled_terms = [term for term in multiplied if not term.is_scaled]
            if unscaled_terms:
                total = str(sum(term.value for term in unscaled_terms))
                self.numbers.separate.append(unscaled_terms[-1].digits or total)
            self.numbers.separate.append(f"*{scale}")


def compose_numbers(words: Iterable[NumberWord], after_colon: Container[int] = ()) -> Numbers:
    """Compose the numbers of a text from the functions of all its words.

    `after_colon` has the indices of words that may be minutes after a colon: 16: 20.
    """
    composer = NumberComposer()
    for index, word in enumerate(words):
        composer.add_word(word, index in after_colon)
    composer.close()
    return composer.numbers


def _may_precede_group(digits: str) -> bool:
    """Return whether a group of three digits may follow: 1 000, -12 000."""
    return "." not in digits and len(digits.removeprefix("-")) <= 3


def _create_term(word: NumberWord) -> NumberTerm:
    return NumberTerm(word.value, word.addend_limit, word.linked_limit, word.is_number)


def parse_thousandths(digits: str, max_digits: int = 3) -> int | None:
    """Return a number times 1000 as an integer: 3500 for `3.5`.

    The result is None if the number has more than three decimals, or more than `max_digits` digits
    before the point. By default, four digits are not allowed, since they may be a year.
    """
    match = _SHORT_NUMBER.fullmatch(digits)
    if match is None or len(match[1]) > max_digits:
        return None
    return int(match[1] + (match[2] or "").ljust(3, "0"))

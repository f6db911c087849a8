"""Compose numbers of several words: two hundred and five, 3.5 million."""

import re
from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple


class NumberWordKind(IntEnum):
    """The function of a word in a number."""

    OTHER = 0  # not part of a number
    FIXED = 1  # a number that is not combined with others
    DIGITS = 2
    ADDEND = 3
    OPENER = 4  # an article that means one, but only before a multiplier
    MULTIPLIER = 5
    LINK = 6
    FRACTION = 7  # in hundredths by itself, added to an integer after digits: 3 1/2
    HALF_DAY = 8  # pm: a number of hours that is added to the preceding time
    SIGN = 9  # minus
    UNSIGNED = 10  # a word after which "minus" is not a sign: au moins 20


class NumberWord(NamedTuple):
    """The function of a word in a number, with its value and limits.

    addend_limit    upper limit (exclusive) of what may be added to the value
    linked_limit  the same limit after a link
    max_times  maximum multiple (of a multiplier)
    is_number  whether the word is a number by itself
    digits  digits of FIXED and DIGITS; hundredths of FRACTION
    """

    kind: NumberWordKind
    value: int = 0
    addend_limit: int = 0
    linked_limit: int = 0
    max_times: int = 0
    is_number: bool = False
    digits: str = ""


# Composition of multi-word numbers: two hundred and five, 3.5 million.
#
# number_words.py defines the functions of the words of a language. The composition rule is the same
# for all languages, and the same as that of `Composer` in src/native/core/composing.cpp.

_SHORT = re.compile(r"(\d{1,4})(?:\.(\d{1,3}))?")
_CLOCK = re.compile(r"(\d{1,2})((?:\.\d{1,2})?)")
_NOON = 12
_THOUSAND = 1000
_MYRIAD = 10_000


class NumberTerm(NamedTuple):
    """A summand of a number; summands are in descending order, digits only at the end."""

    value: int
    addend_limit: int
    linked_limit: int
    is_number: bool
    isolated: bool = False  # not added to preceding terms before multiplication
    scaled: bool = False  # product with thousand or more
    minus: bool = False  # the complete number is negative (words only)
    digits: str = ""
    begin: int = 0  # index of its first word; `end` is the index after its last word
    end: int = 0


class Numbers(NamedTuple):
    """The digits of the numbers of a text, in order.

    composed    one entry per number; numbers of several words are composed
    separate       the same, but with separate entries for thousand, million etc.: 3.5 and *1000000
    spans       index of the first word of each entry of `composed`, and index after the last word
    """

    composed: list[str]
    separate: list[str]
    spans: list[tuple[int, int]]


class NumberComposer:
    """Reads words one by one and composes numbers."""

    def __init__(self) -> None:
        self.numbers = Numbers([], [], [])
        self._terms: list[NumberTerm] = []
        self._index = -1  # index of the current word
        self._minus = False
        self._unsigned = False
        self._linked = False
        self._breaks = 0
        self._group_may_follow = False  # whether a group of three digits may follow

    def add(self, part: NumberWord) -> None:
        """Read the next word, which continues, begins or ends a number."""
        self._index += 1
        linked, self._linked = self._linked, False
        group_may_follow, self._group_may_follow = self._group_may_follow, False
        minus, self._minus = self._minus, False
        unsigned, self._unsigned = self._unsigned, False
        if part.kind == NumberWordKind.DIGITS and minus:
            self._add_term(NumberTerm(0, 0, 0, True, digits=f"-{part.digits}"), fits=False, words=2)
        elif part.kind == NumberWordKind.DIGITS:
            self._add_digits(part.digits, linked, group_may_follow)
        elif part.kind == NumberWordKind.ADDEND:
            limit = self._addend_limit(linked)
            # "five hundred and one thousand" is two numbers
            isolated = linked and part.value == 1 and limit >= 100
            term = _term_of_part(part)._replace(isolated=isolated, minus=minus)
            self._add_term(term, 0 < part.value < limit, words=1 + minus)
        elif part.kind == NumberWordKind.OPENER:
            self._add_term(_term_of_part(part), fits=False)
        elif part.kind == NumberWordKind.MULTIPLIER:
            if linked:
                self.close()
            self._multiply(part)
        elif part.kind == NumberWordKind.LINK and self._terms and not linked:
            self._linked = True
        elif not self._extend_last(part):
            self.close()
            self._minus = part.kind == NumberWordKind.SIGN and not unsigned
            self._unsigned = part.kind == NumberWordKind.UNSIGNED
            if part.kind in (NumberWordKind.FIXED, NumberWordKind.FRACTION):
                self.numbers.composed.append(part.digits)
                self.numbers.separate.append(part.digits)
                self.numbers.spans.append((self._index, self._index + 1))

    def close(self) -> None:
        """End the current number."""
        terms, self._terms = self._terms, []
        self._breaks += 1
        for digits, group in (
            (self.numbers.composed, terms),
            (self.numbers.separate, [term for term in terms if not term.scaled]),
        ):
            words = [term for term in group if not term.digits]
            if len(words) > 1 or (words and words[0].is_number):
                sign = "-" if words[0].minus else ""
                digits.append(sign + str(sum(term.value for term in words)))
                if group is terms:
                    self.numbers.spans.append((words[0].begin, words[-1].end))
            digits.extend(term.digits for term in group if term.digits)
        self.numbers.spans.extend((term.begin, term.end) for term in terms if term.digits)

    def as_number_word(self) -> NumberWord | None:
        """Return the function of a word composed of all words read; None if not one number."""
        if self._breaks or self._linked or not self._terms:
            return None
        total, last = sum(term.value for term in self._terms), self._terms[-1]
        return NumberWord(
            NumberWordKind.ADDEND, total, last.addend_limit, last.linked_limit, is_number=True
        )

    def _addend_limit(self, linked: bool) -> int:
        if not self._terms:
            return 0
        return self._terms[-1].linked_limit if linked else self._terms[-1].addend_limit

    def _extend_last(self, part: NumberWord) -> bool:
        """Combine digits with a fraction or half day (3 1/2, 8:40 pm); return whether it fits."""
        if not self._terms or not self._terms[-1].digits:
            return False
        last = self._terms[-1]
        if part.kind == NumberWordKind.FRACTION and "." not in last.digits:
            digits = f"{last.digits}.{part.digits.rstrip('0')}"
        elif part.kind == NumberWordKind.HALF_DAY and (clock := _CLOCK.fullmatch(last.digits)):
            hours = int(clock[1])
            if not 0 < hours <= _NOON:
                return False
            digits = f"{hours % _NOON + part.value}{clock[2]}"
        else:
            return False
        self._terms[-1] = last._replace(digits=digits, end=self._index + 1)
        return True

    def _add_term(self, term: NumberTerm, fits: bool, words: int = 1) -> None:
        """Add a term that consists of the last `words` words."""
        if self._terms and not fits:
            self.close()
        self._terms.append(term._replace(begin=self._index + 1 - words, end=self._index + 1))

    def _add_digits(self, digits: str, linked: bool, group_may_follow: bool) -> None:
        is_integer = "." not in digits
        if group_may_follow and is_integer and len(digits) == 3 and digits.isdecimal():
            last = self._terms.pop()
            self._terms.append(last._replace(digits=last.digits + digits, end=self._index + 1))
        else:
            fits = not linked and self._addend_limit(linked) >= _THOUSAND
            self._add_term(NumberTerm(0, 0, 0, True, digits=digits), fits)
        self._group_may_follow = is_integer and len(digits) <= 3

    def _multiply(self, part: NumberWord) -> None:
        if self._terms and self._terms[-1].digits:
            # 1500 millones; 3500 with the Chinese word for ten thousand
            max_digits = 4 if part.max_times >= _MYRIAD - 1 else 3
            exact = thousandths(self._terms[-1].digits, max_digits)
            if exact is not None and part.value >= _THOUSAND:
                limit = 0 if exact % _THOUSAND else part.addend_limit
                product = exact * (part.value // _THOUSAND)
                self._replace_last(1, part._replace(value=product, addend_limit=limit), part.value)
                return
            self.close()
        count, multiplicand = self._multiplicand(part.max_times)
        if not count or (part.value < _THOUSAND and multiplicand % 10 == 0):
            if part.is_number:
                self._replace_last(0, part, part.value)
            else:
                self.close()
            return
        self._replace_last(count, part._replace(value=multiplicand * part.value), part.value)

    def _multiplicand(self, limit: int) -> tuple[int, int]:
        """Return how many of the last terms are multiplied, and their sum."""
        count = total = 0
        for term in reversed(self._terms):
            if total + term.value > limit:
                break
            count, total = count + 1, total + term.value
            if term.isolated:
                break
        return count, total

    def _replace_last(self, count: int, product: NumberWord, scale: int) -> None:
        """Replace the last `count` terms by their product; close the number if it does not fit."""
        first = len(self._terms) - count
        self._terms, multiplied = self._terms[:first], self._terms[first:]
        scaled = scale >= _THOUSAND
        term = NumberTerm(
            product.value, product.addend_limit, product.linked_limit, True, scaled=scaled
        )
        begin = multiplied[0].begin if multiplied else self._index
        if multiplied:
            term = term._replace(minus=multiplied[0].minus)
        self._add_term(term, term.value < self._addend_limit(False), self._index + 1 - begin)
        if scaled:
            rest = [term for term in multiplied if not term.scaled]
            if rest:
                total = str(sum(term.value for term in rest))
                self.numbers.separate.append(rest[-1].digits or total)
            self.numbers.separate.append(f"*{scale}")


def compose(parts: Iterable[NumberWord]) -> Numbers:
    """Compose the numbers of a text from the functions of its words."""
    composer = NumberComposer()
    for part in parts:
        composer.add(part)
    composer.close()
    return composer.numbers


def _term_of_part(part: NumberWord) -> NumberTerm:
    return NumberTerm(part.value, part.addend_limit, part.linked_limit, part.is_number)


def thousandths(digits: str, max_digits: int = 3) -> int | None:
    """Return a short number in thousandths; None if it has more than `max_digits` digits.

    A number with four digits may be a year.
    """
    match = _SHORT.fullmatch(digits)
    if match is None or len(match[1]) > max_digits:
        return None
    return int(match[1] + (match[2] or "").ljust(3, "0"))

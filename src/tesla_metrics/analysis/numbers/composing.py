"""Numbers of several words put together: two hundred and five, 3.5 million.

What the words of a language do in a number is told by words.py; the rule here is the same for all
of them, and that of `Composer` in src/native/core/composing.cpp.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from .parts import Kind, Part

_SHORT = re.compile(r"(\d{1,4})(?:\.(\d{1,3}))?")
_CLOCK = re.compile(r"(\d{1,2})((?:\.\d{1,2})?)")
_NOON = 12
_THOUSAND = 1000
_MYRIAD = 10_000


class Term(NamedTuple):
    """What is summed up in a number, greatest first; digits may only stand last."""

    value: int
    room: int
    linked: int
    alone: bool
    own: bool = False  # as a multiplicand it stands by itself
    scaled: bool = False  # made by thousand or more
    minus: bool = False  # of words: all of the number is less than 0
    digits: str = ""
    begin: int = 0  # the first of its words, and the one after the last
    end: int = 0


class Numbers(NamedTuple):
    """The digits of the numbers of a text, in order.

    together    those of several words as one
    apart       the same, but thousand, million and the like for themselves: 3.5 and *1000000
    spans       the first word of each of those together, and the one after the last
    """

    together: list[str]
    apart: list[str]
    spans: list[tuple[int, int]]


class Composer:
    """Reads words, and finds the numbers that they make."""

    def __init__(self) -> None:
        self.found = Numbers([], [], [])
        self._terms: list[Term] = []
        self._at = -1  # the word that is read
        self._minus = False
        self._unsigned = False
        self._linked = False
        self._breaks = 0
        self._open_end = False  # whether a group of three digits may follow

    def add(self, part: Part) -> None:
        """Read the next word: it goes on with a number, begins one, or ends one."""
        self._at += 1
        linked, self._linked = self._linked, False
        open_end, self._open_end = self._open_end, False
        minus, self._minus = self._minus, False
        unsigned, self._unsigned = self._unsigned, False
        if part.kind == Kind.DIGITS and minus:
            self._term(Term(0, 0, 0, True, digits=f"-{part.digits}"), fits=False, words=2)
        elif part.kind == Kind.DIGITS:
            self._digits(part.digits, linked, open_end)
        elif part.kind == Kind.ADDEND:
            room = self._room(linked)
            # five hundred and one thousand: two numbers
            own = linked and part.value == 1 and room >= 100
            term = _term(part)._replace(own=own, minus=minus)
            self._term(term, 0 < part.value < room, words=1 + minus)
        elif part.kind == Kind.OPENER:
            self._term(_term(part), fits=False)
        elif part.kind == Kind.MULTIPLIER:
            if linked:
                self.close()
            self._multiply(part)
        elif part.kind == Kind.LINK and self._terms and not linked:
            self._linked = True
        elif not self._changes_last(part):
            self.close()
            self._minus = part.kind == Kind.SIGN and not unsigned
            self._unsigned = part.kind == Kind.UNSIGNED
            if part.kind in (Kind.FIXED, Kind.FRACTION):
                self.found.together.append(part.digits)
                self.found.apart.append(part.digits)
                self.found.spans.append((self._at, self._at + 1))

    def close(self) -> None:
        """No more words belong to the number."""
        terms, self._terms = self._terms, []
        self._breaks += 1
        for found, own in (
            (self.found.together, terms),
            (self.found.apart, [term for term in terms if not term.scaled]),
        ):
            words = [term for term in own if not term.digits]
            if len(words) > 1 or (words and words[0].alone):
                sign = "-" if words[0].minus else ""
                found.append(sign + str(sum(term.value for term in words)))
                if own is terms:
                    self.found.spans.append((words[0].begin, words[-1].end))
            found.extend(term.digits for term in own if term.digits)
        self.found.spans.extend((term.begin, term.end) for term in terms if term.digits)

    def only(self) -> Part | None:
        """The part of a word that is made of all these words, if they are one number."""
        if self._breaks or self._linked or not self._terms:
            return None
        total, last = sum(term.value for term in self._terms), self._terms[-1]
        return Part(Kind.ADDEND, total, last.room, last.linked, alone=True)

    def _room(self, linked: bool) -> int:
        if not self._terms:
            return 0
        return self._terms[-1].linked if linked else self._terms[-1].room

    def _changes_last(self, part: Part) -> bool:
        """Whether digits and this word are a number together: 3 1/2, 8:40 pm."""
        if not self._terms or not self._terms[-1].digits:
            return False
        last = self._terms[-1]
        if part.kind == Kind.FRACTION and "." not in last.digits:
            digits = f"{last.digits}.{part.digits.rstrip('0')}"
        elif part.kind == Kind.HALF_DAY and (clock := _CLOCK.fullmatch(last.digits)):
            hours = int(clock[1])
            if not 0 < hours <= _NOON:
                return False
            digits = f"{hours % _NOON + part.value}{clock[2]}"
        else:
            return False
        self._terms[-1] = last._replace(digits=digits, end=self._at + 1)
        return True

    def _term(self, term: Term, fits: bool, words: int = 1) -> None:
        """Of so many words that end here."""
        if self._terms and not fits:
            self.close()
        self._terms.append(term._replace(begin=self._at + 1 - words, end=self._at + 1))

    def _digits(self, digits: str, linked: bool, open_end: bool) -> None:
        whole = "." not in digits
        if open_end and whole and len(digits) == 3 and digits.isdecimal():
            last = self._terms.pop()
            self._terms.append(last._replace(digits=last.digits + digits, end=self._at + 1))
        else:
            fits = not linked and self._room(linked) >= _THOUSAND
            self._term(Term(0, 0, 0, True, digits=digits), fits)
        self._open_end = whole and len(digits) <= 3

    def _multiply(self, part: Part) -> None:
        if self._terms and self._terms[-1].digits:
            # 1500 millones, 3500 times the Chinese ten thousand
            longest = 4 if part.most >= _MYRIAD - 1 else 3
            exact = thousandths(self._terms[-1].digits, longest)
            if exact is not None and part.value >= _THOUSAND:
                room = 0 if exact % _THOUSAND else part.room
                product = exact * (part.value // _THOUSAND)
                self._replace(1, part._replace(value=product, room=room), part.value)
                return
            self.close()
        count, taken = self._multiplicand(part.most)
        if not count or (part.value < _THOUSAND and taken % 10 == 0):
            if part.alone:
                self._replace(0, part, part.value)
            else:
                self.close()
            return
        self._replace(count, part._replace(value=taken * part.value), part.value)

    def _multiplicand(self, most: int) -> tuple[int, int]:
        """How many of the last terms are multiplied, and their sum."""
        count = taken = 0
        for term in reversed(self._terms):
            if taken + term.value > most:
                break
            count, taken = count + 1, taken + term.value
            if term.own:
                break
        return count, taken

    def _replace(self, count: int, product: Part, scale: int) -> None:
        """The last terms have become this one; those before it do not fit a greater one."""
        kept = len(self._terms) - count
        self._terms, taken = self._terms[:kept], self._terms[kept:]
        scaled = scale >= _THOUSAND
        term = Term(product.value, product.room, product.linked, True, scaled=scaled)
        begin = taken[0].begin if taken else self._at
        if taken:
            term = term._replace(minus=taken[0].minus)
        self._term(term, term.value < self._room(False), self._at + 1 - begin)
        if scaled:
            rest = [term for term in taken if not term.scaled]
            if rest:
                total = str(sum(term.value for term in rest))
                self.found.apart.append(rest[-1].digits or total)
            self.found.apart.append(f"*{scale}")


def compose(parts: Iterable[Part]) -> Numbers:
    """The numbers that a text's words make, each given by its part in them."""
    composer = Composer()
    for part in parts:
        composer.add(part)
    composer.close()
    return composer.found


def _term(part: Part) -> Term:
    return Term(part.value, part.room, part.linked, part.alone)


def thousandths(digits: str, longest: int = 3) -> int | None:
    """Of a short number; one with four digits may be a year, where so many are not multiplied."""
    found = _SHORT.fullmatch(digits)
    if found is None or len(found[1]) > longest:
        return None
    return int(found[1] + (found[2] or "").ljust(3, "0"))

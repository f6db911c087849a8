"""Numbers of English sentences written otherwise, and other numbers written the same way."""

import re
from random import Random
from typing import NamedTuple

from .words import Words, parts

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
SPELT = [
    *_ONES,
    *(ten + (f"-{_ONES[one]}" if one else "") for ten in _TENS for one in range(10)),
]
VALUES = {word: number for number, word in enumerate(SPELT)}
_UNITS = {"thousand": 3, "million": 6, "billion": 9}
_SMALL = SPELT[2:11]
_DIGIT = re.compile(r"\d")
_TRIES = 20


class OtherNumber(NamedTuple):
    """A number from one place to another: the same written otherwise, and another one."""

    start: int
    end: int
    same: str
    other: str


def spelt_number(word: str) -> int | None:
    """What a word means that spells a number above one."""
    value = VALUES.get(word.lower(), 0)
    return value if value > 1 else None


def other_spelt(word: str, drawn: Random) -> str:
    """Another small number in words."""
    return drawn.choice([one for one in _SMALL if one != word.lower()])


def other_digits(word: str, drawn: Random) -> str | None:
    """The word with two digits swapped or one changed."""
    places = [match.start() for match in _DIGIT.finditer(word)]
    for _ in range(_TRIES):
        letters = list(word)
        if len(places) > 1 and drawn.random() < 0.35:
            at = drawn.randrange(len(places) - 1)
            one, two = places[at], places[at + 1]
            letters[one], letters[two] = letters[two], letters[one]
        else:
            letters[drawn.choice(places)] = drawn.choice("0123456789")
        if letters[places[0]] != "0" and (found := "".join(letters)) != word:
            return found
    return None


def other_numbers(words: Words, drawn: Random) -> list[OtherNumber]:
    """All that the sentence has."""
    found = []
    for place, word in enumerate(words):
        after = words[place + 1] if place + 1 < len(words) else ""
        if (one := _other(place, word, after, drawn)) is not None:
            found.append(one)
    return found


def _other(place: int, word: str, after: str, drawn: Random) -> OtherNumber | None:
    before, own, behind = parts(word)
    _, unit, end = parts(after)
    if (value := spelt_number(own)) is not None:
        other = _beside(own, value, drawn)
        return OtherNumber(place, place + 1, f"{before}{value}{behind}", before + other + behind)
    other_one = other_digits(own, drawn) if _DIGIT.search(own) else None
    if other_one is None:
        return None
    other = before + other_one + behind
    if unit.lower() in _UNITS:
        if not re.fullmatch(r"\d{1,3}(\.\d{1,2})?", own):
            return None
        whole = round(float(own) * 10 ** _UNITS[unit.lower()])
        return OtherNumber(place, place + 2, f"{before}{whole:,}{end}", f"{other} {after}")
    same = _written(own)
    return OtherNumber(place, place + 1, before + same + behind, other) if same else None


def _beside(own: str, value: int, drawn: Random) -> str:
    if drawn.random() < 0.5 or own.lower() not in _SMALL:
        found = SPELT[min(value + drawn.choice((-1, 1)), len(SPELT) - 2)]
    else:
        found = other_spelt(own, drawn)
    return found.capitalize() if own[0].isupper() else found


def _written(own: str) -> str | None:
    """A number in digits, otherwise."""
    if re.fullmatch(r"\d{1,3}(,\d{3})+", own):
        plain = own.replace(",", "")
        millions = int(plain) / 10**6
        return f"{millions:g} million" if int(plain) % 10**5 == 0 and millions >= 1 else plain
    if re.fullmatch(r"[1-9]\d?", own) and int(own) > 1:
        return SPELT[int(own)]
    return f"{int(own):,}" if re.fullmatch(r"[1-9]\d{4,8}", own) else None

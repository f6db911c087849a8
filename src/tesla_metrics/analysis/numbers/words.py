"""Number words, and what each does in a number of several words."""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from ...languages import NumberWords, find_language
from .composing import Composer
from .one_word import OneWordNumbers
from .parts import Kind, Part

_THOUSAND = 1000
_MEMO = 8_192
_FIRST_ORDINAL = 4
# The native core counts in 64 bits.
_LIMIT = 1 << 63
# Hundredths, as words for shares have.
_FRACTIONS = {
    sign: Part(Kind.FRACTION, alone=True, digits=digits)
    for sign, digits in {"½": "50", "¼": "25", "¾": "75", "⅓": "33", "⅔": "67"}.items()
}
# The longest German number below a million has some 70 letters.
_LONGEST = 100


def number_word(form: str, lang: str) -> Part | None:
    """The part that a lower-cased word has in numbers, if any."""
    return _part(form, find_language(lang).numbers)


def number_words(lang: str) -> Mapping[str, Part]:
    """All that are listed, of which others may be made."""
    return _words(find_language(lang).numbers)


@lru_cache(_MEMO)
def _part(form: str, facts: NumberWords) -> Part | None:
    if len(form) > _LONGEST:
        return None
    known = _words(facts).get(form) or _FRACTIONS.get(form)
    return known or _made(form, facts)


def _made(form: str, facts: NumberWords) -> Part | None:
    """Of a word that is not listed, but made of those that are."""
    words = _words(facts)
    if "-" in form:
        return _composed(form.split("-"), "-", words)
    if facts.and_a_half and form.endswith(facts.and_a_half):
        whole = words.get(form.removesuffix(facts.and_a_half))
        if whole is None or whole.kind not in (Kind.ADDEND, Kind.OPENER):
            return None
        return Part(Kind.DIGITS, alone=True, digits=f"{whole.value}.5")
    if facts.hundredths and form.startswith(facts.hundredths):
        part = _part(form.removeprefix(facts.hundredths), facts)
        whole = part if part is not None and part.kind == Kind.ADDEND else None
        return whole and Part(Kind.FIXED, alone=True, digits=str(whole.value))
    if facts.characters:
        return _composed(list(form), "", words)
    value = None if facts.one_word is None else _one_word(facts)(form)
    return None if value is None else Part(Kind.ADDEND, value, alone=True)


def _composed(pieces: list[str], joint: str, words: Mapping[str, Part]) -> Part | None:
    composer = Composer()
    at = 0
    while at < len(pieces):
        # quatre-vingt-dix is one word here.
        for end in range(min(at + 3, len(pieces)), at, -1):
            part = words.get(joint.join(pieces[at:end]))
            if part is not None:
                break
        else:
            return None
        composer.add(part)
        at = end
    return composer.only()


@cache
def _one_word(facts: NumberWords) -> OneWordNumbers:
    assert facts.one_word is not None
    simple = {form: part.value for form, part in _words(facts).items() if part.kind == Kind.ADDEND}
    return OneWordNumbers(facts.one_word, simple, facts.most_hundreds)


@cache
def _words(facts: NumberWords) -> Mapping[str, Part]:
    shares = facts.shares.split()
    return {
        **dict(_addends(facts)),
        **dict(_multipliers(facts)),
        **{
            form: Part(Kind.FIXED, alone=True, digits=digits)
            for digits, forms in zip(shares[::2], shares[1::2], strict=True)
            for form, _ in _forms(forms)
        },
        **dict(_ordinals(facts)),
        **{
            form: Part(Kind.DIGITS, alone=True, digits="1.5")
            for form, _ in _forms(facts.one_and_a_half)
        },
        **{form: Part(Kind.HALF_DAY, 0) for form, _ in _forms(facts.morning)},
        **{form: Part(Kind.HALF_DAY, 12) for form, _ in _forms(facts.afternoon)},
        **{form: Part(Kind.SIGN) for form, _ in _forms(facts.minus)},
        **{form: Part(Kind.UNSIGNED) for form, _ in _forms(facts.before_no_minus)},
        **{form: Part(Kind.OPENER, 1) for form, _ in _forms(facts.openers)},
        **{form: Part(Kind.LINK) for form, _ in _forms(facts.links)},
    }


def _addends(facts: NumberWords) -> Iterator[tuple[str, Part]]:
    numbers = (
        *_places(facts.units, 0, 1),
        *_places(facts.tens, 30, 10),
        *_places(facts.twenties, 21, 1),
    )
    for value, forms in numbers:
        tens = value >= 20 and value % 10 == 0
        room, linked = facts.room_of.get(value, facts.room_of_tens if tens else (0, 0))
        for form, alone in _forms(forms):
            yield form, Part(Kind.ADDEND, value, room, linked, alone=alone)
    for value, forms in _places(facts.hundreds, 100, 100):
        for form, alone in _forms(forms):
            yield form, Part(Kind.ADDEND, value, 100, alone=alone)
    for form, alone in _forms(facts.hundred):
        yield form, Part(Kind.ADDEND, 100, alone=alone)
    yield from _turned(facts)


def _ordinals(facts: NumberWords) -> Iterator[tuple[str, Part]]:
    """From the fourth on: a second and a third are other things too."""
    for value, forms in list(_places(facts.ordinals, 1, 1))[_FIRST_ORDINAL - 1 :]:
        for form, _ in _forms(forms):
            yield form, Part(Kind.FIXED, alone=True, digits=str(value))


def _turned(facts: NumberWords) -> Iterator[tuple[str, Part]]:
    """Unit and ten in one word, the unit first."""
    tens = *facts.units.split()[20:], *facts.tens.split()
    for ten, endings in enumerate(tens, 2):
        for unit, beginnings in enumerate(facts.turned_units.split(), 1):
            for beginning in beginnings.split("/"):
                for ending in endings.split("/"):
                    yield beginning + ending, Part(Kind.ADDEND, 10 * ten + unit, alone=True)


def _multipliers(facts: NumberWords) -> Iterator[tuple[str, Part]]:
    for scale, forms in zip(facts.scales, facts.multipliers.split(), strict=False):
        most = 999
        if scale != _THOUSAND:
            most = facts.most_hundreds if scale < _THOUSAND else facts.most_millions
        room = 0 if facts.one_word is not None and scale <= _THOUSAND else scale
        # With all that may be added the product is less than the limit.
        most = min(most, _LIMIT // scale - 1)
        for form, alone in _forms(forms):
            yield form, Part(Kind.MULTIPLIER, scale, room, facts.linked_to_hundreds, most, alone)


def _places(words: str, first: int, step: int) -> Iterator[tuple[int, str]]:
    return ((first + step * place, forms) for place, forms in enumerate(words.split()))


def _forms(words: str) -> Iterator[tuple[str, bool]]:
    """The forms of a word, and whether each is a number alone."""
    for word in words.split("/"):
        if word != "-":
            yield word.removeprefix("?"), not word.startswith("?")

"""How words are written, in capitals or not, where that says something."""

from collections.abc import Sequence
from enum import IntEnum

from .places import Place

# After these a capital says nothing, nor at the beginning of a text.
_ENDS = frozenset(".!?:;…。！？•-–—\"'“”„‘’«»‹›()[]¿¡*|/")
# Right after a letter or number these end nothing: l'Europe, Saint-Malo.
_JOINING = frozenset("-–'’/")
# A text with so many words and no small letter is a headline, if it is no row of initials.
_HEADLINE = 2


class Case(IntEnum):
    """What a word's capitals say."""

    FREE = 0  # nothing: it begins a sentence, is in a headline, or has no letters with case
    LOWER = 1
    CAPITAL = 2
    UPPER = 3  # all of it, or some inside: USA, iPhone


def case_of(form: str) -> Case:
    """Of a word by itself."""
    if form.islower():
        return Case.LOWER
    if not any(map(str.isupper, form)):
        return Case.FREE
    return (
        Case.CAPITAL if form[:1].isupper() and not any(map(str.isupper, form[1:])) else Case.UPPER
    )


def cases(text: str, places: Sequence[Place]) -> list[Case]:
    """Of the words of a text that stand there in it; of others nobody knows."""
    own = [Case.FREE if place is None else case_of(text[place[0] : place[1]]) for place in places]
    if Case.UPPER in own and len(own) - own.count(Case.FREE) >= _HEADLINE:
        shown = (text[place[0] : place[1]] for place in places if place is not None)
        if not any(any(map(str.islower, form)) for form in shown):
            return [Case.FREE] * len(own)
    return [
        Case.FREE if place is None or _begins(text, place[0]) else case
        for case, place in zip(own, places, strict=True)
    ]


def _begins(text: str, start: int) -> bool:
    """Whether a sentence may begin there."""
    end = start
    while end and text[end - 1].isspace():
        end -= 1
    if not end:
        return True
    last, before = text[end - 1], text[end - 2 : end - 1].strip()
    joined = end == start and last in _JOINING and before and before not in _ENDS
    return last in _ENDS and not joined


def differ(one: Case, other: Case) -> bool:
    """Whether a word is miscased that is written in these ways in two texts."""
    return one != other and one != Case.FREE and other != Case.FREE

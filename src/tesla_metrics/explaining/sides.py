"""The two texts of a pair: their words, and where these are written."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ..arrays import Floats
from .explanation import Side, Word
from .folded import Folded, fold, places_of_padded

Span = tuple[int, int]
_FAR = 8  # words


class Sides(NamedTuple):
    """Both texts."""

    reference: Side
    hypothesis: Side


def make_side(
    text: str,
    forms: Sequence[str],
    weights: Sequence[float],
    lemmas: Sequence[object] = (),
    tags: Sequence[object | None] = (),
    places: Sequence[Span] | None = None,
) -> Side:
    """A side with these words; where nobody knows their places they are found one after another."""
    if not forms:
        whole = text.strip()
        start = text.find(whole)
        return Side(text, (Word(whole, start, start + len(whole)),) if whole else ())
    named = [str(lemma) for lemma in lemmas] or [""] * len(forms)
    tagged = ["" if tag is None else str(tag) for tag in tags] or [""] * len(forms)
    places = spans(text, forms) if places is None else places
    found = zip(forms, places, weights, named, tagged, strict=True)
    return Side(
        text,
        tuple(
            Word(text[a:b] if form.lower() == text[a:b].lower() else form, a, b, weight, 0.0, *more)
            for form, (a, b), weight, *more in found
        ),
    )


def spans(text: str, forms: Sequence[str]) -> list[Span]:
    """Where each form is written, without regard to case and to how it is composed.

    Those that are not there as they are (parts of compounds, say) share what stands between their
    neighbours.
    """
    folded = Folded(text)
    found: list[Span | None] = []
    at = 0
    for form in map(fold, forms):
        start = _found(folded.text, form, at) if form else None
        if start is None:
            found.append(None)
        else:
            at = start + len(form)
            found.append(folded.written(start, at))
    return filled(text, found)


def _found(text: str, form: str, at: int) -> int | None:
    """Where the next word begins so, or else a word is so, or the rest of this one has it."""
    start = at
    while start < len(text) and not text[start].isalnum() and not text.startswith(form, start):
        start += 1
    if text.startswith(form, start):
        return start
    # What is only found far on is not there: the next ones would be lost with it.
    while (start := text.find(form, start)) >= 0 and text.count(" ", at, start) <= _FAR:
        if " " not in text[at:start].strip() or _is_whole(text, start, start + len(form)):
            return start
        start += 1
    return None


def _is_whole(text: str, start: int, end: int) -> bool:
    return not any(text[k - 1 : k].isalnum() and text[k : k + 1].isalnum() for k in (start, end))


def written(text: str, characters: str, places: Sequence[Span]) -> list[Span] | None:
    """Where words are in a text, by where they are in the padded one."""
    shift = shift_of(text, characters)
    if shift is not None:
        return [(start + shift, end + shift) for start, end in places]
    known = places_of_padded(text)
    if len(known) != len(characters):
        return None
    return [(known[start][0], known[max(start, end - 1)][1]) for start, end in places]


def shift_of(text: str, characters: str) -> int | None:
    """From a place in the padded text to that in the text; None where it is written otherwise."""
    whole = text.strip()
    return text.find(whole) - 1 if characters == f" {whole} " else None


def filled(text: str, found: Sequence[Span | None]) -> list[Span]:
    """All places: those that were not found share what stands between their neighbours."""
    places: list[Span] = []
    for number, place in enumerate(found):
        if place is None:
            before = next((one[1] for one in reversed(found[:number]) if one), 0)
            after = next((one[0] for one in found[number:] if one), len(text))
            gap = text[before:after]
            start = before + len(gap) - len(gap.lstrip())
            place = start, max(start, start + len(gap.strip()))
        places.append(place)
    return places


def on_words(side: Side, values: Iterable[tuple[int, int, float]]) -> Floats:
    """(start, end, value) of stretches of the text, handed to the words that are written there.

    Each character has its share; what is outside of words falls on the word before, or the first.
    """
    shares, owner = np.zeros(len(side.words)), owners(side)
    for start, end, value in values:
        # At least one character: the one where a stretch of no width stands.
        places = range(start, max(end, start + 1))
        for place in places if owner else ():
            shares[owner[min(place, len(owner) - 1)]] += value / len(places)
    return shares


def owners(side: Side) -> list[int]:
    """For each character the word that it counts to."""
    if not side.words:
        return []
    found = [-1] * max(len(side.text), 1)
    for number, word in enumerate(side.words):
        for place in range(word.start, min(word.end, len(found))):
            if found[place] < 0:
                found[place] = number
    last = 0
    for place, owner in enumerate(found):
        last = found[place] = owner if owner >= 0 else last
    return found

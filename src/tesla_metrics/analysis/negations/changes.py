"""Whether two texts negate the same.

A word that a part of it negates (unaware) counts where the other text lacks it and has what it
negates (aware), be that negated there by a word (not aware) or not. What one text negates more
often than the other is charged where something near it is in both: what is said quite otherwise is
not turned round.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from ...languages import Language

# Words before one that negates with another.
_REACH = 3
# Words on either side within which a negating word says something.
_SCOPE = 4
# Words before one that negates with another, where that other belongs to another: "aucun n'a plus".
_TAKEN = _REACH + _SCOPE


class Negated(NamedTuple):
    """What negates in a text.

    places  of negating words
    bases   places of words that a part of them negates, and what it negates
    """

    places: list[int]
    bases: list[tuple[int, str]]


class NegatingSide(NamedTuple):
    """What must be known of a text.

    forms, lemmas   of all its words
    common          places of content words that the other text has as well
    """

    negated: Negated
    forms: Sequence[str]
    lemmas: Sequence[str]
    common: Collection[int]


def negated(
    forms: Sequence[str], negates: Iterable[bool], bases: Iterable[str], language: Language
) -> Negated:
    """Of lower-cased words; two that make an idiom, such as "not only", negate nothing."""
    places: list[int] = []
    for place, does in enumerate(negates):
        if "_".join(forms[place : place + 2]) in language.negating_idioms:
            continue
        if place and "_".join(forms[place - 1 : place + 1]) in language.unnegating_pairs:
            continue
        taken = bool(places) and place - places[-1] <= _TAKEN
        if does or (not taken and _is_paired(forms, place, language)):
            places.append(place)
    return Negated(places, [(place, base) for place, base in enumerate(bases) if base])


def _is_paired(forms: Sequence[str], place: int, language: Language) -> bool:
    before = forms[max(0, place - _REACH) : place]
    return any(f"{other}_{forms[place]}" in language.negating_pairs for other in before)


def changed_negations(reference: NegatingSide, candidate: NegatingSide) -> float:
    """The share of negations that one side has and the other lacks."""
    one, other = counting(reference, candidate), counting(candidate, reference)
    more, places = (reference, one) if len(one) > len(other) else (candidate, other)
    lacking = min(abs(len(one) - len(other)), sum(_says(more, at) for at in places))
    return lacking / len(places) if lacking else 0.0


def counting(own: NegatingSide, other: NegatingSide) -> list[int]:
    """Places of what negates in a text, each once.

    A Czech word may do so in both ways: neznámý.
    """
    forms, lemmas = set(other.forms), set(other.lemmas)
    turned = (
        at
        for at, base in own.negated.bases
        if (base in forms or base in lemmas)
        and own.forms[at] not in forms
        and own.lemmas[at] not in lemmas
    )
    return sorted({*own.negated.places, *turned})


def _says(own: NegatingSide, at: int) -> bool:
    """Whether it negates something that both texts have, or what it negates by a part of it."""
    near = range(at - _SCOPE, at + _SCOPE + 1)
    return at not in own.negated.places or any(place in own.common for place in near)

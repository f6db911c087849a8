"""Numbers of several words as one word with a value: two hundred and five is 205."""

from collections.abc import Iterator, Sequence

from ..analysis.numbers import Numbers
from ..analysis.places import Place
from ..matching.bags import Words

Group = tuple[int, int, str]


def groups(numbers: Numbers, size: int) -> Iterator[Group]:
    """The words of a text, those of one number together: begin, end, and the digits of these."""
    at = 0
    for (begin, end), digits in zip(numbers.spans, numbers.together, strict=True):
        if end - begin > 1:
            yield from ((place, place + 1, "") for place in range(at, begin))
            yield begin, end, digits
            at = end
    yield from ((place, place + 1, "") for place in range(at, size))


def joined_words(words: Words, together: Sequence[Group]) -> Words:
    """A number has its digits for a lemma, and the part of speech of its first word."""
    return Words(
        [digits or words.lemmas[begin] for begin, _, digits in together],
        [words.tags[begin] for begin, _, _ in together],
        [frozenset() if digits else words.synsets[begin] for begin, _, digits in together],
        [not digits and words.function[begin] for begin, _, digits in together],
        [words.upos[begin] for begin, _, _ in together] if words.upos else (),
        [" ".join(words.forms[begin:end]) for begin, end, _ in together],
    )


def joined_forms(
    forms: Sequence[str], numbers: Numbers, text: str, places: Sequence[tuple[int, int]] | None
) -> list[str]:
    """The words as they are shown: a number as it is written in the text, if these are places."""
    found = []
    for at, (begin, end, _) in enumerate(groups(numbers, len(forms))):
        form = " ".join(forms[begin:end])
        if end - begin > 1 and places is not None:
            form = text[slice(*places[at])] or form
        found.append(form)
    return found


def joined_places(places: Sequence[Place], together: Sequence[Group]) -> list[Place]:
    """From the first word's beginning to the last one's end."""
    found: list[Place] = []
    for begin, end, _ in together:
        first, last = places[begin], places[end - 1]
        found.append(None if first is None or last is None else (first[0], last[1]))
    return found

"""Where in a text its words stand, as far as they stand there as they are."""

from collections.abc import Callable, Sequence

from .analyzer import Analyzer, WordByWord
from .padding import padded
from .sentence import has_alphanumeric

Place = tuple[int, int] | None


def places_in(chunk: str, forms: Sequence[str]) -> list[Place]:
    """From where to where each form goes, one after another; None where it is not found."""
    places: list[Place] = []
    at = 0
    for form in forms:
        start = chunk.find(form, at)
        if start < 0:
            places.append(None)
        else:
            at = start + len(form)
            places.append((start, at))
    return places


def places(
    text: str,
    forms: Sequence[str],
    analyzer: Analyzer | None,
    counts: Callable[[str], bool] = has_alphanumeric,
) -> list[Place]:
    """The places in the padded text of all words that count, which are `forms`.

    An analyser that works word by word says which words are those of which chunk; parts of a
    compound have no place.
    """
    if not isinstance(analyzer, WordByWord):
        return places_in(padded(text), forms)
    found: list[Place] = []
    offset = 1  # after the space at the front
    for chunk in text.split():
        visible = padded(chunk)[1:-1]
        words = analyzer.chunk(chunk)
        for word, place in zip(words, places_in(visible, words), strict=True):
            if not counts(word):
                continue
            if len(found) < len(forms) and forms[len(found)] == word:
                found.append(place and (place[0] + offset, place[1] + offset))
            else:
                found += [None] * sum(map(counts, analyzer.word(word).parts))
        offset += len(visible) + 1 if visible else 0
    return found

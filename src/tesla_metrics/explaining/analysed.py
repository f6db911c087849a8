"""The words of an analysis as a side, each where it is written."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from ..analysis.analyzer import WordByWord
from ..analysis.padding import padded
from ..analysis.places import Place, places
from ..encoding.analysis import Analysis
from ..matching.bags import Words
from ..tasks import Segment
from .explanation import Side
from .sides import Span, filled, make_side, spans, written


def word_side(analysis: Analysis, segment: Segment, discount: float) -> Side:
    """A text in the words of its analysis, function words for less."""
    (words,) = analysis.words([segment])
    weights = [discount if function else 1.0 for function in words.function]
    return analysed_side(analysis, segment, analysis.text(segment), [words], weights)


def analysed_side(
    analysis: Analysis,
    segment: Segment,
    text: str,
    sentences: Sequence[Words],
    weights: Sequence[float],
) -> Side:
    """What is written in a segment, in the words of its sentences, with what these weigh."""
    forms = [form for words in sentences for form in words.forms]
    return make_side(
        text,
        forms,
        weights,
        [lemma for words in sentences for lemma in words.lemmas],
        [tag for words in sentences for tag in words.tags],
        places=_places(analysis, text, forms) if isinstance(segment, str) else None,
    )


def _places(analysis: Analysis, text: str, forms: Sequence[str]) -> list[Span] | None:
    """By the analyser, where it works word by word: it alone knows what it has split."""
    analyzer = analysis.analyzer
    if not isinstance(analyzer, WordByWord):
        return None
    characters = padded(text)
    found = places(text, forms, analyzer, analysis.counts)
    if len(found) != len(forms):
        return None
    return written(text, characters, list(_all(characters, forms, found)))


def _all(text: str, forms: Sequence[str], found: Sequence[Place]) -> Iterator[Span]:
    """Parts of what was split are looked for where it stands."""
    known = filled(text, found)
    for unknown, run in groupby(range(len(forms)), key=lambda number: found[number] is None):
        numbers = list(run)
        if unknown:
            start, end = known[numbers[0]]
            within = spans(text[start:end], [forms[number] for number in numbers])
            yield from ((start + a, start + b) for a, b in within)
        else:
            yield from (known[number] for number in numbers)

"""Texts of several sentences, explained: their words, and the places of skip bigrams."""

from collections.abc import Sequence
from itertools import pairwise

from ...encoding.analysis import Analysis
from ...matching.bags import Words
from ...matching.skips import skipped_to
from ...tasks import Segment, shown_text
from ..analysed import analysed_side
from ..explanation import Side

Places = tuple[int, ...]


def document_side(
    analysis: Analysis, segment: Segment, document: Sequence[Words], weights: Sequence[float]
) -> Side:
    """A text in the words of its sentences, with what these weigh."""
    return analysed_side(analysis, segment, shown_text(analysis.text(segment)), document, weights)


def skip_places(document: Sequence[Words], gap: int) -> tuple[list[Places], list[Places]]:
    """Of words and of skip bigrams, in the order of the text."""
    words: list[Places] = []
    pairs: list[Places] = []
    start = 0
    for sentence in document:
        size = len(sentence.forms)
        for place in range(size):
            words.append((start + place,))
            pairs += [(start + place, start + other) for other in skipped_to(place, gap, size)]
        start += size
    return words, pairs


def written(side: Side, places: Places) -> str:
    """The words at these places; dots stand for others between them."""
    text = side.words[places[0]].text
    for before, place in pairwise(places):
        text += f"{' ' if place == before + 1 else ' … '}{side.words[place].text}"
    return text

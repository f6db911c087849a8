"""Bags of n-grams of all lengths, explained: F1 of them, and what it costs to be the same."""

from collections.abc import Sequence
from math import isfinite

import numpy as np

from ...arrays import Floats
from ...comparing.together import TogetherComparer
from ...encoding.together import StemBagEncoder, StemPivotEncoder
from ...matching.match import Match
from ...pivot.bags import PivotWord
from ...tasks import Segment
from ..analysed import word_side
from ..column import Column
from ..explanation import Gram
from ..measures import Compared, f_columns
from ..sides import Sides
from .placed import PlacedGram, compare_grams, place_pivots, place_words, placed_grams

_ALPHA = 0.5  # of F1


def together_sides(comparer: TogetherComparer, reference: Segment, hypothesis: Segment) -> Sides:
    """Both texts in words, all of which weigh the same."""
    analysis = comparer.encoder.analysis
    return Sides(word_side(analysis, reference, 1.0), word_side(analysis, hypothesis, 1.0))


def together_columns(
    comparer: TogetherComparer, reference: Segment, hypothesis: Segment, sides: Sides
) -> list[Column]:
    """F1 of the bags."""
    encoder = comparer.encoder
    assert isinstance(encoder, StemBagEncoder)
    kind = "pivot" if isinstance(encoder, StemPivotEncoder) else "words"
    x, y = (_grams(encoder, segment) for segment in (reference, hypothesis))
    unigrams = _compare(*([gram for gram in own if len(gram.key) == 1] for own in (x, y)))
    (first,) = f_columns(comparer.columns, kind, [unigrams], _ALPHA, sides)
    words = first.of_reference, first.of_hypothesis
    (column,) = f_columns(comparer.columns, kind, [_compare(x, y)], _ALPHA, sides, words)
    return [column._replace(n=0)]


def unlike(column: Column, name: str, sides: Sides) -> Column:
    """1 - F1: what is shared is lost, half of it on either side, on all words of an n-gram alike.

    Who is like nothing has lost nothing: the best is 1, where F1 is 0.
    """
    total = sum(gram.weight for own in (column.reference, column.hypothesis) for gram in own)
    made, words = [], []
    for own, side in zip((column.reference, column.hypothesis), sides, strict=True):
        made.append(tuple(_same(gram, total) for gram in own))
        words.append(_on_words(made[-1], len(side.words)))
    return column._replace(
        name=name,
        kind="dissimilarity",
        value=1 - column.value,
        reference=made[0],
        hypothesis=made[1],
        of_reference=words[0],
        of_hypothesis=words[1],
    )


def _same(gram: Gram, total: float) -> Gram:
    """What weighs nothing on one side has a price that is none, whichever way one looks at it."""
    price = -gram.price if isfinite(gram.price) else gram.price
    return gram._replace(price=price, lost=gram.matched / total)


def _on_words(grams: Sequence[Gram], count: int) -> Floats:
    words = np.zeros(count)
    for gram in grams:
        for place in gram.words:
            words[place] += gram.lost / len(gram.words)
    return words


def _grams(encoder: StemBagEncoder, segment: Segment) -> list[PlacedGram]:
    """Those that stay."""
    (own,) = encoder.analysis.words([segment])
    words = [PivotWord(word, None, False) for word in encoder.stems(own.forms)]
    if isinstance(encoder, StemPivotEncoder):
        placed = place_pivots(encoder.pivot, words, own.forms)
    else:
        placed = place_words(words, own.forms)
    together = encoder.together
    grams = [gram for n in range(1, together.order + 1) for gram in placed_grams(placed, "lem", n)]
    totals = _totals(grams)
    return [gram for gram in grams if together.keeps(totals[gram.key])]


def _compare(x: Sequence[PlacedGram], y: Sequence[PlacedGram]) -> Compared:
    own, theirs = _totals(x), _totals(y)
    shared = sum(min(weight, own[key]) for key, weight in theirs.items() if key in own)
    match = Match(shared, sum(own.values()), sum(theirs.values()), 1, None)
    return compare_grams(x, y, match)


def _totals(grams: Sequence[PlacedGram]) -> dict[tuple[str | None, ...], float]:
    totals: dict[tuple[str | None, ...], float] = {}
    for gram in grams:
        totals[gram.key] = totals.get(gram.key, 0.0) + gram.piece.weight
    return totals

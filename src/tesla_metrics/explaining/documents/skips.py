"""Columns of words and skip bigrams of several sentences, explained: equal ones are alike."""

from collections.abc import Sequence

from ...comparing.skips import SkipComparer
from ...encoding.documents import DocumentEncoder
from ...matching.bags import Words
from ...matching.match import Match
from ...matching.skips import match_skips
from ...tasks import Segment
from ..column import Column
from ..equals import Keyed, equal_flows, equal_gains
from ..explanation import FORM, Reason, Side
from ..measures import Carried, Compared, Piece, f_columns
from ..sides import Sides
from .text import Places, document_side, skip_places, written


def skip_sides(comparer: SkipComparer, reference: Segment, hypothesis: Segment) -> Sides:
    """Both texts in the words of their sentences."""
    return Sides(_side(comparer.skips, reference), _side(comparer.skips, hypothesis))


def _side(encoder: DocumentEncoder, segment: Segment) -> Side:
    (document,) = encoder.words([segment])
    discount = float(encoder.discount)
    weights = [discount if short else 1.0 for words in document for short in words.function]
    return document_side(encoder.analysis, segment, document, weights)


def skip_columns(
    comparer: SkipComparer, reference: Segment, hypothesis: Segment, sides: Sides
) -> list[Column]:
    """Of unigrams and of skip bigrams."""
    encoder = comparer.skips
    x, y = (encoder.words([segment])[0] for segment in (reference, hypothesis))
    grams = zip(
        match_skips(encoder.bags(x), encoder.bags(y)),
        skip_places(x, encoder.gap),
        skip_places(y, encoder.gap),
        strict=True,
    )
    compared = [
        _compare(match, _keyed(encoder, x, xs), _keyed(encoder, y, ys), (xs, ys), sides)
        for match, xs, ys in grams
    ]
    return f_columns(comparer.columns, "skips", compared, comparer.alpha, sides)


def _keyed(encoder: DocumentEncoder, document: Sequence[Words], places: Sequence[Places]) -> Keyed:
    """By their forms; weights are whole numbers, as those of the bags."""
    p, q = encoder.discount.numerator, encoder.discount.denominator
    weights = [p if short else q for words in document for short in words.function]
    forms = [form.lower() for words in document for form in words.forms]
    keys = [tuple(forms[place] for place in own) for own in places]
    return Keyed([_product(weights, own) for own in places], keys, keys)


def _product(weights: Sequence[int], places: Places) -> int:
    whole = 1
    for place in places:
        whole *= weights[place]
    return whole


def _compare(
    match: Match,
    x: Keyed,
    y: Keyed,
    places: tuple[Sequence[Places], Sequence[Places]],
    sides: Sides,
) -> Compared:
    flows = [
        Carried(i, j, amount / match.unit, (1.0,) * len(places[0][i]), _same(places[0][i]))
        for i, j, amount in equal_flows(x, y)
    ]
    pieces = [
        [
            Piece(written(side, own), own, weight / match.unit)
            for own, weight in zip(grams, keyed.weights, strict=True)
        ]
        for side, grams, keyed in zip(sides, places, (x, y), strict=True)
    ]
    return Compared(match, pieces[0], pieces[1], flows, *equal_gains(x, y))


def _same(places: Places) -> tuple[Reason, ...]:
    return (Reason(FORM),) * len(places)

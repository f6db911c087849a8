"""Columns of pivot n-grams, explained: which phrases they come from, and which are shared."""

from ...comparing.pivots import PivotComparer
from ...pivot.bags import match_pivots
from ...tasks import Segment
from ..analysed import word_side
from ..column import Column
from ..measures import f_columns
from ..sides import Sides
from .placed import PlacedSentence, compare_grams, place_pivots, placed_grams


def pivot_sides(comparer: PivotComparer, reference: Segment, hypothesis: Segment) -> Sides:
    """Both texts in words."""
    analysis, discount = comparer.encoder.analysis, comparer.pivot.discount
    return Sides(
        word_side(analysis, reference, discount), word_side(analysis, hypothesis, discount)
    )


def pivot_columns(
    comparer: PivotComparer, reference: Segment, hypothesis: Segment, sides: Sides
) -> list[Column]:
    """s_lem, then s_pos."""
    order = comparer.pivot.order
    x, y = (_placed(comparer, segment) for segment in (reference, hypothesis))
    bags = [comparer.encoder.make([segment])[0] for segment in (reference, hypothesis)]
    columns = []
    for kind, names, matches in zip(
        ("lem", "pos"),
        (comparer.columns[:order], comparer.columns[order:]),
        match_pivots(*bags),
        strict=True,
    ):
        compared = [
            compare_grams(placed_grams(x, kind, n), placed_grams(y, kind, n), match)
            for n, match in enumerate(matches, 1)
        ]
        columns += f_columns(names, kind, compared, comparer.alpha, sides)
    return columns


def _placed(comparer: PivotComparer, segment: Segment) -> PlacedSentence:
    (words,) = comparer.pivots.analysis.words([segment])
    return place_pivots(comparer.pivot, comparer.pivots.words(words), words.forms)

"""Columns of bags of n-grams, explained: s_ms by its transport problem, s_pos in closed form."""

from ...comparing.bags import BagComparer
from ...matching.bags import Bags
from ...matching.match import Match, match_tags
from ...tasks import Segment
from ..analysed import word_side
from ..column import Column
from ..equals import Keyed, equal_flows, equal_gains
from ..explanation import TAG, Reason
from ..measures import Carried, Compared, f_columns
from ..sides import Sides
from .ms import bag_pieces, compare_ms


def bag_sides(comparer: BagComparer, reference: Segment, hypothesis: Segment) -> Sides:
    """Both texts in words."""
    analysis, discount = comparer.encoder.analysis, float(comparer.bags.discount)
    return Sides(
        word_side(analysis, reference, discount), word_side(analysis, hypothesis, discount)
    )


def bag_columns(
    comparer: BagComparer, reference: Segment, hypothesis: Segment, sides: Sides
) -> list[Column]:
    """s_ms, then s_pos if it is wanted."""
    words = [comparer.encoder.make([segment])[0] for segment in (reference, hypothesis)]
    x, y = map(comparer.prepare, words)
    order, alpha = comparer.bags.order, comparer.bags.alpha
    synonyms = comparer.encoder.analysis.synonyms
    columns = f_columns(comparer.columns[:order], "ms", compare_ms(x, y, synonyms), alpha, sides)
    if comparer.bags.tags:
        tags = [_compare_tags(x, y, n, match) for n, match in enumerate(match_tags(x, y), 1)]
        columns += f_columns(comparer.columns[order:], "pos", tags, alpha, sides)
    return columns


def _compare_tags(x: Bags, y: Bags, n: int, match: Match) -> Compared:
    own, theirs = _by_tags(x, n), _by_tags(y, n)
    flows = []
    for i, j, amount in equal_flows(own, theirs):
        reasons = tuple(Reason(TAG, (str(tag),)) for tag in x.words.tags[i : i + n])
        flows.append(Carried(i, j, amount / match.unit, (1.0,) * n, reasons))
    return Compared(match, bag_pieces(x, n), bag_pieces(y, n), flows, *equal_gains(own, theirs))


def _by_tags(bags: Bags, n: int) -> Keyed:
    tags, forms = bags.words.tags, [form.lower() for form in bags.words.forms]
    weights = bags.weights[n - 1].each
    keys = [tuple(tags[at : at + n]) for at in range(len(weights))]
    return Keyed(
        weights,
        [None if None in key else key for key in keys],
        [tuple(forms[at : at + n]) for at in range(len(weights))],
    )

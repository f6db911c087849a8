"""What a little more of an n-gram on the other side would do to a score of covers.

A little of the same n-gram is added to the other text, apart from all else there: it is linked as
the rule of links says, and nothing there covers it but itself. Three things change: what the own
text has to cover with, what the other text has to be covered (the new n-gram needs a partner, too,
and may take one from others), and Z.
"""

from collections.abc import Sequence
from math import nan

from ..._core.marginal import Marginal
from ...comparing.covers import CoverPair
from ...matching.grams import Grams
from ...matching.links import Codes, link

# Every n-gram takes a solution, which takes time by the number of n-grams, and by the square of the
# number of those that compete. Above that, a second or two, prices are left open: texts of 200
# characters have some unless they repeat themselves.
MOST_WORK = 2_000_000


def cover_prices(
    x: Grams, y: Grams, pair: CoverPair, f: float, score: float, codes: Codes
) -> tuple[list[float], list[float]]:
    """Right-hand derivatives of the score, by kind of n-gram of both texts."""
    of_x, of_y = Marginal(pair.x), Marginal(pair.y)
    grams = len(x) + len(y)
    if grams * (grams + (of_x.rivals + of_y.rivals) ** 2) > MOST_WORK:
        return [nan] * len(x), [nan] * len(y)
    return (
        _prices(x, of_x, of_y, (1.0, f), pair, score, codes),
        _prices(y, of_y, of_x, (f, 1.0), pair, score, codes),
    )


def _prices(
    grams: Grams,
    own: Marginal,
    other: Marginal,
    factors: tuple[float, float],
    pair: CoverPair,
    score: float,
    codes: Codes,
) -> list[float]:
    weights: Sequence[float] = pair.x.weights
    found = []
    for kind, alike in enumerate(link(grams, grams, codes)):
        n = grams.lengths[kind]
        more = factors[0] * own.of_partner(alike)
        if factors[1]:
            more += factors[1] * (other.of_gram(n, alike) - score * weights[n - 1])
        found.append(more / pair.most)
    return found

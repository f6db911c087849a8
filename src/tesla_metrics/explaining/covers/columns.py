"""Covers explained: which n-grams are matched, what they cover, and what is left uncovered.

score = (C_x + f C_y) / Z, where C is the weight of the n-grams that are covered and Z that of all.
So an n-gram has lost its weight times the share of it that is uncovered, over Z (f times as much
in the hypothesis). It falls on its words in proportion to what of them is uncovered, else equally.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ..._core.covering import Covering, best_cover
from ...arrays import Floats
from ...comparing.covers import CoverComparer
from ...matching.grams import Grams
from ...tasks import Segment
from ..column import Column
from ..explanation import Gram
from ..sides import Sides, make_side
from ..weighing import by_weight
from .flows import cover_flows
from .prices import cover_prices


def cover_sides(comparer: CoverComparer, reference: Segment, hypothesis: Segment) -> Sides:
    """Both texts in tokens, each of which can be matched once."""
    encoder = comparer.encoder
    x, y = (
        make_side(encoder.text(segment), tokens, [1.0] * len(tokens))
        for segment in (reference, hypothesis)
        for tokens in encoder.plain([segment])
    )
    return Sides(x, y)


def cover_columns(
    comparer: CoverComparer, reference: Segment, hypothesis: Segment, sides: Sides
) -> list[Column]:
    """The only one."""
    order, phrases = len(comparer.weights), comparer.encoder.phrases
    x, y = (
        Grams(comparer.encoder.plain([segment])[0], order) for segment in (reference, hypothesis)
    )
    if not x.tokens or not y.tokens:
        value = float(len(x) == len(y))
        return [Column("cover", "cover", 0, value, 1.0, (), (), (), *by_weight(1 - value, sides))]
    pair, f = comparer.problems(x, y), comparer.f
    covers = best_cover(pair.x), best_cover(pair.y)
    value = min(1.0, (covers[0].value + f * covers[1].value) / pair.most)
    prices = cover_prices(x, y, pair, f, value, phrases.codes)
    weights, joint = pair.x.weights, phrases.joint
    own = _Text(x, covers[0], weights, prices[0], joint).lost(1 / pair.most)
    theirs = _Text(y, covers[1], weights, prices[1], joint).lost(f / pair.most)
    flows = cover_flows(x, y, pair, covers, phrases)
    return [
        Column(
            "cover", "cover", 0, value, 1.0, tuple(flows),
            own.grams, theirs.grams, own.words, theirs.words,
        )
    ]  # fmt: skip


class _Lost(NamedTuple):
    """What n-grams and words of one text have lost."""

    grams: tuple[Gram, ...]
    words: Floats


class _Text(NamedTuple):
    """One text, with its cover and the prices of its n-grams."""

    own: Grams
    cover: Covering
    weights: Sequence[float]
    prices: Sequence[float]
    joint: str

    def lost(self, scale: float) -> _Lost:
        """Where uncovered weight counts by that."""
        tokens = self.own.tokens
        uncovered = [1 - row for row in covered(len(tokens), self.weights, self.cover.weights)]
        words, grams = np.zeros(len(tokens)), []
        for n, row in enumerate(uncovered, 1):
            for start, share in enumerate(row.tolist()):
                weight, places = self.weights[n - 1], slice(start, start + n)
                lost = scale * weight * share
                bears = uncovered[0][places]
                total = bears.sum()
                words[places] += lost * (bears / total if total > 0 else 1 / n)
                text = self.joint.join(tokens[places])
                price = self.prices[self.own.at[n - 1][start]]
                at = tuple(range(start, start + n))
                grams.append(Gram(text, at, weight, weight * (1 - share), price, lost))
        return _Lost(tuple(grams), words)


def covered(
    size: int, weights: Sequence[float], matched: Mapping[tuple[int, int], float]
) -> list[Floats]:
    """For each n, how much of the n-gram at each token is covered, at the most 1.

    That is the weight of all that start no later and end no earlier.
    """
    order = min(len(weights), size)
    own = [np.zeros(size - n + 1) for n in range(1, order + 1)]
    for (start, stop), weight in matched.items():
        own[stop - start - 1][start] = weight
    # Those around an n-gram start earlier, or end later; who does both was counted twice.
    around = [np.zeros(max(size - n + 1, 0)) for n in range(1, order + 3)]
    for n in range(order, 0, -1):
        longer, longest = around[n], around[n + 1]
        around[n - 1] += own[n - 1]
        around[n - 1][1:] += longer
        around[n - 1][:-1] += longer
        around[n - 1][1:-1] -= longest
    return [np.minimum(row, 1.0) for row in around[:order]]

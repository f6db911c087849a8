"""Explain the covers of TESLA-CELAB."""

from collections.abc import Iterator, Mapping, Sequence
from math import nan
from typing import NamedTuple

import numpy as np

from ..arrays import Floats
from ..core.comparing.covers import CoverComparer, CoverPair
from ..core.matching.celab_links import Codes, Grams, flows_for_both, link
from ..core.solvers.covering import Covering, best_cover
from ..core.solvers.marginal_cover import MarginalCover
from ..files.item import Segment
from ..text.synonyms.table import PhraseCodes
from .attribution import ExplainedColumn, distribute_by_weight
from .explanation import COVER, FORM, SYNONYM, NgramLoss, NgramMatch, Reason
from .sides import TextSides, get_synset_words, make_side

# Weights are fractions with small denominators; less than this is a rounding error.
_ROUNDING = 1e-9

Tokens = tuple[str, ...]


def match_covers(
    x: Grams, y: Grams, pair: CoverPair, covers: tuple[Covering, Covering], phrases: PhraseCodes
) -> Iterator[NgramMatch]:
    """Yield a matching that covers both texts as much as possible and is maximal.

    Equal n-grams are matched first, and occurrences of the same n-gram in the order of the text.
    """
    links = [
        (kind, partner) for kind, partners in enumerate(pair.x.partners) for partner in partners
    ]
    links.sort(key=lambda link: _gram_tokens(x, link[0]) != _gram_tokens(y, link[1]))
    needs = _weights_by_kind(x, covers[0]), _weights_by_kind(y, covers[1])
    flows = flows_for_both(links, (x.counts, y.counts), needs)
    occurrences = _Occurrences(x, covers[0]), _Occurrences(y, covers[1])
    for kind, weight in _flows_by_kind(flows, 0).items():
        occurrences[0].fill(kind, weight)
    for kind, weight in _flows_by_kind(flows, 1).items():
        occurrences[1].fill(kind, weight)
    for (i, j), flow in flows.items():
        tokens = _gram_tokens(x, i), _gram_tokens(y, j)
        texts = [phrases.joint.join(gram) for gram in tokens]
        reasons = (_reason(*tokens, phrases),)
        for a, b, weight in _pair_occurrences(
            occurrences[0].weights[i], occurrences[1].weights[j], flow
        ):
            word_indices = tuple(range(a, a + len(tokens[0]))), tuple(range(b, b + len(tokens[1])))
            yield NgramMatch(texts[0], texts[1], weight, 1.0, reasons, *word_indices)


def _gram_tokens(grams: Grams, kind: int) -> Tokens:
    start = grams.starts[kind][0]
    return grams.tokens[start : start + grams.lengths[kind]]


def _weights_by_kind(grams: Grams, cover: Covering) -> dict[int, float]:
    needs: dict[int, float] = {}
    for (start, stop), weight in cover.weights.items():
        kind = grams.ids_at[stop - start - 1][start]
        needs[kind] = needs.get(kind, 0.0) + weight
    return needs


def _flows_by_kind(flows: Mapping[tuple[int, int], float], side: int) -> dict[int, float]:
    totals: dict[int, float] = {}
    for pair, flow in flows.items():
        totals[pair[side]] = totals.get(pair[side], 0.0) + flow
    return totals


class _Occurrences:
    """The matched weight of n-grams, by kind and start position."""

    def __init__(self, grams: Grams, cover: Covering) -> None:
        self._grams, self._cover = grams, cover
        self.weights: dict[int, dict[int, float]] = {}

    def fill(self, kind: int, weight: float) -> None:
        """Distribute weight; more than the cover needs goes to occurrences below weight 1."""
        n, starts = self._grams.lengths[kind], self._grams.starts[kind]
        weights = {start: self._cover.weights.get((start, start + n), 0.0) for start in starts}
        remaining = weight - sum(weights.values())
        for start in starts:
            added = min(max(remaining, 0.0), 1 - weights[start])
            weights[start] += added
            remaining -= added
        self.weights[kind] = weights


def _pair_occurrences(
    xs: dict[int, float], ys: dict[int, float], flow: float
) -> Iterator[tuple[int, int, float]]:
    """Yield pairs of occurrences in order, up to the flow, and subtract their amounts from both."""
    while flow > _ROUNDING and xs and ys:
        x, y = next(iter(xs)), next(iter(ys))
        amount = min(xs[x], ys[y], flow)
        if amount > _ROUNDING:
            yield x, y, amount
        flow -= amount
        for weights, start in ((xs, x), (ys, y)):
            weights[start] -= amount
            if weights[start] <= _ROUNDING:
                del weights[start]


def _reason(x: Tokens, y: Tokens, phrases: PhraseCodes) -> Reason:
    if x == y:
        return Reason(FORM)
    shared = phrases.synsets(x) & phrases.synsets(y)
    if shared:
        return Reason(SYNONYM, get_synset_words(shared, phrases.synonyms))
    pieces = [piece for piece in _equivalent_pieces(x, y, phrases) or [] if piece[0] != piece[1]]
    return Reason(COVER, tuple(" = ".join(map(phrases.joint.join, piece)) for piece in pieces))


def _equivalent_pieces(
    x: Tokens, y: Tokens, phrases: PhraseCodes
) -> list[tuple[Tokens, Tokens]] | None:
    """Cut both into the fewest pieces that are synonymous in order; None if that is impossible."""
    if not set(phrases.codes(x)).isdisjoint(phrases.codes(y)):
        return [(x, y)]
    best = None
    for i in range(1, len(x)):
        for j in range(1, len(y)):
            if set(phrases.codes(x[:i])).isdisjoint(phrases.codes(y[:j])):
                continue
            rest = _equivalent_pieces(x[i:], y[j:], phrases)
            if rest is not None and (best is None or len(rest) + 1 < len(best)):
                best = [(x[:i], y[:j]), *rest]
    return best


# Prices: the derivative of a cover score by the weight of an n-gram on the other side.
#
# A small amount of the same n-gram is added to the other text, separate from everything else: it is
# linked according to the linking rule, and only it covers itself. Three things change: what the
# text itself can be covered with, what has to be covered in the other text (the new n-gram needs a
# partner, too, and may take one from others), and Z.

# Every n-gram requires one solution, whose time grows with the number of n-grams and with the
# square of the number of n-grams that compete. Above this limit (one or two seconds), prices are
# not computed: texts of 200 characters have them unless they are repetitive.
MAX_PRICE_WORK = 2_000_000


def compute_cover_prices(
    x: Grams, y: Grams, pair: CoverPair, f: float, score: float, codes: Codes
) -> tuple[list[float], list[float]]:
    """Return the right-hand derivatives of the score, by kind of n-gram of both texts."""
    of_x, of_y = MarginalCover(pair.x), MarginalCover(pair.y)
    grams = len(x) + len(y)
    if grams * (grams + (of_x.n_competing + of_y.n_competing) ** 2) > MAX_PRICE_WORK:
        return [nan] * len(x), [nan] * len(y)
    return (
        _gram_prices(x, of_x, of_y, (1.0, f), pair, score, codes),
        _gram_prices(y, of_y, of_x, (f, 1.0), pair, score, codes),
    )


def _gram_prices(
    grams: Grams,
    side_marginal: MarginalCover,
    other_marginal: MarginalCover,
    factors: tuple[float, float],
    pair: CoverPair,
    score: float,
    codes: Codes,
) -> list[float]:
    weights: Sequence[float] = pair.x.weights
    prices = []
    for kind, linked in enumerate(link(grams, grams, codes)):
        n = grams.lengths[kind]
        derivative = factors[0] * side_marginal.of_partner(linked)
        if factors[1]:
            derivative += factors[1] * (other_marginal.of_gram(n, linked) - score * weights[n - 1])
        prices.append(derivative / pair.total)
    return prices


# Losses: score = (C_x + f C_y) / Z, where C is the weight of the covered n-grams of a text and Z
# the weight of all n-grams. So an n-gram has lost its weight times its uncovered share, over Z (f
# times as much in the hypothesis). The loss falls on its words in proportion to their uncovered
# shares, or equally if they are covered.


def make_cover_sides(comparer: CoverComparer, reference: Segment, hypothesis: Segment) -> TextSides:
    """Split both texts into tokens of weight 1."""
    encoder = comparer.encoder
    x, y = (
        make_side(encoder.text(segment), tokens, [1.0] * len(tokens))
        for segment in (reference, hypothesis)
        for tokens in encoder.tokens([segment])
    )
    return TextSides(x, y)


def explain_covers(
    comparer: CoverComparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Return the only column, with its losses."""
    order, phrases = len(comparer.weights), comparer.encoder.phrases
    x, y = (
        Grams(comparer.encoder.tokens([segment])[0], order) for segment in (reference, hypothesis)
    )
    if not x.tokens or not y.tokens:
        value = float(len(x) == len(y))
        return [
            ExplainedColumn(
                "cover", "cover", 0, value, 1.0, (), (), (), *distribute_by_weight(1 - value, sides)
            )
        ]
    pair, f = comparer.problems(x, y), comparer.f
    covers = best_cover(pair.x), best_cover(pair.y)
    value = min(1.0, (covers[0].value + f * covers[1].value) / pair.total)
    prices = compute_cover_prices(x, y, pair, f, value, phrases.codes)
    weights, joint = pair.x.weights, phrases.joint
    reference_losses = _CoveredText(x, covers[0], weights, prices[0], joint).losses(1 / pair.total)
    hypothesis_losses = _CoveredText(y, covers[1], weights, prices[1], joint).losses(f / pair.total)
    flows = match_covers(x, y, pair, covers, phrases)
    return [
        ExplainedColumn(
            "cover", "cover", 0, value, 1.0, tuple(flows),
            reference_losses.grams, hypothesis_losses.grams,
            reference_losses.words, hypothesis_losses.words,
        )
    ]  # fmt: skip


class _CoverLosses(NamedTuple):
    """The losses of the n-grams and words of one text."""

    grams: tuple[NgramLoss, ...]
    words: Floats


class _CoveredText(NamedTuple):
    """A text with its cover and the prices of its n-grams."""

    grams: Grams
    cover: Covering
    weights: Sequence[float]
    prices: Sequence[float]
    joint: str

    def losses(self, scale: float) -> _CoverLosses:
        """Return the losses of n-grams and words; `scale` is the loss per unit of weight."""
        tokens = self.grams.tokens
        uncovered = [
            1 - row for row in compute_covered_shares(len(tokens), self.weights, self.cover.weights)
        ]
        words, grams = np.zeros(len(tokens)), []
        for n, row in enumerate(uncovered, 1):
            for start, share in enumerate(row.tolist()):
                weight, token_slice = self.weights[n - 1], slice(start, start + n)
                lost = scale * weight * share
                uncovered_words = uncovered[0][token_slice]
                total = uncovered_words.sum()
                words[token_slice] += lost * (uncovered_words / total if total > 0 else 1 / n)
                text = self.joint.join(tokens[token_slice])
                price = self.prices[self.grams.ids_at[n - 1][start]]
                word_indices = tuple(range(start, start + n))
                grams.append(
                    NgramLoss(text, word_indices, weight, weight * (1 - share), price, lost)
                )
        return _CoverLosses(tuple(grams), words)


def compute_covered_shares(
    size: int, weights: Sequence[float], matched: Mapping[tuple[int, int], float]
) -> list[Floats]:
    """Return for each n how much of the n-gram at each token is covered, at most 1.

    That is the weight of all matched n-grams that start no later and end no earlier.
    """
    order = min(len(weights), size)
    weights_by_length = [np.zeros(size - n + 1) for n in range(1, order + 1)]
    for (start, stop), weight in matched.items():
        weights_by_length[stop - start - 1][start] = weight
    # Containing n-grams start earlier or end later; those that do both would be counted twice.
    around = [np.zeros(max(size - n + 1, 0)) for n in range(1, order + 3)]
    for n in range(order, 0, -1):
        longer, two_longer = around[n], around[n + 1]
        around[n - 1] += weights_by_length[n - 1]
        around[n - 1][1:] += longer
        around[n - 1][:-1] += longer
        around[n - 1][1:-1] -= two_longer
    return [np.minimum(row, 1.0) for row in around[:order]]

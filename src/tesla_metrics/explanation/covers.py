"""Explain the covers of TESLA-CELAB.

Grams numbers the different n-grams of a text; such a number is called a kind. An n-gram may have
several occurrences.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import nan
from typing import NamedTuple

import numpy as np

from ..arrays import Floats
from ..core.comparing.covers import CoverComparer, CoverProblemPair
from ..core.matching.celab_links import Codes, Grams, find_flows, link_grams
from ..core.solvers.covering import Covering, find_best_cover
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
    x: Grams,
    y: Grams,
    pair: CoverProblemPair,
    covers: tuple[Covering, Covering],
    phrases: PhraseCodes,
) -> Iterator[NgramMatch]:
    """Yield the matches of a maximal matching that covers both texts as much as possible.

    Equal n-grams are matched first, and occurrences of the same n-gram in the order of the text.
    """
    links = [
        (kind, partner)
        for kind, partners in enumerate(pair.reference.partners)
        for partner in partners
    ]
    links.sort(key=lambda link: _get_tokens(x, link[0]) != _get_tokens(y, link[1]))
    needs = _sum_cover_by_kind(x, covers[0]), _sum_cover_by_kind(y, covers[1])
    flows = find_flows(links, (x.counts, y.counts), needs)
    x_occurrences, y_occurrences = _Occurrences(x, covers[0]), _Occurrences(y, covers[1])
    for kind, weight in _sum_flows_by_kind(flows, 0).items():
        x_occurrences.distribute(kind, weight)
    for kind, weight in _sum_flows_by_kind(flows, 1).items():
        y_occurrences.distribute(kind, weight)
    for (i, j), flow in flows.items():
        x_tokens, y_tokens = _get_tokens(x, i), _get_tokens(y, j)
        texts = phrases.separator.join(x_tokens), phrases.separator.join(y_tokens)
        reasons = (_find_reason(x_tokens, y_tokens, phrases),)
        for x_start, y_start, weight in _pair_occurrences(
            x_occurrences.weights[i], y_occurrences.weights[j], flow
        ):
            x_words = tuple(range(x_start, x_start + len(x_tokens)))
            y_words = tuple(range(y_start, y_start + len(y_tokens)))
            yield NgramMatch(*texts, weight, 1.0, reasons, x_words, y_words)


def _get_tokens(grams: Grams, kind: int) -> Tokens:
    start = grams.starts[kind][0]
    return grams.tokens[start : start + grams.lengths[kind]]


def _sum_cover_by_kind(grams: Grams, cover: Covering) -> dict[int, float]:
    """Return the weight of each kind of n-gram in a cover."""
    totals: dict[int, float] = {}
    for (start, stop), weight in cover.weights.items():
        kind = grams.ids_at[stop - start - 1][start]
        totals[kind] = totals.get(kind, 0.0) + weight
    return totals


def _sum_flows_by_kind(flows: Mapping[tuple[int, int], float], side: int) -> dict[int, float]:
    """Return the flow of each kind of n-gram of the reference (side 0) or the hypothesis (1)."""
    totals: dict[int, float] = {}
    for pair, flow in flows.items():
        totals[pair[side]] = totals.get(pair[side], 0.0) + flow
    return totals


class _Occurrences:
    """The matched weight of the occurrences of n-grams.

    weights     for each kind, the weight by start position
    """

    def __init__(self, grams: Grams, cover: Covering) -> None:
        self._grams, self._cover = grams, cover
        self.weights: dict[int, dict[int, float]] = {}

    def distribute(self, kind: int, weight: float) -> None:
        """Distribute weight over the occurrences of a kind of n-gram.

        Each occurrence gets the weight that it has in the cover. Further weight goes to the first
        occurrences that have less than 1.
        """
        n, starts = self._grams.lengths[kind], self._grams.starts[kind]
        weights = {start: self._cover.weights.get((start, start + n), 0.0) for start in starts}
        remaining = weight - sum(weights.values())
        for start in starts:
            added = min(max(remaining, 0.0), 1 - weights[start])
            weights[start] += added
            remaining -= added
        self.weights[kind] = weights


def _pair_occurrences(
    x_weights: dict[int, float], y_weights: dict[int, float], flow: float
) -> Iterator[tuple[int, int, float]]:
    """Yield (start in x, start in y, amount) in order until the flow is used up.

    The arguments are weights by start position. Amounts are subtracted from them.
    """
    while flow > _ROUNDING and x_weights and y_weights:
        x_start, y_start = next(iter(x_weights)), next(iter(y_weights))
        amount = min(x_weights[x_start], y_weights[y_start], flow)
        if amount > _ROUNDING:
            yield x_start, y_start, amount
        flow -= amount
        for weights, start in ((x_weights, x_start), (y_weights, y_start)):
            weights[start] -= amount
            if weights[start] <= _ROUNDING:
                del weights[start]


def _find_reason(x: Tokens, y: Tokens, phrases: PhraseCodes) -> Reason:
    """Return the reason why two n-grams are linked."""
    if x == y:
        return Reason(FORM)
    shared_synsets = phrases.get_synsets(x) & phrases.get_synsets(y)
    if shared_synsets:
        return Reason(SYNONYM, get_synset_words(shared_synsets, phrases.synonyms))
    equations = []
    for x_part, y_part in _split_into_synonyms(x, y, phrases) or []:
        if x_part != y_part:
            equations.append(f"{phrases.separator.join(x_part)} = {phrases.separator.join(y_part)}")
    return Reason(COVER, tuple(equations))


def _split_into_synonyms(
    x: Tokens, y: Tokens, phrases: PhraseCodes
) -> list[tuple[Tokens, Tokens]] | None:
    """Split both n-grams into the fewest parts so that the k-th parts are synonyms.

    Return None if that is impossible.
    """
    if not set(phrases.get_codes(x)).isdisjoint(phrases.get_codes(y)):
        return [(x, y)]
    best = None
    for i in range(1, len(x)):
        for j in range(1, len(y)):
            if set(phrases.get_codes(x[:i])).isdisjoint(phrases.get_codes(y[:j])):
                continue
            further_parts = _split_into_synonyms(x[i:], y[j:], phrases)
            if further_parts is None:
                continue
            if best is None or len(further_parts) + 1 < len(best):
                best = [(x[:i], y[:j]), *further_parts]
    return best


# Prices
#
# The price of an n-gram is the derivative of the score with respect to its weight in the other
# text. A small amount of the n-gram is added to the other text, separate from all other tokens. It
# is linked like any other n-gram, and no other n-gram covers it. Three values change: the cover of
# this text, which has a new possible partner; the cover of the other text, where the added n-gram
# needs a partner and competes for it; and the total weight Z.

# Limit of (number of n-grams) * (number of n-grams + (number of competing n-grams)^2), which is
# proportional to the time. Above this limit, which takes one or two seconds, prices are NaN. Texts
# of 200 characters are below it unless they are repetitive.
MAX_PRICE_WORK = 2_000_000


def compute_cover_prices(
    x: Grams, y: Grams, pair: CoverProblemPair, f: float, score: float, codes: Codes
) -> tuple[list[float], list[float]]:
    """Return the prices of the n-grams of both texts by kind; NaN if they would take too long.

    `f` is the factor of the hypothesis in the score.
    """
    x_marginal, y_marginal = MarginalCover(pair.reference), MarginalCover(pair.candidate)
    n_grams = len(x) + len(y)
    n_competing = x_marginal.n_competing + y_marginal.n_competing
    if n_grams * (n_grams + n_competing**2) > MAX_PRICE_WORK:
        return [nan] * len(x), [nan] * len(y)
    return (
        _compute_side_prices(x, x_marginal, y_marginal, (1.0, f), pair, score, codes),
        _compute_side_prices(y, y_marginal, x_marginal, (f, 1.0), pair, score, codes),
    )


def _compute_side_prices(
    grams: Grams,
    side_marginal: MarginalCover,
    other_marginal: MarginalCover,
    factors: tuple[float, float],
    pair: CoverProblemPair,
    score: float,
    codes: Codes,
) -> list[float]:
    """Return the prices of one text; `factors` are those of this and of the other text."""
    side_factor, other_factor = factors
    weights: Sequence[float] = pair.reference.weights
    prices = []
    for kind, linked in enumerate(link_grams(grams, grams, codes)):
        n = grams.lengths[kind]
        derivative = side_factor * side_marginal.differentiate_by_partner(linked)
        if other_factor:
            derivative += other_factor * (
                other_marginal.differentiate_by_gram(n, linked) - score * weights[n - 1]
            )
        prices.append(derivative / pair.total_weight)
    return prices


# Losses
#
# score = (C_x + f C_y) / Z, where C_x and C_y are the weights of the covered n-grams of the two
# texts, and Z = W_x + f W_y the weights of all n-grams. So the loss of an n-gram is
# weight * uncovered share / Z, times f in the hypothesis. It is distributed over the words of the
# n-gram in proportion to their uncovered shares, or equally if these are 0.


def make_cover_sides(comparer: CoverComparer, reference: Segment, hypothesis: Segment) -> TextSides:
    """Split both texts into tokens of weight 1."""
    encoder = comparer.encoder
    x, y = (
        make_side(encoder.get_text(segment), tokens, [1.0] * len(tokens))
        for segment in (reference, hypothesis)
        for tokens in encoder.tokenize([segment])
    )
    return TextSides(x, y)


def explain_covers(
    comparer: CoverComparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Explain the only column, the cover score."""
    order, phrases = len(comparer.weights), comparer.encoder.phrase_codes
    x, y = (
        Grams(comparer.encoder.tokenize([segment])[0], order) for segment in (reference, hypothesis)
    )
    if not x.tokens or not y.tokens:
        value = float(len(x) == len(y))
        return [
            ExplainedColumn(
                "cover", "cover", 0, value, 1.0, (), (), (), *distribute_by_weight(1 - value, sides)
            )
        ]
    pair, f = comparer.make_problems(x, y), comparer.f
    covers = find_best_cover(pair.reference), find_best_cover(pair.candidate)
    value = min(1.0, (covers[0].value + f * covers[1].value) / pair.total_weight)
    prices = compute_cover_prices(x, y, pair, f, value, phrases.get_codes)
    weights, joint = pair.reference.weights, phrases.separator
    reference_losses = _CoveredText(x, covers[0], weights, prices[0], joint).compute_losses(
        1 / pair.total_weight
    )
    hypothesis_losses = _CoveredText(y, covers[1], weights, prices[1], joint).compute_losses(
        f / pair.total_weight
    )
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
    weights: Sequence[float]  # weight of an n-gram, by n - 1
    prices: Sequence[float]  # by kind of n-gram
    joint: str  # separator of tokens

    def compute_losses(self, loss_per_weight: float) -> _CoverLosses:
        """Return the losses of all n-grams and words."""
        tokens = self.grams.tokens
        # For each length n, the share of each n-gram that is not covered.
        uncovered = [
            1 - shares
            for shares in compute_covered_shares(len(tokens), self.weights, self.cover.weights)
        ]
        word_losses, grams = np.zeros(len(tokens)), []
        for n, gram_shares in enumerate(uncovered, 1):
            weight = self.weights[n - 1]
            for start, share in enumerate(gram_shares.tolist()):
                token_slice = slice(start, start + n)
                lost = loss_per_weight * weight * share
                word_shares = uncovered[0][token_slice]
                total = word_shares.sum()
                word_losses[token_slice] += lost * (word_shares / total if total > 0 else 1 / n)
                text = self.joint.join(tokens[token_slice])
                price = self.prices[self.grams.ids_at[n - 1][start]]
                word_indices = tuple(range(start, start + n))
                grams.append(
                    NgramLoss(text, word_indices, weight, weight * (1 - share), price, lost)
                )
        return _CoverLosses(tuple(grams), word_losses)


def compute_covered_shares(
    size: int, weights: Sequence[float], matched: Mapping[tuple[int, int], float]
) -> list[Floats]:
    """Return for each length n the covered share of the n-gram at each start.

    The share is the weight of all matched n-grams that contain the n-gram, at most 1.

    size        number of tokens
    weights     weights of n-grams by length; only their number is used
    matched     weight of each matched n-gram, by (start, stop)
    """
    order = min(len(weights), size)
    weights_by_length = [np.zeros(size - n + 1) for n in range(1, order + 1)]
    for (start, stop), weight in matched.items():
        weights_by_length[stop - start - 1][start] = weight
    # Weights of all n-grams that contain an n-gram, computed from those of the two n-grams that are
    # longer by a token: those that contain both would be counted twice.
    containing = [np.zeros(max(size - n + 1, 0)) for n in range(1, order + 3)]
    for n in range(order, 0, -1):
        longer, two_longer = containing[n], containing[n + 1]
        containing[n - 1] += weights_by_length[n - 1]
        containing[n - 1][1:] += longer
        containing[n - 1][:-1] += longer
        containing[n - 1][1:-1] -= two_longer
    return [np.minimum(shares, 1.0) for shares in containing[:order]]

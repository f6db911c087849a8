"""Why a pair of texts has its score in TESLA-N.

Three parts: pieces that were matched, both texts as wholes, and tesla-x. What the first has lost
falls on the words whose pieces found nothing alike; the second is nobody's in particular; the third
is shared out as tesla-x does. Then comes what must not change: its cost falls on the words that
tesla-x names. Which words stand for which is a transport plan over words, alike as the mean vectors
of their pieces are.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from .._core.graded import solve_graded
from ..arrays import Floats, Indices, Singles
from ..comparing.context import ContextComparer
from ..comparing.texts import Wordless
from ..context.checks import PRICES, capped, raised
from ..context.features import ContextText, Stacked, best_matches, features, keep_apart, shares
from ..encoding.pairs import Pairs
from ..tasks import Segment, text_of
from .column import Column
from .combined import CombinedPart, explain_combined
from .explanation import CONTEXT, FORM, SPELLING, TAG, Against, Gram, Matched, Reason, Side
from .graded.penalties import Rule, share_out
from .linear import settled_against
from .sides import Sides, owners
from .weighing import by_weight, with_losses

# Less is between any two words.
_LEAST = 0.4
# Pairs of words; in longer texts each word of the reference flows to the most alike one.
_MOST_PAIRS = 40_000
# Of which so many are compared at once.
_MOST_AT_ONCE = 1 << 20
_STEP = 1e-4


class _Placed(NamedTuple):
    """A text, and for each of its pieces the word that it counts to."""

    text: ContextText
    words: list[int]


def explain_context(
    comparer: ContextComparer,
    graded: Against,
    changed: Mapping[str, float],
    reference: Segment,
    hypothesis: Segment,
) -> Against:
    """One hypothesis against one reference.

    graded      tesla-x's explanation of them
    changed     how much of what must not change
    """
    blank = (_without_losses(side) for side in (graded.reference, graded.hypothesis))
    sides = Sides(*blank)
    (row,) = Wordless().compare(Pairs.of_lines([hypothesis], [reference])).tolist()
    if row[0]:
        return settled_against(float(row[0] > 1), sides)
    x, y = (
        _placed(comparer, segment, side)
        for segment, side in zip((reference, hypothesis), sides, strict=True)
    )
    own = features(Stacked([x.text]), Stacked([y.text]))[0, 0]
    columns = [
        _matching(x, y, sides, graded, float(own[:-1].mean())),
        _sentence(float(own[-1]), sides),
        _graded(graded),
    ]
    formula = _Formula(comparer, x.text, y.text, own)
    values = np.array([column.value for column in columns])
    parts = [
        CombinedPart(column.value, 1.0, rate, [column], [1.0])
        for column, rate in zip(columns, formula.rates(values), strict=True)
    ]
    return _capped(explain_combined(parts, formula.scores, sides), graded, changed)


def _capped(found: Against, graded: Against, changed: Mapping[str, float]) -> Against:
    """With what changes cost; which words made them tesla-x says."""
    causes = {penalty.name: penalty.causes for penalty in graded.penalties}
    rules = [
        Rule(name, changed[name], price, causes.get(name, ())) for name, price in PRICES.items()
    ]
    before = np.array([found.score])
    (score,) = capped(before, [np.array([changed[name]]) for name in PRICES]).tolist()
    sides = Sides(found.reference, found.hypothesis)
    shared, *more = share_out(rules, found.score - score, sides)
    # Together they multiply the score by what it has lost, each by its share of that.
    whole, total = score / found.score if found.score else 1.0, sum(rule.cost for rule in rules)
    penalties = tuple(
        one._replace(factor=whole ** (one.share * PRICES[one.name] / total)) for one in shared
    )
    lost = (
        np.array([word.lost for word in side.words]) + own
        for side, own in zip(sides, more, strict=True)
    )
    x, y = map(with_losses, sides, lost)
    return replace(found, score=score, reference=x, hypothesis=y, penalties=penalties)


class _Formula:
    """The score by three parts, before any cap: between the features as they are and all ones."""

    def __init__(
        self, comparer: ContextComparer, x: ContextText, y: ContextText, own: Floats
    ) -> None:
        self._head, self._own = comparer.model.head, own
        same = np.array_equal(x.keys, y.keys)
        found = self._head.residual(x.whole[None], y.whole[None])
        self._residual = 0.0 if same else float(found[0, 0])

    def scores(self, parts: Floats) -> Floats:
        """Rows of matching, sentence and tesla-x."""
        matching, sentence, graded = parts.T
        lacking = _share(matching, float(self._own[:-1].mean()))
        apart = _share(sentence, float(self._own[-1]))
        rows = np.column_stack(
            [1 - lacking[:, None] * (1 - self._own[:-1]), 1 - apart * (1 - self._own[-1]), graded]
        )
        return raised(self._head.scores(rows, apart * self._residual), graded)

    def rates(self, values: Floats) -> list[float]:
        """What the score gains by each unit of a part."""
        ahead = np.tile(values, (len(values), 1)) - _STEP * np.eye(len(values))
        found = (self.scores(values[None]) - self.scores(ahead)) / _STEP
        return [float(rate) for rate in found]


def _share(values: Floats, own: float) -> Floats:
    """How much of what is lacking is still lacking: 1 at `own`, 0 at the best."""
    lacking = 1 - own
    return (1 - values) / lacking if lacking > 0 else np.zeros_like(values)


def _placed(comparer: ContextComparer, segment: Segment, side: Side) -> _Placed:
    (text,) = comparer.encode([segment])
    (pieces,) = comparer.model.packed.pieces.cut([text_of(segment)])
    owner = owners(side)
    return _Placed(text, [owner[min(start, len(owner) - 1)] for start, _ in pieces.places])


def _without_losses(side: Side) -> Side:
    return side._replace(words=tuple(word._replace(lost=0.0) for word in side.words))


def _graded(graded: Against) -> Column:
    x, y = (
        np.array([word.lost for word in side.words])
        for side in (graded.reference, graded.hypothesis)
    )
    return Column("tesla-x", "tesla-x", 0, graded.score, 1.0, (), (), (), x, y)


def _sentence(cosine: float, sides: Sides) -> Column:
    return Column("sentence", "sentence", 0, cosine, 1.0, (), (), (), *by_weight(1 - cosine, sides))


def _matching(x: _Placed, y: _Placed, sides: Sides, graded: Against, value: float) -> Column:
    """What pieces lack falls on their words."""
    layers = [
        best_matches(a.astype(np.float32), b.astype(np.float32), x.text.keys, y.text.keys)
        for a, b in zip(x.text.vectors, y.text.vectors, strict=True)
    ]
    lacking = (
        _lacking(one, [matches[place] for matches in layers], len(side.words))
        for place, (one, side) in enumerate(zip((x, y), sides, strict=True))
    )
    of_x, of_y = lacking
    total = of_x.sum() + of_y.sum()
    # Where both texts have the same pieces nothing is lacking, whatever rounding has left.
    factor = (1 - value) / total if total > 0 else 0.0
    of_x, of_y = of_x * factor, of_y * factor
    flows = _flows(x, y, sides, graded)
    given = [0.0] * len(of_x), [0.0] * len(of_y)
    for flow in flows:
        given[0][flow.reference_words[0]] += flow.weight
        given[1][flow.hypothesis_words[0]] += flow.weight
    first, second = (
        tuple(
            Gram(word.text, (place,), word.weight, min(word.weight, found[place]), np.inf, lost)
            for place, (word, lost) in enumerate(zip(side.words, losses.tolist(), strict=True))
        )
        for side, losses, found in zip(sides, (of_x, of_y), given, strict=True)
    )
    return Column("context-1", "context", 1, value, 1.0, flows, first, second, of_x, of_y)


def _lacking(one: _Placed, layers: Sequence[Singles], words: int) -> Floats:
    """What each word's pieces lack to 1, plain and weighted, over all layers."""
    found = np.zeros(words)
    weights = 1 / len(one.words) + shares(one.text.weights)
    for best in layers:
        np.add.at(found, one.words, weights * (1 - best))
    return found


def _flows(x: _Placed, y: _Placed, sides: Sides, graded: Against) -> tuple[Matched, ...]:
    reasons = _reasons(graded)
    return tuple(
        Matched(
            first.text, second.text, amount, alike,
            (_reason(first.text, second.text, reasons.get((i, j)), alike),),
            (i,), (j,),
        )
        for i, j, amount, alike in _moved(x, y, sides)
        if amount > 0
        for first, second in [(sides.reference.words[i], sides.hypothesis.words[j])]
    )  # fmt: skip


def _moved(x: _Placed, y: _Placed, sides: Sides) -> Iterator[tuple[int, int, float, float]]:
    """From which word to which, how much, and how alike they are."""
    supply, demand = ([word.weight for word in side.words] for side in sides)
    xs, ys = _vectors(x, len(supply)), _vectors(y, len(demand))
    keys = _keys(x, len(supply)), _keys(y, len(demand))
    if len(xs) * len(ys) <= _MOST_PAIRS:
        alike = _alike(xs, ys, *keys).astype(np.float64).tolist()
        for flow in solve_graded(alike, supply, demand).flows:
            yield flow.x, flow.y, flow.amount, alike[flow.x][flow.y]
        return
    rows = max(_MOST_AT_ONCE // len(ys), 1)
    for start in range(0, len(xs), rows):
        part = _alike(xs[start : start + rows], ys, keys[0][start : start + rows], keys[1])
        most = part.max(axis=1).tolist()
        for i, (j, own) in enumerate(zip(part.argmax(axis=1).tolist(), most, strict=True), start):
            if own:
                yield i, j, min(supply[i], demand[j]), own


def _alike(xs: Singles, ys: Singles, x_keys: Indices, y_keys: Indices) -> Singles:
    """Words by their vectors, in [0,1]."""
    alike: Singles = (xs @ ys.T).clip(0, 1)
    keep_apart(alike, x_keys, y_keys)
    alike[alike < _LEAST] = 0.0
    return alike


def _vectors(one: _Placed, words: int) -> Singles:
    """Of words: the mean of their pieces, in the layer that is matched first."""
    rows = one.text.vectors[0].astype(np.float32)
    found = np.zeros((words, rows.shape[1]), dtype=np.float32)
    np.add.at(found, one.words, rows)
    lengths = np.sqrt((found * found).sum(axis=1, keepdims=True))
    unit: Singles = found / np.maximum(lengths, np.float32(1e-12))
    return unit


def _keys(one: _Placed, words: int) -> Indices:
    """Of words of unknown pieces only, below 0."""
    least, most = np.zeros(words, dtype=np.intp), np.full(words, np.iinfo(np.intp).min)
    np.minimum.at(least, one.words, one.text.keys)
    np.maximum.at(most, one.words, one.text.keys)
    return np.where(most < 0, least, 0)


def _reasons(graded: Against) -> dict[tuple[int, int], Reason]:
    """Why tesla-x takes words for alike, where it does."""
    unigrams = (feature for feature in graded.features if feature.n == 1)
    return {
        (flow.reference_words[0], flow.hypothesis_words[0]): flow.reasons[0]
        for feature in unigrams
        for flow in feature.matched
    }


def _reason(x: str, y: str, known: Reason | None, cosine: float) -> Reason:
    if x.lower() == y.lower():
        return Reason(FORM)
    if known is not None and known.kind not in (SPELLING, TAG):
        return known
    return Reason(CONTEXT, (f"cosine {cosine:.2f}",))

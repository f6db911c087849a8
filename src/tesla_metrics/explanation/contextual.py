"""Explain the score of TESLA-N.

The score has three parts: matched word pieces, the similarity of the sentence vectors, and tesla-x.
The loss of the first falls on the words whose pieces have no similar counterpart, the loss of the
second on all words by weight, and the loss of the third on words as in tesla-x. Caps for changed
numbers, negations and the like come last; their cost falls on the words that tesla-x reports. Which
words correspond is a transport plan over words, with the cosine of the mean vectors of their pieces
as similarity.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ..arrays import Float32s, Floats, Indices
from ..core.comparing.contextual import ContextComparer
from ..core.comparing.texts import WordlessComparer
from ..core.encoding.pairs import Pairs
from ..core.solvers.graded_transport import solve_graded
from ..files.item import Segment, text_of
from ..resources.contextual.adapter_file import PRICES, cap_by_changes, raise_to_tesla_x
from ..resources.contextual.features import (
    ContextText,
    TextStack,
    best_matches,
    normalise_weights,
    pair_features,
    separate_unknown_pieces,
)
from .attribution import ExplainedColumn, distribute_by_weight, with_losses
from .columns import CombinedPart, explain_combined, explain_without_words
from .explanation import (
    CONTEXT,
    FORM,
    SPELLING,
    TAG,
    NgramLoss,
    NgramMatch,
    Reason,
    ReferenceComparison,
    Side,
)
from .graded.penalties import PenaltyRule, distribute_penalties
from .sides import TextSides, map_chars_to_words

# Lower cosines occur between unrelated words.
_MIN_SIMILARITY = 0.4
# Maximum number of word pairs to solve a transport problem for; in longer texts each word of the
# reference flows to the most similar word.
_MAX_WORD_PAIRS = 40_000
# Maximum number of word pairs that are compared at once.
_MAX_PAIRS_AT_ONCE = 1 << 20
_STEP = 1e-4


class _AlignedText(NamedTuple):
    """A text, and for each of its pieces the index of the word that it belongs to."""

    text: ContextText
    words: list[int]


def explain_context(
    comparer: ContextComparer,
    tesla_x: ReferenceComparison,
    changed_shares: Mapping[str, float],
    reference: Segment,
    hypothesis: Segment,
) -> ReferenceComparison:
    """Explain the score of a hypothesis against one reference.

    tesla_x      explanation of the same pair by tesla-x
    changed_shares     share of the numbers, negations and so on that have changed, by name
    """
    cleared = (_without_losses(side) for side in (tesla_x.reference, tesla_x.hypothesis))
    sides = TextSides(*cleared)
    (row,) = WordlessComparer().compare(Pairs.of_lines([hypothesis], [reference])).tolist()
    if row[0]:
        return explain_without_words(float(row[0] > 1), sides)
    x, y = (
        _align(comparer, segment, side)
        for segment, side in zip((reference, hypothesis), sides, strict=True)
    )
    feature_values = pair_features(TextStack([x.text]), TextStack([y.text]))[0, 0]
    columns = [
        _matching_column(x, y, sides, tesla_x, float(feature_values[:-1].mean())),
        _sentence_column(float(feature_values[-1]), sides),
        _graded_column(tesla_x),
    ]
    formula = _Formula(comparer, x.text, y.text, feature_values)
    values = np.array([column.value for column in columns])
    parts = [
        CombinedPart(column.value, 1.0, rate, [column], [1.0])
        for column, rate in zip(columns, formula.rates(values), strict=True)
    ]
    return _apply_cap(explain_combined(parts, formula.scores, sides), tesla_x, changed_shares)


def _apply_cap(
    uncapped: ReferenceComparison, graded: ReferenceComparison, changed: Mapping[str, float]
) -> ReferenceComparison:
    """Add the cost of changes; tesla-x determines the words that caused them."""
    causes = {penalty.name: penalty.causes for penalty in graded.penalties}
    rules = [
        PenaltyRule(name, changed[name], price, causes.get(name, ()))
        for name, price in PRICES.items()
    ]
    uncapped_score = np.array([uncapped.score])
    (score,) = cap_by_changes(
        uncapped_score, [np.array([changed[name]]) for name in PRICES]
    ).tolist()
    sides = TextSides(uncapped.reference, uncapped.hypothesis)
    shared, *added_losses = distribute_penalties(rules, uncapped.score - score, sides)
    # Together they multiply the score by `factor`, each according to its share of the loss.
    factor, total = (
        score / uncapped.score if uncapped.score else 1.0,
        sum(rule.cost for rule in rules),
    )
    penalties = tuple(
        item._replace(factor=factor ** (item.share * PRICES[item.name] / total)) for item in shared
    )
    lost = (
        np.array([word.lost for word in side.words]) + added
        for side, added in zip(sides, added_losses, strict=True)
    )
    x, y = map(with_losses, sides, lost)
    return replace(uncapped, score=score, reference=x, hypothesis=y, penalties=penalties)


class _Formula:
    """The score as a function of three parts, before any cap.

    It interpolates between the actual features and features of 1.
    """

    def __init__(
        self, comparer: ContextComparer, x: ContextText, y: ContextText, values: Floats
    ) -> None:
        self._head, self._feature_values = comparer.model.head, values
        is_same = np.array_equal(x.keys, y.keys)
        residual = self._head.residual(x.mean_vector[None], y.mean_vector[None])
        self._residual = 0.0 if is_same else float(residual[0, 0])

    def scores(self, parts: Floats) -> Floats:
        """Return the scores of rows of (matching, sentence, tesla-x)."""
        matching, sentence, graded = parts.T
        matching_share = _remaining_share(matching, float(self._feature_values[:-1].mean()))
        sentence_share = _remaining_share(sentence, float(self._feature_values[-1]))
        rows = np.column_stack(
            [
                1 - matching_share[:, None] * (1 - self._feature_values[:-1]),
                1 - sentence_share * (1 - self._feature_values[-1]),
                graded,
            ]
        )
        return raise_to_tesla_x(self._head.scores(rows, sentence_share * self._residual), graded)

    def rates(self, values: Floats) -> list[float]:
        """Return the derivative of the score by each part."""
        lowered = np.tile(values, (len(values), 1)) - _STEP * np.eye(len(values))
        rates = (self.scores(values[None]) - self.scores(lowered)) / _STEP
        return [float(rate) for rate in rates]


def _remaining_share(values: Floats, value: float) -> Floats:
    """Return how much of the loss remains: 1 at `value`, 0 at the best."""
    max_loss = 1 - value
    return (1 - values) / max_loss if max_loss > 0 else np.zeros_like(values)


def _align(comparer: ContextComparer, segment: Segment, side: Side) -> _AlignedText:
    (text,) = comparer.encode([segment])
    (pieces,) = comparer.model.packed.tokenizer.tokenize([text_of(segment)])
    word_at = map_chars_to_words(side)
    return _AlignedText(
        text, [word_at[min(start, len(word_at) - 1)] for start, _ in pieces.offsets]
    )


def _without_losses(side: Side) -> Side:
    return side._replace(words=tuple(word._replace(lost=0.0) for word in side.words))


def _graded_column(graded: ReferenceComparison) -> ExplainedColumn:
    x, y = (
        np.array([word.lost for word in side.words])
        for side in (graded.reference, graded.hypothesis)
    )
    return ExplainedColumn("tesla-x", "tesla-x", 0, graded.score, 1.0, (), (), (), x, y)


def _sentence_column(cosine: float, sides: TextSides) -> ExplainedColumn:
    return ExplainedColumn(
        "sentence", "sentence", 0, cosine, 1.0, (), (), (), *distribute_by_weight(1 - cosine, sides)
    )


def _matching_column(
    x: _AlignedText, y: _AlignedText, sides: TextSides, graded: ReferenceComparison, value: float
) -> ExplainedColumn:
    """Attribute the loss of the matched pieces to their words."""
    layers = [
        best_matches(a.astype(np.float32), b.astype(np.float32), x.text.keys, y.text.keys)
        for a, b in zip(x.text.vectors, y.text.vectors, strict=True)
    ]
    word_losses = (
        _word_losses(text, [matches[index] for matches in layers], len(side.words))
        for index, (text, side) in enumerate(zip((x, y), sides, strict=True))
    )
    reference_losses, hypothesis_losses = word_losses
    total = reference_losses.sum() + hypothesis_losses.sum()
    # Texts with the same pieces have no loss, whatever remains after rounding.
    factor = (1 - value) / total if total > 0 else 0.0
    reference_losses, hypothesis_losses = reference_losses * factor, hypothesis_losses * factor
    flows = _flows(x, y, sides, graded)
    matched_weights = [0.0] * len(reference_losses), [0.0] * len(hypothesis_losses)
    for flow in flows:
        matched_weights[0][flow.reference_words[0]] += flow.weight
        matched_weights[1][flow.hypothesis_words[0]] += flow.weight
    reference_grams, hypothesis_grams = (
        tuple(
            NgramLoss(
                word.text, (index,), word.weight, min(word.weight, matched[index]), np.inf, lost
            )
            for index, (word, lost) in enumerate(zip(side.words, losses.tolist(), strict=True))
        )
        for side, losses, matched in zip(
            sides, (reference_losses, hypothesis_losses), matched_weights, strict=True
        )
    )
    return ExplainedColumn(
        "context-1",
        "context",
        1,
        value,
        1.0,
        flows,
        reference_grams,
        hypothesis_grams,
        reference_losses,
        hypothesis_losses,
    )


def _word_losses(aligned: _AlignedText, layers: Sequence[Float32s], word_count: int) -> Floats:
    """Return for each word what its pieces lack to 1, unweighted plus weighted, over all layers."""
    losses = np.zeros(word_count)
    weights = 1 / len(aligned.words) + normalise_weights(aligned.text.weights)
    for best in layers:
        np.add.at(losses, aligned.words, weights * (1 - best))
    return losses


def _flows(
    x: _AlignedText, y: _AlignedText, sides: TextSides, graded: ReferenceComparison
) -> tuple[NgramMatch, ...]:
    reasons = _reasons(graded)
    return tuple(
        NgramMatch(
            first.text, second.text, amount, similarity,
            (_reason(first.text, second.text, reasons.get((i, j)), similarity),),
            (i,), (j,),
        )
        for i, j, amount, similarity in _word_flows(x, y, sides)
        if amount > 0
        for first, second in [(sides.reference.words[i], sides.hypothesis.words[j])]
    )  # fmt: skip


def _word_flows(
    x: _AlignedText, y: _AlignedText, sides: TextSides
) -> Iterator[tuple[int, int, float, float]]:
    """Yield (word of x, word of y, amount, similarity)."""
    supply, demand = ([word.weight for word in side.words] for side in sides)
    xs, ys = _word_vectors(x, len(supply)), _word_vectors(y, len(demand))
    keys = _word_keys(x, len(supply)), _word_keys(y, len(demand))
    if len(xs) * len(ys) <= _MAX_WORD_PAIRS:
        similarities = _similarities(xs, ys, *keys).astype(np.float64).tolist()
        for flow in solve_graded(similarities, supply, demand).flows:
            yield flow.x, flow.y, flow.amount, similarities[flow.x][flow.y]
        return
    rows = max(_MAX_PAIRS_AT_ONCE // len(ys), 1)
    for start in range(0, len(xs), rows):
        chunk = _similarities(xs[start : start + rows], ys, keys[0][start : start + rows], keys[1])
        highest = chunk.max(axis=1).tolist()
        for i, (j, similarity) in enumerate(
            zip(chunk.argmax(axis=1).tolist(), highest, strict=True), start
        ):
            if similarity:
                yield i, j, min(supply[i], demand[j]), similarity


def _similarities(xs: Float32s, ys: Float32s, x_keys: Indices, y_keys: Indices) -> Float32s:
    """Return the cosines of word vectors, between 0 and 1; low ones are set to 0."""
    similarities: Float32s = (xs @ ys.T).clip(0, 1)
    separate_unknown_pieces(similarities, x_keys, y_keys)
    similarities[similarities < _MIN_SIMILARITY] = 0.0
    return similarities


def _word_vectors(aligned: _AlignedText, word_count: int) -> Float32s:
    """Return the mean vector of the pieces of each word, normalized, in the first matched layer."""
    rows = aligned.text.vectors[0].astype(np.float32)
    sums = np.zeros((word_count, rows.shape[1]), dtype=np.float32)
    np.add.at(sums, aligned.words, rows)
    lengths = np.sqrt((sums * sums).sum(axis=1, keepdims=True))
    unit: Float32s = sums / np.maximum(lengths, np.float32(1e-12))
    return unit


def _word_keys(aligned: _AlignedText, word_count: int) -> Indices:
    """Return the keys (below 0) of words with unknown pieces only, and 0 for all other words."""
    lowest, highest = (
        np.zeros(word_count, dtype=np.intp),
        np.full(word_count, np.iinfo(np.intp).min),
    )
    np.minimum.at(lowest, aligned.words, aligned.text.keys)
    np.maximum.at(highest, aligned.words, aligned.text.keys)
    return np.where(highest < 0, lowest, 0)


def _reasons(graded: ReferenceComparison) -> dict[tuple[int, int], Reason]:
    """Return why tesla-x matches two words, by their indices."""
    unigrams = (feature for feature in graded.features if feature.n == 1)
    return {
        (flow.reference_words[0], flow.hypothesis_words[0]): flow.reasons[0]
        for feature in unigrams
        for flow in feature.matched
    }


def _reason(x: str, y: str, graded_reason: Reason | None, cosine: float) -> Reason:
    if x.lower() == y.lower():
        return Reason(FORM)
    if graded_reason is not None and graded_reason.kind not in (SPELLING, TAG):
        return graded_reason
    return Reason(CONTEXT, (f"cosine {cosine:.2f}",))

"""Explain the score of TESLA-N.

The score is computed from three parts, and then reduced for changed numbers, negations and so on:

matched word pieces     the loss is attributed to words whose pieces have no similar counterpart
sentence vectors        the loss is distributed over all words by weight
tesla-x                 the loss of each word is its loss in tesla-x
changes                 the loss is attributed to the words that cause the penalties of tesla-x

The word alignment is a transport plan. The similarity of two words is the cosine of the mean
vectors of their pieces.
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
from ..files.item import Segment, get_text
from ..resources.contextual.adapter_file import CHANGE_PENALTIES, cap_by_changes, raise_to_tesla_x
from ..resources.contextual.features import (
    ContextText,
    TextStack,
    compute_pair_features,
    find_best_matches,
    normalise_weights,
    separate_unknown_pieces,
)
from .attribution import ExplainedColumn, distribute_by_weight, replace_losses
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

# Lower cosines are set to 0, because unrelated words have them, too.
_MIN_SIMILARITY = 0.4
# Maximum number of word pairs of a transport problem. In longer texts, each word of the reference
# is aligned with the most similar word.
_MAX_WORD_PAIRS = 40_000
# Maximum number of word pairs that are compared at once.
_MAX_PAIRS_AT_ONCE = 1 << 20
# Difference of a part for numerical derivatives of the score.
_STEP = 1e-4


class _AlignedText(NamedTuple):
    """An encoded text, and for each of its pieces the index of its word."""

    text: ContextText
    word_indices: list[int]


def explain_context(
    comparer: ContextComparer,
    tesla_x: ReferenceComparison,
    changed_shares: Mapping[str, float],
    reference: Segment,
    hypothesis: Segment,
) -> ReferenceComparison:
    """Explain the score of a hypothesis against one reference.

    tesla_x         explanation of the same pair by tesla-x
    changed_shares  share of the numbers, negations and so on that changed, by name of the penalty
    """
    sides = TextSides(_clear_losses(tesla_x.reference), _clear_losses(tesla_x.hypothesis))
    (row,) = WordlessComparer().compare(Pairs.from_lines([hypothesis], [reference])).tolist()
    if row[0]:
        return explain_without_words(float(row[0] > 1), sides)
    x = _align_pieces(comparer, reference, sides.reference)
    y = _align_pieces(comparer, hypothesis, sides.hypothesis)
    feature_values = compute_pair_features(TextStack([x.text]), TextStack([y.text]))[0, 0]
    columns = [
        _explain_matching(x, y, sides, tesla_x, float(feature_values[:-1].mean())),
        _make_sentence_column(float(feature_values[-1]), sides),
        _make_tesla_x_column(tesla_x),
    ]
    formula = _Formula(comparer, x.text, y.text, feature_values)
    values = np.array([column.value for column in columns])
    parts = [
        CombinedPart(column.value, 1.0, derivative, [column], [1.0])
        for column, derivative in zip(columns, formula.compute_derivatives(values), strict=True)
    ]
    combined = explain_combined(parts, formula.compute_scores, sides)
    return _apply_cap(combined, tesla_x, changed_shares)


def _apply_cap(
    uncapped: ReferenceComparison,
    tesla_x: ReferenceComparison,
    changed_shares: Mapping[str, float],
) -> ReferenceComparison:
    """Reduce the score for changes, and attribute the loss to the words that caused these."""
    causes = {penalty.name: penalty.causes for penalty in tesla_x.penalties}
    rules = [
        PenaltyRule(name, changed_shares[name], price, causes.get(name, ()))
        for name, price in CHANGE_PENALTIES.items()
    ]
    shares = [np.array([changed_shares[name]]) for name in CHANGE_PENALTIES]
    (score,) = cap_by_changes(np.array([uncapped.score]), shares).tolist()
    sides = TextSides(uncapped.reference, uncapped.hypothesis)
    linear_penalties, *added_losses = distribute_penalties(rules, uncapped.score - score, sides)
    # Together the penalties multiply the score by `factor`. Each penalty gets a power of it, with
    # its share of the cost as the exponent.
    factor = score / uncapped.score if uncapped.score else 1.0
    total_cost = sum(rule.cost for rule in rules)
    penalties = []
    for penalty in linear_penalties:
        exponent = penalty.share * CHANGE_PENALTIES[penalty.name] / total_cost
        penalties.append(penalty._replace(factor=factor**exponent))
    reference, hypothesis = (
        replace_losses(side, np.array([word.lost for word in side.words]) + added)
        for side, added in zip(sides, added_losses, strict=True)
    )
    return replace(
        uncapped,
        score=score,
        reference=reference,
        hypothesis=hypothesis,
        penalties=tuple(penalties),
    )


class _Formula:
    """The score as a function of its three parts, before it is reduced for changes.

    Other values of a part than the actual one are converted to features by linear interpolation
    between the actual features and 1.
    """

    def __init__(
        self, comparer: ContextComparer, x: ContextText, y: ContextText, values: Floats
    ) -> None:
        self._head, self._feature_values = comparer.model.head, values
        has_same_pieces = np.array_equal(x.keys, y.keys)
        residual = self._head.compute_residuals(x.mean_vector[None], y.mean_vector[None])
        self._residual = 0.0 if has_same_pieces else float(residual[0, 0])

    def compute_scores(self, parts: Floats) -> Floats:
        """Return one score per row of (matching, sentence, tesla-x)."""
        matching, sentence, tesla_x = parts.T
        matching_share = _compute_loss_share(matching, float(self._feature_values[:-1].mean()))
        sentence_share = _compute_loss_share(sentence, float(self._feature_values[-1]))
        rows = np.column_stack(
            [
                1 - matching_share[:, None] * (1 - self._feature_values[:-1]),
                1 - sentence_share * (1 - self._feature_values[-1]),
                tesla_x,
            ]
        )
        return raise_to_tesla_x(
            self._head.compute_scores(rows, sentence_share * self._residual), tesla_x
        )

    def compute_derivatives(self, values: Floats) -> list[float]:
        """Return the derivative of the score with respect to each part, from below."""
        lowered = np.tile(values, (len(values), 1)) - _STEP * np.eye(len(values))
        differences = self.compute_scores(values[None]) - self.compute_scores(lowered)
        return [float(derivative) for derivative in differences / _STEP]


def _compute_loss_share(values: Floats, actual_value: float) -> Floats:
    """Return the loss 1 - value relative to the actual loss: 1 at `actual_value`, 0 at 1."""
    actual_loss = 1 - actual_value
    return (1 - values) / actual_loss if actual_loss > 0 else np.zeros_like(values)


def _align_pieces(comparer: ContextComparer, segment: Segment, side: Side) -> _AlignedText:
    (text,) = comparer.encode([segment])
    (pieces,) = comparer.model.encoder.tokenizer.tokenize([get_text(segment)])
    word_at = map_chars_to_words(side)
    last_position = len(word_at) - 1
    return _AlignedText(text, [word_at[min(start, last_position)] for start, _ in pieces.offsets])


def _clear_losses(side: Side) -> Side:
    return side._replace(words=tuple(word._replace(lost=0.0) for word in side.words))


def _make_tesla_x_column(tesla_x: ReferenceComparison) -> ExplainedColumn:
    x_losses, y_losses = (
        np.array([word.lost for word in side.words])
        for side in (tesla_x.reference, tesla_x.hypothesis)
    )
    return ExplainedColumn(
        "tesla-x", "tesla-x", 0, tesla_x.score, 1.0, (), (), (), x_losses, y_losses
    )


def _make_sentence_column(cosine: float, sides: TextSides) -> ExplainedColumn:
    return ExplainedColumn(
        "sentence", "sentence", 0, cosine, 1.0, (), (), (), *distribute_by_weight(1 - cosine, sides)
    )


def _explain_matching(
    x: _AlignedText, y: _AlignedText, sides: TextSides, tesla_x: ReferenceComparison, value: float
) -> ExplainedColumn:
    """Attribute the loss of the matched pieces to their words."""
    # For each layer, the similarity of each piece of x and of y to its best match.
    layers = [
        find_best_matches(
            x_vectors.astype(np.float32), y_vectors.astype(np.float32), x.text.keys, y.text.keys
        )
        for x_vectors, y_vectors in zip(x.text.vectors, y.text.vectors, strict=True)
    ]
    reference_losses, hypothesis_losses = (
        _compute_word_losses(text, [matches[index] for matches in layers], len(side.words))
        for index, (text, side) in enumerate(zip((x, y), sides, strict=True))
    )
    total = reference_losses.sum() + hypothesis_losses.sum()
    # Texts with the same pieces have no loss, whatever remains after rounding.
    factor = (1 - value) / total if total > 0 else 0.0
    reference_losses, hypothesis_losses = reference_losses * factor, hypothesis_losses * factor
    matches = _match_words(x, y, sides, tesla_x)
    x_matched, y_matched = [0.0] * len(reference_losses), [0.0] * len(hypothesis_losses)
    for match in matches:
        x_matched[match.reference_words[0]] += match.weight
        y_matched[match.hypothesis_words[0]] += match.weight
    return ExplainedColumn(
        "context-1",
        "context",
        1,
        value,
        1.0,
        matches,
        _make_unigrams(sides.reference, x_matched, reference_losses),
        _make_unigrams(sides.hypothesis, y_matched, hypothesis_losses),
        reference_losses,
        hypothesis_losses,
    )


def _make_unigrams(
    side: Side, matched_weights: Sequence[float], losses: Floats
) -> tuple[NgramLoss, ...]:
    unigrams = []
    for index, (word, matched_weight, lost) in enumerate(
        zip(side.words, matched_weights, losses.tolist(), strict=True)
    ):
        matched = min(word.weight, matched_weight)
        unigrams.append(NgramLoss(word.text, (index,), word.weight, matched, np.inf, lost))
    return tuple(unigrams)


def _compute_word_losses(
    aligned: _AlignedText, layers: Sequence[Float32s], word_count: int
) -> Floats:
    """Return the loss of each word: the sum of 1 - similarity over its pieces and all layers.

    A piece has its share of the number of pieces, plus its share of the weight, as a factor.
    """
    losses = np.zeros(word_count)
    weights = 1 / len(aligned.word_indices) + normalise_weights(aligned.text.weights)
    for similarities in layers:
        np.add.at(losses, aligned.word_indices, weights * (1 - similarities))
    return losses


def _match_words(
    x: _AlignedText, y: _AlignedText, sides: TextSides, tesla_x: ReferenceComparison
) -> tuple[NgramMatch, ...]:
    """Return the word alignment, with reasons of tesla-x if it matches the same words."""
    tesla_x_reasons = _collect_reasons(tesla_x)
    matches = []
    for i, j, amount, similarity in _find_flows(x, y, sides):
        if amount > 0:
            x_text, y_text = sides.reference.words[i].text, sides.hypothesis.words[j].text
            reason = _choose_reason(x_text, y_text, tesla_x_reasons.get((i, j)), similarity)
            matches.append(NgramMatch(x_text, y_text, amount, similarity, (reason,), (i,), (j,)))
    return tuple(matches)


def _find_flows(
    x: _AlignedText, y: _AlignedText, sides: TextSides
) -> Iterator[tuple[int, int, float, float]]:
    """Yield (word of x, word of y, amount, similarity)."""
    supply, demand = ([word.weight for word in side.words] for side in sides)
    x_vectors, y_vectors = _compute_vectors(x, len(supply)), _compute_vectors(y, len(demand))
    x_keys, y_keys = _compute_word_keys(x, len(supply)), _compute_word_keys(y, len(demand))
    if len(x_vectors) * len(y_vectors) <= _MAX_WORD_PAIRS:
        all_similarities = _compute_similarities(x_vectors, y_vectors, x_keys, y_keys)
        similarities = all_similarities.astype(np.float64).tolist()
        for flow in solve_graded(similarities, supply, demand).flows:
            yield flow.x, flow.y, flow.amount, similarities[flow.x][flow.y]
        return
    chunk_size = max(_MAX_PAIRS_AT_ONCE // len(y_vectors), 1)
    for start in range(0, len(x_vectors), chunk_size):
        chunk = slice(start, start + chunk_size)
        chunk_similarities = _compute_similarities(
            x_vectors[chunk], y_vectors, x_keys[chunk], y_keys
        )
        most_similar = chunk_similarities.argmax(axis=1).tolist()
        highest = chunk_similarities.max(axis=1).tolist()
        for i, (j, similarity) in enumerate(zip(most_similar, highest, strict=True), start):
            if similarity:
                yield i, j, min(supply[i], demand[j]), similarity


def _compute_similarities(
    x_vectors: Float32s, y_vectors: Float32s, x_keys: Indices, y_keys: Indices
) -> Float32s:
    """Return the cosines of all pairs of words, between 0 and 1; low cosines are set to 0."""
    similarities: Float32s = (x_vectors @ y_vectors.T).clip(0, 1)
    separate_unknown_pieces(similarities, x_keys, y_keys)
    similarities[similarities < _MIN_SIMILARITY] = 0.0
    return similarities


def _compute_vectors(aligned: _AlignedText, word_count: int) -> Float32s:
    """Return the normalized mean vector of the pieces of each word, in the first matched layer."""
    piece_vectors = aligned.text.vectors[0].astype(np.float32)
    sums = np.zeros((word_count, piece_vectors.shape[1]), dtype=np.float32)
    np.add.at(sums, aligned.word_indices, piece_vectors)
    lengths = np.sqrt((sums * sums).sum(axis=1, keepdims=True))
    unit_vectors: Float32s = sums / np.maximum(lengths, np.float32(1e-12))
    return unit_vectors


def _compute_word_keys(aligned: _AlignedText, word_count: int) -> Indices:
    """Return a key below 0 for each word with unknown pieces only, and 0 for all other words.

    Unknown pieces have keys below 0. Unknown words are similar only if they have equal keys.
    """
    lowest = np.zeros(word_count, dtype=np.intp)
    highest = np.full(word_count, np.iinfo(np.intp).min)
    np.minimum.at(lowest, aligned.word_indices, aligned.text.keys)
    np.maximum.at(highest, aligned.word_indices, aligned.text.keys)
    return np.where(highest < 0, lowest, 0)


def _collect_reasons(tesla_x: ReferenceComparison) -> dict[tuple[int, int], Reason]:
    """Return the reasons of the word matches of tesla-x, by the indices of both words."""
    unigram_features = (feature for feature in tesla_x.features if feature.n == 1)
    return {
        (match.reference_words[0], match.hypothesis_words[0]): match.reasons[0]
        for feature in unigram_features
        for match in feature.matched
    }


def _choose_reason(x: str, y: str, tesla_x_reason: Reason | None, cosine: float) -> Reason:
    """Return the reason for two words; similar spelling or an equal tag is not sufficient."""
    if x.lower() == y.lower():
        return Reason(FORM)
    if tesla_x_reason is not None and tesla_x_reason.kind not in (SPELLING, TAG):
        return tesla_x_reason
    return Reason(CONTEXT, (f"cosine {cosine:.2f}",))

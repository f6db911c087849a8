"""Explain the feature columns of a comparer."""

from collections.abc import Callable, Sequence
from math import log
from typing import Any, NamedTuple

import numpy as np

from ..arrays import Floats
from ..core.comparing.bag_comparers import BagComparer
from ..core.comparing.comparer import CombinedComparer, Comparer
from ..core.comparing.covers import CoverComparer
from ..core.comparing.pivot_comparers import PivotComparer, PooledBagComparer, RoleComparer
from ..core.comparing.skip_bigrams import GradedSkipComparer, SkipComparer
from ..core.comparing.texts import ChrfComparer, FluencyComparer, LengthComparer
from ..core.encoding.pairs import Pairs
from ..core.matching.ngram_bags import character_bags
from ..errors import UsageError
from ..files.item import Segment, text_of
from ..files.sentence import has_alphanumeric
from .attribution import (
    ColumnGain,
    ExplainedColumn,
    attribute_losses,
    distribute_by_weight,
    shapley_values,
    with_losses,
)
from .bags import bag_columns, bag_sides
from .covers import cover_columns, cover_sides
from .documents import graded_skip_columns, graded_skip_sides, skip_columns, skip_sides
from .explanation import NgramLoss, ReferenceComparison, Side
from .graded.characters import CharacterText, CharacterWeights, character_f_column
from .pivots import bag_f1_columns, pivot_columns, pivot_sides, unweighted_sides
from .roles import role_columns
from .sides import TextSides, find_spans, make_side, word_index_by_char

# Settings of chrF as in sacreBLEU: recall counts beta^2 = 4 times as much as precision.
_CHRF_ORDER = 6
_CHRF_ALPHA = 0.8


def whitespace_sides(comparer: Comparer, reference: Segment, hypothesis: Segment) -> TextSides:
    """Split both texts into words at white space."""
    x, y = (
        make_side(text, text.split(), [1.0] * len(text.split()))
        for text in map(text_of, (reference, hypothesis))
    )
    return TextSides(x, y)


def explain_fluency(
    comparer: FluencyComparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Attribute the loss in fluency to the words of the hypothesis.

    Each word loses its -ln P over the number of words; -ln P of </s> is added to the last word. If
    the value is clipped at its lower bound, words share the smaller loss in the same proportions.
    """
    value = max(_column_value(comparer, reference, hypothesis), comparer.low)
    losses = _WordFluency(comparer, hypothesis, sides.hypothesis).distribute_loss(
        comparer.high - value
    )
    word_losses = (np.zeros(len(sides.reference.words)), losses.words)
    if not losses.grams:
        word_losses = distribute_by_weight(comparer.high - value, sides)
    return [
        ExplainedColumn(
            comparer.columns[0], "fluency", 0, value, comparer.high, (), (), losses.grams,
            *word_losses, min_value=comparer.low,
        )
    ]  # fmt: skip


class _FluencyLosses(NamedTuple):
    grams: tuple[NgramLoss, ...]
    words: Floats


class _WordFluency(NamedTuple):
    """The words of the hypothesis as the language model splits the text."""

    comparer: FluencyComparer
    hypothesis: Segment
    side: Side

    def distribute_loss(self, amount: float) -> _FluencyLosses:
        """Distribute `amount` over the words in proportion to -ln P."""
        model, side = self.comparer.model, self.side
        forms, words = model.text.words(text_of(self.hypothesis)), np.zeros(len(side.words))
        if not forms:
            return _FluencyLosses((), words)
        *surprisals, end_surprisal = (-log(10) * value for value in model.log10_words(forms))
        surprisals[-1] += end_surprisal
        total = sum(surprisals)
        shares = [amount * surprisal / total if total else 0.0 for surprisal in surprisals]
        word_at, grams = word_index_by_char(side), []
        for form, (start, stop), share in zip(
            forms, find_spans(side.text, forms), shares, strict=True
        ):
            word_indices = sorted(
                set(word_at[start:stop] or word_at[start - 1 : start] or word_at[-1:])
            )
            words[word_indices] += share / len(word_indices)
            # Fluency matches nothing: weight, matched weight and price are 0.
            grams.append(NgramLoss(form, tuple(word_indices), 0.0, 0.0, 0.0, share))
        return _FluencyLosses(tuple(grams), words)


def explain_chrf(
    comparer: ChrfComparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Return the column of chrF: the F-measure of character n-grams, all with weight 1."""
    x, y = (
        _letters(text_of(segment), side)
        for segment, side in zip((reference, hypothesis), sides, strict=True)
    )
    sizes = len(sides.reference.words), len(sides.hypothesis.words)
    value = _column_value(comparer, reference, hypothesis)
    counting = CharacterWeights(_unit_weight, _CHRF_ALPHA)
    return [character_f_column(comparer.columns[0], counting, x, [(1.0, y)], sizes, value)]


def _letters(text: str, side: Side) -> CharacterText:
    word_at = word_index_by_char(side)
    positions = [position for position, letter in enumerate(text) if not letter.isspace()]
    letters = "".join(text[position] for position in positions)
    # In another script the text may be a few characters longer or shorter than that of the side.
    word_indices = [word_at[min(position, len(word_at) - 1)] for position in positions]
    return CharacterText(letters, character_bags(letters, _CHRF_ORDER, _unit_weight), word_indices)


def _unit_weight(gram: str) -> float:
    return 1.0


def explain_length(
    comparer: LengthComparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Attribute the difference in length to all words of the longer side equally."""
    value = _column_value(comparer, reference, hypothesis)
    x, y = comparer.count(reference), comparer.count(hypothesis)
    word_losses = np.zeros(len(sides.reference.words)), np.zeros(len(sides.hypothesis.words))
    longer = word_losses[0] if x > y else word_losses[1]
    if len(longer):
        longer += (1 - value) / len(longer)
    return [ExplainedColumn(comparer.columns[0], "length", 0, value, 1.0, (), (), (), *word_losses)]


def _column_value(comparer: Comparer, reference: Segment, hypothesis: Segment) -> float:
    (row,) = comparer.compare(Pairs.of_lines([hypothesis], [reference])).tolist()
    return float(row[0])


class ComparerExplainer(NamedTuple):
    """Functions that explain one kind of comparer.

    sides       splits both texts into the words that the comparer compares
    columns     explains the columns of the comparer, in the order of their names
    """

    sides: Callable[[Any, Segment, Segment], TextSides]
    columns: Callable[[Any, Segment, Segment, TextSides], list[ExplainedColumn]]


_EXPLAINERS: dict[type[Comparer], ComparerExplainer] = {
    BagComparer: ComparerExplainer(bag_sides, bag_columns),
    PooledBagComparer: ComparerExplainer(unweighted_sides, bag_f1_columns),
    FluencyComparer: ComparerExplainer(whitespace_sides, explain_fluency),
    ChrfComparer: ComparerExplainer(whitespace_sides, explain_chrf),
    LengthComparer: ComparerExplainer(whitespace_sides, explain_length),
    CoverComparer: ComparerExplainer(cover_sides, cover_columns),
    PivotComparer: ComparerExplainer(pivot_sides, pivot_columns),
    RoleComparer: ComparerExplainer(whitespace_sides, role_columns),
    SkipComparer: ComparerExplainer(skip_sides, skip_columns),
    GradedSkipComparer: ComparerExplainer(graded_skip_sides, graded_skip_columns),
}


def explain_columns(
    comparer: Comparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Explain all columns of a comparer."""
    if isinstance(comparer, CombinedComparer):
        parts = [explain_columns(inner, reference, hypothesis, sides) for inner in comparer.parts]
        return [column for part in parts for column in part]
    return _find_explainer(comparer).columns(comparer, reference, hypothesis, sides)


def split_sides(comparer: Comparer, reference: Segment, hypothesis: Segment) -> TextSides:
    """Split both texts into words; several comparers use the words of the first."""
    while isinstance(comparer, CombinedComparer):
        comparer = comparer.parts[0]
    return _find_explainer(comparer).sides(comparer, reference, hypothesis)


def _find_explainer(comparer: Comparer) -> ComparerExplainer:
    explainer = _EXPLAINERS.get(type(comparer))
    if explainer is None:
        names = ", ".join(comparer.columns)
        raise UsageError(
            f"there is no explanation of {names}: choose tesla-x, tesla-m or another "
            "built-in metric, or override explain_pair"
        )
    return explainer


_ROUNDING = 1e-9


def explain_linear(
    comparer: Comparer,
    combine: Callable[[Floats], Floats],
    reference: Segment,
    hypothesis: Segment,
) -> ReferenceComparison:
    """Explain a score that is a linear combination of columns.

    `combine` maps rows of columns to scores.
    """
    sides = split_sides(comparer, reference, hypothesis)
    columns = explain_columns(comparer, reference, hypothesis, sides)
    values = np.array([[column.value for column in columns]])
    (score,), slopes = combine(values).tolist(), combine(np.eye(len(columns)))
    if abs(score - float(values[0] @ slopes)) > _ROUNDING:
        raise UsageError(
            "this score is not a linear combination of its columns, so they cannot explain it: "
            "override explain_pair"
        )
    return explain_sum(columns, slopes.tolist(), sides, score)


def explain_without_words(score: float, sides: TextSides) -> ReferenceComparison:
    """Explain a score that is fixed because at least one side has no words.

    The loss is shared by the words of the side that has words.
    """
    reference_losses, hypothesis_losses = distribute_by_weight(
        1 - score, TextSides(*map(_zero_weights_if_wordless, sides))
    )
    sides = TextSides(
        with_losses(sides.reference, reference_losses),
        with_losses(sides.hypothesis, hypothesis_losses),
    )
    return ReferenceComparison(score, 1.0, *sides, ())


def _zero_weights_if_wordless(side: Side) -> Side:
    """Set all weights of a side to 0 if it has only punctuation."""
    if has_alphanumeric(side.text):
        return side
    return side._replace(words=tuple(word._replace(weight=0.0) for word in side.words))


def explain_sum(
    columns: Sequence[ExplainedColumn],
    slopes: Sequence[float],
    sides: TextSides,
    score: float,
    constant: float = 0.0,
) -> ReferenceComparison:
    """Explain score = constant + the sum of slope * column.

    If the score of the best columns is below 1, the difference is distributed over all words.
    """
    weighed = attribute_losses(columns, slopes, sides)
    best = sum(
        slope * (column.max_value if slope > 0 else column.min_value)
        for column, slope in zip(columns, slopes, strict=True)
    )
    remaining_losses = distribute_by_weight(1 - constant - best, sides)
    return ReferenceComparison(
        score,
        1.0,
        with_losses(sides.reference, weighed.reference_losses + remaining_losses[0]),
        with_losses(sides.hypothesis, weighed.hypothesis_losses + remaining_losses[1]),
        weighed.features,
    )


class CombinedPart(NamedTuple):
    """A part of the score: the sum of its columns, each times its factor.

    max_value  upper bound of the value
    derivative  derivative of the score by this part, at its value
    """

    value: float
    max_value: float
    derivative: float
    columns: Sequence[ExplainedColumn]
    factors: Sequence[float]


def explain_combined(
    parts: Sequence[CombinedPart], combine: Callable[[Floats], Floats], sides: TextSides
) -> ReferenceComparison:
    """Explain a score that a nonlinear function makes of several parts.

    `combine` maps rows of parts to scores. The loss of a part is its Shapley value between its best
    and its actual value. If the score of the best parts is below 1, the difference is distributed
    over all words.
    """
    values, best = [part.value for part in parts], [part.max_value for part in parts]
    best_score, score = combine(np.array([best, values])).tolist()
    columns: list[ExplainedColumn] = []
    slopes: list[float] = []
    gains: list[ColumnGain] = []
    for part, cost in zip(parts, shapley_values(combine, best, values), strict=True):
        # A part with its best value has lost nothing.
        slope = cost / (part.max_value - part.value) if part.max_value > part.value else 0.0
        # The loss is measured from the best value, for negative factors too: least = best.
        columns += [column._replace(min_value=column.max_value) for column in part.columns]
        slopes += [slope * factor for factor in part.factors]
        gains += [
            ColumnGain(part.derivative * factor, part.derivative * factor)
            for factor in part.factors
        ]
    weighed = attribute_losses(columns, slopes, sides, gains)
    remaining_losses = distribute_by_weight(1 - best_score, sides)
    return ReferenceComparison(
        score,
        1.0,
        with_losses(sides.reference, weighed.reference_losses + remaining_losses[0]),
        with_losses(sides.hypothesis, weighed.hypothesis_losses + remaining_losses[1]),
        weighed.features,
    )

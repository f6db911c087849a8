"""Explain the feature columns of comparers, and scores that are computed from columns."""

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
from ..core.matching.ngram_bags import make_character_bags
from ..errors import UsageError
from ..files.item import Segment, get_text
from ..files.sentence import has_alphanumeric
from .attribution import (
    ColumnGain,
    ExplainedColumn,
    attribute_losses,
    compute_shapley_values,
    distribute_by_weight,
    replace_losses,
)
from .bags import explain_bags, make_bag_sides
from .covers import explain_covers, make_cover_sides
from .documents import explain_graded_skips, explain_skips, make_graded_skip_sides, make_skip_sides
from .explanation import NgramLoss, ReferenceComparison, Side
from .graded.characters import CandidateText, CharacterText, CharacterWeights, explain_character_f
from .pivots import explain_bag_f1, explain_pivots, make_pivot_sides, make_unweighted_sides
from .roles import explain_roles
from .sides import TextSides, find_spans, make_side, map_chars_to_words

# Settings of chrF as in sacreBLEU: n-grams of up to 6 characters, and beta = 2, so that recall has
# the weight alpha = beta^2 / (1 + beta^2).
_CHRF_ORDER = 6
_CHRF_ALPHA = 0.8
# Scores that should be equal may differ by rounding errors of this size.
_ROUNDING = 1e-9


def make_whitespace_sides(comparer: Comparer, reference: Segment, hypothesis: Segment) -> TextSides:
    """Split both texts at white space into words of weight 1."""
    sides = []
    for text in map(get_text, (reference, hypothesis)):
        words = text.split()
        sides.append(make_side(text, words, [1.0] * len(words)))
    return TextSides(*sides)


def explain_fluency(
    comparer: FluencyComparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Attribute the loss in fluency to the words of the hypothesis.

    The loss of a word is its -ln P divided by the number of words; -ln P of the end symbol </s> is
    added to the last word. If the value is clipped at its lower bound, all losses are reduced by
    the same factor.
    """
    value = max(_compute_value(comparer, reference, hypothesis), comparer.low)
    losses = _distribute_fluency_loss(comparer, hypothesis, sides.hypothesis, comparer.high - value)
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
    """Losses of the words of the language model (`grams`) and of the words of the side."""

    grams: tuple[NgramLoss, ...]
    words: Floats


def _distribute_fluency_loss(
    comparer: FluencyComparer, hypothesis: Segment, side: Side, amount: float
) -> _FluencyLosses:
    """Distribute `amount` over the words of the language model in proportion to -ln P."""
    model = comparer.model
    forms, side_losses = model.text.words(get_text(hypothesis)), np.zeros(len(side.words))
    if not forms:
        return _FluencyLosses((), side_losses)
    *surprisals, end_surprisal = (-log(10) * value for value in model.log10_words(forms))
    surprisals[-1] += end_surprisal
    total = sum(surprisals)
    losses = [amount * surprisal / total if total else 0.0 for surprisal in surprisals]
    word_at, grams = map_chars_to_words(side), []
    for form, (start, stop), loss in zip(forms, find_spans(side.text, forms), losses, strict=True):
        # An empty span belongs to the word before it, or to the last word.
        char_words = word_at[start:stop] or word_at[start - 1 : start] or word_at[-1:]
        word_indices = sorted(set(char_words))
        side_losses[word_indices] += loss / len(word_indices)
        # Fluency matches nothing: weight, matched weight and price are 0.
        grams.append(NgramLoss(form, tuple(word_indices), 0.0, 0.0, 0.0, loss))
    return _FluencyLosses(tuple(grams), side_losses)


def explain_chrf(
    comparer: ChrfComparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Return the column of chrF: the F-measure of character n-grams, all with weight 1."""
    x = _make_character_text(get_text(reference), sides.reference)
    y = _make_character_text(get_text(hypothesis), sides.hypothesis)
    word_counts = len(sides.reference.words), len(sides.hypothesis.words)
    value = _compute_value(comparer, reference, hypothesis)
    weights = CharacterWeights(_get_unit_weight, _CHRF_ALPHA)
    candidates = [CandidateText(1.0, y)]
    return [explain_character_f(comparer.columns[0], weights, x, candidates, word_counts, value)]


def _make_character_text(text: str, side: Side) -> CharacterText:
    """Return the text without white space, with its n-grams and the word of each character."""
    word_at = map_chars_to_words(side)
    positions = [position for position, letter in enumerate(text) if not letter.isspace()]
    letters = "".join(text[position] for position in positions)
    # If the text was converted to another script, its length may differ from the side's text.
    word_indices = [word_at[min(position, len(word_at) - 1)] for position in positions]
    return CharacterText(
        letters, make_character_bags(letters, _CHRF_ORDER, _get_unit_weight), word_indices
    )


def _get_unit_weight(gram: str) -> float:
    return 1.0


def explain_length(
    comparer: LengthComparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Attribute the difference in length to all words of the longer side equally."""
    value = _compute_value(comparer, reference, hypothesis)
    x_length, y_length = comparer.count_words(reference), comparer.count_words(hypothesis)
    word_losses = np.zeros(len(sides.reference.words)), np.zeros(len(sides.hypothesis.words))
    longer_losses = word_losses[0] if x_length > y_length else word_losses[1]
    if len(longer_losses):
        longer_losses += (1 - value) / len(longer_losses)
    return [ExplainedColumn(comparer.columns[0], "length", 0, value, 1.0, (), (), (), *word_losses)]


def _compute_value(comparer: Comparer, reference: Segment, hypothesis: Segment) -> float:
    """Return the value of the first column of a pair."""
    (row,) = comparer.compare(Pairs.from_lines([hypothesis], [reference])).tolist()
    return float(row[0])


class ComparerExplainer(NamedTuple):
    """Functions that explain one kind of comparer.

    split       function that splits both texts into the words that the comparer compares
    explain     function that explains the columns of the comparer, in the order of their names
    """

    split: Callable[[Any, Segment, Segment], TextSides]
    explain: Callable[[Any, Segment, Segment, TextSides], list[ExplainedColumn]]


_EXPLAINERS: dict[type[Comparer], ComparerExplainer] = {
    BagComparer: ComparerExplainer(make_bag_sides, explain_bags),
    PooledBagComparer: ComparerExplainer(make_unweighted_sides, explain_bag_f1),
    FluencyComparer: ComparerExplainer(make_whitespace_sides, explain_fluency),
    ChrfComparer: ComparerExplainer(make_whitespace_sides, explain_chrf),
    LengthComparer: ComparerExplainer(make_whitespace_sides, explain_length),
    CoverComparer: ComparerExplainer(make_cover_sides, explain_covers),
    PivotComparer: ComparerExplainer(make_pivot_sides, explain_pivots),
    RoleComparer: ComparerExplainer(make_whitespace_sides, explain_roles),
    SkipComparer: ComparerExplainer(make_skip_sides, explain_skips),
    GradedSkipComparer: ComparerExplainer(make_graded_skip_sides, explain_graded_skips),
}


def explain_columns(
    comparer: Comparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Explain all columns of a comparer."""
    if isinstance(comparer, CombinedComparer):
        parts = [
            explain_columns(inner, reference, hypothesis, sides) for inner in comparer.comparers
        ]
        return [column for part in parts for column in part]
    return _find_explainer(comparer).explain(comparer, reference, hypothesis, sides)


def split_sides(comparer: Comparer, reference: Segment, hypothesis: Segment) -> TextSides:
    """Split both texts into words, for combined comparers as the first of them does."""
    while isinstance(comparer, CombinedComparer):
        comparer = comparer.comparers[0]
    return _find_explainer(comparer).split(comparer, reference, hypothesis)


def _find_explainer(comparer: Comparer) -> ComparerExplainer:
    explainer = _EXPLAINERS.get(type(comparer))
    if explainer is None:
        names = ", ".join(comparer.columns)
        raise UsageError(
            f"there is no explanation of {names}: choose tesla-x, tesla-m or another "
            "built-in metric, or override explain_pair"
        )
    return explainer


def explain_linear(
    comparer: Comparer,
    combine: Callable[[Floats], Floats],
    reference: Segment,
    hypothesis: Segment,
) -> ReferenceComparison:
    """Explain a score that is a linear combination of columns.

    `combine` maps an array of shape (n_rows, n_columns) to one score per row.
    """
    sides = split_sides(comparer, reference, hypothesis)
    columns = explain_columns(comparer, reference, hypothesis, sides)
    values = np.array([[column.value for column in columns]])
    (score,) = combine(values).tolist()
    slopes = combine(np.eye(len(columns)))
    if abs(score - float(values[0] @ slopes)) > _ROUNDING:
        raise UsageError(
            "this score is not a linear combination of its columns, so they cannot explain it: "
            "override explain_pair"
        )
    return explain_sum(columns, slopes.tolist(), sides, score)


def explain_without_words(score: float, sides: TextSides) -> ReferenceComparison:
    """Explain a score that is fixed because at least one side has no words.

    The loss is distributed over the words of the other side.
    """
    reference_losses, hypothesis_losses = distribute_by_weight(
        1 - score, TextSides(*map(_zero_weights_if_wordless, sides))
    )
    sides = TextSides(
        replace_losses(sides.reference, reference_losses),
        replace_losses(sides.hypothesis, hypothesis_losses),
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

    If the highest possible score is below 1, the difference is distributed over all words.
    """
    attributed = attribute_losses(columns, slopes, sides)
    best_sum = sum(
        slope * (column.max_value if slope > 0 else column.min_value)
        for column, slope in zip(columns, slopes, strict=True)
    )
    remaining_losses = distribute_by_weight(1 - constant - best_sum, sides)
    return ReferenceComparison(
        score,
        1.0,
        replace_losses(sides.reference, attributed.reference_losses + remaining_losses[0]),
        replace_losses(sides.hypothesis, attributed.hypothesis_losses + remaining_losses[1]),
        attributed.features,
    )


class CombinedPart(NamedTuple):
    """A part of the score: the sum of its columns, each times its factor.

    max_value   upper bound of the value
    derivative  derivative of the score with respect to this part, at its value
    factors     one factor per column
    """

    value: float
    max_value: float
    derivative: float
    columns: Sequence[ExplainedColumn]
    factors: Sequence[float]


def explain_combined(
    parts: Sequence[CombinedPart], combine: Callable[[Floats], Floats], sides: TextSides
) -> ReferenceComparison:
    """Explain a score that is a nonlinear function of several parts.

    `combine` maps an array of shape (n_rows, n_parts) to one score per row. The loss of a part is
    its Shapley value between its upper bound and its value. If the highest possible score is below
    1, the difference is distributed over all words.
    """
    values = [part.value for part in parts]
    max_values = [part.max_value for part in parts]
    best_score, score = combine(np.array([max_values, values])).tolist()
    columns: list[ExplainedColumn] = []
    slopes: list[float] = []
    gains: list[ColumnGain] = []
    part_losses = compute_shapley_values(combine, max_values, values)
    for part, part_loss in zip(parts, part_losses, strict=True):
        # A part at its upper bound has lost nothing.
        slope = part_loss / (part.max_value - part.value) if part.max_value > part.value else 0.0
        # The loss is measured from max_value also for negative factors, hence this min_value.
        columns += [column._replace(min_value=column.max_value) for column in part.columns]
        slopes += [slope * factor for factor in part.factors]
        gains += [
            ColumnGain(part.derivative * factor, part.derivative * factor)
            for factor in part.factors
        ]
    attributed = attribute_losses(columns, slopes, sides, gains)
    remaining_losses = distribute_by_weight(1 - best_score, sides)
    return ReferenceComparison(
        score,
        1.0,
        replace_losses(sides.reference, attributed.reference_losses + remaining_losses[0]),
        replace_losses(sides.hypothesis, attributed.hypothesis_losses + remaining_losses[1]),
        attributed.features,
    )

"""Costs of the penalties of TESLA-X, and the words that cause them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...arrays import Floats
from ...core.comparing.graded import is_miscased, make_negation_sides
from ...core.encoding.graded_text import GradedText
from ...core.matching.graded_matching import WeightedMatching, iter_reordered_pairs
from ...text.case_and_punctuation import get_final_mark
from ...text.characters import pad_text
from ...text.negation import compute_changed_negations, locate_negations
from ...text.numbers import find_missing_values, locate_numbers
from ..attribution import distribute_by_weight
from ..explanation import Cause, Penalty, Side
from ..sides import TextSides


class PenaltyRule(NamedTuple):
    """A penalty, the part of the score that it costs, and its causes.

    share       share of the numbers, negations, ... that changed
    max_cost    relative reduction of the score if all of them changed
    """

    name: str
    share: float
    max_cost: float
    causes: tuple[Cause, ...]

    @property
    def cost(self) -> float:
        """Return the relative reduction of the score."""
        return self.share * self.max_cost


def distribute_penalties(
    rules: Sequence[PenaltyRule], loss: float, sides: TextSides
) -> tuple[tuple[Penalty, ...], Floats, Floats]:
    """Distribute the common loss of all penalties over these, and over the words that caused them.

    Return the penalties that cost something, and the losses of the words of both sides.
    """
    reference_losses, hypothesis_losses = (np.zeros(len(side.words)) for side in sides)
    penalties = []
    total_cost = sum(rule.cost for rule in rules)
    for rule in rules:
        if not rule.cost:
            continue
        rule_loss = loss * rule.cost / total_cost
        penalties.append(Penalty(rule.name, rule.share, 1 - rule.cost, rule_loss, rule.causes))
        added_losses = _distribute_over_causes(rule_loss, rule.causes, sides)
        reference_losses += added_losses[0]
        hypothesis_losses += added_losses[1]
    return tuple(penalties), reference_losses, hypothesis_losses


def find_number_causes(reference: GradedText, hypothesis: GradedText) -> tuple[Cause, ...]:
    """Return the numbers that occur on one side only."""
    x, y = (locate_numbers(text.numbers) for text in (reference, hypothesis))
    return (
        *(Cause(digits, word_indices, ()) for digits, word_indices in find_missing_values(x, y)),
        *(Cause(digits, (), word_indices) for digits, word_indices in find_missing_values(y, x)),
    )


def find_negation_causes(
    matchings: Sequence[WeightedMatching], reference: GradedText, hypothesis: GradedText
) -> tuple[Cause, ...]:
    """Return the negations that the other side lacks, of the side that has more negations."""
    causes: dict[Cause, None] = {}
    for weighted in matchings:
        x_negations, y_negations = make_negation_sides(
            reference, hypothesis, weighted.matching.anchors
        )
        if not compute_changed_negations(x_negations, y_negations):
            continue
        # Pairs of (form, word indices), as `find_missing_values` expects.
        x = [
            (x_negations.forms[word_index], (word_index,))
            for word_index in locate_negations(x_negations, y_negations)
        ]
        y = [
            (y_negations.forms[word_index], (word_index,))
            for word_index in locate_negations(y_negations, x_negations)
        ]
        if len(x) > len(y):
            for form, word_indices in find_missing_values(x, y):
                causes[Cause(form, word_indices, ())] = None
        elif len(y) > len(x):
            for form, word_indices in find_missing_values(y, x):
                causes[Cause(form, (), word_indices)] = None
    return tuple(causes)


def find_order_causes(
    matchings: Sequence[WeightedMatching], reference: GradedText
) -> tuple[Cause, ...]:
    """Return the pairs of words that have the opposite order in the hypothesis."""
    # Each pair consists of two anchors: (word of the reference, word of the hypothesis).
    pairs = dict.fromkeys(
        pair for weighted in matchings for pair in iter_reordered_pairs(weighted.matching.anchors)
    )
    words = reference.words.words
    causes = []
    for pair in pairs:
        (first_x, first_y), (second_x, second_y) = sorted(pair)
        shown = f"{words[first_x].form} {words[second_x].form}"
        causes.append(Cause(shown, (first_x, second_x), (second_y, first_y)))
    return tuple(causes)


def find_case_causes(
    matchings: Sequence[WeightedMatching],
    reference: GradedText,
    hypothesis: GradedText,
    sides: TextSides,
) -> tuple[Cause, ...]:
    """Return matched words that differ in capitalization."""
    anchors = dict.fromkeys(
        anchor for weighted in matchings for anchor in weighted.matching.anchors
    )
    return tuple(
        Cause(f"{sides.reference.words[x].text} → {sides.hypothesis.words[y].text}", (x,), (y,))
        for x, y in anchors
        if is_miscased(reference, hypothesis, (x, y))
    )


def find_ending_causes(sides: TextSides) -> tuple[Cause, ...]:
    """Return the last words of both texts, described by their final punctuation."""
    marks = (get_final_mark(pad_text(side.text)) or "no mark" for side in sides)
    last_words = ((len(side.words) - 1,) if side.words else () for side in sides)
    return (Cause(" → ".join(marks), *last_words),)


def _distribute_over_causes(
    amount: float, causes: Sequence[Cause], sides: TextSides
) -> tuple[Floats, Floats]:
    """Distribute a loss by weight over the words of the causes, or else all words."""
    word_indices = (
        {index for cause in causes for index in cause.reference_words},
        {index for cause in causes for index in cause.hypothesis_words},
    )
    if not any(word_indices):
        return distribute_by_weight(amount, sides)
    has_weight = any(
        side.words[index].weight > 0
        for side, indices in zip(sides, word_indices, strict=True)
        for index in indices
    )
    selected_sides = TextSides(
        _select_words(sides.reference, word_indices[0], has_weight),
        _select_words(sides.hypothesis, word_indices[1], has_weight),
    )
    return distribute_by_weight(amount, selected_sides)


def _select_words(side: Side, indices: set[int], has_weight: bool) -> Side:
    """Set the weight of all words without these indices to 0.

    `has_weight` says whether any selected word of either side has weight. If none has, all
    selected words get weight 1.
    """
    words = []
    for index, word in enumerate(side.words):
        selected_weight = word.weight if has_weight else 1.0
        words.append(word._replace(weight=selected_weight if index in indices else 0.0))
    return side._replace(words=tuple(words))

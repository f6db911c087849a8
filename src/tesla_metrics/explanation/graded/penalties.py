"""Costs of the penalties of TESLA-X, and the words that caused them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...arrays import Floats
from ...core.comparing.graded import is_miscased, negation_sides
from ...core.encoding.graded_text import GradedText
from ...core.matching.graded_matching import WeightedMatching, reordered_pairs
from ...text.case_and_punctuation import mark_of
from ...text.characters import pad_text
from ...text.negation import changed_negations, negation_positions
from ...text.numbers import missing_numbers, number_positions
from ..attribution import distribute_by_weight
from ..explanation import Cause, Penalty, Side
from ..sides import TextSides


class PenaltyRule(NamedTuple):
    """A penalty: the share that changed, the cost of a complete change, and the causes."""

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
    """Return the penalties, and their common loss distributed over the words of both sides."""
    of_reference, of_hypothesis = (np.zeros(len(side.words)) for side in sides)
    penalties = []
    for rule in rules:
        if not rule.cost:
            continue
        rule_loss = loss * rule.cost / sum(rule.cost for rule in rules)
        penalties.append(Penalty(rule.name, rule.share, 1 - rule.cost, rule_loss, rule.causes))
        reference_losses, hypothesis_losses = _distribute(rule_loss, rule.causes, sides)
        of_reference += reference_losses
        of_hypothesis += hypothesis_losses
    return tuple(penalties), of_reference, of_hypothesis


def find_number_causes(reference: GradedText, hypothesis: GradedText) -> tuple[Cause, ...]:
    """Return the numbers that occur on one side only."""
    x, y = (number_positions(text.numbers) for text in (reference, hypothesis))
    return (
        *(Cause(digits, places, ()) for digits, places in missing_numbers(x, y)),
        *(Cause(digits, (), places) for digits, places in missing_numbers(y, x)),
    )


def find_negation_causes(
    matchings: Sequence[WeightedMatching], reference: GradedText, hypothesis: GradedText
) -> tuple[Cause, ...]:
    """Return the negations of the side with more of them whose forms the other side lacks."""
    causes: dict[Cause, None] = {}
    for shared in matchings:
        x_negations, y_negations = negation_sides(reference, hypothesis, shared.matching.anchors)
        if not changed_negations(x_negations, y_negations):
            continue
        x = [
            (x_negations.forms[word_index], (word_index,))
            for word_index in negation_positions(x_negations, y_negations)
        ]
        y = [
            (y_negations.forms[word_index], (word_index,))
            for word_index in negation_positions(y_negations, x_negations)
        ]
        if len(x) > len(y):
            causes |= {
                Cause(form, word_index, ()): None for form, word_index in missing_numbers(x, y)
            }
        elif len(y) > len(x):
            causes |= {
                Cause(form, (), word_index): None for form, word_index in missing_numbers(y, x)
            }
    return tuple(causes)


def find_order_causes(matchings: Sequence[WeightedMatching], reference: GradedText) -> tuple[Cause, ...]:
    """Return the pairs of words in inverted order."""
    pairs = dict.fromkeys(
        pair for shared in matchings for pair in reordered_pairs(shared.matching.anchors)
    )
    words = reference.words.words
    return tuple(
        Cause(
            f"{words[first[0]].form} {words[second[0]].form}",
            (first[0], second[0]),
            (second[1], first[1]),
        )
        for first, second in map(sorted, pairs)
    )


def find_case_causes(
    matchings: Sequence[WeightedMatching],
    reference: GradedText,
    hypothesis: GradedText,
    sides: TextSides,
) -> tuple[Cause, ...]:
    """Return matched words that differ in capitalization."""
    anchors = dict.fromkeys(anchor for shared in matchings for anchor in shared.matching.anchors)
    return tuple(
        Cause(f"{sides.reference.words[x].text} → {sides.hypothesis.words[y].text}", (x,), (y,))
        for x, y in anchors
        if is_miscased(reference, hypothesis, (x, y))
    )


def find_ending_causes(sides: TextSides) -> tuple[Cause, ...]:
    """Return the last words, with the final punctuation of either text."""
    shown = (mark_of(pad_text(side.text)) or "no mark" for side in sides)
    last = ((len(side.words) - 1,) if side.words else () for side in sides)
    return (Cause(" → ".join(shown), *last),)


def _distribute(amount: float, causes: Sequence[Cause], sides: TextSides) -> tuple[Floats, Floats]:
    """Distribute a loss over the words of the causes by weight, or over all words."""
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
    return distribute_by_weight(
        amount,
        TextSides(
            *(
                _select_words(*arguments, has_weight)
                for arguments in zip(sides, word_indices, strict=True)
            )
        ),
    )


def _select_words(side: Side, indices: set[int], has_weight: bool) -> Side:
    """Set the weight of all other words to 0; use equal weights if no selected word has weight."""
    words = (
        word._replace(weight=0.0 if index not in indices else word.weight if has_weight else 1.0)
        for index, word in enumerate(side.words)
    )
    return side._replace(words=tuple(words))

"""What TESLA-X's penalties cost, and the words that caused them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...analysis.numbers.places import Placed, changed
from ...arrays import Floats
from ...encoding.graded import GradedText
from ...matching.long import Shared
from ...matching.order import turned
from ..explanation import Cause, Penalty, Side
from ..sides import Sides
from ..weighing import by_weight


class Rule(NamedTuple):
    """A penalty: the share that changed, what all of it would cost, and the words that did it."""

    name: str
    share: float
    most: float
    causes: tuple[Cause, ...]

    @property
    def cost(self) -> float:
        """What the score is lowered by, of what it would be."""
        return self.share * self.most


def share_out(
    rules: Sequence[Rule], lost: float, sides: Sides
) -> tuple[tuple[Penalty, ...], Floats, Floats]:
    """Penalties, and what the words of both sides bear of all that these have cost together."""
    of_reference, of_hypothesis = (np.zeros(len(side.words)) for side in sides)
    penalties = []
    for rule in rules:
        if not rule.cost:
            continue
        own = lost * rule.cost / sum(rule.cost for rule in rules)
        penalties.append(Penalty(rule.name, rule.share, 1 - rule.cost, own, rule.causes))
        x, y = _shared(own, rule.causes, sides)
        of_reference += x
        of_hypothesis += y
    return tuple(penalties), of_reference, of_hypothesis


def number_causes(reference: Placed, hypothesis: Placed) -> tuple[Cause, ...]:
    """Numbers that only one side has."""
    return (
        *(Cause(digits, places, ()) for digits, places in changed(reference, hypothesis)),
        *(Cause(digits, (), places) for digits, places in changed(hypothesis, reference)),
    )


def negation_causes(reference: GradedText, hypothesis: GradedText) -> tuple[Cause, ...]:
    """Negating words of the side that has more of them, whose forms the other lacks."""
    x, y = (
        [(word.form, (place,)) for place, word in enumerate(own.words.words) if word.negates]
        for own in (reference, hypothesis)
    )
    if len(x) > len(y):
        return tuple(Cause(form, place, ()) for form, place in changed(x, y))
    return tuple(Cause(form, (), place) for form, place in changed(y, x))


def order_causes(matchings: Sequence[Shared], reference: GradedText) -> tuple[Cause, ...]:
    """Pairs of words that stand the other way round."""
    pairs = dict.fromkeys(pair for each in matchings for pair in turned(each.matching.anchors))
    words = reference.words.words
    return tuple(
        Cause(
            f"{words[one[0]].form} {words[other[0]].form}",
            (one[0], other[0]),
            (other[1], one[1]),
        )
        for one, other in map(sorted, pairs)
    )


def _shared(amount: float, causes: Sequence[Cause], sides: Sides) -> tuple[Floats, Floats]:
    """Among the words that are named, by their weight; among all where none is."""
    named = (
        {place for cause in causes for place in cause.reference_words},
        {place for cause in causes for place in cause.hypothesis_words},
    )
    if not any(named):
        return by_weight(amount, sides)
    weighs = any(
        side.words[place].weight > 0
        for side, places in zip(sides, named, strict=True)
        for place in places
    )
    return by_weight(
        amount, Sides(*(_only(*own, weighs) for own in zip(sides, named, strict=True)))
    )


def _only(side: Side, places: set[int], weighs: bool) -> Side:
    """The side, all other words without weight; all these the same where none of them weighs."""
    words = (
        word._replace(weight=0.0 if number not in places else word.weight if weighs else 1.0)
        for number, word in enumerate(side.words)
    )
    return side._replace(words=tuple(words))

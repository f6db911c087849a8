"""What TESLA-X's penalties cost, and the words that caused them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...analysis.endings import mark_of
from ...analysis.negations import changed_negations, counting
from ...analysis.numbers.places import changed, place_numbers
from ...analysis.padding import padded
from ...arrays import Floats
from ...comparing.graded import is_miscased, negation_sides
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


def number_causes(reference: GradedText, hypothesis: GradedText) -> tuple[Cause, ...]:
    """Numbers that only one side has."""
    x, y = (place_numbers(own.numbers) for own in (reference, hypothesis))
    return (
        *(Cause(digits, places, ()) for digits, places in changed(x, y)),
        *(Cause(digits, (), places) for digits, places in changed(y, x)),
    )


def negation_causes(
    matchings: Sequence[Shared], reference: GradedText, hypothesis: GradedText
) -> tuple[Cause, ...]:
    """What negates and counts on the side that has more of it, whose forms the other lacks."""
    causes: dict[Cause, None] = {}
    for each in matchings:
        one, other = negation_sides(reference, hypothesis, each.matching.anchors)
        if not changed_negations(one, other):
            continue
        x = [(one.forms[place], (place,)) for place in counting(one, other)]
        y = [(other.forms[place], (place,)) for place in counting(other, one)]
        if len(x) > len(y):
            causes |= {Cause(form, place, ()): None for form, place in changed(x, y)}
        elif len(y) > len(x):
            causes |= {Cause(form, (), place): None for form, place in changed(y, x)}
    return tuple(causes)


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


def case_causes(
    matchings: Sequence[Shared], reference: GradedText, hypothesis: GradedText, sides: Sides
) -> tuple[Cause, ...]:
    """Words that both sides have, in other capitals."""
    found = dict.fromkeys(anchor for each in matchings for anchor in each.matching.anchors)
    return tuple(
        Cause(f"{sides.reference.words[x].text} → {sides.hypothesis.words[y].text}", (x,), (y,))
        for x, y in found
        if is_miscased(reference, hypothesis, (x, y))
    )


def ending_causes(sides: Sides) -> tuple[Cause, ...]:
    """The last words, with the marks of either text."""
    shown = (mark_of(padded(side.text)) or "no mark" for side in sides)
    last = ((len(side.words) - 1,) if side.words else () for side in sides)
    return (Cause(" → ".join(shown), *last),)


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

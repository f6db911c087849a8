"""What TESLA-X compares: graded words, character n-grams, and what must not change."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..analysis.cases import differ
from ..analysis.endings import changed_ending
from ..analysis.negations import NegatingSide, changed_negations
from ..analysis.numbers import changed_numbers
from ..encoding.graded import GradedEncoder, GradedText
from ..matching.alike import Levels
from ..matching.characters import CharacterBag, character_match
from ..matching.long import Shared, match
from ..matching.matching import Matching
from ..matching.order import Anchor, reordered
from .comparer import CodeComparer


@dataclass(frozen=True)
class GradedConstants:
    """What columns depend on beside the codes.

    order           longest n-grams of words
    levels          what words are worth that are not the same
    alpha           weight of recall among words
    character_alpha weight of recall among characters
    stand_in        what characters take from a text in which words are written as in the reference
    """

    order: int
    levels: Levels
    alpha: float
    character_alpha: float
    stand_in: float

    def named(self) -> dict[str, float]:
        """All of them side by side, as the native core knows them."""
        # Not `asdict`, which copies what is in it one by one.
        own = {name: value for name, value in vars(self).items() if name != "levels"}
        return own | vars(self.levels)


class GradedComparer(CodeComparer[GradedText, GradedText]):
    """F of words for n = 1 .. order, F of characters, and what changed.

    That is the shares of numbers, of negations, of pairs of words in opposite orders and of words
    in another case, and how they end.
    """

    def __init__(self, encoder: GradedEncoder, constants: GradedConstants) -> None:
        super().__init__(encoder)
        self.graded, self.constants = encoder, constants

    @property
    def columns(self) -> tuple[str, ...]:
        words = (f"words-{n}" for n in range(1, self.constants.order + 1))
        return (*words, "characters", "numbers", "negations", "reordered", "cases", "endings")

    @cached_property
    def settings(self) -> Mapping[str, Any] | None:
        native = self.encoder.analysis.session.native
        if native is None:
            return None
        return {"constants": native.GradedConstants(**self.constants.named())}

    def prepare(self, code: GradedText) -> GradedText:
        return code

    def pair(self, reference: GradedText, candidate: GradedText) -> Sequence[float]:
        return self.columns_of(reference, candidate, self.matchings(reference, candidate))

    def matchings(self, reference: GradedText, candidate: GradedText) -> list[Shared]:
        """What is matched with what."""
        levels, order = self.constants.levels, self.constants.order
        return match(reference.words, candidate.words, levels, order)

    def columns_of(
        self, reference: GradedText, candidate: GradedText, matchings: Sequence[Shared]
    ) -> list[float]:
        """The row of texts whose words are matched already, in one way or between two."""
        row, *more = (self._row(reference, candidate, each.matching) for each in matchings)
        # Written so that equal columns stay what they are, however it is rounded.
        for other in more:
            share = matchings[1].share
            row = [one + share * (two - one) for one, two in zip(row, other, strict=True)]
        return row

    def _row(self, reference: GradedText, candidate: GradedText, matching: Matching) -> list[float]:
        letters = self._character_f(reference, candidate, matching.anchors)
        values = []
        last = letters  # where neither side has n-grams, as for n - 1; without words, as C
        for grams in matching.grams:
            if grams is not None:
                last = f_measure(
                    grams.value, grams.reference, grams.candidate, self.constants.alpha
                )
            values.append(last)
        values.append(letters)
        values.append(changed_numbers(reference.numbers, candidate.numbers))
        values.append(changed_negations(*negation_sides(reference, candidate, matching.anchors)))
        weights = reference.words.weights, candidate.words.weights
        values.append(reordered(matching.anchors, *weights))
        values.append(miscased(reference, candidate, matching.anchors))
        values.append(changed_ending(reference.ending, candidate.ending))
        return values

    def _character_f(
        self, reference: GradedText, candidate: GradedText, found: Sequence[Anchor]
    ) -> float:
        if not reference.characters and not candidate.characters:
            return 1.0
        plain = self._bag_f(reference.bags, candidate.bags)
        text, _ = rewritten(reference, candidate, found, ())
        stand_in = self.constants.stand_in
        if text == candidate.characters or not stand_in:
            return plain
        other = self._bag_f(reference.bags, self.graded.bags(text))
        return plain + stand_in * (other - plain)

    def _bag_f(self, reference: list[CharacterBag], candidate: list[CharacterBag]) -> float:
        weight = self.graded.frequencies.gram
        precision, recall = character_match(reference, candidate, weight)
        # P R / (a P + (1 - a) R): the same function of other things.
        alpha = self.constants.character_alpha
        return f_measure(precision * recall, precision, recall, alpha)


def negation_sides(
    reference: GradedText, candidate: GradedText, found: Sequence[Anchor]
) -> tuple[NegatingSide, NegatingSide]:
    """What must be known of both texts to see whether they negate the same."""
    return (
        _side(reference, {x for x, _ in found}),
        _side(candidate, {y for _, y in found}),
    )


def _side(text: GradedText, anchored: Iterable[int]) -> NegatingSide:
    words = text.words.words
    common = {place for place in anchored if not words[place].function}
    forms, lemmas = [word.form for word in words], [word.lemma for word in words]
    return NegatingSide(text.negations, forms, lemmas, common)


def is_miscased(reference: GradedText, candidate: GradedText, anchor: Anchor) -> bool:
    """Whether a word stands on both sides, in capitals on one of them."""
    x, y = anchor
    if reference.words.words[x].form != candidate.words.words[y].form:
        return False
    return differ(reference.cases[x], candidate.cases[y])


def miscased(reference: GradedText, candidate: GradedText, found: Sequence[Anchor]) -> float:
    """The share of words that differ in case among those that both texts have, by weight."""
    weights = reference.words.weights
    total = sum(weights[x] for x, _ in found)
    wrong = [weights[x] for x, y in found if is_miscased(reference, candidate, (x, y))]
    return sum(wrong) / total if wrong and total else 0.0


def rewritten(
    reference: GradedText, candidate: GradedText, found: Sequence[Anchor], owners: Sequence[int]
) -> tuple[str, list[int]]:
    """The candidate's characters, anchored words written as in the reference, and their owners.

    What differs in case only stays as it is. `owners` say for each character as it was which word
    it counts to.
    """
    pieces, kept, at = [], list[int](), 0
    for x, y in found:
        old, new = candidate.places[y], reference.places[x]
        if old is not None and new is not None and not is_miscased(reference, candidate, (x, y)):
            pieces += [candidate.characters[at : old[0]], reference.characters[new[0] : new[1]]]
            kept += [*owners[at : old[0]], *[y] * (new[1] - new[0])]
            at = old[1]
    return "".join(pieces) + candidate.characters[at:], [*kept, *owners[at:]]


def f_measure(shared: float, reference: float, candidate: float, alpha: float) -> float:
    """Shared weight against the weighted mean of both sides; rounding must not lift it above 1.

    Equal numbers give exactly 1, however it is rounded.
    """
    return min(shared / (candidate + alpha * (reference - candidate)), 1.0) if shared else 0.0

"""Comparer that computes the features of TESLA-X."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from ...text.case_and_punctuation import cases_differ, changed_ending
from ...text.negation import NegatingSide, changed_negations
from ...text.numbers import changed_numbers
from ..encoding.graded_text import GradedEncoder, GradedText
from ..matching.graded_matching import Anchor, Matching, WeightedMatching, match, reordered_share
from ..matching.ngram_bags import CharacterBag, character_match
from ..matching.word_similarity import Levels
from .comparer import CodeComparer


@dataclass(frozen=True)
class GradedConstants:
    """Constants that the columns depend on in addition to the codes.

    order           length of the longest n-grams of words
    levels          similarities of words that are not equal
    alpha           weight of recall among words
    character_alpha weight of recall among characters
    stand_in        in F of characters, the share of the text with words written as in the reference
    """

    order: int
    levels: Levels
    alpha: float
    character_alpha: float
    stand_in: float

    def named(self) -> dict[str, float]:
        """Return all constants in one flat dict, as the native core expects them."""
        # `asdict` is slower because it makes deep copies.
        scalars = {name: value for name, value in vars(self).items() if name != "levels"}
        return scalars | vars(self.levels)


class GradedComparer(CodeComparer[GradedText, GradedText]):
    """Computes F of words for n = 1 .. order, F of characters, and shares of changes.

    The changes are those of numbers, of negations, of the order of word pairs, of the case of words
    and of the ending of the text.
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

    def matchings(self, reference: GradedText, candidate: GradedText) -> list[WeightedMatching]:
        """Match the words of two texts."""
        levels, order = self.constants.levels, self.constants.order
        return match(reference.words, candidate.words, levels, order)

    def columns_of(
        self, reference: GradedText, candidate: GradedText, matchings: Sequence[WeightedMatching]
    ) -> list[float]:
        """Return the row of two texts for one matching, or interpolated between two matchings."""
        row, *other_rows = (self._row(reference, candidate, each.matching) for each in matchings)
        # In this form equal columns stay exactly the same, whatever the rounding.
        for other in other_rows:
            share = matchings[1].share
            row = [
                value + share * (other_value - value)
                for value, other_value in zip(row, other, strict=True)
            ]
        return row

    def _row(self, reference: GradedText, candidate: GradedText, matching: Matching) -> list[float]:
        letters = self._character_f(reference, candidate, matching.anchors)
        values = []
        last = letters  # without n-grams on both sides: F of n - 1, or of characters
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
        values.append(reordered_share(matching.anchors, *weights))
        values.append(case_mismatch_share(reference, candidate, matching.anchors))
        values.append(changed_ending(reference.ending, candidate.ending))
        return values

    def _character_f(
        self, reference: GradedText, candidate: GradedText, anchors: Sequence[Anchor]
    ) -> float:
        if not reference.characters and not candidate.characters:
            return 1.0
        plain = self._bag_f(reference.bags, candidate.bags)
        text, _ = rewritten(reference, candidate, anchors, ())
        stand_in = self.constants.stand_in
        if text == candidate.characters or not stand_in:
            return plain
        other = self._bag_f(reference.bags, self.graded.bags(text))
        return plain + stand_in * (other - plain)

    def _bag_f(self, reference: list[CharacterBag], candidate: list[CharacterBag]) -> float:
        weight = self.graded.frequencies.gram_weight
        precision, recall = character_match(reference, candidate, weight)
        # P R / (a P + (1 - a) R) is the same function with other arguments.
        alpha = self.constants.character_alpha
        return f_measure(precision * recall, precision, recall, alpha)


def negation_sides(
    reference: GradedText, candidate: GradedText, anchors: Sequence[Anchor]
) -> tuple[NegatingSide, NegatingSide]:
    """Return what is needed of both texts to compare their negations."""
    return (
        _side(reference, {x for x, _ in anchors}),
        _side(candidate, {y for _, y in anchors}),
    )


def _side(text: GradedText, anchored: Iterable[int]) -> NegatingSide:
    words = text.words.words
    common = {index for index in anchored if not words[index].function}
    forms, lemmas = [word.form for word in words], [word.lemma for word in words]
    return NegatingSide(text.negations, forms, lemmas, common)


def is_miscased(reference: GradedText, candidate: GradedText, anchor: Anchor) -> bool:
    """Return whether a word has the same form on both sides but another case."""
    x, y = anchor
    if reference.words.words[x].form != candidate.words.words[y].form:
        return False
    return cases_differ(reference.cases[x], candidate.cases[y])


def case_mismatch_share(
    reference: GradedText, candidate: GradedText, anchors: Sequence[Anchor]
) -> float:
    """Return the share, by weight, of the words that both texts have that differ in case."""
    weights = reference.words.weights
    total = sum(weights[x] for x, _ in anchors)
    wrong = [weights[x] for x, y in anchors if is_miscased(reference, candidate, (x, y))]
    return sum(wrong) / total if wrong and total else 0.0


def rewritten(
    reference: GradedText, candidate: GradedText, anchors: Sequence[Anchor], owners: Sequence[int]
) -> tuple[str, list[int]]:
    """Write anchored words of the candidate as in the reference; return the characters and owners.

    Words that differ only in case stay unchanged. `owners` has, for each character of the
    candidate, the index of the word that it belongs to.
    """
    pieces, new_owners, position = [], list[int](), 0
    for x, y in anchors:
        old, new = candidate.spans[y], reference.spans[x]
        if old is not None and new is not None and not is_miscased(reference, candidate, (x, y)):
            pieces += [
                candidate.characters[position : old[0]],
                reference.characters[new[0] : new[1]],
            ]
            new_owners += [*owners[position : old[0]], *[y] * (new[1] - new[0])]
            position = old[1]
    return "".join(pieces) + candidate.characters[position:], [*new_owners, *owners[position:]]


def f_measure(shared: float, reference: float, candidate: float, alpha: float) -> float:
    """Return the shared weight divided by the weighted mean of both sides, at most 1.

    The bound is needed because of rounding. Equal numbers give exactly 1, whatever the rounding.
    """
    return min(shared / (candidate + alpha * (reference - candidate)), 1.0) if shared else 0.0


class Formula(NamedTuple):
    """B = word_share W + (1 - word_share) C, multiplied by the factor of each penalty.

    penalties   penalty if everything has changed, by column, in the order of the columns
    """

    word_share: float
    penalties: Mapping[str, float]

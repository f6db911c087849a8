"""Comparer that computes the features of TESLA-X."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from ...text.case_and_punctuation import compute_changed_ending, has_different_case
from ...text.negation import NegatedText, compute_changed_negations
from ...text.numbers import compute_changed_numbers
from ..encoding.graded_text import GradedEncoder, GradedText, resolve_numbers
from ..matching.graded_matching import (
    Anchor,
    Matching,
    WeightedMatching,
    compute_reordered_share,
    match_words,
)
from ..matching.ngram_bags import CharacterBag, match_characters
from ..matching.word_similarity import Levels
from .comparer import CodeComparer


@dataclass(frozen=True)
class GradedConstants:
    """Constants that the columns depend on in addition to the codes.

    order           length of the longest n-grams of words
    levels          similarities of words that are not equal
    alpha           weight of recall in F of words
    character_alpha weight of recall in F of characters
    stand_in        weight, in F of characters, of a second version of the candidate: words that
                    stand in for words of the reference are replaced by these
    """

    order: int
    levels: Levels
    alpha: float
    character_alpha: float
    stand_in: float

    def to_dict(self) -> dict[str, float]:
        """Return all constants and levels in one dict, for the native core."""
        # `asdict` is slower because it makes deep copies.
        scalars = {name: value for name, value in vars(self).items() if name != "levels"}
        return scalars | vars(self.levels)


class GradedComparer(CodeComparer[GradedText, GradedText]):
    """Comparer with F of word n-grams for n = 1 .. order, F of characters, and shares of changes.

    Changes are counted of numbers, negations, the order of word pairs, the case of words and the
    ending of the text.
    """

    def __init__(self, encoder: GradedEncoder, constants: GradedConstants) -> None:
        super().__init__(encoder)
        self.graded_encoder, self.constants = encoder, constants

    @property
    def columns(self) -> tuple[str, ...]:
        words = (f"words-{n}" for n in range(1, self.constants.order + 1))
        return (*words, "characters", "numbers", "negations", "reordered", "cases", "endings")

    @cached_property
    def settings(self) -> Mapping[str, Any] | None:
        native = self.encoder.analysis.session.native
        if native is None:
            return None
        return {"constants": native.GradedConstants(**self.constants.to_dict())}

    def prepare(self, code: GradedText) -> GradedText:
        return code

    def pair(self, reference: GradedText, candidate: GradedText) -> Sequence[float]:
        x, y = resolve_numbers(reference, candidate), resolve_numbers(candidate, reference)
        return self.compute_row(x, y, self.match_texts(x, y))

    def match_texts(self, reference: GradedText, candidate: GradedText) -> list[WeightedMatching]:
        """Match the words of two texts: optimally, in chunks if they are long, or in both ways."""
        levels, order = self.constants.levels, self.constants.order
        return match_words(reference.words, candidate.words, levels, order)

    def compute_row(
        self, reference: GradedText, candidate: GradedText, matchings: Sequence[WeightedMatching]
    ) -> list[float]:
        """Return the features of two texts; they are interpolated if there are two matchings."""
        row, *other_rows = (
            self._compute_row(reference, candidate, weighted.matching) for weighted in matchings
        )
        # With this formula, equal values stay exactly equal despite rounding.
        for other_row in other_rows:
            share = matchings[1].share
            row = [
                value + share * (other_value - value)
                for value, other_value in zip(row, other_row, strict=True)
            ]
        return row

    def _compute_row(
        self, reference: GradedText, candidate: GradedText, matching: Matching
    ) -> list[float]:
        character_f = self._compute_character_f(reference, candidate, matching.anchors)
        values = []
        # If neither side has n-grams, F is the one of (n-1)-grams, or of characters for n = 1.
        word_f = character_f
        for grams in matching.grams:
            if grams is not None:
                word_f = compute_f_measure(
                    grams.shared_weight,
                    grams.reference_weight,
                    grams.candidate_weight,
                    self.constants.alpha,
                )
            values.append(word_f)
        values.append(character_f)
        values.append(compute_changed_numbers(reference.numbers, candidate.numbers))
        values.append(
            compute_changed_negations(*make_negation_sides(reference, candidate, matching.anchors))
        )
        word_weights = reference.words.weights, candidate.words.weights
        values.append(compute_reordered_share(matching.anchors, *word_weights))
        values.append(compute_miscased_share(reference, candidate, matching.anchors))
        values.append(compute_changed_ending(reference.ending, candidate.ending))
        return values

    def _compute_character_f(
        self, reference: GradedText, candidate: GradedText, anchors: Sequence[Anchor]
    ) -> float:
        if not reference.characters and not candidate.characters:
            return 1.0
        plain_f = self._compute_bag_f(reference.bags, candidate.bags)
        text, _ = rewrite_candidate(reference, candidate, anchors, ())
        stand_in = self.constants.stand_in
        if text == candidate.characters or not stand_in:
            return plain_f
        rewritten_f = self._compute_bag_f(
            reference.bags, self.graded_encoder.make_character_bags(text)
        )
        return plain_f + stand_in * (rewritten_f - plain_f)

    def _compute_bag_f(self, reference: list[CharacterBag], candidate: list[CharacterBag]) -> float:
        gram_weight = self.graded_encoder.frequencies.get_gram_weight
        precision, recall = match_characters(reference, candidate, gram_weight)
        # P R / (a P + (1 - a) R) is `compute_f_measure` of P R, P and R.
        alpha = self.constants.character_alpha
        return compute_f_measure(precision * recall, precision, recall, alpha)


def make_negation_sides(
    reference: GradedText, candidate: GradedText, anchors: Sequence[Anchor]
) -> tuple[NegatedText, NegatedText]:
    """Return the negations and words of both texts, for the comparison of negations."""
    return (
        _make_negation_side(reference, {x for x, _ in anchors}),
        _make_negation_side(candidate, {y for _, y in anchors}),
    )


def _make_negation_side(text: GradedText, anchored_indices: Iterable[int]) -> NegatedText:
    """Return the negations and words of a text, with its anchored content words."""
    words = text.words.words
    content_words = {index for index in anchored_indices if not words[index].is_function_word}
    forms, lemmas = [word.form for word in words], [word.lemma for word in words]
    return NegatedText(text.negations, forms, lemmas, content_words)


def is_miscased(reference: GradedText, candidate: GradedText, anchor: Anchor) -> bool:
    """Return whether the words of an anchor have the same form but differ in case."""
    x, y = anchor
    if reference.words.words[x].form != candidate.words.words[y].form:
        return False
    return has_different_case(reference.cases[x], candidate.cases[y])


def compute_miscased_share(
    reference: GradedText, candidate: GradedText, anchors: Sequence[Anchor]
) -> float:
    """Return the share of anchored words, by weight, that differ in case."""
    weights = reference.words.weights
    total = sum(weights[x] for x, _ in anchors)
    miscased_weights = [weights[x] for x, y in anchors if is_miscased(reference, candidate, (x, y))]
    return sum(miscased_weights) / total if miscased_weights and total else 0.0


def rewrite_candidate(
    reference: GradedText, candidate: GradedText, anchors: Sequence[Anchor], owners: Sequence[int]
) -> tuple[str, list[int]]:
    """Write anchored words of the candidate as in the reference.

    Return the new characters and their owners. `owners` has, for each character of the candidate,
    the index of the word that it belongs to. Words that differ only in case stay unchanged.
    """
    pieces, new_owners = [], list[int]()
    copied_to = 0  # the candidate is copied up to this character
    for x, y in anchors:
        candidate_span, reference_span = candidate.spans[y], reference.spans[x]
        if (
            candidate_span is not None
            and reference_span is not None
            and not is_miscased(reference, candidate, (x, y))
        ):
            pieces += [
                candidate.characters[copied_to : candidate_span[0]],
                reference.characters[reference_span[0] : reference_span[1]],
            ]
            new_owners += [
                *owners[copied_to : candidate_span[0]],
                *[y] * (reference_span[1] - reference_span[0]),
            ]
            copied_to = candidate_span[1]
    return "".join(pieces) + candidate.characters[copied_to:], [*new_owners, *owners[copied_to:]]


def compute_f_measure(
    shared_weight: float, reference_weight: float, candidate_weight: float, alpha: float
) -> float:
    """Return F: the shared weight divided by the weighted mean of the weights of both sides.

    Rounding cannot make it greater than 1. If all three weights are equal, it is exactly 1.
    """
    return (
        min(shared_weight / (candidate_weight + alpha * (reference_weight - candidate_weight)), 1.0)
        if shared_weight
        else 0.0
    )


class Formula(NamedTuple):
    """The score of TESLA-X: B = word_share W + (1 - word_share) C, times a factor per penalty.

    W is F of words and C is F of characters. `penalties` has the penalty of each column if
    everything has changed, in the order of the columns.
    """

    word_share: float
    penalties: Mapping[str, float]

"""Why a segment has its score in TESLA-X: what was matched with what, and what that was worth."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..matching.alike import GradedWord, gram_similarities, reason, similarities, stand_ins
from .graded import GradedText, Grading


class Matched(NamedTuple):
    """Weight that flows between an n-gram of the reference and one of the hypothesis."""

    reference: str
    hypothesis: str
    similarity: float
    weight: float
    reasons: tuple[str, ...]  # a word: form, lemma, synset, paraphrase, spelling or tag


class Explanation(NamedTuple):
    """The features of a pair, and the flows that they come from.

    score       the metric's
    words       F of n-grams of words, n = 1, 2, ...
    characters  F of n-grams of characters
    changed_numbers, changed_negations, reordered: the shares that the penalties are of
    matched     for each n the flows, heaviest first
    missing     words of the reference with the weight that found no partner, heaviest first
    strange     the same of the hypothesis
    stand_ins   words of the hypothesis that are written as those of the reference they stand for
    """

    score: float
    words: tuple[float, ...]
    characters: float
    changed_numbers: float
    changed_negations: float
    reordered: float
    matched: tuple[tuple[Matched, ...], ...]
    missing: tuple[tuple[str, float], ...]
    strange: tuple[tuple[str, float], ...]
    stand_ins: tuple[tuple[str, str], ...]


def explain(
    grading: Grading,
    reference: GradedText,
    candidate: GradedText,
    combine: Callable[[Sequence[float]], float],
) -> Explanation:
    """By the plain Python beside the native core, which keeps the flows.

    `combine` makes the score of the features.
    """
    xs, ys = reference.words, candidate.words
    alike = similarities(xs, ys, grading.levels)
    features = grading.features(reference, candidate)
    *words, characters, numbers, negations, reordered = features
    matched = []
    matches = grading.matches(reference, candidate, alike)
    for n, (_, _, transport) in enumerate(matches, 1):
        grams = gram_similarities(alike, n)
        flows = [
            Matched(
                _gram(xs, x, n),
                _gram(ys, y, n),
                grams[x][y],
                amount,
                tuple(reason(xs[x + k], ys[y + k], grading.levels) for k in range(n)),
            )
            for x, y, amount in transport.flows
        ]
        matched.append(tuple(sorted(flows, key=lambda flow: -flow.weight)))
    left_x, left_y = list(reference.weights), list(candidate.weights)
    for x, y, amount in matches[0][2].flows:
        left_x[x] -= amount
        left_y[y] -= amount
    return Explanation(
        combine(features),
        tuple(words),
        characters,
        numbers,
        negations,
        reordered,
        tuple(matched),
        _left(xs, left_x),
        _left(ys, left_y),
        tuple((xs[x].form, ys[y].form) for x, y in stand_ins(xs, ys, alike)),
    )


def _gram(words: list[GradedWord], start: int, n: int) -> str:
    return " ".join(word.form for word in words[start : start + n])


def _left(words: list[GradedWord], weights: list[float]) -> tuple[tuple[str, float], ...]:
    left = [
        (word.form, weight) for word, weight in zip(words, weights, strict=True) if weight > 1e-9
    ]
    return tuple(sorted(left, key=lambda one: -one[1]))

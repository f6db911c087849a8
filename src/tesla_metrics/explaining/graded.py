"""Why a segment has its score in TESLA-X: what was matched with what, and what that was worth."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..comparing.comparer import Rows
from ..comparing.graded import GradedComparer
from ..matching.alike import GradedWord, Levels, reason, similarity
from ..matching.long import Shared
from ..matching.order import Anchor
from ..notebooks import html_table
from ..tasks import Segment


class Matched(NamedTuple):
    """Weight that flows between an n-gram of the reference and one of the hypothesis."""

    reference: str
    hypothesis: str
    similarity: float
    weight: float
    reasons: tuple[str, ...]  # a word: form, lemma, synonym, synset, paraphrase, ...


class Explanation(NamedTuple):
    """The features of a pair, and the flows that they come from.

    score       the metric's
    words       F of n-grams of words, n = 1, 2, ...
    characters  F of n-grams of characters
    changed_numbers, changed_negations, reordered: the shares that the penalties are of
    matched     for each n the flows, heaviest first
    missing     words of the reference with the weight that found no partner, heaviest first
    strange     the same of the hypothesis
    stand_ins   words of the reference, and those of the hypothesis that stand for them among the
                characters
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

    def _repr_html_(self) -> str:
        words = self.matched[0] if self.matched else ()
        rows = [(w.reference, w.hypothesis, w.similarity, w.weight, *w.reasons) for w in words]
        rows += [(word, "", 0.0, weight, "missing") for word, weight in self.missing]
        rows += [("", word, 0.0, weight, "strange") for word, weight in self.strange]
        columns = ("reference", "hypothesis", "similarity", "weight", "reason")
        return html_table(f"Score {self.score:.4f}", columns, rows)


def explain(
    comparer: GradedComparer,
    reference: Segment,
    candidate: Segment,
    combine: Callable[[Rows], Rows],
) -> Explanation:
    """By the plain Python beside the native core, which keeps the flows.

    `combine` makes the score of the columns.
    """
    (x,), (y,) = comparer.encoder.make([reference]), comparer.encoder.make([candidate])
    matchings = comparer.matchings(x, y)
    features = comparer.columns_of(x, y, matchings)
    xs, ys, levels = x.words.words, y.words.words, comparer.constants.levels
    *words, characters, numbers, negations, reordered = features
    flows = [_flows(matchings, n) for n in range(1, len(words) + 1)]
    left_x, left_y = list(x.words.weights), list(y.words.weights)
    for (i, j), amount in flows[0].items():
        left_x[i] -= amount
        left_y[j] -= amount
    matched = [
        [_matched(xs, ys, places, n, amount, levels) for places, amount in each.items()]
        for n, each in enumerate(flows, 1)
    ]
    others = dict.fromkeys(pair for each in matchings for pair in each.matching.stand_ins)
    return Explanation(
        float(combine(np.array([features]))[0]),
        tuple(words),
        characters,
        numbers,
        negations,
        reordered,
        tuple(tuple(sorted(each, key=lambda flow: -flow.weight)) for each in matched),
        _left(xs, left_x),
        _left(ys, left_y),
        tuple((xs[i].form, ys[j].form) for i, j in others),
    )


def _flows(matchings: Sequence[Shared], n: int) -> dict[Anchor, float]:
    """How much flows between which places: of each matching its share."""
    flows: dict[Anchor, float] = {}
    for share, matching in matchings:
        grams = matching.grams[n - 1]
        for x, y, amount in grams.flows if grams else ():
            flows[x, y] = flows.get((x, y), 0.0) + share * amount
    return flows


def _matched(
    xs: Sequence[GradedWord],
    ys: Sequence[GradedWord],
    places: tuple[int, int],
    n: int,
    amount: float,
    levels: Levels,
) -> Matched:
    x, y = places
    pairs = list(zip(xs[x : x + n], ys[y : y + n], strict=True))
    return Matched(
        _gram(xs, x, n),
        _gram(ys, y, n),
        sum(similarity(*pair, levels) for pair in pairs) / n,
        amount,
        tuple(reason(*pair, levels) for pair in pairs),
    )


def _gram(words: Sequence[GradedWord], start: int, n: int) -> str:
    return " ".join(word.form for word in words[start : start + n])


def _left(words: Sequence[GradedWord], weights: Sequence[float]) -> tuple[tuple[str, float], ...]:
    left = [
        (word.form, weight) for word, weight in zip(words, weights, strict=True) if weight > 1e-9
    ]
    return tuple(sorted(left, key=lambda one: -one[1]))

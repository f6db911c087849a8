"""Alignments of many pairs in flat arrays: what a page draws, and no more."""

from collections.abc import Iterator, Sequence
from math import nan
from typing import NamedTuple

import numpy as np

from ..arrays import Array, Floats, Indices
from ..encoding.pairs import Pairs
from .explanation import PENALTIES, REASONS, Against, Feature, Matched, Side

_DUST = 1e-9


class Outlines(NamedTuple):
    """The words of many texts: of text k those from offsets[k] to offsets[k + 1]."""

    offsets: Indices
    starts: Indices
    ends: Indices
    weights: Floats


class Drawings(NamedTuple):
    """Many pairs. What pair k has of anything goes from its offset to the next one's.

    references, hypotheses      the words of all texts, each text once
    left, right                 of each pair its reference and its hypothesis
    flow_offsets, x, y          unigrams that flow, by their places among the words, in order
    amounts, similarities, reasons      of the flows; reasons are places in REASONS
    x_offsets, x_lost, x_prices         of each word of a pair's reference
    y_offsets, y_lost, y_prices         of each word of its hypothesis
    struck                      how many penalties each pair has
    penalties, factors, taken   of these the place in PENALTIES, what they leave, what they took
    """

    references: Outlines
    hypotheses: Outlines
    left: Indices
    right: Indices
    flow_offsets: Indices
    x: Indices
    y: Indices
    amounts: Floats
    similarities: Floats
    reasons: Array
    x_offsets: Indices
    x_lost: Floats
    x_prices: Floats
    y_offsets: Indices
    y_lost: Floats
    y_prices: Floats
    struck: Indices
    penalties: Indices
    factors: Floats
    taken: Floats


class DrawnPart(NamedTuple):
    """Some of the pairs, with how many flows and words each has."""

    flows: Indices
    x: Indices
    y: Indices
    amounts: Floats
    similarities: Floats
    reasons: Array
    x_words: Indices
    x_lost: Floats
    x_prices: Floats
    y_words: Indices
    y_lost: Floats
    y_prices: Floats
    struck: Indices
    penalties: Indices
    factors: Floats
    taken: Floats


def joined(
    references: Outlines,
    hypotheses: Outlines,
    left: Indices,
    right: Indices,
    parts: Sequence[DrawnPart],
) -> Drawings:
    """All parts, one after another."""
    whole = DrawnPart(*map(np.concatenate, zip(*parts, strict=True)))
    return Drawings(
        references, hypotheses, left, right,
        _offsets(whole.flows), whole.x, whole.y, whole.amounts, whole.similarities, whole.reasons,
        _offsets(whole.x_words), whole.x_lost, whole.x_prices,
        _offsets(whole.y_words), whole.y_lost, whole.y_prices,
        whole.struck, whole.penalties, whole.factors, whole.taken,
    )  # fmt: skip


def drawings_of(pairs: Pairs, explained: Sequence[Against]) -> Drawings:
    """Of pairs that have been explained one by one, whatever the metric.

    What is drawn is the first feature of unigrams, or else the first. Where n-grams are made of
    several words, weight flows between all of these. Of a feature that has n-grams of several
    lengths the shortest are drawn that a word has weight for.
    """
    sides: list[list[Side]] = [[], []]
    for side, texts, places in (
        (0, pairs.references, pairs.left), (1, pairs.candidates, pairs.right),
    ):  # fmt: skip
        known = {
            int(place): (one.reference, one.hypothesis)[side]
            for place, one in zip(places, explained, strict=True)
        }
        sides[side] = [known.get(number, Side("", ())) for number in range(len(texts))]
    parts = [_drawn(one) for one in explained] or [_part([], (), (), ())]
    return joined(_outlines(sides[0]), _outlines(sides[1]), pairs.left, pairs.right, parts)


def _drawn(one: Against) -> DrawnPart:
    unigrams = (feature for feature in one.features if feature.n == 1)
    feature = next(unigrams, one.features[0] if one.features else None)
    matched = feature.matched if feature else ()
    if feature and not feature.n:
        matched = tuple(_shortest(one, matched))
    flows = sorted(
        (x, y, own.weight / len(own.reference_words) / len(own.hypothesis_words), own.similarity,
         REASONS.index(own.reasons[0].kind))
        for own in matched
        for x in own.reference_words
        for y in own.hypothesis_words
    )  # fmt: skip
    return _part(
        flows,
        _words(one.reference, feature, of_reference=True),
        _words(one.hypothesis, feature, of_reference=False),
        [
            (PENALTIES.index(own.name), own.factor, own.lost)
            for own in one.penalties
            if own.name in PENALTIES
        ],
    )


def _shortest(one: Against, matched: Sequence[Matched]) -> Iterator[Matched]:
    """Of n-grams of several lengths: words by the shortest ones, as far as these go."""
    left = [[word.weight for word in side.words] for side in (one.reference, one.hypothesis)]

    def words(flow: Matched) -> int:
        return len(flow.reference_words) + len(flow.hypothesis_words)

    for flow in sorted(matched, key=words):
        places = [(0, word) for word in flow.reference_words]
        places += [(1, word) for word in flow.hypothesis_words]
        amount = min([flow.weight, *(left[side][word] for side, word in places)])
        if amount > _DUST:
            for side, word in places:
                left[side][word] -= amount
            # Each word of the shorter one has a share of each of the longer one.
            shorter = min(len(flow.reference_words), len(flow.hypothesis_words))
            yield flow._replace(weight=amount * shorter)


def _words(side: Side, feature: Feature | None, *, of_reference: bool) -> list[tuple[float, float]]:
    """What each has lost, and the highest price of its n-grams: NaN where all are left open."""
    prices: dict[int, float] = {}
    for gram in (feature.reference if of_reference else feature.hypothesis) if feature else ():
        for word in gram.words:
            prices[word] = float(np.fmax(gram.price, prices.get(word, nan)))
    return [(word.lost, prices.get(number, 0.0)) for number, word in enumerate(side.words)]


def _part(
    flows: Sequence[tuple[int, int, float, float, int]],
    x: Sequence[tuple[float, float]],
    y: Sequence[tuple[float, float]],
    struck: Sequence[tuple[int, float, float]],
) -> DrawnPart:
    numbers = np.array(flows, dtype=float).reshape(-1, 5).T
    (x_lost, x_prices), (y_lost, y_prices) = (
        np.array(own, dtype=float).reshape(-1, 2).T for own in (x, y)
    )
    penalties, factors, taken = np.array(struck, dtype=float).reshape(-1, 3).T
    return DrawnPart(
        np.array([len(flows)]), numbers[0].astype(np.intp), numbers[1].astype(np.intp),
        numbers[2], numbers[3], numbers[4].astype(np.uint8),
        np.array([len(x)]), x_lost, x_prices, np.array([len(y)]), y_lost, y_prices,
        np.array([len(struck)]), penalties.astype(np.intp), factors, taken,
    )  # fmt: skip


def _outlines(sides: Sequence[Side]) -> Outlines:
    words = [(word.start, word.end, word.weight) for side in sides for word in side.words]
    starts, ends, weights = np.array(words, dtype=float).reshape(-1, 3).T
    counts = np.array([len(side.words) for side in sides], dtype=np.intp)
    return Outlines(_offsets(counts), starts.astype(np.intp), ends.astype(np.intp), weights)


def _offsets(counts: Array) -> Indices:
    return np.concatenate([[0], np.cumsum(counts)])

"""Pairs of texts as TESLA-X matched them, many at once in flat arrays, whichever core did it.

Most pairs are matched in one way; long ones go from one to the other by degrees, and have two.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Array, Floats, Indices
from ...comparing.graded import GradedComparer
from ...encoding.encoder import Encoded
from ...encoding.graded import GradedText
from ...encoding.pairs import Pairs
from ...matching.long import Shared
from ...matching.matching import Matching
from .solved import NO_FLOWS, FlowsAndGains, SideGrams, Solved, solve_again


class Bearers(NamedTuple):
    """The words of one side, of one way after another; a text without words has one that bears all.

    counts      how many words there are
    offsets     where the bearers of each way begin, and where the last ones end
    """

    counts: Indices
    offsets: Indices

    @property
    def total(self) -> int:
        """How many there are of all ways."""
        return int(self.offsets[-1])


class Ways(NamedTuple):
    """Of each way the pair that it is of, and what it counts for there; n-grams by length."""

    pair: Indices
    share: Floats
    x: Bearers
    y: Bearers
    grams: list[Solved]


class ToldWays(NamedTuple):
    """What the native core says beside that.

    rows        of pairs, as `compare` has them
    anchors     of each way
    letters     what the bearers of both sides have lost of C
    caused      which of them made negations (2), orders (4), cases (8) and endings (16) change, as
                bits
    reasons     of the flows of unigrams, as places in REASONS
    """

    rows: Floats
    anchors: list[list[tuple[int, int]]]
    letters: tuple[Floats, Floats]
    caused: tuple[Array, Array]
    reasons: Array


def bearers(counts: Indices) -> Bearers:
    """Of texts with so many words."""
    return Bearers(counts, np.concatenate([[0], np.cumsum(np.maximum(counts, 1))]))


def plain_ways(
    comparer: GradedComparer, x: GradedText, y: GradedText, matchings: Sequence[Shared]
) -> Ways:
    """One pair, in plain Python."""
    count = len(matchings)
    texts = [x.words] * count, [y.words] * count
    counts = [np.array([len(own.words) for own in side], dtype=np.intp) for side in texts]
    sides = bearers(counts[0]), bearers(counts[1])
    weights = [np.concatenate([own.weights for own in side]) for side in texts]
    levels = comparer.constants.levels
    grams = []
    for n in range(1, comparer.constants.order + 1):
        found = [matching.grams[n - 1] for _, matching in matchings]
        again = [
            solve_again(x.words, y.words, levels, n, own) if own else NO_FLOWS for own in found
        ]
        joined = FlowsAndGains(*map(np.concatenate, zip(*again, strict=True)))
        flows = np.array([len(own.x) for own in again])
        value = np.array([own.value if own else 0.0 for own in found])
        grams.append(_solved(n, value, flows, joined, sides, (weights[0], weights[1])))
    share = np.array([own.share for own in matchings])
    return Ways(np.zeros(count, np.intp), share, *sides, grams)


def native_ways(
    comparer: GradedComparer,
    codes: Encoded,
    pairs: Pairs,
    words: Sequence["Outlined"],
    threads: int,
) -> tuple[Ways, ToldWays]:
    """Many pairs; `words` are those of all references and of all candidates."""
    assert comparer.settings is not None
    found: dict[str, Any] = codes.core.explain(
        codes.references, codes.candidates, pairs.left, pairs.right,
        **comparer.settings, threads=threads,
    )  # fmt: skip
    pair = found["pair"]
    places = pairs.left[pair], pairs.right[pair]
    counts = [own.words[at] for own, at in zip(words, places, strict=True)]
    sides = bearers(counts[0]), bearers(counts[1])
    weights = [own.weights[own.of(at)] for own, at in zip(words, places, strict=True)]
    grams = [
        _solved(
            n, own["value"], own["flows"],
            FlowsAndGains(*(own[name] for name in FlowsAndGains._fields)),
            sides, (weights[0], weights[1]),
        )
        for n, own in enumerate(found["grams"], 1)
    ]  # fmt: skip
    anchors = list(zip(found["anchors_x"].tolist(), found["anchors_y"].tolist(), strict=True))
    ends = np.cumsum(found["anchors"]).tolist()
    return Ways(pair, found["share"], *sides, grams), ToldWays(
        found["rows"],
        [anchors[a:b] for a, b in zip([0, *ends], ends, strict=False)],
        (found["letters_x"], found["letters_y"]),
        (found["caused_x"], found["caused_y"]),
        found["grams"][0]["reasons"],
    )


def without_grams(ways: Ways, told: ToldWays) -> list[Shared]:
    """The anchors of one pair, as plain Python has them; n-grams are among the ways."""
    shares = zip(ways.share.tolist(), told.anchors, strict=True)
    return [Shared(share, Matching([], anchors, [])) for share, anchors in shares]


class Outlined(NamedTuple):
    """The words of texts, one after another: how many, what they weigh, where they are written."""

    words: Indices
    weights: Floats
    starts: Indices
    ends: Indices

    def of(self, texts: Indices) -> Indices:
        """The places of all words of these texts."""
        begin = np.cumsum(self.words) - self.words
        return ranges(begin[texts], self.words[texts])


def outlined(found: Any) -> Outlined:
    """As the native core gives it."""
    return Outlined(*(found[name] for name in Outlined._fields))


def ranges(begin: Indices, counts: Indices) -> Indices:
    """All places of stretches: begin, begin + 1, ... for each."""
    ends = np.cumsum(counts)
    places: Indices = np.repeat(begin - (ends - counts), counts) + np.arange(counts.sum())
    return places


def _solved(
    n: int,
    value: Floats,
    flows: Indices,
    found: FlowsAndGains,
    sides: tuple[Bearers, Bearers],
    weights: tuple[Floats, Floats],
) -> Solved:
    way = np.repeat(np.arange(len(value)), flows)
    x, y = (
        _grams(n, *own) for own in zip(sides, weights, (found.gains_x, found.gains_y), strict=True)
    )
    begin = [_begin(np.maximum(side.counts - n + 1, 0)) for side in sides]
    return Solved(
        n, value, x, y, begin[0][way] + found.x, begin[1][way] + found.y,
        found.amounts, found.alike.reshape(-1, n),
    )  # fmt: skip


def _grams(n: int, side: Bearers, words: Floats, gains: Floats) -> SideGrams:
    counts = np.maximum(side.counts - n + 1, 0)
    way = np.repeat(np.arange(len(counts)), counts)
    # Of words alone, among which texts without any have none.
    first = ranges(_begin(side.counts), counts)
    weights = sum((words[first + k] for k in range(n)), np.zeros(len(first))) / n
    return SideGrams(way, ranges(side.offsets[:-1], counts), weights, gains, side.total)


def _begin(counts: Indices) -> Indices:
    begin: Indices = np.cumsum(counts) - counts
    return begin

"""Alignments of many pairs by TESLA-X, natively: the rules of pair.py for all pairs at once."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ...analysis.numbers import numbers
from ...analysis.numbers.places import Placed, changed, place_numbers
from ...analysis.padding import padded
from ...arrays import Array, Floats, Indices
from ...comparing.graded import GradedComparer
from ...encoding.analysis import Analysis
from ...encoding.one_number import joined_forms
from ...encoding.pairs import Pairs
from ...tasks import Segment
from ..drawings import Drawings, DrawnPart, Outlines, joined
from ..sides import shift_of, spans, written
from .f_measure import LostSide, LostSides, lost_of_f
from .formula import Formula
from .ways import Bearers, Outlined, ToldWays, Ways, bearers, native_ways, outlined, ranges

# Pairs at a time, so that memory stays bounded.
_BATCH = 2_000
_NUMBERS = 1  # the bit of words that made numbers change; the others are the core's


def draw_graded(
    comparer: GradedComparer,
    formula: Formula,
    pairs: Pairs,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Drawings | None:
    """None where the native core is not there, or cannot take one of the texts."""
    codes = comparer.encode(pairs, threads)
    if codes.core is None or codes.plain is not None:
        return None
    analysis = comparer.encoder.analysis
    words = [outlined(codes.core.outline(own)) for own in (codes.references, codes.candidates)]
    outlines = [
        _outlines(analysis, own, found)
        for own, found in zip((pairs.references, pairs.candidates), words, strict=True)
    ]
    placed = _Numbers(analysis, pairs)
    parts, seen = [], -1
    for start in range(0, len(pairs), _BATCH):
        some = replace(
            pairs,
            left=pairs.left[start : start + _BATCH],
            right=pairs.right[start : start + _BATCH],
        )
        ways, told = native_ways(comparer, codes, some, words, threads)
        parts.append(_Batch(comparer, formula, some, words, outlines, ways, told, placed).draw())
        last = int(some.right.max())
        if progress is not None and last > seen:
            progress(last - seen)
            seen = last
    return joined(outlines[0], outlines[1], pairs.left, pairs.right, parts)


def _outlines(analysis: Analysis, segments: Sequence[Segment], found: Outlined) -> Outlines:
    """Places in the texts themselves."""
    begin = np.cumsum(found.words) - found.words
    starts, ends = found.starts.copy(), found.ends.copy()
    wordless: dict[int, tuple[int, int]] = {}
    for number, (at, count) in enumerate(zip(begin.tolist(), found.words.tolist(), strict=True)):
        text = analysis.text(segments[number])
        own = slice(at, at + count)
        if not count:
            if whole := text.strip():
                wordless[number] = text.find(whole), text.find(whole) + len(whole)
        elif (shift := shift_of(text, padded(text))) is not None:
            starts[own] += shift
            ends[own] += shift
        else:
            found_there = list(zip(starts[own].tolist(), ends[own].tolist(), strict=True))
            places = written(text, padded(text), found_there)
            starts[own], ends[own] = np.array(places or _searched(analysis, segments[number])).T
    # A text without words, unless it is blank, is shown as one that weighs nothing.
    at = begin[list(wordless)]
    lone = np.array(list(wordless.values()), dtype=np.intp).reshape(-1, 2)
    counts = found.words.copy()
    counts[list(wordless)] = 1
    return Outlines(
        np.concatenate([[0], np.cumsum(counts)]),
        np.insert(starts, at, lone[:, 0]),
        np.insert(ends, at, lone[:, 1]),
        np.insert(found.weights, at, 0.0),
    )


def _searched(analysis: Analysis, segment: Segment) -> list[tuple[int, int]]:
    forms, text = analysis.words([segment])[0].forms, analysis.text(segment)
    found = numbers([form.lower() for form in forms], analysis.lang)
    return spans(text, joined_forms(forms, found, text, None))


class _Numbers:
    """Which words of texts make numbers; only asked for where these have changed."""

    def __init__(self, analysis: Analysis, pairs: Pairs) -> None:
        self._analysis = analysis
        self._segments = pairs.references, pairs.candidates
        self._known: dict[tuple[int, int], Placed] = {}

    def changed(self, left: int, right: int) -> tuple[list[int], list[int]]:
        """The words of the numbers that only one side has."""
        x, y = self._of(0, left), self._of(1, right)
        missing = [place for _, places in changed(x, y) for place in places]
        return missing, [place for _, places in changed(y, x) for place in places]

    def _of(self, side: int, number: int) -> Placed:
        known = self._known.get((side, number))
        if known is None:
            (words,) = self._analysis.words([self._segments[side][number]])
            forms = [form.lower() for form in words.forms]
            known = place_numbers(numbers(forms, self._analysis.lang))
            self._known[side, number] = known
        return known


class _Half(NamedTuple):
    """One side of all pairs of a batch, its bearers one after another.

    of_ways     the same of ways, of which a pair may have two
    pair        whose each bearer is
    onto        for each bearer of ways its place here, and what its way counts for
    shown       whether it is a word that is drawn: a blank text has none
    """

    bearers: Bearers
    of_ways: Bearers
    pair: Indices
    onto: Indices
    shares: Floats
    weights: Floats
    shown: Array

    def mixed(self, values: Floats) -> Floats:
        """What the bearers of pairs have of those of ways."""
        mixed = np.bincount(self.onto, self.shares * values, self.bearers.total)
        return mixed.astype(float)


class _Batch:
    """Some of the pairs."""

    def __init__(
        self,
        comparer: GradedComparer,
        formula: Formula,
        pairs: Pairs,
        words: Sequence[Outlined],
        outlines: Sequence[Outlines],
        ways: Ways,
        told: ToldWays,
        placed: _Numbers,
    ) -> None:
        self._constants, self._formula, self._pairs = comparer.constants, formula, pairs
        self._ways, self._told, self._placed = ways, told, placed
        self._halves = [
            _half(ways, of_ways, found, drawn, places)
            for of_ways, found, drawn, places in zip(
                (ways.x, ways.y), words, outlines, (pairs.left, pairs.right), strict=True
            )
        ]

    def draw(self) -> DrawnPart:
        """Flows of unigrams, shares and prices of words."""
        factor, base, costs = self._factors()
        lost, unigrams = self._lost()
        taken = costs * (base * (1 - factor) / np.maximum(costs.sum(axis=1), 1e-300))[:, None]
        for own, more in zip(lost, self._penalties(taken), strict=True):
            own += more
        flows = self._flows()
        sides = []
        for half, own, side in zip(self._halves, lost, unigrams, strict=True):
            prices = self._prices(half, side, factor)
            counts = np.bincount(half.pair[half.shown], minlength=len(self._pairs))
            sides.append((counts, own[half.shown], prices[half.shown]))
        pairs, penalties = np.nonzero(costs)
        struck = np.bincount(pairs, minlength=len(self._pairs))
        by_rule = 1 - costs[pairs, penalties], taken[pairs, penalties]
        return DrawnPart(*flows, *sides[0], *sides[1], struck, penalties, *by_rule)

    def _factors(self) -> tuple[Floats, Floats, Floats]:
        """What penalties leave, what the score was before, and what each penalty costs."""
        order, rows = self._constants.order, self._told.rows
        costs = rows[:, order + 1 :] * np.array(list(self._formula.penalties.values()))
        words, letters = rows[:, :order].mean(axis=1), rows[:, order]
        return (
            (1 - costs).prod(axis=1),
            letters + self._formula.word_share * (words - letters),
            costs,
        )

    def _lost(self) -> tuple[list[Floats], LostSides]:
        """What the words have lost before penalties, and what unigrams say."""
        order, share = self._constants.order, self._formula.word_share
        last = [half.mixed(own) for half, own in zip(self._halves, self._told.letters, strict=True)]
        lost = [(1 - share) * own for own in last]
        longest = np.maximum(*(half.bearers.counts for half in self._halves))
        unigrams: LostSides | None = None
        for solved in self._ways.grams:
            found = lost_of_f(solved, self._constants.alpha, unigrams)
            unigrams = unigrams or found
            for side, half in enumerate(self._halves):
                # Where neither side has n-grams, as for n - 1; without words, as characters.
                there = (longest >= solved.n)[half.pair]
                last[side] = np.where(there, half.mixed(found[side].words), last[side])
                lost[side] += share / order * last[side]
        assert unigrams is not None
        return lost, unigrams

    def _prices(self, half: _Half, side: LostSide, factor: Floats) -> Floats:
        order = self._constants.order
        longest = np.maximum(*(own.bearers.counts for own in self._halves))
        # Without bigrams all other columns repeat that of unigrams.
        gains = factor * self._formula.word_share / order * np.where(longest < 2, order, 1)
        of_ways = np.zeros(half.of_ways.total)
        has_words = np.repeat(half.of_ways.counts > 0, np.maximum(half.of_ways.counts, 1))
        of_ways[has_words] = side.prices
        own = gains[half.pair]
        prices: Floats = np.multiply(
            own, half.mixed(of_ways), where=own > 0, out=np.zeros(len(own))
        )
        return prices

    def _penalties(self, taken: Floats) -> list[Floats]:
        """What words bear of all penalties: those that caused them, by weight."""
        caused = self._caused()
        borne = [np.zeros(half.bearers.total) for half in self._halves]
        for bit, amounts in enumerate(taken.T):
            weights = self._bearing([(own >> bit & 1).astype(float) for own in caused])
            totals = self._totals(weights)
            for half, own, bears in zip(self._halves, weights, borne, strict=True):
                bears += own * (amounts / np.where(totals > 0, totals, 1.0))[half.pair]
        return borne

    def _bearing(self, named: list[Floats]) -> list[Floats]:
        """What the named count for: their weight, all the same where none of them weighs.

        Of pairs without any, all words are.
        """
        nobody = self._totals(named) == 0
        named = [
            np.where(nobody[half.pair], half.shown, own)
            for half, own in zip(self._halves, named, strict=True)
        ]
        weights = [half.weights * own for half, own in zip(self._halves, named, strict=True)]
        weighs = self._totals(weights) > 0
        return [
            np.where(weighs[half.pair], weight, own)
            for half, weight, own in zip(self._halves, weights, named, strict=True)
        ]

    def _totals(self, weights: Sequence[Floats]) -> Floats:
        count = len(self._pairs)
        totals: Floats = np.zeros(count)
        for half, own in zip(self._halves, weights, strict=True):
            totals += np.bincount(half.pair, own, count)
        return totals

    def _caused(self) -> list[Array]:
        """Bits of the penalties that each bearer caused, in the order of the columns."""
        caused = []
        for half, own in zip(self._halves, self._told.caused, strict=True):
            bits = np.zeros(half.bearers.total, np.uint8)
            np.bitwise_or.at(bits, half.onto, own)
            caused.append(bits)
        for pair in np.flatnonzero(self._told.rows[:, self._constants.order + 1]).tolist():
            found = self._placed.changed(int(self._pairs.left[pair]), int(self._pairs.right[pair]))
            for half, bits, places in zip(self._halves, caused, found, strict=True):
                bits[half.bearers.offsets[pair] + np.array(places, dtype=np.intp)] |= _NUMBERS
        return caused

    def _flows(self) -> tuple[Indices, Indices, Indices, Floats, Floats, Array]:
        """How many each pair has; their words, amounts, similarities and reasons."""
        ways, solved = self._ways, self._ways.grams[0]
        way = solved.x.way[solved.flow_x]
        x = solved.x.first[solved.flow_x] - ways.x.offsets[way]
        y = solved.y.first[solved.flow_y] - ways.y.offsets[way]
        # What flows in both ways of a pair is one flow.
        order = np.lexsort((y, x, ways.pair[way]))
        places = np.stack([ways.pair[way], x, y])[:, order]
        begins = np.diff(places, axis=1, prepend=-1).any(axis=0)
        first = order[begins]
        amounts = np.bincount(
            np.cumsum(begins) - 1, (ways.share[way] * solved.amounts)[order]
        ).astype(float)
        pair, x, y = places[:, begins]
        alike, reasons = solved.alike[first, 0], self._told.reasons[first]
        return np.bincount(pair, minlength=len(self._pairs)), x, y, amounts, alike, reasons


def _half(ways: Ways, of_ways: Bearers, found: Outlined, drawn: Outlines, texts: Indices) -> _Half:
    own = bearers(found.words[texts])
    pair = np.repeat(np.arange(len(texts)), np.diff(own.offsets))
    sizes = np.diff(of_ways.offsets)
    weights = np.zeros(own.total)
    weights[np.repeat(own.counts > 0, np.maximum(own.counts, 1))] = found.weights[found.of(texts)]
    return _Half(
        own,
        of_ways,
        pair,
        ranges(own.offsets[:-1][ways.pair], sizes),
        np.repeat(ways.share, sizes),
        weights,
        (np.diff(drawn.offsets)[texts] > 0)[pair],
    )

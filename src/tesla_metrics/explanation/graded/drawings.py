"""Alignments of many pairs by TESLA-X."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ...arrays import Array, Floats, Indices
from ...core.comparing.graded import Formula, GradedComparer
from ...core.encoding.analysis import Analysis
from ...core.encoding.graded_text import joined_forms
from ...core.encoding.pairs import Pairs
from ...files.item import Segment
from ...text.characters import pad_text
from ...text.numbers import PositionedValues, missing_numbers, number_positions, numbers
from ..drawings import AlignmentArrays, AlignmentPart, TextWords, concatenate_parts
from ..sides import find_padding_shift, find_spans, unpad_spans
from .matchings import (
    Matchings,
    MatchingWords,
    NativeOutline,
    NativeResults,
    find_native_matchings,
    make_matching_words,
    make_outline,
    ranges,
)
from .solved_ngrams import BothSideLosses, SideLosses, attribute_f_loss

# Number of pairs that are explained at a time, which bounds memory.
_BATCH_PAIRS = 2_000
_NUMBER_BIT = 1  # bit of words whose numbers changed; the native core sets the others


def align_graded(
    comparer: GradedComparer,
    formula: Formula,
    pairs: Pairs,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> AlignmentArrays | None:
    """Align all pairs; None if the native core is missing or cannot encode one of the texts."""
    codes = comparer.encode(pairs, threads)
    if codes.core is None or codes.unencodable is not None:
        return None
    analysis = comparer.encoder.analysis
    words = [
        make_outline(codes.core.outline(text)) for text in (codes.references, codes.candidates)
    ]
    outlines = [
        _outlines(analysis, segments, outline)
        for segments, outline in zip((pairs.references, pairs.candidates), words, strict=True)
    ]
    number_words = _NumberWords(analysis, pairs)
    parts, last_candidate = [], -1
    for start in range(0, len(pairs), _BATCH_PAIRS):
        batch = replace(
            pairs,
            left=pairs.left[start : start + _BATCH_PAIRS],
            right=pairs.right[start : start + _BATCH_PAIRS],
        )
        matchings, native_results = find_native_matchings(comparer, codes, batch, words, threads)
        parts.append(
            _Batch(
                comparer, formula, batch, words, outlines, matchings, native_results, number_words
            ).draw()
        )
        last = int(batch.right.max())
        if progress is not None and last > last_candidate:
            progress(last - last_candidate)
            last_candidate = last
    return concatenate_parts(outlines[0], outlines[1], pairs.left, pairs.right, parts)


def _outlines(analysis: Analysis, segments: Sequence[Segment], outline: NativeOutline) -> TextWords:
    """Return the spans of words in the original texts."""
    begin = np.cumsum(outline.words) - outline.words
    starts, ends = outline.starts.copy(), outline.ends.copy()
    wordless: dict[int, tuple[int, int]] = {}
    for index, (start, count) in enumerate(
        zip(begin.tolist(), outline.words.tolist(), strict=True)
    ):
        text = analysis.text(segments[index])
        word_slice = slice(start, start + count)
        if not count:
            if stripped := text.strip():
                wordless[index] = text.find(stripped), text.find(stripped) + len(stripped)
        elif (shift := find_padding_shift(text, pad_text(text))) is not None:
            starts[word_slice] += shift
            ends[word_slice] += shift
        else:
            padded_spans = list(
                zip(starts[word_slice].tolist(), ends[word_slice].tolist(), strict=True)
            )
            text_spans = unpad_spans(text, pad_text(text), padded_spans)
            starts[word_slice], ends[word_slice] = np.array(
                text_spans or _search_spans(analysis, segments[index])
            ).T
    # A text without words that is not blank is shown as one word of weight 0.
    positions = begin[list(wordless)]
    wordless_spans = np.array(list(wordless.values()), dtype=np.intp).reshape(-1, 2)
    counts = outline.words.copy()
    counts[list(wordless)] = 1
    return TextWords(
        np.concatenate([[0], np.cumsum(counts)]),
        np.insert(starts, positions, wordless_spans[:, 0]),
        np.insert(ends, positions, wordless_spans[:, 1]),
        np.insert(outline.weights, positions, 0.0),
    )


def _search_spans(analysis: Analysis, segment: Segment) -> list[tuple[int, int]]:
    forms, text = analysis.words([segment])[0].forms, analysis.text(segment)
    number_spans = numbers([form.lower() for form in forms], analysis.lang)
    return find_spans(text, joined_forms(forms, number_spans, text, None))


class _NumberWords:
    """The words that form numbers, computed only for pairs whose numbers differ."""

    def __init__(self, analysis: Analysis, pairs: Pairs) -> None:
        self._analysis = analysis
        self._segments = pairs.references, pairs.candidates
        self._cache: dict[tuple[int, int], PositionedValues] = {}

    def changed(self, left: int, right: int) -> tuple[list[int], list[int]]:
        """Return the words of the numbers that occur on one side only."""
        x, y = self._number_places(0, left), self._number_places(1, right)
        missing = [index for _, indices in missing_numbers(x, y) for index in indices]
        return missing, [index for _, indices in missing_numbers(y, x) for index in indices]

    def _number_places(self, side: int, text_index: int) -> PositionedValues:
        number_places = self._cache.get((side, text_index))
        if number_places is None:
            (words,) = self._analysis.words([self._segments[side][text_index]])
            forms = [form.lower() for form in words.forms]
            number_places = number_positions(numbers(forms, self._analysis.lang))
            self._cache[side, text_index] = number_places
        return number_places


class _BatchSide(NamedTuple):
    """One side of all pairs of a batch, with the words of all pairs concatenated.

    matching_words     words of all matchings, concatenated; a pair may have two matchings
    pair        index of the pair of each word
    pair_word_indices        for each word of a matching, its index among the words of pairs
    shares      for each word of a matching, the share of the matching
    shown       whether the word is drawn; a blank text has none
    """

    words: MatchingWords
    matching_words: MatchingWords
    pair: Indices
    pair_word_indices: Indices
    shares: Floats
    weights: Floats
    shown: Array

    def merge_matchings(self, values: Floats) -> Floats:
        """Convert values by words of matchings to values by words of pairs."""
        sums = np.bincount(self.pair_word_indices, self.shares * values, self.words.total)
        return sums.astype(float)


class _Batch:
    """A batch of pairs."""

    def __init__(
        self,
        comparer: GradedComparer,
        formula: Formula,
        pairs: Pairs,
        words: Sequence[NativeOutline],
        outlines: Sequence[TextWords],
        matchings: Matchings,
        native_results: NativeResults,
        number_words: _NumberWords,
    ) -> None:
        self._constants, self._formula, self._pairs = comparer.constants, formula, pairs
        self._matchings, self._native_results, self._number_words = (
            matchings,
            native_results,
            number_words,
        )
        self._batch_sides = [
            _make_side(matchings, matching_words, outline, drawn, text_indices)
            for matching_words, outline, drawn, text_indices in zip(
                (matchings.x, matchings.y), words, outlines, (pairs.left, pairs.right), strict=True
            )
        ]

    def draw(self) -> AlignmentPart:
        """Return the flows of unigrams, and the losses and prices of words."""
        factor, base, costs = self._factors()
        losses, unigrams = self._lost()
        penalty_losses = (
            costs * (base * (1 - factor) / np.maximum(costs.sum(axis=1), 1e-300))[:, None]
        )
        for word_losses, added in zip(losses, self._penalties(penalty_losses), strict=True):
            word_losses += added
        flows = self._flows()
        sides = []
        for batch_side, word_losses, side in zip(self._batch_sides, losses, unigrams, strict=True):
            prices = self._prices(batch_side, side, factor)
            counts = np.bincount(batch_side.pair[batch_side.shown], minlength=len(self._pairs))
            sides.append((counts, word_losses[batch_side.shown], prices[batch_side.shown]))
        pairs, penalties = np.nonzero(costs)
        struck = np.bincount(pairs, minlength=len(self._pairs))
        penalty_values = 1 - costs[pairs, penalties], penalty_losses[pairs, penalties]
        return AlignmentPart(*flows, *sides[0], *sides[1], struck, penalties, *penalty_values)

    def _factors(self) -> tuple[Floats, Floats, Floats]:
        """Return the common factor of all penalties, the score before them, and their costs."""
        order, rows = self._constants.order, self._native_results.rows
        costs = rows[:, order + 1 :] * np.array(list(self._formula.penalties.values()))
        words, characters = rows[:, :order].mean(axis=1), rows[:, order]
        return (
            (1 - costs).prod(axis=1),
            characters + self._formula.word_share * (words - characters),
            costs,
        )

    def _lost(self) -> tuple[list[Floats], BothSideLosses]:
        """Return the losses of words without penalties, and the losses as unigrams."""
        order, share = self._constants.order, self._formula.word_share
        current_losses = [
            batch_side.merge_matchings(character_losses)
            for batch_side, character_losses in zip(
                self._batch_sides, self._native_results.character_losses, strict=True
            )
        ]
        total_losses = [(1 - share) * character_losses for character_losses in current_losses]
        longest = np.maximum(*(batch_side.words.counts for batch_side in self._batch_sides))
        unigrams: BothSideLosses | None = None
        for solved in self._matchings.grams:
            losses = attribute_f_loss(solved, self._constants.alpha, unigrams)
            unigrams = unigrams or losses
            for side, batch_side in enumerate(self._batch_sides):
                # Without n-grams as for n - 1; without words as for characters.
                has_grams = (longest >= solved.n)[batch_side.pair]
                current_losses[side] = np.where(
                    has_grams, batch_side.merge_matchings(losses[side].words), current_losses[side]
                )
                total_losses[side] += share / order * current_losses[side]
        assert unigrams is not None
        return total_losses, unigrams

    def _prices(self, batch_side: _BatchSide, side: SideLosses, factor: Floats) -> Floats:
        order = self._constants.order
        longest = np.maximum(*(item.words.counts for item in self._batch_sides))
        # Without bigrams, all other columns repeat the value of unigrams.
        gains = factor * self._formula.word_share / order * np.where(longest < 2, order, 1)
        matching_prices = np.zeros(batch_side.matching_words.total)
        has_words = np.repeat(
            batch_side.matching_words.counts > 0, np.maximum(batch_side.matching_words.counts, 1)
        )
        matching_prices[has_words] = side.prices
        pair_gains = gains[batch_side.pair]
        prices: Floats = np.multiply(
            pair_gains,
            batch_side.merge_matchings(matching_prices),
            where=pair_gains > 0,
            out=np.zeros(len(pair_gains)),
        )
        return prices

    def _penalties(self, taken: Floats) -> list[Floats]:
        """Distribute the loss of all penalties over the words that caused them, by weight."""
        cause_bits = self._cause_bits()
        word_losses = [np.zeros(batch_side.words.total) for batch_side in self._batch_sides]
        for bit, amounts in enumerate(taken.T):
            weights = self._cause_weights([(bits >> bit & 1).astype(float) for bits in cause_bits])
            totals = self._totals(weights)
            for batch_side, side_weights, side_losses in zip(
                self._batch_sides, weights, word_losses, strict=True
            ):
                side_losses += (
                    side_weights * (amounts / np.where(totals > 0, totals, 1.0))[batch_side.pair]
                )
        return word_losses

    def _cause_weights(self, selected: list[Floats]) -> list[Floats]:
        """Return the weights of the selected words; equal weights if none of them has weight.

        If no word of a pair is selected, all its words are.
        """
        without_causes = self._totals(selected) == 0
        selected = [
            np.where(without_causes[batch_side.pair], batch_side.shown, selected_words)
            for batch_side, selected_words in zip(self._batch_sides, selected, strict=True)
        ]
        weights = [
            batch_side.weights * selected_words
            for batch_side, selected_words in zip(self._batch_sides, selected, strict=True)
        ]
        has_weight = self._totals(weights) > 0
        return [
            np.where(has_weight[batch_side.pair], weight, selected_words)
            for batch_side, weight, selected_words in zip(
                self._batch_sides, weights, selected, strict=True
            )
        ]

    def _totals(self, weights: Sequence[Floats]) -> Floats:
        count = len(self._pairs)
        totals: Floats = np.zeros(count)
        for batch_side, side_weights in zip(self._batch_sides, weights, strict=True):
            totals += np.bincount(batch_side.pair, side_weights, count)
        return totals

    def _cause_bits(self) -> list[Array]:
        """Return the bits of the penalties that each word caused, in the order of the columns."""
        bits_by_side = []
        for batch_side, native_bits in zip(
            self._batch_sides, self._native_results.cause_bits, strict=True
        ):
            bits = np.zeros(batch_side.words.total, np.uint8)
            np.bitwise_or.at(bits, batch_side.pair_word_indices, native_bits)
            bits_by_side.append(bits)
        for pair in np.flatnonzero(
            self._native_results.rows[:, self._constants.order + 1]
        ).tolist():
            changed_words = self._number_words.changed(
                int(self._pairs.left[pair]), int(self._pairs.right[pair])
            )
            for batch_side, bits, word_indices in zip(
                self._batch_sides, bits_by_side, changed_words, strict=True
            ):
                bits[batch_side.words.offsets[pair] + np.array(word_indices, dtype=np.intp)] |= (
                    _NUMBER_BIT
                )
        return bits_by_side

    def _flows(self) -> tuple[Indices, Indices, Indices, Floats, Floats, Array]:
        """Return the flows of all pairs: counts, words, amounts, similarities and reasons."""
        matchings, solved = self._matchings, self._matchings.grams[0]
        matching = solved.x.matching[solved.flow_x]
        x = solved.x.first_word[solved.flow_x] - matchings.x.offsets[matching]
        y = solved.y.first_word[solved.flow_y] - matchings.y.offsets[matching]
        # Flows between the same words in both matchings of a pair are merged.
        order = np.lexsort((y, x, matchings.pair[matching]))
        keys = np.stack([matchings.pair[matching], x, y])[:, order]
        is_first = np.diff(keys, axis=1, prepend=-1).any(axis=0)
        first = order[is_first]
        amounts = np.bincount(
            np.cumsum(is_first) - 1, (matchings.share[matching] * solved.amounts)[order]
        ).astype(float)
        pair, x, y = keys[:, is_first]
        similarities, reasons = solved.similarities[first, 0], self._native_results.reasons[first]
        return np.bincount(pair, minlength=len(self._pairs)), x, y, amounts, similarities, reasons


def _make_side(
    matchings: Matchings,
    matching_words: MatchingWords,
    outline: NativeOutline,
    drawn: TextWords,
    texts: Indices,
) -> _BatchSide:
    pair_words = make_matching_words(outline.words[texts])
    pair = np.repeat(np.arange(len(texts)), np.diff(pair_words.offsets))
    sizes = np.diff(matching_words.offsets)
    weights = np.zeros(pair_words.total)
    weights[np.repeat(pair_words.counts > 0, np.maximum(pair_words.counts, 1))] = outline.weights[
        outline.word_indices(texts)
    ]
    return _BatchSide(
        pair_words,
        matching_words,
        pair,
        ranges(pair_words.offsets[:-1][matchings.pair], sizes),
        np.repeat(matchings.share, sizes),
        weights,
        (np.diff(drawn.offsets)[texts] > 0)[pair],
    )

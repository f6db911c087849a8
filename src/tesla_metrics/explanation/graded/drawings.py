"""Word alignments of many pairs by TESLA-X, computed by the native core."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ...arrays import Array, Floats, Indices
from ...core.comparing.graded import Formula, GradedComparer
from ...core.encoding.analysis import Analysis
from ...core.encoding.pairs import Pairs
from ...text.numbers import Numbers, find_missing_values, locate_numbers, resolve_readings
from ..drawings import AlignmentArrays, AlignmentPart, TextWords, concatenate_parts
from .matchings import (
    Matchings,
    MatchingWords,
    NativeOutline,
    NativeResults,
    find_native_matchings,
    find_numbers_of_words,
    locate_words,
    make_matching_words,
    make_outline,
    ranges,
)
from .solved_ngrams import BothSideLosses, SideLosses, attribute_f_loss

# Number of pairs that are explained at a time, which bounds memory.
_BATCH_PAIRS = 2_000
# Bit of words of changed numbers in `cause_bits`; the native core sets the bits of other penalties.
_NUMBER_BIT = 1


def align_graded(
    comparer: GradedComparer,
    formula: Formula,
    pairs: Pairs,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> AlignmentArrays | None:
    """Align all pairs; return None if the native core is missing or cannot encode a text.

    `progress` is called with numbers of hypotheses.
    """
    codes = comparer.encode(pairs, threads)
    if codes.native_encoder is None or codes.unencodable is not None:
        return None
    analysis = comparer.encoder.analysis
    outlines = [
        make_outline(codes.native_encoder.outline(texts))
        for texts in (codes.references, codes.candidates)
    ]
    references = locate_words(analysis, pairs.references, outlines[0])
    hypotheses = locate_words(analysis, pairs.candidates, outlines[1])
    number_words = _NumberWords(analysis, pairs)
    parts, last_hypothesis = [], -1
    for start in range(0, len(pairs), _BATCH_PAIRS):
        batch = replace(
            pairs,
            reference_indices=pairs.reference_indices[start : start + _BATCH_PAIRS],
            candidate_indices=pairs.candidate_indices[start : start + _BATCH_PAIRS],
        )
        matchings, native_results = find_native_matchings(comparer, codes, batch, outlines, threads)
        sides = (
            _make_batch_side(
                matchings, matchings.x, outlines[0], references, batch.reference_indices
            ),
            _make_batch_side(
                matchings, matchings.y, outlines[1], hypotheses, batch.candidate_indices
            ),
        )
        parts.append(
            _Batch(comparer, formula, batch, sides, matchings, native_results, number_words).align()
        )
        batch_hypothesis = int(batch.candidate_indices.max())
        if progress is not None and batch_hypothesis > last_hypothesis:
            progress(batch_hypothesis - last_hypothesis)
            last_hypothesis = batch_hypothesis
    return concatenate_parts(
        references, hypotheses, pairs.reference_indices, pairs.candidate_indices, parts
    )


class _NumberWords:
    """The words of numbers, computed and cached for texts of pairs in which numbers differ."""

    def __init__(self, analysis: Analysis, pairs: Pairs) -> None:
        self._analysis = analysis
        self._segments = pairs.references, pairs.candidates
        self._cache: dict[tuple[int, int], Numbers] = {}

    def find_changed(self, left: int, right: int) -> tuple[list[int], list[int]]:
        """Return for both sides the words of numbers that the other side lacks."""
        reference_numbers, candidate_numbers = self._find(0, left), self._find(1, right)
        x = locate_numbers(resolve_readings(reference_numbers, candidate_numbers))
        y = locate_numbers(resolve_readings(candidate_numbers, reference_numbers))
        return (
            [index for _, word_indices in find_missing_values(x, y) for index in word_indices],
            [index for _, word_indices in find_missing_values(y, x) for index in word_indices],
        )

    def _find(self, side: int, text_index: int) -> Numbers:
        numbers = self._cache.get((side, text_index))
        if numbers is None:
            segment = self._segments[side][text_index]
            text, (words,) = self._analysis.get_text(segment), self._analysis.get_words([segment])
            numbers = find_numbers_of_words(self._analysis, segment, text, words.forms)
            self._cache[side, text_index] = numbers
        return numbers


class _BatchSide(NamedTuple):
    """One side of all pairs of a batch.

    words               words of all pairs, concatenated
    matching_words      words of all matchings, concatenated; a pair may have two matchings
    pair                for each word of a pair, the index of the pair
    pair_word_indices   for each word of a matching, its index among the words of all pairs
    shares              for each word of a matching, the share of the matching
    weights             weight of each word of a pair
    is_shown            for each word of a pair, whether it is shown; not if the text is blank
    """

    words: MatchingWords
    matching_words: MatchingWords
    pair: Indices
    pair_word_indices: Indices
    shares: Floats
    weights: Floats
    is_shown: Array

    def merge_matchings(self, values: Floats) -> Floats:
        """Return the mean, over the matchings of a pair, of values of words."""
        sums = np.bincount(self.pair_word_indices, self.shares * values, self.words.total)
        return sums.astype(float)


class _SideArrays(NamedTuple):
    """Numbers of words by pair, and the losses and prices of all words of one side."""

    counts: Indices
    losses: Floats
    prices: Floats


class _Batch:
    """A batch of pairs that the native core has matched."""

    def __init__(
        self,
        comparer: GradedComparer,
        formula: Formula,
        pairs: Pairs,
        sides: tuple[_BatchSide, _BatchSide],
        matchings: Matchings,
        native_results: NativeResults,
        number_words: _NumberWords,
    ) -> None:
        self._constants, self._formula, self._pairs = comparer.constants, formula, pairs
        self._batch_sides, self._matchings = sides, matchings
        self._native_results, self._number_words = native_results, number_words

    def align(self) -> AlignmentPart:
        """Return the flows of unigrams, the losses and prices of words, and the penalties."""
        factor, base, costs = self._compute_factors()
        losses, unigram_losses = self._compute_losses()
        total_costs = np.maximum(costs.sum(axis=1), 1e-300)
        penalty_losses = costs * (base * (1 - factor) / total_costs)[:, None]
        for word_losses, added in zip(
            losses, self._distribute_penalties(penalty_losses), strict=True
        ):
            word_losses += added
        sides = []
        for batch_side, word_losses, side_unigrams in zip(
            self._batch_sides, losses, unigram_losses, strict=True
        ):
            prices = self._compute_prices(batch_side, side_unigrams, factor)
            is_shown = batch_side.is_shown
            counts = np.bincount(batch_side.pair[is_shown], minlength=len(self._pairs))
            sides.append(_SideArrays(counts, word_losses[is_shown], prices[is_shown]))
        pairs, penalties = np.nonzero(costs)
        penalty_counts = np.bincount(pairs, minlength=len(self._pairs))
        return AlignmentPart(
            *self._merge_flows(),
            *sides[0],
            *sides[1],
            penalty_counts,
            penalties,
            1 - costs[pairs, penalties],
            penalty_losses[pairs, penalties],
        )

    def _compute_factors(self) -> tuple[Floats, Floats, Floats]:
        """Return the product of the penalty factors, the score without penalties, and the costs.

        The first two have one value per pair; the costs have the shape (n_pairs, n_penalties).
        """
        order, rows = self._constants.order, self._native_results.rows
        costs = rows[:, order + 1 :] * np.array(list(self._formula.penalties.values()))
        words, characters = rows[:, :order].mean(axis=1), rows[:, order]
        return (
            (1 - costs).prod(axis=1),
            characters + self._formula.word_share * (words - characters),
            costs,
        )

    def _compute_losses(self) -> tuple[list[Floats], BothSideLosses]:
        """Return the losses of the words of both sides without penalties, and those of unigrams."""
        order, word_share = self._constants.order, self._formula.word_share
        # Losses in the column of the current length. If a pair has no n-grams of this length, they
        # are those of shorter n-grams, or of characters if it has no words.
        current_losses = [
            batch_side.merge_matchings(character_losses)
            for batch_side, character_losses in zip(
                self._batch_sides, self._native_results.character_losses, strict=True
            )
        ]
        total_losses = [(1 - word_share) * character_losses for character_losses in current_losses]
        max_counts = self._count_longer_side()
        unigram_losses: BothSideLosses | None = None
        for solved in self._matchings.grams:
            losses = attribute_f_loss(solved, self._constants.alpha, unigram_losses)
            unigram_losses = unigram_losses or losses
            for side, batch_side in enumerate(self._batch_sides):
                has_grams = (max_counts >= solved.n)[batch_side.pair]
                current_losses[side] = np.where(
                    has_grams, batch_side.merge_matchings(losses[side].words), current_losses[side]
                )
                total_losses[side] += word_share / order * current_losses[side]
        assert unigram_losses is not None
        return total_losses, unigram_losses

    def _count_longer_side(self) -> Indices:
        """Return the number of words of the longer text of each pair."""
        x, y = self._batch_sides
        return np.maximum(x.words.counts, y.words.counts)

    def _compute_prices(
        self, batch_side: _BatchSide, unigram_losses: SideLosses, factor: Floats
    ) -> Floats:
        """Return the price of each word as a unigram; `factor` is the factor of all penalties."""
        order = self._constants.order
        # Without bigrams, all other columns repeat the value of unigrams.
        repetitions = np.where(self._count_longer_side() < 2, order, 1)
        gains = factor * self._formula.word_share / order * repetitions
        matching_prices = np.zeros(batch_side.matching_words.total)
        has_words = np.repeat(
            batch_side.matching_words.counts > 0, np.maximum(batch_side.matching_words.counts, 1)
        )
        matching_prices[has_words] = unigram_losses.prices
        pair_gains = gains[batch_side.pair]
        prices: Floats = np.multiply(
            pair_gains,
            batch_side.merge_matchings(matching_prices),
            where=pair_gains > 0,
            out=np.zeros(len(pair_gains)),
        )
        return prices

    def _distribute_penalties(self, penalty_losses: Floats) -> list[Floats]:
        """Distribute the losses of penalties by weight over the words that caused them."""
        cause_bits = self._collect_cause_bits()
        word_losses = [np.zeros(batch_side.words.total) for batch_side in self._batch_sides]
        for bit, pair_losses in enumerate(penalty_losses.T):
            is_cause = [(bits >> bit & 1).astype(float) for bits in cause_bits]
            weights = self._weigh_causes(is_cause)
            totals = self._sum_by_pair(weights)
            loss_per_weight = pair_losses / np.where(totals > 0, totals, 1.0)
            for batch_side, side_weights, side_losses in zip(
                self._batch_sides, weights, word_losses, strict=True
            ):
                side_losses += side_weights * loss_per_weight[batch_side.pair]
        return word_losses

    def _weigh_causes(self, selected: list[Floats]) -> list[Floats]:
        """Return the weights of the selected words; equal weights if none of them has weight.

        `selected` is 1 for selected words and 0 for others. If no word of a pair is selected, all
        its words are.
        """
        without_causes = self._sum_by_pair(selected) == 0
        selected = [
            np.where(without_causes[batch_side.pair], batch_side.is_shown, selected_words)
            for batch_side, selected_words in zip(self._batch_sides, selected, strict=True)
        ]
        weights = [
            batch_side.weights * selected_words
            for batch_side, selected_words in zip(self._batch_sides, selected, strict=True)
        ]
        has_weight = self._sum_by_pair(weights) > 0
        return [
            np.where(has_weight[batch_side.pair], weight, selected_words)
            for batch_side, weight, selected_words in zip(
                self._batch_sides, weights, selected, strict=True
            )
        ]

    def _sum_by_pair(self, weights: Sequence[Floats]) -> Floats:
        """Return the sum over the words of both sides of each pair."""
        count = len(self._pairs)
        totals: Floats = np.zeros(count)
        for batch_side, side_weights in zip(self._batch_sides, weights, strict=True):
            totals += np.bincount(batch_side.pair, side_weights, count)
        return totals

    def _collect_cause_bits(self) -> list[Array]:
        """Return for each word of both sides the penalties that it caused, as bits.

        Bit k is the k-th penalty in the order of the columns.
        """
        bits_by_side = []
        for batch_side, native_bits in zip(
            self._batch_sides, self._native_results.cause_bits, strict=True
        ):
            bits = np.zeros(batch_side.words.total, np.uint8)
            np.bitwise_or.at(bits, batch_side.pair_word_indices, native_bits)
            bits_by_side.append(bits)
        changed_shares = self._native_results.rows[:, self._constants.order + 1]  # of numbers
        for pair in np.flatnonzero(changed_shares).tolist():
            changed_words = self._number_words.find_changed(
                int(self._pairs.reference_indices[pair]), int(self._pairs.candidate_indices[pair])
            )
            for batch_side, bits, word_indices in zip(
                self._batch_sides, bits_by_side, changed_words, strict=True
            ):
                first_word = batch_side.words.offsets[pair]
                bits[first_word + np.array(word_indices, dtype=np.intp)] |= _NUMBER_BIT
        return bits_by_side

    def _merge_flows(self) -> tuple[Indices, Indices, Indices, Floats, Floats, Array]:
        """Return the flows of all pairs, as the first six fields of `AlignmentPart`.

        Flows between the same words in both matchings of a pair are added.
        """
        matchings, solved = self._matchings, self._matchings.grams[0]
        matching = solved.x.matching[solved.flow_x]
        x = solved.x.first_word[solved.flow_x] - matchings.x.offsets[matching]
        y = solved.y.first_word[solved.flow_y] - matchings.y.offsets[matching]
        order = np.lexsort((y, x, matchings.pair[matching]))
        keys = np.stack([matchings.pair[matching], x, y])[:, order]
        is_first = np.diff(keys, axis=1, prepend=-1).any(axis=0)
        first_flows = order[is_first]
        amounts = np.bincount(
            np.cumsum(is_first) - 1, (matchings.share[matching] * solved.amounts)[order]
        ).astype(float)
        pair, x, y = keys[:, is_first]
        flow_counts = np.bincount(pair, minlength=len(self._pairs))
        similarities = solved.similarities[first_flows, 0]
        reasons = self._native_results.reasons[first_flows]
        return flow_counts, x, y, amounts, similarities, reasons


def _make_batch_side(
    matchings: Matchings,
    matching_words: MatchingWords,
    outline: NativeOutline,
    text_words: TextWords,
    texts: Indices,
) -> _BatchSide:
    """Return one side; `texts` has for each pair the index of its text on this side."""
    pair_words = make_matching_words(outline.words[texts])
    pair = np.repeat(np.arange(len(texts)), np.diff(pair_words.offsets))
    sizes = np.diff(matching_words.offsets)
    is_real_word = np.repeat(pair_words.counts > 0, np.maximum(pair_words.counts, 1))
    weights = np.zeros(pair_words.total)
    weights[is_real_word] = outline.weights[outline.word_indices(texts)]
    return _BatchSide(
        pair_words,
        matching_words,
        pair,
        ranges(pair_words.offsets[:-1][matchings.pair], sizes),
        np.repeat(matchings.share, sizes),
        weights,
        (np.diff(text_words.offsets)[texts] > 0)[pair],
    )

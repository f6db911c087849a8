"""Matchings of many pairs by TESLA-X in flat arrays.

Most pairs have one matching; longer texts are in transition to the matching for long texts and have
both, with shares.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Array, Floats, Indices
from ...core.comparing.graded import GradedComparer
from ...core.encoding.encoder import Encoded
from ...core.encoding.graded_text import GradedText
from ...core.encoding.pairs import Pairs
from ...core.matching.graded_matching import Matching, WeightedMatching
from .solved_ngrams import NO_FLOWS, FlowsAndGains, SideGrams, SolvedNgrams, complete_solution


class MatchingWords(NamedTuple):
    """The words of one side, over all matchings; a text without words has one dummy word.

    counts      number of words of each matching
    offsets     start of the words of each matching, followed by the end of the last
    """

    counts: Indices
    offsets: Indices

    @property
    def total(self) -> int:
        """Return the number of words of all matchings."""
        return int(self.offsets[-1])


class Matchings(NamedTuple):
    """All matchings: their pairs, their shares in the pair, and their n-grams by length."""

    pair: Indices
    share: Floats
    x: MatchingWords
    y: MatchingWords
    grams: list[SolvedNgrams]


class NativeResults(NamedTuple):
    """Further results of the native core.

    rows        one row of columns per pair, as in `compare`
    anchors     anchors of each matching
    character_losses  losses in character n-grams, by words of both sides
    cause_bits      bits of the penalties that a word caused: negations (2), order (4), case (8),
                endings (16)
    reasons     reasons of the flows of unigrams, as indices into REASONS
    """

    rows: Floats
    anchors: list[list[tuple[int, int]]]
    character_losses: tuple[Floats, Floats]
    cause_bits: tuple[Array, Array]
    reasons: Array


def make_matching_words(counts: Indices) -> MatchingWords:
    """Return the words of texts, given their numbers of words."""
    return MatchingWords(counts, np.concatenate([[0], np.cumsum(np.maximum(counts, 1))]))


def find_python_matchings(
    comparer: GradedComparer, x: GradedText, y: GradedText, matchings: Sequence[WeightedMatching]
) -> Matchings:
    """Return the matchings of one pair, in plain Python."""
    count = len(matchings)
    texts = [x.words] * count, [y.words] * count
    counts = [np.array([len(item.words) for item in side], dtype=np.intp) for side in texts]
    sides = make_matching_words(counts[0]), make_matching_words(counts[1])
    weights = [np.concatenate([item.weights for item in side]) for side in texts]
    levels = comparer.constants.levels
    grams = []
    for n in range(1, comparer.constants.order + 1):
        gram_matches = [matching.grams[n - 1] for _, matching in matchings]
        solutions = [
            complete_solution(x.words, y.words, levels, n, item) if item else NO_FLOWS
            for item in gram_matches
        ]
        solution = FlowsAndGains(*map(np.concatenate, zip(*solutions, strict=True)))
        flows = np.array([len(item.x) for item in solutions])
        value = np.array([item.value if item else 0.0 for item in gram_matches])
        grams.append(_make_solved(n, value, flows, solution, sides, (weights[0], weights[1])))
    share = np.array([item.share for item in matchings])
    return Matchings(np.zeros(count, np.intp), share, *sides, grams)


def find_native_matchings(
    comparer: GradedComparer,
    codes: Encoded,
    pairs: Pairs,
    words: Sequence["NativeOutline"],
    threads: int,
) -> tuple[Matchings, NativeResults]:
    """Return the matchings of many pairs; `words` are those of all references and candidates."""
    assert comparer.settings is not None
    results: dict[str, Any] = codes.core.explain(
        codes.references, codes.candidates, pairs.left, pairs.right,
        **comparer.settings, threads=threads,
    )  # fmt: skip
    pair = results["pair"]
    text_indices = pairs.left[pair], pairs.right[pair]
    counts = [outline.words[indices] for outline, indices in zip(words, text_indices, strict=True)]
    sides = make_matching_words(counts[0]), make_matching_words(counts[1])
    weights = [
        outline.weights[outline.word_indices(indices)]
        for outline, indices in zip(words, text_indices, strict=True)
    ]
    grams = [
        _make_solved(
            n, gram_results["value"], gram_results["flows"],
            FlowsAndGains(*(gram_results[name] for name in FlowsAndGains._fields)),
            sides, (weights[0], weights[1]),
        )
        for n, gram_results in enumerate(results["grams"], 1)
    ]  # fmt: skip
    anchors = list(zip(results["anchors_x"].tolist(), results["anchors_y"].tolist(), strict=True))
    ends = np.cumsum(results["anchors"]).tolist()
    return Matchings(pair, results["share"], *sides, grams), NativeResults(
        results["rows"],
        [anchors[a:b] for a, b in zip([0, *ends], ends, strict=False)],
        (results["letters_x"], results["letters_y"]),
        (results["caused_x"], results["caused_y"]),
        results["grams"][0]["reasons"],
    )


def make_anchor_matchings(
    matchings: Matchings, native_results: NativeResults
) -> list[WeightedMatching]:
    """Return the anchors of one pair as in plain Python; its n-grams are in `matchings`."""
    shares = zip(matchings.share.tolist(), native_results.anchors, strict=True)
    return [WeightedMatching(share, Matching([], anchors, [])) for share, anchors in shares]


class NativeOutline(NamedTuple):
    """The words of all texts, concatenated: counts by text, weights and positions in the text."""

    words: Indices
    weights: Floats
    starts: Indices
    ends: Indices

    def word_indices(self, texts: Indices) -> Indices:
        """Return the indices of all words of these texts."""
        begin = np.cumsum(self.words) - self.words
        return ranges(begin[texts], self.words[texts])


def make_outline(result: Any) -> NativeOutline:
    """Convert the result of the native core."""
    return NativeOutline(*(result[name] for name in NativeOutline._fields))


def ranges(begin: Indices, counts: Indices) -> Indices:
    """Return the concatenated ranges begin, begin + 1, ..., begin + count - 1."""
    ends = np.cumsum(counts)
    indices: Indices = np.repeat(begin - (ends - counts), counts) + np.arange(counts.sum())
    return indices


def _make_solved(
    n: int,
    value: Floats,
    flows: Indices,
    flows_and_gains: FlowsAndGains,
    sides: tuple[MatchingWords, MatchingWords],
    weights: tuple[Floats, Floats],
) -> SolvedNgrams:
    matching = np.repeat(np.arange(len(value)), flows)
    x, y = (
        _side_grams(n, *arguments)
        for arguments in zip(
            sides, weights, (flows_and_gains.gains_x, flows_and_gains.gains_y), strict=True
        )
    )
    begin = [_starts(np.maximum(side.counts - n + 1, 0)) for side in sides]
    return SolvedNgrams(
        n, value, x, y,
        begin[0][matching] + flows_and_gains.x, begin[1][matching] + flows_and_gains.y,
        flows_and_gains.amounts, flows_and_gains.alike.reshape(-1, n),
    )  # fmt: skip


def _side_grams(n: int, side: MatchingWords, word_weights: Floats, gains: Floats) -> SideGrams:
    counts = np.maximum(side.counts - n + 1, 0)
    matching = np.repeat(np.arange(len(counts)), counts)
    # Indices among real words only: a text without words has none.
    first = ranges(_starts(side.counts), counts)
    weights = sum((word_weights[first + k] for k in range(n)), np.zeros(len(first))) / n
    return SideGrams(matching, ranges(side.offsets[:-1], counts), weights, gains, side.total)


def _starts(counts: Indices) -> Indices:
    begin: Indices = np.cumsum(counts) - counts
    return begin

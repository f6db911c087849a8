"""Matchings of many pairs by TESLA-X in flat arrays.

Short texts are matched optimally, long texts in chunks. Pairs of medium length have both matchings,
and the score is a weighted mean; `share` is the weight of a matching.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Array, Floats, Indices
from ...core.comparing.graded import GradedComparer
from ...core.encoding.analysis import Analysis
from ...core.encoding.encoder import EncodedPairs
from ...core.encoding.graded_text import GradedText, find_text_numbers, join_forms
from ...core.encoding.pairs import Pairs
from ...core.matching.graded_matching import Matching, WeightedMatching
from ...files.item import Segment
from ...files.sentence import Sentence
from ...text.characters import pad_text
from ...text.numbers import Numbers
from ...text.word_offsets import find_word_spans
from ..drawings import TextWords
from ..sides import find_padding_shift, find_spans, is_written, unpad_spans
from .solved_ngrams import NO_FLOWS, FlowsAndGains, SideGrams, SolvedNgrams, complete_solution

# Keys of the native core for the fields of `FlowsAndGains`.
_NATIVE_FLOW_KEYS = ("x", "y", "amounts", "alike", "gains_x", "gains_y")


class MatchingWords(NamedTuple):
    """The words of one side of all matchings, concatenated.

    A text without words has a dummy word, which `offsets` include and `counts` do not.

    counts      number of words of each matching
    offsets     index of the first word of each matching, followed by the total number of words
    """

    counts: Indices
    offsets: Indices

    @property
    def total(self) -> int:
        """Return the number of words of all matchings, with dummy words."""
        return int(self.offsets[-1])


class Matchings(NamedTuple):
    """Matchings of one or more pairs.

    pair    for each matching, the index of its pair
    share   for each matching, its weight in the score of the pair
    x, y    words of the references and of the hypotheses
    grams   n-grams of all matchings, one item per length from 1 up
    """

    pair: Indices
    share: Floats
    x: MatchingWords
    y: MatchingWords
    grams: list[SolvedNgrams]


class NativeResults(NamedTuple):
    """Further results of the native core.

    rows                array of shape (n_pairs, n_columns), as `compare` returns it
    anchors             for each matching, its anchors: (word of the reference, of the hypothesis)
    character_losses    for both sides, the loss of each word in the column of character n-grams
    cause_bits          for both sides, the penalties that each word caused: negations (2),
                        order (4), case (8), endings (16)
    reasons             reasons of the flows of unigrams, as indices into REASONS
    """

    rows: Floats
    anchors: list[list[tuple[int, int]]]
    character_losses: tuple[Floats, Floats]
    cause_bits: tuple[Array, Array]
    reasons: Array


def make_matching_words(counts: Indices) -> MatchingWords:
    """Return the words of texts that have these numbers of words."""
    return MatchingWords(counts, np.concatenate([[0], np.cumsum(np.maximum(counts, 1))]))


def find_python_matchings(
    comparer: GradedComparer, x: GradedText, y: GradedText, matchings: Sequence[WeightedMatching]
) -> Matchings:
    """Return the matchings of one pair, in plain Python."""
    matching_count = len(matchings)
    sides = (
        make_matching_words(np.full(matching_count, len(x.words.words), dtype=np.intp)),
        make_matching_words(np.full(matching_count, len(y.words.words), dtype=np.intp)),
    )
    weights = (
        np.concatenate([x.words.weights] * matching_count),
        np.concatenate([y.words.weights] * matching_count),
    )
    levels = comparer.constants.levels
    grams = []
    for n in range(1, comparer.constants.order + 1):
        gram_matches = [matching.grams[n - 1] for _, matching in matchings]
        solutions = [
            complete_solution(x.words, y.words, levels, n, match) if match else NO_FLOWS
            for match in gram_matches
        ]
        all_flows = FlowsAndGains(*map(np.concatenate, zip(*solutions, strict=True)))
        flow_counts = np.array([len(solution.x) for solution in solutions])
        values = np.array([match.shared_weight if match else 0.0 for match in gram_matches])
        grams.append(_make_solved(n, values, flow_counts, all_flows, sides, weights))
    shares = np.array([weighted.share for weighted in matchings])
    return Matchings(np.zeros(matching_count, np.intp), shares, *sides, grams)


def find_native_matchings(
    comparer: GradedComparer,
    codes: EncodedPairs,
    pairs: Pairs,
    outlines: Sequence["NativeOutline"],
    threads: int,
) -> tuple[Matchings, NativeResults]:
    """Return the matchings of many pairs.

    `outlines` has the words of all references and the words of all candidates.
    """
    assert comparer.settings is not None
    results: dict[str, Any] = codes.native_encoder.explain(
        codes.references, codes.candidates, pairs.reference_indices, pairs.candidate_indices,
        **comparer.settings, threads=threads,
    )  # fmt: skip
    pair = results["pair"]
    text_indices = pairs.reference_indices[pair], pairs.candidate_indices[pair]
    sides, weights = [], []
    for outline, indices in zip(outlines, text_indices, strict=True):
        sides.append(make_matching_words(outline.words[indices]))
        weights.append(outline.weights[outline.word_indices(indices)])
    grams = [
        _make_solved(
            n, gram_results["value"], gram_results["flows"],
            FlowsAndGains(*(gram_results[key] for key in _NATIVE_FLOW_KEYS)),
            (sides[0], sides[1]), (weights[0], weights[1]),
        )
        for n, gram_results in enumerate(results["grams"], 1)
    ]  # fmt: skip
    anchors = list(zip(results["anchors_x"].tolist(), results["anchors_y"].tolist(), strict=True))
    ends = np.cumsum(results["anchors"]).tolist()
    return Matchings(pair, results["share"], sides[0], sides[1], grams), NativeResults(
        results["rows"],
        [anchors[start:end] for start, end in zip([0, *ends], ends, strict=False)],
        (results["letters_x"], results["letters_y"]),
        (results["caused_x"], results["caused_y"]),
        results["grams"][0]["reasons"],
    )


def make_anchor_matchings(
    matchings: Matchings, native_results: NativeResults
) -> list[WeightedMatching]:
    """Return the native matchings of one pair as `WeightedMatching`, with their anchors only."""
    return [
        WeightedMatching(share, Matching([], anchors, []))
        for share, anchors in zip(matchings.share.tolist(), native_results.anchors, strict=True)
    ]


class NativeOutline(NamedTuple):
    """The words of all texts, concatenated; the fields have the names of the native core.

    words           number of words of each text
    weights         weight of each word
    starts, ends    character offsets of each word in its padded text
    """

    words: Indices
    weights: Floats
    starts: Indices
    ends: Indices

    def word_indices(self, texts: Indices) -> Indices:
        """Return the indices of all words of the texts with these indices."""
        first_words = np.cumsum(self.words) - self.words
        return ranges(first_words[texts], self.words[texts])


def make_outline(result: Any) -> NativeOutline:
    """Convert the result of `outline` of the native core."""
    return NativeOutline(*(result[name] for name in NativeOutline._fields))


def locate_words(
    analysis: Analysis, segments: Sequence[Segment], outline: NativeOutline
) -> TextWords:
    """Convert the spans of words in padded texts to spans in the original texts."""
    first_words = np.cumsum(outline.words) - outline.words
    starts, ends = outline.starts.copy(), outline.ends.copy()
    wordless_spans: dict[int, tuple[int, int]] = {}  # of texts that are not blank, by text index
    for index, (first_word, count) in enumerate(
        zip(first_words.tolist(), outline.words.tolist(), strict=True)
    ):
        text = analysis.get_text(segments[index])
        word_slice = slice(first_word, first_word + count)
        if not count:
            if stripped := text.strip():
                start = text.find(stripped)
                wordless_spans[index] = start, start + len(stripped)
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
    # A text without words that is not blank is shown as a single word of weight 0.
    wordless_texts = list(wordless_spans)
    inserted_spans = np.array(list(wordless_spans.values()), dtype=np.intp).reshape(-1, 2)
    positions = first_words[wordless_texts]
    counts = outline.words.copy()
    counts[wordless_texts] = 1
    words = TextWords(
        np.concatenate([[0], np.cumsum(counts)]),
        np.insert(starts, positions, inserted_spans[:, 0]),
        np.insert(ends, positions, inserted_spans[:, 1]),
        np.insert(outline.weights, positions, 0.0),
        {},
    )
    return words._replace(forms=_find_unwritten_forms(analysis, segments, words))


def _search_spans(analysis: Analysis, segment: Segment) -> list[tuple[int, int]]:
    """Return the spans of the words of a text by searching for their forms."""
    (sentence,) = analysis.analyse([segment])
    text, forms = analysis.get_text(segment), _select_forms(analysis, sentence)
    numbers = find_numbers_of_words(analysis, segment, text, forms)
    return find_spans(text, join_forms(forms, numbers, text, None))


def find_numbers_of_words(
    analysis: Analysis, segment: Segment, text: str, forms: Sequence[str]
) -> Numbers:
    """Return the numbers of a text with these forms of words."""
    analyzer = analysis.analyzer if isinstance(segment, str) else None
    spans = find_word_spans(text, forms, analyzer)
    return find_text_numbers(forms, analysis.lang, pad_text(text), spans)


def _select_forms(analysis: Analysis, sentence: Sentence) -> list[str]:
    """Return the forms of the tokens that are words."""
    return [token.form for token in sentence.tokens if analysis.is_word(token.form)]


def _find_unwritten_forms(
    analysis: Analysis, segments: Sequence[Segment], words: TextWords
) -> dict[int, str]:
    """Return the forms that are not written at their span, such as parts of compounds, by word.

    A part of a split word has the span of the split word or of a piece of it, so that it overlaps
    or touches the span of a neighbour. Texts without such words are not analysed, to save time.
    """
    touches_previous = np.zeros(len(words.starts) + 1, dtype=bool)
    touches_previous[1:-1] = words.starts[1:] <= words.ends[:-1]
    touches_previous[words.offsets] = False
    touching_words = np.flatnonzero(touches_previous[:-1] | touches_previous[1:])
    texts = np.searchsorted(words.offsets, touching_words, "right") - 1
    touched_texts, first_indices = np.unique(texts, return_index=True)
    if not len(touched_texts):
        return {}
    sentences = analysis.analyse([segments[index] for index in touched_texts])
    forms: dict[int, str] = {}
    for index, sentence, text_words in zip(
        touched_texts, sentences, np.split(touching_words, first_indices[1:]), strict=True
    ):
        first_word, end = words.offsets[index : index + 2].tolist()
        text, shown_forms = analysis.get_text(segments[index]), _select_forms(analysis, sentence)
        starts, ends = words.starts[first_word:end].tolist(), words.ends[first_word:end].tolist()
        spans = list(zip(starts, ends, strict=True))
        if len(shown_forms) > len(spans):  # a number of several words is matched as one word
            numbers = find_numbers_of_words(analysis, segments[index], text, shown_forms)
            shown_forms = join_forms(shown_forms, numbers, text, spans)
        for word in text_words.tolist():
            form = shown_forms[word - first_word]
            if not is_written(text, spans[word - first_word], form):
                forms[word] = form
    return forms


def ranges(starts: Indices, counts: Indices) -> Indices:
    """Concatenate the ranges start, start + 1, ..., start + count - 1."""
    offsets = np.cumsum(counts) - counts  # where each range starts in the result
    indices: Indices = np.repeat(starts - offsets, counts) + np.arange(counts.sum())
    return indices


def _make_solved(
    n: int,
    values: Floats,
    flow_counts: Indices,
    flows_and_gains: FlowsAndGains,
    sides: tuple[MatchingWords, MatchingWords],
    word_weights: tuple[Floats, Floats],
) -> SolvedNgrams:
    """Concatenate the n-grams and flows of all matchings.

    values, flow_counts     one item per matching
    flows_and_gains         flows of all matchings; n-grams are counted from 0 in each matching
    """
    flow_matching = np.repeat(np.arange(len(values)), flow_counts)
    x = _make_side_grams(n, sides[0], word_weights[0], flows_and_gains.gains_x)
    y = _make_side_grams(n, sides[1], word_weights[1], flows_and_gains.gains_y)
    first_x, first_y = (_compute_starts(_count_grams(side, n)) for side in sides)
    return SolvedNgrams(
        n, values, x, y,
        first_x[flow_matching] + flows_and_gains.x, first_y[flow_matching] + flows_and_gains.y,
        flows_and_gains.amounts, flows_and_gains.similarities.reshape(-1, n),
    )  # fmt: skip


def _make_side_grams(n: int, side: MatchingWords, word_weights: Floats, gains: Floats) -> SideGrams:
    gram_counts = _count_grams(side, n)
    matching = np.repeat(np.arange(len(gram_counts)), gram_counts)
    # `word_weights` has no dummy words, so these indices differ from those in SideGrams.
    first_words = ranges(_compute_starts(side.counts), gram_counts)
    weight_sums = sum((word_weights[first_words + k] for k in range(n)), np.zeros(len(first_words)))
    return SideGrams(
        matching, ranges(side.offsets[:-1], gram_counts), weight_sums / n, gains, side.total
    )


def _count_grams(side: MatchingWords, n: int) -> Indices:
    """Return the number of n-grams of each matching."""
    return np.maximum(side.counts - n + 1, 0)


def _compute_starts(counts: Indices) -> Indices:
    """Return the index of the first item of each group, for groups of these sizes."""
    starts: Indices = np.cumsum(counts) - counts
    return starts

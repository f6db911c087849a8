"""Explain the TESLA-X score of one pair."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...arrays import Floats
from ...core.comparing.graded import Formula, GradedComparer
from ...core.encoding.graded_text import GradedText, join_forms, resolve_numbers
from ...core.encoding.pairs import Pairs
from ...core.matching.graded_matching import WeightedMatching
from ...core.matching.ngram_bags import Words
from ...core.matching.word_similarity import GradedWord
from ...files.item import Segment
from ..attribution import ColumnGain, ExplainedColumn, attribute_losses, replace_losses
from ..explanation import NgramLoss, NgramMatch, Reason, ReferenceComparison, Side, Word
from ..sides import (
    TextSides,
    fill_missing_spans,
    find_similarity_reason,
    make_side,
    map_chars_to_words,
    unpad_spans,
)
from .characters import explain_characters
from .matchings import (
    Matchings,
    MatchingWords,
    find_native_matchings,
    find_python_matchings,
    make_anchor_matchings,
    make_outline,
)
from .penalties import (
    PenaltyRule,
    distribute_penalties,
    find_case_causes,
    find_ending_causes,
    find_negation_causes,
    find_number_causes,
    find_order_causes,
)
from .solved_ngrams import BothSideLosses, SideGrams, SideLosses, SolvedNgrams, attribute_f_loss


class _Pair(NamedTuple):
    """Two texts: analysed for matching (`GradedText`), and as they are shown (`sides`)."""

    comparer: GradedComparer
    reference: GradedText
    hypothesis: GradedText
    sides: TextSides


class _PairMatchings(NamedTuple):
    """The result of matching a pair.

    flows       matchings with the flows of their n-grams
    matchings   the same matchings with their anchors
    row         values of the columns of the comparer
    """

    flows: Matchings
    matchings: Sequence[WeightedMatching]
    row: Sequence[float]


def explain_graded(
    comparer: GradedComparer, formula: Formula, reference: Segment, hypothesis: Segment
) -> ReferenceComparison:
    """Explain the TESLA-X score of a hypothesis against one reference."""
    pair = _analyse_pair(comparer, reference, hypothesis)
    matched = _match_natively(comparer, reference, hypothesis) or _match_in_python(pair)
    row, order = matched.row, comparer.constants.order
    columns, repeating_columns = _explain_columns(pair, matched)
    rules = _make_rules(pair, matched.matchings, row[order + 1 :], formula)
    slopes = [*[formula.word_share / order] * order, 1 - formula.word_share]
    score_before_penalties = row[order] + formula.word_share * (
        sum(row[:order]) / order - row[order]
    )
    factor = float(np.prod([1 - rule.cost for rule in rules]))
    score = score_before_penalties * factor
    gains = [
        ColumnGain(factor * slope, factor * sum(slopes[index] for index in repeating))
        for slope, repeating in zip(slopes, repeating_columns, strict=True)
    ]
    attributed = attribute_losses(columns, slopes, pair.sides, gains)
    penalties, reference_losses, hypothesis_losses = distribute_penalties(
        rules, score_before_penalties - score, pair.sides
    )
    return ReferenceComparison(
        score,
        1.0,
        replace_losses(pair.sides.reference, attributed.reference_losses + reference_losses),
        replace_losses(pair.sides.hypothesis, attributed.hypothesis_losses + hypothesis_losses),
        attributed.features,
        penalties,
    )


def _analyse_pair(comparer: GradedComparer, reference: Segment, hypothesis: Segment) -> _Pair:
    analysis = comparer.encoder.analysis
    texts, sides = [], []
    for segment in (reference, hypothesis):
        (text,) = comparer.encoder.make_codes([segment])
        (words,) = analysis.get_words([segment])
        texts.append(text)
        sides.append(_make_side(analysis.get_text(segment), text, words))
    x, y = resolve_numbers(texts[0], texts[1]), resolve_numbers(texts[1], texts[0])
    return _Pair(comparer, x, y, TextSides(*sides))


def _match_in_python(pair: _Pair) -> _PairMatchings:
    matchings = pair.comparer.match_texts(pair.reference, pair.hypothesis)
    flows = find_python_matchings(pair.comparer, pair.reference, pair.hypothesis, matchings)
    row = pair.comparer.compute_row(pair.reference, pair.hypothesis, matchings)
    return _PairMatchings(flows, matchings, row)


def _match_natively(
    comparer: GradedComparer, reference: Segment, hypothesis: Segment
) -> _PairMatchings | None:
    """Match with the native core; return None if it is missing or cannot encode the texts."""
    pairs = Pairs.from_reference_sets([hypothesis], [[reference]])
    codes = comparer.encode(pairs)
    if codes.native_encoder is None or codes.unencodable is not None:
        return None
    outlines = [
        make_outline(codes.native_encoder.outline(texts))
        for texts in (codes.references, codes.candidates)
    ]
    flows, native_results = find_native_matchings(comparer, codes, pairs, outlines, 1)
    return _PairMatchings(
        flows, make_anchor_matchings(flows, native_results), native_results.rows[0].tolist()
    )


def _make_side(text: str, graded_text: GradedText, words: Words) -> Side:
    lemmas = [word.lemma for word in graded_text.words.words]
    tags = [word.tag for word in graded_text.words.words]
    word_spans = unpad_spans(
        text, graded_text.characters, fill_missing_spans(graded_text.characters, graded_text.spans)
    )
    forms = join_forms(words.forms, graded_text.numbers, text, word_spans)
    return make_side(text, forms, graded_text.words.weights, lemmas, tags, word_spans=word_spans)


def _make_rules(
    pair: _Pair, matchings: Sequence[WeightedMatching], shares: Sequence[float], formula: Formula
) -> list[PenaltyRule]:
    texts = pair.reference, pair.hypothesis
    # In the order of formula.penalties.
    causes = (
        find_number_causes(*texts),
        find_negation_causes(matchings, *texts),
        find_order_causes(matchings, pair.reference),
        find_case_causes(matchings, *texts, pair.sides),
        find_ending_causes(pair.sides),
    )
    return [
        PenaltyRule(name, share, max_cost, rule_causes)
        for (name, max_cost), share, rule_causes in zip(
            formula.penalties.items(), shares, causes, strict=True
        )
    ]


def _explain_columns(
    pair: _Pair, matched: _PairMatchings
) -> tuple[list[ExplainedColumn], list[list[int]]]:
    """Return the columns, and for each column the indices of all columns that have its value.

    The columns are those of word n-grams, followed by the column of character n-grams. If both
    texts are too short for word n-grams of length n, their column repeats the value for n - 1, or
    the value of character n-grams if there are no words.
    """
    row, order = matched.row, pair.comparer.constants.order
    character_column = explain_characters(
        pair.comparer, pair.reference, pair.hypothesis, matched.matchings, _map_characters(pair),
        (len(pair.sides.reference.words), len(pair.sides.hypothesis.words)), row[order],
    )  # fmt: skip
    columns: list[ExplainedColumn] = []
    repeating_columns: list[list[int]] = [[] for _ in range(order + 1)]
    previous, previous_index = character_column, order
    unigram_losses: BothSideLosses | None = None
    for solved in matched.flows.grams:
        n, column = solved.n, previous._replace(matched=(), reference=(), hypothesis=())
        if len(solved.x.matching) or len(solved.y.matching):
            losses = attribute_f_loss(solved, pair.comparer.constants.alpha, unigram_losses)
            unigram_losses = unigram_losses or losses
            previous = column = _make_column(pair, solved, matched.flows, losses, row[n - 1])
            previous_index = n - 1
        repeating_columns[previous_index].append(n - 1)
        columns.append(column._replace(name=f"words-{n}", kind="words", n=n))
    repeating_columns[order].append(order)
    return [*columns, character_column], repeating_columns


def _make_column(
    pair: _Pair, solved: SolvedNgrams, matchings: Matchings, lost: BothSideLosses, value: float
) -> ExplainedColumn:
    sides = pair.sides
    return ExplainedColumn(
        "", "", solved.n, value, 1.0, _make_matches(pair, solved, matchings),
        _make_grams(sides.reference, solved.n, solved.x, lost.reference, matchings),
        _make_grams(sides.hypothesis, solved.n, solved.y, lost.hypothesis, matchings),
        _sum_word_losses(sides.reference, matchings.x, lost.reference, matchings),
        _sum_word_losses(sides.hypothesis, matchings.y, lost.hypothesis, matchings),
    )  # fmt: skip


def _sum_word_losses(
    side: Side, side_words: MatchingWords, losses: SideLosses, matchings: Matchings
) -> Floats:
    shares = matchings.share.repeat(np.diff(side_words.offsets))
    # A blank text has no words to attribute losses to.
    return _sum_matchings(shares * losses.words, matchings)[: len(side.words)]


def _sum_matchings(values: Floats, matchings: Matchings) -> Floats:
    """Sum values over matchings.

    `values` has the values of the first matching, followed by those of the next. All matchings
    of a pair have the same n-grams and words.
    """
    sums: Floats = values.reshape(len(matchings.share), -1).sum(axis=0)
    return sums


def _make_matches(
    pair: _Pair, solved: SolvedNgrams, matchings: Matchings
) -> tuple[NgramMatch, ...]:
    """Return the matches of all matchings, added up by the first words of both n-grams."""
    n = solved.n
    x_starts, y_starts = (
        (grams.first_word[flow] - side.offsets[grams.matching[flow]]).tolist()
        for grams, flow, side in (
            (solved.x, solved.flow_x, matchings.x), (solved.y, solved.flow_y, matchings.y),
        )
    )  # fmt: skip
    flow_amounts = matchings.share[solved.x.matching[solved.flow_x]] * solved.amounts
    flow_similarities = solved.similarities.sum(axis=1) / n
    amounts: dict[tuple[int, int], float] = {}
    similarities: dict[tuple[int, int], float] = {}
    for i, j, amount, similarity in zip(
        x_starts, y_starts, flow_amounts.tolist(), flow_similarities.tolist(), strict=True
    ):
        amounts[i, j] = amounts.get((i, j), 0.0) + amount
        similarities[i, j] = similarity
    x_words, y_words = pair.reference.words.words, pair.hypothesis.words.words
    return tuple(
        NgramMatch(
            _join_words(pair.sides.reference.words[i : i + n]),
            _join_words(pair.sides.hypothesis.words[j : j + n]),
            amount,
            similarities[i, j],
            tuple(_find_reason(pair, x_words[i + k], y_words[j + k]) for k in range(n)),
            tuple(range(i, i + n)),
            tuple(range(j, j + n)),
        )
        for (i, j), amount in amounts.items()
    )


def _find_reason(pair: _Pair, x: GradedWord, y: GradedWord) -> Reason:
    comparer = pair.comparer
    return find_similarity_reason(
        x, y, comparer.constants.levels, comparer.encoder.analysis.synonyms
    )


def _make_grams(
    side: Side, n: int, grams: SideGrams, losses: SideLosses, matchings: Matchings
) -> tuple[NgramLoss, ...]:
    shares = matchings.share[grams.matching]
    # In the order of the fields of NgramLoss.
    values_by_field = (grams.weights, losses.matched, losses.prices, losses.lost)
    summed = (_sum_matchings(shares * values, matchings).tolist() for values in values_by_field)
    return tuple(
        NgramLoss(
            _join_words(side.words[start : start + n]), tuple(range(start, start + n)), *values
        )
        for start, values in enumerate(zip(*summed, strict=True))
    )


def _join_words(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)


def _map_characters(pair: _Pair) -> tuple[list[int], list[int]]:
    """Return for each character of both normalized texts the index of its word."""
    return (
        map_chars_to_words(_normalize_side(pair.reference, pair.sides.reference)),
        map_chars_to_words(_normalize_side(pair.hypothesis, pair.sides.hypothesis)),
    )


def _normalize_side(graded_text: GradedText, side: Side) -> Side:
    """Return the side with the normalized text, and the offsets of its words there."""
    word_spans = (
        fill_missing_spans(graded_text.characters, graded_text.spans)
        if graded_text.spans
        else [(0, len(graded_text.characters))]
    )
    words = [
        word._replace(start=start, end=end)
        for word, (start, end) in zip(side.words, word_spans, strict=False)
    ]
    return Side(graded_text.characters, tuple(words))

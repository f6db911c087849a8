"""Explain the TESLA-X score of one pair."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...arrays import Floats
from ...core.comparing.graded import Formula, GradedComparer
from ...core.encoding.graded_text import GradedText, joined_forms
from ...core.encoding.pairs import Pairs
from ...core.matching.graded_matching import WeightedMatching
from ...core.matching.ngram_bags import Words
from ...core.matching.word_similarity import GradedWord
from ...files.item import Segment
from ..attribution import ColumnGain, ExplainedColumn, attribute_losses, with_losses
from ..explanation import NgramLoss, NgramMatch, Reason, ReferenceComparison, Side, Word
from ..sides import (
    TextSides,
    fill_missing_spans,
    make_side,
    find_similarity_reason,
    unpad_spans,
    map_chars_to_words,
)
from .characters import explain_characters
from .matchings import (
    Matchings,
    MatchingWords,
    make_anchor_matchings,
    make_outline,
    find_native_matchings,
    find_python_matchings,
)
from .penalties import (
    PenaltyRule,
    find_case_causes,
    distribute_penalties,
    find_ending_causes,
    find_negation_causes,
    find_number_causes,
    find_order_causes,
)
from .solved_ngrams import BothSideLosses, SideGrams, SideLosses, SolvedNgrams, attribute_f_loss


class _Pair(NamedTuple):
    """Two texts, as they are matched and as they are shown."""

    comparer: GradedComparer
    reference: GradedText
    hypothesis: GradedText
    sides: TextSides


class _PairMatchings(NamedTuple):
    """The matchings of a pair, as flows and as anchors, and its row of columns."""

    flows: Matchings
    matchings: Sequence[WeightedMatching]
    row: Sequence[float]


def explain_graded(
    comparer: GradedComparer, formula: Formula, reference: Segment, hypothesis: Segment
) -> ReferenceComparison:
    """Explain the TESLA-X score of a hypothesis against one reference."""
    analysis = comparer.encoder.analysis
    texts = [comparer.encoder.make([segment])[0] for segment in (reference, hypothesis)]
    words = [analysis.words([segment])[0] for segment in (reference, hypothesis)]
    shown_texts = [analysis.text(segment) for segment in (reference, hypothesis)]
    pair = _Pair(comparer, texts[0], texts[1], TextSides(*map(_side, shown_texts, texts, words)))
    all_matchings, matchings, row = _match_natively(
        comparer, reference, hypothesis
    ) or _match_in_python(pair)
    columns, repeated = _columns(pair, all_matchings, matchings, row)
    order = comparer.constants.order
    rules = _rules(pair, matchings, row[order + 1 :], formula)
    slopes = [*[formula.word_share / order] * order, 1 - formula.word_share]
    base = row[order] + formula.word_share * (sum(row[:order]) / order - row[order])
    factor = float(np.prod([1 - rule.cost for rule in rules]))
    gains = [
        ColumnGain(factor * slope, factor * sum(slopes[k] for k in repeating))
        for slope, repeating in zip(slopes, repeated, strict=True)
    ]
    weighed = attribute_losses(columns, slopes, pair.sides, gains)
    penalties, reference_losses, hypothesis_losses = distribute_penalties(
        rules, base - base * factor, pair.sides
    )
    return ReferenceComparison(
        base * factor,
        1.0,
        with_losses(pair.sides.reference, weighed.reference_losses + reference_losses),
        with_losses(pair.sides.hypothesis, weighed.hypothesis_losses + hypothesis_losses),
        weighed.features,
        penalties,
    )


def _match_in_python(pair: _Pair) -> _PairMatchings:
    matchings = pair.comparer.matchings(pair.reference, pair.hypothesis)
    all_matchings = find_python_matchings(pair.comparer, pair.reference, pair.hypothesis, matchings)
    row = pair.comparer.columns_of(pair.reference, pair.hypothesis, matchings)
    return _PairMatchings(all_matchings, matchings, row)


def _match_natively(
    comparer: GradedComparer, reference: Segment, hypothesis: Segment
) -> _PairMatchings | None:
    """Return the matchings from the native core; None if it is missing or refuses the texts."""
    pairs = Pairs.of_sets([hypothesis], [[reference]])
    codes = comparer.encode(pairs)
    if codes.core is None or codes.unencodable is not None:
        return None
    words = [
        make_outline(codes.core.outline(texts)) for texts in (codes.references, codes.candidates)
    ]
    all_matchings, native_results = find_native_matchings(comparer, codes, pairs, words, 1)
    return _PairMatchings(
        all_matchings,
        make_anchor_matchings(all_matchings, native_results),
        native_results.rows[0].tolist(),
    )


def _side(text: str, graded_text: GradedText, words: Words) -> Side:
    lemmas, tags = (
        [getattr(word, name) for word in graded_text.words.words] for name in ("lemma", "tag")
    )
    word_spans = unpad_spans(
        text, graded_text.characters, fill_missing_spans(graded_text.characters, graded_text.spans)
    )
    forms = joined_forms(words.forms, graded_text.numbers, text, word_spans)
    return make_side(text, forms, graded_text.words.weights, lemmas, tags, word_spans=word_spans)


def _rules(
    pair: _Pair, matchings: Sequence[WeightedMatching], shares: Sequence[float], formula: Formula
) -> list[PenaltyRule]:
    texts = pair.reference, pair.hypothesis
    causes = (
        find_number_causes(*texts),
        find_negation_causes(matchings, *texts),
        find_order_causes(matchings, pair.reference),
        find_case_causes(matchings, *texts, pair.sides),
        find_ending_causes(pair.sides),
    )
    rows = zip(formula.penalties.items(), shares, causes, strict=True)
    return [
        PenaltyRule(name, share, max_cost, rule_causes)
        for (name, max_cost), share, rule_causes in rows
    ]


def _columns(
    pair: _Pair,
    all_matchings: Matchings,
    matchings: Sequence[WeightedMatching],
    row: Sequence[float],
) -> tuple[list[ExplainedColumn], list[list[int]]]:
    """Return the columns of word and character n-grams, and for each the columns that repeat it."""
    order = pair.comparer.constants.order
    letters = explain_characters(
        pair.comparer, pair.reference, pair.hypothesis, matchings, _character_owners(pair),
        (len(pair.sides.reference.words), len(pair.sides.hypothesis.words)), row[order],
    )  # fmt: skip
    columns: list[ExplainedColumn] = []
    repeated: list[list[int]] = [[] for _ in range(order + 1)]
    previous, column_index = (
        letters,
        order,
    )  # without n-grams as for n - 1; without words as characters
    unigrams: BothSideLosses | None = None
    for solved in all_matchings.grams:
        n, column = solved.n, previous._replace(matched=(), reference=(), hypothesis=())
        if len(solved.x.matching) or len(solved.y.matching):
            losses = attribute_f_loss(solved, pair.comparer.constants.alpha, unigrams)
            unigrams = unigrams or losses
            previous = column = _make_column(pair, solved, all_matchings, losses, row[n - 1])
            column_index = n - 1
        repeated[column_index].append(n - 1)
        columns.append(column._replace(name=f"words-{n}", kind="words", n=n))
    repeated[order].append(order)
    return [*columns, letters], repeated


def _make_column(
    pair: _Pair, solved: SolvedNgrams, all_matchings: Matchings, lost: BothSideLosses, value: float
) -> ExplainedColumn:
    sides = pair.sides
    return ExplainedColumn(
        "", "", solved.n, value, 1.0, _make_matches(pair, solved, all_matchings),
        _make_grams(sides.reference, solved.n, solved.x, lost.reference, all_matchings),
        _make_grams(sides.hypothesis, solved.n, solved.y, lost.hypothesis, all_matchings),
        _word_losses(sides.reference, all_matchings.x, lost.reference, all_matchings),
        _word_losses(sides.hypothesis, all_matchings.y, lost.hypothesis, all_matchings),
    )  # fmt: skip


def _word_losses(
    side: Side, side_words: MatchingWords, losses: SideLosses, all_matchings: Matchings
) -> Floats:
    shares = all_matchings.share.repeat(np.diff(side_words.offsets))
    # A blank text has no words to attribute losses to.
    return _sum_matchings(shares * losses.words, all_matchings)[: len(side.words)]


def _sum_matchings(values: Floats, all_matchings: Matchings) -> Floats:
    """Sum over matchings, which have the same n-grams and words, one after another."""
    sums: Floats = values.reshape(len(all_matchings.share), -1).sum(axis=0)
    return sums


def _make_matches(
    pair: _Pair, solved: SolvedNgrams, all_matchings: Matchings
) -> tuple[NgramMatch, ...]:
    n = solved.n
    starts = [
        (grams.first_word[flow] - side.offsets[grams.matching[flow]]).tolist()
        for grams, flow, side in (
            (solved.x, solved.flow_x, all_matchings.x), (solved.y, solved.flow_y, all_matchings.y),
        )
    ]  # fmt: skip
    shares = all_matchings.share[solved.x.matching[solved.flow_x]] * solved.amounts
    amounts: dict[tuple[int, int], float] = {}
    similarities: dict[tuple[int, int], float] = {}
    values = shares.tolist(), (solved.similarities.sum(axis=1) / n).tolist()
    for i, j, amount, similarity in zip(*starts, *values, strict=True):
        amounts[i, j] = amounts.get((i, j), 0.0) + amount
        similarities[i, j] = similarity
    xs, ys = pair.reference.words.words, pair.hypothesis.words.words
    return tuple(
        NgramMatch(
            _text(pair.sides.reference.words[i : i + n]),
            _text(pair.sides.hypothesis.words[j : j + n]),
            amount,
            similarities[i, j],
            tuple(_reason(pair, xs[i + k], ys[j + k]) for k in range(n)),
            tuple(range(i, i + n)),
            tuple(range(j, j + n)),
        )
        for (i, j), amount in amounts.items()
    )


def _reason(pair: _Pair, x: GradedWord, y: GradedWord) -> Reason:
    comparer = pair.comparer
    return find_similarity_reason(
        x, y, comparer.constants.levels, comparer.encoder.analysis.synonyms
    )


def _make_grams(
    side: Side, n: int, grams: SideGrams, losses: SideLosses, all_matchings: Matchings
) -> tuple[NgramLoss, ...]:
    shares = all_matchings.share[grams.matching]
    columns = (grams.weights, losses.matched, losses.prices, losses.lost)
    summed = (_sum_matchings(shares * column, all_matchings).tolist() for column in columns)
    return tuple(
        NgramLoss(_text(side.words[k : k + n]), tuple(range(k, k + n)), *values)
        for k, values in enumerate(zip(*summed, strict=True))
    )


def _text(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)


def _character_owners(pair: _Pair) -> tuple[list[int], list[int]]:
    """Return for each character of the normalized texts the index of its word."""
    reference_owners, hypothesis_owners = (
        map_chars_to_words(_normalized_side(graded_text, side))
        for graded_text, side in zip((pair.reference, pair.hypothesis), pair.sides, strict=True)
    )
    return reference_owners, hypothesis_owners


def _normalized_side(graded_text: GradedText, side: Side) -> Side:
    word_spans = (
        fill_missing_spans(graded_text.characters, graded_text.spans)
        if graded_text.spans
        else [(0, len(graded_text.characters))]
    )
    words = zip(side.words, word_spans, strict=False)
    return Side(
        graded_text.characters, tuple(word._replace(start=a, end=b) for word, (a, b) in words)
    )

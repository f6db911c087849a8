"""Explain pivot n-grams (TESLA-B), and bags with n-grams of several lengths (PEM)."""

from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple

import numpy as np

from ..arrays import Floats
from ..core.comparing.pivot_comparers import PivotComparer, PooledBagComparer
from ..core.encoding.pivot_codes import StemBagEncoder, StemPivotEncoder
from ..core.matching.ngram_bags import Match
from ..core.matching.pivot_bags import PivotBagBuilder, PivotWord, match_pivots
from ..files.item import Segment
from ..files.sentence import NO_VALUE
from ..resources.pivot.confusion_network import Slot, Span, count_slot_ngrams
from .attribution import ExplainedColumn
from .explanation import FORM, LEMMA, PIVOT, TAG, NgramLoss, Reason
from .f_measures import (
    ComparedNgrams,
    IndexedNgram,
    KeyedNgrams,
    NgramFlow,
    compute_equal_gains,
    explain_f_measures,
    match_equal_ngrams,
)
from .sides import TextSides, make_word_side

# Relative rounding error of expected counts that should be equal.
_ROUNDING = 1e-13


class PivotSentence(NamedTuple):
    """A sentence of the target language and the confusion network of its translations.

    forms               lower-cased words of the sentence
    phrases             for each slot, the first word of its phrase and the word after the last
    is_untranslated     for each slot, whether it is a word that the phrase table does not contain
    discount            factor of the weight of function words
    """

    forms: Sequence[str]
    network: Sequence[Slot[PivotWord]]
    phrases: Sequence[Span]
    is_untranslated: Sequence[bool]
    discount: float


def translate_to_pivots(
    pivot: PivotBagBuilder, words: Sequence[PivotWord], forms: Sequence[str]
) -> PivotSentence:
    """Translate a sentence into the pivot language with a phrase table."""
    network, phrases = (
        pivot.build_network(words),
        pivot.find_phrases([word.lemma for word in words]),
    )
    is_untranslated = [
        list(slot) == [((words[begin],), 1.0)]
        for slot, (begin, _) in zip(network, phrases, strict=True)
    ]
    lower_forms = [form.lower() for form in forms]
    return PivotSentence(lower_forms, network, phrases, is_untranslated, pivot.discount)


def keep_untranslated(words: Sequence[PivotWord], forms: Sequence[str]) -> PivotSentence:
    """Return a sentence as a network in which each word is a slot of its own."""
    indices = range(len(words))
    return PivotSentence(
        [form.lower() for form in forms],
        [[((word,), 1.0)] for word in words],
        [(index, index + 1) for index in indices],
        [True for _ in indices],
        1.0,
    )


class PivotGram(NamedTuple):
    """A pivot n-gram and the words of the sentence that it is a translation of.

    ngram               its text, weight, and the indices of these words
    key                 its lemmas (kind "lem") or tags (kind "pos")
    forms               forms of these words
    is_untranslated     whether all its words are untranslated
    """

    ngram: IndexedNgram
    key: tuple[str | None, ...]
    forms: tuple[str, ...]
    is_untranslated: bool
    kind: str


def list_pivot_grams(sentence: PivotSentence, kind: str, n: int) -> list[PivotGram]:
    """Return the n-grams of length n; `kind` is "lem" or "pos"."""
    weights: dict[tuple[tuple[str | None, ...], tuple[int, ...]], float] = {}
    for gram, count in count_slot_ngrams(sentence.network, n).items():
        key = tuple(word.lemma if kind == "lem" else word.tag for word, _ in gram)
        slots = tuple(dict.fromkeys(slot for _, slot in gram))
        weight = count * sentence.discount ** sum(word.is_function_word for word, _ in gram)
        weights[key, slots] = weights.get((key, slots), 0.0) + weight
    grams = []
    # The network yields n-grams from its end.
    for (key, slots), weight in sorted(weights.items(), key=lambda item: item[0][1]):
        word_indices = tuple(index for slot in slots for index in range(*sentence.phrases[slot]))
        shown = " ".join(part or NO_VALUE for part in key)
        forms = tuple(sentence.forms[index] for index in word_indices)
        is_untranslated = all(sentence.is_untranslated[slot] for slot in slots)
        ngram = IndexedNgram(shown, word_indices, weight)
        grams.append(PivotGram(ngram, key, forms, is_untranslated, kind))
    return grams


def compare_grams(
    x_grams: Sequence[PivotGram], y_grams: Sequence[PivotGram], match: Match
) -> ComparedNgrams:
    """Match equal n-grams."""
    x_keyed, y_keyed = _key_grams(x_grams), _key_grams(y_grams)
    flows = [
        NgramFlow(i, j, amount, (1.0,), (_find_reason(x_grams[i], y_grams[j]),))
        for i, j, amount in match_equal_ngrams(x_keyed, y_keyed)
    ]
    ngrams = [gram.ngram for gram in x_grams], [gram.ngram for gram in y_grams]
    return ComparedNgrams(match, *ngrams, flows, *compute_equal_gains(x_keyed, y_keyed))


def _key_grams(grams: Sequence[PivotGram]) -> KeyedNgrams:
    return KeyedNgrams(
        [gram.ngram.weight for gram in grams],
        [None if None in gram.key else gram.key for gram in grams],
        [gram.forms for gram in grams],
        _ROUNDING,
    )


def _find_reason(x: PivotGram, y: PivotGram) -> Reason:
    shown = tuple(part or NO_VALUE for part in x.key)
    if x.kind == "pos":
        return Reason(TAG, shown)
    if x.is_untranslated and y.is_untranslated:
        return Reason(FORM) if x.forms == y.forms else Reason(LEMMA, shown)
    return Reason(PIVOT, shown)


def make_pivot_sides(comparer: PivotComparer, reference: Segment, hypothesis: Segment) -> TextSides:
    """Split both texts into words; function words have the discount as weight."""
    analysis, discount = comparer.encoder.analysis, comparer.pivot.discount
    return TextSides(
        make_word_side(analysis, reference, discount),
        make_word_side(analysis, hypothesis, discount),
    )


def explain_pivots(
    comparer: PivotComparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Return the columns of s_lem, followed by those of s_pos."""
    order = comparer.pivot.order
    x, y = (_translate_segment(comparer, segment) for segment in (reference, hypothesis))
    bags = [comparer.encoder.make_codes([segment])[0] for segment in (reference, hypothesis)]
    columns = []
    for kind, names, matches in zip(
        ("lem", "pos"),
        (comparer.columns[:order], comparer.columns[order:]),
        match_pivots(*bags),
        strict=True,
    ):
        comparisons = [
            compare_grams(list_pivot_grams(x, kind, n), list_pivot_grams(y, kind, n), match)
            for n, match in enumerate(matches, 1)
        ]
        columns += explain_f_measures(names, kind, comparisons, comparer.alpha, sides)
    return columns


def _translate_segment(comparer: PivotComparer, segment: Segment) -> PivotSentence:
    (words,) = comparer.pivot_encoder.analysis.get_words([segment])
    return translate_to_pivots(
        comparer.pivot, comparer.pivot_encoder.make_pivot_words(words), words.forms
    )


_F1_ALPHA = 0.5  # weight of recall in F1


def make_unweighted_sides(
    comparer: PooledBagComparer, reference: Segment, hypothesis: Segment
) -> TextSides:
    """Split both texts into words of equal weight."""
    analysis = comparer.encoder.analysis
    return TextSides(
        make_word_side(analysis, reference, 1.0), make_word_side(analysis, hypothesis, 1.0)
    )


def explain_bag_f1(
    comparer: PooledBagComparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Explain the column of F1, for bags with n-grams of all lengths."""
    encoder = comparer.encoder
    assert isinstance(encoder, StemBagEncoder)
    kind = "pivot" if isinstance(encoder, StemPivotEncoder) else "words"
    x, y = (_list_kept_grams(encoder, segment) for segment in (reference, hypothesis))
    x_unigrams, y_unigrams = ([gram for gram in grams if len(gram.key) == 1] for grams in (x, y))
    (unigram_column,) = explain_f_measures(
        comparer.columns, kind, [_compare_bags(x_unigrams, y_unigrams)], _F1_ALPHA, sides
    )
    unigram_losses = unigram_column.reference_losses, unigram_column.hypothesis_losses
    (column,) = explain_f_measures(
        comparer.columns, kind, [_compare_bags(x, y)], _F1_ALPHA, sides, unigram_losses
    )
    return [column._replace(n=0)]


def make_dissimilarity_column(
    column: ExplainedColumn, name: str, sides: TextSides
) -> ExplainedColumn:
    """Return the column of 1 - F1, given the column of F1.

    The loss of this column is F1: the matched weight of both sides over their total weight. The
    words of an n-gram get equal parts of its loss.
    """
    total = sum(
        gram.weight for side_grams in (column.reference, column.hypothesis) for gram in side_grams
    )
    grams, word_losses = [], []
    for side_grams, side in zip((column.reference, column.hypothesis), sides, strict=True):
        grams.append(tuple(_invert_gram(gram, total) for gram in side_grams))
        word_losses.append(_sum_word_losses(grams[-1], len(side.words)))
    return column._replace(
        name=name,
        kind="dissimilarity",
        value=1 - column.value,
        reference=grams[0],
        hypothesis=grams[1],
        reference_losses=word_losses[0],
        hypothesis_losses=word_losses[1],
    )


def _invert_gram(gram: NgramLoss, total: float) -> NgramLoss:
    """Negate the price, if it is finite, and set the loss to the share of the matched weight."""
    price = -gram.price if isfinite(gram.price) else gram.price
    return gram._replace(price=price, lost=gram.matched / total)


def _sum_word_losses(grams: Sequence[NgramLoss], word_count: int) -> Floats:
    losses = np.zeros(word_count)
    for gram in grams:
        for index in gram.words:
            losses[index] += gram.lost / len(gram.words)
    return losses


def _list_kept_grams(encoder: StemBagEncoder, segment: Segment) -> list[PivotGram]:
    """Return the n-grams that the encoder keeps."""
    (analysed,) = encoder.analysis.get_words([segment])
    words = [PivotWord(word, None, False) for word in encoder.stem_forms(analysed.forms)]
    if isinstance(encoder, StemPivotEncoder):
        sentence = translate_to_pivots(encoder.pivot, words, analysed.forms)
    else:
        sentence = keep_untranslated(words, analysed.forms)
    grams: list[PivotGram] = []
    for n in range(1, encoder.bag_settings.order + 1):
        grams += list_pivot_grams(sentence, "lem", n)
    totals = _sum_by_key(grams)
    return [gram for gram in grams if encoder.bag_settings.keeps(totals[gram.key])]


def _compare_bags(x: Sequence[PivotGram], y: Sequence[PivotGram]) -> ComparedNgrams:
    x_totals, y_totals = _sum_by_key(x), _sum_by_key(y)
    shared = sum(min(weight, x_totals[key]) for key, weight in y_totals.items() if key in x_totals)
    match = Match(shared, sum(x_totals.values()), sum(y_totals.values()), 1, None)
    return compare_grams(x, y, match)


def _sum_by_key(grams: Sequence[PivotGram]) -> dict[tuple[str | None, ...], float]:
    totals: dict[tuple[str | None, ...], float] = {}
    for gram in grams:
        totals[gram.key] = totals.get(gram.key, 0.0) + gram.ngram.weight
    return totals

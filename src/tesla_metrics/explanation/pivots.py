"""Explain pivot n-grams and bags of n-grams of all lengths."""

from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple

import numpy as np

from ..arrays import Floats
from ..core.comparing.pivot_comparers import PivotComparer, PooledBagComparer
from ..core.encoding.pivot_codes import StemBagEncoder, StemPivotEncoder
from ..core.matching.ngram_bags import Match
from ..core.matching.pivot_bags import Pivot, PivotWord, match_pivots
from ..files.item import Segment
from ..files.sentence import NO_VALUE
from ..resources.pivot.confusion_network import Slot, Span, slot_ngrams
from .attribution import ExplainedColumn
from .explanation import FORM, LEMMA, PIVOT, TAG, NgramLoss, Reason
from .f_measures import (
    ComparedNgrams,
    KeyedNgrams,
    NgramFlow,
    PlacedNgram,
    compute_equal_gains,
    explain_f_measures,
    match_equal_ngrams,
)
from .sides import TextSides, make_word_side

# Relative rounding error of expected counts that should be equal.
_ROUNDING = 1e-13


class PivotSentence(NamedTuple):
    """A sentence of the target language as its network of pivots.

    phrases     start and end of the phrase of each slot
    is_untranslated      whether a slot is a word without a known phrase
    """

    forms: Sequence[str]
    network: Sequence[Slot[PivotWord]]
    phrases: Sequence[Span]
    is_untranslated: Sequence[bool]
    discount: float


def translate_to_pivots(
    pivot: Pivot, words: Sequence[PivotWord], forms: Sequence[str]
) -> PivotSentence:
    """Translate a sentence through a phrase table."""
    network, phrases = pivot.network(words), pivot.phrases([word.lemma for word in words])
    itself = [
        list(slot) == [((words[begin],), 1.0)]
        for slot, (begin, _) in zip(network, phrases, strict=True)
    ]
    return PivotSentence([form.lower() for form in forms], network, phrases, itself, pivot.discount)


def keep_untranslated(words: Sequence[PivotWord], forms: Sequence[str]) -> PivotSentence:
    """Return the sentence itself, without any phrase."""
    indices = range(len(words))
    return PivotSentence(
        [form.lower() for form in forms],
        [[((word,), 1.0)] for word in words],
        [(index, index + 1) for index in indices],
        [True for _ in indices],
        1.0,
    )


class PivotGram(NamedTuple):
    """A pivot n-gram with its position in the sentence.

    key     its lemmas or tags
    forms   the words of its phrases
    is_untranslated  whether it consists of these words, untranslated
    """

    piece: PlacedNgram
    key: tuple[str | None, ...]
    forms: tuple[str, ...]
    is_untranslated: bool
    kind: str


def list_pivot_grams(placed: PivotSentence, kind: str, n: int) -> list[PivotGram]:
    """Return the n-grams of one length, of the kind `lem` or `pos`."""
    weights: dict[tuple[tuple[str | None, ...], tuple[int, ...]], float] = {}
    for gram, count in slot_ngrams(placed.network, n).items():
        key = tuple(word.lemma if kind == "lem" else word.tag for word, _ in gram)
        slots = tuple(dict.fromkeys(slot for _, slot in gram))
        weight = count * placed.discount ** sum(word.function for word, _ in gram)
        weights[key, slots] = weights.get((key, slots), 0.0) + weight
    grams = []
    # The network yields n-grams from its end.
    for (key, slots), weight in sorted(weights.items(), key=lambda item: item[0][1]):
        word_indices = tuple(index for slot in slots for index in range(*placed.phrases[slot]))
        shown = " ".join(part or NO_VALUE for part in key)
        forms = tuple(placed.forms[index] for index in word_indices)
        itself = all(placed.is_untranslated[slot] for slot in slots)
        grams.append(PivotGram(PlacedNgram(shown, word_indices, weight), key, forms, itself, kind))
    return grams


def compare_grams(xs: Sequence[PivotGram], ys: Sequence[PivotGram], match: Match) -> ComparedNgrams:
    """Match equal n-grams."""
    x_keyed, y_keyed = _keyed(xs), _keyed(ys)
    flows = [
        NgramFlow(i, j, amount, (1.0,), (_reason(xs[i], ys[j]),))
        for i, j, amount in match_equal_ngrams(x_keyed, y_keyed)
    ]
    pieces = [gram.piece for gram in xs], [gram.piece for gram in ys]
    return ComparedNgrams(match, *pieces, flows, *compute_equal_gains(x_keyed, y_keyed))


def _keyed(grams: Sequence[PivotGram]) -> KeyedNgrams:
    return KeyedNgrams(
        [gram.piece.weight for gram in grams],
        [None if None in gram.key else gram.key for gram in grams],
        [gram.forms for gram in grams],
        _ROUNDING,
    )


def _reason(x: PivotGram, y: PivotGram) -> Reason:
    shown = tuple(part or NO_VALUE for part in x.key)
    if x.kind == "pos":
        return Reason(TAG, shown)
    if x.is_untranslated and y.is_untranslated:
        return Reason(FORM) if x.forms == y.forms else Reason(LEMMA, shown)
    return Reason(PIVOT, shown)


def make_pivot_sides(comparer: PivotComparer, reference: Segment, hypothesis: Segment) -> TextSides:
    """Split both texts into words."""
    analysis, discount = comparer.encoder.analysis, comparer.pivot.discount
    return TextSides(
        make_word_side(analysis, reference, discount),
        make_word_side(analysis, hypothesis, discount),
    )


def pivot_columns(
    comparer: PivotComparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Return the columns of s_lem, followed by those of s_pos."""
    order = comparer.pivot.order
    x, y = (_place_segment(comparer, segment) for segment in (reference, hypothesis))
    bags = [comparer.encoder.make([segment])[0] for segment in (reference, hypothesis)]
    columns = []
    for kind, names, matches in zip(
        ("lem", "pos"),
        (comparer.columns[:order], comparer.columns[order:]),
        match_pivots(*bags),
        strict=True,
    ):
        compared = [
            compare_grams(list_pivot_grams(x, kind, n), list_pivot_grams(y, kind, n), match)
            for n, match in enumerate(matches, 1)
        ]
        columns += explain_f_measures(names, kind, compared, comparer.alpha, sides)
    return columns


def _place_segment(comparer: PivotComparer, segment: Segment) -> PivotSentence:
    (words,) = comparer.pivots.analysis.words([segment])
    return translate_to_pivots(comparer.pivot, comparer.pivots.words(words), words.forms)


_F1_ALPHA = 0.5  # alpha of F1


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
    """Return the column of the F1 of the bags."""
    encoder = comparer.encoder
    assert isinstance(encoder, StemBagEncoder)
    kind = "pivot" if isinstance(encoder, StemPivotEncoder) else "words"
    x, y = (_kept_grams(encoder, segment) for segment in (reference, hypothesis))
    unigrams = _compare_bags(*([gram for gram in grams if len(gram.key) == 1] for grams in (x, y)))
    (first,) = explain_f_measures(comparer.columns, kind, [unigrams], _F1_ALPHA, sides)
    unigram_losses = first.reference_losses, first.hypothesis_losses
    (column,) = explain_f_measures(
        comparer.columns, kind, [_compare_bags(x, y)], _F1_ALPHA, sides, unigram_losses
    )
    return [column._replace(n=0)]


def dissimilarity_column(column: ExplainedColumn, name: str, sides: TextSides) -> ExplainedColumn:
    """Return the column of 1 - F1: shared weight is lost, half on either side.

    All words of an n-gram share its loss equally. The best value is 1, where F1 is 0.
    """
    total = sum(
        gram.weight for side_grams in (column.reference, column.hypothesis) for gram in side_grams
    )
    grams, word_losses = [], []
    for side_grams, side in zip((column.reference, column.hypothesis), sides, strict=True):
        grams.append(tuple(_invert_gram(gram, total) for gram in side_grams))
        word_losses.append(_word_losses(grams[-1], len(side.words)))
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


def _word_losses(grams: Sequence[NgramLoss], count: int) -> Floats:
    losses = np.zeros(count)
    for gram in grams:
        for index in gram.words:
            losses[index] += gram.lost / len(gram.words)
    return losses


def _kept_grams(encoder: StemBagEncoder, segment: Segment) -> list[PivotGram]:
    """Return the n-grams that the encoder keeps."""
    (analysed,) = encoder.analysis.words([segment])
    words = [PivotWord(word, None, False) for word in encoder.stems(analysed.forms)]
    if isinstance(encoder, StemPivotEncoder):
        placed = translate_to_pivots(encoder.pivot, words, analysed.forms)
    else:
        placed = keep_untranslated(words, analysed.forms)
    together = encoder.bag_settings
    grams = [
        gram for n in range(1, together.order + 1) for gram in list_pivot_grams(placed, "lem", n)
    ]
    totals = _totals(grams)
    return [gram for gram in grams if together.keeps(totals[gram.key])]


def _compare_bags(x: Sequence[PivotGram], y: Sequence[PivotGram]) -> ComparedNgrams:
    x_totals, y_totals = _totals(x), _totals(y)
    shared = sum(min(weight, x_totals[key]) for key, weight in y_totals.items() if key in x_totals)
    match = Match(shared, sum(x_totals.values()), sum(y_totals.values()), 1, None)
    return compare_grams(x, y, match)


def _totals(grams: Sequence[PivotGram]) -> dict[tuple[str | None, ...], float]:
    totals: dict[tuple[str | None, ...], float] = {}
    for gram in grams:
        totals[gram.key] = totals.get(gram.key, 0.0) + gram.piece.weight
    return totals

"""Explain the words and skip bigrams of documents.

Both are called grams here: a gram is a word, or a pair of words of a sentence that may have other
words in between.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import prod
from typing import NamedTuple

from ..core.comparing.skip_bigrams import GradedSkipComparer, SkipComparer
from ..core.encoding.analysis import Analysis
from ..core.encoding.documents import DocumentEncoder
from ..core.matching.ngram_bags import Match, Words
from ..core.matching.skip_bigrams import (
    UNITS_PER_WEIGHT,
    FormGram,
    GradedBags,
    find_images,
    get_skip_bigram_partners,
    match_graded,
    match_skips,
)
from ..core.matching.word_similarity import GradedWord, Levels, compute_similarity
from ..files.item import Segment, format_for_display
from .attribution import ExplainedColumn
from .explanation import FORM, Reason, Side
from .f_measures import (
    ComparedNgrams,
    IndexedNgram,
    KeyedNgrams,
    NgramFlow,
    compute_equal_gains,
    explain_f_measures,
    match_equal_ngrams,
)
from .sides import TextSides, find_similarity_reason, make_analysed_side

WordIndices = tuple[int, ...]  # indices of the words of a gram in the document


def make_document_side(
    analysis: Analysis, segment: Segment, document: Sequence[Words], weights: Sequence[float]
) -> Side:
    """Split a document into the words of its sentences, with their weights."""
    return make_analysed_side(
        analysis, segment, format_for_display(analysis.get_text(segment)), document, weights
    )


def list_gram_indices(
    document: Sequence[Words], gap: int
) -> tuple[list[WordIndices], list[WordIndices]]:
    """Return the word indices of all words and of all skip bigrams, in the order of the text."""
    words: list[WordIndices] = []
    pairs: list[WordIndices] = []
    start = 0
    for sentence in document:
        size = len(sentence.forms)
        for index in range(size):
            words.append((start + index,))
            pairs += [
                (start + index, start + second_index)
                for second_index in get_skip_bigram_partners(index, gap, size)
            ]
        start += size
    return words, pairs


def join_words(side: Side, indices: WordIndices) -> str:
    """Return the words with these indices as text, with an ellipsis for words in between."""
    text = side.words[indices[0]].text
    for previous, index in pairwise(indices):
        text += f"{' ' if index == previous + 1 else ' … '}{side.words[index].text}"
    return text


def make_skip_sides(comparer: SkipComparer, reference: Segment, hypothesis: Segment) -> TextSides:
    """Split both documents into the words of their sentences."""
    return TextSides(
        _make_side(comparer.skip_encoder, reference), _make_side(comparer.skip_encoder, hypothesis)
    )


def _make_side(encoder: DocumentEncoder, segment: Segment) -> Side:
    (document,) = encoder.get_words([segment])
    discount = float(encoder.discount)
    weights = [
        discount if is_function else 1.0
        for words in document
        for is_function in words.function_flags
    ]
    return make_document_side(encoder.analysis, segment, document, weights)


def explain_skips(
    comparer: SkipComparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Return the columns of unigrams and of skip bigrams."""
    encoder = comparer.skip_encoder
    x, y = (encoder.get_words([segment])[0] for segment in (reference, hypothesis))
    comparisons = []
    for match, x_grams, y_grams in zip(
        match_skips(encoder.make_bags(x), encoder.make_bags(y)),
        list_gram_indices(x, encoder.max_gap),
        list_gram_indices(y, encoder.max_gap),
        strict=True,
    ):
        x_keyed, y_keyed = _key_grams(encoder, x, x_grams), _key_grams(encoder, y, y_grams)
        comparisons.append(_compare_skips(match, x_keyed, y_keyed, (x_grams, y_grams), sides))
    return explain_f_measures(comparer.columns, "skips", comparisons, comparer.alpha, sides)


def _key_grams(
    encoder: DocumentEncoder, document: Sequence[Words], grams: Sequence[WordIndices]
) -> KeyedNgrams:
    """Return grams with their lower-cased forms as keys.

    Weights are integers as in the bags: with a discount of p/q, function words have the weight p
    and other words the weight q.
    """
    p, q = encoder.discount.numerator, encoder.discount.denominator
    word_weights = [
        p if is_function else q for words in document for is_function in words.function_flags
    ]
    forms = [form.lower() for words in document for form in words.forms]
    keys = [tuple(forms[index] for index in gram) for gram in grams]
    gram_weights = [prod(word_weights[index] for index in gram) for gram in grams]
    return KeyedNgrams(gram_weights, keys, keys)


def _compare_skips(
    match: Match,
    x: KeyedNgrams,
    y: KeyedNgrams,
    grams: tuple[Sequence[WordIndices], Sequence[WordIndices]],
    sides: TextSides,
) -> ComparedNgrams:
    """Compare grams that match only if they are equal."""
    x_grams, y_grams = grams
    flows = []
    for i, j, amount in match_equal_ngrams(x, y):
        length = len(x_grams[i])
        reasons = (Reason(FORM),) * length
        flows.append(NgramFlow(i, j, amount / match.unit, (1.0,) * length, reasons))
    return ComparedNgrams(
        match,
        _make_ngrams(sides.reference, x_grams, x.weights, match.unit),
        _make_ngrams(sides.hypothesis, y_grams, y.weights, match.unit),
        flows,
        *compute_equal_gains(x, y),
    )


def _make_ngrams(
    side: Side, grams: Sequence[WordIndices], weights: Sequence[float], unit: float
) -> list[IndexedNgram]:
    """Return grams with their texts and weights; `unit` is the integer for a weight of 1."""
    return [
        IndexedNgram(join_words(side, gram), gram, weight / unit)
        for gram, weight in zip(grams, weights, strict=True)
    ]


# Graded similarity
#
# Each gram of the hypothesis can flow only to its image: the gram of the reference that consists of
# the most similar words. The flow is optimal under this condition. The gains follow from it:
#
# - An n-gram of the reference that is added to the hypothesis is its own image.
# - An n-gram of the hypothesis that is added to the reference increases the capacity of this gram,
#   if it is already an image. Otherwise, grams of the hypothesis with the same forms get it as
#   their image, and all other grams keep theirs.


def make_graded_skip_sides(
    comparer: GradedSkipComparer, reference: Segment, hypothesis: Segment
) -> TextSides:
    """Split both documents into the words of their sentences, with graded weights."""
    encoder = comparer.graded_encoder
    sides = []
    for segment in (reference, hypothesis):
        (document,) = encoder.get_words([segment])
        weights = [
            weight
            for words in document
            for weight in encoder.graded_encoder.weight_words(words).weights
        ]
        sides.append(make_document_side(encoder.analysis, segment, document, weights))
    return TextSides(*sides)


class _Document(NamedTuple):
    """A document.

    kinds   for each word, the index of its kind in `bags.kinds`
    grams   all words and all skip bigrams, as word indices
    """

    bags: GradedBags
    kinds: Sequence[int]
    grams: tuple[list[WordIndices], list[WordIndices]]

    def get_forms(self, gram: WordIndices) -> FormGram:
        return tuple(self.bags.kinds[self.kinds[index]].form for index in gram)

    def compute_weight(self, gram: WordIndices) -> int:
        return self.bags.get_weight(tuple(self.kinds[index] for index in gram))


def _make_document(comparer: GradedSkipComparer, segment: Segment) -> _Document:
    encoder = comparer.graded_encoder
    (document,) = encoder.get_words([segment])
    bags = encoder.make_bags(document)
    kind_indices = {
        (word.form, word.lemma, word.tag): index for index, word in enumerate(bags.kinds)
    }
    kinds = [
        kind_indices[word.form, word.lemma, word.tag]
        for words in document
        for word in encoder.graded_encoder.weight_words(words).words
    ]
    return _Document(bags, kinds, list_gram_indices(document, encoder.max_gap))


def explain_graded_skips(
    comparer: GradedSkipComparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Return the columns of unigrams and of skip bigrams with graded similarity."""
    x, y = (_make_document(comparer, segment) for segment in (reference, hypothesis))
    images = _find_images(comparer, x, y)
    comparisons = [
        _compare_graded(match, x, y, images, sides)
        for match in match_graded(x.bags, y.bags, comparer.levels)
    ]
    return explain_f_measures(comparer.columns, "skips", comparisons, comparer.alpha, sides)


class _Image(NamedTuple):
    """The most similar form of the reference for a kind of word, its similarity and the reason."""

    form: str
    similarity: float
    reason: Reason


def _find_images(comparer: GradedSkipComparer, x: _Document, y: _Document) -> list[_Image | None]:
    """Return the image of each kind of word of the hypothesis, or None."""
    levels, synonyms = comparer.levels, comparer.encoder.analysis.synonyms
    images: list[_Image | None] = []
    for word, image in zip(
        y.bags.kinds, find_images(x.bags.kinds, y.bags.kinds, levels), strict=True
    ):
        if image is None:
            images.append(None)
            continue
        form, similarity = image
        kinds = [kind for kind in x.bags.kinds if kind.form == form]
        reason = find_similarity_reason(
            _find_most_similar(kinds, word, levels), word, levels, synonyms
        )
        images.append(_Image(form, similarity, reason))
    return images


def _find_most_similar(kinds: Sequence[GradedWord], word: GradedWord, levels: Levels) -> GradedWord:
    """Return the kind that is most similar to a word, of several kinds with the same form."""
    return max(kinds, key=lambda kind: compute_similarity(kind, word, levels))


class _MappedGram(NamedTuple):
    """A gram of the hypothesis, by its index, and the similarities of its words to its image."""

    y: int
    similarities: tuple[float, ...]
    reasons: tuple[Reason, ...]

    @property
    def similarity(self) -> float:
        return sum(self.similarities) / len(self.similarities)


class _ImageFlows(NamedTuple):
    """The flows to all occurrences of an image in the reference.

    has_capacity        whether the occurrences have weight left
    lowest_similarity   lowest similarity of a flow; 1 if there is no flow
    best_rejected       highest similarity of a gram of the hypothesis with weight that did not fit;
                        0 if there is none
    """

    flows: list[NgramFlow]
    has_capacity: bool
    lowest_similarity: float
    best_rejected: float


def _compare_graded(
    match: Match, x: _Document, y: _Document, images: Sequence[_Image | None], sides: TextSides
) -> ComparedNgrams:
    """Compare words or skip bigrams by graded similarity."""
    n = match.unit // UNITS_PER_WEIGHT
    x_grams, y_grams = x.grams[n - 1], y.grams[n - 1]
    x_weights = [x.compute_weight(gram) for gram in x_grams]
    y_weights = [y.compute_weight(gram) for gram in y_grams]
    x_indices: dict[FormGram, list[int]] = {}
    for index, gram in enumerate(x_grams):
        x_indices.setdefault(x.get_forms(gram), []).append(index)
    mapped_grams: dict[FormGram, list[_MappedGram]] = {forms: [] for forms in x_indices}
    for index, gram in enumerate(y_grams):
        word_images = [images[y.kinds[word_index]] for word_index in gram]
        gram_images = [image for image in word_images if image is not None]
        if len(gram_images) == n:
            forms, similarities, reasons = zip(*gram_images, strict=True)
            mapped_grams.setdefault(forms, []).append(_MappedGram(index, similarities, reasons))
    image_flows = {
        forms: _assign_grams(x_indices.get(forms, ()), mapped, (x_weights, y_weights), match.unit)
        for forms, mapped in mapped_grams.items()
    }
    return ComparedNgrams(
        match,
        _make_ngrams(sides.reference, x_grams, x_weights, match.unit),
        _make_ngrams(sides.hypothesis, y_grams, y_weights, match.unit),
        [flow for flows_to_image in image_flows.values() for flow in flows_to_image.flows],
        [_compute_reference_gain(image_flows[x.get_forms(gram)]) for gram in x_grams],
        _compute_hypothesis_gains(y, y_grams, mapped_grams, image_flows),
    )


def _assign_grams(
    x_indices: Sequence[int],
    mapped: Sequence[_MappedGram],
    weights: tuple[Sequence[int], Sequence[int]],
    unit: int,
) -> _ImageFlows:
    """Assign grams of the hypothesis to the occurrences of their image, the most similar first."""
    # Pairs of the index and the remaining weight of an occurrence; the first occurrence is last.
    capacity = [[x, weights[0][x]] for x in reversed(x_indices) if weights[0][x]]
    flows = []
    lowest_similarity, best_rejected = 1.0, 0.0
    for gram in sorted(mapped, key=lambda gram: -gram.similarity):
        remaining = weights[1][gram.y]
        while remaining and capacity:
            amount = min(remaining, capacity[-1][1])
            flows.append(
                NgramFlow(capacity[-1][0], gram.y, amount / unit, gram.similarities, gram.reasons)
            )
            lowest_similarity = gram.similarity
            remaining -= amount
            capacity[-1][1] -= amount
            if not capacity[-1][1]:
                capacity.pop()
        if remaining:
            best_rejected = max(best_rejected, gram.similarity)
    return _ImageFlows(flows, bool(capacity), lowest_similarity, best_rejected)


def _compute_reference_gain(flows: _ImageFlows) -> float:
    """Return the gain of an equal gram in the hypothesis, which replaces the least similar flow."""
    return 1.0 if flows.has_capacity else 1 - flows.lowest_similarity


def _compute_hypothesis_gains(
    y: _Document,
    y_grams: Sequence[WordIndices],
    mapped_grams: dict[FormGram, list[_MappedGram]],
    image_flows: dict[FormGram, _ImageFlows],
) -> list[float]:
    """Return the gain of S for each gram of the hypothesis that is added to the reference."""
    # If the added gram becomes the image of grams with the same forms, their weight no longer flows
    # to the old image. This is the smallest loss of S per unit of moved weight.
    moving_losses: dict[FormGram, float] = {}
    for image_forms, grams in mapped_grams.items():
        for gram in grams:
            forms = y.get_forms(y_grams[gram.y])
            loss = max(gram.similarity - image_flows[image_forms].best_rejected, 0.0)
            moving_losses[forms] = min(loss, moving_losses.get(forms, 1.0))
    gains = []
    for forms in map(y.get_forms, y_grams):
        if forms in image_flows:
            gains.append(image_flows[forms].best_rejected)
        else:
            gains.append(1 - moving_losses.get(forms, 0.0))
    return gains

"""Explain the words and skip bigrams of documents."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ..core.comparing.skip_bigrams import GradedSkipComparer, SkipComparer
from ..core.encoding.analysis import Analysis
from ..core.encoding.documents import DocumentEncoder
from ..core.matching.ngram_bags import Match, Words
from ..core.matching.skip_bigrams import (
    UNITS,
    FormGram,
    GradedBags,
    images_of,
    match_graded,
    match_skips,
    skip_bigram_partners,
)
from ..core.matching.word_similarity import GradedWord, Levels, similarity
from ..files.item import Segment, display_text
from .attribution import ExplainedColumn
from .explanation import FORM, Reason, Side
from .f_measures import (
    ComparedNgrams,
    KeyedNgrams,
    NgramFlow,
    PlacedNgram,
    compute_equal_gains,
    explain_f_measures,
    match_equal_ngrams,
)
from .sides import TextSides, find_similarity_reason, make_analysed_side

WordIndices = tuple[int, ...]


def make_document_side(
    analysis: Analysis, segment: Segment, document: Sequence[Words], weights: Sequence[float]
) -> Side:
    """Split a document into the words of its sentences, with their weights."""
    return make_analysed_side(
        analysis, segment, display_text(analysis.text(segment)), document, weights
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
                for second_index in skip_bigram_partners(index, gap, size)
            ]
        start += size
    return words, pairs


def join_words(side: Side, indices: WordIndices) -> str:
    """Return the words with these indices as text; an ellipsis marks words in between."""
    text = side.words[indices[0]].text
    for previous, index in pairwise(indices):
        text += f"{' ' if index == previous + 1 else ' … '}{side.words[index].text}"
    return text


def make_skip_sides(comparer: SkipComparer, reference: Segment, hypothesis: Segment) -> TextSides:
    """Split both documents into the words of their sentences."""
    return TextSides(_side(comparer.skips, reference), _side(comparer.skips, hypothesis))


def _side(encoder: DocumentEncoder, segment: Segment) -> Side:
    (document,) = encoder.words([segment])
    discount = float(encoder.discount)
    weights = [discount if short else 1.0 for words in document for short in words.function]
    return make_document_side(encoder.analysis, segment, document, weights)


def explain_skips(
    comparer: SkipComparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Return the columns of unigrams and of skip bigrams."""
    encoder = comparer.skips
    x, y = (encoder.words([segment])[0] for segment in (reference, hypothesis))
    grams = zip(
        match_skips(encoder.bags(x), encoder.bags(y)),
        list_gram_indices(x, encoder.gap),
        list_gram_indices(y, encoder.gap),
        strict=True,
    )
    compared = [
        _compare_skips(match, _keyed(encoder, x, xs), _keyed(encoder, y, ys), (xs, ys), sides)
        for match, xs, ys in grams
    ]
    return explain_f_measures(comparer.columns, "skips", compared, comparer.alpha, sides)


def _keyed(
    encoder: DocumentEncoder, document: Sequence[Words], places: Sequence[WordIndices]
) -> KeyedNgrams:
    """Return grams with their lower-cased forms as keys; weights are integers, as in the bags."""
    p, q = encoder.discount.numerator, encoder.discount.denominator
    weights = [p if short else q for words in document for short in words.function]
    forms = [form.lower() for words in document for form in words.forms]
    keys = [tuple(forms[index] for index in gram) for gram in places]
    return KeyedNgrams([_product(weights, gram) for gram in places], keys, keys)


def _product(weights: Sequence[int], places: WordIndices) -> int:
    product = 1
    for index in places:
        product *= weights[index]
    return product


def _compare_skips(
    match: Match,
    x: KeyedNgrams,
    y: KeyedNgrams,
    places: tuple[Sequence[WordIndices], Sequence[WordIndices]],
    sides: TextSides,
) -> ComparedNgrams:
    flows = [
        NgramFlow(
            i, j, amount / match.unit, (1.0,) * len(places[0][i]), _equal_reasons(places[0][i])
        )
        for i, j, amount in match_equal_ngrams(x, y)
    ]
    pieces = [
        [
            PlacedNgram(join_words(side, gram), gram, weight / match.unit)
            for gram, weight in zip(grams, keyed.weights, strict=True)
        ]
        for side, grams, keyed in zip(sides, places, (x, y), strict=True)
    ]
    return ComparedNgrams(match, pieces[0], pieces[1], flows, *compute_equal_gains(x, y))


def _equal_reasons(places: WordIndices) -> tuple[Reason, ...]:
    return (Reason(FORM),) * len(places)


# Graded similarity: each gram of the hypothesis has one image among the grams of the reference, and
# the flow is optimal among these. A gram equal to one of the reference that is added to the
# hypothesis has itself as its image. A gram equal to one of the hypothesis that is added to the
# reference attracts more of the flow to its image; if the reference does not have all of its words,
# it attracts the grams with the same forms, and all others keep their images.


def make_graded_skip_sides(
    comparer: GradedSkipComparer, reference: Segment, hypothesis: Segment
) -> TextSides:
    """Split both documents into the words of their sentences, with graded weights."""
    encoder = comparer.graded
    sides = []
    for segment in (reference, hypothesis):
        (document,) = encoder.words([segment])
        weights = [weight for words in document for weight in encoder.graded.words(words).weights]
        sides.append(make_document_side(encoder.analysis, segment, document, weights))
    return TextSides(*sides)


class _Document(NamedTuple):
    """The words of a document, their kinds, and its grams as word indices."""

    bags: GradedBags
    kinds: Sequence[int]
    grams: tuple[list[WordIndices], list[WordIndices]]

    def form(self, index: int) -> str:
        return self.bags.kinds[self.kinds[index]].form

    def forms(self, gram: WordIndices) -> FormGram:
        return tuple(map(self.form, gram))

    def weight(self, gram: WordIndices) -> int:
        return self.bags.weight(tuple(self.kinds[index] for index in gram))


def _document(comparer: GradedSkipComparer, segment: Segment) -> _Document:
    encoder = comparer.graded
    (document,) = encoder.words([segment])
    bags = encoder.bags(document)
    numbers = {(word.form, word.lemma, word.tag): k for k, word in enumerate(bags.kinds)}
    kinds = [
        numbers[word.form, word.lemma, word.tag]
        for words in document
        for word in encoder.graded.words(words).words
    ]
    return _Document(bags, kinds, list_gram_indices(document, encoder.gap))


def explain_graded_skips(
    comparer: GradedSkipComparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Return the columns of unigrams and of skip bigrams with graded similarity."""
    x, y = (_document(comparer, segment) for segment in (reference, hypothesis))
    images = _images(comparer, x, y)
    compared = [
        _compare_graded(match, x, y, images, sides)
        for match in match_graded(x.bags, y.bags, comparer.levels)
    ]
    return explain_f_measures(comparer.columns, "skips", compared, comparer.alpha, sides)


class _Image(NamedTuple):
    """The reference form that a kind of word is mapped to, the similarity, and the reason."""

    form: str
    similarity: float
    reason: Reason


def _images(comparer: GradedSkipComparer, x: _Document, y: _Document) -> list[_Image | None]:
    levels, synonyms = comparer.levels, comparer.encoder.analysis.synonyms
    images: list[_Image | None] = []
    for word, image in zip(
        y.bags.kinds, images_of(x.bags.kinds, y.bags.kinds, levels), strict=True
    ):
        if image is None:
            images.append(None)
            continue
        form, similarity = image
        same_form = [candidate for candidate in x.bags.kinds if candidate.form == form]
        reason = find_similarity_reason(
            _most_similar(same_form, word, levels), word, levels, synonyms
        )
        images.append(_Image(form, similarity, reason))
    return images


def _most_similar(kinds: Sequence[GradedWord], word: GradedWord, levels: Levels) -> GradedWord:
    """Return the kind of word that was meant; a form may belong to several kinds."""
    return max(kinds, key=lambda candidate: similarity(candidate, word, levels))


class _MappedGram(NamedTuple):
    """A gram of the hypothesis that has an image in the reference."""

    y: int
    similarities: tuple[float, ...]
    reasons: tuple[Reason, ...]

    @property
    def similarity(self) -> float:
        return sum(self.similarities) / len(self.similarities)


class _FilledGram(NamedTuple):
    """The flow to a gram of the reference, over all its occurrences.

    has_capacity  whether there is capacity left
    lowest_similarity  lowest similarity of the flow; 1 if there is no flow
    best_rejected  highest similarity of a gram that did not fit; 0 if there is none
    """

    flows: list[NgramFlow]
    has_capacity: bool
    lowest_similarity: float
    best_rejected: float


def _compare_graded(
    match: Match, x: _Document, y: _Document, images: Sequence[_Image | None], sides: TextSides
) -> ComparedNgrams:
    n = match.unit // UNITS
    xs, ys = x.grams[n - 1], y.grams[n - 1]
    weights = [x.weight(gram) for gram in xs], [y.weight(gram) for gram in ys]
    indices_by_forms: dict[FormGram, list[int]] = {}
    for index, gram in enumerate(xs):
        indices_by_forms.setdefault(x.forms(gram), []).append(index)
    arriving: dict[FormGram, list[_MappedGram]] = {key: [] for key in indices_by_forms}
    for index, gram in enumerate(ys):
        gram_images = [image for k in gram if (image := images[y.kinds[k]]) is not None]
        if len(gram_images) == n:
            forms, similarities, reasons = zip(*gram_images, strict=True)
            arriving.setdefault(forms, []).append(_MappedGram(index, similarities, reasons))
    filled = {
        key: _fill_gram(indices_by_forms.get(key, ()), mapped, weights, match.unit)
        for key, mapped in arriving.items()
    }
    pieces = [
        [
            PlacedNgram(join_words(side, gram), gram, weight / match.unit)
            for gram, weight in zip(grams, gram_weights, strict=True)
        ]
        for side, grams, gram_weights in zip(sides, (xs, ys), weights, strict=True)
    ]
    return ComparedNgrams(
        match,
        pieces[0],
        pieces[1],
        [flow for filled_gram in filled.values() for flow in filled_gram.flows],
        [_reference_gain(filled[x.forms(gram)]) for gram in xs],
        _hypothesis_gains(y, ys, arriving, filled),
    )


def _fill_gram(
    xs: Sequence[int],
    arriving: Sequence[_MappedGram],
    weights: tuple[Sequence[int], Sequence[int]],
    unit: int,
) -> _FilledGram:
    """Assign the most similar grams first, occurrence by occurrence."""
    capacity = [[x, weights[0][x]] for x in reversed(xs) if weights[0][x]]
    flows = []
    lowest, waiting = 1.0, 0.0
    for gram in sorted(arriving, key=lambda gram: -gram.similarity):
        remaining = weights[1][gram.y]
        while remaining and capacity:
            amount = min(remaining, capacity[-1][1])
            flows.append(
                NgramFlow(capacity[-1][0], gram.y, amount / unit, gram.similarities, gram.reasons)
            )
            lowest = gram.similarity
            remaining -= amount
            capacity[-1][1] -= amount
            if not capacity[-1][1]:
                capacity.pop()
        if remaining:
            waiting = max(waiting, gram.similarity)
    return _FilledGram(flows, bool(capacity), lowest, waiting)


def _reference_gain(filled: _FilledGram) -> float:
    """Return the gain of an equal gram in the hypothesis, which replaces the least similar one."""
    return 1.0 if filled.has_capacity else 1 - filled.lowest_similarity


def _hypothesis_gains(
    y: _Document,
    ys: Sequence[WordIndices],
    arriving: dict[FormGram, list[_MappedGram]],
    filled: dict[FormGram, _FilledGram],
) -> list[float]:
    # What S loses per unit that leaves its image: the minimum over all grams with the same forms.
    leaves: dict[FormGram, float] = {}
    for key, grams in arriving.items():
        for gram in grams:
            forms = y.forms(ys[gram.y])
            loss = max(gram.similarity - filled[key].best_rejected, 0.0)
            leaves[forms] = min(loss, leaves.get(forms, 1.0))
    # Images consist of words of the reference, so a gram that is an image has all its words there.
    return [
        filled[forms].best_rejected if forms in filled else 1 - leaves.get(forms, 0.0)
        for forms in map(y.forms, ys)
    ]

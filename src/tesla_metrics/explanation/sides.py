"""Split the two texts of a pair into words with character offsets, and explain similarities."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import groupby
from typing import NamedTuple
from unicodedata import combining, is_normalized, normalize

import numpy as np

from ..arrays import Floats
from ..core.encoding.analysis import Analysis
from ..core.matching.ngram_bags import Words
from ..core.matching.word_similarity import GradedWord, Levels, compute_dice, find_reason
from ..files.item import Segment
from ..text.analyzer import WordByWordAnalyzer
from ..text.characters import normalize_width, pad_text
from ..text.synonyms.base import Synonyms, SynsetMembers
from ..text.tokenizers import find_invisible_characters
from ..text.tokenizers import normalize as clean_characters
from ..text.word_offsets import TextSpan, find_word_spans
from .explanation import (
    DERIVATION,
    LEMMA,
    PARAPHRASE,
    SPELLING,
    SYNONYM,
    SYNSET,
    TAG,
    Reason,
    Side,
    Word,
)

CharSpan = tuple[int, int]  # first character, and the character after the last


class FoldedText:
    """A text for searching, without differences that do not matter.

    These are case, width, Unicode composition, the kind of apostrophe and invisible characters.

    text    folded text; a character of the original may become several characters here, or none
    """

    def __init__(self, original: str) -> None:
        # (folded text, start and end in the original) of each cluster
        self._clusters = [
            (_fold_cluster(cluster), start, start + len(cluster))
            for start, cluster in _split_clusters(original)
        ]
        self.text = "".join(folded for folded, _, _ in self._clusters)

    @cached_property
    def _original_spans(self) -> list[CharSpan]:
        """Span in the original of each character of the folded text."""
        return [(start, end) for folded, start, end in self._clusters for _ in folded]

    def find_original_span(self, start: int, end: int) -> CharSpan:
        """Return the span of the original for a nonempty span of the folded text."""
        return self._original_spans[start][0], self._original_spans[end - 1][1]


def fold_text(text: str) -> str:
    """Fold a string as `FoldedText` does."""
    return "".join(_fold_cluster(cluster) for _, cluster in _split_clusters(text))


def find_padded_char_spans(text: str) -> list[CharSpan]:
    """Return the span in `text` of each character of `pad_text(text)`; spaces have empty spans."""
    spans: list[CharSpan] = []
    is_after_space = True
    invisible_characters = find_invisible_characters(text)
    for start, cluster in _split_clusters(text):
        if start in invisible_characters and len(cluster) == 1:
            continue
        # A joiner is kept only in its context, which `clean_characters` does not see here.
        for letter in clean_characters(cluster) or cluster:
            if letter.isspace():
                is_after_space = True
                continue
            if is_after_space:
                spans.append((start, start))
                is_after_space = False
            spans.append((start, start + len(cluster)))
    return [*spans, (len(text), len(text))] if spans else []


@lru_cache(maxsize=4096)
def _fold_cluster(cluster: str) -> str:
    # `clean_characters` unifies apostrophes only between letters, and here it sees one character.
    return clean_characters(normalize_width(cluster)).casefold().replace("’", "'")


def _split_clusters(text: str) -> Iterator[tuple[int, str]]:
    """Yield (start, cluster), where a cluster is a character and the marks that combine with it."""
    if is_normalized("NFC", text):
        yield from enumerate(text)
        return
    start = 0
    for end in range(1, len(text) + 1):
        # Hangul letters compose although they are not combining marks.
        if end == len(text) or not (
            combining(text[end]) or _can_compose(text[start:end], text[end])
        ):
            yield start, text[start:end]
            start = end


def _can_compose(cluster: str, following: str) -> bool:
    return len(normalize("NFC", cluster + following)) <= len(normalize("NFC", cluster))


# Maximum number of words between the last span and the next occurrence of a form.
_MAX_SKIPPED_WORDS = 8


class TextSides(NamedTuple):
    """The reference and the hypothesis, split into words."""

    reference: Side
    hypothesis: Side


def make_side(
    text: str,
    forms: Sequence[str],
    weights: Sequence[float],
    lemmas: Sequence[object] = (),
    tags: Sequence[object | None] = (),
    word_spans: Sequence[CharSpan] | None = None,
) -> Side:
    """Return a side with these words.

    `lemmas` and `tags` have one item per form, or are empty. If `word_spans` is None, the forms are
    searched in the text from left to right.
    """
    if not forms:
        stripped = text.strip()
        start = text.find(stripped)
        return Side(text, (Word(stripped, start, start + len(stripped)),) if stripped else ())
    lemma_names = [str(lemma) for lemma in lemmas] or [""] * len(forms)
    tag_names = ["" if tag is None else str(tag) for tag in tags] or [""] * len(forms)
    word_spans = find_spans(text, forms) if word_spans is None else word_spans
    words = []
    for form, (start, end), weight, lemma, tag in zip(
        forms, word_spans, weights, lemma_names, tag_names, strict=True
    ):
        shown = text[start:end] if is_written(text, (start, end), form) else form
        words.append(Word(shown, start, end, weight, 0.0, lemma, tag))
    return Side(text, tuple(words))


def is_written(text: str, span: CharSpan, form: str) -> bool:
    """Return whether a form is the text of its span, apart from case, width and composition.

    If not, as for the parts of a compound, the form is shown instead of the text.
    """
    written = text[slice(*span)]
    return written.lower() == form.lower() or (
        normalize("NFKC", written).lower() == normalize("NFKC", form).lower()
    )


def find_spans(text: str, forms: Sequence[str]) -> list[CharSpan]:
    """Return the span of each form, ignoring case and Unicode composition.

    Forms that are not in the text (parts of compounds, for example) share the text between their
    neighbours.
    """
    folded = FoldedText(text)
    form_spans: list[CharSpan | None] = []
    position = 0
    for form in map(fold_text, forms):
        start = _find_form(folded.text, form, position) if form else None
        if start is None:
            form_spans.append(None)
        else:
            position = start + len(form)
            form_spans.append(folded.find_original_span(start, position))
    return fill_missing_spans(text, form_spans)


def _find_form(text: str, form: str, position: int) -> int | None:
    """Return the next occurrence of a form at or after `position`, or None.

    The preferred occurrence is at the start of the next word. Otherwise, the form has to be a
    complete word, or a part of the current word.
    """
    start = position
    while start < len(text) and not text[start].isalnum() and not text.startswith(form, start):
        start += 1
    if text.startswith(form, start):
        return start
    while (start := text.find(form, start)) >= 0:
        # An occurrence far ahead is not accepted, because all forms in between would be skipped.
        if text.count(" ", position, start) > _MAX_SKIPPED_WORDS:
            return None
        is_in_current_word = " " not in text[position:start].strip()
        if is_in_current_word or _is_complete_word(text, start, start + len(form)):
            return start
        start += 1
    return None


def _is_complete_word(text: str, start: int, end: int) -> bool:
    return not any(
        text[boundary - 1 : boundary].isalnum() and text[boundary : boundary + 1].isalnum()
        for boundary in (start, end)
    )


def unpad_spans(
    text: str, characters: str, padded_spans: Sequence[CharSpan]
) -> list[CharSpan] | None:
    """Convert spans of words in the padded text `characters` to spans in the text.

    Return None if the characters of the two texts do not correspond.
    """
    shift = find_padding_shift(text, characters)
    if shift is not None:
        return [(start + shift, end + shift) for start, end in padded_spans]
    char_spans = find_padded_char_spans(text)
    if len(char_spans) != len(characters):
        return None
    return [
        (char_spans[start][0], char_spans[max(start, end - 1)][1]) for start, end in padded_spans
    ]


def find_padding_shift(text: str, characters: str) -> int | None:
    """Return the difference between offsets in the text and in the padded text `characters`.

    Return None if the two texts differ in more than white space at both ends.
    """
    stripped = text.strip()
    return text.find(stripped) - 1 if characters == f" {stripped} " else None


def fill_missing_spans(text: str, known_spans: Sequence[CharSpan | None]) -> list[CharSpan]:
    """Replace spans that are None by the span of the text between the neighbouring spans."""
    all_spans: list[CharSpan] = []
    for index, span in enumerate(known_spans):
        if span is None:
            previous_end = next(
                (neighbour[1] for neighbour in reversed(known_spans[:index]) if neighbour), 0
            )
            next_start = next(
                (neighbour[0] for neighbour in known_spans[index:] if neighbour), len(text)
            )
            gap = text[previous_end:next_start]
            start = previous_end + len(gap) - len(gap.lstrip())
            span = start, max(start, start + len(gap.strip()))
        all_spans.append(span)
    return all_spans


def distribute_on_words(side: Side, values: Iterable[tuple[int, int, float]]) -> Floats:
    """Distribute (start, end, value) of spans of the text over the words at these positions.

    Each character of a span gets an equal part. Characters between words count for the word before
    them, or for the first word.
    """
    shares, word_at = np.zeros(len(side.words)), map_chars_to_words(side)
    for start, end, value in values:
        # An empty span counts as the character at its position.
        positions = range(start, max(end, start + 1))
        for position in positions if word_at else ():
            shares[word_at[min(position, len(word_at) - 1)]] += value / len(positions)
    return shares


def map_chars_to_words(side: Side) -> list[int]:
    """Return for each character of the text the index of its word.

    Characters between words belong to the word before them, or to the first word.
    """
    if not side.words:
        return []
    word_indices = [-1] * max(len(side.text), 1)
    for index, word in enumerate(side.words):
        for position in range(word.start, min(word.end, len(word_indices))):
            if word_indices[position] < 0:
                word_indices[position] = index
    previous_index = 0
    for position, word_index in enumerate(word_indices):
        previous_index = word_index if word_index >= 0 else previous_index
        word_indices[position] = previous_index
    return word_indices


def make_word_side(analysis: Analysis, segment: Segment, discount: float) -> Side:
    """Split a text into the words of its analysis; function words have weight `discount`."""
    (words,) = analysis.get_words([segment])
    weights = [discount if is_function else 1.0 for is_function in words.function_flags]
    return make_analysed_side(analysis, segment, analysis.get_text(segment), [words], weights)


def make_analysed_side(
    analysis: Analysis,
    segment: Segment,
    text: str,
    sentences: Sequence[Words],
    weights: Sequence[float],
) -> Side:
    """Return a side with the words of the sentences of a segment and their weights."""
    forms = [form for words in sentences for form in words.forms]
    return make_side(
        text,
        forms,
        weights,
        [lemma for words in sentences for lemma in words.lemmas],
        [tag for words in sentences for tag in words.tags],
        word_spans=_find_analyzer_spans(analysis, text, forms)
        if isinstance(segment, str)
        else None,
    )


def _find_analyzer_spans(
    analysis: Analysis, text: str, forms: Sequence[str]
) -> list[CharSpan] | None:
    """Return the spans of the forms, if the analyzer works word by word; None otherwise."""
    analyzer = analysis.analyzer
    if not isinstance(analyzer, WordByWordAnalyzer):
        return None
    characters = pad_text(text)
    padded_spans = find_word_spans(text, forms, analyzer, analysis.is_word)
    if len(padded_spans) != len(forms):
        return None
    all_spans = list(_search_split_words(characters, forms, padded_spans))
    return unpad_spans(text, characters, all_spans)


def _search_split_words(
    text: str, forms: Sequence[str], known_spans: Sequence[TextSpan]
) -> Iterator[CharSpan]:
    """Yield the spans of all forms; parts of split words are searched in the span of the word."""
    all_spans = fill_missing_spans(text, known_spans)
    for is_unknown, run in groupby(range(len(forms)), key=lambda index: known_spans[index] is None):
        indices = list(run)
        if is_unknown:
            word_start, word_end = all_spans[indices[0]]
            part_spans = find_spans(text[word_start:word_end], [forms[index] for index in indices])
            yield from ((word_start + start, word_start + end) for start, end in part_spans)
        else:
            yield from (all_spans[index] for index in indices)


# Maximum number of words of a synset to show; some synsets have dozens.
_MAX_SYNSET_WORDS = 12


def find_similarity_reason(
    x: GradedWord, y: GradedWord, levels: Levels, synonyms: Synonyms
) -> Reason:
    """Return the reason why two words are similar, with the evidence for it."""
    kind = find_reason(x, y, levels)
    return Reason(kind, _find_evidence(kind, x, y, synonyms))


def _find_evidence(kind: str, x: GradedWord, y: GradedWord, synonyms: Synonyms) -> tuple[str, ...]:
    if kind == LEMMA:
        return (x.lemma,)
    if kind == DERIVATION:
        return (x.lemma, y.lemma)
    if kind in (SYNONYM, SYNSET):
        return get_synset_words(x.synsets & y.synsets, synonyms)
    if kind == PARAPHRASE:
        return (f"strength {x.paraphrases[y.lemma]:.2f}",)
    if kind == SPELLING:
        return (f"dice {compute_dice(x.character_bigrams, y.character_bigrams):.2f}",)
    return (str(x.tag),) if kind == TAG else ()


def get_synset_words(synset_ids: frozenset[int], synonyms: Synonyms) -> tuple[str, ...]:
    """Return the words of the smallest (most specific) synset that two words share."""
    if not isinstance(synonyms, SynsetMembers):
        return ()
    smallest = min((synonyms.members(synset) for synset in sorted(synset_ids)), key=len)
    return smallest[:_MAX_SYNSET_WORDS]

"""The words of the two texts of a pair, with character offsets and similarity reasons."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import groupby
from typing import NamedTuple
from unicodedata import combining, is_normalized, normalize

import numpy as np

from ..arrays import Floats
from ..core.encoding.analysis import Analysis
from ..core.matching.ngram_bags import Words
from ..core.matching.word_similarity import GradedWord, Levels, dice, reason
from ..files.item import Segment
from ..text.analyzer import WordByWordAnalyzer
from ..text.characters import normalize_width, pad_text
from ..text.synonyms.base import Synonyms, SynsetMembers
from ..text.tokenizers import normalize as visible
from ..text.word_offsets import TextSpan, word_spans
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


class FoldedText:
    """A text for searching: without case, width, composition, apostrophe variants and invisibles.

    text    folded text; a character of the original may become several here, or none
    """

    def __init__(self, original: str) -> None:
        pieces = [(_fold(piece), start, start + len(piece)) for start, piece in _pieces(original)]
        self.text = "".join(folded for folded, _, _ in pieces)
        self._pieces = pieces

    @cached_property
    def _places(self) -> list[tuple[int, int]]:
        return [(start, end) for folded, start, end in self._pieces for _ in folded]

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the original for a nonempty span of the folded text."""
        return self._places[start][0], self._places[end - 1][1]


def fold_text(text: str) -> str:
    """Fold a string to search for."""
    return "".join(_fold(piece) for _, piece in _pieces(text))


def padded_char_spans(text: str) -> list[tuple[int, int]]:
    """Return the span in the text of each character of the padded text; spaces have no width."""
    spans: list[tuple[int, int]] = []
    after_space = True
    for start, piece in _pieces(text):
        for letter in visible(piece):
            if letter.isspace():
                after_space = True
                continue
            if after_space:
                spans.append((start, start))
                after_space = False
            spans.append((start, start + len(piece)))
    return [*spans, (len(text), len(text))] if spans else []


@lru_cache(maxsize=4096)
def _fold(piece: str) -> str:
    # `visible` unifies apostrophes only between letters, and a piece is a single character.
    return visible(normalize_width(piece)).casefold().replace("’", "'")


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Yield (start, piece), where a piece is the shortest unit of Unicode composition."""
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


def _can_compose(piece: str, following: str) -> bool:
    return len(normalize("NFC", piece + following)) <= len(normalize("NFC", piece))


CharSpan = tuple[int, int]
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
    """Return a side with these words; spans that are not passed are searched from left to right."""
    if not forms:
        stripped = text.strip()
        start = text.find(stripped)
        return Side(text, (Word(stripped, start, start + len(stripped)),) if stripped else ())
    lemma_names = [str(lemma) for lemma in lemmas] or [""] * len(forms)
    tag_names = ["" if tag is None else str(tag) for tag in tags] or [""] * len(forms)
    word_spans = find_spans(text, forms) if word_spans is None else word_spans
    rows = zip(forms, word_spans, weights, lemma_names, tag_names, strict=True)
    return Side(
        text,
        tuple(
            Word(
                text[a:b] if form.lower() == text[a:b].lower() else form,
                a,
                b,
                weight,
                0.0,
                *lemma_and_tag,
            )
            for form, (a, b), weight, *lemma_and_tag in rows
        ),
    )


def find_spans(text: str, forms: Sequence[str]) -> list[CharSpan]:
    """Return the span of each form, ignoring case and Unicode composition.

    Forms that are not in the text as such (parts of compounds, for example) share the text between
    their neighbours.
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
            form_spans.append(folded.original_span(start, position))
    return fill_missing_spans(text, form_spans)


def _find_form(text: str, form: str, position: int) -> int | None:
    """Return the next position of a form.

    Preferred is the start of the next word, then a whole word, then the rest of the current word.
    """
    start = position
    while start < len(text) and not text[start].isalnum() and not text.startswith(form, start):
        start += 1
    if text.startswith(form, start):
        return start
    # A form that occurs only far ahead is not accepted: the following forms would be lost with it.
    while (start := text.find(form, start)) >= 0 and text.count(
        " ", position, start
    ) <= _MAX_SKIPPED_WORDS:
        if " " not in text[position:start].strip() or _is_whole_word(
            text, start, start + len(form)
        ):
            return start
        start += 1
    return None


def _is_whole_word(text: str, start: int, end: int) -> bool:
    return not any(text[k - 1 : k].isalnum() and text[k : k + 1].isalnum() for k in (start, end))


def unpad_spans(
    text: str, characters: str, padded_spans: Sequence[CharSpan]
) -> list[CharSpan] | None:
    """Convert spans of words in the padded text to spans in the text."""
    shift = find_padding_shift(text, characters)
    if shift is not None:
        return [(start + shift, end + shift) for start, end in padded_spans]
    char_spans = padded_char_spans(text)
    if len(char_spans) != len(characters):
        return None
    return [
        (char_spans[start][0], char_spans[max(start, end - 1)][1]) for start, end in padded_spans
    ]


def find_padding_shift(text: str, characters: str) -> int | None:
    """Return the offset from the padded text to the text; None if they differ otherwise."""
    stripped = text.strip()
    return text.find(stripped) - 1 if characters == f" {stripped} " else None


def fill_missing_spans(text: str, known_spans: Sequence[CharSpan | None]) -> list[CharSpan]:
    """Fill missing spans: forms without one share the text between their neighbours."""
    places: list[CharSpan] = []
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
        places.append(span)
    return places


def distribute_on_words(side: Side, values: Iterable[tuple[int, int, float]]) -> Floats:
    """Distribute (start, end, value) of spans of the text over the words at these positions.

    Each character gets an equal share. What is outside of words goes to the word before it, or to
    the first word.
    """
    shares, word_at = np.zeros(len(side.words)), map_chars_to_words(side)
    for start, end, value in values:
        # At least one character: an empty span counts for the character at its position.
        positions = range(start, max(end, start + 1))
        for position in positions if word_at else ():
            shares[word_at[min(position, len(word_at) - 1)]] += value / len(positions)
    return shares


def map_chars_to_words(side: Side) -> list[int]:
    """Return for each character of the text the index of its word."""
    if not side.words:
        return []
    word_indices = [-1] * max(len(side.text), 1)
    for index, word in enumerate(side.words):
        for position in range(word.start, min(word.end, len(word_indices))):
            if word_indices[position] < 0:
                word_indices[position] = index
    last = 0
    for position, word_index in enumerate(word_indices):
        last = word_indices[position] = word_index if word_index >= 0 else last
    return word_indices


def make_word_side(analysis: Analysis, segment: Segment, discount: float) -> Side:
    """Split a text into the words of its analysis; function words have weight `discount`."""
    (words,) = analysis.words([segment])
    weights = [discount if function else 1.0 for function in words.function]
    return make_analysed_side(analysis, segment, analysis.text(segment), [words], weights)


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
        word_spans=_places(analysis, text, forms) if isinstance(segment, str) else None,
    )


def _places(analysis: Analysis, text: str, forms: Sequence[str]) -> list[CharSpan] | None:
    """Return the spans according to the analyzer, if it works word by word; None otherwise."""
    analyzer = analysis.analyzer
    if not isinstance(analyzer, WordByWordAnalyzer):
        return None
    characters = pad_text(text)
    padded_places = word_spans(text, forms, analyzer, analysis.is_word)
    if len(padded_places) != len(forms):
        return None
    return unpad_spans(
        text, characters, list(_search_split_words(characters, forms, padded_places))
    )


def _search_split_words(
    text: str, forms: Sequence[str], known_spans: Sequence[TextSpan]
) -> Iterator[CharSpan]:
    """Yield all spans; parts of split words are searched within the span of the word."""
    all_spans = fill_missing_spans(text, known_spans)
    for is_unknown, run in groupby(range(len(forms)), key=lambda index: known_spans[index] is None):
        indices = list(run)
        if is_unknown:
            start, end = all_spans[indices[0]]
            inner_spans = find_spans(text[start:end], [forms[index] for index in indices])
            yield from ((start + a, start + b) for a, b in inner_spans)
        else:
            yield from (all_spans[index] for index in indices)


# Maximum number of words that are shown of a synset; some have dozens.
_MAX_SYNSET_WORDS = 12


def find_similarity_reason(
    x: GradedWord, y: GradedWord, levels: Levels, synonyms: Synonyms
) -> Reason:
    """Return why two words are similar: the level, and what they share there."""
    kind = reason(x, y, levels)
    return Reason(kind, _evidence(kind, x, y, synonyms))


def _evidence(kind: str, x: GradedWord, y: GradedWord, synonyms: Synonyms) -> tuple[str, ...]:
    if kind == LEMMA:
        return (x.lemma,)
    if kind == DERIVATION:
        return (x.lemma, y.lemma)
    if kind in (SYNONYM, SYNSET):
        return get_synset_words(x.synsets & y.synsets, synonyms)
    if kind == PARAPHRASE:
        return (f"strength {x.related[y.lemma]:.2f}",)
    if kind == SPELLING:
        return (f"dice {dice(x.bigrams, y.bigrams):.2f}",)
    return (str(x.tag),) if kind == TAG else ()


def get_synset_words(shared: frozenset[int], synonyms: Synonyms) -> tuple[str, ...]:
    """Return the words of the smallest (most specific) synset that two words share."""
    if not isinstance(synonyms, SynsetMembers):
        return ()
    return min((synonyms.members(synset) for synset in sorted(shared)), key=len)[:_MAX_SYNSET_WORDS]

"""Encoder for TESLA-X: words with their inverse document frequencies, and character n-grams."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...files.item import Segment
from ...files.sentence import NAME_TAGS
from ...text.analyzer import Analyzer
from ...text.case_and_punctuation import Case, Ending, get_cases, get_ending
from ...text.characters import pad_text
from ...text.frequencies import Frequencies
from ...text.languages import find_language
from ...text.negation import (
    TextNegations,
    find_negations,
    load_negation_detector,
    remove_negating_affix,
)
from ...text.numbers import (
    Numbers,
    canonicalize,
    extract_digits,
    find_minutes,
    find_numbers,
    locate_numbers,
    resolve_readings,
)
from ...text.related_words import Paraphrases, Relations, WordRelation
from ...text.word_offsets import TextSpan, find_word_spans
from ..matching.graded_matching import WeightedWords
from ..matching.ngram_bags import CharacterBag, Words, make_character_bags
from ..matching.word_similarity import GradedWord, get_character_bigrams
from .analysis import Analysis
from .encoder import Encoder

# Words that are matched as one: (index of the first word, index after the last word, digits). A
# number of several words is a group; every other word is a group by itself, with empty digits.
WordGroup = tuple[int, int, str]


def iter_word_groups(numbers: Numbers, n_words: int) -> Iterator[WordGroup]:
    """Yield the groups of the `n_words` words of a text; the words of one number form one group."""
    next_word = 0
    for (begin, end), digits in zip(numbers.spans, numbers.composed, strict=True):
        if end - begin > 1:
            yield from ((index, index + 1, "") for index in range(next_word, begin))
            yield begin, end, digits
            next_word = end
    yield from ((index, index + 1, "") for index in range(next_word, n_words))


def find_text_numbers(
    forms: Sequence[str], lang: str, characters: str, spans: Sequence[TextSpan]
) -> Numbers:
    """Return the numbers of a text; `spans` are those of its words in the padded characters."""
    return find_numbers([form.lower() for form in forms], lang, find_minutes(characters, spans))


def join_words(words: Words, groups: Sequence[WordGroup]) -> Words:
    """Join the words of each group.

    The lemma of a number is its digits; its part of speech is the one of its first word.
    """
    return Words(
        [digits or words.lemmas[begin] for begin, _, digits in groups],
        [words.tags[begin] for begin, _, _ in groups],
        [frozenset() if digits else words.synsets[begin] for begin, _, digits in groups],
        [not digits and words.function_flags[begin] for begin, _, digits in groups],
        [words.upos[begin] for begin, _, _ in groups] if words.upos else (),
        [" ".join(words.forms[begin:end]) for begin, end, _ in groups],
    )


def join_forms(
    forms: Sequence[str], numbers: Numbers, text: str, spans: Sequence[tuple[int, int]] | None
) -> list[str]:
    """Return the form of each group for display.

    If `spans`, the spans of the groups in the text, are not None, a number of several words is
    copied from the text. Otherwise its words are joined with spaces.
    """
    display_forms = []
    for index, (begin, end, _) in enumerate(iter_word_groups(numbers, len(forms))):
        form = " ".join(forms[begin:end])
        if end - begin > 1 and spans is not None:
            form = text[slice(*spans[index])] or form
        display_forms.append(form)
    return display_forms


def join_spans(spans: Sequence[TextSpan], groups: Sequence[WordGroup]) -> list[TextSpan]:
    """Return the span of each group, from the start of its first word to the end of its last.

    It is None if the span of the first or last word is unknown.
    """
    group_spans: list[TextSpan] = []
    for begin, end, _ in groups:
        first, last = spans[begin], spans[end - 1]
        group_spans.append(None if first is None or last is None else (first[0], last[1]))
    return group_spans


class GradedText(NamedTuple):
    """The parts of a text that are matched."""

    words: WeightedWords
    characters: str  # the normalised text between two spaces
    spans: list[TextSpan]  # the span of each word in these characters; None if unknown
    bags: list[CharacterBag]  # of character n-grams, one bag per length
    cases: list[Case]  # upper or lower case, one per word
    numbers: Numbers
    negations: TextNegations
    ending: Ending


def resolve_numbers(text: GradedText, other: GradedText) -> GradedText:
    """Read the ambiguous numbers of a text such that they agree with those of another text.

    The weights of words do not change.
    """
    if not text.numbers.readings:
        return text
    numbers = resolve_readings(text.numbers, other.numbers)
    words = list(text.words.words)
    for (digits, (word_index,)), unresolved in zip(
        locate_numbers(numbers), text.numbers.composed, strict=True
    ):
        if digits != unresolved:
            words[word_index] = words[word_index]._replace(form=digits)
    return text._replace(words=text.words._replace(words=words), numbers=numbers)


class GradedEncoder(Encoder[GradedText]):
    """Encoder of words and of character n-grams up to the length `max_character_ngram`."""

    with_text = True

    def __init__(
        self,
        analysis: Analysis,
        frequencies: Frequencies,
        paraphrases: Paraphrases,
        relations: Relations,
        max_character_ngram: int,
    ) -> None:
        super().__init__(analysis)
        self.frequencies, self.paraphrases = frequencies, paraphrases
        self.relations, self.characters = relations, max_character_ngram
        self._is_negation = load_negation_detector(analysis.lang)

    def make_native_encoder(self, native: Any, lexicon: Any) -> Any:
        return native.GradedEncoder(
            lexicon,
            sentences=self.frequencies.sentences,
            frequencies=self.frequencies.body,
            paraphrases=self.paraphrases.body,
            relations=self.relations.body,
            characters=self.characters,
            most_bytes=self.analysis.session.memory,
        )

    def make_codes(self, segments: Sequence[Segment]) -> list[GradedText]:
        is_analysed = not isinstance(segments[0], str)
        analyzer = None if is_analysed else self.analysis.analyzer
        words = self.analysis.get_words(segments)
        return [
            self._encode_text(self.analysis.get_text(segment), segment_words, analyzer)
            for segment, segment_words in zip(segments, words, strict=True)
        ]

    def weight_words(self, words: Words) -> WeightedWords:
        """Return words with their properties and weights; the words of a number are not joined."""
        return self._weight_groups(words, Numbers([], [], []))[0]

    def _weight_groups(
        self, words: Words, parsed_numbers: Numbers
    ) -> tuple[WeightedWords, list[WordGroup]]:
        """Return the words with their weights, and their groups; a number is one word."""
        groups = list(iter_word_groups(parsed_numbers, len(words.forms)))
        group_words, lang = join_words(words, groups), self.analysis.lang
        forms = [
            digits or canonicalize(form.lower(), lang)
            for form, (_, _, digits) in zip(group_words.forms, groups, strict=True)
        ]
        weights = [self.frequencies.get_word_weight(form) for form in forms]
        graded_words = [
            self._make_graded_word(group_words, index, form, weights[index])
            for index, form in enumerate(forms)
        ]
        return WeightedWords(graded_words, weights), groups

    def _encode_text(self, text: str, words: Words, analyzer: Analyzer | None) -> GradedText:
        characters = pad_text(text)
        word_spans = find_word_spans(text, words.forms, analyzer)
        parsed_numbers = find_text_numbers(words.forms, self.analysis.lang, characters, word_spans)
        weighted_words, groups = self._weight_groups(words, parsed_numbers)
        spans = join_spans(word_spans, groups)
        return GradedText(
            weighted_words,
            characters,
            spans,
            self.make_character_bags(characters),
            get_cases(characters, spans),
            parsed_numbers,
            self._find_negations(weighted_words),
            get_ending(characters),
        )

    def _find_negations(self, weighted_words: WeightedWords) -> TextNegations:
        return find_negations(
            [word.form for word in weighted_words.words],
            [word.is_negation for word in weighted_words.words],
            [remove_negating_affix(word.form, self.analysis.lang) for word in weighted_words.words],
            find_language(self.analysis.lang),
        )

    def _make_graded_word(self, words: Words, index: int, form: str, weight: float) -> GradedWord:
        lemma, tag = str(words.lemmas[index]), words.tags[index]
        related_lemmas = self.relations.get_related(lemma)
        return GradedWord(
            form,
            lemma,
            tag,
            words.synsets[index],
            self.paraphrases.get_related(lemma),
            word_family=_select_related(related_lemmas, WordRelation.DERIVED),
            opposites=_select_related(related_lemmas, WordRelation.OPPOSITE),
            is_number=bool(extract_digits(form)),
            is_negation=self._is_negation(form),
            is_known=weight < self.frequencies.unseen_weight,
            is_function_word=words.function_flags[index],
            is_name=tag in NAME_TAGS,
            character_bigrams=get_character_bigrams(form),
        )

    def make_character_bags(self, characters: str) -> list[CharacterBag]:
        """Return the bags of character n-grams of padded text."""
        return make_character_bags(characters, self.characters, self.frequencies.get_gram_weight)


def _select_related(relations: Mapping[str, WordRelation], kind: WordRelation) -> frozenset[str]:
    return frozenset(lemma for lemma, relation in relations.items() if relation is kind)


def get_graded_encoder(
    analysis: Analysis,
    frequencies: Frequencies,
    paraphrases: Paraphrases,
    relations: Relations,
    max_character_ngram: int,
) -> GradedEncoder:
    """Return the encoder for this analysis and these tables, which the session shares.

    The longest character n-grams have the length `max_character_ngram`.
    """
    return analysis.session.once(
        GradedEncoder, analysis, frequencies, paraphrases, relations, max_character_ngram
    )

"""Encoder for TESLA-X: words with their inverse document frequencies, and character n-grams."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...files.item import Segment
from ...files.sentence import NAME_TAGS
from ...text.analyzer import Analyzer
from ...text.case_and_punctuation import Case, Ending, cases, ending_of
from ...text.characters import pad_text
from ...text.frequencies import Frequencies
from ...text.languages import find_language
from ...text.negation import TextNegations, find_negations, load_negations, negated_base
from ...text.numbers import Numbers, canonical, digits_of, numbers
from ...text.related_words import Paraphrases, Relations, WordRelation
from ...text.word_offsets import TextSpan, word_spans
from ..matching.graded_matching import WeightedWords
from ..matching.ngram_bags import CharacterBag, Words, character_bags
from ..matching.word_similarity import GradedWord, bigrams
from .analysis import Analysis
from .encoder import Encoder

# Words that are matched as one: (index of the first word, index after the last word, digits). A
# number of several words is a group; every other word is a group by itself, with empty digits.
Group = tuple[int, int, str]


def number_groups(numbers: Numbers, size: int) -> Iterator[Group]:
    """Yield the groups of the `size` words of a text; the words of one number form one group."""
    next_word = 0
    for (begin, end), digits in zip(numbers.spans, numbers.composed, strict=True):
        if end - begin > 1:
            yield from ((index, index + 1, "") for index in range(next_word, begin))
            yield begin, end, digits
            next_word = end
    yield from ((index, index + 1, "") for index in range(next_word, size))


def joined_words(words: Words, groups_of_words: Sequence[Group]) -> Words:
    """Join the words of each group.

    The lemma of a number is its digits; its part of speech is the one of its first word.
    """
    return Words(
        [digits or words.lemmas[begin] for begin, _, digits in groups_of_words],
        [words.tags[begin] for begin, _, _ in groups_of_words],
        [frozenset() if digits else words.synsets[begin] for begin, _, digits in groups_of_words],
        [not digits and words.function[begin] for begin, _, digits in groups_of_words],
        [words.upos[begin] for begin, _, _ in groups_of_words] if words.upos else (),
        [" ".join(words.forms[begin:end]) for begin, end, _ in groups_of_words],
    )


def joined_forms(
    forms: Sequence[str], numbers: Numbers, text: str, places: Sequence[tuple[int, int]] | None
) -> list[str]:
    """Return the form of each group for display.

    If `places`, the spans of the groups in the text, are not None, a number of several words is
    copied from the text. Otherwise its words are joined with spaces.
    """
    display_forms = []
    for index, (begin, end, _) in enumerate(number_groups(numbers, len(forms))):
        form = " ".join(forms[begin:end])
        if end - begin > 1 and places is not None:
            form = text[slice(*places[index])] or form
        display_forms.append(form)
    return display_forms


def joined_spans(places: Sequence[TextSpan], groups_of_words: Sequence[Group]) -> list[TextSpan]:
    """Return the span of each group, from the start of its first word to the end of its last.

    It is None if the span of the first or last word is unknown.
    """
    group_spans: list[TextSpan] = []
    for begin, end, _ in groups_of_words:
        first, last = places[begin], places[end - 1]
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


class GradedEncoder(Encoder[GradedText]):
    """Encoder of words and of character n-grams up to the length `characters`."""

    with_text = True

    def __init__(
        self,
        analysis: Analysis,
        frequencies: Frequencies,
        paraphrases: Paraphrases,
        relations: Relations,
        characters: int,
    ) -> None:
        super().__init__(analysis)
        self.frequencies, self.paraphrases = frequencies, paraphrases
        self.relations, self.characters = relations, characters
        self._is_negation = load_negations(analysis.lang)

    def make_core(self, native: Any, lexicon: Any) -> Any:
        return native.GradedEncoder(
            lexicon,
            sentences=self.frequencies.sentences,
            frequencies=self.frequencies.body,
            paraphrases=self.paraphrases.body,
            relations=self.relations.body,
            characters=self.characters,
            most_bytes=self.analysis.session.memory,
        )

    def make(self, segments: Sequence[Segment]) -> list[GradedText]:
        is_analysed = not isinstance(segments[0], str)
        analyzer = None if is_analysed else self.analysis.analyzer
        words = self.analysis.words(segments)
        return [
            self._encode_text(self.analysis.text(segment), segment_words, analyzer)
            for segment, segment_words in zip(segments, words, strict=True)
        ]

    def words(self, words: Words) -> WeightedWords:
        """Return words with their properties and weights; the words of a number are not joined."""
        return self._weight_groups(words, Numbers([], [], []))[0]

    def _weight_groups(
        self, words: Words, parsed_numbers: Numbers
    ) -> tuple[WeightedWords, list[Group]]:
        """Return the words with their weights, and their groups; a number is one word."""
        groups = list(number_groups(parsed_numbers, len(words.forms)))
        group_words, lang = joined_words(words, groups), self.analysis.lang
        forms = [
            digits or canonical(form.lower(), lang)
            for form, (_, _, digits) in zip(group_words.forms, groups, strict=True)
        ]
        weights = [self.frequencies.word_weight(form) for form in forms]
        graded_words = [
            self._make_graded_word(group_words, index, form, weights[index])
            for index, form in enumerate(forms)
        ]
        return WeightedWords(graded_words, weights), groups

    def _encode_text(self, text: str, words: Words, analyzer: Analyzer | None) -> GradedText:
        parsed_numbers = numbers([form.lower() for form in words.forms], self.analysis.lang)
        weighted_words, groups = self._weight_groups(words, parsed_numbers)
        characters = pad_text(text)
        spans = joined_spans(word_spans(text, words.forms, analyzer), groups)
        return GradedText(
            weighted_words,
            characters,
            spans,
            self.bags(characters),
            cases(characters, spans),
            parsed_numbers,
            self._find_negations(weighted_words),
            ending_of(characters),
        )

    def _find_negations(self, weighted_words: WeightedWords) -> TextNegations:
        return find_negations(
            [word.form for word in weighted_words.words],
            [word.negates for word in weighted_words.words],
            [negated_base(word.form, self.analysis.lang) for word in weighted_words.words],
            find_language(self.analysis.lang),
        )

    def _make_graded_word(self, words: Words, index: int, form: str, weight: float) -> GradedWord:
        lemma, tag = str(words.lemmas[index]), words.tags[index]
        related_lemmas = self.relations.related(lemma)
        return GradedWord(
            form,
            lemma,
            tag,
            words.synsets[index],
            self.paraphrases.related(lemma),
            family=_select_related(related_lemmas, WordRelation.DERIVED),
            opposites=_select_related(related_lemmas, WordRelation.OPPOSITE),
            number=bool(digits_of(form)),
            negates=self._is_negation(form),
            known=weight < self.frequencies.unseen_weight,
            function=words.function[index],
            name=tag in NAME_TAGS,
            bigrams=bigrams(form),
        )

    def bags(self, characters: str) -> list[CharacterBag]:
        """Return the bags of character n-grams of padded text."""
        return character_bags(characters, self.characters, self.frequencies.gram_weight)


def _select_related(relations: Mapping[str, WordRelation], kind: WordRelation) -> frozenset[str]:
    return frozenset(lemma for lemma, relation in relations.items() if relation is kind)


def graded_encoder(
    analysis: Analysis,
    frequencies: Frequencies,
    paraphrases: Paraphrases,
    relations: Relations,
    characters: int,
) -> GradedEncoder:
    """Return the encoder for this analysis and these tables, which the session shares.

    The longest character n-grams have the length `characters`.
    """
    return analysis.session.once(
        GradedEncoder, analysis, frequencies, paraphrases, relations, characters
    )

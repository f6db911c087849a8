"""Encoder of words with idf weights and of character n-grams, for TESLA-X."""

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

Group = tuple[int, int, str]


def number_groups(numbers: Numbers, size: int) -> Iterator[Group]:
    """Yield the words of a text as (begin, end, digits); the words of one number form one group."""
    position = 0
    for (begin, end), digits in zip(numbers.spans, numbers.composed, strict=True):
        if end - begin > 1:
            yield from ((index, index + 1, "") for index in range(position, begin))
            yield begin, end, digits
            position = end
    yield from ((index, index + 1, "") for index in range(position, size))


def joined_words(words: Words, groups_of_words: Sequence[Group]) -> Words:
    """Join the words of each number.

    Its lemma is its digits, and its part of speech is that of its first word.
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
    """Return the forms for display; a number is written as in the text if its offsets are known."""
    shown = []
    for index, (begin, end, _) in enumerate(number_groups(numbers, len(forms))):
        form = " ".join(forms[begin:end])
        if end - begin > 1 and places is not None:
            form = text[slice(*places[index])] or form
        shown.append(form)
    return shown


def joined_spans(places: Sequence[TextSpan], groups_of_words: Sequence[Group]) -> list[TextSpan]:
    """Return the span of each group, from the start of its first word to the end of its last."""
    joined: list[TextSpan] = []
    for begin, end, _ in groups_of_words:
        first, last = places[begin], places[end - 1]
        joined.append(None if first is None or last is None else (first[0], last[1]))
    return joined


class GradedText(NamedTuple):
    """The parts of a text that are matched."""

    words: WeightedWords
    characters: str
    spans: list[TextSpan]  # spans of words in the characters
    bags: list[CharacterBag]
    cases: list[Case]  # one per word
    numbers: Numbers
    negations: TextNegations
    ending: Ending


class GradedEncoder(Encoder[GradedText]):
    """Encoder for an analysis, word tables and the length of the longest character n-grams."""

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
        self._negates = load_negations(analysis.lang)

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
        analysed = not isinstance(segments[0], str)
        analyzer = None if analysed else self.analysis.analyzer
        words = self.analysis.words(segments)
        return [
            self._text(self.analysis.text(segment), segment_words, analyzer)
            for segment, segment_words in zip(segments, words, strict=True)
        ]

    def words(self, words: Words) -> WeightedWords:
        """Return analysed words with their weights; the words of a number are not joined."""
        return self._weighed(words, Numbers([], [], []))[0]

    def _weighed(self, words: Words, parsed_numbers: Numbers) -> tuple[WeightedWords, list[Group]]:
        together = list(number_groups(parsed_numbers, len(words.forms)))
        joined, lang = joined_words(words, together), self.analysis.lang
        forms = [
            digits or canonical(form.lower(), lang)
            for form, (_, _, digits) in zip(joined.forms, together, strict=True)
        ]
        weights = [self.frequencies.word_weight(form) for form in forms]
        graded = [
            self._word(joined, index, form, weights[index]) for index, form in enumerate(forms)
        ]
        return WeightedWords(graded, weights), together

    def _text(self, text: str, words: Words, analyzer: Analyzer | None) -> GradedText:
        parsed_numbers = numbers([form.lower() for form in words.forms], self.analysis.lang)
        weighed, together = self._weighed(words, parsed_numbers)
        characters = pad_text(text)
        offsets = joined_spans(word_spans(text, words.forms, analyzer), together)
        return GradedText(
            weighed,
            characters,
            offsets,
            self.bags(characters),
            cases(characters, offsets),
            parsed_numbers,
            self._negated(weighed),
            ending_of(characters),
        )

    def _negated(self, weighed: WeightedWords) -> TextNegations:
        return find_negations(
            [word.form for word in weighed.words],
            [word.negates for word in weighed.words],
            [negated_base(word.form, self.analysis.lang) for word in weighed.words],
            find_language(self.analysis.lang),
        )

    def _word(self, words: Words, index: int, form: str, weight: float) -> GradedWord:
        lemma, tag = str(words.lemmas[index]), words.tags[index]
        related = self.relations.related(lemma)
        return GradedWord(
            form,
            lemma,
            tag,
            words.synsets[index],
            self.paraphrases.related(lemma),
            family=_lemmas_related_by(related, WordRelation.DERIVED),
            opposites=_lemmas_related_by(related, WordRelation.OPPOSITE),
            number=bool(digits_of(form)),
            negates=self._negates(form),
            known=weight < self.frequencies.unseen_weight,
            function=words.function[index],
            name=tag in NAME_TAGS,
            bigrams=bigrams(form),
        )

    def bags(self, characters: str) -> list[CharacterBag]:
        """Return the bags of character n-grams of padded text."""
        return character_bags(characters, self.characters, self.frequencies.gram_weight)


def _lemmas_related_by(related: Mapping[str, WordRelation], kind: WordRelation) -> frozenset[str]:
    return frozenset(lemma for lemma, relation in related.items() if relation is kind)


def graded_encoder(
    analysis: Analysis,
    frequencies: Frequencies,
    paraphrases: Paraphrases,
    relations: Relations,
    characters: int,
) -> GradedEncoder:
    """Return the session's encoder for these tables, which any comparison constants can use."""
    return analysis.session.once(
        GradedEncoder, analysis, frequencies, paraphrases, relations, characters
    )

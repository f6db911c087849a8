"""Words with weights by rarity, and character n-grams: what TESLA-X compares."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..analysis.analyzer import Analyzer
from ..analysis.frequencies import Frequencies
from ..analysis.negations import load_negations
from ..analysis.numbers import Numbers, canonical, digits_of, numbers
from ..analysis.padding import padded
from ..analysis.paraphrases import Paraphrases
from ..analysis.places import Place, places
from ..analysis.sentence import NAME_TAGS
from ..matching.alike import GradedWord, bigrams
from ..matching.bags import Words
from ..matching.characters import CharacterBag, character_bags
from ..matching.matching import WeighedWords
from ..tasks import Segment
from .analysis import Analysis
from .encoder import Encoder


class GradedText(NamedTuple):
    """What is matched of one text."""

    words: WeighedWords
    characters: str
    places: list[Place]  # of words among the characters
    bags: list[CharacterBag]
    numbers: Numbers
    negations: int


class GradedEncoder(Encoder[GradedText]):
    """Codes depend on the analysis, both tables and the longest character n-grams alone."""

    with_text = True

    def __init__(
        self,
        analysis: Analysis,
        frequencies: Frequencies,
        paraphrases: Paraphrases,
        characters: int,
    ) -> None:
        super().__init__(analysis)
        self.frequencies, self.paraphrases = frequencies, paraphrases
        self.characters = characters
        self._negates = load_negations(analysis.lang)

    def make_core(self, native: Any, lexicon: Any) -> Any:
        return native.GradedEncoder(
            lexicon,
            sentences=self.frequencies.sentences,
            frequencies=self.frequencies.body,
            paraphrases=self.paraphrases.body,
            characters=self.characters,
            most_bytes=self.analysis.session.memory,
        )

    def make(self, segments: Sequence[Segment]) -> list[GradedText]:
        given = not isinstance(segments[0], str)
        analyzer = None if given else self.analysis.analyzer
        words = self.analysis.words(segments)
        return [
            self._text(self.analysis.text(segment), own, analyzer)
            for segment, own in zip(segments, words, strict=True)
        ]

    def words(self, words: Words) -> WeighedWords:
        """What is compared of analysed words, and what these weigh."""
        forms = [canonical(form.lower(), self.analysis.lang) for form in words.forms]
        weights = [self.frequencies.word(form) for form in forms]
        graded = [
            self._word(words, place, form, weights[place]) for place, form in enumerate(forms)
        ]
        return WeighedWords(graded, weights)

    def _text(self, text: str, words: Words, analyzer: Analyzer | None) -> GradedText:
        weighed = self.words(words)
        characters = padded(text)
        return GradedText(
            weighed,
            characters,
            places(text, words.forms, analyzer),
            self.bags(characters),
            numbers([form.lower() for form in words.forms], self.analysis.lang),
            sum(word.negates for word in weighed.words),
        )

    def _word(self, words: Words, place: int, form: str, weight: float) -> GradedWord:
        lemma, tag = str(words.lemmas[place]), words.tags[place]
        return GradedWord(
            form,
            lemma,
            tag,
            words.synsets[place],
            self.paraphrases.related(lemma),
            number=bool(digits_of(form)),
            negates=self._negates(form),
            known=weight < self.frequencies.rarest,
            function=words.function[place],
            name=tag in NAME_TAGS,
            bigrams=bigrams(form),
        )

    def bags(self, characters: str) -> list[CharacterBag]:
        """Character n-grams of padded text."""
        return character_bags(characters, self.characters, self.frequencies.gram)


def graded_encoder(
    analysis: Analysis, frequencies: Frequencies, paraphrases: Paraphrases, characters: int
) -> GradedEncoder:
    """The session's encoder for these tables, whatever the constants they are compared with."""
    return analysis.session.once(GradedEncoder, analysis, frequencies, paraphrases, characters)

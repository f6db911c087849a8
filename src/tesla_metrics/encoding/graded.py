"""Words with weights by rarity, and character n-grams: what TESLA-X compares."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..analysis.analyzer import Analyzer
from ..analysis.cases import Case, cases
from ..analysis.endings import Ending, ending_of
from ..analysis.frequencies import Frequencies
from ..analysis.kin.paraphrases import Paraphrases
from ..analysis.kin.relations import Kinship, Relations
from ..analysis.negations import Negated, base_of, load_negations, negated
from ..analysis.numbers import Numbers, canonical, digits_of, numbers
from ..analysis.padding import padded
from ..analysis.places import Place, places
from ..analysis.sentence import NAME_TAGS
from ..languages import find_language
from ..matching.alike import GradedWord, bigrams
from ..matching.bags import Words
from ..matching.characters import CharacterBag, character_bags
from ..matching.matching import WeighedWords
from ..tasks import Segment
from .analysis import Analysis
from .encoder import Encoder
from .one_number import Group, groups, joined_places, joined_words


class GradedText(NamedTuple):
    """What is matched of one text."""

    words: WeighedWords
    characters: str
    places: list[Place]  # of words among the characters
    bags: list[CharacterBag]
    cases: list[Case]  # of words
    numbers: Numbers
    negations: Negated
    ending: Ending


class GradedEncoder(Encoder[GradedText]):
    """Codes depend on the analysis, both tables and the longest character n-grams alone."""

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
        given = not isinstance(segments[0], str)
        analyzer = None if given else self.analysis.analyzer
        words = self.analysis.words(segments)
        return [
            self._text(self.analysis.text(segment), own, analyzer)
            for segment, own in zip(segments, words, strict=True)
        ]

    def words(self, words: Words) -> WeighedWords:
        """What is compared of analysed words, each by itself, and what these weigh."""
        return self._weighed(words, Numbers([], [], []))[0]

    def _weighed(self, words: Words, found: Numbers) -> tuple[WeighedWords, list[Group]]:
        together = list(groups(found, len(words.forms)))
        own, lang = joined_words(words, together), self.analysis.lang
        forms = [
            digits or canonical(form.lower(), lang)
            for form, (_, _, digits) in zip(own.forms, together, strict=True)
        ]
        weights = [self.frequencies.word(form) for form in forms]
        graded = [self._word(own, place, form, weights[place]) for place, form in enumerate(forms)]
        return WeighedWords(graded, weights), together

    def _text(self, text: str, words: Words, analyzer: Analyzer | None) -> GradedText:
        found = numbers([form.lower() for form in words.forms], self.analysis.lang)
        weighed, together = self._weighed(words, found)
        characters = padded(text)
        own = joined_places(places(text, words.forms, analyzer), together)
        return GradedText(
            weighed,
            characters,
            own,
            self.bags(characters),
            cases(characters, own),
            found,
            self._negated(weighed),
            ending_of(characters),
        )

    def _negated(self, weighed: WeighedWords) -> Negated:
        return negated(
            [word.form for word in weighed.words],
            [word.negates for word in weighed.words],
            [base_of(word.form, self.analysis.lang) for word in weighed.words],
            find_language(self.analysis.lang),
        )

    def _word(self, words: Words, place: int, form: str, weight: float) -> GradedWord:
        lemma, tag = str(words.lemmas[place]), words.tags[place]
        related = self.relations.related(lemma)
        return GradedWord(
            form,
            lemma,
            tag,
            words.synsets[place],
            self.paraphrases.related(lemma),
            family=_partners(related, Kinship.DERIVED),
            opposites=_partners(related, Kinship.OPPOSITE),
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


def _partners(related: Mapping[str, Kinship], wanted: Kinship) -> frozenset[str]:
    return frozenset(lemma for lemma, relation in related.items() if relation is wanted)


def graded_encoder(
    analysis: Analysis,
    frequencies: Frequencies,
    paraphrases: Paraphrases,
    relations: Relations,
    characters: int,
) -> GradedEncoder:
    """The session's encoder for these tables, whatever the constants they are compared with."""
    return analysis.session.once(
        GradedEncoder, analysis, frequencies, paraphrases, relations, characters
    )

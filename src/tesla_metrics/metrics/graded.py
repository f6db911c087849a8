"""Features of TESLA-X: one table of frequencies and one choice of levels with one analysis."""

from collections.abc import Sequence
from dataclasses import astuple
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

from .._core.native import load_native
from ..analysis.analyzer import Analyzer
from ..analysis.frequencies import Frequencies
from ..analysis.negations import changed_negations, load_negations
from ..analysis.numbers import Numbers, canonical, changed_numbers, digits_of, numbers
from ..analysis.padding import padded
from ..analysis.paraphrases import Paraphrases
from ..analysis.places import Place, places
from ..analysis.sentence import NAME_TAGS
from ..matching.alike import GradedWord, Levels, bigrams
from ..matching.bags import Words
from ..matching.characters import CharacterBag, character_bags, character_match
from ..matching.order import Anchor, reordered
from ..matching.stretches import Stretch, WeighedWords, match_stretches
from .grading_engine import GradingEngine
from .inputs import Segment, all_texts
from .pipeline import Pipeline, Resources, load_pipeline

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Texts that are kept: references come again with every system.
_KEPT = 5_000


class GradedText(NamedTuple):
    """What is matched of one text."""

    words: WeighedWords
    characters: str
    places: list[Place]  # of words among the characters
    bags: list[CharacterBag]
    numbers: Numbers
    negations: int


class Grading:
    """Segments to words with weights and bags of characters, and pairs of these to features."""

    def __init__(
        self,
        pipeline: Pipeline,
        frequencies: Frequencies,
        paraphrases: Paraphrases,
        order: int,
        characters: int,
        levels: Levels,
        alpha: float,
        character_alpha: float,
        stand_in: float,
    ) -> None:
        self._pipeline, self.levels = pipeline, levels
        self.frequencies, self.paraphrases = frequencies, paraphrases
        self._order, self._characters = order, characters
        self._alpha, self._character_alpha, self._stand_in = alpha, character_alpha, stand_in
        self._negates = load_negations(pipeline.lang)
        self._memo: dict[str, GradedText] = {}

    @cached_property
    def _native(self) -> GradingEngine | None:
        native, texts = load_native(), self._pipeline.engine
        if native is None or texts is None:
            return None
        settings = native.GradingSettings(
            self._order,
            self._characters,
            *astuple(self.levels),
            self._alpha,
            self._character_alpha,
            self._stand_in,
        )
        return GradingEngine(native, texts, self.frequencies, self.paraphrases, settings)

    @property
    def native(self) -> GradingEngine | None:
        """The native way from texts to features, where there is one."""
        return None if load_native() is None else self._native

    def pair_features(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int = 1
    ) -> "NDArray[np.float64]":
        """A row a pair: F of words, n = 1 .. order; F of characters; what changed."""
        import numpy as np

        # Asked for last: given analyses need no analyser, and one may not be there.
        if all_texts(hypotheses) and all_texts(references) and self.native:
            both = cast(Sequence[str], hypotheses), cast(Sequence[str], references)
            return self.native.score(*both, threads)
        pairs = zip(self.texts(references), self.texts(hypotheses), strict=True)
        return np.array([self.features(x, y) for x, y in pairs], dtype=np.float64)

    def all_features(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int = 1
    ) -> "NDArray[np.float64]":
        """The same for every hypothesis with every reference, references fastest."""
        import numpy as np

        # Asked for last: given analyses need no analyser, and one may not be there.
        if all_texts(hypotheses) and all_texts(references) and self.native:
            both = cast(Sequence[str], hypotheses), cast(Sequence[str], references)
            return self.native.matrix(*both, threads)
        xs, ys = self.texts(references), self.texts(hypotheses)
        return np.array([self.features(x, y) for y in ys for x in xs], dtype=np.float64)

    def forget(self) -> None:
        """Drop what was made of texts, as benchmarks must between rounds."""
        self._memo.clear()
        if self.native is not None:
            self.native.forget_texts()

    def texts(self, segments: Sequence[Segment]) -> list[GradedText]:
        """Each segment as it is matched."""
        if len(self._memo) > _KEPT:
            self._memo.clear()
        made = []
        for segment, words in zip(segments, self._pipeline.words(segments), strict=True):
            if not isinstance(segment, str):
                made.append(self._text(self._pipeline.text(segment), words, None))
                continue
            # Another thread may empty the memo meanwhile.
            text = self._memo.get(segment)
            if text is None:
                written = self._pipeline.text(segment)
                text = self._text(written, words, self._pipeline.analyzer)
                self._memo[segment] = text
            made.append(text)
        return made

    def _text(self, text: str, words: Words, analyzer: Analyzer | None) -> GradedText:
        lang = self._pipeline.lang
        lowered = [form.lower() for form in words.forms]
        forms = [canonical(form, lang) for form in lowered]
        weights = [self.frequencies.word(form) for form in forms]
        rare = self.frequencies.rarest
        graded = [
            GradedWord(
                form,
                lemma,
                tag,
                synsets,
                self.paraphrases.related(lemma),
                bool(digits_of(form)),
                self._negates(form),
                weight < rare,
                function,
                tag in NAME_TAGS,
                bigrams(form),
            )
            for form, lemma, tag, synsets, weight, function in zip(
                forms,
                map(str, words.lemmas),
                words.tags,
                words.synsets,
                weights,
                words.function,
                strict=True,
            )
        ]
        characters = padded(text)
        return GradedText(
            WeighedWords(graded, weights),
            characters,
            places(text, words.forms, analyzer),
            self._bags(characters),
            numbers(lowered, lang),
            sum(word.negates for word in graded),
        )

    def _bags(self, characters: str) -> list[CharacterBag]:
        return character_bags(characters, self._characters, self.frequencies.gram)

    def features(self, reference: GradedText, candidate: GradedText) -> list[float]:
        """F of words for n = 1 .. order, F of characters, and what changed.

        That is the shares of numbers, of negations, and of pairs of words in opposite orders.
        """
        return self.features_of(reference, candidate, self.stretches(reference, candidate))

    def features_of(
        self, reference: GradedText, candidate: GradedText, stretches: Sequence[Stretch]
    ) -> list[float]:
        """The same of texts whose words are matched already."""
        found = [anchor for stretch in stretches for anchor in stretch.anchors]
        letters = self._character_f(reference, candidate, found)
        values = []
        last = letters  # where neither side has n-grams, as for n - 1; without words, as C
        for grams in zip(*(stretch.grams for stretch in stretches), strict=True):
            if matches := [match for match in grams if match is not None]:
                last = f_measure(
                    sum(match.transport.value for match in matches),
                    sum(match.reference for match in matches),
                    sum(match.candidate for match in matches),
                    self._alpha,
                )
            values.append(last)
        values.append(letters)
        values.append(changed_numbers(reference.numbers, candidate.numbers))
        values.append(changed_negations(reference.negations, candidate.negations))
        values.append(reordered(found, reference.words.weights, candidate.words.weights))
        return values

    def stretches(self, reference: GradedText, candidate: GradedText) -> list[Stretch]:
        """What is matched with what."""
        return list(match_stretches(reference.words, candidate.words, self.levels, self._order))

    def _character_f(
        self, reference: GradedText, candidate: GradedText, found: Sequence[Anchor]
    ) -> float:
        if not reference.characters and not candidate.characters:
            return 1.0
        plain = self._bag_f(reference.bags, candidate.bags)
        rewritten = _rewritten(reference, candidate, found)
        if rewritten == candidate.characters or not self._stand_in:
            return plain
        other = self._bag_f(reference.bags, self._bags(rewritten))
        return (1 - self._stand_in) * plain + self._stand_in * other

    def _bag_f(self, reference: list[CharacterBag], candidate: list[CharacterBag]) -> float:
        precision, recall = character_match(reference, candidate, self.frequencies.gram)
        # P R / (a P + (1 - a) R): the same function of other things.
        return f_measure(precision * recall, precision, recall, self._character_alpha)


def _rewritten(reference: GradedText, candidate: GradedText, found: Sequence[Anchor]) -> str:
    """The candidate's characters, anchored words written as in the reference."""
    pieces, at = [], 0
    for x, y in found:
        old, new = candidate.places[y], reference.places[x]
        if old is not None and new is not None:
            pieces += [candidate.characters[at : old[0]], reference.characters[new[0] : new[1]]]
            at = old[1]
    return "".join(pieces) + candidate.characters[at:]


def f_measure(shared: float, reference: float, candidate: float, alpha: float) -> float:
    """Shared weight against the weighted mean of both sides; rounding must not lift it above 1."""
    return min(shared / (alpha * reference + (1 - alpha) * candidate), 1.0) if shared else 0.0


@lru_cache(maxsize=8)
def load_grading(
    resources: Resources,
    frequencies: Frequencies,
    paraphrases: Paraphrases,
    order: int,
    characters: int,
    levels: Levels,
    alpha: float,
    character_alpha: float,
    stand_in: float,
) -> Grading:
    """One for equal choices."""
    return Grading(
        load_pipeline(resources),
        frequencies,
        paraphrases,
        order,
        characters,
        levels,
        alpha,
        character_alpha,
        stand_in,
    )

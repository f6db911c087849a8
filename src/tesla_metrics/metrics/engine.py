"""The native core fed from Python: what it meets for the first time is worked out here, once."""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

from ..analysis.analyzer import WordByWord
from ..analysis.negations import load_negations
from ..analysis.numbers import canonical, digits_of, number_word
from ..analysis.padding import padded
from ..analysis.places import places_in
from ..analysis.sentence import NAME_TAGS, NONE, has_alphanumeric, is_function
from ..analysis.synonyms import Synonyms
from ..analysis.tagging.features import word_features

if TYPE_CHECKING:
    from types import ModuleType

    import numpy as np
    from numpy.typing import NDArray

# Words and chunks that are kept: about 1.5 kB a word, 100 bytes a chunk.
_MOST_WORDS = 80_000


class TextEngine:
    """Texts to features, for an analyser that works word by word.

    lock    is held by whoever uses the core's engine, or what has learnt from it
    """

    def __init__(
        self,
        native: "ModuleType",
        lang: str,
        analyzer: WordByWord,
        synonyms: Synonyms,
        tags: str,
        penn: bool,
    ) -> None:
        self._analyzer, self._synonyms, self._tags = analyzer, synonyms, tags
        self._lang, self._negates = lang, load_negations(lang)
        self.lock = Lock()
        facts = _label_facts(analyzer.labels, tags, penn)
        self._engine = native.Engine(analyzer.labels, analyzer.weights, facts)

    def label_tags(self, kind: str) -> list[str]:
        """Per label: its UPOS if that is the kind, else the tag that is compared; "": none."""
        kind = "upos" if kind == "upos" else self._tags
        tags = [_tag(label, kind) for label in self._analyzer.labels]
        return ["" if tag == NONE else tag for tag in tags]

    def score(
        self, hypotheses: Sequence[str], references: Sequence[str], settings: Any, threads: int
    ) -> "NDArray[np.float64]":
        """A row of features for each pair."""
        return self.run(type(self._engine).score, hypotheses, references, settings, threads)

    def matrix(
        self, hypotheses: Sequence[str], references: Sequence[str], settings: Any, threads: int
    ) -> "NDArray[np.float64]":
        """A row of features for each hypothesis with each reference, references fastest."""
        return self.run(type(self._engine).matrix, hypotheses, references, settings, threads)

    def run(
        self,
        score: "Callable[..., tuple[NDArray[np.float64], list[str]]]",
        hypotheses: Sequence[str],
        references: Sequence[str],
        *settings: Any,
    ) -> "NDArray[np.float64]":
        """What `score` makes of the core's engine, the texts and the settings.

        It tells which chunks it does not know; with these learnt it is asked once more.
        """
        # Lists keep their texts alive; another kind of sequence may make them as it is asked.
        hypotheses, references = list(hypotheses), list(references)
        # The core lets go of the GIL while it reads its tables: nobody may learn meanwhile.
        with self.lock:
            if self._engine.size > _MOST_WORDS:
                self._engine.forget_words()
            # Usually every chunk is known; else the first try tells which are not.
            features, missing = score(self._engine, hypotheses, references, *settings)
            if missing:
                for chunk in missing:
                    forms = self._analyzer.chunk(chunk)
                    visible = padded(chunk)[1:-1]
                    # A word that is not there as it is written has its place from 0 to 0.
                    places = [place or (0, 0) for place in places_in(visible, forms)]
                    words = [self._word(form) for form in forms]
                    self._engine.add_chunk(chunk, words, list(map(ord, visible)), places)
                features, _ = score(self._engine, hypotheses, references, *settings)
            return features

    def forget_texts(self) -> None:
        """Drop the analysed references, as benchmarks must between rounds."""
        with self.lock:
            self._engine.forget_texts()

    def _word(self, form: str) -> int:
        engine = self._engine
        number: int | None = engine.find_word(form)
        if number is None:
            facts = self._analyzer.word(form)
            parts = [self._word(part) for part in facts.parts]
            numbers = {lemma: self._lemma(lemma.lower()) for lemma in set(facts.lemmas)}
            lemmas = [numbers[lemma] for lemma in facts.lemmas]
            # The core makes the features of plain ASCII words itself.
            plain = form.isascii() and facts.base.isascii()
            lowered = form.lower()
            number = engine.add_word(
                form,
                has_alphanumeric(form),
                facts.candidates,
                facts.kind,
                facts.base,
                facts.listed,
                None if plain else word_features(form, facts.base, facts.listed, facts.kind),
                lemmas,
                parts,
                self._form(canonical(lowered, self._lang)),
                self._number_word(lowered),
            )
        assert number is not None
        return number

    def _form(self, form: str) -> int:
        number: int = self._engine.add_form(form, digits_of(form), self._negates(form))
        return number

    def _number_word(self, form: str) -> int:
        part = number_word(form, self._lang)
        if part is None:
            return 0
        number: int = self._engine.add_number_word(
            part.kind, part.value, part.room, part.linked, part.most, part.alone
        )
        return number

    def _lemma(self, lemma: str) -> int:
        number: int | None = self._engine.find_lemma(lemma)
        if number is None:
            number = self._engine.add_lemma(lemma, sorted(self._synonyms.synsets(lemma)))
        assert number is not None
        return number


def _tag(label: str, kind: str) -> str:
    upos, _, xpos = label.partition(" ")
    return upos if kind == "upos" else xpos or NONE


def _label_facts(
    labels: Sequence[str], tags: str, penn: bool
) -> list[tuple[int, bool, bool, bool]]:
    """Per label: the number of the tag that is compared (-1: none), function word, noun, name."""
    numbers: dict[str, int] = {}
    facts = []
    for label in labels:
        upos, _, xpos = label.partition(" ")
        tag = _tag(label, tags)
        number = -1 if tag == NONE else numbers.setdefault(tag, len(numbers))
        facts.append((number, is_function(upos, xpos, penn), upos == "NOUN", tag in NAME_TAGS))
    return facts

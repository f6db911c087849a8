"""Making an index of forms from the analysers themselves."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from ...analysis.analyzer import WordByWord, WordFacts
from ...arrays import Array
from ..facts import facts_of

if TYPE_CHECKING:
    from ..analysis import Analysis

# Flags beside the kind of a word.
_LISTED, _COUNTS, _FACTS = 1 << 31, 1 << 30, 1 << 29
_MASK = (1 << 64) - 1


def forms_sections(
    analysis: "Analysis", analyzer: WordByWord, forms: Iterable[str]
) -> dict[str, Array]:
    """The tables of a file; what is not plain ASCII, nor its lemmas, or is split, is left out."""
    builder = _Builder(analysis, analyzer)
    for form in forms:
        if form.isascii():
            builder.add(form)
    return builder.sections()


class _Numbers(dict[str, int]):
    """Numbers of strings, in order of arrival."""

    def __missing__(self, key: str) -> int:
        number = self[key] = len(self)
        return number


class _Lists(dict[tuple[int, ...], int]):
    """Where lists begin that lie end to end, equal ones once."""

    def __init__(self) -> None:
        super().__init__()
        self._end = 0

    def __missing__(self, key: tuple[int, ...]) -> int:
        begin = self[key] = self._end
        self._end += len(key)
        return begin

    def joined(self) -> list[int]:
        return list(chain.from_iterable(self))


class _Builder:
    def __init__(self, analysis: "Analysis", analyzer: WordByWord) -> None:
        self._analysis, self._analyzer = analysis, analyzer
        self._strings = _Numbers()
        self._forms: list[str] = []
        self._words: list[int] = []
        self._kinds: dict[tuple[str, tuple[int, ...]], int] = {}
        self._lemmas = _Numbers()
        self._rows: dict[str, int] = {}
        self._surfaces: list[int] = []
        self._patterns, self._lists = _Lists(), _Lists()

    def add(self, form: str) -> None:
        facts = self._analyzer.word(form)
        if facts.parts or not all(map(str.isascii, (facts.base, *facts.lemmas))):
            return
        kind = self._kinds.setdefault((facts.kind, facts.candidates), len(self._kinds))
        kind |= _LISTED * facts.listed | _COUNTS * self._analysis.counts(form)
        surface, row = form.lower(), self._surface_row(form.lower())
        if row >= 0:
            kind |= _FACTS
        self._forms.append(form)
        self._words += (
            self._strings[form],
            kind,
            *self._lemmas_of(facts),
            self._strings[facts.base],
            self._strings[surface] if row < 0 else row,
        )

    def _surface_row(self, surface: str) -> int:
        """-1 where the first fact is the surface itself and the others are empty."""
        if surface not in self._rows:
            facts = facts_of(surface, self._analysis.lang, self._analysis.choices.punctuation)
            if facts == [surface] + [""] * (len(facts) - 1):
                self._rows[surface] = -1
            else:
                self._rows[surface] = len(self._surfaces) // (1 + len(facts))
                self._surfaces += map(self._strings.__getitem__, (surface, *facts))
        return self._rows[surface]

    def _lemmas_of(self, facts: WordFacts) -> tuple[int, int]:
        """Where the pattern begins, and the different lemmas that it chooses from."""
        lemmas = [self._lemmas[lemma.lower()] for lemma in facts.lemmas]
        different = tuple(dict.fromkeys(lemmas))
        return self._patterns[tuple(map(different.index, lemmas))], self._lists[different]

    def sections(self) -> dict[str, Array]:
        kinds, candidates = self._kind_tables()
        lemmas, synsets = self._lemma_tables()
        numbers: Mapping[str, list[int]] = {
            "slots": _slots(self._forms),
            "words": self._words,
            "kinds": kinds,
            "candidates": candidates,
            "patterns": self._patterns.joined(),
            "lemma_lists": self._lists.joined(),
            "lemmas": lemmas,
            "synsets": synsets,
            "surfaces": self._surfaces,
        }
        # The tables before added some.
        encoded = [string.encode("ascii") for string in self._strings]
        starts = np.cumsum([0, *map(len, encoded)])
        return {
            "text": np.frombuffer(b"".join(encoded), np.uint8),
            "starts": starts.astype(np.uint32),
            **{name: np.array(table, np.uint32) for name, table in numbers.items()},
        }

    def _kind_tables(self) -> tuple[list[int], list[int]]:
        kinds: list[int] = []
        candidates: list[int] = []
        for name, labels in self._kinds:
            kinds += (self._strings[name], len(candidates), len(labels))
            candidates += labels
        return kinds, candidates

    def _lemma_tables(self) -> tuple[list[int], list[int]]:
        lemmas: list[int] = []
        synsets: list[int] = []
        for lemma in self._lemmas:
            lemmas += (self._strings[lemma], len(synsets))
            synsets += sorted(self._analysis.synonyms.synsets(lemma))
        return [*lemmas, self._strings[""], len(synsets)], synsets


def _slots(forms: list[str]) -> list[int]:
    size = 64
    while size < 2 * len(forms):
        size *= 2
    slots = [0] * size
    for number, form in enumerate(forms, 1):
        place = hash_text(form.encode()) % size
        while slots[place]:
            place = (place + 1) % size
        slots[place] = number
    return slots


def hash_text(text: bytes) -> int:
    """The same as in src/native/core/text.hpp."""
    found = 0x9E3779B97F4A7C15 ^ len(text)
    for start in range(0, len(text) // 8 * 8 + 1, 8):
        part = int.from_bytes(text[start : start + 8], "little")
        found = ((found ^ part) * 0xD6E8FEB86659FD93) & _MASK
        found ^= found >> 32
    return found

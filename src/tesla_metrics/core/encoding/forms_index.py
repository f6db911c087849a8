"""Index of frequent word forms that the native core reads."""

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from hashlib import sha256
from itertools import chain
from typing import Any

import numpy as np

from ...arrays import Array
from ...errors import ResourceError
from ...files.mapped_arrays import ArrayView, map_views
from ...text.analyzer import WordAnalysis, WordByWordAnalyzer
from ...text.language_tables import shipped_table
from ...text.synonyms.table import SynonymTable
from .analysis import Analysis
from .word_columns import RULES, column_names, column_values


def index_settings(analysis: Analysis, analyzer: WordByWordAnalyzer) -> dict[str, Any]:
    """Return what determines the entries of the index, as names, version numbers and hashes."""
    synonyms = analysis.synonyms
    return {
        "rules": RULES,
        "analyzer": analyzer.name,
        "synonyms": synonyms.name,
        # Shipped tables have no hash in their name.
        "table": synonyms.digest if isinstance(synonyms, SynonymTable) else "",
        "language": language_digest(analysis.choices.language),
        "facts": column_names(analysis.choices.punctuation),
    }


def language_digest(language: object) -> str:
    """Return the SHA-256 hash of the data of a language."""
    return sha256(json.dumps(_plain_data(language), sort_keys=True).encode()).hexdigest()


def _plain_data(value: Any) -> Any:
    """Convert to JSON data that does not depend on the order of sets and mappings."""
    if is_dataclass(value):
        return {field.name: _plain_data(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return sorted([str(key), _plain_data(value[key])] for key in value)
    if isinstance(value, frozenset):
        return sorted(map(str, value))
    return [_plain_data(item) for item in value] if isinstance(value, tuple) else value


KIND = "forms"
VERSION = 1
# The tables in the order of src/native/core/forms.hpp.
TABLES = (
    "starts",
    "slots",
    "words",
    "kinds",
    "candidates",
    "patterns",
    "lemma_lists",
    "lemmas",
    "synsets",
    "surfaces",
)


def open_forms(analysis: Analysis, analyzer: WordByWordAnalyzer) -> Any:
    """Open the shipped index; return None if it is missing, damaged or made with other settings.

    Without the index results are the same; words are then analysed when they first occur.
    """
    path = shipped_table(KIND, analysis.lang)
    if path is None or sys.byteorder != "little":
        return None
    try:
        opened = map_views(path, KIND, VERSION)
    except ResourceError:
        return None
    if opened.settings != index_settings(analysis, analyzer) or not _has_all(opened.views):
        return None
    text = opened.views["text"].content
    native: Any = analysis.session.native
    try:
        str(text, "ascii")
        return native.Forms(
            text,
            [opened.views[name].content.cast("I") for name in TABLES],
            facts=len(opened.settings["facts"]),
            labels=len(analyzer.labels),
        )
    except ValueError:  # not ASCII, or indices out of range
        return None


def _has_all(views: Mapping[str, ArrayView]) -> bool:
    """Return whether all tables are present and one-dimensional with the expected data type."""
    types = {"text": "|u1", **dict.fromkeys(TABLES, "<u4")}
    return all(
        name in views and views[name].dtype == dtype and len(views[name].shape) == 1
        for name, dtype in types.items()
    )


# Flags stored together with the kind of a word.
_LISTED, _COUNTS, _FACTS = 1 << 31, 1 << 30, 1 << 29
_MASK = (1 << 64) - 1


def forms_sections(
    analysis: Analysis, analyzer: WordByWordAnalyzer, forms: Iterable[str]
) -> dict[str, Array]:
    """Return the tables of an index file.

    Forms are omitted if they or their lemmas are not ASCII, or if they are split into parts.
    """
    builder = _IndexBuilder(analysis, analyzer)
    for form in forms:
        if form.isascii():
            builder.add(form)
    return builder.sections()


class _StringIds(dict[str, int]):
    """Ids of strings in order of first access."""

    def __missing__(self, key: str) -> int:
        string_id = self[key] = len(self)
        return string_id


class _JoinedLists(dict[tuple[int, ...], int]):
    """Start offsets of lists in their concatenation; equal lists are stored once."""

    def __init__(self) -> None:
        super().__init__()
        self._end = 0

    def __missing__(self, key: tuple[int, ...]) -> int:
        begin = self[key] = self._end
        self._end += len(key)
        return begin

    def joined(self) -> list[int]:
        return list(chain.from_iterable(self))


class _IndexBuilder:
    def __init__(self, analysis: Analysis, analyzer: WordByWordAnalyzer) -> None:
        self._analysis, self._analyzer = analysis, analyzer
        self._strings = _StringIds()
        self._forms: list[str] = []
        self._words: list[int] = []
        self._kinds: dict[tuple[str, tuple[int, ...]], int] = {}
        self._lemmas = _StringIds()
        self._rows: dict[str, int] = {}
        self._surfaces: list[int] = []
        self._patterns, self._lemma_lists = _JoinedLists(), _JoinedLists()

    def add(self, form: str) -> None:
        facts = self._analyzer.word(form)
        if facts.parts or not all(map(str.isascii, (facts.base, *facts.lemmas))):
            return
        kind = self._kinds.setdefault((facts.kind, facts.candidates), len(self._kinds))
        kind |= _LISTED * facts.listed | _COUNTS * self._analysis.is_word(form)
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
        """Return the row of a surface form.

        It is -1 where the first column is the surface form itself and all others are empty.
        """
        if surface not in self._rows:
            facts = column_values(surface, self._analysis.lang, self._analysis.choices.punctuation)
            if facts == [surface] + [""] * (len(facts) - 1):
                self._rows[surface] = -1
            else:
                self._rows[surface] = len(self._surfaces) // (1 + len(facts))
                self._surfaces += map(self._strings.__getitem__, (surface, *facts))
        return self._rows[surface]

    def _lemmas_of(self, facts: WordAnalysis) -> tuple[int, int]:
        """Return the start offsets of the lemma pattern and of the list of distinct lemmas."""
        lemmas = [self._lemmas[lemma.lower()] for lemma in facts.lemmas]
        different = tuple(dict.fromkeys(lemmas))
        return self._patterns[tuple(map(different.index, lemmas))], self._lemma_lists[different]

    def sections(self) -> dict[str, Array]:
        kinds, candidates = self._kind_tables()
        lemmas, synsets = self._lemma_tables()
        tables: Mapping[str, list[int]] = {
            "slots": _slots(self._forms),
            "words": self._words,
            "kinds": kinds,
            "candidates": candidates,
            "patterns": self._patterns.joined(),
            "lemma_lists": self._lemma_lists.joined(),
            "lemmas": lemmas,
            "synsets": synsets,
            "surfaces": self._surfaces,
        }
        # Encoded last because building the tables above adds strings.
        encoded = [string.encode("ascii") for string in self._strings]
        starts = np.cumsum([0, *map(len, encoded)])
        return {
            "text": np.frombuffer(b"".join(encoded), np.uint8),
            "starts": starts.astype(np.uint32),
            **{name: np.array(table, np.uint32) for name, table in tables.items()},
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
    for entry, form in enumerate(forms, 1):
        slot = hash_text(form.encode()) % size
        while slots[slot]:
            slot = (slot + 1) % size
        slots[slot] = entry
    return slots


def hash_text(text: bytes) -> int:
    """Return the hash that src/native/core/text.hpp computes."""
    state = 0x9E3779B97F4A7C15 ^ len(text)
    for start in range(0, len(text) // 8 * 8 + 1, 8):
        part = int.from_bytes(text[start : start + 8], "little")
        state = ((state ^ part) * 0xD6E8FEB86659FD93) & _MASK
        state ^= state >> 32
    return state

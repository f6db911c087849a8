"""Index of frequent word forms with their analyses, which the native core reads."""

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
    """Return names, version numbers and hashes of everything that the entries are computed from."""
    synonyms = analysis.synonyms
    return {
        "rules": RULES,
        "analyzer": analyzer.name,
        "synonyms": synonyms.name,
        # The names of shipped tables do not include a hash.
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
# The names of the tables, in the order of src/native/core/forms.hpp.
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

    Without the index, words are analysed when they first occur; the results are the same.
    """
    path = shipped_table(KIND, analysis.lang)
    if path is None or sys.byteorder != "little":
        return None
    try:
        index_file = map_views(path, KIND, VERSION)
    except ResourceError:
        return None
    is_current = index_file.settings == index_settings(analysis, analyzer)
    if not is_current or not _has_all_tables(index_file.views):
        return None
    text = index_file.views["text"].content
    native: Any = analysis.session.native
    try:
        str(text, "ascii")
        return native.Forms(
            text,
            [index_file.views[name].content.cast("I") for name in TABLES],
            facts=len(index_file.settings["facts"]),
            labels=len(analyzer.labels),
        )
    except ValueError:  # not ASCII, or indices out of range
        return None


def _has_all_tables(views: Mapping[str, ArrayView]) -> bool:
    """Return whether all tables are present and one-dimensional with the expected data type."""
    expected_types = {"text": "|u1", **dict.fromkeys(TABLES, "<u4")}
    return all(
        name in views and views[name].dtype == dtype and len(views[name].shape) == 1
        for name, dtype in expected_types.items()
    )


# Flags that are stored together with the id of a kind of words: the word is in the lexicon of the
# tagger; it counts as a word (not as punctuation); its surface form has a row of columns.
_LISTED_FLAG, _WORD_FLAG, _COLUMNS_FLAG = 1 << 31, 1 << 30, 1 << 29
_UINT64_MASK = (1 << 64) - 1


def forms_sections(
    analysis: Analysis, analyzer: WordByWordAnalyzer, forms: Iterable[str]
) -> dict[str, Array]:
    """Return the tables of an index file, by name.

    Forms are omitted if they or their lemmas are not ASCII, or if they are split into parts.
    """
    builder = _IndexBuilder(analysis, analyzer)
    for form in forms:
        if form.isascii():
            builder.add(form)
    return builder.build_tables()


class _StringIds(dict[str, int]):
    """Ids of strings in order of first access."""

    def __missing__(self, key: str) -> int:
        string_id = self[key] = len(self)
        return string_id


class _ConcatenatedLists(dict[tuple[int, ...], int]):
    """Start offset of each list in the concatenation of all lists; equal lists are stored once."""

    def __init__(self) -> None:
        super().__init__()
        self._end = 0

    def __missing__(self, key: tuple[int, ...]) -> int:
        begin = self[key] = self._end
        self._end += len(key)
        return begin

    def concatenate(self) -> list[int]:
        return list(chain.from_iterable(self))


class _IndexBuilder:
    """Collector of the analyses of forms; strings are stored once and referred to by their ids."""

    def __init__(self, analysis: Analysis, analyzer: WordByWordAnalyzer) -> None:
        self._analysis, self._analyzer = analysis, analyzer
        self._string_ids = _StringIds()
        self._forms: list[str] = []
        self._words: list[int] = []
        self._kinds: dict[tuple[str, tuple[int, ...]], int] = {}
        self._lemma_ids = _StringIds()
        self._surface_rows: dict[str, int] = {}
        self._surfaces: list[int] = []
        self._patterns, self._lemma_lists = _ConcatenatedLists(), _ConcatenatedLists()

    def add(self, form: str) -> None:
        word_analysis = self._analyzer.word(form)
        lemmas_are_ascii = all(map(str.isascii, (word_analysis.base, *word_analysis.lemmas)))
        if word_analysis.parts or not lemmas_are_ascii:
            return
        kind = self._kinds.setdefault(
            (word_analysis.kind, word_analysis.candidates), len(self._kinds)
        )
        kind |= _LISTED_FLAG * word_analysis.listed | _WORD_FLAG * self._analysis.is_word(form)
        surface = form.lower()
        surface_row = self._get_surface_row(surface)
        if surface_row >= 0:
            kind |= _COLUMNS_FLAG
        self._forms.append(form)
        self._words += (
            self._string_ids[form],
            kind,
            *self._add_lemmas(word_analysis),
            self._string_ids[word_analysis.base],
            self._string_ids[surface] if surface_row < 0 else surface_row,
        )

    def _get_surface_row(self, surface: str) -> int:
        """Return the index of the row with the columns of a surface form.

        It is -1 if the first column is the surface form and all others are empty.
        """
        if surface not in self._surface_rows:
            columns = column_values(
                surface, self._analysis.lang, self._analysis.choices.punctuation
            )
            if columns == [surface] + [""] * (len(columns) - 1):
                self._surface_rows[surface] = -1
            else:
                self._surface_rows[surface] = len(self._surfaces) // (1 + len(columns))
                self._surfaces += map(self._string_ids.__getitem__, (surface, *columns))
        return self._surface_rows[surface]

    def _add_lemmas(self, word_analysis: WordAnalysis) -> tuple[int, int]:
        """Return the start offsets of the lemma pattern and of the list of distinct lemmas."""
        lemma_ids = [self._lemma_ids[lemma.lower()] for lemma in word_analysis.lemmas]
        distinct_ids = tuple(dict.fromkeys(lemma_ids))
        pattern = tuple(map(distinct_ids.index, lemma_ids))
        return self._patterns[pattern], self._lemma_lists[distinct_ids]

    def build_tables(self) -> dict[str, Array]:
        """Return the tables of the index, by name."""
        kinds, candidates = self._build_kind_tables()
        lemmas, synsets = self._build_lemma_tables()
        tables: Mapping[str, list[int]] = {
            "slots": _build_hash_table(self._forms),
            "words": self._words,
            "kinds": kinds,
            "candidates": candidates,
            "patterns": self._patterns.concatenate(),
            "lemma_lists": self._lemma_lists.concatenate(),
            "lemmas": lemmas,
            "synsets": synsets,
            "surfaces": self._surfaces,
        }
        # Strings are encoded last because building the tables above adds strings.
        encoded = [string.encode("ascii") for string in self._string_ids]
        starts = np.cumsum([0, *map(len, encoded)])
        return {
            "text": np.frombuffer(b"".join(encoded), np.uint8),
            "starts": starts.astype(np.uint32),
            **{name: np.array(table, np.uint32) for name, table in tables.items()},
        }

    def _build_kind_tables(self) -> tuple[list[int], list[int]]:
        """Return the table of kinds and the table of their candidate labels.

        A kind is three integers: its name, its first candidate and the number of candidates.
        """
        kinds: list[int] = []
        candidates: list[int] = []
        for name, labels in self._kinds:
            kinds += (self._string_ids[name], len(candidates), len(labels))
            candidates += labels
        return kinds, candidates

    def _build_lemma_tables(self) -> tuple[list[int], list[int]]:
        """Return the table of lemmas and the table of their synsets.

        A lemma is two integers: its string and its first synset. The last entry marks the end.
        """
        lemmas: list[int] = []
        synsets: list[int] = []
        for lemma in self._lemma_ids:
            lemmas += (self._string_ids[lemma], len(synsets))
            synsets += sorted(self._analysis.synonyms.synsets(lemma))
        return [*lemmas, self._string_ids[""], len(synsets)], synsets


def _build_hash_table(forms: list[str]) -> list[int]:
    """Return a hash table with linear probing: entries count from 1, and 0 is an empty slot."""
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
    """Return the 64-bit hash that src/native/core/text.hpp computes."""
    state = 0x9E3779B97F4A7C15 ^ len(text)
    for start in range(0, len(text) // 8 * 8 + 1, 8):
        block = int.from_bytes(text[start : start + 8], "little")
        state = ((state ^ block) * 0xD6E8FEB86659FD93) & _UINT64_MASK
        state ^= state >> 32
    return state

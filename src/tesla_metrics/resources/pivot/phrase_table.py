"""Phrase tables on disk, which are validated and then looked up without loading them.

Target phrases are rows of word numbers, sorted by their hash. `starts` has the index of the first
pivot phrase of each target phrase. Pivot phrases are rows of word numbers with the number of times
that the pair was extracted, the most frequent first. Probabilities are computed from these counts.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...errors import ResourceError
from ...files.compression import FileKind, detect_file_type
from ...files.mapped_arrays import MappedArrays, read_mapped
from ...files.resource import malformed_error
from ...files.schema import SchemaError
from .corpus import PADDING, WordPool
from .packed_table import SETTINGS_SCHEMA, check_table, hash_phrase, read_packed_table

KIND = "phrase-table"
VERSION = 1
# Maximum sizes of the caches, which pay because the sentences of a text share most phrases.
_MAX_CACHED_PHRASES = 200_000
_MAX_CACHED_PIVOTS = 500_000

TaggedLemma = tuple[str, str]  # lemma, tag


class PivotPhrase(NamedTuple):
    """A translation of a target phrase, and its probability."""

    words: tuple[TaggedLemma, ...]
    probability: float  # the pair's share of all extractions of the target phrase


class PhraseTable:
    """Counts of target phrases and their pivot phrases; see `open_phrase_table`."""

    def __init__(self, arrays: MappedArrays) -> None:
        self.settings: Mapping[str, Any] = arrays.settings
        self.digest = arrays.digest
        self.sections = sections = arrays.arrays_by_name
        check_table(sections, self.settings)
        self.target: str = self.settings["target"]
        self.pivot: str = self.settings["pivot"]
        self.total: int = self.settings["total"]
        self.target_words = WordPool(sections["target-starts"], sections["target-bytes"])
        self.pivot_words = WordPool(sections["pivot-starts"], sections["pivot-bytes"])
        self.hashes = sections["hashes"]
        self.phrases = sections["phrases"]
        self.counts = sections["counts"]
        self.starts = sections["starts"]
        self.pivot_phrases = sections["pivot-phrases"]
        self.pair_counts = sections["pair-counts"]
        self.name = f"{self.target}-{self.pivot}@{arrays.short_hash}"
        self.max_words = int(self.phrases.shape[1])
        self._cached_indices: dict[tuple[str, ...], int] = {}
        self._cached_pivots: dict[tuple[int, float], tuple[PivotPhrase, ...]] = {}
        self._n_cached_pivots = 0

    def __len__(self) -> int:
        return len(self.hashes)

    def count(self, phrase: Sequence[str]) -> int:
        """Return how often a target phrase was extracted; 0 for an unknown phrase."""
        index = self.find_phrase(phrase)
        return 0 if index < 0 else int(self.counts[index])

    def pivots(self, phrase: Sequence[str], min_probability: float = 0.0) -> Sequence[PivotPhrase]:
        """Return the pivot phrases of a target phrase, the most probable first.

        Pivot phrases less probable than `min_probability` are left out, except the first. A common
        word has thousands of pivot phrases, and improbable ones take most of the time.
        """
        index = self.find_phrase(phrase)
        if index < 0:
            return ()
        pivots = self._cached_pivots.get((index, min_probability))
        if pivots is None:
            pivots = self._read_pivots(index, min_probability)
            self._n_cached_pivots += len(pivots)
            if self._n_cached_pivots > _MAX_CACHED_PIVOTS:
                self._cached_pivots.clear()
                self._n_cached_pivots = len(pivots)
            self._cached_pivots[index, min_probability] = pivots
        return pivots

    def _read_pivots(self, index: int, min_probability: float) -> tuple[PivotPhrase, ...]:
        start, end = self.starts[index : index + 2].tolist()
        count = int(self.counts[index])
        pair_counts = self.pair_counts[start:end]
        if min_probability > 0.0:
            pair_counts = pair_counts[
                : max(1, np.count_nonzero(pair_counts / count >= min_probability))
            ]
        rows = self.pivot_phrases[start : start + len(pair_counts)]
        return tuple(
            PivotPhrase(self.get_pivot_words(row), pair_count / count)
            for row, pair_count in zip(rows.tolist(), pair_counts.tolist(), strict=True)
        )

    def get_pivot_words(self, row: Sequence[int]) -> tuple[TaggedLemma, ...]:
        """Return the words of a pivot phrase from its row of word numbers."""
        return tuple(
            _split_pivot_word(self.pivot_words.get_word(number))
            for number in row
            if number != PADDING
        )

    def get_phrase(self, index: int) -> tuple[str, ...]:
        """Return the words of the target phrase at this index."""
        numbers = self.phrases[index].tolist()
        return tuple(self.target_words.get_word(number) for number in numbers if number != PADDING)

    def find_phrase(self, phrase: Sequence[str]) -> int:
        """Return the index of a target phrase, or -1 if it is unknown."""
        key = tuple(phrase)
        index = self._cached_indices.get(key)
        if index is None:
            if len(self._cached_indices) > _MAX_CACHED_PHRASES:
                self._cached_indices.clear()
            index = self._cached_indices[key] = self._search_phrase(key)
        return index

    def _search_phrase(self, phrase: tuple[str, ...]) -> int:
        """Find a target phrase by binary search for its hash; return -1 if it is unknown."""
        if not 0 < len(phrase) <= self.max_words:
            return -1
        word_numbers = [self.target_words.get_number(word) for word in phrase]
        if PADDING in word_numbers:
            return -1
        word_numbers += [PADDING] * (self.max_words - len(phrase))
        query_hash = hash_phrase(word_numbers)
        index = int(np.searchsorted(self.hashes, np.uint64(query_hash)))
        while index < len(self.hashes) and int(self.hashes[index]) == query_hash:
            if self.phrases[index].tolist() == word_numbers:
                return index
            index += 1
        return -1


def _split_pivot_word(word: str) -> TaggedLemma:
    lemma, _, tag = word.rpartition("\t")
    return lemma, tag


def open_phrase_table(path: Path | str) -> PhraseTable:
    """Open and validate a phrase table.

    Parameters
    ----------
    path : Path or str
        A table of `tesla build phrase-table`, which is memory-mapped, or a packed table, which is
        unpacked in memory.

    Returns
    -------
    PhraseTable

    Raises
    ------
    ResourceError
        If the file cannot be read or is malformed.
    """
    path = Path(path)
    try:
        is_packed = path.is_file() and detect_file_type(path).kind is FileKind.RESOURCE
        path.stat()
    except OSError as error:
        raise ResourceError(
            f"cannot read {KIND} {path}: {error.strerror}; build one with 'tesla build {KIND}'"
        ) from error
    try:
        if is_packed:
            return PhraseTable(read_packed_table(path))
        return PhraseTable(read_mapped(path, KIND, VERSION, SETTINGS_SCHEMA))
    except SchemaError as error:
        raise malformed_error(path, error, KIND) from error

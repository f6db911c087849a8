"""Phrase tables on disk, which are validated and looked up without loading them.

Target phrases are rows of word numbers, sorted by their hash. `starts` has the index of the first
pivot phrase of each target phrase. Pivot phrases are rows of word numbers with the number of times
the pair was extracted, the most frequent first. Probabilities are quotients of counts, so nothing
is rounded.
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
from .packed_table import SETTINGS, check_table, hash_phrase, read_packed_table

KIND = "phrase-table"
VERSION = 1
# Sizes of the caches: sentences of one text share most phrases.
_MAX_CACHED_PHRASES = 200_000
_MAX_CACHED_PIVOTS = 500_000

Word = tuple[str, str]  # lemma, tag


class PivotPhrase(NamedTuple):
    """A translation of a target phrase, and its share among all translations."""

    words: tuple[Word, ...]
    probability: float


class PhraseTable:
    """Counts of target phrases and their pivot phrases; see `open_phrase_table`."""

    def __init__(self, mapped: MappedArrays) -> None:
        self.settings: Mapping[str, Any] = mapped.settings
        self.digest = mapped.digest
        self.sections = sections = mapped.sections
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
        self.name = f"{self.target}-{self.pivot}@{mapped.short_hash}"
        self.max_words = int(self.phrases.shape[1])
        self._cached_indices: dict[tuple[str, ...], int] = {}
        self._cached_pivots: dict[tuple[int, float], tuple[PivotPhrase, ...]] = {}
        self._n_cached_pivots = 0

    def __len__(self) -> int:
        return len(self.hashes)

    def count(self, phrase: Sequence[str]) -> int:
        """Return N(target phrase), the number of extracted pairs; 0 for an unknown phrase."""
        index = self.index(phrase)
        return 0 if index < 0 else int(self.counts[index])

    def pivots(self, phrase: Sequence[str], min_probability: float = 0.0) -> Sequence[PivotPhrase]:
        """Return the pivot phrases of a target phrase, the most probable first.

        Pivot phrases less probable than `min_probability` are left out, except the first: a common
        word has thousands of them, and improbable ones take most of the time.
        """
        index = self.index(phrase)
        if index < 0:
            return ()
        pivots = self._cached_pivots.get((index, min_probability))
        if pivots is None:
            pivots = self._pivots(index, min_probability)
            self._n_cached_pivots += len(pivots)
            if self._n_cached_pivots > _MAX_CACHED_PIVOTS:
                self._cached_pivots.clear()
                self._n_cached_pivots = len(pivots)
            self._cached_pivots[index, min_probability] = pivots
        return pivots

    def _pivots(self, index: int, min_probability: float) -> tuple[PivotPhrase, ...]:
        start, end = self.starts[index : index + 2].tolist()
        count = int(self.counts[index])
        pairs = self.pair_counts[start:end]
        if min_probability > 0.0:
            pairs = pairs[: max(1, np.count_nonzero(pairs / count >= min_probability))]
        rows = self.pivot_phrases[start : start + len(pairs)]
        return tuple(
            PivotPhrase(self.pivot_words_of(row), pair_count / count)
            for row, pair_count in zip(rows.tolist(), pairs.tolist(), strict=True)
        )

    def pivot_words_of(self, row: Sequence[int]) -> tuple[Word, ...]:
        """Return the words of a pivot phrase."""
        return tuple(_split_pivot_word(self.pivot_words.word(n)) for n in row if n != PADDING)

    def phrase(self, index: int) -> tuple[str, ...]:
        """Return the words of the target phrase at this index."""
        return tuple(self.target_words.word(n) for n in self.phrases[index].tolist() if n)

    def index(self, phrase: Sequence[str]) -> int:
        """Return the index of a target phrase, -1 if it is unknown."""
        key = tuple(phrase)
        index = self._cached_indices.get(key)
        if index is None:
            if len(self._cached_indices) > _MAX_CACHED_PHRASES:
                self._cached_indices.clear()
            index = self._cached_indices[key] = self._find(key)
        return index

    def _find(self, phrase: tuple[str, ...]) -> int:
        if not 0 < len(phrase) <= self.max_words:
            return -1
        word_numbers = [self.target_words.number(word) for word in phrase]
        if PADDING in word_numbers:
            return -1
        word_numbers += [PADDING] * (self.max_words - len(phrase))
        query = hash_phrase(word_numbers)
        index = int(np.searchsorted(self.hashes, np.uint64(query)))
        while index < len(self.hashes) and int(self.hashes[index]) == query:
            if self.phrases[index].tolist() == word_numbers:
                return index
            index += 1
        return -1


def _split_pivot_word(word: str) -> Word:
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
        packed = path.is_file() and detect_file_type(path).kind is FileKind.RESOURCE
        path.stat()
    except OSError as error:
        raise ResourceError(
            f"cannot read {KIND} {path}: {error.strerror}; build one with 'tesla build {KIND}'"
        ) from error
    try:
        if packed:
            return PhraseTable(read_packed_table(path))
        return PhraseTable(read_mapped(path, KIND, VERSION, SETTINGS))
    except SchemaError as error:
        raise malformed_error(path, error, KIND) from error

"""A phrase table on disk, looked up where it lies.

Target phrases are rows of word numbers, sorted by their hash. `starts` says where the pivot phrases
of each begin, which are rows of word numbers too, with how often the pair was extracted, the
commonest first. Probabilities are quotients of counts, so nothing is rounded.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..errors import ResourceError
from ..files.header import malformed
from ..files.kinds import FileKind, tell_file
from ..files.mapped import Mapped, read_mapped
from ..files.schema import MisfitError
from .checks import SETTINGS, check_table
from .hashing import hash_phrase
from .packed import read_packed
from .pool import NOTHING, Pool

KIND = "phrase-table"
VERSION = 1
# Look-ups and pivot phrases that are kept: sentences of one text share most of them.
_KEPT = 200_000
_KEPT_PIVOTS = 500_000

Word = tuple[str, str]  # lemma, tag


class PivotPhrase(NamedTuple):
    """What a target phrase was translated by, and how often among all its translations."""

    words: tuple[Word, ...]
    probability: float


class PhraseTable:
    """Counts of target phrases and their pivot phrases; see `open_phrase_table`."""

    def __init__(self, mapped: Mapped) -> None:
        self.settings: Mapping[str, Any] = mapped.settings
        self.digest = mapped.digest
        self.sections = sections = mapped.sections
        check_table(sections, self.settings)
        self.target: str = self.settings["target"]
        self.pivot: str = self.settings["pivot"]
        self.total: int = self.settings["total"]
        self.target_words = Pool(sections["target-starts"], sections["target-bytes"])
        self.pivot_words = Pool(sections["pivot-starts"], sections["pivot-bytes"])
        self.hashes = sections["hashes"]
        self.phrases = sections["phrases"]
        self.counts = sections["counts"]
        self.starts = sections["starts"]
        self.pivot_phrases = sections["pivot-phrases"]
        self.pair_counts = sections["pair-counts"]
        self.name = f"{self.target}-{self.pivot}@{mapped.short_hash}"
        self.longest = int(self.phrases.shape[1])
        self._places: dict[tuple[str, ...], int] = {}
        self._found: dict[tuple[int, float], tuple[PivotPhrase, ...]] = {}
        self._kept_pivots = 0

    def __len__(self) -> int:
        return len(self.hashes)

    def count(self, phrase: Sequence[str]) -> int:
        """N(target phrase): how many pairs with it were extracted; 0 where it is not known."""
        place = self.place(phrase)
        return 0 if place < 0 else int(self.counts[place])

    def pivots(self, phrase: Sequence[str], least: float = 0.0) -> Sequence[PivotPhrase]:
        """Its pivot phrases, the most probable first.

        Less probable ones than `least` are left out, but the first one stays: a common word has
        thousands, and most of the time goes into those that hardly matter.
        """
        place = self.place(phrase)
        if place < 0:
            return ()
        found = self._found.get((place, least))
        if found is None:
            found = self._pivots(place, least)
            self._kept_pivots += len(found)
            if self._kept_pivots > _KEPT_PIVOTS:
                self._found.clear()
                self._kept_pivots = len(found)
            self._found[place, least] = found
        return found

    def _pivots(self, place: int, least: float) -> tuple[PivotPhrase, ...]:
        start, end = self.starts[place : place + 2].tolist()
        count = int(self.counts[place])
        pairs = self.pair_counts[start:end]
        if least > 0.0:
            pairs = pairs[: max(1, np.count_nonzero(pairs / count >= least))]
        rows = self.pivot_phrases[start : start + len(pairs)]
        return tuple(
            PivotPhrase(self.pivot_row(row), number / count)
            for row, number in zip(rows.tolist(), pairs.tolist(), strict=True)
        )

    def pivot_row(self, row: Sequence[int]) -> tuple[Word, ...]:
        """The words of a pivot phrase."""
        return tuple(_parts(self.pivot_words.word(n)) for n in row if n != NOTHING)

    def phrase(self, place: int) -> tuple[str, ...]:
        """The words of the target phrase at that place."""
        return tuple(self.target_words.word(n) for n in self.phrases[place].tolist() if n)

    def place(self, phrase: Sequence[str]) -> int:
        """Where a target phrase stands; -1 where it does not."""
        key = tuple(phrase)
        found = self._places.get(key)
        if found is None:
            if len(self._places) > _KEPT:
                self._places.clear()
            found = self._places[key] = self._find(key)
        return found

    def _find(self, phrase: tuple[str, ...]) -> int:
        if not 0 < len(phrase) <= self.longest:
            return -1
        numbers = [self.target_words.number(word) for word in phrase]
        if NOTHING in numbers:
            return -1
        numbers += [NOTHING] * (self.longest - len(phrase))
        wanted = hash_phrase(numbers)
        place = int(np.searchsorted(self.hashes, np.uint64(wanted)))
        while place < len(self.hashes) and int(self.hashes[place]) == wanted:
            if self.phrases[place].tolist() == numbers:
                return place
            place += 1
        return -1


def _parts(word: str) -> Word:
    lemma, _, tag = word.rpartition("\t")
    return lemma, tag


def open_phrase_table(path: Path | str) -> PhraseTable:
    """The table in a file, which is checked once and then looked up where it lies.

    One that is packed, as those that ship are, is unpacked in memory.
    """
    path = Path(path)
    try:
        packed = path.is_file() and tell_file(path).kind is FileKind.RESOURCE
        path.stat()
    except OSError as error:
        raise ResourceError(
            f"cannot read {KIND} {path}: {error.strerror}; make one with 'tesla build {KIND}'"
        ) from error
    try:
        if packed:
            return PhraseTable(read_packed(path))
        return PhraseTable(read_mapped(path, KIND, VERSION, SETTINGS))
    except MisfitError as error:
        raise malformed(path, error, KIND) from error

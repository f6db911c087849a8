"""Count phrase pairs on Spark."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from ....arrays import Array
from ....files.mapped_arrays import read_mapped, write_mapped
from ....resources.pivot.analysed_pairs import PairBatch
from ....resources.pivot.corpus import Corpus, NumberedWords, SideVocabulary, piece_corpus
from ....resources.pivot.phrase_counts import (
    PhraseCounts,
    PrunedEntries,
    Pruning,
    count_phrases,
    merge_counts,
    prune,
    split_by_hash,
)
from ....resources.pivot.translation_lexicon import lexicon_arrays, lexicon_from_arrays
from ....resources.pivot.word_alignment import TranslationLexicon
from ..shipping import find_shipped, new_file, ship
from .staged_texts import ShippedWordIds, decode_pieces, ship_word_ids

_SIDES = ("target", "pivot")
_WORDS_FILE, _LEXICON_FILE, _VERSION = "word-numbers", "translation-lexicon", 1


class ShippedWords(NamedTuple):
    """Handle, for workers, of the word numbers of both sides."""

    target: ShippedWordIds
    pivot: ShippedWordIds
    forms: str  # file with the aligned and stored form of each word

    def corpus(self, piece: PairBatch) -> Corpus:
        """Return, in a worker, a piece with the word numbers of the complete bitext."""
        return piece_corpus(piece, *_open_words(self))


def ship_words(
    spark: Any, words: Sequence[Sequence[str]], numbered: Sequence[NumberedWords]
) -> ShippedWords:
    """Send the words of both sides, in the order of their numbers, to workers."""
    arrays: dict[str, Array] = {}
    for name, numbered_words in zip(_SIDES, numbered, strict=True):
        arrays |= {
            f"{name}-aligned": numbered_words.alignment_forms,
            f"{name}-kept": numbered_words.phrase_forms,
        }
    path = new_file("words")
    write_mapped(path, _WORDS_FILE, _VERSION, {}, arrays)
    target, pivot = (ship_word_ids(spark, side_words) for side_words in words)
    return ShippedWords(target, pivot, ship(spark, path))


def ship_lexicon(spark: Any, lexicon: TranslationLexicon) -> str:
    """Send a learnt translation lexicon to workers; return its shipped name."""
    facts, arrays = lexicon_arrays(lexicon)
    path = new_file("lexicon")
    write_mapped(path, _LEXICON_FILE, _VERSION, facts, arrays)
    return ship(spark, path)


@lru_cache(maxsize=1)
def open_lexicon(name: str) -> TranslationLexicon:
    """Open a shipped lexicon in a worker; it is cached, since shipped names are unique."""
    mapped = read_mapped(find_shipped(name), _LEXICON_FILE, _VERSION)
    return lexicon_from_arrays(mapped.settings, mapped.sections)


@lru_cache(maxsize=1)
def _open_words(sent: ShippedWords) -> tuple[SideVocabulary, SideVocabulary]:
    sections = read_mapped(find_shipped(sent.forms), _WORDS_FILE, _VERSION).sections
    target, pivot = (
        SideVocabulary(handle.look_up, sections[f"{name}-aligned"], sections[f"{name}-kept"])
        for name, handle in zip(_SIDES, sent[:2], strict=True)
    )
    return target, pivot


# Count phrase pairs by key: pieces become blocks of counts, and the blocks of a chunk entries.
#
# A chunk, the column `stretch`, is a range of hashes. A block is one value with the counts of one
# worker in one chunk, so that Spark moves few large rows instead of many small ones. A worker holds
# a limited number of counts, or one chunk.

BLOCKS = "stretch long, rows binary, counts binary"
# Fields of `PrunedEntries`, in order, with the types in which arrays are sent.
_ENTRY_ARRAYS = {
    "hashes": "<u8",
    "phrases": "<i4",
    "counts": "<i8",
    "n_pairs": "<i8",
    "pivot_phrases": "<i4",
    "pair_counts": "<i8",
}
ENTRIES = ", ".join(
    ["stretch long", "extracted long", *(f"{name} binary" for name in _ENTRY_ARRAYS)]
)
# Maximum rows, of about 100 bytes, that a worker holds in memory before it merges them.
_MAX_ROWS = 1_000_000


class CountSettings(NamedTuple):
    """Settings of phrase extraction, with shipped files by name."""

    words: ShippedWords
    lexicon: str | None  # None: alignment links are part of the input
    symmetrisation: str
    max_phrase: int
    chunk_count: int


def count_pieces(settings: CountSettings) -> Any:
    """Return a function for `mapInArrow` that turns rows of pieces into BLOCKS."""
    return partial(_count_batches, settings=settings)


def merge_blocks(max_phrase: int, pruning: Pruning) -> Any:
    """Return a function for `mapInArrow` that turns BLOCKS, sorted by chunk, into ENTRIES."""
    return partial(_merge_batches, longest=max_phrase, pruning=pruning)


def _count_batches(batches: Iterator[Any], settings: CountSettings) -> Iterator[Any]:
    lexicon = None if settings.lexicon is None else open_lexicon(settings.lexicon)
    waiting: list[PhraseCounts] = []
    for _, piece in decode_pieces(batches):
        if not piece.counts.used:
            continue
        waiting.append(
            count_phrases(
                settings.words.corpus(piece),
                0,
                piece.counts.used,
                lexicon,
                settings.symmetrisation,
                longest=settings.max_phrase,
            )
        )
        if sum(len(counts.rows) for counts in waiting) > _MAX_ROWS:
            yield from _make_blocks(waiting, settings.chunk_count)
            waiting = []
    if waiting:
        yield from _make_blocks(waiting, settings.chunk_count)


def _make_blocks(counted: list[PhraseCounts], chunk_count: int) -> Iterator[Any]:
    import pyarrow as pa

    for chunk_index, part in enumerate(split_by_hash(merge_counts(counted), chunk_count)):
        if len(part.rows):
            yield pa.RecordBatch.from_arrays(
                [
                    pa.array([chunk_index], pa.int64()),
                    pa.array([part.rows.astype("<i4").tobytes()], pa.binary()),
                    pa.array([part.counts.astype("<i4").tobytes()], pa.binary()),
                ],
                ["stretch", "rows", "counts"],
            )


def _merge_batches(batches: Iterator[Any], longest: int, pruning: Pruning) -> Iterator[Any]:
    import pyarrow as pa

    for chunk, blocks in groupby(_decode_blocks(batches, longest), itemgetter(0)):
        waiting: list[PhraseCounts] = []
        rows = 0
        for _, block in blocks:
            waiting.append(block)
            rows += len(block.rows)
            if rows > _MAX_ROWS:
                waiting = [merge_counts(waiting)]
                rows = 0  # merged rows are distinct and do not count
        entries = prune(merge_counts(waiting), pruning)
        arrays = zip(_ENTRY_ARRAYS.items(), entries, strict=False)
        yield pa.RecordBatch.from_pydict(
            {
                "stretch": pa.array([chunk], pa.int64()),
                "extracted": pa.array([entries.extracted], pa.int64()),
                **{
                    name: pa.array([np.ascontiguousarray(array, dtype).tobytes()], pa.binary())
                    for (name, dtype), array in arrays
                },
            }
        )


def _decode_blocks(batches: Iterator[Any], longest: int) -> Iterator[tuple[int, PhraseCounts]]:
    for batch in batches:
        for chunk, rows, counts in zip(
            *(column.to_pylist() for column in batch.columns), strict=True
        ):
            phrase_rows = np.frombuffer(rows, "<i4").reshape(-1, 2 * longest)
            # Merging computes the hashes again.
            yield (
                chunk,
                PhraseCounts(np.zeros(0, np.uint64), phrase_rows, np.frombuffer(counts, "<i4")),
            )


def decode_entries(batches: Iterator[Any], max_phrase: int) -> Iterator[PrunedEntries]:
    """Decode the rows of ENTRIES."""
    for batch in batches:
        for index in range(batch.num_rows):
            arrays = {
                name: np.frombuffer(batch.column(name)[index].as_py(), dtype)
                for name, dtype in _ENTRY_ARRAYS.items()
            }
            for name in ("phrases", "pivot_phrases"):
                arrays[name] = arrays[name].reshape(-1, max_phrase)
            yield PrunedEntries(**arrays, extracted=batch.column("extracted")[index].as_py())

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
from ....resources.pivot.corpus import Corpus, NumberedForms, SideVocabulary, make_batch_corpus
from ....resources.pivot.phrase_counts import (
    PhraseCounts,
    PrunedEntries,
    Pruning,
    count_phrases,
    merge_counts,
    prune,
    split_by_hash,
)
from ....resources.pivot.translation_lexicon import convert_from_arrays, convert_to_arrays
from ....resources.pivot.word_alignment import TranslationLexicon
from ..shipping import find_shipped, make_shipping_path, ship_path
from .staged_texts import ShippedWordIds, decode_pieces, ship_word_ids

_SIDES = ("target", "pivot")
# Kinds and version of the shipped files.
_WORDS_KIND, _LEXICON_KIND, _FILE_VERSION = "word-numbers", "translation-lexicon", 1


class ShippedWords(NamedTuple):
    """Handle of the words of both sides of a bitext, for workers."""

    target: ShippedWordIds
    pivot: ShippedWordIds
    forms: str  # shipped file with the form for alignment and the form for phrases of each word

    def make_corpus(self, piece: PairBatch) -> Corpus:
        """Return, in a worker, a piece with the word ids of the complete bitext."""
        return make_batch_corpus(piece, *_open_words(self))


def ship_words(
    spark: Any, words: Sequence[Sequence[str]], numbered: Sequence[NumberedForms]
) -> ShippedWords:
    """Send the words of both sides, in the order of their ids, to workers."""
    arrays: dict[str, Array] = {}
    for name, numbered_words in zip(_SIDES, numbered, strict=True):
        arrays |= {
            f"{name}-aligned": numbered_words.alignment_forms,
            f"{name}-kept": numbered_words.phrase_forms,
        }
    path = make_shipping_path("words")
    write_mapped(path, _WORDS_KIND, _FILE_VERSION, {}, arrays)
    target, pivot = (ship_word_ids(spark, side_words) for side_words in words)
    return ShippedWords(target, pivot, ship_path(spark, path))


def ship_lexicon(spark: Any, lexicon: TranslationLexicon) -> str:
    """Send a learnt translation lexicon to workers; return its shipped name."""
    header, arrays = convert_to_arrays(lexicon)
    path = make_shipping_path("lexicon")
    write_mapped(path, _LEXICON_KIND, _FILE_VERSION, header, arrays)
    return ship_path(spark, path)


@lru_cache(maxsize=1)
def open_lexicon(name: str) -> TranslationLexicon:
    """Open a shipped lexicon in a worker; shipped names are unique, so it can be cached."""
    mapped = read_mapped(find_shipped(name), _LEXICON_KIND, _FILE_VERSION)
    return convert_from_arrays(mapped.settings, mapped.arrays_by_name)


@lru_cache(maxsize=1)
def _open_words(shipped: ShippedWords) -> tuple[SideVocabulary, SideVocabulary]:
    sections = read_mapped(find_shipped(shipped.forms), _WORDS_KIND, _FILE_VERSION).arrays_by_name
    target, pivot = (
        SideVocabulary(word_ids.look_up, sections[f"{name}-aligned"], sections[f"{name}-kept"])
        for name, word_ids in zip(_SIDES, (shipped.target, shipped.pivot), strict=True)
    )
    return target, pivot


# Counting
#
# Workers count the phrase pairs of pieces. Phrase pairs are grouped into chunks by ranges of their
# hashes; the column "stretch" is the index of the chunk. A block is a row with all counts of a
# worker in a chunk, so that Spark moves few large rows instead of many small ones. Workers then
# merge the blocks of each chunk and prune its phrase pairs, which gives the entries of the table.

# Spark schema of blocks.
BLOCK_SCHEMA = "stretch long, rows binary, counts binary"
# Fields of `PrunedEntries`, in order, with the types of the arrays in Spark.
_ENTRY_ARRAYS = {
    "hashes": "<u8",
    "phrases": "<i4",
    "counts": "<i8",
    "n_pairs": "<i8",
    "pivot_phrases": "<i4",
    "pair_counts": "<i8",
}
# Spark schema of the entries of a chunk.
ENTRY_SCHEMA = ", ".join(
    ["stretch long", "extracted long", *(f"{name} binary" for name in _ENTRY_ARRAYS)]
)
# Maximum number of rows that a worker holds in memory before it merges them; a row takes about 100
# bytes.
_MAX_ROWS = 1_000_000


class CountSettings(NamedTuple):
    """Settings of phrase extraction."""

    words: ShippedWords
    lexicon: str | None  # shipped name; None: the input has alignment links
    symmetrisation: str
    max_phrase: int
    chunk_count: int


def make_piece_counter(settings: CountSettings) -> Any:
    """Return a function for `mapInArrow`: from analysed pieces to rows of `BLOCK_SCHEMA`."""
    return partial(_count_batches, settings=settings)


def make_block_merger(max_phrase: int, pruning: Pruning) -> Any:
    """Return a function for `mapInArrow` that converts rows of `BLOCK_SCHEMA` to rows of
    `ENTRY_SCHEMA`.

    The blocks must be sorted by chunk.
    """
    return partial(_merge_batches, max_phrase=max_phrase, pruning=pruning)


def _count_batches(batches: Iterator[Any], settings: CountSettings) -> Iterator[Any]:
    lexicon = None if settings.lexicon is None else open_lexicon(settings.lexicon)
    pending_counts: list[PhraseCounts] = []
    for _, piece in decode_pieces(batches):
        if not piece.counts.used:
            continue
        pending_counts.append(
            count_phrases(
                settings.words.make_corpus(piece),
                0,
                piece.counts.used,
                lexicon,
                settings.symmetrisation,
                max_words=settings.max_phrase,
            )
        )
        if sum(len(counts.rows) for counts in pending_counts) > _MAX_ROWS:
            yield from _make_blocks(pending_counts, settings.chunk_count)
            pending_counts = []
    if pending_counts:
        yield from _make_blocks(pending_counts, settings.chunk_count)


def _make_blocks(counts: list[PhraseCounts], chunk_count: int) -> Iterator[Any]:
    import pyarrow as pa

    for chunk_index, chunk in enumerate(split_by_hash(merge_counts(counts), chunk_count)):
        if len(chunk.rows):
            yield pa.RecordBatch.from_arrays(
                [
                    pa.array([chunk_index], pa.int64()),
                    pa.array([chunk.rows.astype("<i4").tobytes()], pa.binary()),
                    pa.array([chunk.counts.astype("<i4").tobytes()], pa.binary()),
                ],
                ["stretch", "rows", "counts"],
            )


def _merge_batches(batches: Iterator[Any], max_phrase: int, pruning: Pruning) -> Iterator[Any]:
    import pyarrow as pa

    for chunk, blocks in groupby(_decode_blocks(batches, max_phrase), itemgetter(0)):
        pending_counts: list[PhraseCounts] = []
        row_count = 0
        for _, block in blocks:
            pending_counts.append(block)
            row_count += len(block.rows)
            if row_count > _MAX_ROWS:
                pending_counts = [merge_counts(pending_counts)]
                row_count = 0  # merged rows are distinct and do not count
        entries = prune(merge_counts(pending_counts), pruning)
        row = {
            "stretch": pa.array([chunk], pa.int64()),
            "extracted": pa.array([entries.n_extracted], pa.int64()),
        }
        # The last field of the entries, `extracted`, is not an array.
        for (name, dtype), array in zip(_ENTRY_ARRAYS.items(), entries, strict=False):
            row[name] = pa.array([np.ascontiguousarray(array, dtype).tobytes()], pa.binary())
        yield pa.RecordBatch.from_pydict(row)


def _decode_blocks(batches: Iterator[Any], max_phrase: int) -> Iterator[tuple[int, PhraseCounts]]:
    for batch in batches:
        for chunk, rows, counts in zip(
            *(column.to_pylist() for column in batch.columns), strict=True
        ):
            phrase_rows = np.frombuffer(rows, "<i4").reshape(-1, 2 * max_phrase)
            # Merging computes the hashes again.
            yield (
                chunk,
                PhraseCounts(np.zeros(0, np.uint64), phrase_rows, np.frombuffer(counts, "<i4")),
            )


def decode_entries(batches: Iterator[Any], max_phrase: int) -> Iterator[PrunedEntries]:
    """Decode rows of `ENTRY_SCHEMA`; yield the entries of each chunk."""
    for batch in batches:
        for index in range(batch.num_rows):
            arrays = {
                name: np.frombuffer(batch.column(name)[index].as_py(), dtype)
                for name, dtype in _ENTRY_ARRAYS.items()
            }
            for name in ("phrases", "pivot_phrases"):
                arrays[name] = arrays[name].reshape(-1, max_phrase)
            yield PrunedEntries(**arrays, n_extracted=batch.column("extracted")[index].as_py())

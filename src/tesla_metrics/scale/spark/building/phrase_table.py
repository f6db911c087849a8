"""Build phrase tables on Spark."""

from array import array
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ....arrays import Array
from ....files.lines import iterate_lines
from ....files.locking import output_lock
from ....files.long_runs import ProgressCallback, WorkFolder, no_progress
from ....resources.pivot.analysed_pairs import PairCounts
from ....resources.pivot.bitext import Bitext
from ....resources.pivot.corpus import Corpus, NumberedWords, SideCorpus, number_words
from ....resources.pivot.table_writing import (
    TableSettings,
    check_alignments,
    check_usable_pairs,
    describe_run,
    describe_table,
    with_sources,
    write_table,
)
from ....resources.pivot.word_alignment import evenly_spaced, train_lexicon
from ..session import spark_errors, watch_tasks
from ..shipping import ship_file
from ..staging import (
    PIECE_LINES,
    collect_batches,
    escape_glob,
    limit_batch_rows,
    read_stage,
    stage_rows,
)
from .phrase_counts import (
    BLOCKS,
    ENTRIES,
    CountSettings,
    ShippedWords,
    count_pieces,
    decode_entries,
    merge_blocks,
    ship_lexicon,
    ship_words,
)
from .staged_texts import (
    COUNTS,
    SCHEMA,
    PieceSettings,
    analyse_pieces,
    analyse_texts,
    decode_pieces,
    decode_words,
)

# Maximum distinct words that a worker collects before it emits them.
_MAX_WORDS = 500_000
# Rows per batch while words are collected; these rows are small.
_WORD_ROWS = 256
_SIDES = ("target", "pivot")
_SHIFT = 32  # bits for the index of a word in its piece, below the index of the piece


def first_words(spark: Any, analysed: Any) -> tuple[list[str], list[str]]:
    """Return the distinct words of the target and pivot side, in order of first occurrence."""
    sides = [_FirstWords(), _FirstWords()]
    with limit_batch_rows(spark, _WORD_ROWS):
        pieces = analysed.select("piece", *(f"{side}_words" for side in _SIDES))
        rows = pieces.mapInArrow(_collect_words, "side int, word binary, first long")
        firsts = rows.groupBy("side", "word").min("first")
        for batch in collect_batches(firsts, "cannot collect the words"):
            columns = [column.to_pylist() for column in batch.columns]
            for side, word, first in zip(*columns, strict=True):
                sides[side].words.append(word.decode())
                sides[side].firsts.append(first)
    return sides[0].in_order(), sides[1].in_order()


class _FirstWords:
    """Words in any order with the position of their first occurrence."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.firsts = array("q")

    def in_order(self) -> list[str]:
        return [self.words[index] for index in np.argsort(np.array(self.firsts)).tolist()]


def _collect_words(batches: Iterator[Any]) -> Iterator[Any]:
    known: dict[tuple[int, str], int] = {}
    for batch in batches:
        for piece, *blobs in zip(
            *(batch.column(index).to_pylist() for index in range(3)), strict=True
        ):
            for side, blob in enumerate(blobs):
                for position, word in enumerate(decode_words(blob), piece << _SHIFT):
                    known[side, word] = min(position, known.get((side, word), position))
        if len(known) > _MAX_WORDS:
            yield _words_batch(known)
            known.clear()
    yield _words_batch(known)


def _words_batch(known: dict[tuple[int, str], int]) -> Any:
    import pyarrow as pa

    return pa.RecordBatch.from_arrays(
        [
            pa.array([side for side, _ in known], pa.int32()),
            pa.array([word.encode() for _, word in known], pa.binary()),
            pa.array(list(known.values()), pa.int64()),
        ],
        ["side", "word", "first"],
    )


_SAMPLE_SCHEMA = (
    "piece long, target_words binary, target_lengths binary, pivot_words binary, "
    "pivot_lengths binary"
)
_NO_LINKS = np.zeros((0, 2), np.int32), np.zeros(1, np.int64)


def sample_corpus(
    spark: Any,
    analysed: Any,
    words: ShippedWords,
    used: Array,
    numbered: tuple[NumberedWords, NumberedWords],
    max_pairs: int,
) -> Corpus:
    """Return a sample of at most `max_pairs` sentence pairs, in order, for learning word alignment.

    `used` is the number of sentence pairs in each piece.
    """
    starts = np.cumsum(np.append(0, used))
    sample = evenly_spaced(int(starts[-1]), max_pairs)
    chosen = partial(_select_sample, words=words, starts=starts, sample=sample)
    by_piece: dict[int, list[Array]] = {}
    with limit_batch_rows(spark):
        rows = analysed.mapInArrow(chosen, _SAMPLE_SCHEMA)
        for batch in collect_batches(rows, "cannot collect the sample for word alignment"):
            for piece, *blobs in zip(*(column.to_pylist() for column in batch), strict=True):
                by_piece[piece] = [np.frombuffer(blob, "<i4") for blob in blobs]
    columns = [
        np.concatenate(arrays)
        for arrays in zip(*(by_piece[piece_index] for piece_index in sorted(by_piece)), strict=True)
    ]
    target, pivot = (
        _side_corpus(columns[2 * side], columns[2 * side + 1], numbered[side]) for side in range(2)
    )
    return Corpus(target, pivot, *_NO_LINKS)


def _side_corpus(aligned: Array, lengths: Array, numbered: NumberedWords) -> SideCorpus:
    size = int(numbered.alignment_forms.max(initial=-1)) + 1
    identity_map = np.arange(size, dtype=np.int32)
    starts = np.cumsum(np.append(0, lengths))
    return SideCorpus(aligned, starts, identity_map, identity_map, numbered.pool)


def _select_sample(
    batches: Iterator[Any], words: ShippedWords, starts: Array, sample: Array
) -> Iterator[Any]:
    import pyarrow as pa

    for piece_index, piece in decode_pieces(batches):
        low, high = np.searchsorted(sample, starts[piece_index : piece_index + 2])
        if low == high:
            continue
        selected = sample[low:high] - starts[piece_index]
        corpus = words.corpus(piece)
        blobs = [
            blob
            for side in (corpus.target, corpus.pivot)
            for blob in _sentence_blobs(side, selected)
        ]
        columns = [
            pa.array([piece_index], pa.int64()),
            *(pa.array([value], pa.binary()) for value in blobs),
        ]
        yield pa.RecordBatch.from_arrays(
            columns, [field.split()[0] for field in _SAMPLE_SCHEMA.split(", ")]
        )


def _sentence_blobs(side: SideCorpus, selected: Array) -> Iterator[bytes]:
    """Yield, as bytes, the aligned word forms of these sentences and the sentence lengths."""
    lengths = np.diff(side.starts)
    mask = np.zeros(len(lengths), bool)
    mask[selected] = True
    words = side.alignment_forms[side.words[np.repeat(mask, lengths)]]
    yield words.astype("<i4").tobytes()
    yield lengths[mask].astype("<i4").tobytes()


# Build a phrase table on Spark that is identical, byte for byte, to one built on one machine.
#
# The driver reads the bitext, numbers words and learns word alignment from a sample; workers
# analyse, align, extract and count. The results of the steps are in the stage.

_BUILTIN_PREFIX = "builtin:"
# Phrase pairs are grouped into chunks by ranges of their hashes. Approximate rows of a chunk before
# they are summed, and approximate rows per word.
_CHUNK_ROWS = 500_000
_ROWS_PER_WORD = 4
_MIN_CHUNKS = 64
_CHUNKS_PER_TASK = 16


def build_phrase_table_on_spark(
    spark: Any,
    folder: str,
    bitexts: Sequence[Bitext],
    output: Path,
    settings: TableSettings,
    *,
    alignments: str | None = None,
    piece_lines: int = PIECE_LINES,
    watch: ProgressCallback = no_progress,
) -> dict[str, Any]:
    """Write the phrase table and return its settings, as `build_phrase_table` does.

    `folder` is the URI of a stage (`stage_folder`); `piece_lines` is the number of sentence pairs
    that a worker processes at a time.
    """
    settings.check()
    names = [path for bitext in bitexts for path in bitext.paths]
    if alignments is not None:
        check_alignments(bitexts, names, alignments)
    description = describe_table(settings, alignments)
    with output_lock(output):
        run_identity = describe_run(settings, description, names, alignments)
        work = WorkFolder(output, {**run_identity, "engine": "spark"})
        work.open()
        try:
            build = _Build(spark, folder, settings, alignments, watch)
            return build.run(bitexts, names, output, work.path, description, piece_lines)
        finally:
            work.remove()


class _Build(NamedTuple):
    """One build of a phrase table."""

    spark: Any
    folder: str
    settings: TableSettings
    alignments: str | None
    watch: ProgressCallback

    def run(
        self,
        bitexts: Sequence[Bitext],
        names: Sequence[str],
        output: Path,
        work: Path,
        description: dict[str, Any],
        piece: int,
    ) -> dict[str, Any]:
        staged = self._stage_pairs(bitexts, piece)
        with spark_errors(doing="cannot read the stage"):
            pieces = staged.count()
        if not pieces:
            check_usable_pairs(PairCounts(), names)
        analysed, used, counts = self._analyse_pairs(staged, pieces)
        check_usable_pairs(counts, names)
        with watch_tasks(self.spark, self.watch, "numbering words"):
            words = first_words(self.spark, analysed)
        numbered = number_words(words[0]), number_words(words[1])
        sent = ship_words(self.spark, words, numbered)
        del words
        lexicon = None
        if self.alignments is None:
            lexicon = self._learn_alignment(analysed, sent, used, numbered)
        self._count_phrases(analysed, sent, lexicon)
        self.watch("writing the table", 0)
        return write_table(
            output,
            work,
            self._read_entries(),
            (numbered[0].pool, numbered[1].pool),
            with_sources(description, self.settings, names, counts),
            self.settings.max_phrase,
        )

    def _stage_pairs(self, bitexts: Sequence[Bitext], piece: int) -> Any:
        return stage_rows(
            self.spark,
            f"{self.folder}/pairs",
            _staged_rows(bitexts, self.alignments),
            ("target", "pivot", *(["links"] if self.alignments is not None else [])),
            lines=piece,
            progress=self.watch("reading sentence pairs", 0),
        )

    def _analyse_pairs(self, staged: Any, pieces: int) -> tuple[Any, Array, PairCounts]:
        """Return the analysed pieces, the used sentence pairs per piece, and the total counts."""
        settings = self._piece_settings()
        doing, folder = "cannot analyse sentences", f"{self.folder}/analysed"
        with (
            limit_batch_rows(self.spark),
            spark_errors(doing=doing),
            watch_tasks(self.spark, self.watch, "analysing sentences"),
        ):
            staged.mapInArrow(analyse_pieces(settings), SCHEMA).write.parquet(folder)
        analysed = read_stage(self.spark, folder, pieces)
        rows = collect_batches(analysed.select("piece", "bad", *COUNTS), doing)
        table = np.concatenate([_stack_columns(batch) for batch in rows])
        table = table[np.argsort(table[:, 0])]
        if table[:, 1].any():
            self._raise_link_error(staged, settings, table)
        totals = table[:, 2:].sum(axis=0).tolist()
        return analysed, table[:, -1], PairCounts(*totals)

    def _piece_settings(self) -> PieceSettings:
        sides = self.settings.sides()
        taggers = []
        for side in sides:
            file = side.analyzer.removeprefix(_BUILTIN_PREFIX)
            tagger = file if file != side.analyzer else None
            taggers.append(tagger and ship_file(self.spark, Path(tagger), "tagger"))
        return PieceSettings(
            sides, (taggers[0], taggers[1]), self.settings.max_words, self.alignments
        )

    def _raise_link_error(self, staged: Any, settings: PieceSettings, table: Array) -> None:
        """Analyse the first piece with bad links again, which raises the error with its line."""
        index = int(table[np.flatnonzero(table[:, 1])[0], 0])
        earlier_lines = int(table[:index, 2].sum())
        with spark_errors(doing="cannot read the stage"):
            row = staged.where(f"piece = {index}").first().asDict()
        analyse_texts(row, settings._replace(taggers=(None, None)), earlier_lines + 1)

    def _learn_alignment(
        self,
        analysed: Any,
        words: ShippedWords,
        used: Array,
        numbered: tuple[NumberedWords, NumberedWords],
    ) -> str:
        settings = self.settings
        corpus = sample_corpus(self.spark, analysed, words, used, numbered, settings.learn_on)
        advance = self.watch("learning word alignment", settings.iterations)
        lexicon = train_lexicon(corpus, np.arange(len(corpus)), settings.iterations, advance)
        return ship_lexicon(self.spark, lexicon)

    def _count_phrases(self, analysed: Any, words: ShippedWords, lexicon: str | None) -> None:
        settings, spark = self.settings, self.spark
        with (
            limit_batch_rows(spark),
            spark_errors(doing="cannot count phrase pairs"),
            watch_tasks(spark, self.watch, "aligning and extracting"),
        ):
            size = analysed.selectExpr("sum(length(target_numbers))").first()[0] // 4
            chunk_count = max(_MIN_CHUNKS, size * _ROWS_PER_WORD // _CHUNK_ROWS)
            cores = spark.sparkContext.defaultParallelism
            count_settings = CountSettings(
                words, lexicon, settings.symmetrisation, settings.max_phrase, chunk_count
            )
            blocks = analysed.mapInArrow(count_pieces(count_settings), BLOCKS)
            partition_count = min(chunk_count, max(2 * cores, chunk_count // _CHUNKS_PER_TASK))
            grouped = blocks.repartition(partition_count, "stretch")
            merge = merge_blocks(settings.max_phrase, settings.pruning)
            entries = grouped.sortWithinPartitions("stretch").mapInArrow(merge, ENTRIES)
            entries.write.parquet(f"{self.folder}/entries")

    def _read_entries(self) -> Iterator[Any]:
        doing = "cannot collect phrase pairs"
        with limit_batch_rows(self.spark, 1):
            with spark_errors(doing=doing):
                frame = self.spark.read.parquet(escape_glob(f"{self.folder}/entries")).orderBy(
                    "stretch"
                )
            yield from decode_entries(collect_batches(frame, doing), self.settings.max_phrase)


def _staged_rows(bitexts: Sequence[Bitext], alignments: str | None) -> Iterator[Sequence[str]]:
    pairs = chain.from_iterable(bitext.pairs() for bitext in bitexts)
    if alignments is None:
        return pairs
    lines = iterate_lines(alignments)
    return ((*pair, links) for pair, links in zip(pairs, lines, strict=True))


def _stack_columns(batch: Any) -> Array:
    import pyarrow as pa

    return np.stack([column.cast(pa.int64()).to_numpy() for column in batch.columns], axis=1)

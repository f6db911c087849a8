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
from ....files.locking import hold_output_lock
from ....files.long_runs import ProgressCallback, WorkFolder, no_progress
from ....resources.pivot.analysed_pairs import PairCounts
from ....resources.pivot.bitext import Bitext, iterate_checked_pairs
from ....resources.pivot.corpus import Corpus, NumberedForms, SideCorpus, number_forms
from ....resources.pivot.table_writing import (
    TableSettings,
    add_sources,
    check_alignments,
    check_usable_pairs,
    describe_run,
    describe_table,
    write_table,
)
from ....resources.pivot.word_alignment import select_evenly, train_lexicon
from ..session import spark_errors, watch_tasks
from ..shipping import ship_file
from ..staging import (
    MAX_PIECE_LINES,
    collect_batches,
    escape_glob,
    limit_batch_rows,
    read_stage,
    stage_rows,
)
from .phrase_counts import (
    BLOCK_SCHEMA,
    ENTRY_SCHEMA,
    CountSettings,
    ShippedWords,
    decode_entries,
    make_block_merger,
    make_piece_counter,
    ship_lexicon,
    ship_words,
)
from .staged_texts import (
    COUNT_COLUMNS,
    PIECE_SCHEMA,
    PieceSettings,
    analyse_pieces,
    analyse_texts,
    decode_pieces,
    decode_words,
)

# Maximum number of distinct words that a worker collects before it emits them.
_MAX_WORDS = 500_000
# Number of rows per batch while words are collected; these rows are small.
_WORD_BATCH_ROWS = 256
_SIDES = ("target", "pivot")
# A position is (index of the piece << _PIECE_SHIFT) + index of the word in the piece.
_PIECE_SHIFT = 32


def collect_words(spark: Any, analysed: Any) -> tuple[list[str], list[str]]:
    """Return the distinct words of the target and pivot side, in order of first occurrence."""
    sides = [_WordPositions(), _WordPositions()]
    with limit_batch_rows(spark, _WORD_BATCH_ROWS):
        pieces = analysed.select("piece", *(f"{side}_words" for side in _SIDES))
        rows = pieces.mapInArrow(_find_first_positions, "side int, word binary, first long")
        first_positions = rows.groupBy("side", "word").min("first")
        for batch in collect_batches(first_positions, "cannot collect the words"):
            columns = [column.to_pylist() for column in batch.columns]
            for side, word, position in zip(*columns, strict=True):
                sides[side].words.append(word.decode())
                sides[side].positions.append(position)
    return sides[0].sort_words(), sides[1].sort_words()


class _WordPositions:
    """Words in any order, and the position of the first occurrence of each word."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.positions = array("q")

    def sort_words(self) -> list[str]:
        """Return the words in the order of their positions."""
        return [self.words[index] for index in np.argsort(np.array(self.positions)).tolist()]


def _find_first_positions(batches: Iterator[Any]) -> Iterator[Any]:
    """Find the first position of each word in the pieces of a worker."""
    positions: dict[tuple[int, str], int] = {}  # by side and word
    for batch in batches:
        for piece, *blobs in zip(
            *(batch.column(index).to_pylist() for index in range(3)), strict=True
        ):
            for side, blob in enumerate(blobs):
                for position, word in enumerate(decode_words(blob), piece << _PIECE_SHIFT):
                    positions[side, word] = min(position, positions.get((side, word), position))
        if len(positions) > _MAX_WORDS:
            yield _make_words_batch(positions)
            positions.clear()
    yield _make_words_batch(positions)


def _make_words_batch(positions: dict[tuple[int, str], int]) -> Any:
    import pyarrow as pa

    return pa.RecordBatch.from_arrays(
        [
            pa.array([side for side, _ in positions], pa.int32()),
            pa.array([word.encode() for _, word in positions], pa.binary()),
            pa.array(list(positions.values()), pa.int64()),
        ],
        ["side", "word", "first"],
    )


_SAMPLE_SCHEMA = (
    "piece long, target_words binary, target_lengths binary, pivot_words binary, "
    "pivot_lengths binary"
)
_NO_LINKS = np.zeros((0, 2), np.int32), np.zeros(1, np.int64)  # links, and their offsets


def sample_corpus(
    spark: Any,
    analysed: Any,
    words: ShippedWords,
    pair_counts: Array,
    numbered: tuple[NumberedForms, NumberedForms],
    max_pairs: int,
) -> Corpus:
    """Return a sample of at most `max_pairs` sentence pairs, in order, for learning word alignment.

    `pair_counts` has the number of sentence pairs of each piece.
    """
    starts = np.cumsum(np.append(0, pair_counts))
    sample = select_evenly(int(starts[-1]), max_pairs)
    select = partial(_select_sample, words=words, starts=starts, sample=sample)
    arrays_by_piece: dict[int, list[Array]] = {}
    with limit_batch_rows(spark):
        rows = analysed.mapInArrow(select, _SAMPLE_SCHEMA)
        for batch in collect_batches(rows, "cannot collect the sample for word alignment"):
            for piece, *blobs in zip(*(column.to_pylist() for column in batch), strict=True):
                arrays_by_piece[piece] = [np.frombuffer(blob, "<i4") for blob in blobs]
    sorted_arrays = [arrays_by_piece[piece] for piece in sorted(arrays_by_piece)]
    target_words, target_lengths, pivot_words, pivot_lengths = (
        np.concatenate(arrays) for arrays in zip(*sorted_arrays, strict=True)
    )
    target = _make_side_corpus(target_words, target_lengths, numbered[0])
    pivot = _make_side_corpus(pivot_words, pivot_lengths, numbered[1])
    return Corpus(target, pivot, *_NO_LINKS)


def _make_side_corpus(words: Array, lengths: Array, numbered: NumberedForms) -> SideCorpus:
    """Return a side whose words are already the forms for alignment."""
    form_count = int(numbered.alignment_forms.max(initial=-1)) + 1
    identity_map = np.arange(form_count, dtype=np.int32)
    starts = np.cumsum(np.append(0, lengths))
    return SideCorpus(words, starts, identity_map, identity_map, numbered.pool)


def _select_sample(
    batches: Iterator[Any], words: ShippedWords, starts: Array, sample: Array
) -> Iterator[Any]:
    """Select the sentence pairs of a sample in a worker.

    `sample` has indices of sentence pairs, and `starts` the index of the first pair of each piece.
    """
    import pyarrow as pa

    for piece_index, piece in decode_pieces(batches):
        low, high = np.searchsorted(sample, starts[piece_index : piece_index + 2])
        if low == high:
            continue
        pair_indices = sample[low:high] - starts[piece_index]
        corpus = words.make_corpus(piece)
        blobs = [
            *_encode_sentences(corpus.target, pair_indices),
            *_encode_sentences(corpus.pivot, pair_indices),
        ]
        columns = [
            pa.array([piece_index], pa.int64()),
            *(pa.array([value], pa.binary()) for value in blobs),
        ]
        yield pa.RecordBatch.from_arrays(
            columns, [field.split()[0] for field in _SAMPLE_SCHEMA.split(", ")]
        )


def _encode_sentences(side: SideCorpus, indices: Array) -> tuple[bytes, bytes]:
    """Return, as bytes, the alignment forms of the words of some sentences, and their lengths."""
    lengths = np.diff(side.starts)
    is_selected = np.zeros(len(lengths), bool)
    is_selected[indices] = True
    words = side.alignment_forms[side.words[np.repeat(is_selected, lengths)]]
    return words.astype("<i4").tobytes(), lengths[is_selected].astype("<i4").tobytes()


# Building the table
#
# The driver reads the bitext, numbers words and learns word alignment from a sample. Workers
# analyse, align, extract and count. The results of these steps are in the stage. The table is
# identical, byte for byte, to a table that was built on one machine.

_BUILTIN_PREFIX = "builtin:"  # of analysers with a tagger file
# Phrase pairs are grouped into chunks by ranges of their hashes.
_ROWS_PER_CHUNK = 500_000  # about the number of rows of a chunk before they are summed
_ROWS_PER_WORD = 4  # about the number of extracted rows per word of the target side
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
    piece_lines: int = MAX_PIECE_LINES,
    watch: ProgressCallback = no_progress,
) -> dict[str, Any]:
    """Build a phrase table on Spark and return its settings, as `build_phrase_table` does.

    folder          URI of a stage (see `stage_folder`)
    alignments      file with alignment links; None: word alignment is learnt
    piece_lines     maximum number of sentence pairs that a worker processes at a time
    """
    settings.check()
    names = [path for bitext in bitexts for path in bitext.paths]
    if alignments is not None:
        check_alignments(bitexts, names, alignments)
    description = describe_table(settings, alignments)
    with hold_output_lock(output):
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
        piece_lines: int,
    ) -> dict[str, Any]:
        """Build the table; `names` are the files of the bitexts, and `work` is a folder."""
        staged = self._stage_pairs(bitexts, piece_lines)
        with spark_errors(message_start="cannot read the stage"):
            piece_count = staged.count()
        if not piece_count:
            check_usable_pairs(PairCounts(), names)
        analysed, pair_counts, counts = self._analyse_pairs(staged, piece_count)
        check_usable_pairs(counts, names)
        with watch_tasks(self.spark, self.watch, "numbering words"):
            words = collect_words(self.spark, analysed)
        numbered = number_forms(words[0]), number_forms(words[1])
        shipped_words = ship_words(self.spark, words, numbered)
        del words
        lexicon = None
        if self.alignments is None:
            lexicon = self._learn_alignment(analysed, shipped_words, pair_counts, numbered)
        self._count_phrases(analysed, shipped_words, lexicon)
        self.watch("writing the table", 0)
        return write_table(
            output,
            work,
            self._read_entries(),
            (numbered[0].pool, numbered[1].pool),
            add_sources(description, self.settings, names, counts),
            self.settings.max_phrase,
        )

    def _stage_pairs(self, bitexts: Sequence[Bitext], piece_lines: int) -> Any:
        return stage_rows(
            self.spark,
            f"{self.folder}/pairs",
            _read_rows(bitexts, self.settings, self.alignments),
            ("target", "pivot", *(["links"] if self.alignments is not None else [])),
            max_lines=piece_lines,
            progress=self.watch("reading sentence pairs", 0),
        )

    def _analyse_pairs(self, staged: Any, piece_count: int) -> tuple[Any, Array, PairCounts]:
        """Return the analysed pieces, the number of used pairs of each piece, and total counts."""
        settings = self._make_piece_settings()
        error_start, folder = "cannot analyse sentences", f"{self.folder}/analysed"
        with (
            limit_batch_rows(self.spark),
            spark_errors(message_start=error_start),
            watch_tasks(self.spark, self.watch, "analysing sentences"),
        ):
            staged.mapInArrow(analyse_pieces(settings), PIECE_SCHEMA).write.parquet(folder)
        analysed = read_stage(self.spark, folder, piece_count)
        rows = collect_batches(analysed.select("piece", "bad", *COUNT_COLUMNS), error_start)
        # The columns are the index of the piece, whether its links are bad, and its counts.
        table = np.concatenate([_stack_columns(batch) for batch in rows])
        table = table[np.argsort(table[:, 0])]
        if table[:, 1].any():
            self._raise_link_error(staged, settings, table)
        totals = table[:, 2:].sum(axis=0).tolist()
        return analysed, table[:, -1], PairCounts(*totals)

    def _make_piece_settings(self) -> PieceSettings:
        sides = self.settings.get_side_settings()
        taggers = []
        for side in sides:
            tagger = None
            file = side.analyzer.removeprefix(_BUILTIN_PREFIX)
            if file and file != side.analyzer:
                tagger = ship_file(self.spark, Path(file), "tagger")
            taggers.append(tagger)
        return PieceSettings(
            sides, (taggers[0], taggers[1]), self.settings.max_words, self.alignments
        )

    def _raise_link_error(self, staged: Any, settings: PieceSettings, table: Array) -> None:
        """Analyse the first piece with bad links again, to raise an error with the line number."""
        index = int(table[np.flatnonzero(table[:, 1])[0], 0])
        earlier_lines = int(table[:index, 2].sum())
        with spark_errors(message_start="cannot read the stage"):
            row = staged.where(f"piece = {index}").first().asDict()
        analyse_texts(row, settings._replace(taggers=(None, None)), earlier_lines + 1)

    def _learn_alignment(
        self,
        analysed: Any,
        words: ShippedWords,
        pair_counts: Array,
        numbered: tuple[NumberedForms, NumberedForms],
    ) -> str:
        """Learn a translation lexicon from a sample; return its shipped name."""
        settings = self.settings
        corpus = sample_corpus(
            self.spark, analysed, words, pair_counts, numbered, settings.learn_on
        )
        advance = self.watch("learning word alignment", settings.iterations)
        lexicon = train_lexicon(corpus, np.arange(len(corpus)), settings.iterations, advance)
        return ship_lexicon(self.spark, lexicon)

    def _count_phrases(self, analysed: Any, words: ShippedWords, lexicon: str | None) -> None:
        settings, spark = self.settings, self.spark
        with (
            limit_batch_rows(spark),
            spark_errors(message_start="cannot count phrase pairs"),
            watch_tasks(spark, self.watch, "aligning and extracting"),
        ):
            # A word number has four bytes.
            word_count = analysed.selectExpr("sum(length(target_numbers))").first()[0] // 4
            chunk_count = max(_MIN_CHUNKS, word_count * _ROWS_PER_WORD // _ROWS_PER_CHUNK)
            cores = spark.sparkContext.defaultParallelism
            count_settings = CountSettings(
                words, lexicon, settings.symmetrisation, settings.max_phrase, chunk_count
            )
            blocks = analysed.mapInArrow(make_piece_counter(count_settings), BLOCK_SCHEMA)
            partition_count = min(chunk_count, max(2 * cores, chunk_count // _CHUNKS_PER_TASK))
            grouped = blocks.repartition(partition_count, "stretch")
            merge = make_block_merger(settings.max_phrase, settings.pruning)
            entries = grouped.sortWithinPartitions("stretch").mapInArrow(merge, ENTRY_SCHEMA)
            entries.write.parquet(f"{self.folder}/entries")

    def _read_entries(self) -> Iterator[Any]:
        error_start = "cannot collect phrase pairs"
        with limit_batch_rows(self.spark, 1):
            with spark_errors(message_start=error_start):
                entries = self.spark.read.parquet(escape_glob(f"{self.folder}/entries"))
                frame = entries.orderBy("stretch")
            batches = collect_batches(frame, error_start)
            yield from decode_entries(batches, self.settings.max_phrase)


def _read_rows(
    bitexts: Sequence[Bitext], settings: TableSettings, alignments: str | None
) -> Iterator[Sequence[str]]:
    """Iterate over sentence pairs, with their alignment links if there is a file of links."""
    pairs = chain.from_iterable(
        iterate_checked_pairs(bitext, settings.target, settings.pivot) for bitext in bitexts
    )
    if alignments is None:
        return pairs
    lines = iterate_lines(alignments)
    return ((*pair, links) for pair, links in zip(pairs, lines, strict=True))


def _stack_columns(batch: Any) -> Array:
    import pyarrow as pa

    return np.stack([column.cast(pa.int64()).to_numpy() for column in batch.columns], axis=1)

"""Count n-grams for language models on Spark.

1. Workers encode each piece as its distinct words and the indices of these, and write the result to
   the stage.
2. Spark finds the first occurrence of each word, and the driver numbers the words in this order, as
   on one machine.
3. Workers count n-grams of these numbers, and Spark sums the counts and sorts them by suffix.
4. The driver collects the counts in this order.

The driver's memory depends on the number of distinct words and n-grams, as on one machine. The
memory of workers does not grow with the text.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ....errors import InputError
from ....files.long_runs import ProgressCallback, no_progress
from ....resources.lm.counts import (
    NgramCounts,
    WordIds,
    WordIdText,
    build_symbol_error,
    check_not_empty,
    check_order,
    count_text,
    split_counted_words,
)
from ....resources.lm.text import SYMBOLS, TextSettings
from ..session import spark_errors, watch_tasks
from ..staging import MAX_PIECE_LINES, collect_batches, escape_glob, set_small_row_groups
from .staged_texts import TEXT, ShippedWordIds, StagedTexts, ship_word_ids

# Number of words that a worker counts at a time; a word takes about 50 bytes.
CHUNK_WORDS = 1 << 21
_MAX_BATCH_ROWS = 50_000  # rows of an emitted batch
# Spark schema of encoded pieces: index, distinct words, word indices of the text, and the index and
# the error of the first line that cannot be encoded.
_NUMBERED_SCHEMA = "piece long, words array<string>, numbers binary, place int, fault string"
_ERROR_START = "cannot count on Spark"  # start of the messages of Spark errors


@dataclass(frozen=True)
class CountedFiles:
    """N-gram counts of files, and the numbers of sentences and tokens."""

    counts: NgramCounts
    sentences: int
    tokens: int


def count_files_on_spark(
    spark: Any,
    folder: str,
    paths: Sequence[str],
    order: int,
    text: TextSettings,
    *,
    skip_symbols: bool = False,
    watch: ProgressCallback = no_progress,
    piece_lines: int = MAX_PIECE_LINES,
    chunk_words: int = CHUNK_WORDS,
) -> CountedFiles:
    """Count n-grams on Spark, with the same result as `count_files`.

    folder          URI of a stage (see `stage_folder`)
    skip_symbols    whether reserved symbols such as <s> in the text are skipped; otherwise, they
                    are an error
    piece_lines     maximum number of lines of a piece
    chunk_words     number of words that a worker counts at a time
    """
    check_order(order)
    texts = StagedTexts(spark, folder, paths, watch, piece_lines=piece_lines)
    with watch_tasks(spark, watch, "numbering words"):
        encode = partial(_encode_pieces, order, text, skip_symbols)
        encoded = _stage_encoded(spark, folder, texts, encode)
        words = [*SYMBOLS, *_collect_vocabulary(encoded)]
    check_not_empty(len(words) - len(SYMBOLS))
    with watch_tasks(spark, watch, "counting n-grams"):
        count = partial(_count_pieces, order, ship_word_ids(spark, words), len(words), chunk_words)
        names = [f"word{position}" for position in range(order)]
        columns, counts = _sum_counts(encoded.mapInArrow(count, _make_count_schema(names)), names)
    # Each n-gram ends in a word or in the end symbol of a sentence.
    tokens = int(counts.sum()) - texts.line_count
    return CountedFiles(NgramCounts(words, columns, counts), texts.line_count, tokens)


def _make_count_schema(word_columns: Sequence[str]) -> str:
    return ", ".join([*(f"{column} int" for column in word_columns), "number long"])


def _stage_encoded(spark: Any, folder: str, texts: StagedTexts, encode: Any) -> Any:
    """Write the encoded pieces to the stage, so that texts are analysed only once."""
    from pyspark.sql.functions import col

    path = f"{folder}/numbered"
    with spark_errors(message_start=_ERROR_START):
        set_small_row_groups(texts.frame.mapInArrow(encode, _NUMBERED_SCHEMA).write).parquet(path)
        encoded = spark.read.parquet(escape_glob(path))
        bad_row = encoded.filter(col("fault").isNotNull()).orderBy("piece").first()
        if bad_row is not None:
            file, line = texts.locate(bad_row["piece"], bad_row["place"])
            raise build_symbol_error(file, line, bad_row["fault"])
    return encoded


def _encode_pieces(
    order: int, settings: TextSettings, skip_symbols: bool, batches: Iterator[Any]
) -> Iterator[Any]:
    """Encode each piece as its distinct words and their indices; the first indices are SYMBOLS."""
    import pyarrow as pa

    for batch in batches:
        for piece, lines in zip(batch["piece"].to_pylist(), batch[TEXT], strict=True):
            text = WordIdText(order)
            sentences = (
                split_counted_words(line, settings, skip_symbols) for line in lines.as_py()
            )
            index, fault = _add_sentences(text, sentences)
            row = {
                "piece": pa.array([piece], pa.int64()),
                "words": pa.array([list(text.words)[len(SYMBOLS) :]], pa.list_(pa.string())),
                "numbers": pa.array([text.pop_ids().tobytes()], pa.binary()),
                "place": pa.array([index], pa.int32()),
                "fault": pa.array([fault], pa.string()),
            }
            yield pa.RecordBatch.from_pydict(row)


def _add_sentences(text: WordIdText, sentences: Iterable[Sequence[str]]) -> tuple[int, str | None]:
    """Add sentences; return the index and the error of the first one that cannot be added."""
    for index, sentence in enumerate(sentences):
        try:
            text.add(sentence)
        except InputError as error:
            return index, str(error)
    return 0, None


def _collect_vocabulary(encoded: Any) -> Iterator[str]:
    """Yield all words in the order of their first occurrence."""
    from pyspark.sql.functions import min, posexplode, struct

    occurrences = encoded.select("piece", posexplode("words").alias("place", "word"))
    words = occurrences.groupBy("word").agg(min(struct("piece", "place")).alias("first"))
    for batch in collect_batches(words.orderBy("first").select("word"), _ERROR_START):
        yield from batch["word"].to_pylist()


def _count_pieces(
    order: int,
    shipped_ids: ShippedWordIds,
    vocabulary_size: int,
    chunk_words: int,
    batches: Iterator[Any],
) -> Iterator[Any]:
    """Count the n-grams of encoded pieces in a worker."""
    pending_texts: list[WordIds] = []
    symbol_ids = np.arange(len(SYMBOLS), dtype=np.int32)
    for batch in batches:
        for words, indices in zip(batch["words"], batch["numbers"], strict=True):
            word_ids = np.concatenate([symbol_ids, shipped_ids.look_up(words.as_py())])
            pending_texts.append(word_ids[np.frombuffer(indices.as_buffer(), np.int32)])
            if sum(map(len, pending_texts)) >= chunk_words:
                yield from _emit_counts(pending_texts, order, vocabulary_size)
                pending_texts = []
    if pending_texts:
        yield from _emit_counts(pending_texts, order, vocabulary_size)


def _emit_counts(texts: Sequence[WordIds], order: int, vocabulary_size: int) -> Iterator[Any]:
    import pyarrow as pa

    counted = count_text(np.concatenate(texts), order, vocabulary_size)
    arrays = [*map(pa.array, counted.columns), pa.array(counted.counts)]
    names = [*(f"word{position}" for position in range(order)), "number"]
    batch = pa.RecordBatch.from_arrays(arrays, names)
    yield from (
        batch.slice(start, _MAX_BATCH_ROWS)
        for start in range(0, len(counted.counts), _MAX_BATCH_ROWS)
    )


def _sum_counts(partial_counts: Any, word_columns: Sequence[str]) -> tuple[list[WordIds], Any]:
    """Sum counts and sort n-grams by suffix.

    Return one array of word ids per position in the n-gram, and the counts.
    """
    from pyspark.sql.functions import sum

    sums = partial_counts.groupBy(*word_columns).agg(sum("number").alias("number"))
    # For each column, its arrays in all batches.
    arrays: list[list[Any]] = [[] for _ in (*word_columns, "number")]
    for batch in collect_batches(sums.orderBy(*reversed(word_columns)), _ERROR_START):
        for column_arrays, column in zip(arrays, batch.columns, strict=True):
            column_arrays.append(column.to_numpy())
    *columns, counts = map(np.concatenate, arrays)
    return columns, counts

"""Count n-grams for language models on Spark.

Workers encode each piece as numbers of its words and store the result in the stage. Spark finds the
first occurrence of each word, and the driver numbers the words in that order, as on one machine.
With these numbers workers count n-grams, Spark sums the counts and sorts them by suffix, and the
driver collects them in that order. The driver's memory depends on the number of distinct words and
n-grams, as on one machine; the memory of workers does not grow with the text.
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
    check_not_empty,
    check_order,
    count_text,
    reserved_symbol_error,
    words_of,
)
from ....resources.lm.text import SYMBOLS, TextSettings
from ..session import spark_errors, watch_tasks
from ..staging import PIECE_LINES, collect_batches, escape_glob, set_small_row_groups
from .staged_texts import TEXT, ShippedWordIds, StagedTexts, ship_word_ids

# Words, of about 50 bytes each, that a worker counts at a time.
CHUNK_WORDS = 1 << 21
_BATCH_ROWS = 50_000
_NUMBERED_SCHEMA = "piece long, words array<string>, numbers binary, place int, fault string"
_ERROR_START = "cannot count on Spark"


@dataclass(frozen=True)
class CountedFiles:
    """N-gram counts of files, with the number of sentences and tokens."""

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
    piece_lines: int = PIECE_LINES,
    chunk: int = CHUNK_WORDS,
) -> CountedFiles:
    """Return the same counts as `count_files`; `folder` is the URI of a stage."""
    check_order(order)
    texts = StagedTexts(spark, folder, paths, watch, piece_lines=piece_lines)
    with watch_tasks(spark, watch, "numbering words"):
        encode = partial(_number_pieces, order, text, skip_symbols)
        numbered = _number_texts(spark, folder, texts, encode)
        words = [*SYMBOLS, *_vocabulary(numbered)]
    check_not_empty(len(words) - len(SYMBOLS))
    with watch_tasks(spark, watch, "counting n-grams"):
        count = partial(_count_pieces, order, ship_word_ids(spark, words), len(words), chunk)
        positions = [f"word{position}" for position in range(order)]
        columns, counts = _sum_counts(
            numbered.mapInArrow(count, _count_schema(positions)), positions
        )
    # Each word, and the end of each sentence, ends one n-gram.
    tokens = int(counts.sum()) - texts.lines
    return CountedFiles(NgramCounts(words, columns, counts), texts.lines, tokens)


def _count_schema(positions: Sequence[str]) -> str:
    return ", ".join([*(f"{position} int" for position in positions), "number long"])


def _number_texts(spark: Any, folder: str, texts: StagedTexts, encode: Any) -> Any:
    """Write the pieces as word numbers to the stage, so that texts are analysed once."""
    from pyspark.sql.functions import col

    path = f"{folder}/numbered"
    with spark_errors(doing=_ERROR_START):
        set_small_row_groups(texts.frame.mapInArrow(encode, _NUMBERED_SCHEMA).write).parquet(path)
        numbered = spark.read.parquet(escape_glob(path))
        bad = numbered.filter(col("fault").isNotNull()).orderBy("piece").first()
        if bad is not None:
            raise reserved_symbol_error(*texts.locate(bad["piece"], bad["place"]), bad["fault"])
    return numbered


def _number_pieces(
    order: int, settings: TextSettings, skip_symbols: bool, batches: Iterator[Any]
) -> Iterator[Any]:
    """Encode each piece as its distinct words and the text as their numbers (see SYMBOLS)."""
    import pyarrow as pa

    for batch in batches:
        for piece, lines in zip(batch["piece"].to_pylist(), batch[TEXT], strict=True):
            text = WordIdText(order)
            sentences = (words_of(line, settings, skip_symbols) for line in lines.as_py())
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


def _vocabulary(numbered: Any) -> Iterator[str]:
    """Yield all words in the order of their first occurrence."""
    from pyspark.sql.functions import min, posexplode, struct

    occurrences = numbered.select("piece", posexplode("words").alias("place", "word"))
    first = occurrences.groupBy("word").agg(min(struct("piece", "place")).alias("first"))
    for batch in collect_batches(first.orderBy("first").select("word"), _ERROR_START):
        yield from batch["word"].to_pylist()


def _count_pieces(
    order: int, sent: ShippedWordIds, size: int, chunk: int, batches: Iterator[Any]
) -> Iterator[Any]:
    pending: list[WordIds] = []
    symbols = np.arange(len(SYMBOLS), dtype=np.int32)
    for batch in batches:
        for words, numbers in zip(batch["words"], batch["numbers"], strict=True):
            word_ids = np.concatenate([symbols, sent.look_up(words.as_py())])
            pending.append(word_ids[np.frombuffer(numbers.as_buffer(), np.int32)])
            if sum(map(len, pending)) >= chunk:
                yield from _emit_counts(pending, order, size)
                pending = []
    if pending:
        yield from _emit_counts(pending, order, size)


def _emit_counts(texts: Sequence[WordIds], order: int, size: int) -> Iterator[Any]:
    import pyarrow as pa

    counted = count_text(np.concatenate(texts), order, size)
    arrays = [*map(pa.array, counted.columns), pa.array(counted.counts)]
    names = [*(f"word{position}" for position in range(order)), "number"]
    batch = pa.RecordBatch.from_arrays(arrays, names)
    yield from (
        batch.slice(start, _BATCH_ROWS) for start in range(0, len(counted.counts), _BATCH_ROWS)
    )


def _sum_counts(counted: Any, positions: Sequence[str]) -> tuple[list[WordIds], Any]:
    """Sum counts and sort by suffix; return one column per position, and the counts."""
    from pyspark.sql.functions import sum

    sums = counted.groupBy(*positions).agg(sum("number").alias("number"))
    parts: list[list[Any]] = [[] for _ in (*positions, "number")]
    for batch in collect_batches(sums.orderBy(*reversed(positions)), _ERROR_START):
        for part, column in zip(parts, batch.columns, strict=True):
            part.append(column.to_numpy())
    *columns, counts = map(np.concatenate, parts)
    return columns, counts

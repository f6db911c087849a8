"""N-grams of text files, counted on Spark, as `NgramCounter` counts them on one machine.

Workers make numbers of the words of each piece, which are kept beside the text. Spark finds where
each word was seen first; the driver numbers words in that order, as one machine would. With these
numbers workers count n-grams, Spark adds them up and sorts them by suffix, and the driver takes
them over in that order. Its memory goes with distinct words and n-grams, as on one machine; that
of workers does not grow with the text.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ...errors import InputError
from ...lm.corpus import reserved, words_of
from ...lm.counts import NgramCounts, NumberedText, WordIds, check_order, check_words, count_text
from ...lm.symbols import SYMBOLS
from ...lm.text import TextSettings
from ...watching import Watch, unwatched
from ..collecting import collected
from ..faults import told
from ..staging import PIECE, kept, unglobbed
from ..tasks import watched_tasks
from .numbers import SentNumbers, send_numbers
from .texts import TEXT, StagedTexts

# Words that a worker counts at once: some 50 bytes each.
CHUNK = 1 << 21
_ROWS = 50_000
_NUMBERED = "piece long, words array<string>, numbers binary, place int, fault string"
_CANNOT = "cannot count on Spark"


@dataclass(frozen=True)
class CountedFiles:
    """N-grams of files, and how many sentences and words these have."""

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
    watch: Watch = unwatched,
    piece: int = PIECE,
    chunk: int = CHUNK,
) -> CountedFiles:
    """The same counts as those of `count_files`; `folder` is the URI of a stage."""
    check_order(order)
    texts = StagedTexts(spark, folder, paths, watch, piece=piece)
    with watched_tasks(spark, watch, "numbering words"):
        number = partial(_number_pieces, order, text, skip_symbols)
        numbered = _number(spark, folder, texts, number)
        words = [*SYMBOLS, *_vocabulary(numbered)]
    check_words(len(words) - len(SYMBOLS))
    with watched_tasks(spark, watch, "counting n-grams"):
        count = partial(_count_pieces, order, send_numbers(spark, words), len(words), chunk)
        places = [f"word{place}" for place in range(order)]
        columns, counts = _added_up(numbered.mapInArrow(count, _schema(places)), places)
    # Each word, and the end of each sentence, ends one n-gram.
    tokens = int(counts.sum()) - texts.lines
    return CountedFiles(NgramCounts(words, columns, counts), texts.lines, tokens)


def _schema(places: Sequence[str]) -> str:
    return ", ".join([*(f"{place} int" for place in places), "number long"])


def _number(spark: Any, folder: str, texts: StagedTexts, number: Any) -> Any:
    """Pieces as numbers, which the stage keeps: analysis is not done twice."""
    from pyspark.sql.functions import col

    place = f"{folder}/numbered"
    with told(doing=_CANNOT):
        kept(texts.frame.mapInArrow(number, _NUMBERED).write).parquet(place)
        numbered = spark.read.parquet(unglobbed(place))
        bad = numbered.filter(col("fault").isNotNull()).orderBy("piece").first()
        if bad is not None:
            raise reserved(*texts.whereabouts(bad["piece"], bad["place"]), bad["fault"])
    return numbered


def _number_pieces(
    order: int, settings: TextSettings, skip_symbols: bool, batches: Iterator[Any]
) -> Iterator[Any]:
    """Of each piece its words as they come, and the text in numbers of these (see SYMBOLS)."""
    import pyarrow as pa

    for batch in batches:
        for piece, lines in zip(batch["piece"].to_pylist(), batch[TEXT], strict=True):
            text = NumberedText(order)
            sentences = (words_of(line, settings, skip_symbols) for line in lines.as_py())
            place, fault = _fill(text, sentences)
            row = {
                "piece": pa.array([piece], pa.int64()),
                "words": pa.array([list(text.words)[len(SYMBOLS) :]], pa.list_(pa.string())),
                "numbers": pa.array([text.take().tobytes()], pa.binary()),
                "place": pa.array([place], pa.int32()),
                "fault": pa.array([fault], pa.string()),
            }
            yield pa.RecordBatch.from_pydict(row)


def _fill(text: NumberedText, sentences: Iterable[Sequence[str]]) -> tuple[int, str | None]:
    """The place of the first sentence that cannot be added, and why."""
    for place, sentence in enumerate(sentences):
        try:
            text.add(sentence)
        except InputError as error:
            return place, str(error)
    return 0, None


def _vocabulary(numbered: Any) -> Iterator[str]:
    """All words, in the order in which they are first seen."""
    from pyspark.sql.functions import min, posexplode, struct

    seen = numbered.select("piece", posexplode("words").alias("place", "word"))
    first = seen.groupBy("word").agg(min(struct("piece", "place")).alias("first"))
    for batch in collected(first.orderBy("first").select("word"), _CANNOT):
        yield from batch["word"].to_pylist()


def _count_pieces(
    order: int, sent: SentNumbers, size: int, chunk: int, batches: Iterator[Any]
) -> Iterator[Any]:
    pending: list[WordIds] = []
    symbols = np.arange(len(SYMBOLS), dtype=np.int32)
    for batch in batches:
        for words, numbers in zip(batch["words"], batch["numbers"], strict=True):
            names = np.concatenate([symbols, sent.of(words.as_py())])
            pending.append(names[np.frombuffer(numbers.as_buffer(), np.int32)])
            if sum(map(len, pending)) >= chunk:
                yield from _run(pending, order, size)
                pending = []
    if pending:
        yield from _run(pending, order, size)


def _run(texts: Sequence[WordIds], order: int, size: int) -> Iterator[Any]:
    import pyarrow as pa

    run = count_text(np.concatenate(texts), order, size)
    arrays = [*map(pa.array, run.columns), pa.array(run.counts)]
    names = [*(f"word{place}" for place in range(order)), "number"]
    batch = pa.RecordBatch.from_arrays(arrays, names)
    yield from (batch.slice(start, _ROWS) for start in range(0, len(run.counts), _ROWS))


def _added_up(counted: Any, places: Sequence[str]) -> tuple[list[WordIds], Any]:
    """Sorted by suffix: a column a place, and counts."""
    from pyspark.sql.functions import sum

    added = counted.groupBy(*places).agg(sum("number").alias("number"))
    parts: list[list[Any]] = [[] for _ in (*places, "number")]
    for batch in collected(added.orderBy(*reversed(places)), _CANNOT):
        for part, column in zip(parts, batch.columns, strict=True):
            part.append(column.to_numpy())
    *columns, counts = map(np.concatenate, parts)
    return columns, counts

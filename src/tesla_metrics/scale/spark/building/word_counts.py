"""Count words and sentence frequencies on Spark."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from ....core.encoding.analysis import open_analysis
from ....core.encoding.session import default_session
from ....files.long_runs import ProgressCallback, no_progress
from ....files.resource import Resource
from ....text.compounds import build_frequent_counts, check_min_count, find_words
from ....text.frequencies import SentenceCounts
from ....text.languages import Language, find_language, parse_language, register
from ..session import watch_tasks
from ..staging import MAX_PIECE_LINES, collect_batches
from .staged_texts import TEXT, StagedTexts

# Maximum number of distinct keys that a worker counts before it emits the counts; a key takes about
# 100 bytes.
MAX_KEYS = 500_000
# Maximum number of rows of an emitted batch.
_MAX_BATCH_ROWS = 50_000
_COUNT_SCHEMA = "kind int, key string, number long"


class KeyTally(Protocol):
    """Counter of keys of several kinds, such as words and n-grams."""

    @property
    def counters(self) -> Sequence[Counter[str]]:
        """The counts so far, one counter per kind of key."""

    def add(self, lines: Sequence[str]) -> None:
        """Count the lines of a piece."""


def count_keys(
    frame: Any,
    make_tally: Callable[[], KeyTally],
    min_counts: Sequence[int],
    *,
    max_keys: int = MAX_KEYS,
) -> list[Counter[str]]:
    """Count the keys of all texts on Spark; return one counter per kind of key.

    Keys that occur less often than `min_counts`, which has one value per kind, are dropped.
    `make_tally` is called in workers, once per partition and again whenever `max_keys` keys were
    counted.
    """
    from pyspark.sql.functions import col, lit, sum

    partial_counts = frame.select(TEXT).mapInArrow(
        partial(_count_batches, make_tally=make_tally, max_keys=max_keys), _COUNT_SCHEMA
    )
    sums = partial_counts.groupBy("kind", "key").agg(sum("number").alias("number"))
    is_frequent = lit(False)
    for kind, min_count in enumerate(min_counts):
        is_frequent |= (col("kind") == kind) & (col("number") >= min_count)
    counters: list[Counter[str]] = [Counter() for _ in min_counts]
    for batch in collect_batches(sums.filter(is_frequent), "cannot count on Spark"):
        kinds, keys, counts = (column.to_pylist() for column in batch.columns)
        for kind, key, count in zip(kinds, keys, counts, strict=True):
            counters[kind][key] = count
    return counters


def _count_batches(
    batches: Iterator[Any], make_tally: Callable[[], KeyTally], max_keys: int
) -> Iterator[Any]:
    """Count keys in a worker, and yield the counts as batches of _COUNT_SCHEMA."""
    tally = make_tally()
    for batch in batches:
        for lines in batch.column(TEXT):
            tally.add(lines.as_py())
            if sum(map(len, tally.counters)) >= max_keys:
                yield from _emit_counts(tally)
                tally = make_tally()
    yield from _emit_counts(tally)


def _emit_counts(tally: KeyTally) -> Iterator[Any]:
    import pyarrow as pa

    for kind, counter in enumerate(tally.counters):
        keys = pa.array(counter.keys(), pa.string(), size=len(counter))
        counts = pa.array(counter.values(), pa.int64(), size=len(counter))
        kinds = pa.array([kind] * len(counter), pa.int32())
        batch = pa.RecordBatch.from_arrays([kinds, keys, counts], ["kind", "key", "number"])
        yield from (
            batch.slice(start, _MAX_BATCH_ROWS) for start in range(0, len(counter), _MAX_BATCH_ROWS)
        )


def count_words_on_spark(
    spark: Any,
    folder: str,
    paths: Sequence[str],
    lang: str,
    min_count: int,
    sources: Sequence[str] = (),
    *,
    watch: ProgressCallback = no_progress,
    piece_lines: int = MAX_PIECE_LINES,
) -> Resource:
    """Count words on Spark, with the same result as `count_words`, byte for byte.

    `folder` is the URI of a stage (see `stage_folder`).
    """
    check_min_count(min_count)
    texts = StagedTexts(spark, folder, paths, watch, piece_lines=piece_lines)
    with watch_tasks(spark, watch, "counting"):
        words, tokens = count_keys(texts.frame, _WordTally, (min_count, 1))
    return build_frequent_counts(words, tokens.total(), lang, min_count, sources)


class _WordTally:
    """Counter of words and tokens in a worker."""

    def __init__(self) -> None:
        self._words: Counter[str] = Counter()
        self._tokens = 0

    @property
    def counters(self) -> Sequence[Counter[str]]:
        return self._words, Counter({"": self._tokens} if self._tokens else {})

    def add(self, lines: Sequence[str]) -> None:
        for line in lines:
            words = find_words(line)
            self._words.update(words)
            self._tokens += len(words)


def count_sentences_on_spark(
    spark: Any,
    folder: str,
    paths: Sequence[str],
    lang: str,
    min_words: int,
    min_grams: int,
    *,
    watch: ProgressCallback = no_progress,
    piece_lines: int = MAX_PIECE_LINES,
) -> SentenceCounts:
    """Count in how many sentences words and n-grams occur, and drop rare ones.

    `folder` is the URI of a stage (see `stage_folder`). Blank lines are not counted.
    """
    texts = StagedTexts(spark, folder, paths, watch, piece_lines=piece_lines)
    make_tally = partial(_SentenceTally, find_language(parse_language(lang)))
    with watch_tasks(spark, watch, "counting"):
        words, grams, sentences = count_keys(texts.frame, make_tally, (min_words, min_grams, 1))
    return SentenceCounts(sentences.total(), words, grams)


@dataclass
class _SentenceTally:
    """Counter of words, n-grams and sentences in a worker.

    It registers the language in the worker, if the user registered it in the driver.
    """

    language: Language
    counts: SentenceCounts = field(default_factory=SentenceCounts)

    def __post_init__(self) -> None:
        language = self.language
        if language.revision and find_language(language.code).revision != language.revision:
            register(language)
        self._analysis = open_analysis(default_session(), language.code, synonyms="none")

    @property
    def counters(self) -> Sequence[Counter[str]]:
        sentences = Counter({"": self.counts.sentences} if self.counts.sentences else {})
        return self.counts.words, self.counts.grams, sentences

    def add(self, lines: Sequence[str]) -> None:
        self.counts.add(self._analysis.iter_sentences(line for line in lines if line.strip()))

"""`score_frame`: add scores to a Spark data frame."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...core.encoding.session import DEFAULT_MEMORY_BYTES, Session
from ...errors import InputError, UsageError
from ...files.inputs.references import iterate_references
from ...files.lines import MAX_LINE_LENGTH
from ...metrics.base import Metric
from ...text.frequencies import SentenceCounts
from ..frames.batches import resolve_metrics
from ..frames.job import ColumnRoles
from ..frames.scoring import BatchScorer, check_columns, select_learning_metrics
from ..frames.texts import read_texts
from .column_metadata import make_score_fields
from .session import spark_errors
from .shipping import ShippedMetrics, get_shared_session
from .workers import Batches, BatchReader, FrameReader, ScoreSettings, ScoreTask

# Learning from references
#
# Some metrics learn from all references before they score the first row. Workers count the words
# and n-grams in their rows, Spark adds up the counts, and the driver collects them. The counts are
# the same as on a single machine.

# The columns are the index of the metric, the kind of key, the key and its count.
_COUNT_SCHEMA = "metric int, kind int, key string, count long"
_SENTENCES, _WORDS, _GRAMS = range(3)  # kinds of keys
# Maximum number of distinct words and n-grams that a worker counts before it emits the counts.
_MAX_ENTRIES = 500_000


def teach_metrics_on_spark(
    df: Any,
    metrics: Sequence[Metric[Any]],
    settings: ScoreSettings,
    read: BatchReader,
    session: Session,
) -> tuple[Metric[Any], ...]:
    """Return the metrics after learning; a Spark job runs only if a metric learns."""
    learner_ids = {id(metric) for metric in select_learning_metrics(metrics, session)}
    learner_indices = [index for index, metric in enumerate(metrics) if id(metric) in learner_ids]
    if not learner_indices:
        return tuple(metrics)
    task = _CountTask(
        ShippedMetrics(df.sparkSession, metrics, session), settings, read, learner_indices
    )

    def run(batches: Any) -> Any:
        return task(batches)

    with spark_errors():
        sums = df.mapInArrow(run, _COUNT_SCHEMA).groupBy("metric", "kind", "key").sum("count")
        counts = _collect_counts(sums.toArrow(), learner_indices)
    return tuple(
        metric.with_counts(counts[index]) if index in counts else metric
        for index, metric in enumerate(metrics)
    )


class _CountTask:
    """Function for workers that counts words and n-grams for each metric that learns."""

    def __init__(
        self,
        metrics: ShippedMetrics,
        settings: ScoreSettings,
        read: BatchReader,
        learner_indices: Sequence[int],
    ) -> None:
        self._metrics, self._settings, self._read = metrics, settings, read
        self._learner_indices = learner_indices

    def __call__(self, batches: Batches) -> Batches:
        metrics, session = self._metrics.open()
        settings = self._settings
        counts = {index: SentenceCounts() for index in self._learner_indices}
        for batch in self._read(batches):
            texts = read_texts(
                batch.texts, settings.columns, metrics, skip_empty=settings.skip_empty,
                max_characters=settings.max_characters, known_faults=batch.faults,
            )  # fmt: skip
            for index, counter in counts.items() if texts.row_indices else ():
                references = partial(
                    iterate_references, texts.counterparts.select(metrics[index].against)
                )
                counter.merge(metrics[index].count_references(session, references))
            entries = sum(len(counter.words) + len(counter.grams) for counter in counts.values())
            if entries > _MAX_ENTRIES:
                yield from _emit_counts(counts)
                counts = {index: SentenceCounts() for index in self._learner_indices}
        yield from _emit_counts(counts)


def _emit_counts(counts: dict[int, SentenceCounts]) -> Iterator[Any]:
    """Yield the counts as Arrow batches of _COUNT_SCHEMA."""
    import pyarrow as pa

    for index, sentence_counts in counts.items():
        counters: list[tuple[int, Counter[str]]]
        counters = [(_WORDS, sentence_counts.words), (_GRAMS, sentence_counts.grams)]
        counters.append((_SENTENCES, Counter({"": sentence_counts.sentences})))
        for kind, counter in counters:
            size = len(counter)
            yield pa.RecordBatch.from_arrays(
                [
                    pa.array([index] * size, pa.int32()),
                    pa.array([kind] * size, pa.int32()),
                    pa.array(list(counter), pa.string()),
                    pa.array(list(counter.values()), pa.int64()),
                ],
                names=["metric", "kind", "key", "count"],
            )


def _collect_counts(table: Any, learner_indices: Sequence[int]) -> dict[int, SentenceCounts]:
    counts = {index: SentenceCounts() for index in learner_indices}
    for batch in table.to_batches():
        for index, kind, key, count in zip(
            *(column.to_pylist() for column in batch.columns), strict=True
        ):
            sentence_counts = counts[index]
            if kind == _SENTENCES:
                sentence_counts.sentences += count
            elif kind == _WORDS:
                sentence_counts.words[key] += count
            else:
                sentence_counts.grams[key] += count
    return counts


Metrics = str | Metric[Any] | Sequence[str | Metric[Any]]


def score_frame(
    df: Any,
    metric: Metrics,
    hypothesis: str = "hyp",
    references: str | Sequence[str] = ("ref",),
    source: str | None = None,
    *,
    statistics: bool = False,
    keep_bad: bool = False,
    where: tuple[str, str] | None = None,
    skip_empty: bool = False,
    longest: int = MAX_LINE_LENGTH,
    memory: int = DEFAULT_MEMORY_BYTES,
    **options: Any,
) -> Any:
    """Score the rows of a Spark data frame and add one column per metric, as `Metric.score` does.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        The rows. Only metrics that learn from references start a Spark job at once.
    metric, **options : str, Metric or sequence of these
        Metrics by name or as objects; options, such as lang="en", apply to names.
    hypothesis, references, source : str, and for references also a sequence of str
        Columns of texts; a reference column may hold arrays of texts.
    statistics : bool
        Whether to add the statistics that `aggregate` needs for bleu, chrf and ter.
    keep_bad, skip_empty : bool
        Whether bad rows get null scores, and empty references are ignored next to others.
    where : tuple of two str, optional
        Columns with file and row number for errors, which else name partition and row.
    longest, memory : int
        Maximum characters of a text, and maximum bytes of each cache in a worker process.

    Returns
    -------
    pyspark.sql.DataFrame
        The same rows and partitions, with the added columns at the end.
    """
    names = (references,) if isinstance(references, str) else tuple(references)
    columns = ColumnRoles(hypothesis, names, source)
    columns.check(df.columns, "the data frame")
    _check_texts(df.schema, columns)
    if where is not None and not set(where) <= set(df.columns):
        raise UsageError(f"where={where!r}: name a column of files and a column of row numbers")
    settings = ScoreSettings(columns, statistics, keep_bad, skip_empty, longest)
    read = FrameReader(where)
    metrics = resolve_metrics(metric, options)
    return plan_scores(df, metrics, settings, read, df.schema, memory).frame


@dataclass(frozen=True)
class ScoringPlan:
    """A plan to score the rows of a data frame.

    frame   data frame with the scores, which Spark has not computed yet
    scorer  scorer with the metrics of the driver, after learning
    """

    frame: Any
    scorer: BatchScorer


def plan_scores(
    df: Any,
    metrics: Sequence[Metric[Any]],
    settings: ScoreSettings,
    read: BatchReader,
    schema: Any,
    memory: int = DEFAULT_MEMORY_BYTES,
    accumulator: Any = None,
    return_rows: bool = True,
) -> ScoringPlan:
    """Plan to read and score the rows of a data frame.

    schema          Spark schema of the rows that `read` returns
    memory          maximum bytes of each cache in a worker process
    accumulator     accumulator of `TaskResults`; None: results are not collected
    return_rows     whether the frame of the plan has the scored rows; otherwise it is empty
    """
    from pyspark.sql.types import StructType

    spark = df.sparkSession
    if not hasattr(spark, "sparkContext") or not hasattr(spark, "_jsparkSession"):
        raise UsageError(
            "Spark Connect cannot send metrics to workers: use a classic Spark session"
        )
    check_columns(metrics, settings.columns)
    session = get_shared_session("auto", memory)
    taught_metrics = teach_metrics_on_spark(df, metrics, settings, read, session)
    # Open the metrics on the driver too, so that missing resources are reported at once.
    scorer = BatchScorer(
        taught_metrics, settings.columns, with_statistics=settings.statistics, session=session
    )
    fields = make_score_fields(scorer, settings, schema.names)
    task = ScoreTask(
        ShippedMetrics(spark, taught_metrics, session), settings, read, accumulator, return_rows
    )

    def run(batches: Any) -> Any:
        return task(batches)

    frame = df.mapInArrow(run, StructType([*schema.fields, *fields]))
    return ScoringPlan(frame, scorer)


def _check_texts(schema: Any, columns: ColumnRoles) -> None:
    """Check before scoring that the scored columns hold texts."""
    from pyspark.sql.types import ArrayType, NullType, StringType

    for name in columns.text_columns:
        spark_type = schema[name].dataType
        text_type = spark_type
        if name in columns.references and isinstance(spark_type, ArrayType):
            text_type = spark_type.elementType
        if not isinstance(text_type, StringType | NullType):
            raise InputError(f"column {name!r} holds {spark_type.simpleString()}: texts are needed")

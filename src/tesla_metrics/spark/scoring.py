"""`score_frame`: scores beside the rows of a Spark data frame."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..encoding.session import MEMORY, Session
from ..errors import InputError, UsageError
from ..files.limits import MAX_LINE
from ..frames.batches import metrics_of
from ..frames.columns import Columns
from ..frames.scoring import BatchScorer, check_columns
from ..metrics.base import Metric
from .facts import added_fields
from .first_pass import taught_on_spark
from .shipping import Sent
from .work import FrameReader, Read, ScoreTask, Settings

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
    longest: int = MAX_LINE,
    memory: int = MEMORY,
    **options: Any,
) -> Any:
    """The same rows, in the same partitions, with a column for each metric behind their own.

    `metric` is one or several, by name (with `options`, such as lang="en") or made already.
    `references` are columns of texts, or of arrays of texts. Scores are those of `Metric.score`,
    bit for bit, however rows are distributed. With `statistics` there is also a column of what a
    row contributes to its system's score, which `aggregate` needs for bleu, chrf and ter.

    Nothing is scored before Spark is asked for rows, except that a metric that learns from all
    references (of a language without a table of frequencies) has Spark gather them now. A row that
    cannot be scored ends the work with an error that says where it is: by `where`, two columns with
    the file and the number of a row, else by partition and row. With `keep_bad` it has null scores.
    `memory` bounds, in bytes, each thing that a worker's process keeps.
    """
    names = (references,) if isinstance(references, str) else tuple(references)
    columns = Columns(hypothesis, names, source)
    columns.check(df.columns, "the data frame")
    _check_texts(df.schema, columns)
    if where is not None and not set(where) <= set(df.columns):
        raise UsageError(f"where={where!r}: give a column of files and a column of row numbers")
    settings = Settings(columns, statistics, keep_bad, skip_empty, longest)
    read = FrameReader(where)
    made = metrics_of(metric, options)
    return plan_scores(df, made, settings, read, df.schema, memory).frame


@dataclass(frozen=True)
class Planned:
    """What Spark will do.

    scorer  the metrics as they are here, with what they learnt
    """

    frame: Any
    scorer: BatchScorer


def plan_scores(
    df: Any,
    metrics: Sequence[Metric[Any]],
    settings: Settings,
    read: Read,
    kept: Any,
    memory: int = MEMORY,
    heard: Any = None,
    rows: bool = True,
) -> Planned:
    """Read rows out of a data frame and score them; `kept` is the schema of what is read.

    `heard` hears of sums; if no `rows` are wanted beside them, there are none.
    """
    from pyspark.sql.types import StructType

    spark = df.sparkSession
    if not hasattr(spark, "sparkContext") or not hasattr(spark, "_jsparkSession"):
        raise UsageError("Spark Connect cannot send metrics to workers: use a session of its own")
    check_columns(metrics, settings.columns)
    session = Session(memory=memory)
    known = taught_on_spark(df, metrics, settings, read, session)
    # Opened here too, so that what is missing is missed before the work starts.
    scorer = BatchScorer(known, settings.columns, statistics=settings.statistics, session=session)
    fields = added_fields(scorer, settings, kept.names)
    task = ScoreTask(Sent(spark, known, session), settings, read, heard, rows)

    def run(batches: Any) -> Any:
        return task(batches)

    frame = df.mapInArrow(run, StructType([*kept.fields, *fields]))
    return Planned(frame, scorer)


def _check_texts(schema: Any, columns: Columns) -> None:
    """Before the work, so that it is not in vain."""
    from pyspark.sql.types import ArrayType, NullType, StringType

    for name in columns.texts:
        kind = schema[name].dataType
        inner = kind
        if name in columns.references and isinstance(kind, ArrayType):
            inner = kind.elementType
        if not isinstance(inner, StringType | NullType):
            raise InputError(f"column {name!r} holds {kind.simpleString()}: give texts")

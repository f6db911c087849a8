"""Metadata of score columns: metric, options, signatures.

The metadata is plain JSON, which Spark also stores in Parquet files. `aggregate` uses it to find
the score columns of a data frame, also in another session.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from ...errors import UsageError
from ...files.field_names import NOTHING
from ...metrics.base import Metric, Scorer
from ...metrics.registry import make_metric
from ...metrics.score import VARYING
from ...metrics.segment_metric import SegmentMetric
from ..frames.job import ColumnRoles
from ..frames.scoring import STATISTICS, BatchScorer, list_score_columns
from .workers import ScoreSettings

METADATA_KEY = "tesla"
SCORE = "score"  # content of a column, as opposed to STATISTICS or the name of a part
# Signatures are stored for up to this number of references; for more, the signature says that the
# number varies.
_MAX_REFERENCES = 8


def make_score_fields(
    scorer: BatchScorer, settings: ScoreSettings, taken: Sequence[str]
) -> list[Any]:
    """Return the Spark fields of the score columns; their names differ from those in `taken`."""
    from pyspark.sql.types import ArrayType, DoubleType, StructField

    names = iter(scorer.make_column_names(taken))
    score_fields = []
    for metric_scorer in scorer.scorers:
        metric_name = metric_scorer.metric.name
        for column, _ in list_score_columns(metric_scorer.metric, settings.statistics):
            content = column  # the name of a part
            if column == f"{metric_name} {STATISTICS}":
                content = STATISTICS
            elif column == metric_name:
                content = SCORE
            spark_type = ArrayType(DoubleType()) if content == STATISTICS else DoubleType()
            metadata = _describe_column(metric_scorer, settings.columns, content)
            score_fields.append(
                StructField(next(names), spark_type, True, {METADATA_KEY: metadata})
            )
    return score_fields


def _describe_column(scorer: Scorer[Any], columns: ColumnRoles, content: str) -> dict[str, Any]:
    """Return the metadata of a column; `content` is SCORE, STATISTICS or the name of a part."""
    text_columns = {"hypothesis": columns.hypothesis, "references": list(columns.references)}
    metadata: dict[str, Any] = {
        "metric": scorer.metric.name,
        "options": _list_options(scorer.metric),
        "columns": text_columns,
        "holds": content,
    }
    if content != SCORE:
        return metadata
    return {**metadata, "width": _count_statistics(scorer), "signatures": list_signatures(scorer)}


def _count_statistics(scorer: Scorer[Any]) -> int:
    """Return the number of statistics per segment."""
    if isinstance(scorer.metric, SegmentMetric):
        return len(scorer.metric.parts) + 2
    references = [] if scorer.metric.against == NOTHING else [["a"]]
    return len(scorer.statistics(["a"], references)[0])


def list_signatures(scorer: Scorer[Any]) -> dict[str, str]:
    """Return the signatures of a metric by number of references."""
    counts = [VARYING, *range(_MAX_REFERENCES + 1)]
    return {str(count): str(scorer.signature(count)) for count in counts}


def select_signature(
    signatures: Mapping[str, str], min_references: int, max_references: int
) -> str:
    """Return the signature for segments with `min_references` to `max_references` references.

    Return "" if it is not stored.
    """
    count = min_references if min_references == max_references else VARYING
    return signatures.get(str(count)) or signatures.get(str(VARYING), "")


def _list_options(metric: Metric[Any]) -> dict[str, Any]:
    """Return the options that JSON can represent; aggregation does not need other options."""
    options: Any = fields(metric) if is_dataclass(metric) else ()
    values = {option.name: getattr(metric, option.name) for option in options if option.init}
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in values.items()
        if isinstance(value, str | int | float | bool | None)
        or (isinstance(value, tuple) and all(isinstance(item, str | int | float) for item in value))
    }


@dataclass(frozen=True)
class ScoreColumns:
    """The columns of a data frame with the scores of a metric.

    score, parts, statistics    names of the columns; statistics is None if there is no such column
    columns                     names of the text columns by role; empty if they are not known
    width                       number of statistics per segment
    signatures                  signatures of the metric by number of references
    """

    metric: Metric[Any]
    score: str
    parts: tuple[str, ...]
    statistics: str | None
    columns: Mapping[str, Any]
    width: int
    signatures: Mapping[str, str]


def find_columns_by_name(schema: Any, scorer: Scorer[Any]) -> ScoreColumns:
    """Find the columns of a metric by their default names, without metadata."""
    names, metric = schema.names, scorer.metric
    for name in (metric.name, *metric.parts):
        if name not in names:
            raise UsageError(
                f"there is no column {name!r} with scores of {metric.name}: score the frame first"
            )
    statistics_name = f"{metric.name} {STATISTICS}"
    statistics = statistics_name if statistics_name in names else None
    return ScoreColumns(
        metric, metric.name, metric.parts, statistics, {}, _count_statistics(scorer),
        list_signatures(scorer),
    )  # fmt: skip


def find_columns_by_metadata(schema: Any) -> list[ScoreColumns]:
    """Find the score columns of a data frame by their metadata."""
    described_columns = [
        (field.name, field.metadata[METADATA_KEY])
        for field in schema.fields
        if METADATA_KEY in (field.metadata or {})
    ]
    score_columns = []
    for name, metadata in described_columns:
        if metadata["holds"] != SCORE:
            continue
        # The other columns of the same metric, by their content.
        related = {
            other["holds"]: column
            for column, other in described_columns
            if all(other[key] == metadata[key] for key in ("metric", "options", "columns"))
        }
        metric = _make_metric(metadata)
        parts = tuple(related[part] for part in metric.parts if part in related)
        statistics = related.get(STATISTICS)
        details = metadata["columns"], metadata["width"], metadata["signatures"]
        score_columns.append(ScoreColumns(metric, name, parts, statistics, *details))
    return score_columns


def _make_metric(metadata: Mapping[str, Any]) -> Metric[Any]:
    try:
        return make_metric(metadata["metric"], **metadata["options"])
    except UsageError as error:
        raise UsageError(f"a column holds scores of {metadata['metric']}, but {error}") from error

"""Metadata of score columns: metric, options, signatures.

The metadata is plain JSON, which Spark also keeps in Parquet files. With it, `aggregate` can
identify the score columns of a data frame in another session.
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
SCORE = "score"
# Maximum number of references with a stored signature; more are shown as varying.
_MAX_REFERENCES = 8


def added_fields(scorer: BatchScorer, settings: ScoreSettings, taken: Sequence[str]) -> list[Any]:
    """Return the fields of scores, parts and statistics, named apart from `taken`."""
    from pyspark.sql.types import ArrayType, DoubleType, StructField

    names = iter(scorer.names(taken))
    added_columns = []
    for opened in scorer.scorers:
        for column, _ in list_score_columns(opened.metric, settings.statistics):
            is_statistics = column == f"{opened.metric.name} {STATISTICS}"
            holds = (
                STATISTICS if is_statistics else SCORE if column == opened.metric.name else column
            )
            spark_type = ArrayType(DoubleType()) if is_statistics else DoubleType()
            metadata = _describe_column(opened, settings.columns, holds)
            added_columns.append(
                StructField(next(names), spark_type, True, {METADATA_KEY: metadata})
            )
    return added_columns


def _describe_column(scorer: Scorer[Any], columns: ColumnRoles, holds: str) -> dict[str, Any]:
    metadata: dict[str, Any]
    metadata = {"metric": scorer.metric.name, "options": _options(scorer.metric)}
    metadata |= {"columns": _text_columns(columns), "holds": holds}
    if holds != SCORE:
        return metadata
    return {**metadata, "width": _row_width(scorer), "signatures": signatures(scorer)}


def _text_columns(columns: ColumnRoles) -> dict[str, Any]:
    return {"hypothesis": columns.hypothesis, "references": list(columns.references)}


def _row_width(scorer: Scorer[Any]) -> int:
    """Return the number of statistics per segment."""
    if isinstance(scorer.metric, SegmentMetric):
        return len(scorer.metric.parts) + 2
    references = [] if scorer.metric.against == NOTHING else [["a"]]
    return len(scorer.statistics(["a"], references)[0])


def signatures(scorer: Scorer[Any]) -> dict[str, str]:
    """Return the signatures by number of references."""
    counts = [VARYING, *range(_MAX_REFERENCES + 1)]
    return {str(count): str(scorer.signature(count)) for count in counts}


def select_signature(
    signatures: Mapping[str, str], min_references: int, max_references: int
) -> str:
    """Return the signature for segments with `min_references` to `max_references` references.

    '' if unknown.
    """
    return signatures.get(
        str(min_references if min_references == max_references else VARYING)
    ) or signatures.get(str(VARYING), "")


def _options(metric: Metric[Any]) -> dict[str, Any]:
    """Return the options that JSON can represent; sums do not depend on other options."""
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
    """A metric whose scores are in a data frame, with the names of its columns."""

    metric: Metric[Any]
    score: str
    parts: tuple[str, ...]
    statistics: str | None
    columns: Mapping[str, Any]
    width: int
    signatures: Mapping[str, str]


def score_columns_by_name(schema: Any, scorer: Scorer[Any]) -> ScoreColumns:
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
        metric, metric.name, metric.parts, statistics, {}, _row_width(scorer), signatures(scorer)
    )  # fmt: skip


def score_columns_by_metadata(schema: Any) -> list[ScoreColumns]:
    """Find the score columns of a data frame by their metadata."""
    described = [
        (field.name, field.metadata[METADATA_KEY])
        for field in schema.fields
        if METADATA_KEY in (field.metadata or {})
    ]
    scores = []
    for name, metadata in described:
        if metadata["holds"] != SCORE:
            continue
        related = {
            other["holds"]: column
            for column, other in described
            if all(other[key] == metadata[key] for key in ("metric", "options", "columns"))
        }
        metric = _make_metric(metadata)
        parts = tuple(related[part] for part in metric.parts if part in related)
        statistics = related.get(STATISTICS)
        details = metadata["columns"], metadata["width"], metadata["signatures"]
        scores.append(ScoreColumns(metric, name, parts, statistics, *details))
    return scores


def _make_metric(metadata: Mapping[str, Any]) -> Metric[Any]:
    try:
        return make_metric(metadata["metric"], **metadata["options"])
    except UsageError as error:
        raise UsageError(f"a column holds scores of {metadata['metric']}, but {error}") from error

"""`aggregate`: compute system scores from the rows of a scored Spark data frame.

Scores agree with those of `Metric.score` to 1e-12, because the result of floating-point sums
depends on their order. Scores of bleu, chrf and ter, which sum integer counts, are identical. For
bootstrap intervals, rows are summed in blocks by a checksum of their texts (see `frames.totals`).
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...errors import UsageError
from ...files.field_names import NOTHING, SOURCE
from ...metrics.base import Metric
from ...metrics.segment_metric import SegmentMetric
from ...resampling import DEFAULT_SAMPLES, DEFAULT_SEED, Resampling
from ..frames.batches import resolve_metrics
from ..frames.totals import N_BLOCKS, SEPARATOR, BlockSums
from .column_metadata import (
    ScoreColumns,
    find_columns_by_metadata,
    find_columns_by_name,
    select_signature,
)

_BLOCK_COLUMN = "tesla block"
# Columns with the lowest and the highest number of references per row.
_MIN_REFERENCES, _MAX_REFERENCES = "tesla least", "tesla most"
# Columns of the result in addition to the group columns.
_RESULT_COLUMNS = ("metric", "score", "low", "high", "segments", "parts", "signature")


def aggregate(
    df: Any,
    by: str | Sequence[str] = (),
    *,
    metrics: "str | Metric[Any] | Sequence[str | Metric[Any]] | None" = None,
    confidence: float | None = None,
    samples: int = DEFAULT_SAMPLES,
    seed: int = DEFAULT_SEED,
    **options: Any,
) -> Any:
    """Compute system scores from rows that `score_frame` scored; rows with null scores are ignored.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        Result of `score_frame`, also after writing to Parquet; column metadata names the metrics.
    by : str or sequence of str
        Columns that define groups, such as a column of systems; by default there is one group.
    metrics, **options : str, Metric or sequence of these, optional
        Metrics to aggregate, with options of named ones; needed for columns without metadata.
    confidence : float, optional
        Level of a bootstrap interval, such as 0.95; it needs the scored texts (`frames.totals`).
    samples, seed : int
        Number of bootstrap samples, and random seed.

    Returns
    -------
    pyspark.sql.DataFrame
        One row per group and metric: score, segments, parts, signature and bounds low and high.
    """
    resampling = None if confidence is None else Resampling(confidence, samples, seed)
    keys = [by] if isinstance(by, str) else list(by)
    for name in keys:
        if name not in df.columns:
            raise UsageError(f"by={name!r}: the data frame has {', '.join(df.columns)}")
        if name in _RESULT_COLUMNS or keys.count(name) > 1:
            raise UsageError(
                f"by={name!r} is reserved or repeated: rename the column, or name it once"
            )
    score_columns = _select_score_columns(df.schema, metrics, options)
    sums = _sum_rows(df, keys, score_columns, with_blocks=resampling is not None)
    evaluate = _Evaluate(keys, score_columns, resampling)

    def run(table: Any) -> Any:
        return evaluate(table)

    return sums.groupBy(*map(_get_column, keys)).applyInArrow(
        run, _make_result_schema(df.schema, keys, resampling)
    )


def _select_score_columns(schema: Any, metrics: Any, options: Any) -> list[ScoreColumns]:
    detected = find_columns_by_metadata(schema)
    if metrics is None:
        if not detected:
            raise UsageError(
                "no column has score metadata: use a result of score_frame, or name metrics="
            )
        return detected
    selected = []
    for name in [metrics] if isinstance(metrics, str | Metric) else metrics:
        matches = [
            scores for scores in detected if scores.metric.name == name or scores.metric == name
        ]
        selected += matches or [
            find_columns_by_name(schema, metric.open()) for metric in resolve_metrics(name, options)
        ]
    return selected


def _sum_rows(
    df: Any, keys: Sequence[str], score_columns: Sequence[ScoreColumns], with_blocks: bool
) -> Any:
    """Sum the statistics of the rows by group, and by block if `with_blocks` is true.

    For metric i, the result has the columns "i rows" (number of rows) and "i 0", "i 1", ... (sums).
    """
    from pyspark.sql import functions as F  # noqa: N812

    sums = []
    for index, scores in enumerate(score_columns):
        sums.append(F.count(_get_column(scores.score)).alias(f"{index} rows"))
        for position, column in enumerate(_list_summed_columns(scores)):
            sums.append(F.sum(column).alias(f"{index} {position}"))
    columns = next((scores.columns for scores in score_columns if scores.columns), None)
    text_columns = [columns["hypothesis"], *columns["references"]] if columns else []
    if not set(text_columns) <= set(df.columns):
        text_columns = []
    if with_blocks and not text_columns:
        raise UsageError(
            "intervals need the texts, which assign rows to blocks: keep the scored text columns "
            "and the metadata that score_frame adds to its columns, or omit confidence"
        )
    # Without text columns, the number of references is not known (-1).
    count_columns = [_count_references(df.schema, name) for name in text_columns[1:]] or [
        F.lit(1 if columns else -1)
    ]
    # Count references of scored rows only.
    any_score = F.coalesce(*(_get_column(scores.score) for scores in score_columns))
    count = F.when(any_score.isNotNull(), sum(count_columns[1:], count_columns[0]))
    sums += [F.min(count).alias(_MIN_REFERENCES), F.max(count).alias(_MAX_REFERENCES)]
    block = F.lit(0)
    if with_blocks:
        # Copies of a row in the same block would be drawn together: the row id separates them.
        row_id = F.monotonically_increasing_id().cast("string")
        joined_texts = F.concat_ws(SEPARATOR, *map(_get_column, text_columns), row_id)
        block = F.pmod(F.crc32(joined_texts), F.lit(N_BLOCKS)).cast("int")
    return df.groupBy(*map(_get_column, keys), block.alias(_BLOCK_COLUMN)).agg(*sums)


def _list_summed_columns(scores: ScoreColumns) -> Iterator[Any]:
    """Yield the Spark columns that are summed for a metric."""
    from pyspark.sql import functions as F  # noqa: N812

    if scores.statistics is not None:
        yield from (
            F.get(_get_column(scores.statistics), F.lit(index)) for index in range(scores.width)
        )
    elif isinstance(scores.metric, SegmentMetric):
        yield from map(_get_column, (scores.score, *scores.parts))
        yield F.when(_get_column(scores.score).isNotNull(), F.lit(1.0))
    else:
        raise UsageError(
            f"the system score of {scores.metric.name} is not a mean of segment scores: use "
            "score_frame(…, statistics=True)"
        )


def _count_references(schema: Any, name: str) -> Any:
    """Return a column with the number of references per row in the column `name`."""
    from pyspark.sql import functions as F  # noqa: N812
    from pyspark.sql.types import ArrayType

    if isinstance(schema[name].dataType, ArrayType):
        return F.coalesce(F.array_size(F.array_compact(_get_column(name))), F.lit(0))
    return _get_column(name).isNotNull().cast("int")


def _get_column(name: str) -> Any:
    """Return the column of this name, which may contain any characters."""
    from pyspark.sql import functions as F  # noqa: N812

    return F.col("`" + name.replace("`", "``") + "`")


def _make_result_schema(schema: Any, keys: Sequence[str], resampling: Resampling | None) -> Any:
    from pyspark.sql.types import (
        DoubleType,
        LongType,
        MapType,
        StringType,
        StructField,
        StructType,
    )

    interval_names = ("low", "high") if resampling is not None else ()
    return StructType(
        [
            *(StructField(name, schema[name].dataType) for name in keys),
            StructField("metric", StringType()),
            StructField("score", DoubleType()),
            *(StructField(name, DoubleType()) for name in interval_names),
            StructField("segments", LongType()),
            StructField("parts", MapType(StringType(), DoubleType())),
            StructField("signature", StringType()),
        ]
    )


class _Evaluate:
    """Function for workers that converts the sums of a group into one row per metric."""

    def __init__(
        self, keys: Sequence[str], scores: Sequence[ScoreColumns], resampling: Resampling | None
    ) -> None:
        self._keys, self._score_columns, self._resampling = keys, scores, resampling

    def __call__(self, table: Any) -> Any:
        import pyarrow as pa

        keys = [table.column(name).slice(0, 1).combine_chunks() for name in self._keys]
        rows = [self._make_result_row(index, table) for index in range(len(self._score_columns))]
        interval_names = ["low", "high"] if self._resampling is not None else []
        names = ["metric", "score", *interval_names, "segments", "parts", "signature"]
        types = [pa.string(), pa.float64(), *(pa.float64() for _ in interval_names), pa.int64()]
        types += [pa.map_(pa.string(), pa.float64()), pa.string()]
        columns = [
            pa.array(values, arrow_type)
            for values, arrow_type in zip(zip(*rows, strict=True), types, strict=True)
        ]
        key_columns = [pa.concat_arrays([key] * len(rows)) for key in keys]
        return pa.Table.from_arrays([*key_columns, *columns], names=[*self._keys, *names])

    def _make_result_row(self, index: int, table: Any) -> list[Any]:
        scores = self._score_columns[index]
        sums = _make_block_sums(index, scores.width, table)
        bounds: list[float | None] = [None, None] if self._resampling is not None else []
        if not sums.row_count:
            return [scores.metric.name, None, *bounds, 0, None, None]
        total = sums.compute_total()
        if self._resampling is not None:
            interval = sums.compute_interval(scores.metric, self._resampling)
            bounds = [interval.low, interval.high]
        parts = list(scores.metric.parts_by_name(total).items())
        score = scores.metric.system_value(total)
        return [
            scores.metric.name,
            score,
            *bounds,
            sums.row_count,
            parts,
            _find_signature(scores, table),
        ]


def _make_block_sums(metric_index: int, width: int, table: Any) -> BlockSums:
    columns = [table.column(f"{metric_index} {position}").to_numpy() for position in range(width)]
    counts = table.column(f"{metric_index} rows").to_numpy()
    blocks = table.column(_BLOCK_COLUMN).to_numpy()
    return BlockSums.from_blocks(blocks, counts, np.nan_to_num(np.column_stack(columns)))


def _find_signature(scores: ScoreColumns, table: Any) -> str:
    if scores.metric.against in (NOTHING, SOURCE):
        count = int(scores.metric.against == SOURCE)
        return select_signature(scores.signatures, count, count)
    # Blocks without scored rows have no reference count.
    min_references = min(table.column(_MIN_REFERENCES).drop_null().to_pylist())
    max_references = max(table.column(_MAX_REFERENCES).drop_null().to_pylist())
    return select_signature(scores.signatures, min_references, max_references)

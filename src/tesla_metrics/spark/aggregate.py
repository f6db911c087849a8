"""`aggregate`: scores of systems from scored rows, in one pass over sums."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..errors import UsageError
from ..frames.batches import metrics_of
from ..frames.blocks import BLOCKS, SEPARATOR, BlockSums
from ..metrics.base import Metric
from ..metrics.segments import SegmentMetric
from ..names import NOTHING, SOURCE
from ..resampling import SAMPLES, SEED, Resampling
from .facts import HeldScores, held_in, held_of, signature_of

_BLOCK = "tesla block"
_LEAST, _MOST = "tesla least", "tesla most"
# Columns of the result beside those of groups.
_RESULT = ("metric", "score", "low", "high", "segments", "parts", "signature")


def aggregate(
    df: Any,
    by: str | Sequence[str] = (),
    *,
    metrics: "str | Metric[Any] | Sequence[str | Metric[Any]] | None" = None,
    confidence: float | None = None,
    samples: int = SAMPLES,
    seed: int = SEED,
    **options: Any,
) -> Any:
    """A data frame with a row for each group and metric: score, segments, parts, signature.

    `df` is what `score_frame` gave, or what was written of it to Parquet: its columns say which
    metrics they are of. `metrics` chooses some, or tells what columns hold that do not say it.
    Groups are rows that are equal in the columns `by`, a column of systems say; without any all
    rows are one. Rows with null scores are left out.

    With `confidence`, 0.95 say, there are also `low` and `high`, a bootstrap interval: rows are
    added up in a thousand blocks by what their texts are, and blocks are drawn (see
    `frames.blocks`). Scores are those of `Metric.score` to 1e-12, since sums of broken numbers
    hang on their order; those of bleu, chrf and ter, which count, are the same.
    """
    asked = None if confidence is None else Resampling(confidence, samples, seed)
    keys = [by] if isinstance(by, str) else list(by)
    for name in keys:
        if name not in df.columns:
            raise UsageError(f"by={name!r}: the data frame has {', '.join(df.columns)}")
        if name in _RESULT or keys.count(name) > 1:
            raise UsageError(f"by={name!r}: the result has such a column: give another name, once")
    held = _held(df.schema, metrics, options)
    sums = _sums(df, keys, held, blocks=asked is not None)
    evaluate = _Evaluate(keys, held, asked)

    def run(table: Any) -> Any:
        return evaluate(table)

    return sums.groupBy(*map(_name, keys)).applyInArrow(run, _schema(df.schema, keys, asked))


def _held(schema: Any, metrics: Any, options: Any) -> list[HeldScores]:
    there = held_in(schema)
    if metrics is None:
        if not there:
            raise UsageError(
                "no column says that it has scores: give what score_frame gave, or metrics="
            )
        return there
    found = []
    for name in [metrics] if isinstance(metrics, str | Metric) else metrics:
        known = [one for one in there if one.metric.name == name or one.metric == name]
        found += known or [held_of(schema, one.open()) for one in metrics_of(name, options)]
    return found


def _sums(df: Any, keys: Sequence[str], held: Sequence[HeldScores], blocks: bool) -> Any:
    """What rows contribute, added up by group and block."""
    from pyspark.sql import functions as F  # noqa: N812

    sums = []
    for number, one in enumerate(held):
        sums.append(F.count(_name(one.score)).alias(f"{number} rows"))
        for place, column in enumerate(_contributed(one)):
            sums.append(F.sum(column).alias(f"{number} {place}"))
    columns = next((one.columns for one in held if one.columns), None)
    texts = [columns["hypothesis"], *columns["references"]] if columns else []
    if not set(texts) <= set(df.columns):
        texts = []
    if blocks and not texts:
        raise UsageError(
            "intervals need the texts, by which rows fall into blocks: keep the columns that were "
            "scored, and what score_frame says of its own, or leave confidence out"
        )
    counted = [_count(df.schema, name) for name in texts[1:]] or [F.lit(1 if columns else -1)]
    # Of rows that have a score: others are in no group.
    scored = F.coalesce(*(_name(one.score) for one in held)).isNotNull()
    count = F.when(scored, sum(counted[1:], counted[0]))
    sums += [F.min(count).alias(_LEAST), F.max(count).alias(_MOST)]
    block = F.lit(0)
    if blocks:
        # Copies of a row must not all fall into one block: they would be drawn together.
        own = F.monotonically_increasing_id().cast("string")
        joined = F.concat_ws(SEPARATOR, *map(_name, texts), own)
        block = F.pmod(F.crc32(joined), F.lit(BLOCKS)).cast("int")
    return df.groupBy(*map(_name, keys), block.alias(_BLOCK)).agg(*sums)


def _contributed(one: HeldScores) -> Iterator[Any]:
    """The columns of a row of the metric."""
    from pyspark.sql import functions as F  # noqa: N812

    if one.statistics is not None:
        yield from (F.get(_name(one.statistics), F.lit(place)) for place in range(one.width))
    elif isinstance(one.metric, SegmentMetric):
        yield from map(_name, (one.score, *one.parts))
        yield F.when(_name(one.score).isNotNull(), F.lit(1.0))
    else:
        raise UsageError(
            f"the score of a system by {one.metric.name} is no mean of its segments': give "
            "score_frame(…, statistics=True)"
        )


def _count(schema: Any, name: str) -> Any:
    """How many references a row has in a column."""
    from pyspark.sql import functions as F  # noqa: N812
    from pyspark.sql.types import ArrayType

    if isinstance(schema[name].dataType, ArrayType):
        return F.coalesce(F.array_size(F.array_compact(_name(name))), F.lit(0))
    return _name(name).isNotNull().cast("int")


def _name(name: str) -> Any:
    """A column whose name may have any characters."""
    from pyspark.sql import functions as F  # noqa: N812

    return F.col("`" + name.replace("`", "``") + "`")


def _schema(schema: Any, keys: Sequence[str], asked: Resampling | None) -> Any:
    from pyspark.sql.types import (
        DoubleType,
        LongType,
        MapType,
        StringType,
        StructField,
        StructType,
    )

    ends = ("low", "high") if asked is not None else ()
    return StructType(
        [
            *(StructField(name, schema[name].dataType) for name in keys),
            StructField("metric", StringType()),
            StructField("score", DoubleType()),
            *(StructField(name, DoubleType()) for name in ends),
            StructField("segments", LongType()),
            StructField("parts", MapType(StringType(), DoubleType())),
            StructField("signature", StringType()),
        ]
    )


class _Evaluate:
    """Sent to workers: the blocks of one group to a row for each metric."""

    def __init__(
        self, keys: Sequence[str], held: Sequence[HeldScores], asked: Resampling | None
    ) -> None:
        self._keys, self._held, self._asked = keys, held, asked

    def __call__(self, table: Any) -> Any:
        import pyarrow as pa

        keys = [table.column(name).slice(0, 1).combine_chunks() for name in self._keys]
        rows = [self._row(number, table) for number in range(len(self._held))]
        ends = ["low", "high"] if self._asked is not None else []
        names = ["metric", "score", *ends, "segments", "parts", "signature"]
        kinds = [pa.string(), pa.float64(), *(pa.float64() for _ in ends), pa.int64()]
        kinds += [pa.map_(pa.string(), pa.float64()), pa.string()]
        columns = [
            pa.array(own, kind) for own, kind in zip(zip(*rows, strict=True), kinds, strict=True)
        ]
        repeated = [pa.concat_arrays([key] * len(rows)) for key in keys]
        return pa.Table.from_arrays([*repeated, *columns], names=[*self._keys, *names])

    def _row(self, number: int, table: Any) -> list[Any]:
        one = self._held[number]
        sums = _block_sums(number, one.width, table)
        ends: list[float | None] = [None, None] if self._asked is not None else []
        if not sums.rows:
            return [one.metric.name, None, *ends, 0, None, None]
        total = sums.total()
        if self._asked is not None:
            interval = sums.interval(one.metric, self._asked)
            ends = [interval.low, interval.high]
        parts = list(one.metric.parts_by_name(total).items())
        score = one.metric.system_value(total)
        return [one.metric.name, score, *ends, sums.rows, parts, _signature(one, table)]


def _block_sums(number: int, width: int, table: Any) -> BlockSums:
    columns = [table.column(f"{number} {place}").to_numpy() for place in range(width)]
    counts = table.column(f"{number} rows").to_numpy()
    blocks = table.column(_BLOCK).to_numpy()
    return BlockSums.of_blocks(blocks, counts, np.nan_to_num(np.column_stack(columns)))


def _signature(one: HeldScores, table: Any) -> str:
    if one.metric.against in (NOTHING, SOURCE):
        count = int(one.metric.against == SOURCE)
        return signature_of(one.signatures, count, count)
    # Blocks all of whose rows are bad have none.
    least = min(table.column(_LEAST).drop_null().to_pylist())
    most = max(table.column(_MOST).drop_null().to_pylist())
    return signature_of(one.signatures, least, most)

"""What the columns that were added say of themselves: metric, options, signatures.

It stands in the metadata of the column as plain JSON, which Spark keeps in Parquet too, so that
`aggregate` knows what a column is of in another session, on another day.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from ..errors import UsageError
from ..frames.columns import Columns
from ..frames.scoring import STATISTICS, BatchScorer, added
from ..metrics.base import Metric, Scorer
from ..metrics.registry import make_metric
from ..metrics.segments import SegmentMetric
from ..metrics.signature import VARYING
from ..names import NOTHING
from .work import Settings

KEY = "tesla"
SCORE = "score"
# Numbers of references that signatures are kept for; more are shown as varying.
_COUNTS = 8


def added_fields(scorer: BatchScorer, settings: Settings, taken: Sequence[str]) -> list[Any]:
    """The columns of scores, parts and statistics, for a frame that has these columns."""
    from pyspark.sql.types import ArrayType, DoubleType, StructField

    names = iter(scorer.names(taken))
    found = []
    for own in scorer.scorers:
        for plain, _ in added(own.metric, settings.statistics):
            summed = plain == f"{own.metric.name} {STATISTICS}"
            holds = STATISTICS if summed else SCORE if plain == own.metric.name else plain
            kind = ArrayType(DoubleType()) if summed else DoubleType()
            facts = _facts(own, settings.columns, holds)
            found.append(StructField(next(names), kind, True, {KEY: facts}))
    return found


def _facts(scorer: Scorer[Any], columns: Columns, holds: str) -> dict[str, Any]:
    facts: dict[str, Any]
    facts = {"metric": scorer.metric.name, "options": _options(scorer.metric)}
    facts |= {"columns": _texts(columns), "holds": holds}
    if holds != SCORE:
        return facts
    return {**facts, "width": _width(scorer), "signatures": signatures(scorer)}


def _texts(columns: Columns) -> dict[str, Any]:
    return {"hypothesis": columns.hypothesis, "references": list(columns.references)}


def _width(scorer: Scorer[Any]) -> int:
    """How many numbers a segment contributes."""
    if isinstance(scorer.metric, SegmentMetric):
        return len(scorer.metric.parts) + 2
    beside = [] if scorer.metric.against == NOTHING else [["a"]]
    return len(scorer.statistics(["a"], beside)[0])


def signatures(scorer: Scorer[Any]) -> dict[str, str]:
    """By the number of references."""
    counts = [VARYING, *range(_COUNTS + 1)]
    return {str(count): str(scorer.signature(count)) for count in counts}


def signature_of(kept: Mapping[str, str], least: int, most: int) -> str:
    """The one for segments of so many references, or nothing where that is not known."""
    return kept.get(str(least if least == most else VARYING)) or kept.get(str(VARYING), "")


def _options(metric: Metric[Any]) -> dict[str, Any]:
    """Those that JSON can have; objects have no part in adding up."""
    own: Any = fields(metric) if is_dataclass(metric) else ()
    found = {one.name: getattr(metric, one.name) for one in own if one.init}
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in found.items()
        if isinstance(value, str | int | float | bool | None)
        or (isinstance(value, tuple) and all(isinstance(x, str | int | float) for x in value))
    }


@dataclass(frozen=True)
class HeldScores:
    """A metric that a frame has scores of, and the columns that hold what."""

    metric: Metric[Any]
    score: str
    parts: tuple[str, ...]
    statistics: str | None
    columns: Mapping[str, Any]
    width: int
    signatures: Mapping[str, str]


def held_of(schema: Any, scorer: Scorer[Any]) -> HeldScores:
    """By the names of columns, where these do not say themselves what they hold."""
    names, metric = schema.names, scorer.metric
    for name in (metric.name, *metric.parts):
        if name not in names:
            raise UsageError(f"no column {name!r} has scores of {metric.name}: score the frame")
    summed = f"{metric.name} {STATISTICS}"
    kept = summed if summed in names else None
    return HeldScores(
        metric, metric.name, metric.parts, kept, {}, _width(scorer), signatures(scorer)
    )  # fmt: skip


def held_in(schema: Any) -> list[HeldScores]:
    """What the columns of a frame say."""
    own = [(one.name, one.metadata[KEY]) for one in schema.fields if KEY in (one.metadata or {})]
    found = []
    for name, facts in own:
        if facts["holds"] != SCORE:
            continue
        same = {
            other["holds"]: column
            for column, other in own
            if all(other[fact] == facts[fact] for fact in ("metric", "options", "columns"))
        }
        metric = _made(facts)
        parts = tuple(same[part] for part in metric.parts if part in same)
        kept = same.get(STATISTICS)
        others = facts["columns"], facts["width"], facts["signatures"]
        found.append(HeldScores(metric, name, parts, kept, *others))
    return found


def _made(facts: Mapping[str, Any]) -> Metric[Any]:
    try:
        return make_metric(facts["metric"], **facts["options"])
    except UsageError as error:
        raise UsageError(f"a column holds scores of {facts['metric']}, but {error}") from error

"""Results of a comparison, as values, table rows and text lines."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...files.field_names import REFERENCE
from ...resampling import Interval


@dataclass(frozen=True)
class Standing:
    """A system in the ranking of one metric; `cluster` is None in comparisons with a baseline."""

    system: str
    metric: str
    score: float
    interval: Interval
    rank: int
    cluster: int | None


@dataclass(frozen=True)
class PairTest:
    """Result of one test of two systems under one metric.

    `difference` is a - b on the metric's original scale; `better`, `wins` and `losses` take into
    account whether lower is better. `p_holm` is corrected for all pairs under this metric and test.
    """

    a: str
    b: str
    metric: str
    test: str
    difference: float
    interval: Interval
    p_value: float
    p_holm: float
    effect_size: float | None
    wins: int
    losses: int
    ties: int
    better: str | None


@dataclass(frozen=True)
class Bucket:
    """Results on segments whose reference has `low` to `high` words.

    scores  mean segment score by system
    wins    number of segments in which the system is better than all others
    """

    metric: str
    low: int
    high: int | None
    segments: int
    scores: Mapping[str, float]
    wins: Mapping[str, int]


@dataclass(frozen=True)
class Contrast:
    """A segment in which two systems differ much.

    segment index from 1; `id` is its name, if it has one
    beside  kind of the text in `reference`: reference, source, or nothing
    """

    a: str
    b: str
    metric: str
    segment: int
    score_a: float
    score_b: float
    difference: float
    reference: str
    output_a: str
    output_b: str
    id: str = ""
    beside: str = REFERENCE


STANDING_COLUMNS = ("metric", "rank", "system", "score", "low", "high", "cluster")
PAIR_COLUMNS = (
    "metric",
    "test",
    "a",
    "b",
    "difference",
    "low",
    "high",
    "p_holm",
    "significant",
    "better",
)


def standing_row(standing: Standing) -> tuple[Any, ...]:
    """Return the values of a standing in the order of STANDING."""
    return (
        standing.metric,
        standing.rank,
        standing.system,
        standing.score,
        *standing.interval,
        standing.cluster,
    )


def pair_row(pair: PairTest, significant: bool) -> tuple[Any, ...]:
    """Return the values of a pair in the order of PAIR; `better` is None if not significant."""
    return (
        *(pair.metric, pair.test, pair.a, pair.b, pair.difference, *pair.interval, pair.p_holm),
        *(significant, pair.better if significant else None),
    )


def standing_line(standing: Standing) -> str:
    """Return a line of text with a system, its score and interval."""
    interval = _format_interval(standing.interval)
    return f"{standing.metric} {standing.rank}. {standing.system}: {standing.score:.4f} {interval}"


def pair_line(pair: PairTest, significant: bool) -> str:
    """Return a line of text with two systems, and which is better if that is significant."""
    verdict = f"{pair.better} is better" if significant else "no significant difference"
    return (
        f"{pair.metric} {pair.a} - {pair.b}: {pair.difference:+.4f} "
        f"{_format_interval(pair.interval)}, "
        f"{pair.test} p {pair.p_holm:.4f}, {verdict}"
    )


def _format_interval(interval: Interval) -> str:
    return f"[{interval.low:.4f}, {interval.high:.4f}]"

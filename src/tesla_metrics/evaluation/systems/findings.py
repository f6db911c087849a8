"""Results of a comparison of systems, and their formatting as table rows and text lines."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...files.field_names import REFERENCE
from ...resampling import Interval


@dataclass(frozen=True)
class RankedSystem:
    """A system in the ranking of one metric.

    rank     rank from 1; systems with equal scores share it
    cluster  significance cluster from 1; None in comparisons with a baseline
    """

    system: str
    metric: str
    score: float
    interval: Interval
    rank: int
    cluster: int | None


@dataclass(frozen=True)
class PairTest:
    """Result of one test of two systems under one metric.

    a, b         names of the systems
    difference   score of a - score of b, on the metric's original scale
    interval     bootstrap interval of the difference
    p_holm       p-value, corrected for all pairs under this metric and test
    effect_size  Cohen's d of the segment scores; None if it is undefined
    wins         number of segments in which a is better; considers whether lower is better
    losses       number of segments in which b is better
    better       name of the better system; None if their scores are equal
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
class LengthBucket:
    """Results of one metric on the segments with references of similar length.

    low, high  minimum and maximum number of words of the reference; None: no maximum
    segments   number of segments
    scores     mean segment score by system
    wins       number of segments in which the system is better than all others, by system
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

    segment     index of the segment, from 1
    difference  score_a - score_b
    reference   text that the outputs are shown with; empty without references and sources
    id          name of the segment; empty if it has none
    beside      kind of the text in `reference`: reference, source, or nothing
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


def build_standing_row(standing: RankedSystem) -> tuple[Any, ...]:
    """Return the values of a standing in the order of STANDING_COLUMNS."""
    return (
        standing.metric,
        standing.rank,
        standing.system,
        standing.score,
        *standing.interval,
        standing.cluster,
    )


def build_pair_row(pair: PairTest, is_significant: bool) -> tuple[Any, ...]:
    """Return the values of a pair in the order of PAIR_COLUMNS.

    The better system is None if the difference is not significant.
    """
    return (
        pair.metric,
        pair.test,
        pair.a,
        pair.b,
        pair.difference,
        *pair.interval,
        pair.p_holm,
        is_significant,
        pair.better if is_significant else None,
    )


def format_standing(standing: RankedSystem) -> str:
    """Return a line of text with the rank, score and interval of a system."""
    interval = _format_interval(standing.interval)
    return f"{standing.metric} {standing.rank}. {standing.system}: {standing.score:.4f} {interval}"


def format_pair(pair: PairTest, is_significant: bool) -> str:
    """Return a line of text with the difference of two systems and the result of the test."""
    verdict = f"{pair.better} is better" if is_significant else "no significant difference"
    return (
        f"{pair.metric} {pair.a} - {pair.b}: {pair.difference:+.4f} "
        f"{_format_interval(pair.interval)}, "
        f"{pair.test} p {pair.p_holm:.4f}, {verdict}"
    )


def _format_interval(interval: Interval) -> str:
    return f"[{interval.low:.4f}, {interval.high:.4f}]"

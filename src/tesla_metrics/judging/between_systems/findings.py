"""What a comparison of systems finds, as values."""

from collections.abc import Mapping
from dataclasses import dataclass

from ...names import REFERENCE
from ...resampling import Interval


@dataclass(frozen=True)
class Standing:
    """A system in the ranking of one metric; there are no clusters against a baseline only."""

    system: str
    metric: str
    score: float
    interval: Interval
    rank: int
    cluster: int | None


@dataclass(frozen=True)
class PairTest:
    """One test between two systems under one metric.

    `difference` is a - b on the metric's own scale; `better`, `wins` and `losses` know when lower
    is better. `p_holm` is corrected for all pairs under this metric and test.
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
    """Segments whose reference has `low` to `high` words; `wins` counts those won against all."""

    metric: str
    low: int
    high: int | None
    segments: int
    scores: Mapping[str, float]
    wins: Mapping[str, int]


@dataclass(frozen=True)
class Contrast:
    """A segment (counted from 1) in which two systems differ much; `id` is what it is called.

    `beside` says what the reference is: a source, where there are no others, or nothing.
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

"""What is known of one system under one metric; extracted once, resampled as often as one likes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arrays import Floats
from ...metrics.base import Progress, Scorer
from ...tasks import ReferenceSet, Segment


@dataclass(frozen=True, eq=False)
class Evidence:
    """Statistics of the segments (a row each), their scores, and the system's score."""

    rows: Floats
    segments: Floats
    value: float


def gather(
    scorer: Scorer[Any],
    hypotheses: Sequence[Segment],
    references: Sequence[ReferenceSet],
    jobs: int,
    progress: Progress | None,
) -> Evidence:
    """The evidence in checked input."""
    metric = scorer.metric
    rows = scorer.statistics(hypotheses, references, jobs, progress)
    return Evidence(
        np.array(rows, dtype=np.float64),
        np.array([metric.segment_value(row) for row in rows]),
        metric.system_value(metric.total(rows)),
    )

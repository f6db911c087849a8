"""Statistics as whole numbers: tuners of others add up nothing else."""

from collections.abc import Sequence
from typing import Any

from ..errors import InputError
from ..metrics.base import Metric
from ..metrics.segments import SegmentMetric

# Tuners have numbers of 32 bits: this times 20,000 segments still fits.
SCALE = 100_000
# Of counts: those of ter are halves or thirds where references differ in length.
_COUNTS = 100


def perfect(metric: Metric[Any]) -> float:
    """What the metric calls perfect, or of ter wholly wrong: means of segments go to 1."""
    return 1.0 if isinstance(metric, SegmentMetric) else 100.0


class WholeStatistics:
    """What a segment contributes, in whole numbers that add up over segments.

    Of a metric whose system score is the mean of its segments' they are the score times `scale` and
    1, else what the metric itself adds up.
    """

    def __init__(self, metric: Metric[Any], scale: int = SCALE) -> None:
        self.metric, self.scale = metric, scale
        self.mean = isinstance(metric, SegmentMetric)

    def of(self, row: Sequence[float]) -> list[int]:
        """Those of a segment's row."""
        if self.mean:
            return [self.scaled(self.metric.segment_value(row)), 1]
        return [round(value * _COUNTS) for value in row]

    def scaled(self, value: float) -> int:
        """A score times the scale, which a perfect one has, whatever the metric calls perfect."""
        return round(value * self.scale / perfect(self.metric))

    def value(self, totals: Sequence[int]) -> float:
        """The system's score of all that was added up."""
        if not any(totals) or (self.mean and totals[1] <= 0):
            raise InputError("statistics of no segment: add some up")
        if self.mean:
            return totals[0] / self.scale / totals[1]
        return self.metric.system_value([total / _COUNTS for total in totals])

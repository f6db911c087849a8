"""How well a metric agrees with people: one class a measure."""

from .acc_eq import AccuracyWithTies
from .base import Measure
from .rankings import Consistency, KendallWmt12, KendallWmt14
from .segments import SegmentKendall, SegmentPearson, SegmentSpearman
from .soft import SoftPairwiseAccuracy
from .systems import PairwiseAccuracy, SystemKendall, SystemPearson, SystemSpearman

MEASURES: dict[str, Measure] = {
    measure.name: measure
    for measure in (
        Consistency(),
        KendallWmt12(),
        KendallWmt14(),
        SegmentPearson(),
        SegmentSpearman(),
        SegmentKendall(),
        AccuracyWithTies(),
        SystemPearson(),
        SystemSpearman(),
        SystemKendall(),
        PairwiseAccuracy(),
        SoftPairwiseAccuracy(),
    )
}

__all__ = ["MEASURES", "Measure"]

"""Measures of how well a metric agrees with people, one class per measure."""

from ..judgments import SEGMENT_UNIT, SOURCE_UNIT, TOPIC_UNIT, Track
from .base import Measure
from .pairwise_accuracy import AccuracyWithTies, SoftPairwiseAccuracy
from .segment_measures import (
    SegmentKendall,
    SegmentPearson,
    SegmentSpearman,
    WithinKendall,
    WithinPearson,
    WithinSpearman,
)
from .system_measures import (
    Consistency,
    KendallWmt12,
    KendallWmt14,
    PairwiseAccuracy,
    SystemKendall,
    SystemPearson,
    SystemSpearman,
)

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
        WithinPearson(),
        WithinSpearman(),
        WithinKendall(),
    )
}
_CORRELATION_NAMES = ("pearson", "spearman", "kendall")
# Measures that are shown by default, by unit of the track.
_DEFAULT_NAMES = {
    SEGMENT_UNIT: [name for name in MEASURES if not name.endswith("-within")],
    TOPIC_UNIT: [f"{name}-{level}" for level in ("sys", "within") for name in _CORRELATION_NAMES],
    SOURCE_UNIT: [f"{name}-seg" for name in _CORRELATION_NAMES],
}


def get_default_measures(track: Track) -> list[Measure]:
    """Return the default measures that apply to the track."""
    return [
        measure for name in _DEFAULT_NAMES[track.unit] if (measure := MEASURES[name]).applies(track)
    ]


__all__ = ["MEASURES", "Measure", "get_default_measures"]

"""How well a metric agrees with people: one class a measure."""

from ..judgments import PAIRS, SEGMENT, TOPIC, Track
from .acc_eq import AccuracyWithTies
from .base import Measure
from .rankings import Consistency, KendallWmt12, KendallWmt14
from .segments import SegmentKendall, SegmentPearson, SegmentSpearman
from .soft import SoftPairwiseAccuracy
from .systems import PairwiseAccuracy, SystemKendall, SystemPearson, SystemSpearman
from .within import WithinKendall, WithinPearson, WithinSpearman

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
_CORRELATIONS = ("pearson", "spearman", "kendall")
# What is shown of tracks of a kind where nobody asks for anything else.
_USUAL = {
    SEGMENT: [name for name in MEASURES if not name.endswith("-within")],
    TOPIC: [f"{name}-{level}" for level in ("sys", "within") for name in _CORRELATIONS],
    PAIRS: [f"{name}-seg" for name in _CORRELATIONS],
}


def usual_measures(track: Track) -> list[Measure]:
    """Those of them that apply."""
    return [own for name in _USUAL[track.unit] if (own := MEASURES[name]).applies(track)]


__all__ = ["MEASURES", "Measure", "usual_measures"]

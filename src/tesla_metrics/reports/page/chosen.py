"""Which segments a report draws: those that tell most, where not all can be."""

import numpy as np

from ...arrays import Indices
from ...metrics.segments import SegmentMetric, explains
from ...names import NOTHING
from .study import Study

# Pairs of output and reference, of metrics that take their time to explain.
_MOST = 1000


def explained_metric(study: Study) -> tuple[int, SegmentMetric] | None:
    """The first of the metrics that says why, with its place."""
    for place, metric in enumerate(study.metrics):
        compares = metric.against != NOTHING  # pairs are drawn
        if compares and isinstance(metric, SegmentMetric) and explains(type(metric)):
            return place, metric
    return None


def chosen_segments(study: Study, place: int, pairs: int) -> Indices:
    """So many pairs at most, all systems of a segment together, in the order of segments.

    The lowest segments and those in which systems differ most, by turns.
    """
    sizes = np.array([len(own) for own in study.held(study.metrics[place])]) * len(study.systems)
    scores = study.scores[place]
    sign = 1 if study.metrics[place].higher_is_better else -1
    lowest = np.argsort((sign * scores).min(axis=0), kind="stable")
    apart = np.argsort(scores.min(axis=0) - scores.max(axis=0), kind="stable")
    turns = np.stack([lowest, apart], axis=1).ravel()
    order = turns[np.sort(np.unique(turns, return_index=True)[1])]
    return np.sort(order[np.cumsum(sizes[order]) <= pairs])


def asked_pairs(metric: SegmentMetric, asked: int | None) -> int | None:
    """How many pairs are drawn, None for all: what was asked for, else what the metric can do."""
    if asked is not None:
        return asked
    return None if metric.name == "tesla-x" else _MOST

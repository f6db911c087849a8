"""Metric against human scores, and measures with their intervals, as charts."""

from collections.abc import Sequence

import numpy as np

from ..arrays import Floats
from ..judging.judgments import Track
from ..judging.meta import Evaluation
from ..judging.scored import CONSTANT, RANDOM, Scored
from .charts.model import Bar, Bars, Chart, Point, Scatter


def meta_charts(
    tracks: Sequence[Track], scored: Sequence[Sequence[Scored]], evaluation: Evaluation
) -> list[Chart]:
    """A scatter plot a metric, and a bar chart a measure."""
    metrics = dict.fromkeys(own.metric for every in scored for own in every)
    charts: list[Chart] = [
        scatter
        for metric in metrics
        if metric not in (CONSTANT, RANDOM)
        and (scatter := _scatter(metric, tracks, scored)) is not None
    ]
    for block in evaluation.blocks:
        bars = [
            Bar(row.metric, row.mean, *(row.interval or (None, None)))
            for row in block.rows
            if row.metric != CONSTANT
        ]
        title = f"{block.test_set} · {block.measure.name}"
        charts.append(Bars(title, "mean over " + ", ".join(block.tracks), bars))
    return charts


def _scatter(
    metric: str, tracks: Sequence[Track], scored: Sequence[Sequence[Scored]]
) -> Scatter | None:
    """System scores where people gave any, segment scores elsewhere.

    Scores of several tracks are not of one scale: they are standardised within each.
    """
    points: list[Point] = []
    higher = True
    single = len(tracks) == 1
    one_set = len({track.test_set for track in tracks}) == 1
    for track, every in zip(tracks, scored, strict=True):
        own = next((own for own in every if own.metric == metric), None)
        if own is None:
            continue
        higher = own.higher_is_better
        names: Sequence[str]
        if track.system_scores is not None:
            x, y, names = own.systems, track.system_scores, track.systems
        elif track.segment_scores is not None and own.segments is not None:
            x, y = own.segments.ravel(), track.segment_scores.ravel()
            names = [""] * len(x)
        else:
            continue
        known = np.isfinite(x) & np.isfinite(y)
        xs, ys = x[known] if own.higher_is_better else -x[known], y[known]
        if not single:
            xs, ys = _standardised(x[known]), _standardised(ys)
        labels = [name for name, kept in zip(names, known.tolist(), strict=True) if kept]
        prefix = "" if single else f"{track.pair if one_set else track.name} "
        points += [
            Point(px, py, f"{prefix}{label}" if label else "")
            for px, py, label in zip(xs.tolist(), ys.tolist(), labels, strict=True)
        ]
    if not points:
        return None
    where = tracks[0].name if single else f"{len(tracks)} tracks, standardised in each"
    label = metric if single or higher else f"{metric}, turned so that higher is better"
    return Scatter(metric, label, "people", points, where)


def _standardised(values: Floats) -> Floats:
    spread = float(np.std(values)) or 1.0
    return (values - float(np.mean(values))) / spread

"""Charts of `tesla meta`: what they show."""

from dataclasses import replace

import numpy as np
import pytest
from judged.tracks import make_track

from tesla_metrics.evaluation.judgments import Track
from tesla_metrics.evaluation.measures import MEASURES
from tesla_metrics.evaluation.meta import Evaluation, evaluate
from tesla_metrics.evaluation.scored import (
    Scored,
    build_baseline_scores,
    build_scored_from_segments,
)
from tesla_metrics.reporting.charts.chart import BarChart, Chart, ScatterPlot
from tesla_metrics.reporting.meta import build_meta_charts

HUMAN = np.array([1.0, np.nan, 2.0, 4.0])
TRACK = make_track(4, 3, system_scores=HUMAN)
METRIC = build_scored_from_segments("m", np.arange(12.0).reshape(4, 3))


def charts(tracks: list[Track], *metrics: Scored) -> list[Chart]:
    scored = [[*metrics, *build_baseline_scores(track, 1)] for track in tracks]
    evaluation = evaluate(tracks, scored, measures=[MEASURES["pearson-sys"]], samples=10)
    return build_meta_charts(tracks, scored, evaluation)


def scatter_of(charts: list[Chart]) -> ScatterPlot:
    (found,) = (chart for chart in charts if isinstance(chart, ScatterPlot))
    return found


def test_systems() -> None:
    found = scatter_of(charts([TRACK], METRIC))
    assert (found.title, found.note) == ("m", "set/de-en")
    points = [(p.x, p.y, p.label) for p in found.points]
    assert points == [(1.0, 1.0, "s0"), (7.0, 2.0, "s2"), (10.0, 4.0, "s3")]


def test_a_metric_that_was_turned_is_shown_as_it_is() -> None:
    turned = replace(METRIC, systems=-METRIC.systems, higher_is_better=False)
    found = scatter_of(charts([TRACK], turned))
    assert [p.x for p in found.points] == [1.0, 7.0, 10.0]


def test_segments_where_there_are_no_systems() -> None:
    human = np.array([[1.0, np.nan, 3.0], [np.nan] * 3, [5.0, 6.0, 7.0], [8.0] * 3])
    track = make_track(4, 3, segment_scores=human)
    scored = [[METRIC]]
    nothing = Evaluation((), "none", 1, 1)
    found = scatter_of(build_meta_charts([track], scored, nothing))
    assert [(p.x, p.y) for p in found.points][:3] == [(0.0, 1.0), (2.0, 3.0), (6.0, 5.0)]
    assert {p.label for p in found.points} == {""}


def test_several_tracks_are_standardised() -> None:
    scaled = replace(TRACK, pair="fr-en", system_scores=HUMAN * 100 - 7)
    found = scatter_of(charts([TRACK, scaled], METRIC))
    assert found.note == "2 tracks, standardised in each"
    first, second = found.points[:3], found.points[3:]
    assert [p.label for p in second] == ["fr-en s0", "fr-en s2", "fr-en s3"]
    for one, other in zip(first, second, strict=True):
        assert (one.x, one.y) == pytest.approx((other.x, other.y))
    assert np.mean([p.y for p in first]) == pytest.approx(0)
    assert np.std([p.x for p in first]) == pytest.approx(1)


def test_bars() -> None:
    (bars,) = (chart for chart in charts([TRACK], METRIC) if isinstance(chart, BarChart))
    assert bars.title == "set · pearson-sys"
    by_name = {bar.label: bar for bar in bars.bars}
    assert set(by_name) == {"m", "(random)"}
    for name in ("m", "(random)"):
        low, value, high = by_name[name].low, by_name[name].value, by_name[name].high
        assert low is not None
        assert high is not None
        assert low <= value <= high


def test_metrics_that_a_track_lacks() -> None:
    tracks = [TRACK, replace(TRACK, pair="fr-en")]
    nothing = Evaluation((), "none", 1, 1)
    found = scatter_of(build_meta_charts(tracks, [[METRIC], []], nothing))
    assert len(found.points) == 3

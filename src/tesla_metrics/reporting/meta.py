"""Render results of meta-evaluation as tables and charts."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from math import isnan
from typing import Any

import numpy as np

from ..arrays import Floats
from ..evaluation.judgments import SOURCE_UNIT, TOPIC_UNIT, Track
from ..evaluation.meta import Evaluation, MeasureBlock
from ..evaluation.metric_comparison import (
    Agreement,
    MetricDifference,
    compute_expected_agreement,
    compute_inter_judge_agreement,
    compute_intra_judge_agreement,
)
from ..evaluation.scored import CONSTANT_BASELINE, N_RANDOM_DRAWS, RANDOM_BASELINE, Scored
from ..resampling import MIN_SEGMENTS
from .charts.chart import Bar, BarChart, Chart, Point, ScatterPlot
from .table import Cell, Table, escape_markdown, render_table

_UNDEFINED_CELL = "-"
_CONTROLS_NOTE = (
    f"{CONSTANT_BASELINE} and {RANDOM_BASELINE} are controls: a constant score, and random scores "
    f"(mean and 95 % of {N_RANDOM_DRAWS} draws)"
)


def render_meta(
    tracks: Sequence[Track],
    evaluation: Evaluation,
    signatures: Sequence[str],
    skip_messages: Sequence[str],
    style: str,
    with_differences: bool = False,
) -> str:
    """Render the results of a meta-evaluation.

    `with_differences` adds a table of the significance tests of all pairs of metrics; JSON output
    always has them. `skip_messages` are messages about skipped tracks or metrics, for JSON output.
    """
    if style == "json":
        return json.dumps(
            _build_record(tracks, evaluation, signatures, skip_messages), indent=2, allow_nan=False
        ) + "\n"  # fmt: skip
    if style == "tsv":  # TSV output has one table only
        table = (
            _build_difference_table(evaluation)
            if with_differences
            else _build_long_table(evaluation)
        )
        return render_table(table, style)
    parts = [_render_titled("Human judgments", _build_track_table(tracks), style)]
    parts += [
        _render_titled(f"{block.test_set} · {block.measure.name}", _build_block_table(block), style)
        for block in evaluation.blocks
    ]
    if evaluation.ties:
        title = "Pairs that a metric ties, human ties left out"
        parts.append(_render_titled(title, _build_tie_table(evaluation.ties), style))
    if with_differences:
        parts.append(_render_titled("Differences", _build_difference_table(evaluation), style))
    notes = [
        _CONTROLS_NOTE, *_build_test_notes(evaluation), *_build_sampling_notes(tracks, evaluation),
        *_build_small_sample_notes(tracks, evaluation), *signatures,
    ]  # fmt: skip
    prefix = {"latex": "% ", "markdown": "- "}.get(style, "")
    escape = escape_markdown if style == "markdown" else str
    parts.append("".join(f"{prefix}{escape(note)}\n" for note in notes))
    return "\n".join(parts)


def _build_test_notes(evaluation: Evaluation) -> list[str]:
    if evaluation.test == "none":
        return []
    if evaluation.test == "permutation":
        return [
            f"test: PERM-BOTH, {evaluation.samples} permutations, seed {evaluation.seed}, on "
            "standardised segment scores (a system's score is their mean there); within a cluster "
            "no two metrics differ at p < 0.05 (not corrected for many pairs)"
        ]
    if evaluation.test == "williams":
        return ["Williams' test of pearson-sys, separately for each track"]
    return [
        f"test: {evaluation.test}, {evaluation.samples} samples, seed {evaluation.seed}; within a "
        "cluster no two metrics differ at p < 0.05 (not corrected for many pairs)"
    ]


def _build_sampling_notes(tracks: Sequence[Track], evaluation: Evaluation) -> list[str]:
    explanations = {
        TOPIC_UNIT: "samples of summaries draw topics, with the human scores as well as the metric "
        "scores; -sys: means over topics, -within: within each topic, mean over topics",
        SOURCE_UNIT: "samples of rated pairs draw sources, with all pairs of each",
    }
    units = dict.fromkeys(track.unit for track in tracks)
    return (
        [explanations[unit] for unit in units if unit in explanations]
        if evaluation.test == "bootstrap"
        else []
    )


def _build_small_sample_notes(tracks: Sequence[Track], evaluation: Evaluation) -> list[str]:
    short_tracks = [track.name for track in tracks if track.segments < MIN_SEGMENTS]
    if not short_tracks or evaluation.test != "bootstrap":
        return []
    return [
        f"fewer than {MIN_SEGMENTS} segments in {', '.join(short_tracks)}: expect intervals to be "
        "too narrow"
    ]


def _render_titled(title: str, table: Table, style: str) -> str:
    body = render_table(table, style)
    if style == "latex":
        return f"% {title}\n{body}"
    return f"### {title}\n\n{body}" if style == "markdown" else f"{title}\n{body}"


def _build_track_table(tracks: Sequence[Track]) -> Table:
    rows: list[list[Cell]] = []
    for track in tracks:
        rankings, scores = track.rankings, track.segment_scores
        systems: Cell = _UNDEFINED_CELL if track.unit == SOURCE_UNIT else len(track.systems)
        row: list[Cell] = [track.name, systems, track.segments, len(track.references)]
        if rankings is None:
            row += [_UNDEFINED_CELL] * 3
        else:
            row += [len(rankings), int((rankings.preference == 0).sum()), len(set(rankings.judges))]
        row.append(_UNDEFINED_CELL if scores is None else int((scores == scores).sum()))
        agreement = compute_inter_judge_agreement(rankings) if rankings else None
        row.append(_UNDEFINED_CELL if agreement is None else f"{agreement.kappa:.3f}")
        rows.append(row)
    columns = (
        "track", "systems", "segments", "references", "rankings", "ties", "judges", "scores",
        "kappa",
    )  # fmt: skip
    notes = ["kappa: agreement of two judges on better, worse or tie; P(E) = 1/3"]
    return Table(columns, rows, notes if any(track.rankings for track in tracks) else ())


def _build_block_table(block: MeasureBlock) -> Table:
    metrics_with_interval = [row.metric for row in block.rows if row.interval]
    has_clusters = any(row.cluster for row in block.rows)
    has_mean = len(block.tracks) > 1
    rows: list[list[Cell]] = []
    for row in block.rows:
        cells: list[Cell] = [row.metric, *map(_format_value, row.values)]
        cells += [_format_value(row.mean)] if has_mean else []
        if metrics_with_interval:
            cells.append("" if row.interval is None else "{:.4f} … {:.4f}".format(*row.interval))
        if has_clusters:
            cells.append("" if row.cluster is None else str(row.cluster))
        rows.append(cells)
    columns = ["metric", *block.tracks, *(["mean"] if has_mean else [])]
    if metrics_with_interval:
        unit = "draws" if metrics_with_interval == [RANDOM_BASELINE] else "samples"
        columns.append(f"95 % of {unit}")
    columns += ["cluster"] if has_clusters else []
    return Table(columns, rows, [block.measure.description])


def _format_value(value: float) -> Cell:
    return _UNDEFINED_CELL if isnan(value) else f"{value:.4f}"


def _build_tie_table(ties: Mapping[tuple[str, str], float]) -> Table:
    tracks = list(dict.fromkeys(track for track, _ in ties))
    metrics = list(dict.fromkeys(metric for _, metric in ties))
    rows = [
        [metric, *(_format_value(ties.get((track, metric), float("nan"))) for track in tracks)]
        for metric in metrics
    ]
    return Table(["metric", *tracks], rows)


def _build_difference_table(evaluation: Evaluation) -> Table:
    rows = [
        [block.test_set, block.measure.name, *_build_difference_cells(difference)]
        for block in evaluation.blocks
        for difference in block.differences
    ]
    return Table(("set", "measure", "track", "a", "b", "a - b", "interval", "p"), rows)


def _build_difference_cells(difference: MetricDifference) -> list[Cell]:
    interval = (
        "" if difference.interval is None else "{:+.4f} … {:+.4f}".format(*difference.interval)
    )
    track = difference.track or "mean"
    return [
        track,
        difference.a,
        difference.b,
        f"{difference.difference:+.4f}",
        interval,
        f"{difference.p_value:.4f}",
    ]


def _build_long_table(evaluation: Evaluation) -> Table:
    """Return a table for other programs: one row per measure, metric and track."""
    rows: list[tuple[Cell, ...]] = []
    for block in evaluation.blocks:
        for row in block.rows:
            names = block.measure.name, row.metric
            for track, value in zip(block.tracks, row.values, strict=True):
                rows.append((block.test_set, track, *names, value, "", "", ""))
            low, high = row.interval or ("", "")
            cluster = row.cluster or ""
            rows.append((block.test_set, "mean", *names, row.mean, low, high, cluster))
    columns = ("set", "pair", "measure", "metric", "value", "low", "high", "cluster")
    return Table(columns, rows)


def _build_record(
    tracks: Sequence[Track],
    evaluation: Evaluation,
    signatures: Sequence[str],
    skip_messages: Sequence[str],
) -> dict[str, Any]:
    """Return all results by name, in types that JSON supports."""
    return {
        **evaluation.to_dict(),
        "tracks": [_build_track_record(track) for track in tracks],
        "signatures": list(signatures),
        "skipped": list(skip_messages),
    }


def _build_track_record(track: Track) -> dict[str, Any]:
    rankings, scores = track.rankings, track.segment_scores
    record: dict[str, Any] = {
        "track": track.name,
        "unit": track.unit,
        "outputs": track.output_count,
        "systems": [] if track.unit == SOURCE_UNIT else list(track.systems),
        "segments": track.segments,
        "references": list(track.references),
        "rankings": 0 if rankings is None else len(rankings),
        "segment_scores": 0 if scores is None else int((scores == scores).sum()),
        "system_scores": track.system_scores is not None,
    }
    if rankings is not None:
        record["human_ties"] = int((rankings.preference == 0).sum())
        record["agreement"] = {
            "between_judges": _build_agreement_record(compute_inter_judge_agreement(rankings)),
            "within_judges": _build_agreement_record(compute_intra_judge_agreement(rankings)),
            "expected_from_counts": compute_expected_agreement(rankings),
        }
    return record


def _build_agreement_record(agreement: Agreement | None) -> dict[str, Any] | None:
    return None if agreement is None else {**asdict(agreement), "kappa": agreement.kappa}


def build_meta_charts(
    tracks: Sequence[Track], scores_by_track: Sequence[Sequence[Scored]], evaluation: Evaluation
) -> list[Chart]:
    """Return one scatter plot per metric and one bar chart per measure and test set.

    `scores_by_track` has the scores of all metrics for each track.
    """
    metrics = dict.fromkeys(
        scores.metric for track_scores in scores_by_track for scores in track_scores
    )
    charts: list[Chart] = [
        scatter
        for metric in metrics
        if metric not in (CONSTANT_BASELINE, RANDOM_BASELINE)
        and (scatter := _build_scatter_plot(metric, tracks, scores_by_track)) is not None
    ]
    for block in evaluation.blocks:
        bars = [
            Bar(row.metric, row.mean, *(row.interval or (None, None)))
            for row in block.rows
            if row.metric != CONSTANT_BASELINE
        ]
        title = f"{block.test_set} · {block.measure.name}"
        charts.append(BarChart(title, "mean over " + ", ".join(block.tracks), bars))
    return charts


def _build_scatter_plot(
    metric: str, tracks: Sequence[Track], scores_by_track: Sequence[Sequence[Scored]]
) -> ScatterPlot | None:
    """Plot the scores of a metric against human scores; None if there are no human scores.

    Points are systems if a track has human scores of systems, otherwise segments. Scores of several
    tracks have different scales, so they are standardised within each track.
    """
    points: list[Point] = []
    higher_is_better = True
    is_single = len(tracks) == 1
    is_single_test_set = len({track.test_set for track in tracks}) == 1
    for track, track_scores in zip(tracks, scores_by_track, strict=True):
        metric_scores = next(
            (metric_scores for metric_scores in track_scores if metric_scores.metric == metric),
            None,
        )
        if metric_scores is None:
            continue
        higher_is_better = metric_scores.higher_is_better
        names: Sequence[str]
        if track.system_scores is not None:
            x, y, names = metric_scores.systems, track.system_scores, track.systems
        elif track.segment_scores is not None and metric_scores.segments is not None:
            x, y = metric_scores.segments.ravel(), track.segment_scores.ravel()
            names = [""] * len(x)
        else:
            continue
        is_finite = np.isfinite(x) & np.isfinite(y)
        xs, ys = x[is_finite] if metric_scores.higher_is_better else -x[is_finite], y[is_finite]
        if not is_single:
            xs, ys = _standardise(x[is_finite]), _standardise(ys)
        labels = [
            name for name, is_known in zip(names, is_finite.tolist(), strict=True) if is_known
        ]
        prefix = "" if is_single else f"{track.pair if is_single_test_set else track.name} "
        points += [
            Point(metric_score, human_score, f"{prefix}{x_label}" if x_label else "")
            for metric_score, human_score, x_label in zip(
                xs.tolist(), ys.tolist(), labels, strict=True
            )
        ]
    if not points:
        return None
    note = tracks[0].name if is_single else f"{len(tracks)} tracks, standardised in each"
    x_label = (
        metric if is_single or higher_is_better else f"{metric}, negated, so that higher is better"
    )
    return ScatterPlot(metric, x_label, "people", points, note)


def _standardise(values: Floats) -> Floats:
    deviation = float(np.std(values)) or 1.0
    return (values - float(np.mean(values))) / deviation

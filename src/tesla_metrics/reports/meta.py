"""How well metrics agree with people, as people and programs read it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from math import isnan
from typing import Any

from ..judging.agreement import Agreement, between_judges, chance, within_judges
from ..judging.between_metrics import Difference
from ..judging.judgments import PAIRS, TOPIC, Track
from ..judging.meta import Evaluation, MeasureBlock
from ..judging.scored import CONSTANT, RANDOM
from ..resampling import FEW
from .table import Cell, Table, escape_markdown, render

_UNDEFINED = "-"
_CONTROLS = f"{CONSTANT} and {RANDOM} are controls: one score for everything, and guesses"


def render_meta(
    tracks: Sequence[Track],
    evaluation: Evaluation,
    signatures: Sequence[str],
    skipped: Sequence[str],
    style: str,
    differences: bool = False,
) -> str:
    """`differences` asks for the tests of every two metrics, which JSON always has."""
    if style == "json":
        return json.dumps(
            _record(tracks, evaluation, signatures, skipped), indent=2, allow_nan=False
        ) + "\n"  # fmt: skip
    if style == "tsv":  # one table to a file
        return render((_difference_table if differences else _long_table)(evaluation), style)
    parts = [_titled("What people judged", _track_table(tracks), style)]
    parts += [
        _titled(f"{block.test_set} · {block.measure.name}", _block_table(block), style)
        for block in evaluation.blocks
    ]
    if evaluation.ties:
        title = "Pairs that a metric ties, human ties left out"
        parts.append(_titled(title, _tie_table(evaluation.ties), style))
    if differences:
        parts.append(_titled("Differences", _difference_table(evaluation), style))
    notes = [
        _CONTROLS, *_settings(evaluation), *_drawn(tracks, evaluation), *_few(tracks, evaluation),
        *signatures,
    ]  # fmt: skip
    prefix = {"latex": "% ", "markdown": "- "}.get(style, "")
    escape = escape_markdown if style == "markdown" else str
    parts.append("".join(f"{prefix}{escape(note)}\n" for note in notes))
    return "\n".join(parts)


def _settings(evaluation: Evaluation) -> list[str]:
    if evaluation.test == "none":
        return []
    if evaluation.test == "permutation":
        return [
            f"test: PERM-BOTH, {evaluation.samples} permutations, seed {evaluation.seed}, on "
            "standardised segment scores (a system's score is their mean there); within a cluster "
            "no two metrics differ at p < 0.05 (not corrected for many pairs)"
        ]
    if evaluation.test == "williams":
        return ["Williams' test of pearson-sys, a track at a time"]
    return [
        f"test: {evaluation.test}, {evaluation.samples} samples, seed {evaluation.seed}; within a "
        "cluster no two metrics differ at p < 0.05 (not corrected for many pairs)"
    ]


def _drawn(tracks: Sequence[Track], evaluation: Evaluation) -> list[str]:
    said = {
        TOPIC: "samples of summaries draw topics, with people's scores of them as well as the "
        "metrics'; -sys: means over topics, -within: within each topic, mean over topics",
        PAIRS: "samples of rated pairs draw sources, with all pairs of each",
    }
    units = dict.fromkeys(track.unit for track in tracks)
    return [said[u] for u in units if u in said] if evaluation.test == "bootstrap" else []


def _few(tracks: Sequence[Track], evaluation: Evaluation) -> list[str]:
    short = [track.name for track in tracks if track.segments < FEW]
    if not short or evaluation.test != "bootstrap":
        return []
    return [f"fewer than {FEW} segments in {', '.join(short)}: expect intervals to be too narrow"]


def _titled(title: str, table: Table, style: str) -> str:
    body = render(table, style)
    if style == "latex":
        return f"% {title}\n{body}"
    return f"### {title}\n\n{body}" if style == "markdown" else f"{title}\n{body}"


def _track_table(tracks: Sequence[Track]) -> Table:
    rows: list[list[Cell]] = []
    for track in tracks:
        rankings, scores = track.rankings, track.segment_scores
        systems: Cell = _UNDEFINED if track.unit == PAIRS else len(track.systems)
        own: list[Cell] = [track.name, systems, track.segments, len(track.references)]
        if rankings is None:
            own += [_UNDEFINED] * 3
        else:
            own += [len(rankings), int((rankings.preference == 0).sum()), len(set(rankings.judges))]
        own.append(_UNDEFINED if scores is None else int((scores == scores).sum()))
        between = between_judges(rankings) if rankings else None
        own.append(_UNDEFINED if between is None else f"{between.kappa:.3f}")
        rows.append(own)
    columns = (
        "track", "systems", "segments", "references", "rankings", "ties", "judges", "scores",
        "kappa",
    )  # fmt: skip
    notes = ["kappa: agreement of two judges on better, worse or tie; P(E) = 1/3"]
    return Table(columns, rows, notes if any(track.rankings for track in tracks) else ())


def _block_table(block: MeasureBlock) -> Table:
    intervals = any(row.interval for row in block.rows)
    placed = any(row.cluster for row in block.rows)
    several = len(block.tracks) > 1
    rows: list[list[Cell]] = []
    for row in block.rows:
        own: list[Cell] = [row.metric, *map(_cell, row.values)]
        own += [_cell(row.mean)] if several else []
        if intervals:
            own.append("" if row.interval is None else "{:.4f} … {:.4f}".format(*row.interval))
        if placed:
            own.append("" if row.cluster is None else str(row.cluster))
        rows.append(own)
    columns = ["metric", *block.tracks, *(["mean"] if several else [])]
    columns += [*(["95 % of samples"] if intervals else []), *(["cluster"] if placed else [])]
    return Table(columns, rows, [block.measure.about])


def _cell(value: float) -> Cell:
    return _UNDEFINED if isnan(value) else f"{value:.4f}"


def _tie_table(ties: Mapping[tuple[str, str], float]) -> Table:
    tracks = list(dict.fromkeys(track for track, _ in ties))
    metrics = list(dict.fromkeys(metric for _, metric in ties))
    rows = [
        [metric, *(_cell(ties.get((track, metric), float("nan"))) for track in tracks)]
        for metric in metrics
    ]
    return Table(["metric", *tracks], rows)


def _difference_table(evaluation: Evaluation) -> Table:
    rows = [
        [block.test_set, block.measure.name, *_difference_cells(difference)]
        for block in evaluation.blocks
        for difference in block.differences
    ]
    return Table(("set", "measure", "track", "a", "b", "a - b", "interval", "p"), rows)


def _difference_cells(found: Difference) -> list[Cell]:
    interval = "" if found.interval is None else "{:+.4f} … {:+.4f}".format(*found.interval)
    where = found.track or "mean"
    return [where, found.a, found.b, f"{found.difference:+.4f}", interval, f"{found.p_value:.4f}"]


def _long_table(evaluation: Evaluation) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for block in evaluation.blocks:
        for row in block.rows:
            named = block.measure.name, row.metric
            for track, value in zip(block.tracks, row.values, strict=True):
                rows.append((block.test_set, track, *named, value, "", "", ""))
            low, high = row.interval or ("", "")
            place = row.cluster or ""
            rows.append((block.test_set, "mean", *named, row.mean, low, high, place))
    columns = ("set", "pair", "measure", "metric", "value", "low", "high", "cluster")
    return Table(columns, rows)


def _record(
    tracks: Sequence[Track],
    evaluation: Evaluation,
    signatures: Sequence[str],
    skipped: Sequence[str],
) -> dict[str, Any]:
    return {
        **evaluation.to_dict(),
        "tracks": [_track_record(track) for track in tracks],
        "signatures": list(signatures),
        "skipped": list(skipped),
    }


def _track_record(track: Track) -> dict[str, Any]:
    rankings, scores = track.rankings, track.segment_scores
    record: dict[str, Any] = {
        "track": track.name,
        "unit": track.unit,
        "outputs": track.count,
        "systems": [] if track.unit == PAIRS else list(track.systems),
        "segments": track.segments,
        "references": list(track.references),
        "rankings": 0 if rankings is None else len(rankings),
        "segment_scores": 0 if scores is None else int((scores == scores).sum()),
        "system_scores": track.system_scores is not None,
    }
    if rankings is not None:
        record["human_ties"] = int((rankings.preference == 0).sum())
        record["agreement"] = {
            "between_judges": _agreement_record(between_judges(rankings)),
            "within_judges": _agreement_record(within_judges(rankings)),
            "expected_from_counts": chance(rankings),
        }
    return record


def _agreement_record(found: Agreement | None) -> dict[str, Any] | None:
    return None if found is None else {**asdict(found), "kappa": found.kappa}

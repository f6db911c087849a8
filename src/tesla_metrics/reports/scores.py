"""Scores of systems as people and programs read them."""

import json
from collections.abc import Iterator, Sequence

from ..metrics.base import Score
from .table import Cell, Table, render


def render_scores(scores: Sequence[tuple[str, Score]], style: str, segments: bool) -> str:
    """`scores` are (system, score), all metrics of one system together."""
    if style == "json":
        records = [{"system": system, **score.to_dict(segments)} for system, score in scores]
        return json.dumps(records, indent=2) + "\n"
    if segments and style == "tsv":
        return render(_segment_table(scores), style)
    text = render(_system_table(scores, style), style)
    return render(_segment_table(scores), style) + "\n" + text if segments else text


def _system_table(scores: Sequence[tuple[str, Score]], style: str) -> Table:
    if style == "tsv":
        full = [(system, s.metric, s.score, str(s.signature)) for system, s in scores]
        return Table(("system", "metric", "score", "signature"), full)
    notes = list(dict.fromkeys(str(score.signature) for _, score in scores))
    if style == "text":
        rows = [(system, s.metric, s.score) for system, s in scores]
        return Table(("system", "metric", "score"), rows, notes)
    # A paper's table: a row a system, a column a metric, signatures as comments above.
    metrics = list(dict.fromkeys(score.metric for _, score in scores))
    rows_by_system: list[list[Cell]] = [
        [system, *(score.score for score in own)]
        for system, own in _by_system(scores, len(metrics))
    ]
    return Table(("system", *metrics), rows_by_system, notes)


def _segment_table(scores: Sequence[tuple[str, Score]]) -> Table:
    metrics = list(dict.fromkeys(score.metric for _, score in scores))
    rows = [
        (system, number, *values)
        for system, own in _by_system(scores, len(metrics))
        for number, values in enumerate(zip(*(s.segments for s in own), strict=True), 1)
    ]
    return Table(("system", "segment", *metrics), rows)


def _by_system(
    scores: Sequence[tuple[str, Score]], metrics: int
) -> Iterator[tuple[str, list[Score]]]:
    # By position: a file given twice is two systems of one name.
    for start in range(0, len(scores), metrics):
        own = scores[start : start + metrics]
        yield own[0][0], [score for _, score in own]

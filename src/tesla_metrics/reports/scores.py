"""Scores of systems as people and programs read them."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..metrics.score import Score
from ..tasks import Item
from .extremes import (
    BEST,
    WORST,
    Extreme,
    find_extremes,
    label_columns,
    labels,
    render_extremes,
    text_columns,
    texts,
)
from .table import DECIMALS, Cell, Table, render


@dataclass(frozen=True)
class Layout:
    """What is shown beside the systems' scores.

    decimals    of numbers that people read
    segments    a line a segment
    worst, best so many segments of each system
    """

    decimals: int = DECIMALS
    segments: bool = False
    worst: int = 0
    best: int = 0

    @property
    def wants_texts(self) -> bool:
        """Whether what is shown has the texts in it, or what files call them."""
        return bool(self.worst or self.best or self.segments)


@dataclass(frozen=True)
class _Row:
    """A system with its scores by all metrics, and its texts where these are kept."""

    system: str
    scores: Sequence[Score]
    items: Sequence[Item]

    def extremes(self, place: str, most: int) -> list[Extreme]:
        return find_extremes(self.system, self.scores, self.items, place, most) if most else []


def render_scores(
    scores: Sequence[tuple[str, Score]],
    style: str,
    layout: Layout | None = None,
    items: Sequence[Sequence[Item]] = (),
) -> str:
    """`scores` are (system, score), all metrics of one system together; `items` are the texts of
    each system, for those who want them.
    """
    layout = layout or Layout()
    rows = list(_rows(scores, items))
    if style == "json":
        return json.dumps(score_records(scores, layout, items), indent=2) + "\n"
    extremes = [
        one
        for row in rows
        for one in (*row.extremes(WORST, layout.worst), *row.extremes(BEST, layout.best))
    ]
    parts = []
    if layout.segments:
        parts.append(render(_segment_table(rows, style, layout.decimals), style))
    if extremes:
        parts.append(render_extremes(extremes, style, layout.decimals))
    if style != "tsv":
        parts.append(render(_system_table(rows, layout.decimals), style))
    return "\n".join(parts) if parts else render(_long_table(rows), style)


def score_records(
    scores: Sequence[tuple[str, Score]], layout: Layout, items: Sequence[Sequence[Item]] = ()
) -> list[dict[str, object]]:
    """The same for programs, as JSON can have it."""
    return [record for row in _rows(scores, items) for record in _records(row, layout)]


def render_bare(scores: Sequence[tuple[str, Score]], decimals: int) -> str:
    """Numbers and nothing else: a line a system, a tab between metrics."""
    lines = ("\t".join(f"{s.score:.{decimals}f}" for s in row.scores) for row in _rows(scores, ()))
    return "".join(f"{line}\n" for line in lines)


def render_details(scores: Sequence[tuple[str, Score]]) -> str:
    """What sacreBLEU prints beside BLEU, a line a system; nothing of other metrics."""
    several = len({system for system, _ in scores}) > 1
    lines = [
        f"{f'{system}: ' if several else ''}{_bleu_line(score)}\n"
        for system, score in scores
        if "precisions" in score.details
    ]
    return "\n" + "".join(lines) if lines else ""


def _bleu_line(score: Score) -> str:
    own = score.details
    precisions = "/".join(f"{one:.1f}" for one in own["precisions"])
    return (
        f"BLEU = {score.score:.1f} {precisions} (BP = {own['bp']:.3f} ratio = {own['ratio']:.3f} "
        f"hyp_len = {own['sys_len']} ref_len = {own['ref_len']})"
    )


def _records(row: _Row, layout: Layout) -> Iterator[dict[str, object]]:
    for score in row.scores:
        yield {
            "system": row.system,
            **score.to_dict(layout.segments),
            **_texts(row, score, layout),
        }


def _texts(row: _Row, score: Score, layout: Layout) -> dict[str, object]:
    """Segments one by one, with all there is to say of each; extremes are the first metric's."""
    found: dict[str, object] = {}
    if layout.segments and row.items:
        found["items"] = [
            {"segment": place + 1, **labels(item), **_named_score(score, place), **texts(item)}
            for place, item in enumerate(row.items)
        ]
    if score is row.scores[0]:
        for place, most in ((WORST, layout.worst), (BEST, layout.best)):
            if most:
                found[place] = [one.record() for one in row.extremes(place, most)]
    return found


def _long_table(rows: Sequence[_Row]) -> Table:
    """For programs: a line a system and metric, so that each number has its signature."""
    intervals = rows[0].scores[0].confidence is not None
    parts = dict.fromkeys(name for score in rows[0].scores for name in score.parts)
    cells: list[list[Cell]] = [
        [row.system, s.metric, *_numbers(s), *_cells_of(s, parts), str(s.signature)]
        for row in rows
        for s in row.scores
    ]
    ends = ("low", "high") if intervals else ()
    return Table(("system", "metric", "score", *ends, *parts, "signature"), cells)


def _system_table(rows: Sequence[_Row], decimals: int) -> Table:
    """For people: a row a system, a column a metric, signatures below (LaTeX: above)."""
    columns = ["system"]
    for score in rows[0].scores:
        columns += [score.metric, *(("low", "high") if score.confidence else ()), *score.parts]
    cells: list[list[Cell]] = [
        [
            row.system,
            *(n for score in row.scores for n in (*_numbers(score), *score.parts.values())),
        ]
        for row in rows
    ]
    signatures = [str(score.signature) for row in rows for score in row.scores]
    notes = [*_remarks(rows[0].scores[0]), *dict.fromkeys(signatures)]
    return Table(columns, cells, notes, decimals)


def _cells_of(score: Score, parts: Iterable[str]) -> list[Cell]:
    """Empty where the metric has no such part."""
    return [score.parts.get(name, "") for name in parts]


def _numbers(score: Score) -> list[float]:
    own = score.confidence
    return [score.score, *((own.low, own.high) if own else ())]


def _remarks(score: Score) -> Iterator[str]:
    if (own := score.confidence) is not None:
        yield (
            f"low and high: {100 * own.level:g} % bootstrap interval, {own.samples} samples, "
            f"seed {own.seed}"
        )


def _segment_table(rows: Sequence[_Row], style: str, decimals: int) -> Table:
    """Programs get the texts as well."""
    columns = ["system", "segment"]
    for score in rows[0].scores:
        columns += [score.metric, *score.parts]
    items = [item for row in rows for item in row.items]
    cells: list[list[Cell]] = [
        [row.system, number, *values]
        for row in rows
        for number, values in enumerate(zip(*_segment_columns(row), strict=True), 1)
    ]
    if style == "tsv" and items:
        names, written = text_columns(items)
        columns += names
        cells = [[*row, *more] for row, more in zip(cells, written, strict=True)]
    if items:  # last: files without have the other columns at the same places
        names, called = label_columns(items)
        columns += names
        cells = [[*row, *more] for row, more in zip(cells, called, strict=True)]
    return Table(columns, cells, decimals=decimals)


def _segment_columns(row: _Row) -> Iterator[Sequence[float]]:
    for score in row.scores:
        yield from (score.segments, *score.segment_parts.values())


def _named_score(score: Score, place: int) -> dict[str, float]:
    """What a segment has; records call every metric's score so."""
    value, *parts = score.at(place).items()
    return {"score": value[1], **dict(parts)}


def _rows(scores: Sequence[tuple[str, Score]], items: Sequence[Sequence[Item]]) -> Iterator[_Row]:
    # By position: a file given twice is two systems of one name.
    metrics = len(dict.fromkeys(score.metric for _, score in scores))
    for number, start in enumerate(range(0, len(scores), metrics)):
        own = scores[start : start + metrics]
        yield _Row(own[0][0], [s for _, s in own], items[number] if items else ())

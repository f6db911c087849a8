"""Render scores of systems, and their best and worst segments."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..files.field_names import GROUP, ID
from ..files.item import Item, display_text
from ..metrics.score import Score
from .table import DECIMALS, Cell, Table, render_table

WORST, BEST = "worst", "best"
LABEL_FIELDS = (GROUP, ID)


@dataclass(frozen=True)
class Extreme:
    """A segment (counted from 1) with one of the worst or best scores of the first metric.

    which   worst or best
    """

    system: str
    which: str
    segment: int
    scores: dict[str, float]
    item: Item

    def record(self) -> dict[str, object]:
        """Return a dictionary for JSON."""
        return {
            "segment": self.segment,
            **item_labels(self.item),
            "scores": self.scores,
            **item_texts(self.item),
        }


def item_labels(item: Item) -> dict[str, str]:
    """Return the group and id of an item, if the file has them."""
    return {name: value for name in LABEL_FIELDS if (value := getattr(item, name))}


def label_columns(items: Sequence[Item]) -> tuple[list[str], list[list[Cell]]]:
    """Return the names and cells of the label columns that some items have."""
    names = [name for name in LABEL_FIELDS if any(getattr(item, name) for item in items)]
    return names, [[getattr(item, name) for name in names] for item in items]


def item_texts(item: Item) -> dict[str, object]:
    """Return the source, candidate and references of an item as text."""
    source = {} if item.source is None else {"source": display_text(item.source)}
    return {
        **source,
        "candidate": display_text(item.candidate),
        "references": [display_text(reference) for reference in item.references],
    }


def find_extremes(
    system: str, scores: Sequence[Score], items: Sequence[Item], which: str, count: int
) -> list[Extreme]:
    """Return the `count` worst (or best) segments, in order; ties keep the order of segments."""
    first_score = scores[0]
    sign = 1 if (which == WORST) == first_score.higher_is_better else -1
    order = sorted(range(len(items)), key=lambda index: sign * first_score.segments[index])
    return [
        Extreme(
            system,
            which,
            index + 1,
            {name: value for score in scores for name, value in score.at(index).items()},
            items[index],
        )
        for index in order[:count]
    ]


def render_extremes(extremes: Sequence[Extreme], style: str, decimals: int) -> str:
    """Render one block per segment as text, or a table in other styles."""
    if style != "text":
        return render_table(_extreme_table(extremes, decimals), style)
    blocks: dict[str, list[str]] = {}
    for extreme in extremes:
        heading = f"{extreme.which} segments of {extreme.system} by {next(iter(extreme.scores))}"
        blocks.setdefault(heading, []).append(_extreme_block(extreme, decimals))
    return "\n".join(
        "\n".join([f"{heading}\n", *block_lines]) for heading, block_lines in blocks.items()
    )


def _extreme_block(extreme: Extreme, decimals: int) -> str:
    scores = ", ".join(f"{metric} {value:.{decimals}f}" for metric, value in extreme.scores.items())
    rows = [
        (extreme.system, extreme.item.candidate),
        *(("reference", reference) for reference in extreme.item.references),
    ]
    if extreme.item.source is not None:
        rows.append(("source", extreme.item.source))
    width = max(len(name) for name, _ in rows)
    flat_rows = ((name, " ".join(display_text(segment).split())) for name, segment in rows)
    lines = [f"  {name.ljust(width)}  {text}".rstrip() for name, text in flat_rows]
    label_text = "".join(f", {name} {label}" for name, label in item_labels(extreme.item).items())
    return "\n".join([f"segment {extreme.segment}{label_text}, {scores}", *lines]) + "\n"


def _extreme_table(extremes: Sequence[Extreme], decimals: int) -> Table:
    metrics = list(extremes[0].scores)
    items = [extreme.item for extreme in extremes]
    (names, label_cells), (columns, cells) = label_columns(items), text_columns(items)
    rows: list[list[Cell]] = [
        [
            extreme.system,
            extreme.which,
            extreme.segment,
            *extreme.scores.values(),
            *text_cells,
            *labels_of_item,
        ]
        for extreme, labels_of_item, text_cells in zip(extremes, label_cells, cells, strict=True)
    ]
    return Table(
        ("system", "place", "segment", *metrics, *columns, *names), rows, decimals=decimals
    )


def text_columns(items: Sequence[Item]) -> tuple[list[str], Iterator[list[str]]]:
    """Return names and cells of text columns, with as many references as any item has."""
    max_references = max(len(item.references) for item in items)
    names = (
        ["reference"]
        if max_references == 1
        else [f"reference{n}" for n in range(1, max_references + 1)]
    )
    sources = any(item.source is not None for item in items)

    def cells() -> Iterator[list[str]]:
        for item in items:
            row_texts = [display_text(segment) for segment in (item.candidate, *item.references)]
            source = ["" if item.source is None else display_text(item.source)] if sources else []
            yield [*row_texts, *[""] * (max_references + 1 - len(row_texts)), *source]

    return ["candidate", *names, *(["source"] if sources else [])], cells()


@dataclass(frozen=True)
class Layout:
    """What is shown in addition to the scores of systems.

    decimals    number of decimals in text output
    segments    whether to print one line per segment
    worst, best number of segments to print for each system
    """

    decimals: int = DECIMALS
    segments: bool = False
    worst: int = 0
    best: int = 0

    @property
    def includes_texts(self) -> bool:
        """Return whether the output includes texts or their labels."""
        return bool(self.worst or self.best or self.segments)


@dataclass(frozen=True)
class _Row:
    """A system with its scores by all metrics, and its texts if they are needed."""

    system: str
    scores: Sequence[Score]
    items: Sequence[Item]

    def extremes(self, which: str, count: int) -> list[Extreme]:
        return find_extremes(self.system, self.scores, self.items, which, count) if count else []


def render_scores(
    scores: Sequence[tuple[str, Score]],
    style: str,
    layout: Layout | None = None,
    items: Sequence[Sequence[Item]] = (),
) -> str:
    """Render (system, score) tuples, with all metrics of a system adjacent.

    `items` are the texts of each system, if the layout includes them.
    """
    layout = layout or Layout()
    rows = list(_group_by_system(scores, items))
    if style == "json":
        return json.dumps(score_records(scores, layout, items), indent=2) + "\n"
    extremes = [
        extreme
        for row in rows
        for extreme in (*row.extremes(WORST, layout.worst), *row.extremes(BEST, layout.best))
    ]
    parts = []
    if layout.segments:
        parts.append(render_table(_segment_table(rows, style, layout.decimals), style))
    if extremes:
        parts.append(render_extremes(extremes, style, layout.decimals))
    if style != "tsv":
        parts.append(render_table(_system_table(rows, layout.decimals), style))
    return "\n".join(parts) if parts else render_table(_long_table(rows), style)


def score_records(
    scores: Sequence[tuple[str, Score]], layout: Layout, items: Sequence[Sequence[Item]] = ()
) -> list[dict[str, object]]:
    """Return one dictionary per system and metric, in a form that can be written as JSON."""
    return [
        record for row in _group_by_system(scores, items) for record in _system_records(row, layout)
    ]


def render_numbers(scores: Sequence[tuple[str, Score]], decimals: int) -> str:
    """Render numbers only: one line per system, with tabs between metrics."""
    lines = (
        "\t".join(f"{s.score:.{decimals}f}" for s in row.scores)
        for row in _group_by_system(scores, ())
    )
    return "".join(f"{line}\n" for line in lines)


def render_details(scores: Sequence[tuple[str, Score]]) -> str:
    """Render the details of BLEU as sacreBLEU does, one line per system, if there are any."""
    several = len({system for system, _ in scores}) > 1
    lines = [
        f"{f'{system}: ' if several else ''}{_bleu_line(score)}\n"
        for system, score in scores
        if "precisions" in score.details
    ]
    return "\n" + "".join(lines) if lines else ""


def _bleu_line(score: Score) -> str:
    details = score.details
    precisions = "/".join(f"{precision:.1f}" for precision in details["precisions"])
    return (
        f"BLEU = {score.score:.1f} {precisions} (BP = {details['bp']:.3f} "
        f"ratio = {details['ratio']:.3f} hyp_len = {details['sys_len']} "
        f"ref_len = {details['ref_len']})"
    )


def _system_records(row: _Row, layout: Layout) -> Iterator[dict[str, object]]:
    for score in row.scores:
        yield {
            "system": row.system,
            **score.to_dict(layout.segments),
            **_segment_records(row, score, layout),
        }


def _segment_records(row: _Row, score: Score, layout: Layout) -> dict[str, object]:
    """Return the segments with scores and texts; extremes are those of the first metric."""
    fields: dict[str, object] = {}
    if layout.segments and row.items:
        fields["items"] = [
            {
                "segment": position + 1,
                **item_labels(item),
                **_segment_score(score, position),
                **item_texts(item),
            }
            for position, item in enumerate(row.items)
        ]
    if score is row.scores[0]:
        for position, count in ((WORST, layout.worst), (BEST, layout.best)):
            if count:
                fields[position] = [extreme.record() for extreme in row.extremes(position, count)]
    return fields


def _long_table(rows: Sequence[_Row]) -> Table:
    """Return a table for programs: one line per system and metric, with the signature."""
    intervals = rows[0].scores[0].confidence is not None
    parts = dict.fromkeys(name for score in rows[0].scores for name in score.parts)
    cells: list[list[Cell]] = [
        [row.system, s.metric, *_score_and_interval(s), *_part_cells(s, parts), str(s.signature)]
        for row in rows
        for s in row.scores
    ]
    ends = ("low", "high") if intervals else ()
    return Table(("system", "metric", "score", *ends, *parts, "signature"), cells)


def _system_table(rows: Sequence[_Row], decimals: int) -> Table:
    """Return a table for people: one row per system, one column per metric, and signatures."""
    columns = ["system"]
    for score in rows[0].scores:
        columns += [score.metric, *(("low", "high") if score.confidence else ()), *score.parts]
    cells: list[list[Cell]] = [
        [
            row.system,
            *(
                number
                for score in row.scores
                for number in (*_score_and_interval(score), *score.parts.values())
            ),
        ]
        for row in rows
    ]
    signatures = [str(score.signature) for row in rows for score in row.scores]
    notes = [*_confidence_notes(rows[0].scores[0]), *dict.fromkeys(signatures)]
    return Table(columns, cells, notes, decimals)


def _part_cells(score: Score, parts: Iterable[str]) -> list[Cell]:
    """Return the cells of parts; empty if the metric does not have a part."""
    return [score.parts.get(name, "") for name in parts]


def _score_and_interval(score: Score) -> list[float]:
    confidence = score.confidence
    return [score.score, *((confidence.low, confidence.high) if confidence else ())]


def _confidence_notes(score: Score) -> Iterator[str]:
    if (confidence := score.confidence) is not None:
        yield (
            f"low and high: {100 * confidence.level:g} % bootstrap interval, {confidence.samples} "
            f"samples, seed {confidence.seed}"
        )


def _segment_table(rows: Sequence[_Row], style: str, decimals: int) -> Table:
    """Return a table of segments; TSV includes the texts."""
    columns = ["system", "segment"]
    for score in rows[0].scores:
        columns += [score.metric, *score.parts]
    items = [item for row in rows for item in row.items]
    cells: list[list[Cell]] = [
        [row.system, position, *values]
        for row in rows
        for position, values in enumerate(zip(*_segment_columns(row), strict=True), 1)
    ]
    if style == "tsv" and items:
        names, text_cells = text_columns(items)
        columns += names
        cells = [[*row, *added_cells] for row, added_cells in zip(cells, text_cells, strict=True)]
    if items:  # last, so that the positions of other columns do not depend on labels
        names, label_cells = label_columns(items)
        columns += names
        cells = [[*row, *added_cells] for row, added_cells in zip(cells, label_cells, strict=True)]
    return Table(columns, cells, decimals=decimals)


def _segment_columns(row: _Row) -> Iterator[Sequence[float]]:
    for score in row.scores:
        yield from (score.segments, *score.segment_parts.values())


def _segment_score(score: Score, index: int) -> dict[str, float]:
    """Return the score of a segment under the name "score", and its parts."""
    value, *parts = score.at(index).items()
    return {"score": value[1], **dict(parts)}


def _group_by_system(
    scores: Sequence[tuple[str, Score]], items: Sequence[Sequence[Item]]
) -> Iterator[_Row]:
    # By position: the same file may be given twice, as two systems with one name.
    metrics = len(dict.fromkeys(score.metric for _, score in scores))
    for row_index, start in enumerate(range(0, len(scores), metrics)):
        system_scores = scores[start : start + metrics]
        yield _Row(
            system_scores[0][0], [s for _, s in system_scores], items[row_index] if items else ()
        )

"""Render scores of systems, and their best and worst segments."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..files.field_names import GROUP, ID
from ..files.item import Item, format_for_display
from ..metrics.score import Score
from .table import DEFAULT_DECIMALS, Cell, Table, render_table

WORST, BEST = "worst", "best"
LABEL_FIELDS = (GROUP, ID)


@dataclass(frozen=True)
class ExtremeSegment:
    """A segment with one of the worst or best scores of a system by the first metric.

    `kind`     "worst" or "best"
    `segment`  number of the segment, from 1
    `scores`   scores by the names of metrics
    """

    system: str
    kind: str
    segment: int
    scores: dict[str, float]
    item: Item

    def to_dict(self) -> dict[str, object]:
        """Return all values by name, in types that JSON supports."""
        return {
            "segment": self.segment,
            **get_item_labels(self.item),
            "scores": self.scores,
            **get_item_texts(self.item),
        }


def get_item_labels(item: Item) -> dict[str, str]:
    """Return the group and id of an item, if the file has them."""
    return {name: value for name in LABEL_FIELDS if (value := getattr(item, name))}


def get_label_columns(items: Sequence[Item]) -> tuple[list[str], list[list[Cell]]]:
    """Return the names of the label columns that at least one item has, and the cells by row."""
    names = [name for name in LABEL_FIELDS if any(getattr(item, name) for item in items)]
    return names, [[getattr(item, name) for name in names] for item in items]


def get_item_texts(item: Item) -> dict[str, object]:
    """Return the source, candidate and references of an item as text."""
    source = {} if item.source is None else {"source": format_for_display(item.source)}
    return {
        **source,
        "candidate": format_for_display(item.candidate),
        "references": [format_for_display(reference) for reference in item.references],
    }


def find_extremes(
    system: str, scores: Sequence[Score], items: Sequence[Item], kind: str, count: int
) -> list[ExtremeSegment]:
    """Return the `count` worst or best segments of a system by the first of its scores.

    The most extreme segment comes first. Segments with equal scores keep their order.
    """
    first_score = scores[0]
    sign = 1 if (kind == WORST) == first_score.higher_is_better else -1
    order = sorted(range(len(items)), key=lambda index: sign * first_score.segments[index])
    return [
        ExtremeSegment(
            system,
            kind,
            index + 1,
            {name: value for score in scores for name, value in score.at(index).items()},
            items[index],
        )
        for index in order[:count]
    ]


def render_extremes(extremes: Sequence[ExtremeSegment], style: str, decimals: int) -> str:
    """Render one block per segment as text, or a table in other styles."""
    if style != "text":
        return render_table(_build_extreme_table(extremes, decimals), style)
    blocks: dict[str, list[str]] = {}
    for extreme in extremes:
        heading = f"{extreme.kind} segments of {extreme.system} by {next(iter(extreme.scores))}"
        blocks.setdefault(heading, []).append(_render_extreme(extreme, decimals))
    return "\n".join(
        "\n".join([f"{heading}\n", *block_lines]) for heading, block_lines in blocks.items()
    )


def _render_extreme(extreme: ExtremeSegment, decimals: int) -> str:
    scores = ", ".join(f"{metric} {value:.{decimals}f}" for metric, value in extreme.scores.items())
    named_texts = [
        (extreme.system, extreme.item.candidate),
        *(("reference", reference) for reference in extreme.item.references),
    ]
    if extreme.item.source is not None:
        named_texts.append(("source", extreme.item.source))
    width = max(len(name) for name, _ in named_texts)
    single_line_rows = (
        (name, " ".join(format_for_display(segment).split())) for name, segment in named_texts
    )
    lines = [f"  {name.ljust(width)}  {text}".rstrip() for name, text in single_line_rows]
    label_text = "".join(
        f", {name} {label}" for name, label in get_item_labels(extreme.item).items()
    )
    return "\n".join([f"segment {extreme.segment}{label_text}, {scores}", *lines]) + "\n"


def _build_extreme_table(extremes: Sequence[ExtremeSegment], decimals: int) -> Table:
    metrics = list(extremes[0].scores)
    items = [extreme.item for extreme in extremes]
    (label_names, label_cells), (text_names, text_cell_rows) = (
        get_label_columns(items),
        get_text_columns(items),
    )
    rows: list[list[Cell]] = [
        [
            extreme.system,
            extreme.kind,
            extreme.segment,
            *extreme.scores.values(),
            *text_cells,
            *item_label_cells,
        ]
        for extreme, item_label_cells, text_cells in zip(
            extremes, label_cells, text_cell_rows, strict=True
        )
    ]
    return Table(
        ("system", "place", "segment", *metrics, *text_names, *label_names), rows, decimals=decimals
    )


def get_text_columns(items: Sequence[Item]) -> tuple[list[str], Iterator[list[str]]]:
    """Return the names of the text columns, and an iterator over the cells of each row.

    There is one column per reference of the item with the most references.
    """
    max_references = max(len(item.references) for item in items)
    reference_names = (
        ["reference"]
        if max_references == 1
        else [f"reference{index}" for index in range(1, max_references + 1)]
    )
    has_sources = any(item.source is not None for item in items)

    def iterate_cells() -> Iterator[list[str]]:
        for item in items:
            row_texts = [
                format_for_display(segment) for segment in (item.candidate, *item.references)
            ]
            source_cells = (
                ["" if item.source is None else format_for_display(item.source)]
                if has_sources
                else []
            )
            yield [*row_texts, *[""] * (max_references + 1 - len(row_texts)), *source_cells]

    return ["candidate", *reference_names, *(["source"] if has_sources else [])], iterate_cells()


@dataclass(frozen=True)
class ScoreLayout:
    """Options of the output of scores.

    `decimals`       number of decimals in text output
    `with_segments`  whether to print one line per segment
    `n_worst`        number of segments with the worst scores to print for each system
    `n_best`         number of segments with the best scores to print for each system
    """

    decimals: int = DEFAULT_DECIMALS
    with_segments: bool = False
    n_worst: int = 0
    n_best: int = 0

    @property
    def includes_texts(self) -> bool:
        """Return whether the output includes texts or their labels."""
        return bool(self.n_worst or self.n_best or self.with_segments)


@dataclass(frozen=True)
class _SystemRow:
    """A system with its scores by all metrics, and its segments if texts are printed."""

    system: str
    scores: Sequence[Score]
    items: Sequence[Item]

    def find_extremes(self, kind: str, count: int) -> list[ExtremeSegment]:
        return find_extremes(self.system, self.scores, self.items, kind, count) if count else []


def render_scores(
    scores: Sequence[tuple[str, Score]],
    style: str,
    layout: ScoreLayout | None = None,
    items: Sequence[Sequence[Item]] = (),
) -> str:
    """Render (system, score) tuples; the scores of a system by all metrics are adjacent.

    `style` is one of FORMATS. `items` are the segments of each system, needed if the layout
    includes texts.
    """
    layout = layout or ScoreLayout()
    rows = list(_group_by_system(scores, items))
    if style == "json":
        return json.dumps(build_score_records(scores, layout, items), indent=2) + "\n"
    extremes = [
        extreme
        for row in rows
        for extreme in (
            *row.find_extremes(WORST, layout.n_worst),
            *row.find_extremes(BEST, layout.n_best),
        )
    ]
    parts = []
    if layout.with_segments:
        parts.append(render_table(_build_segment_table(rows, style, layout.decimals), style))
    if extremes:
        parts.append(render_extremes(extremes, style, layout.decimals))
    if style != "tsv":
        parts.append(render_table(_build_system_table(rows, layout.decimals), style))
    return "\n".join(parts) if parts else render_table(_build_long_table(rows), style)


def build_score_records(
    scores: Sequence[tuple[str, Score]], layout: ScoreLayout, items: Sequence[Sequence[Item]] = ()
) -> list[dict[str, object]]:
    """Return one dictionary per system and metric, in a form that can be written as JSON."""
    return [
        record
        for row in _group_by_system(scores, items)
        for record in _build_system_records(row, layout)
    ]


def render_numbers(scores: Sequence[tuple[str, Score]], decimals: int) -> str:
    """Render numbers only: one line per system, with tabs between metrics."""
    lines = (
        "\t".join(f"{score.score:.{decimals}f}" for score in row.scores)
        for row in _group_by_system(scores, ())
    )
    return "".join(f"{line}\n" for line in lines)


def render_details(scores: Sequence[tuple[str, Score]]) -> str:
    """Render the details of BLEU like sacreBLEU, one line per system; "" without BLEU scores."""
    has_several_systems = len({system for system, _ in scores}) > 1
    lines = [
        f"{f'{system}: ' if has_several_systems else ''}{_format_bleu(score)}\n"
        for system, score in scores
        if "precisions" in score.details
    ]
    return "\n" + "".join(lines) if lines else ""


def _format_bleu(score: Score) -> str:
    details = score.details
    precisions = "/".join(f"{precision:.1f}" for precision in details["precisions"])
    return (
        f"BLEU = {score.score:.1f} {precisions} (BP = {details['bp']:.3f} "
        f"ratio = {details['ratio']:.3f} hyp_len = {details['sys_len']} "
        f"ref_len = {details['ref_len']})"
    )


def _build_system_records(row: _SystemRow, layout: ScoreLayout) -> Iterator[dict[str, object]]:
    for score in row.scores:
        yield {
            "system": row.system,
            **score.to_dict(layout.with_segments),
            **_build_segment_records(row, score, layout),
        }


def _build_segment_records(row: _SystemRow, score: Score, layout: ScoreLayout) -> dict[str, object]:
    """Return lists of segments with scores and texts, as far as the layout includes them.

    Only the first metric has the lists of the worst and best segments.
    """
    fields: dict[str, object] = {}
    if layout.with_segments and row.items:
        fields["items"] = [
            {
                "segment": index + 1,
                **get_item_labels(item),
                **_get_segment_score(score, index),
                **get_item_texts(item),
            }
            for index, item in enumerate(row.items)
        ]
    if score is row.scores[0]:
        for kind, count in ((WORST, layout.n_worst), (BEST, layout.n_best)):
            if count:
                fields[kind] = [extreme.to_dict() for extreme in row.find_extremes(kind, count)]
    return fields


def _build_long_table(rows: Sequence[_SystemRow]) -> Table:
    """Return a table for other programs: one row per system and metric, with the signature."""
    has_intervals = rows[0].scores[0].confidence is not None
    parts = dict.fromkeys(name for score in rows[0].scores for name in score.parts)
    cells: list[list[Cell]] = [
        [
            row.system,
            score.metric,
            *_get_score_and_interval(score),
            *_get_part_cells(score, parts),
            str(score.signature),
        ]
        for row in rows
        for score in row.scores
    ]
    interval_columns = ("low", "high") if has_intervals else ()
    return Table(("system", "metric", "score", *interval_columns, *parts, "signature"), cells)


def _build_system_table(rows: Sequence[_SystemRow], decimals: int) -> Table:
    """Return a table for people: one row per system and one column per metric."""
    columns = ["system"]
    for score in rows[0].scores:
        columns += [score.metric, *(("low", "high") if score.confidence else ()), *score.parts]
    cells: list[list[Cell]] = []
    for row in rows:
        row_cells: list[Cell] = [row.system]
        for score in row.scores:
            row_cells += [*_get_score_and_interval(score), *score.parts.values()]
        cells.append(row_cells)
    signatures = [str(score.signature) for row in rows for score in row.scores]
    notes = [*_build_confidence_notes(rows[0].scores[0]), *dict.fromkeys(signatures)]
    return Table(columns, cells, notes, decimals)


def _get_part_cells(score: Score, parts: Iterable[str]) -> list[Cell]:
    """Return the components of a score with these names; "" for one that the metric lacks."""
    return [score.parts.get(name, "") for name in parts]


def _get_score_and_interval(score: Score) -> list[float]:
    confidence = score.confidence
    return [score.score, *((confidence.low, confidence.high) if confidence else ())]


def _build_confidence_notes(score: Score) -> Iterator[str]:
    if (confidence := score.confidence) is not None:
        yield (
            f"low and high: {100 * confidence.level:g} % bootstrap interval, {confidence.samples} "
            f"samples, seed {confidence.seed}"
        )


def _build_segment_table(rows: Sequence[_SystemRow], style: str, decimals: int) -> Table:
    """Return a table with one row per segment; for TSV, it includes the texts."""
    columns = ["system", "segment"]
    for score in rows[0].scores:
        columns += [score.metric, *score.parts]
    items = [item for row in rows for item in row.items]
    cells: list[list[Cell]] = [
        [row.system, segment, *values]
        for row in rows
        for segment, values in enumerate(zip(*_iterate_segment_columns(row), strict=True), 1)
    ]
    if style == "tsv" and items:
        names, text_cells = get_text_columns(items)
        columns += names
        cells = [[*row, *added_cells] for row, added_cells in zip(cells, text_cells, strict=True)]
    if items:  # labels come last, so that they do not move other columns
        names, label_cells = get_label_columns(items)
        columns += names
        cells = [[*row, *added_cells] for row, added_cells in zip(cells, label_cells, strict=True)]
    return Table(columns, cells, decimals=decimals)


def _iterate_segment_columns(row: _SystemRow) -> Iterator[Sequence[float]]:
    """Yield columns of segment scores: for each metric, the score and its components."""
    for score in row.scores:
        yield from (score.segments, *score.segment_parts.values())


def _get_segment_score(score: Score, index: int) -> dict[str, float]:
    """Return the score of a segment under the key "score", and its components by name."""
    value, *parts = score.at(index).items()
    return {"score": value[1], **dict(parts)}


def _group_by_system(
    scores: Sequence[tuple[str, Score]], items: Sequence[Sequence[Item]]
) -> Iterator[_SystemRow]:
    """Yield one row per system."""
    # Scores are grouped by position, because two systems may have the same name.
    n_metrics = len(dict.fromkeys(score.metric for _, score in scores))
    for row_index, start in enumerate(range(0, len(scores), n_metrics)):
        system_scores = scores[start : start + n_metrics]
        system = system_scores[0][0]
        row_items = items[row_index] if items else ()
        yield _SystemRow(system, [score for _, score in system_scores], row_items)

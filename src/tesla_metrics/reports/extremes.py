"""The worst and the best segments of systems, with their texts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..metrics.score import Score
from ..names import GROUP, ID
from ..tasks import Item, shown_text
from .table import Cell, Table, render

WORST, BEST = "worst", "best"
LABELS = (GROUP, ID)


@dataclass(frozen=True)
class Extreme:
    """A segment (counted from 1) that stands out by the first of the scores.

    place   worst or best
    """

    system: str
    place: str
    segment: int
    scores: dict[str, float]
    item: Item

    def record(self) -> dict[str, object]:
        """For JSON."""
        return {
            "segment": self.segment,
            **labels(self.item),
            "scores": self.scores,
            **texts(self.item),
        }


def labels(item: Item) -> dict[str, str]:
    """What the file calls it, and where it stands: those that there are."""
    return {name: own for name in LABELS if (own := getattr(item, name))}


def label_columns(items: Sequence[Item]) -> tuple[list[str], list[list[Cell]]]:
    """The same as columns, those that some of them have."""
    names = [name for name in LABELS if any(getattr(item, name) for item in items)]
    return names, [[getattr(item, name) for name in names] for item in items]


def texts(item: Item) -> dict[str, object]:
    """What is written there."""
    source = {} if item.source is None else {"source": shown_text(item.source)}
    return {
        **source,
        "candidate": shown_text(item.candidate),
        "references": [shown_text(reference) for reference in item.references],
    }


def find_extremes(
    system: str, own: Sequence[Score], items: Sequence[Item], place: str, most: int
) -> list[Extreme]:
    """So many segments, the worst (or best) first; of equal ones the first."""
    first = own[0]
    sign = 1 if (place == WORST) == first.higher_is_better else -1
    order = sorted(range(len(items)), key=lambda number: sign * first.segments[number])
    return [
        Extreme(
            system,
            place,
            number + 1,
            {name: value for score in own for name, value in score.at(number).items()},
            items[number],
        )
        for number in order[:most]
    ]


def render_extremes(extremes: Sequence[Extreme], style: str, decimals: int) -> str:
    """As text a block a segment, else a table."""
    if style != "text":
        return render(_table(extremes, decimals), style)
    blocks: dict[str, list[str]] = {}
    for one in extremes:
        heading = f"{one.place} segments of {one.system} by {next(iter(one.scores))}"
        blocks.setdefault(heading, []).append(_block(one, decimals))
    return "\n".join("\n".join([f"{heading}\n", *own]) for heading, own in blocks.items())


def _block(one: Extreme, decimals: int) -> str:
    scores = ", ".join(f"{metric} {value:.{decimals}f}" for metric, value in one.scores.items())
    rows = [(one.system, one.item.candidate), *(("reference", r) for r in one.item.references)]
    if one.item.source is not None:
        rows.append(("source", one.item.source))
    width = max(len(name) for name, _ in rows)
    flat = ((name, " ".join(shown_text(segment).split())) for name, segment in rows)
    lines = [f"  {name.ljust(width)}  {text}".rstrip() for name, text in flat]
    called = "".join(f", {name} {own}" for name, own in labels(one.item).items())
    return "\n".join([f"segment {one.segment}{called}, {scores}", *lines]) + "\n"


def _table(extremes: Sequence[Extreme], decimals: int) -> Table:
    metrics = list(extremes[0].scores)
    items = [one.item for one in extremes]
    (names, called), (columns, cells) = label_columns(items), text_columns(items)
    rows: list[list[Cell]] = [
        [one.system, one.place, one.segment, *one.scores.values(), *more, *own]
        for one, own, more in zip(extremes, called, cells, strict=True)
    ]
    return Table(
        ("system", "place", "segment", *metrics, *columns, *names), rows, decimals=decimals
    )


def text_columns(items: Sequence[Item]) -> tuple[list[str], Iterator[list[str]]]:
    """Names and cells of columns with the texts, as many as there are references at most."""
    most = max(len(item.references) for item in items)
    names = ["reference"] if most == 1 else [f"reference{n}" for n in range(1, most + 1)]
    sources = any(item.source is not None for item in items)

    def cells() -> Iterator[list[str]]:
        for item in items:
            found = [shown_text(segment) for segment in (item.candidate, *item.references)]
            source = ["" if item.source is None else shown_text(item.source)] if sources else []
            yield [*found, *[""] * (most + 1 - len(found)), *source]

    return ["candidate", *names, *(["source"] if sources else [])], cells()

"""The two texts of a pair above each other, under each word its mark and what it lost."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from ..explaining.explanation import REASONS, Against, Feature, Matched, Side
from ..page.reasons import MISSING, SHOWN, STRANGE
from .terminal import COLOURS, LOST, MUTED, Paper, has_leftwards, padded, shown_line, width, wrapped

_TITLES = ("reference", "hypothesis")
# A smaller loss, or a smaller part of the largest, is not worth a column.
_LEAST, _PART = 0.0005, 0.04
_DUST = 1e-9
# Between parts of a word that the metric cuts.
_CUT = "·"


class _Cell(NamedTuple):
    word: str
    mark: str
    cost: str
    colour: str

    @property
    def width(self) -> int:
        return max(width(self.word), width(self.mark), width(self.cost))


def of_words(against: Against) -> Feature | None:
    """The feature of single words, else the first that has n-grams: the one words are marked by.

    Whether anything was matched or not: where nothing was, all that is missing is to be told.
    """
    there = [one for one in against.features if one.reference or one.hypothesis]
    return next((one for one in there if one.n == 1), there[0] if there else None)


def kind_of(flow: Matched) -> str:
    """Of several words' reasons the loosest; words of an n-gram may have none."""
    kinds = (reason.kind for reason in flow.reasons if reason.kind in REASONS)
    return max(kinds, key=REASONS.index, default="form")


def render_pair(against: Against, paper: Paper, held: str) -> Iterator[str]:
    """Lines, as many as the paper's width needs."""
    feature = of_words(against)
    titles = (held, _TITLES[1])
    margin = max(map(len, titles)) + 2
    room = max(paper.columns - margin, 20)
    sides = (against.reference, against.hypothesis)
    cells = [_cells(side, feature, number) for number, side in enumerate(sides)]
    if any(has_leftwards(side.text) for side in sides):
        for title, side, own in zip(titles, sides, cells, strict=True):
            first, *others = wrapped(shown_line(side.text), room)
            yield padded(title, margin) + first
            yield from (" " * margin + line for line in others)
            yield from _one_a_line(own, margin, paper)
            yield ""
        return
    for title, own in zip(titles, cells, strict=True):
        if not own:
            yield padded(title, margin) + paper.paint("no words", MUTED)
    for lines in zip_longest(*(_wrapped(own, room) for own in cells), fillvalue=()):
        for title, line in zip(titles, lines, strict=True):
            if line:
                yield from _rows(title, line, margin, paper)
        yield ""


def _cells(side: Side, feature: Feature | None, number: int) -> list[_Cell]:
    kinds: dict[int, tuple[float, str]] = {}
    for flow in feature.matched if feature else ():
        for place in (flow.reference_words, flow.hypothesis_words)[number]:
            kinds[place] = max(kinds.get(place, (0.0, "")), (flow.weight, kind_of(flow)))
    least = max(_LEAST, _PART * max((abs(word.lost) for word in side.words), default=0.0))
    cells = []
    for place, word in enumerate(side.words):
        found = kinds.get(place, (0.0, ""))[1]
        if found:
            mark, colour = SHOWN[found].mark, COLOURS[found]
        else:
            weighs = word.weight > _DUST
            mark, colour = ((MISSING, STRANGE)[number].mark, LOST) if weighs else ("", MUTED)
        cost = f"{-word.lost:.3f}".replace("-", "−") if abs(word.lost) >= least else ""
        shown = shown_line(word.text) + _CUT * _is_cut(side, place)
        cells.append(_Cell(shown, mark, cost, colour))
    return cells


def _is_cut(side: Side, place: int) -> bool:
    """Whether the next one is a part of the same word of the text."""
    own, after = side.words[place], side.words[place + 1 : place + 2]
    same = [one for one in after if one.start == own.start and one.end == own.end]
    return bool(same) and len(side.text[own.start : own.end].split()) == 1


def _one_a_line(cells: Sequence[_Cell], margin: int, paper: Paper) -> Iterator[str]:
    """The word behind its mark and cost: under it nothing would stand, as terminals differ in
    where they put text that runs leftwards."""
    costs = max((width(cell.cost) for cell in cells), default=0)
    for cell in cells:
        mark = paper.paint(padded(cell.mark, 1), cell.colour)
        cost = paper.paint(padded(cell.cost, costs), LOST)
        yield f"{' ' * margin}{mark} {cost}  {paper.paint(cell.word, cell.colour)}"


def _wrapped(cells: Sequence[_Cell], room: int) -> Iterator[list[_Cell]]:
    line: list[_Cell] = []
    used = 0
    for cell in cells:
        if line and used + cell.width > room:
            yield line
            line, used = [], 0
        line.append(cell)
        used += cell.width + 1
    if line:
        yield line


def _rows(title: str, line: Sequence[_Cell], margin: int, paper: Paper) -> Iterator[str]:
    def row(texts: Sequence[str], colours: Sequence[str], before: str) -> str:
        painted = (
            paper.paint(padded(text, cell.width), colour)
            for text, cell, colour in zip(texts, line, colours, strict=True)
        )
        return (padded(before, margin) + " ".join(painted)).rstrip()

    colours = [cell.colour for cell in line]
    yield row([cell.word for cell in line], colours, title)
    yield row([cell.mark for cell in line], colours, "")
    if any(cell.cost for cell in line):
        yield row([cell.cost for cell in line], [LOST] * len(line), "")

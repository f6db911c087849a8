"""What stands below the two texts: reasons, what is left over, and what the score is made of."""

from collections.abc import Iterator, Sequence
from math import fsum, isfinite, prod
from typing import NamedTuple

from ..explaining.explanation import Against, Feature, Gram, Matched, Penalty, Side
from ..page.reasons import MISSING, SHOWN, STRANGE, Shown
from .interlinear import kind_of, of_words
from .terminal import COLOURS, LOST, Paper, has_leftwards, padded, shown_line, width, wrapped

# What a screen has room for; json has all.
_MOST = 12
# Columns that what is said needs beside what it is about; with less it stands below.
_ROOM = 24
# A smaller difference is one of rounding.
_CLOSE = 1e-6
# Between words and the pivot n-gram that is made of them.
_FROM = "→"


class _Line(NamedTuple):
    about: str
    said: str
    colour: str = ""


def render_lists(against: Against, paper: Paper, held: str) -> Iterator[str]:
    """Lines; `held`: what the hypothesis is held against."""
    feature = of_words(against)
    if feature:
        flows = [flow for flow in feature.matched if kind_of(flow) != "form"]
        lines = [_flow(flow, against) for flow in flows]
        yield from _list("matched, though not the same", lines, paper)
        for grams, side, other, shown in (
            (feature.missing, against.reference, "hypothesis", MISSING),
            (feature.strange, against.hypothesis, held, STRANGE),
        ):
            lines = [_gram(gram, side, shown) for gram in grams]
            key = f"; compared is what follows {_FROM}" * any(_FROM in one.about for one in lines)
            title = f"left without a partner in the {other} ({feature.name}{key})"
            yield from _list(title, lines, paper)
    yield from _list("made of", list(_made_of(against)), paper)


def _list(title: str, lines: Sequence[_Line], paper: Paper) -> Iterator[str]:
    """What it is about, one below the other, and what is said of it beside or below."""
    if not lines:
        return
    yield from wrapped(title, paper.columns)
    shown = [
        line._replace(about=shown_line(line.about), said=shown_line(line.said))
        for line in lines[:_MOST]
    ]
    column = max(width(line.about) for line in shown)
    room = paper.columns - column - 4
    # Text that runs leftwards would drag the numbers that follow it along.
    below = room < _ROOM or any(has_leftwards(line.about) for line in shown)
    for line in shown:
        if below:
            for number, one in enumerate(wrapped(line.about, paper.columns - 4)):
                yield "  " * min(number + 1, 2) + paper.paint(one, line.colour)
            yield from (f"    {one}" for one in wrapped(line.said, paper.columns - 4))
            continue
        first, *others = wrapped(line.said, room)
        yield f"  {paper.paint(padded(line.about, column), line.colour)}  {first}"
        yield from (" " * (column + 4) + one for one in others)
    if len(lines) > _MOST:
        more = f"and {len(lines) - _MOST} more (-f json has all)"
        yield from (f"  {one}" for one in wrapped(more, paper.columns - 2))
    yield ""


def _flow(flow: Matched, against: Against) -> _Line:
    kind = kind_of(flow)
    x = _written(flow.reference, against.reference, flow.reference_words)
    y = _written(flow.hypothesis, against.hypothesis, flow.hypothesis_words)
    proofs = dict.fromkeys(proof for reason in flow.reasons for proof in reason.shown)
    proof = f" ({', '.join(proofs)})" if proofs else ""
    return _Line(
        f"{SHOWN[kind].mark} {x} ↔ {y}",
        f"{flow.weight:.3f} at similarity {flow.similarity:.2f}: {SHOWN[kind].title}{proof}",
        COLOURS[kind],
    )


def _written(text: str, side: Side, places: Sequence[int]) -> str:
    """An n-gram as the side has it: one of pivots is of another language."""
    words = " ".join(side.words[place].text for place in places)
    # Of the same letters: with the spaces that its language has.
    same = "".join(words.split()).casefold() == "".join(text.split()).casefold()
    return text if same or not words else words


def _gram(gram: Gram, side: Side, shown: Shown) -> _Line:
    written = _written(gram.text, side, gram.words)
    itself = written == gram.text
    said = [f"weight {gram.left:.3f}"]
    if gram.matched > _CLOSE:
        said[0] += f" of {gram.weight:.3f}"
    if isfinite(gram.price):
        said.append(f"price {gram.price:.3f}")
    said.append(f"lost {gram.lost:.3f}")
    if itself and len(gram.words) == 1:
        said[-1] += f" of {side.words[gram.words[0]].lost:.3f} in all"
    about = gram.text if itself else f"{written} {_FROM} {gram.text}"
    return _Line(f"{shown.mark} {about}", ", ".join(said), LOST)


def _made_of(against: Against) -> Iterator[_Line]:
    """Where the score is the sum of features, times penalties, so that it can be added up."""
    factor = prod(penalty.factor for penalty in against.penalties)
    total = fsum(part.value * part.slope for part in against.features)
    summed = factor > 0 and abs(total - against.score) < _CLOSE
    for part in against.features:
        yield _feature(part, part.slope / factor if summed else None)
    yield from map(_penalty, against.penalties)
    told = fsum(part.lost for part in (*against.features, *against.penalties))
    if against.features and (rest := 1 - against.score - told) > _CLOSE:
        yield _Line("the rest", f"lost {rest:.4f}, whatever the parts are")


def _feature(part: Feature, weight: float | None) -> _Line:
    times = "" if weight is None else f" × {weight:.4f}"
    return _Line(part.name, f"{part.value:.4f}{times}, lost {part.lost:.4f}")


def _penalty(penalty: Penalty) -> _Line:
    causes = ", ".join(cause.shown for cause in penalty.causes[:_MOST])
    said = f"all × {penalty.factor:.4f}, lost {penalty.lost:.4f}"
    return _Line(penalty.name, f"{said}: {causes}" if causes else said)

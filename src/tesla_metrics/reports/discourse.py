"""Discourse relations as text: each with the words it is about, its spans marked."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from ..discourse.document import Document
from ..discourse.relation import SENSED, Relation
from ..explaining.coherence.pieces import ARG1, ARG2, CONNECTIVE, MarkedPiece, Pieces
from ..explaining.coherence.sentences import sentence_sides
from .coloured import ColouredText
from .terminal import MUTED, Paper, shown_line, wrapped

# What opens and closes it, and its colour.
_MARKS = {ARG1: ("[", "]₁", "36"), ARG2: ("[", "]₂", "33"), CONNECTIVE: ("{", "}", "1")}
LEGEND = "[…]₁ first argument, […]₂ second argument, {…} connective"
# Of types whose name does not say what they are.
_TYPES = {
    "EntRel": "the second tells more of the same thing",
    "NoRel": "neighbours that have nothing to do with each other",
}


def render_discourse(
    document: Document, relations: Sequence[Relation], paper: Paper
) -> Iterator[str]:
    """Lines: of each relation its sense, and the words of its sentences with the spans marked."""
    if not relations:
        yield "no relations"
        return
    pieces = Pieces(sentence_sides(document))
    margin = len(str(len(relations))) + 2
    for number, relation in enumerate(relations, 1):
        yield from render_relation(
            str(number).rjust(margin - 2), relation, pieces.of(relation), paper
        )
    yield paper.paint(LEGEND, MUTED)
    found = {relation.type for relation in relations}
    if own := [f"{name}: {what}" for name, what in _TYPES.items() if name in found]:
        yield paper.paint("; ".join(own), MUTED)


def render_relation(
    before: str, relation: Relation, pieces: Sequence[MarkedPiece], paper: Paper, after: str = ""
) -> Iterator[str]:
    """Of one: what it is, between what stands before and after that, and below it the text."""
    margin = len(before) + 2
    room = paper.columns - margin
    first, *others = wrapped(shown_line(f"{relation_title(relation)}{after}"), room)
    yield f"{before}  {paper.paint(first, '1')}"
    yield from (" " * margin + paper.paint(line, "1") for line in others)
    written = _Written()
    for own, following in zip_longest(pieces, pieces[1:], fillvalue=MarkedPiece("")):
        written.put(own, following.parts)
    yield from (" " * margin + line for line in written.text.lines(paper, room))


def relation_title(relation: Relation) -> str:
    """Its sense and its type, with the connective; one that is not written is in brackets."""
    if relation.type not in SENSED:
        return relation.type
    words = relation.connective
    if not relation.explicit:
        words = f"({words})" if words else ""
    return f"{relation.sense}: {' '.join(filter(None, (relation.type, words)))}"


class _Written:
    """Text with marks where parts begin and end."""

    def __init__(self) -> None:
        self.text = ColouredText()
        self._open: list[str] = []

    def put(self, piece: MarkedPiece, following: Sequence[str]) -> None:
        """What begins with it is opened, and closed what does not go on in the next one."""
        colour = _MARKS[piece.parts[-1]][2] if piece.parts else ""
        for part in sorted(set(piece.parts).difference(self._open), key=following.__contains__)[
            ::-1
        ]:
            self.text.put(_MARKS[part][0], colour)
            self._open.append(part)
        self.text.put(piece.text, colour)
        for part in reversed(self._open.copy()):
            if part not in following:
                self.text.put(_MARKS[part][1], colour)
                self._open.remove(part)

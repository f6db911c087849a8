"""Discourse relations as text: each with the words it is about, its spans marked."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby, pairwise

from ..discourse.document import Document
from ..discourse.relation import SENSED, Relation, Spans
from ..explaining.coherence.sentences import sentence_sides
from ..explaining.explanation import Side
from .terminal import MUTED, Paper, shown_line, wrapped

# What opens and closes the spans of arg1, of arg2 and of the connective, and the colour of each.
_MARKS = (("[", "]₁"), ("[", "]₂"), ("{", "}"))
_COLOURS = ("36", "33", "1")
_LEGEND = "[…]₁ first argument, […]₂ second argument, {…} connective"
# More words in a row that belong to nothing are left out.
_MOST_BETWEEN = 6
_LEFT_OUT = "…"


def render_discourse(
    document: Document, relations: Sequence[Relation], paper: Paper
) -> Iterator[str]:
    """Lines: of each relation its sense, and the words of its sentences with the spans marked."""
    return render_relations(sentence_sides(document), relations, paper)


def render_relations(
    sentences: Sequence[Side], relations: Sequence[Relation], paper: Paper
) -> Iterator[str]:
    """The same of sentences whose words are all the tokens that relations count."""
    if not relations:
        yield "no relations"
        return
    text = _Text(sentences)
    for number, relation in enumerate(relations, 1):
        margin = len(str(len(relations))) + 2
        first, *others = wrapped(shown_line(_title(relation)), paper.columns - margin)
        yield f"{number}".rjust(margin - 2) + "  " + paper.paint(first, "1")
        yield from (" " * margin + paper.paint(line, "1") for line in others)
        yield from (" " * margin + line for line in text.marked(relation, paper, margin))
    yield paper.paint(_LEGEND, MUTED)


def _title(relation: Relation) -> str:
    if relation.type not in SENSED:
        return relation.type
    words = relation.connective
    if not relation.explicit:
        words = f"({words})" if words else ""
    told = " ".join(filter(None, (relation.type, words)))
    return f"{relation.sense}: {told}"


class _Text:
    """Sentences whose tokens are counted over all of them."""

    def __init__(self, sentences: Sequence[Side]) -> None:
        self._sentences = sentences
        counts = (len(one.words) for one in sentences)
        self._starts = list(accumulate(counts, initial=0))
        self._sentence_of = [number for number, one in enumerate(sentences) for _ in one.words]

    def marked(self, relation: Relation, paper: Paper, margin: int) -> Iterator[str]:
        """Lines with the sentences that a relation touches."""
        spans = (relation.arg1, relation.arg2, relation.connective_tokens)
        touched = {
            number
            for first, last in (span for own in spans for span in own)
            for number in range(self._sentence_of[first], self._sentence_of[last] + 1)
        }
        written = _Written()
        for before, number in pairwise([None, *sorted(touched)]):
            assert number is not None
            if before is not None:
                written.put(" ")
                if number > before + 1:
                    written.put(f"{_LEFT_OUT} ")
            self._write(number, spans, written)
        yield from written.lines(paper, paper.columns - margin)

    def _write(self, number: int, spans: Sequence[Spans], written: "_Written") -> None:
        side, start = self._sentences[number], self._starts[number]
        roles = [
            [role for role, own in enumerate(spans) if _within(start + place, own)]
            for place in range(len(side.words))
        ]
        at = 0
        for free, places in groupby(range(len(side.words)), key=lambda place: not roles[place]):
            own = list(places)
            short = free and len(own) > _MOST_BETWEEN
            for place in own:
                word = side.words[place]
                # Tokens that are not written as they are share a place: it is shown once.
                gap, own_text = (
                    side.text[at : word.start],
                    side.text[max(at, word.start) : word.end],
                )
                at = max(at, word.end)
                if short:
                    if place == own[0]:
                        written.put(f"{gap}{_LEFT_OUT}")
                    continue
                token = start + place
                written.put(gap, _colour(roles[place]) if not _begins(token, spans) else "")
                written.put(_brackets(token, spans, opening=True), _colour(roles[place]))
                written.put(own_text, _colour(roles[place]))
                written.put(_brackets(token, spans, opening=False), _colour(roles[place]))
        written.put(side.text[at:])


def _within(token: int, spans: Spans) -> bool:
    return any(first <= token <= last for first, last in spans)


def _begins(token: int, spans: Sequence[Spans]) -> bool:
    return any(first == token for own in spans for first, _ in own)


def _brackets(token: int, spans: Sequence[Spans], *, opening: bool) -> str:
    """Of the spans that begin or end here; a span within another one has its own inside."""
    end = 0 if opening else 1
    here = [
        (last - first, role)
        for role, own in enumerate(spans)
        for first, last in own
        if (first, last)[end] == token
    ]
    marks = [_MARKS[role][end] for _, role in sorted(here, reverse=opening)]
    return "".join(marks)


def _colour(roles: Sequence[int]) -> str:
    return _COLOURS[roles[-1]] if roles else ""


class _Written:
    """Text with the colour of each character, one space at most between words."""

    def __init__(self) -> None:
        self._characters: list[str] = []
        self._colours: list[str] = []

    def put(self, text: str, colour: str = "") -> None:
        for character in shown_line(text):
            if character.isspace():
                if not self._characters or self._characters[-1] == " ":
                    continue
                character = " "
            self._characters.append(character)
            self._colours.append(colour)

    def lines(self, paper: Paper, columns: int) -> Iterator[str]:
        """Broken at spaces first: colours have no width."""
        at = 0
        for line in wrapped("".join(self._characters).rstrip(), columns):
            runs = groupby(zip(line, self._colours[at:], strict=False), key=lambda one: one[1])
            yield "".join(
                paper.paint("".join(character for character, _ in run), colour)
                for colour, run in runs
            )
            at += len(line) + 1

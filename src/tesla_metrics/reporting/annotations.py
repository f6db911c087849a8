"""Render discourse relations, semantic roles and coherence as text."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from math import fsum

from ..explanation.coherence import (
    ARG1,
    ARG2,
    CONNECTIVE,
    RelationTexts,
    sentence_side,
    sentence_sides,
)
from ..explanation.coherence_values import MarkedSpan, RoleCell, TermRoles, TextCoherence
from ..parsing.coherence import EXPLICIT_PREFIX, IMPLICIT_PREFIX
from ..parsing.discourse.relation import TYPES_WITH_SENSE, Document, Relation
from ..parsing.srl.frame import Frame, LabelledSentence
from .terminal import (
    LOSS_COLOUR,
    MAX_LIST_LINES,
    MUTED_COLOUR,
    ColouredText,
    ListLine,
    TerminalStyle,
    pad_columns,
    render_list,
    single_line,
    text_columns_width,
    wrap_columns,
)

# Opening and closing mark, and ANSI colour, of each part.
_MARKS = {ARG1: ("[", "]₁", "36"), ARG2: ("[", "]₂", "33"), CONNECTIVE: ("{", "}", "1")}
RELATION_LEGEND = "[…]₁ first argument, […]₂ second argument, {…} connective"
# Explanations of types whose names are not obvious.
_TYPE_MEANINGS = {
    "EntRel": "the second argument says more about the same entity",
    "NoRel": "adjacent sentences without a relation",
}


def render_discourse(
    document: Document, relations: Sequence[Relation], paper: TerminalStyle
) -> Iterator[str]:
    """Yield for each relation its sense, and the text of its sentences with marked spans."""
    if not relations:
        yield "no relations"
        return
    pieces = RelationTexts(sentence_sides(document))
    margin = len(str(len(relations))) + 2
    for position, relation in enumerate(relations, 1):
        yield from render_relation(
            str(position).rjust(margin - 2), relation, pieces.marked_pieces(relation), paper
        )
    yield paper.paint(RELATION_LEGEND, MUTED_COLOUR)
    types = {relation.type for relation in relations}
    if explanations := [
        f"{name}: {meaning}" for name, meaning in _TYPE_MEANINGS.items() if name in types
    ]:
        yield paper.paint("; ".join(explanations), MUTED_COLOUR)


def render_relation(
    prefix: str,
    relation: Relation,
    pieces: Sequence[MarkedSpan],
    paper: TerminalStyle,
    suffix: str = "",
) -> Iterator[str]:
    """Yield the lines of one relation: a title between `prefix` and `suffix`, and its text."""
    margin = len(prefix) + 2
    available_width = paper.columns - margin
    first, *more_lines = wrap_columns(
        single_line(f"{relation_title(relation)}{suffix}"), available_width
    )
    yield f"{prefix}  {paper.paint(first, '1')}"
    yield from (" " * margin + paper.paint(line, "1") for line in more_lines)
    marked = _MarkedText()
    for piece, following in zip_longest(pieces, pieces[1:], fillvalue=MarkedSpan("")):
        marked.put(piece, following.parts)
    yield from (" " * margin + line for line in marked.text.lines(paper, available_width))


def relation_title(relation: Relation) -> str:
    """Return the sense, type and connective; an implicit connective is in parentheses."""
    if relation.type not in TYPES_WITH_SENSE:
        return relation.type
    words = relation.connective
    if not relation.explicit:
        words = f"({words})" if words else ""
    return f"{relation.sense}: {' '.join(filter(None, (relation.type, words)))}"


class _MarkedText:
    """Text with marks at the start and the end of parts."""

    def __init__(self) -> None:
        self.text = ColouredText()
        self._open: list[str] = []

    def put(self, piece: MarkedSpan, following: Sequence[str]) -> None:
        """Add a piece; open the parts that start with it, and close those that end with it."""
        colour = _MARKS[piece.parts[-1]][2] if piece.parts else ""
        for part in sorted(set(piece.parts).difference(self._open), key=following.__contains__)[
            ::-1
        ]:
            self.text.add(_MARKS[part][0], colour)
            self._open.append(part)
        self.text.add(piece.text, colour)
        for part in reversed(self._open.copy()):
            if part not in following:
                self.text.add(_MARKS[part][1], colour)
                self._open.remove(part)


_PREDICATE_COLOUR = "1"
_ROLE_COLOURS = {"ARG0": "36", "ARG1": "33", "ARG2": "35", "ARGM": "32"}
_OTHER_COLOUR = "34"
NO_FRAME = "(no predicate)"


def render_frames(labelled: LabelledSentence, paper: TerminalStyle) -> Iterator[str]:
    """Yield for each frame its roleset (or lemma) and the sentence with its roles."""
    if not labelled.frames:
        text = ColouredText()
        text.add(labelled.sentence.text, MUTED_COLOUR)
        yield from _name_and_text(NO_FRAME, text, paper, len(NO_FRAME), MUTED_COLOUR)
        return
    names = [single_line(frame.roleset or frame.lemma) for frame in labelled.frames]
    margin = max(map(text_columns_width, names))
    for frame, name in zip(labelled.frames, names, strict=True):
        yield from _name_and_text(
            name, _mark_roles(labelled, frame), paper, margin, _PREDICATE_COLOUR
        )


def _name_and_text(
    name: str, text: ColouredText, paper: TerminalStyle, margin: int, colour: str
) -> Iterator[str]:
    name_column = paper.paint(pad_columns(name, margin), colour)
    for line in text.lines(paper, paper.columns - margin - 2):
        yield f"{name_column}  {line}"
        name_column = " " * margin


def _mark_roles(labelled: LabelledSentence, frame: Frame) -> ColouredText:
    """Return the text of the sentence with roles; of overlapping roles the first is shown."""
    side = sentence_side(labelled.sentence)
    parts = _token_parts(frame)
    text = ColouredText()
    end, current_part = 0, ""
    for index, word in enumerate(side.words):
        part = parts.get(index, "")
        is_start = part != parts.get(index - 1, "")
        if is_start and current_part:
            text.add("]", _role_colour(current_part))
        between = side.text[end : word.start]
        text.add(between, "" if is_start else _role_colour(current_part))
        if is_start and part:
            label = part.partition("#")[0]
            text.add(f"[{label} " if label else "[", _role_colour(part))
        text.add(side.text[max(end, word.start) : word.end], _role_colour(part))
        end, current_part = max(end, word.end), part
    if current_part:
        text.add("]", _role_colour(current_part))
    text.add(side.text[end:])
    return text


def _token_parts(frame: Frame) -> Mapping[int, str]:
    """Return `ARG1#2` (label and index of the argument) for each token; `#` is the predicate."""
    parts = {frame.predicate: "#"}
    for argument_index, argument in enumerate(frame.arguments):
        for token in range(argument.start, argument.end):
            parts.setdefault(token, f"{argument.label}#{argument_index}")
    return parts


def _role_colour(part: str) -> str:
    if not part:
        return ""
    if part == "#":
        return _PREDICATE_COLOUR
    role = part.removeprefix("C-").removeprefix("R-")[:4]
    return _ROLE_COLOURS.get(role, _OTHER_COLOUR)


# Maximum number of relations that are shown: enough for summaries; long texts show the first ones.
_MAX_RELATIONS = 40
_POSITIVE_COLOUR = "32"


def render_coherence(coherence: TextCoherence, paper: TerminalStyle) -> Iterator[str]:
    """Yield lines with the relations, terms and features, and what each adds to the margin."""
    yield from _render_relations(coherence, paper)
    terms = [_term_line(item) for item in coherence.terms]
    yield from render_list(
        "role matrix of the terms with the largest shares: sentence, roles, share", terms, paper
    )
    features = [
        ListLine(
            item.name,
            f"{item.value:.4f} × {item.weight:.3f} = {format_signed(item.share)}".replace("-", "−"),
            _share_colour(item.share),
        )
        for item in coherence.features
        if item.weight
    ]
    yield from render_list("features with the largest shares", features, paper)
    summary = list(_summary_lines(coherence))
    yield from render_list("made of", summary, paper, max_lines=len(summary))


def _render_relations(coherence: TextCoherence, paper: TerminalStyle) -> Iterator[str]:
    count = len(coherence.relations)
    if not count:
        yield "no relations"
        yield ""
        return
    yield "relations, and what they add to the margin"
    margin = len(str(count))
    for position, relation in enumerate(coherence.relations[:_MAX_RELATIONS], 1):
        prefix = "  " + str(position).rjust(margin)
        suffix = f"  {format_signed(relation.share)}"
        yield from render_relation(prefix, relation.relation, relation.pieces, paper, suffix)
    if count > _MAX_RELATIONS:
        yield f"  and {count - _MAX_RELATIONS} more (-f json has all)"
    yield from (
        f"  {paper.paint(line, MUTED_COLOUR)}"
        for line in wrap_columns(RELATION_LEGEND, paper.columns - 2)
    )
    yield ""


def _term_line(term: TermRoles) -> ListLine:
    cells = "; ".join(map(_format_cell, term.cells[:MAX_LIST_LINES]))
    omitted = f"; and {len(term.cells) - MAX_LIST_LINES} more" * (len(term.cells) > MAX_LIST_LINES)
    forms = ", ".join(term.words[:3])
    return ListLine(
        forms, f"{format_signed(term.share)}: {cells}{omitted}", _share_colour(term.share)
    )


def _format_cell(cell: RoleCell) -> str:
    return f"{cell.sentence + 1} {' '.join(distinct_roles(cell.roles))} {format_signed(cell.share)}"


def distinct_roles(roles: Sequence[str]) -> list[str]:
    """Return roles without duplicates: a role with the prefix E. or N. also occurs without it."""
    specific = [role for role in roles if role.startswith((EXPLICIT_PREFIX, IMPLICIT_PREFIX))]
    return specific or list(roles)


def _summary_lines(coherence: TextCoherence) -> Iterator[ListLine]:
    yield ListLine("roles of terms", format_signed(fsum(term.share for term in coherence.terms)))
    if coherence.of_nil:
        yield ListLine("no role anywhere", format_signed(coherence.of_nil))
    yield ListLine("margin", _format_margin(coherence.margin))
    yield ListLine(
        "score",
        f"{coherence.score:.4f}{_logistic_formula(coherence) if coherence.sentences else ''}",
    )


def format_signed(value: float) -> str:
    """Format a number with its sign and a real minus sign."""
    shown = f"{abs(value):.3f}"
    return shown if not float(shown) else f"{'−' if value < 0 else '+'}{shown}"


def _format_margin(value: float) -> str:
    return f"{value:.3f}".replace("-", "−")


def _logistic_formula(coherence: TextCoherence) -> str:
    return f" = 1 / (1 + exp({_format_margin(-coherence.margin)}))"


def _share_colour(share: float) -> str:
    return {"−": LOSS_COLOUR, "+": _POSITIVE_COLOUR}.get(format_signed(share)[0], MUTED_COLOUR)

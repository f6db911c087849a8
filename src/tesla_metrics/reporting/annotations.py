"""Render discourse relations, semantic roles and coherence as text."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from math import fsum

from ..explanation.coherence import (
    ARG1,
    ARG2,
    CONNECTIVE,
    RelationTexts,
    make_sentence_side,
    make_sentence_sides,
)
from ..explanation.coherence_values import MarkedSpan, RoleCell, TermRoles, TextCoherence
from ..parsing.coherence import EXPLICIT_ROLE_PREFIX, OTHER_ROLE_PREFIX
from ..parsing.discourse.relation import TYPES_WITH_SENSE, Document, Relation
from ..parsing.srl.frame import Frame, LabelledSentence
from .terminal import (
    LOSS_COLOUR,
    MAX_LIST_LINES,
    MUTED_COLOUR,
    ColouredText,
    ListLine,
    TerminalStyle,
    count_columns,
    make_single_line,
    pad_columns,
    render_list,
    wrap_columns,
)

# Opening mark, closing mark and ANSI colour of each part of a relation.
_MARKS = {ARG1: ("[", "]₁", "36"), ARG2: ("[", "]₂", "33"), CONNECTIVE: ("{", "}", "1")}
RELATION_LEGEND = "[…]₁ first argument, […]₂ second argument, {…} connective"
# Explanations of relation types with unclear names.
_TYPE_MEANINGS = {
    "EntRel": "the second argument says more about the same entity",
    "NoRel": "adjacent sentences without a relation",
}


def render_discourse(
    document: Document, relations: Sequence[Relation], terminal: TerminalStyle
) -> Iterator[str]:
    """Yield lines with the sense of each relation, and its sentences with marked arguments."""
    if not relations:
        yield "no relations"
        return
    relation_texts = RelationTexts(make_sentence_sides(document))
    indent = len(str(len(relations))) + 2
    for relation_index, relation in enumerate(relations, 1):
        yield from render_relation(
            str(relation_index).rjust(indent - 2),
            relation,
            relation_texts.mark_spans(relation),
            terminal,
        )
    yield terminal.paint(RELATION_LEGEND, MUTED_COLOUR)
    types = {relation.type for relation in relations}
    if explanations := [
        f"{name}: {meaning}" for name, meaning in _TYPE_MEANINGS.items() if name in types
    ]:
        yield terminal.paint("; ".join(explanations), MUTED_COLOUR)


def render_relation(
    prefix: str,
    relation: Relation,
    spans: Sequence[MarkedSpan],
    terminal: TerminalStyle,
    suffix: str = "",
) -> Iterator[str]:
    """Yield the lines of one relation: its title between `prefix` and `suffix`, and its text.

    `spans` are the parts of the text.
    """
    indent = len(prefix) + 2
    available_width = terminal.columns - indent
    first_line, *more_lines = wrap_columns(
        make_single_line(f"{format_relation_title(relation)}{suffix}"), available_width
    )
    yield f"{prefix}  {terminal.paint(first_line, '1')}"
    yield from (" " * indent + terminal.paint(line, "1") for line in more_lines)
    marked_text = _MarkedText()
    for span, next_span in zip_longest(spans, spans[1:], fillvalue=MarkedSpan("")):
        marked_text.add_span(span, next_span.parts)
    yield from (
        " " * indent + line for line in marked_text.text.render_lines(terminal, available_width)
    )


def format_relation_title(relation: Relation) -> str:
    """Return sense, type and connective of a relation; parentheses mean that it is implicit."""
    if relation.type not in TYPES_WITH_SENSE:
        return relation.type
    connective = relation.connective
    if not relation.explicit:
        connective = f"({connective})" if connective else ""
    return f"{relation.sense}: {' '.join(filter(None, (relation.type, connective)))}"


class _MarkedText:
    """Builds text with marks at the start and the end of the arguments and the connective."""

    def __init__(self) -> None:
        self.text = ColouredText()
        self._open_parts: list[str] = []

    def add_span(self, span: MarkedSpan, next_parts: Sequence[str]) -> None:
        """Add a span with the marks of parts that start or end with it.

        `next_parts` are the parts of the next span.
        """
        colour = _MARKS[span.parts[-1]][2] if span.parts else ""
        new_parts = set(span.parts).difference(self._open_parts)
        sorted_parts = sorted(new_parts, key=next_parts.__contains__)
        # Parts that continue in the next span are opened first, so that marks are nested.
        for part in sorted_parts[::-1]:
            self.text.add(_MARKS[part][0], colour)
            self._open_parts.append(part)
        self.text.add(span.text, colour)
        for part in reversed(self._open_parts.copy()):
            if part not in next_parts:
                self.text.add(_MARKS[part][1], colour)
                self._open_parts.remove(part)


_PREDICATE_COLOUR = "1"
_ROLE_COLOURS = {"ARG0": "36", "ARG1": "33", "ARG2": "35", "ARGM": "32"}
_OTHER_ROLE_COLOUR = "34"
NO_FRAME_TEXT = "(no predicate)"


def render_frames(labelled_sentence: LabelledSentence, terminal: TerminalStyle) -> Iterator[str]:
    """Yield lines with the roleset (or lemma) of each frame, and the sentence with its roles."""
    if not labelled_sentence.frames:
        text = ColouredText()
        text.add(labelled_sentence.sentence.text, MUTED_COLOUR)
        yield from _render_name_and_text(
            NO_FRAME_TEXT, text, terminal, len(NO_FRAME_TEXT), MUTED_COLOUR
        )
        return
    names = [make_single_line(frame.roleset or frame.lemma) for frame in labelled_sentence.frames]
    name_width = max(map(count_columns, names))
    for frame, name in zip(labelled_sentence.frames, names, strict=True):
        yield from _render_name_and_text(
            name, _mark_roles(labelled_sentence, frame), terminal, name_width, _PREDICATE_COLOUR
        )


def _render_name_and_text(
    name: str, text: ColouredText, terminal: TerminalStyle, name_width: int, colour: str
) -> Iterator[str]:
    name_column = terminal.paint(pad_columns(name, name_width), colour)
    for line in text.render_lines(terminal, terminal.columns - name_width - 2):
        yield f"{name_column}  {line}"
        name_column = " " * name_width


def _mark_roles(labelled_sentence: LabelledSentence, frame: Frame) -> ColouredText:
    """Return the text of the sentence with marked roles; the first of overlapping roles counts."""
    side = make_sentence_side(labelled_sentence.sentence)
    parts = _get_token_parts(frame)
    text = ColouredText()
    end, current_part = 0, ""
    for index, word in enumerate(side.words):
        part = parts.get(index, "")
        is_start = part != parts.get(index - 1, "")
        if is_start and current_part:
            text.add("]", _get_role_colour(current_part))
        gap = side.text[end : word.start]
        text.add(gap, "" if is_start else _get_role_colour(current_part))
        if is_start and part:
            label = part.partition("#")[0]
            text.add(f"[{label} " if label else "[", _get_role_colour(part))
        text.add(side.text[max(end, word.start) : word.end], _get_role_colour(part))
        end, current_part = max(end, word.end), part
    if current_part:
        text.add("]", _get_role_colour(current_part))
    text.add(side.text[end:])
    return text


def _get_token_parts(frame: Frame) -> Mapping[int, str]:
    """Return, by token, the label and index of its argument as "ARG1#2"; "#" is the predicate."""
    parts = {frame.predicate: "#"}
    for argument_index, argument in enumerate(frame.arguments):
        for token in range(argument.start, argument.end):
            parts.setdefault(token, f"{argument.label}#{argument_index}")
    return parts


def _get_role_colour(part: str) -> str:
    if not part:
        return ""
    if part == "#":
        return _PREDICATE_COLOUR
    role = part.removeprefix("C-").removeprefix("R-")[:4]
    return _ROLE_COLOURS.get(role, _OTHER_ROLE_COLOUR)


# Maximum number of relations that are shown, which is enough for summaries.
_MAX_RELATIONS = 40
_POSITIVE_COLOUR = "32"


def render_coherence(coherence: TextCoherence, terminal: TerminalStyle) -> Iterator[str]:
    """Yield lines with the relations, terms and features, and the share of each in the margin.

    The margin is the output of the linear model, from which the score is computed.
    """
    yield from _render_relations(coherence, terminal)
    term_lines = [_format_term(component) for component in coherence.terms]
    yield from render_list(
        "role matrix of the terms with the largest shares: sentence, roles, share",
        term_lines,
        terminal,
    )
    feature_lines = []
    for feature in coherence.features:
        if feature.weight:
            share = format_signed(feature.share)
            product = f"{feature.value:.4f} × {feature.weight:.3f} = {share}".replace("-", "−")
            colour = _get_share_colour(feature.share)
            feature_lines.append(ListLine(feature.name, product, colour))
    yield from render_list("features with the largest shares", feature_lines, terminal)
    summary_lines = list(_iterate_summary_lines(coherence))
    yield from render_list("made of", summary_lines, terminal, max_lines=len(summary_lines))


def _render_relations(coherence: TextCoherence, terminal: TerminalStyle) -> Iterator[str]:
    n_relations = len(coherence.relations)
    if not n_relations:
        yield "no relations"
        yield ""
        return
    yield "relations, and what they add to the margin"
    index_width = len(str(n_relations))
    for relation_index, relation in enumerate(coherence.relations[:_MAX_RELATIONS], 1):
        prefix = "  " + str(relation_index).rjust(index_width)
        suffix = f"  {format_signed(relation.share)}"
        yield from render_relation(prefix, relation.relation, relation.pieces, terminal, suffix)
    if n_relations > _MAX_RELATIONS:
        yield f"  and {n_relations - _MAX_RELATIONS} more (-f json has all)"
    yield from (
        f"  {terminal.paint(line, MUTED_COLOUR)}"
        for line in wrap_columns(RELATION_LEGEND, terminal.columns - 2)
    )
    yield ""


def _format_term(term: TermRoles) -> ListLine:
    cells = "; ".join(map(_format_role_cell, term.cells[:MAX_LIST_LINES]))
    omitted_text = f"; and {len(term.cells) - MAX_LIST_LINES} more" * (
        len(term.cells) > MAX_LIST_LINES
    )
    forms = ", ".join(term.words[:3])
    return ListLine(
        forms, f"{format_signed(term.share)}: {cells}{omitted_text}", _get_share_colour(term.share)
    )


def _format_role_cell(cell: RoleCell) -> str:
    roles = " ".join(select_distinct_roles(cell.roles))
    return f"{cell.sentence + 1} {roles} {format_signed(cell.share)}"


def select_distinct_roles(roles: Sequence[str]) -> list[str]:
    """Return the roles with a prefix E. or N. if there are any, otherwise all roles.

    A role with a prefix also occurs without it.
    """
    prefixed_roles = [
        role for role in roles if role.startswith((EXPLICIT_ROLE_PREFIX, OTHER_ROLE_PREFIX))
    ]
    return prefixed_roles or list(roles)


def _iterate_summary_lines(coherence: TextCoherence) -> Iterator[ListLine]:
    yield ListLine("roles of terms", format_signed(fsum(term.share for term in coherence.terms)))
    if coherence.of_nil:
        yield ListLine("no role anywhere", format_signed(coherence.of_nil))
    yield ListLine("margin", _format_margin(coherence.margin))
    formula = _format_logistic_formula(coherence) if coherence.sentences else ""
    yield ListLine("score", f"{coherence.score:.4f}{formula}")


def format_signed(value: float) -> str:
    """Format a number with three decimals and a plus or typographic minus sign."""
    digits = f"{abs(value):.3f}"
    return digits if not float(digits) else f"{'−' if value < 0 else '+'}{digits}"


def _format_margin(value: float) -> str:
    return f"{value:.3f}".replace("-", "−")


def _format_logistic_formula(coherence: TextCoherence) -> str:
    return f" = 1 / (1 + exp({_format_margin(-coherence.margin)}))"


def _get_share_colour(share: float) -> str:
    return {"−": LOSS_COLOUR, "+": _POSITIVE_COLOUR}.get(format_signed(share)[0], MUTED_COLOUR)

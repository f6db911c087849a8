"""Render explanations as text, JSON and HTML."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from math import fsum, isfinite, prod
from typing import Any, NamedTuple

from ..explanation.explanation import (
    REASONS,
    Explanation,
    Feature,
    NgramLoss,
    NgramMatch,
    Penalty,
    Reason,
    ReferenceComparison,
    Side,
)
from ..explanation.page.document import (
    MISSING_SYMBOL,
    REASON_SYMBOLS,
    UNMATCHED_SYMBOL,
    ReasonSymbol,
)
from ..explanation.page.explanations import Article, render_explanations
from .annotations import render_coherence
from .terminal import (
    LOSS_COLOUR,
    MAX_LIST_LINES,
    MUTED_COLOUR,
    REASON_COLOURS,
    ListLine,
    TerminalStyle,
    has_right_to_left,
    pad_columns,
    render_list,
    single_line,
    text_columns_width,
    wrap_columns,
)

_TITLES = ("reference", "hypothesis")
# A smaller loss, or a smaller share of the largest loss, is not shown.
_MIN_SHOWN_LOSS, _MIN_SHOWN_SHARE = 0.0005, 0.04
_ROUNDING = 1e-9
# Separator of the parts of a word that the metric splits.
_PART_SEPARATOR = "·"


class _Cell(NamedTuple):
    word: str
    mark: str
    cost: str
    colour: str

    @property
    def width(self) -> int:
        return max(
            text_columns_width(self.word),
            text_columns_width(self.mark),
            text_columns_width(self.cost),
        )


def word_feature(against: ReferenceComparison) -> Feature | None:
    """Return the feature that words are marked by: that of single words, or the first with n-grams.

    It is returned even if nothing was matched, because then everything missing must be shown.
    """
    with_grams = [
        feature for feature in against.features if feature.reference or feature.hypothesis
    ]
    return next(
        (feature for feature in with_grams if feature.n == 1), with_grams[0] if with_grams else None
    )


def loosest_reason(flow: NgramMatch) -> str:
    """Return the loosest reason of the words of a match; "form" if there is none."""
    kinds = (reason.kind for reason in flow.reasons if reason.kind in REASONS)
    return max(kinds, key=REASONS.index, default="form")


def render_pair(
    against: ReferenceComparison, paper: TerminalStyle, counterpart: str
) -> Iterator[str]:
    """Yield the marked words of both sides, wrapped to the width of the paper."""
    feature = word_feature(against)
    titles = (counterpart, _TITLES[1])
    margin = max(map(len, titles)) + 2
    available_width = max(paper.columns - margin, 20)
    sides = (against.reference, against.hypothesis)
    cells = [_make_cells(side, feature, side_index) for side_index, side in enumerate(sides)]
    if any(has_right_to_left(side.text) for side in sides):
        for title, side, side_cells in zip(titles, sides, cells, strict=True):
            first, *more_lines = wrap_columns(single_line(side.text), available_width)
            yield pad_columns(title, margin) + first
            yield from (" " * margin + line for line in more_lines)
            yield from _render_vertically(side_cells, margin, paper)
            yield ""
        return
    for title, side_cells in zip(titles, cells, strict=True):
        if not side_cells:
            yield pad_columns(title, margin) + paper.paint("no words", MUTED_COLOUR)
    for lines in zip_longest(
        *(_wrap_cells(side_cells, available_width) for side_cells in cells), fillvalue=()
    ):
        for title, line in zip(titles, lines, strict=True):
            if line:
                yield from _render_row(title, line, margin, paper)
        yield ""


def _make_cells(side: Side, feature: Feature | None, side_index: int) -> list[_Cell]:
    kinds: dict[int, tuple[float, str]] = {}
    for flow in feature.matched if feature else ():
        for index in (flow.reference_words, flow.hypothesis_words)[side_index]:
            kinds[index] = max(kinds.get(index, (0.0, "")), (flow.weight, loosest_reason(flow)))
    min_loss = max(
        _MIN_SHOWN_LOSS,
        _MIN_SHOWN_SHARE * max((abs(word.lost) for word in side.words), default=0.0),
    )
    cells = []
    for index, word in enumerate(side.words):
        kind = kinds.get(index, (0.0, ""))[1]
        if kind:
            mark, colour = REASON_SYMBOLS[kind].mark, REASON_COLOURS[kind]
        else:
            has_weight = word.weight > _ROUNDING
            mark, colour = (
                ((MISSING_SYMBOL, UNMATCHED_SYMBOL)[side_index].mark, LOSS_COLOUR)
                if has_weight
                else ("", MUTED_COLOUR)
            )
        cost = f"{-word.lost:.3f}".replace("-", "−") if abs(word.lost) >= min_loss else ""
        shown = single_line(word.text) + _PART_SEPARATOR * _is_split(side, index)
        cells.append(_Cell(shown, mark, cost, colour))
    return cells


def _is_split(side: Side, index: int) -> bool:
    """Return whether the next item is a part of the same word of the text."""
    word, following = side.words[index], side.words[index + 1 : index + 2]
    parts_of_same = [
        next_word
        for next_word in following
        if next_word.start == word.start and next_word.end == word.end
    ]
    return bool(parts_of_same) and len(side.text[word.start : word.end].split()) == 1


def _render_vertically(cells: Sequence[_Cell], margin: int, paper: TerminalStyle) -> Iterator[str]:
    """Yield one line per word, with its mark and cost before it.

    Terminals differ in where they put right-to-left text, so nothing can be aligned below it.
    """
    cost_width = max((text_columns_width(cell.cost) for cell in cells), default=0)
    for cell in cells:
        mark = paper.paint(pad_columns(cell.mark, 1), cell.colour)
        cost = paper.paint(pad_columns(cell.cost, cost_width), LOSS_COLOUR)
        yield f"{' ' * margin}{mark} {cost}  {paper.paint(cell.word, cell.colour)}"


def _wrap_cells(cells: Sequence[_Cell], available_width: int) -> Iterator[list[_Cell]]:
    line: list[_Cell] = []
    used = 0
    for cell in cells:
        if line and used + cell.width > available_width:
            yield line
            line, used = [], 0
        line.append(cell)
        used += cell.width + 1
    if line:
        yield line


def _render_row(
    title: str, line: Sequence[_Cell], margin: int, paper: TerminalStyle
) -> Iterator[str]:
    def row(texts: Sequence[str], colours: Sequence[str], prefix: str) -> str:
        painted = (
            paper.paint(pad_columns(text, cell.width), colour)
            for text, cell, colour in zip(texts, line, colours, strict=True)
        )
        return (pad_columns(prefix, margin) + " ".join(painted)).rstrip()

    colours = [cell.colour for cell in line]
    yield row([cell.word for cell in line], colours, title)
    yield row([cell.mark for cell in line], colours, "")
    if any(cell.cost for cell in line):
        yield row([cell.cost for cell in line], [LOSS_COLOUR] * len(line), "")


# A smaller difference is a rounding error.
_TOLERANCE = 1e-6
# Separator of words and the pivot n-gram that comes from them.
_ARROW = "→"


def render_lists(
    against: ReferenceComparison, paper: TerminalStyle, counterpart: str
) -> Iterator[str]:
    """Yield the lists of an explanation; `counterpart` is what the hypothesis is compared with."""
    feature = word_feature(against)
    if feature:
        lines = list(_match_lines(feature.matched, against))
        yield from render_list(f"matched, though not the same ({feature.name})", lines, paper)
        for grams, side, other_side, shown in (
            (feature.missing, against.reference, "hypothesis", MISSING_SYMBOL),
            (feature.extra, against.hypothesis, counterpart, UNMATCHED_SYMBOL),
        ):
            lines = list(_unmatched_lines(grams, side, shown))
            key = f"; what follows {_ARROW} is compared" * any(
                _ARROW in item.subject for item in lines
            )
            title = f"left without a partner in the {other_side} ({feature.name}{key})"
            yield from render_list(title, lines, paper)
    parts = list(_part_lines(against))
    # All of them, because they must add up.
    yield from render_list("made of", parts, paper, max_lines=len(parts))


def _match_lines(matched: Sequence[NgramMatch], against: ReferenceComparison) -> Iterator[ListLine]:
    """Yield one line per distinct match."""
    flows_by_key: dict[tuple[str, str, float, tuple[Reason, ...]], list[NgramMatch]] = {}
    for flow in matched:
        x = _gram_text(flow.reference, against.reference, flow.reference_words)
        y = _gram_text(flow.hypothesis, against.hypothesis, flow.hypothesis_words)
        if loosest_reason(flow) != "form" and x != y:
            key = (x, y, round(flow.similarity, 9), flow.reasons)
            flows_by_key.setdefault(key, []).append(flow)
    for (x, y, *_), flows in flows_by_key.items():
        kind = loosest_reason(flows[0])
        proofs = dict.fromkeys(proof for reason in flows[0].reasons for proof in reason.shown)
        proof = f" ({', '.join(proofs)})" if proofs else ""
        weight = fsum(flow.weight for flow in flows)
        yield ListLine(
            f"{REASON_SYMBOLS[kind].mark} {x} ↔ {y}{_format_repetitions(flows)}",
            f"{weight:.3f} at similarity {flows[0].similarity:.2f}: "
            f"{REASON_SYMBOLS[kind].title}{proof}",
            REASON_COLOURS[kind],
        )


def _gram_text(text: str, side: Side, indices: Sequence[int]) -> str:
    """Return the words of an n-gram as written; pivot n-grams are in another language."""
    words = " ".join(side.words[index].text for index in indices)
    # If the letters are the same, the text has the spaces of its language.
    is_same = "".join(words.split()).casefold() == "".join(text.split()).casefold()
    return text if is_same or not words else words


def _unmatched_lines(
    grams: Sequence[NgramLoss], side: Side, shown: ReasonSymbol
) -> Iterator[ListLine]:
    """Yield one line per distinct n-gram, the largest unmatched weight first."""
    grams_by_text: dict[tuple[str, str], list[NgramLoss]] = {}
    for gram in grams:
        grams_by_text.setdefault((_gram_text(gram.text, side, gram.words), gram.text), []).append(
            gram
        )
    for (written, text), same_grams in sorted(
        grams_by_text.items(), key=lambda item: -_sum_field(item[1], "unmatched")
    ):
        details = [f"weight {_sum_field(same_grams, 'unmatched'):.3f}"]
        if _sum_field(same_grams, "matched") > _TOLERANCE:
            details[0] += f" of {_sum_field(same_grams, 'weight'):.3f}"
        if prices := [gram.price for gram in same_grams if isfinite(gram.price)]:
            details.append(f"price {max(prices):.3f}")
        details.append(f"lost {_sum_field(same_grams, 'lost'):.3f}")
        if written == text and len(same_grams[0].words) == 1:
            total_lost = fsum(side.words[index].lost for gram in same_grams for index in gram.words)
            details[-1] += f" of {total_lost:.3f} in all"
        about = text if written == text else f"{written} {_ARROW} {text}"
        yield ListLine(
            f"{shown.mark} {about}{_format_repetitions(same_grams)}",
            ", ".join(details),
            LOSS_COLOUR,
        )


def _sum_field(grams: Sequence[NgramLoss], field: str) -> float:
    return fsum(getattr(gram, field) for gram in grams)


def _format_repetitions(items: Sequence[object]) -> str:
    return f" ({len(items)} times)" if len(items) > 1 else ""


def _part_lines(against: ReferenceComparison) -> Iterator[ListLine]:
    """Yield features and penalties, with weights if the score is a weighted sum of features."""
    factor = prod(penalty.factor for penalty in against.penalties)
    total = fsum(part.value * part.slope for part in against.features)
    is_sum = factor > 0 and abs(total - against.score) < _TOLERANCE
    for part in against.features:
        yield _feature_line(part, part.slope / factor if is_sum else None)
    yield from map(_penalty_line, against.penalties)
    attributed = fsum(part.lost for part in against.features)
    attributed += fsum(penalty.lost for penalty in against.penalties)
    if against.features and abs(rest := 1 - against.score - attributed) > _TOLERANCE:
        yield ListLine("the rest", f"lost {rest:.4f}, not attributed to a part")


def _feature_line(part: Feature, weight: float | None) -> ListLine:
    times = "" if weight is None else f" × {weight:.4f}"
    return ListLine(part.name, f"{part.value:.4f}{times}, lost {part.lost:.4f}")


def _penalty_line(penalty: Penalty) -> ListLine:
    causes = ", ".join(cause.shown for cause in penalty.causes[:MAX_LIST_LINES])
    summary = f"all × {penalty.factor:.4f}, lost {penalty.lost:.4f}"
    return ListLine(penalty.name, f"{summary}: {causes}" if causes else summary)


class ExplainedSegment(NamedTuple):
    """An explanation; for files also its system, segment (counted from 1) and labels."""

    explanation: Explanation
    system: str = ""
    segment: int = 0
    labels: Mapping[str, str] = {}

    @property
    def title(self) -> str:
        """Return the title without the system."""
        if not self.segment:
            return ""
        return f"Segment {self.segment}" + "".join(
            f", {name} {value}" for name, value in self.labels.items()
        )

    def record(self) -> dict[str, Any]:
        """Return a dictionary for JSON."""
        position = {"system": self.system, "segment": self.segment, **self.labels}
        return {**(position if self.segment else {}), **self.explanation.to_dict()}


def render_explanation_list(
    explained: Sequence[ExplainedSegment], style: str, paper: TerminalStyle
) -> str:
    """Render in one of the formats of `tesla explain`."""
    if style == "json":
        records = [item.record() for item in explained]
        return json.dumps(records, indent=2) + "\n"
    if style == "html":
        return render_explanations("Why this score?", list(_articles(explained)))
    return "\n".join("\n".join(_render_text(item, paper)) + "\n" for item in explained)


def _articles(explained: Sequence[ExplainedSegment]) -> Iterator[Article]:
    """Yield articles in the requested order; two systems of one segment are shown side by side."""
    by_segment: dict[int, list[ExplainedSegment]] = {}
    for item in explained:
        by_segment.setdefault(item.segment, []).append(item)
    for items in by_segment.values():
        if len(items) == 2:
            yield Article(
                items[0].title, [(item.system, item.explanation.to_dict()) for item in items]
            )
            continue
        for item in items:
            title = ", ".join(filter(None, (item.title, item.system)))
            yield Article(title, [("", item.explanation.to_dict())])


def _render_text(explained: ExplainedSegment, paper: TerminalStyle) -> Iterator[str]:
    explanation = explained.explanation
    if explained.segment:
        yield paper.paint(single_line(f"{explained.title} of {explained.system}"), "1")
    yield paper.paint(f"{explanation.metric} {explanation.score:.4f}", "1") + _format_combination(
        explanation
    )
    if explanation.parts:
        parts = ", ".join(f"{name} {value:.4f}" for name, value in explanation.parts.items())
        yield from wrap_columns(parts, paper.columns)
    # The comparison with the largest share comes first.
    for position, against in sorted(
        enumerate(explanation.against, 1), key=lambda explained: -explained[1].share
    ):
        yield ""
        if len(explanation.against) > 1:
            weight = f"counts for {against.share:.0%}"
            yield f"{explanation.held} {position}: {against.score:.4f}, {weight}"
        yield from render_pair(against, paper, explanation.held)
        yield from render_lists(against, paper, explanation.held)
    if explanation.coherence is not None:
        yield ""
        yield from render_coherence(explanation.coherence, paper)
    yield paper.paint(f"signature  {explanation.signature}", MUTED_COLOUR)


def _format_combination(explanation: Explanation) -> str:
    how = {"mean": "the mean over", "max": "the best of"}.get(explanation.combined)
    return f", {how} {len(explanation.against)} {explanation.held}s" if how else ""

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
    count_columns,
    has_right_to_left,
    make_single_line,
    pad_columns,
    render_list,
    wrap_columns,
)

_SIDE_TITLES = ("reference", "hypothesis")
# A loss below this value, or below this share of the largest loss, is not shown.
_MIN_SHOWN_LOSS, _MIN_SHOWN_SHARE = 0.0005, 0.04
_MIN_WEIGHT = 1e-9
# Shown after a part of a word if the metric splits the word.
_PART_SEPARATOR = "·"


class _Cell(NamedTuple):
    """A word with the mark of its match and its loss below it, all as text.

    mark    symbol of the match, or of a missing match
    cost    negative loss, or "" for a small loss
    colour  colour of the word and its mark
    """

    word: str
    mark: str
    cost: str
    colour: str

    @property
    def width(self) -> int:
        """Return the width in terminal columns."""
        return max(
            count_columns(self.word),
            count_columns(self.mark),
            count_columns(self.cost),
        )


def find_word_feature(comparison: ReferenceComparison) -> Feature | None:
    """Return the feature whose matches are shown as marks of words, or None.

    This is the feature of single words, or else the first feature with n-grams, even if it has no
    matches, because unmatched words are marked too.
    """
    features_with_ngrams = [
        feature for feature in comparison.features if feature.reference or feature.hypothesis
    ]
    for feature in features_with_ngrams:
        if feature.n == 1:
            return feature
    return features_with_ngrams[0] if features_with_ngrams else None


def find_loosest_reason(match: NgramMatch) -> str:
    """Return the reason of a match that is last in REASONS, or "form" if it has no reason."""
    kinds = (reason.kind for reason in match.reasons if reason.kind in REASONS)
    return max(kinds, key=REASONS.index, default="form")


def render_pair(
    comparison: ReferenceComparison, terminal: TerminalStyle, counterpart: str
) -> Iterator[str]:
    """Yield the marked words of both sides, wrapped to the width of the terminal.

    `counterpart` is the title of the text that the hypothesis is compared with.
    """
    feature = find_word_feature(comparison)
    titles = (counterpart, _SIDE_TITLES[1])
    indent = max(map(len, titles)) + 2
    available_width = max(terminal.columns - indent, 20)
    sides = (comparison.reference, comparison.hypothesis)
    cells = [_make_cells(side, feature, side_index) for side_index, side in enumerate(sides)]
    if any(has_right_to_left(side.text) for side in sides):
        for title, side, side_cells in zip(titles, sides, cells, strict=True):
            first_line, *more_lines = wrap_columns(make_single_line(side.text), available_width)
            yield pad_columns(title, indent) + first_line
            yield from (" " * indent + line for line in more_lines)
            yield from _render_vertically(side_cells, indent, terminal)
            yield ""
        return
    for title, side_cells in zip(titles, cells, strict=True):
        if not side_cells:
            yield pad_columns(title, indent) + terminal.paint("no words", MUTED_COLOUR)
    for lines in zip_longest(
        *(_wrap_cells(side_cells, available_width) for side_cells in cells), fillvalue=()
    ):
        for title, line in zip(titles, lines, strict=True):
            if line:
                yield from _render_row(title, line, indent, terminal)
        yield ""


def _make_cells(side: Side, feature: Feature | None, side_index: int) -> list[_Cell]:
    """Return one cell per word; `side_index` is 0 for the reference and 1 for the hypothesis."""
    best_matches: dict[int, tuple[float, str]] = {}
    for match in feature.matched if feature else ():
        for index in (match.reference_words, match.hypothesis_words)[side_index]:
            best_matches[index] = max(
                best_matches.get(index, (0.0, "")), (match.weight, find_loosest_reason(match))
            )
    min_loss = max(
        _MIN_SHOWN_LOSS,
        _MIN_SHOWN_SHARE * max((abs(word.lost) for word in side.words), default=0.0),
    )
    cells = []
    for index, word in enumerate(side.words):
        kind = best_matches.get(index, (0.0, ""))[1]
        if kind:
            mark, colour = REASON_SYMBOLS[kind].mark, REASON_COLOURS[kind]
        else:
            mark, colour = "", MUTED_COLOUR
            if word.weight > _MIN_WEIGHT:
                symbol = (MISSING_SYMBOL, UNMATCHED_SYMBOL)[side_index]
                mark, colour = symbol.mark, LOSS_COLOUR
        cost = f"{-word.lost:.3f}".replace("-", "−") if abs(word.lost) >= min_loss else ""
        shown_word = make_single_line(word.text) + _PART_SEPARATOR * _is_split(side, index)
        cells.append(_Cell(shown_word, mark, cost, colour))
    return cells


def _is_split(side: Side, index: int) -> bool:
    """Return whether the next item of the side is another part of the same word of the text."""
    word, following_words = side.words[index], side.words[index + 1 : index + 2]
    same_word_parts = [
        next_word
        for next_word in following_words
        if next_word.start == word.start and next_word.end == word.end
    ]
    return bool(same_word_parts) and len(side.text[word.start : word.end].split()) == 1


def _render_vertically(
    cells: Sequence[_Cell], indent: int, terminal: TerminalStyle
) -> Iterator[str]:
    """Yield one line per word, with its mark and cost before it.

    This is for right-to-left text, which terminals place differently, so that marks cannot be
    aligned below the words.
    """
    cost_width = max((count_columns(cell.cost) for cell in cells), default=0)
    for cell in cells:
        mark = terminal.paint(pad_columns(cell.mark, 1), cell.colour)
        cost = terminal.paint(pad_columns(cell.cost, cost_width), LOSS_COLOUR)
        yield f"{' ' * indent}{mark} {cost}  {terminal.paint(cell.word, cell.colour)}"


def _wrap_cells(cells: Sequence[_Cell], available_width: int) -> Iterator[list[_Cell]]:
    line: list[_Cell] = []
    used_columns = 0
    for cell in cells:
        if line and used_columns + cell.width > available_width:
            yield line
            line, used_columns = [], 0
        line.append(cell)
        used_columns += cell.width + 1
    if line:
        yield line


def _render_row(
    title: str, line: Sequence[_Cell], indent: int, terminal: TerminalStyle
) -> Iterator[str]:
    def render_line(texts: Sequence[str], colours: Sequence[str], prefix: str) -> str:
        coloured_texts = (
            terminal.paint(pad_columns(text, cell.width), colour)
            for text, cell, colour in zip(texts, line, colours, strict=True)
        )
        return (pad_columns(prefix, indent) + " ".join(coloured_texts)).rstrip()

    colours = [cell.colour for cell in line]
    yield render_line([cell.word for cell in line], colours, title)
    yield render_line([cell.mark for cell in line], colours, "")
    if any(cell.cost for cell in line):
        yield render_line([cell.cost for cell in line], [LOSS_COLOUR] * len(line), "")


# Differences below this value are rounding errors.
_MIN_DIFFERENCE = 1e-6
# Separator between words and the pivot n-gram that they are translated to.
_ARROW = "→"


def render_lists(
    comparison: ReferenceComparison, terminal: TerminalStyle, counterpart: str
) -> Iterator[str]:
    """Yield the lists of inexact matches, unmatched n-grams, features and penalties.

    `counterpart` is the name of the text that the hypothesis is compared with, such as "reference".
    """
    feature = find_word_feature(comparison)
    if feature:
        lines = list(_iterate_match_lines(feature.matched, comparison))
        yield from render_list(f"matched, though not the same ({feature.name})", lines, terminal)
        for ngrams, side, other_side, symbol in (
            (feature.missing, comparison.reference, "hypothesis", MISSING_SYMBOL),
            (feature.extra, comparison.hypothesis, counterpart, UNMATCHED_SYMBOL),
        ):
            lines = list(_iterate_unmatched_lines(ngrams, side, symbol))
            has_arrow = any(_ARROW in line.subject for line in lines)
            arrow_note = f"; what follows {_ARROW} is compared" if has_arrow else ""
            title = f"left without a partner in the {other_side} ({feature.name}{arrow_note})"
            yield from render_list(title, lines, terminal)
    part_lines = list(_iterate_part_lines(comparison))
    # All lines are shown, because their losses add up to the total loss.
    yield from render_list("made of", part_lines, terminal, max_lines=len(part_lines))


def _iterate_match_lines(
    all_matches: Sequence[NgramMatch], comparison: ReferenceComparison
) -> Iterator[ListLine]:
    """Yield one line per distinct inexact match."""
    matches_by_key: dict[tuple[str, str, float, tuple[Reason, ...]], list[NgramMatch]] = {}
    for match in all_matches:
        reference_text = _get_written_text(
            match.reference, comparison.reference, match.reference_words
        )
        hypothesis_text = _get_written_text(
            match.hypothesis, comparison.hypothesis, match.hypothesis_words
        )
        if find_loosest_reason(match) != "form" and reference_text != hypothesis_text:
            key = (reference_text, hypothesis_text, round(match.similarity, 9), match.reasons)
            matches_by_key.setdefault(key, []).append(match)
    for (reference_text, hypothesis_text, *_), matches in matches_by_key.items():
        kind = find_loosest_reason(matches[0])
        proofs = dict.fromkeys(proof for reason in matches[0].reasons for proof in reason.shown)
        proof = f" ({', '.join(proofs)})" if proofs else ""
        weight = fsum(match.weight for match in matches)
        yield ListLine(
            f"{REASON_SYMBOLS[kind].mark} {reference_text} ↔ "
            f"{hypothesis_text}{_format_repetitions(matches)}",
            f"{weight:.3f} at similarity {matches[0].similarity:.2f}: "
            f"{REASON_SYMBOLS[kind].title}{proof}",
            REASON_COLOURS[kind],
        )


def _get_written_text(text: str, side: Side, indices: Sequence[int]) -> str:
    """Return an n-gram as it is written in the text of its side.

    The n-gram may be lower-cased or, if it is a pivot n-gram, in another language.
    """
    words = " ".join(side.words[index].text for index in indices)
    # If only case and spaces differ, return the n-gram, which has the right spaces.
    has_same_letters = "".join(words.split()).casefold() == "".join(text.split()).casefold()
    return text if has_same_letters or not words else words


def _iterate_unmatched_lines(
    ngrams: Sequence[NgramLoss], side: Side, symbol: ReasonSymbol
) -> Iterator[ListLine]:
    """Yield one line per distinct n-gram, the largest unmatched weight first."""
    ngrams_by_text: dict[tuple[str, str], list[NgramLoss]] = {}
    for ngram in ngrams:
        ngrams_by_text.setdefault(
            (_get_written_text(ngram.text, side, ngram.words), ngram.text), []
        ).append(ngram)
    for (written_text, text), same_ngrams in sorted(
        ngrams_by_text.items(), key=lambda item: -_sum_field(item[1], "unmatched")
    ):
        details = [f"weight {_sum_field(same_ngrams, 'unmatched'):.3f}"]
        if _sum_field(same_ngrams, "matched") > _MIN_DIFFERENCE:
            details[0] += f" of {_sum_field(same_ngrams, 'weight'):.3f}"
        if prices := [ngram.price for ngram in same_ngrams if isfinite(ngram.price)]:
            details.append(f"price {max(prices):.3f}")
        details.append(f"lost {_sum_field(same_ngrams, 'lost'):.3f}")
        if written_text == text and len(same_ngrams[0].words) == 1:
            total_lost = fsum(
                side.words[index].lost for ngram in same_ngrams for index in ngram.words
            )
            details[-1] += f" of {total_lost:.3f} in all"
        subject = text if written_text == text else f"{written_text} {_ARROW} {text}"
        yield ListLine(
            f"{symbol.mark} {subject}{_format_repetitions(same_ngrams)}",
            ", ".join(details),
            LOSS_COLOUR,
        )


def _sum_field(ngrams: Sequence[NgramLoss], field: str) -> float:
    return fsum(getattr(ngram, field) for ngram in ngrams)


def _format_repetitions(items: Sequence[object]) -> str:
    return f" ({len(items)} times)" if len(items) > 1 else ""


def _iterate_part_lines(comparison: ReferenceComparison) -> Iterator[ListLine]:
    """Yield one line per feature and penalty.

    Features have weights if the score is a weighted sum of features times the penalties.
    """
    factor = prod(penalty.factor for penalty in comparison.penalties)
    total = fsum(feature.value * feature.slope for feature in comparison.features)
    is_sum = factor > 0 and abs(total - comparison.score) < _MIN_DIFFERENCE
    for feature in comparison.features:
        yield _format_feature(feature, feature.slope / factor if is_sum else None)
    yield from map(_format_penalty, comparison.penalties)
    attributed_loss = fsum(feature.lost for feature in comparison.features)
    attributed_loss += fsum(penalty.lost for penalty in comparison.penalties)
    if (
        comparison.features
        and abs(remaining_loss := 1 - comparison.score - attributed_loss) > _MIN_DIFFERENCE
    ):
        yield ListLine("the rest", f"lost {remaining_loss:.4f}, not attributed to a part")


def _format_feature(feature: Feature, weight: float | None) -> ListLine:
    weight_text = "" if weight is None else f" × {weight:.4f}"
    return ListLine(feature.name, f"{feature.value:.4f}{weight_text}, lost {feature.lost:.4f}")


def _format_penalty(penalty: Penalty) -> ListLine:
    causes = ", ".join(cause.shown for cause in penalty.causes[:MAX_LIST_LINES])
    summary = f"all × {penalty.factor:.4f}, lost {penalty.lost:.4f}"
    return ListLine(penalty.name, f"{summary}: {causes}" if causes else summary)


class ExplainedSegment(NamedTuple):
    """An explanation, and the system and segment that it belongs to.

    segment  number of the segment, from 1; 0 if the texts do not come from files
    labels   values such as the id of the segment, by name
    """

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

    def to_dict(self) -> dict[str, Any]:
        """Return all values by name, in types that JSON supports."""
        position = {"system": self.system, "segment": self.segment, **self.labels}
        return {**(position if self.segment else {}), **self.explanation.to_dict()}


def render_explanation_list(
    segments: Sequence[ExplainedSegment], style: str, terminal: TerminalStyle
) -> str:
    """Render explanations in one of the formats of `tesla explain`: text, json or html."""
    if style == "json":
        records = [segment.to_dict() for segment in segments]
        return json.dumps(records, indent=2) + "\n"
    if style == "html":
        return render_explanations("Why this score?", list(_build_articles(segments)))
    return "\n".join("\n".join(_render_text(segment, terminal)) + "\n" for segment in segments)


def _build_articles(segments: Sequence[ExplainedSegment]) -> Iterator[Article]:
    """Yield one article per explanation, but a joint one for two systems of the same segment."""
    by_segment: dict[int, list[ExplainedSegment]] = {}
    for segment in segments:
        by_segment.setdefault(segment.segment, []).append(segment)
    for same_segments in by_segment.values():
        if len(same_segments) == 2:
            yield Article(
                same_segments[0].title,
                [(segment.system, segment.explanation.to_dict()) for segment in same_segments],
            )
            continue
        for segment in same_segments:
            title = ", ".join(filter(None, (segment.title, segment.system)))
            yield Article(title, [("", segment.explanation.to_dict())])


def _render_text(segment: ExplainedSegment, terminal: TerminalStyle) -> Iterator[str]:
    explanation = segment.explanation
    if segment.segment:
        yield terminal.paint(make_single_line(f"{segment.title} of {segment.system}"), "1")
    yield terminal.paint(
        f"{explanation.metric} {explanation.score:.4f}", "1"
    ) + _format_combination(explanation)
    if explanation.parts:
        parts = ", ".join(f"{name} {value:.4f}" for name, value in explanation.parts.items())
        yield from wrap_columns(parts, terminal.columns)
    # The comparison with the largest share comes first.
    numbered_comparisons = enumerate(explanation.against, 1)
    for reference_index, comparison in sorted(
        numbered_comparisons, key=lambda item: -item[1].share
    ):
        yield ""
        if len(explanation.against) > 1:
            share_text = f"counts for {comparison.share:.0%}"
            yield f"{explanation.held} {reference_index}: {comparison.score:.4f}, {share_text}"
        yield from render_pair(comparison, terminal, explanation.held)
        yield from render_lists(comparison, terminal, explanation.held)
    if explanation.coherence is not None:
        yield ""
        yield from render_coherence(explanation.coherence, terminal)
    yield terminal.paint(f"signature  {explanation.signature}", MUTED_COLOUR)


def _format_combination(explanation: Explanation) -> str:
    phrase = {"mean": "the mean over", "max": "the best of"}.get(explanation.combined)
    return f", {phrase} {len(explanation.against)} {explanation.held}s" if phrase else ""

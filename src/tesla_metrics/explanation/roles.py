"""Explain semantic roles: predicates and their arguments."""

from collections.abc import Sequence
from math import nan

import numpy as np

from ..arrays import Array
from ..core.comparing.pivot_comparers import RoleComparer
from ..core.matching.role_matching import VIEWS, RoleGram, RoleMatching, RoleText, role_grams
from ..core.matching.word_similarity import Levels
from ..core.solvers.graded_transport import PROFIT_UNITS, GradedFlow
from ..files.item import Segment, display_text
from ..text.synonyms.base import Synonyms
from .attribution import ExplainedColumn
from .explanation import Reason, Side
from .f_measures import ComparedNgrams, NgramFlow, PlacedNgram, explain_f_measures
from .graded.solved_ngrams import compute_marginal_gains
from .sides import TextSides, find_similarity_reason, find_spans, map_chars_to_words


class _RoleWords:
    """The matched predicates and heads of one text, and the words of its side."""

    def __init__(self, comparer: RoleComparer, segment: Segment, side: Side) -> None:
        reader = comparer.reader
        (self.roles,) = reader.texts([segment])
        tokens = [
            token.form for parsed in reader.sentences(segment) for token in parsed.sentence.tokens
        ]
        word_at = map_chars_to_words(side)
        last_position = len(word_at) - 1
        self._word_indices = [
            word_at[min(start, last_position)]
            for start, _ in find_spans(display_text(segment), tokens)
        ]
        self._forms = tokens

    def pieces(self, grams: Sequence[RoleGram]) -> list[PlacedNgram]:
        """Return grams with texts such as `ARG0 of bit: dog`, as far as a view has the parts."""
        return [PlacedNgram(self._written(gram), self._words(gram), gram.weight) for gram in grams]

    def _tokens(self, gram: RoleGram) -> tuple[int | None, int | None]:
        roles = self.roles
        return (
            None if gram.predicate is None else roles.predicate_positions[gram.predicate],
            None if gram.head is None else roles.head_positions[gram.head],
        )

    def _words(self, gram: RoleGram) -> tuple[int, ...]:
        return tuple(self._word_indices[token] for token in self._tokens(gram) if token is not None)

    def _written(self, gram: RoleGram) -> str:
        predicate, head = (
            "" if token is None else self._forms[token] for token in self._tokens(gram)
        )
        if not head:
            return predicate
        description = (
            f"{gram.role} of {predicate}" if gram.role and predicate else gram.role or predicate
        )
        return f"{description}: {head}"


def role_columns(
    comparer: RoleComparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Return one column per view."""
    x, y = (
        _RoleWords(comparer, segment, side)
        for segment, side in zip((reference, hypothesis), sides, strict=True)
    )
    reasons = _RoleReasons(x.roles, y.roles, comparer.levels, comparer.reader.analysis.synonyms)
    compared = [_compare_view(view, x, y, reasons) for view in VIEWS]
    return explain_f_measures(comparer.columns, "roles", compared, comparer.alpha, sides)


class _RoleReasons:
    """Similarities of words, between the texts and within each, and their reasons."""

    def __init__(self, x: RoleText, y: RoleText, levels: Levels, synonyms: Synonyms) -> None:
        self._x, self._y, self._levels, self._synonyms = x, y, levels, synonyms
        self.between_texts = RoleMatching(x, y, levels)
        self.among_x, self.among_y = RoleMatching(x, x, levels), RoleMatching(y, y, levels)

    def reasons(self, x: RoleGram, y: RoleGram) -> tuple[Reason, ...]:
        pairs = []
        if x.predicate is not None and y.predicate is not None:
            x_words, y_words = self._x.predicates.words, self._y.predicates.words
            pairs.append((x_words[x.predicate], y_words[y.predicate]))
        if x.head is not None and y.head is not None:
            pairs.append((self._x.heads.words[x.head], self._y.heads.words[y.head]))
        return tuple(find_similarity_reason(a, b, self._levels, self._synonyms) for a, b in pairs)


def _compare_view(view: str, x: _RoleWords, y: _RoleWords, reasons: _RoleReasons) -> ComparedNgrams:
    xs, ys = role_grams(x.roles, view), role_grams(y.roles, view)
    match, flows = reasons.between_texts.match(view)
    carried = [
        NgramFlow(
            i, j, amount, reasons.between_texts.words(xs[i], ys[j]), reasons.reasons(xs[i], ys[j])
        )
        for i, j, amount in flows
    ]
    return ComparedNgrams(
        match, x.pieces(xs), y.pieces(ys), carried, *_role_gains(xs, ys, flows, reasons)
    )


def _role_gains(
    xs: Sequence[RoleGram],
    ys: Sequence[RoleGram],
    flows: Sequence[GradedFlow],
    reasons: _RoleReasons,
) -> tuple[list[float], list[float]]:
    """Return the gains of both sides; NaN for long texts, where they would take too long."""
    if not (reasons.between_texts.graded and reasons.among_x.graded and reasons.among_y.graded):
        return [nan] * len(xs), [nan] * len(ys)
    gains = compute_marginal_gains(
        _profits(reasons.between_texts, xs, ys),
        _profits(reasons.among_x, xs, xs),
        _profits(reasons.among_y, ys, ys),
        _flow_matrix(flows, len(xs), len(ys)),
        (np.array([gram.weight for gram in xs]), np.array([gram.weight for gram in ys])),
    )
    return gains[0].tolist(), gains[1].tolist()


def _profits(matching: RoleMatching, xs: Sequence[RoleGram], ys: Sequence[RoleGram]) -> Array:
    """Return similarities in the integer units of the program, so that ties stay ties."""
    similarities = np.array(matching.similarities(xs, ys)).reshape(len(xs), len(ys))
    profits: Array = np.rint(similarities * PROFIT_UNITS).astype(np.int64)
    return profits


def _flow_matrix(flows: Sequence[GradedFlow], row_count: int, column_count: int) -> Array:
    amounts = np.zeros((row_count, column_count))
    for flow in flows:
        amounts[flow.x, flow.y] += flow.amount
    return amounts

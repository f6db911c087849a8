"""Explain semantic roles: predicates and their arguments."""

from collections.abc import Sequence
from math import nan

import numpy as np

from ..arrays import Array
from ..core.comparing.pivot_comparers import RoleComparer
from ..core.matching.role_matching import VIEWS, RoleGram, RoleMatching, RoleText, make_role_grams
from ..core.matching.word_similarity import Levels
from ..core.solvers.graded_transport import PROFIT_UNITS, GradedFlow
from ..files.item import Segment, format_for_display
from ..text.synonyms.base import Synonyms
from .attribution import ExplainedColumn
from .explanation import Reason, Side
from .f_measures import ComparedNgrams, IndexedNgram, NgramFlow, explain_f_measures
from .graded.solved_ngrams import compute_marginal_gains
from .sides import TextSides, find_similarity_reason, find_spans, map_chars_to_words


class _RoleWords:
    """The predicates and argument heads of one text, mapped to the words of its side."""

    def __init__(self, comparer: RoleComparer, segment: Segment, side: Side) -> None:
        reader = comparer.role_encoder
        (self.roles,) = reader.encode([segment])
        tokens = [
            token.form
            for parsed in reader.label_sentences(segment)
            for token in parsed.sentence.tokens
        ]
        word_at = map_chars_to_words(side)
        last_position = len(word_at) - 1
        self._word_indices = [
            word_at[min(start, last_position)]
            for start, _ in find_spans(format_for_display(segment), tokens)
        ]
        self._forms = tokens

    def make_ngrams(self, grams: Sequence[RoleGram]) -> list[IndexedNgram]:
        """Return role grams with texts such as "ARG0 of bit: dog"."""
        return [
            IndexedNgram(self._format_gram(gram), self._find_words(gram), gram.weight)
            for gram in grams
        ]

    def _find_tokens(self, gram: RoleGram) -> tuple[int | None, int | None]:
        """Return the tokens of the predicate and of the head; None if the gram has none."""
        roles = self.roles
        return (
            None if gram.predicate is None else roles.predicate_tokens[gram.predicate],
            None if gram.head is None else roles.head_tokens[gram.head],
        )

    def _find_words(self, gram: RoleGram) -> tuple[int, ...]:
        tokens = self._find_tokens(gram)
        return tuple(self._word_indices[token] for token in tokens if token is not None)

    def _format_gram(self, gram: RoleGram) -> str:
        predicate, head = (
            "" if token is None else self._forms[token] for token in self._find_tokens(gram)
        )
        if not head:
            return predicate
        if gram.role and predicate:
            return f"{gram.role} of {predicate}: {head}"
        return f"{gram.role or predicate}: {head}"


def explain_roles(
    comparer: RoleComparer, reference: Segment, hypothesis: Segment, sides: TextSides
) -> list[ExplainedColumn]:
    """Explain one column per view: a combination of predicate, role and head to compare."""
    x, y = (
        _RoleWords(comparer, segment, side)
        for segment, side in zip((reference, hypothesis), sides, strict=True)
    )
    similarities = _RoleSimilarities(
        x.roles, y.roles, comparer.levels, comparer.role_encoder.analysis.synonyms
    )
    comparisons = [_compare_view(view, x, y, similarities) for view in VIEWS]
    return explain_f_measures(comparer.columns, "roles", comparisons, comparer.alpha, sides)


class _RoleSimilarities:
    """Similarities of role grams, between the texts and within each text, and their reasons."""

    def __init__(self, x: RoleText, y: RoleText, levels: Levels, synonyms: Synonyms) -> None:
        self._x, self._y, self._levels, self._synonyms = x, y, levels, synonyms
        self.between_texts = RoleMatching(x, y, levels)
        self.within_x, self.within_y = RoleMatching(x, x, levels), RoleMatching(y, y, levels)

    def find_reasons(self, x: RoleGram, y: RoleGram) -> tuple[Reason, ...]:
        """Return the reasons why the predicates and the heads of two role grams are similar."""
        pairs = []
        if x.predicate is not None and y.predicate is not None:
            x_words, y_words = self._x.predicates.words, self._y.predicates.words
            pairs.append((x_words[x.predicate], y_words[y.predicate]))
        if x.head is not None and y.head is not None:
            pairs.append((self._x.heads.words[x.head], self._y.heads.words[y.head]))
        return tuple(
            find_similarity_reason(x_word, y_word, self._levels, self._synonyms)
            for x_word, y_word in pairs
        )


def _compare_view(
    view: str, x: _RoleWords, y: _RoleWords, similarities: _RoleSimilarities
) -> ComparedNgrams:
    x_grams, y_grams = make_role_grams(x.roles, view), make_role_grams(y.roles, view)
    match, graded_flows = similarities.between_texts.match(view)
    flows = []
    for i, j, amount in graded_flows:
        word_similarities = similarities.between_texts.compare_words(x_grams[i], y_grams[j])
        reasons = similarities.find_reasons(x_grams[i], y_grams[j])
        flows.append(NgramFlow(i, j, amount, word_similarities, reasons))
    gains = _compute_gains(x_grams, y_grams, graded_flows, similarities)
    return ComparedNgrams(match, x.make_ngrams(x_grams), y.make_ngrams(y_grams), flows, *gains)


def _compute_gains(
    x_grams: Sequence[RoleGram],
    y_grams: Sequence[RoleGram],
    flows: Sequence[GradedFlow],
    similarities: _RoleSimilarities,
) -> tuple[list[float], list[float]]:
    """Return the gains of both sides; NaN for long texts, where they would take too long."""
    matchings = similarities.between_texts, similarities.within_x, similarities.within_y
    if not all(matching.is_graded for matching in matchings):
        return [nan] * len(x_grams), [nan] * len(y_grams)
    gains = compute_marginal_gains(
        _compute_profits(similarities.between_texts, x_grams, y_grams),
        _compute_profits(similarities.within_x, x_grams, x_grams),
        _compute_profits(similarities.within_y, y_grams, y_grams),
        _make_flow_matrix(flows, len(x_grams), len(y_grams)),
        (np.array([gram.weight for gram in x_grams]), np.array([gram.weight for gram in y_grams])),
    )
    return gains[0].tolist(), gains[1].tolist()


def _compute_profits(
    matching: RoleMatching, x_grams: Sequence[RoleGram], y_grams: Sequence[RoleGram]
) -> Array:
    """Return similarities in the integer units of the program, so that equal ones stay equal."""
    similarities = np.array(matching.compute_similarities(x_grams, y_grams))
    similarities = similarities.reshape(len(x_grams), len(y_grams))
    profits: Array = np.rint(similarities * PROFIT_UNITS).astype(np.int64)
    return profits


def _make_flow_matrix(flows: Sequence[GradedFlow], row_count: int, column_count: int) -> Array:
    amounts = np.zeros((row_count, column_count))
    for flow in flows:
        amounts[flow.x, flow.y] += flow.amount
    return amounts

"""Explain the score of DICOMER."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, combinations, groupby
from math import fsum
from typing import NamedTuple, TypeAlias

from ..files.sentence import Sentence
from ..parsing.coherence import (
    EMPTY_TEXT_SCORE,
    NIL,
    PAIR_SIGN,
    TRANSITION_LENGTHS,
    TRANSITION_SIGN,
    CoherenceModel,
    FeatureKind,
    RoleMatrix,
    Transition,
    build_role_matrix,
    count_pairs,
    count_transitions,
    get_term,
    iterate_relation_roles,
    iterate_windows,
    logistic,
    select_roles,
)
from ..parsing.discourse.relation import Document, Relation
from .coherence_values import (
    CoherenceFeature,
    ExplainedRelation,
    MarkedSpan,
    RoleCell,
    TermRoles,
    TextCoherence,
)
from .explanation import Side
from .sides import make_side

ARG1, ARG2, CONNECTIVE = "arg1", "arg2", "connective"
PARTS = (ARG1, ARG2, CONNECTIVE)
ELLIPSIS = "…"
# Longer runs of words that do not belong to the relation are replaced by an ellipsis.
_MAX_OUTSIDE_WORDS = 6


class RelationTexts:
    """The texts of relations.

    The words of the sentences must be the tokens that relations refer to by their index in the
    document.
    """

    def __init__(self, sentences: Sequence[Side]) -> None:
        self._sentences = sentences
        self._starts = list(accumulate((len(sentence.words) for sentence in sentences), initial=0))
        self._sentence_of = [
            index for index, sentence in enumerate(sentences) for _ in sentence.words
        ]

    def mark_spans(self, relation: Relation) -> tuple[MarkedSpan, ...]:
        """Return the text of all sentences of a relation, split where the parts change."""
        parts_by_token = self._find_parts(relation)
        spans: list[MarkedSpan] = []
        previous_index = -1
        for index in sorted({self._sentence_of[token] for token in parts_by_token}):
            sentence_spans = list(self._mark_sentence(index, parts_by_token))
            if spans and index > previous_index + 1:
                spans.append(MarkedSpan(f" {ELLIPSIS} "))
            elif spans:
                shared = _find_common_parts(spans[-1].parts, sentence_spans[0].parts)
                spans.append(MarkedSpan(" ", shared))
            spans += sentence_spans
            previous_index = index
        return tuple(_merge_spans(spans))

    def _find_parts(self, relation: Relation) -> dict[int, tuple[str, ...]]:
        """Return the parts of the relation that each of its tokens belongs to."""
        parts_by_token: dict[int, list[str]] = {}
        spans = (relation.arg1, relation.arg2, relation.connective_tokens)
        for part, token_spans in zip(PARTS, spans, strict=True):
            for first, last in token_spans:
                for token in range(first, last + 1):
                    parts_by_token.setdefault(token, []).append(part)
        return {token: tuple(dict.fromkeys(parts)) for token, parts in parts_by_token.items()}

    def _mark_sentence(
        self, sentence_index: int, parts_by_token: dict[int, tuple[str, ...]]
    ) -> Iterator[MarkedSpan]:
        """Yield the text of a sentence, word by word and with the text between words."""
        side, first_token = self._sentences[sentence_index], self._starts[sentence_index]
        end = 0  # end of the text that has been yielded
        previous_parts: tuple[str, ...] = ()
        for is_outside, indices in groupby(
            range(len(side.words)), lambda index: first_token + index not in parts_by_token
        ):
            run = list(indices)
            if is_outside and len(run) > _MAX_OUTSIDE_WORDS:
                yield MarkedSpan(side.text[end : max(end, side.words[run[0]].start)] + ELLIPSIS)
                end, previous_parts = max(end, *(side.words[index].end for index in run)), ()
                continue
            for index in run:
                word = side.words[index]
                token_parts = parts_by_token.get(first_token + index, ())
                # Several tokens may have the same span of the text, which is shown once.
                shared = _find_common_parts(previous_parts, token_parts)
                yield MarkedSpan(side.text[end : word.start], shared)
                yield MarkedSpan(side.text[max(end, word.start) : word.end], token_parts)
                end, previous_parts = max(end, word.end), token_parts
        yield MarkedSpan(side.text[end:])


def _find_common_parts(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    return tuple(part for part in first if part in second)


def _merge_spans(spans: Sequence[MarkedSpan]) -> Iterator[MarkedSpan]:
    """Join adjacent spans with the same parts, and drop empty spans."""
    nonempty = (span for span in spans if span.text)
    for parts, group in groupby(nonempty, lambda span: span.parts):
        yield MarkedSpan("".join(span.text for span in group), parts)


def make_sentence_side(sentence: Sentence) -> Side:
    """Return the sentence as a side that has all tokens, also punctuation marks, as words."""
    tokens = sentence.tokens
    if not tokens:
        return Side(sentence.text, ())
    return make_side(
        sentence.text,
        [token.form for token in tokens],
        [0.0] * len(tokens),
        [token.lemma for token in tokens],
        [token.xpos for token in tokens],
    )


def make_sentence_sides(document: Document) -> tuple[Side, ...]:
    """Return one side per sentence."""
    return tuple(map(make_sentence_side, document.sentences))


# (index of a term, index of a sentence, role of the term in the sentence)
RoleKey: TypeAlias = tuple[int, int, str]


class RoleShares(NamedTuple):
    """The margin distributed over roles.

    role_shares     share of each role in a cell of the role matrix
    nil_share       share of the transitions that consist of nil only

    All shares add up to the sum of weight * value over all features.
    """

    role_shares: dict[RoleKey, float]
    nil_share: float


def distribute_margin(
    matrix: RoleMatrix, kind: FeatureKind, weights: Mapping[str, float]
) -> RoleShares:
    """Distribute the weighted features over the roles in the cells of the role matrix.

    A feature is the relative frequency of a transition or of a pair of roles. Its occurrences get
    equal shares of weight * value, and the roles of an occurrence get equal parts of its share,
    except nil.
    """
    roles = select_roles(matrix, kind)
    shares: dict[RoleKey, float] = defaultdict(float)
    nil_share = 0.0
    for length in TRANSITION_LENGTHS:
        nil_share += _share_transitions(roles, length, weights, shares)
    if kind.with_role_pairs:
        _share_pairs(roles, weights, shares)
    return RoleShares(dict(shares), nil_share)


def _share_transitions(
    matrix: RoleMatrix, length: int, weights: Mapping[str, float], shares: dict[RoleKey, float]
) -> float:
    """Add the shares of transitions to `shares`; return the share of transitions of nil only."""
    counts = count_transitions(matrix, length)
    share_per_transition = _compute_occurrence_shares(
        counts.total(), TRANSITION_SIGN, counts, weights
    )
    for window in iterate_windows(matrix, length):
        for transition in window.iterate_transitions():
            transition_share = share_per_transition.get(transition)
            if transition_share is None:
                continue
            offsets = [offset for offset, role in enumerate(transition) if role != NIL]
            for offset in offsets:
                key = (window.term_index, window.first_sentence + offset, transition[offset])
                shares[key] += transition_share / len(offsets)
    nil_transition = (NIL,) * length
    return share_per_transition.get(nil_transition, 0.0) * counts[nil_transition]


def _share_pairs(
    matrix: RoleMatrix, weights: Mapping[str, float], shares: dict[RoleKey, float]
) -> None:
    """Add the shares of pairs of roles in the same cell to `shares`."""
    counts = count_pairs(matrix)
    share_per_pair = _compute_occurrence_shares(counts.total(), PAIR_SIGN, counts, weights)
    for term, column in enumerate(matrix.columns):
        for sentence, cell in column:
            for pair in combinations(cell, 2):
                for role in pair:
                    shares[term, sentence, role] += share_per_pair.get(pair, 0.0) / 2


def _compute_occurrence_shares(
    total: int, sign: str, counts: Mapping[Transition, int], weights: Mapping[str, float]
) -> dict[Transition, float]:
    """Return the share of one occurrence of each transition (or pair) with a weight other than 0.

    `sign` joins the roles in the name of a feature, and `total` is the number of all occurrences.
    """
    weighted = ((transition, weights.get(sign.join(transition), 0.0)) for transition in counts)
    return {transition: weight / total for transition, weight in weighted if weight}


def explain_coherence(
    document: Document, relations: Sequence[Relation], model: CoherenceModel
) -> TextCoherence:
    """Attribute the margin of a text to relations, cells of the role matrix, and features.

    The share of a role in a cell is the sum over its transitions and pairs. All relations that
    assign the role to the cell get equal parts of this share.
    """
    matrix = build_role_matrix(document, relations)
    values = model.compute_features(matrix)
    weights = model.compute_effective_weights(values, matrix.n_sentences)
    margin = model.compute_margin(values, matrix.n_sentences)
    features = [CoherenceFeature(name, value, weights[name]) for name, value in values.items()]
    shares = distribute_margin(matrix, model.feature_kind, weights)
    used_roles = select_roles(matrix, model.feature_kind)
    forms = _collect_forms(document, matrix.terms)
    terms = [
        _make_term_roles(index, term, forms[term], column, shares.role_shares)
        for index, (term, column) in enumerate(zip(matrix.terms, used_roles.columns, strict=True))
        if column
    ]
    return TextCoherence(
        logistic(margin) if matrix.n_sentences else EMPTY_TEXT_SCORE,
        margin,
        shares.nil_share,
        tuple(tuple(token.form for token in sentence.tokens) for sentence in document.sentences),
        tuple(_explain_relations(document, relations, matrix.terms, shares.role_shares)),
        tuple(sorted(terms, key=lambda term: -fsum(abs(cell.share) for cell in term.cells))),
        tuple(sorted(features, key=lambda feature: -abs(feature.share))),
    )


def _make_term_roles(
    term_index: int,
    term: str,
    words: Iterable[str],
    column: Iterable[tuple[int, tuple[str, ...]]],
    shares: Mapping[RoleKey, float],
) -> TermRoles:
    """Return the column of the role matrix of a term; `words` are the forms of the term."""
    cells = []
    for sentence, roles in column:
        cell_share = fsum(shares.get((term_index, sentence, role), 0.0) for role in roles)
        cells.append(RoleCell(sentence, roles, cell_share))
    return TermRoles(term, tuple(words), fsum(cell.share for cell in cells), tuple(cells))


def _collect_forms(document: Document, terms: Iterable[str]) -> dict[str, dict[str, None]]:
    """Return the forms of each term, in the order of the text."""
    forms: dict[str, dict[str, None]] = {term: {} for term in terms}
    for sentence in document.sentences:
        for token in sentence.tokens:
            if (term := get_term(token)) is not None:
                forms[term][token.form] = None
    return forms


def _explain_relations(
    document: Document,
    relations: Sequence[Relation],
    terms: Sequence[str],
    shares: Mapping[RoleKey, float],
) -> list[ExplainedRelation]:
    term_indices = {term: index for index, term in enumerate(terms)}
    tokens = [token for sentence in document.sentences for token in sentence.tokens]
    token_terms = [term_indices.get(get_term(token) or "") for token in tokens]
    roles_by_relation = [
        _find_assigned_roles(document, relation, token_terms) for relation in relations
    ]
    relation_counts: dict[RoleKey, int] = defaultdict(int)
    for role_keys in roles_by_relation:
        for role_key in role_keys:
            relation_counts[role_key] += 1
    texts = RelationTexts(make_sentence_sides(document))
    explained = []
    for relation, role_keys in zip(relations, roles_by_relation, strict=True):
        share = fsum(shares.get(key, 0.0) / relation_counts[key] for key in role_keys)
        explained.append(ExplainedRelation(relation, share, texts.mark_spans(relation)))
    return explained


def _find_assigned_roles(
    document: Document, relation: Relation, token_terms: Sequence[int | None]
) -> dict[RoleKey, None]:
    """Return the roles that a relation assigns, once per cell, as the keys of a dictionary.

    `token_terms` has the index of the term of each token, or None.
    """
    role_keys: dict[RoleKey, None] = {}
    for spans, roles in iterate_relation_roles(relation):
        for first, last in spans:
            for token in range(first, last + 1):
                term = token_terms[token]
                if term is not None:
                    sentence = document.sentence_indices[token]
                    role_keys.update(dict.fromkeys((term, sentence, role) for role in roles))
    return role_keys

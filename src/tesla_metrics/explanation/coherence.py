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
    count_pairs,
    count_transitions,
    logistic,
    relation_roles,
    role_matrix,
    select_roles,
    term_of,
    windows,
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
# Longer runs of words that are outside the relation are replaced by an ellipsis.
_MAX_WORDS_BETWEEN = 6


class RelationTexts:
    """The text of relations, cut from sentences whose words are the tokens that relations count."""

    def __init__(self, sentences: Sequence[Side]) -> None:
        self._sentences = sentences
        self._starts = list(accumulate((len(sentence.words) for sentence in sentences), initial=0))
        self._sentence_of = [
            index for index, sentence in enumerate(sentences) for _ in sentence.words
        ]

    def marked_pieces(self, relation: Relation) -> tuple[MarkedSpan, ...]:
        """Return the text of the sentences of a relation; adjacent pieces differ in their parts."""
        parts = self._parts(relation)
        pieces: list[MarkedSpan] = []
        previous = -1
        for index in sorted({self._sentence_of[token] for token in parts}):
            sentence_pieces = list(self._sentence(index, parts))
            if pieces:
                shared = _common_parts(pieces[-1].parts, sentence_pieces[0].parts)
                between = f" {ELLIPSIS} " if index > previous + 1 else " "
                pieces.append(MarkedSpan(between, shared if between == " " else ()))
            pieces += sentence_pieces
            previous = index
        return tuple(_merge_pieces(pieces))

    def _parts(self, relation: Relation) -> dict[int, tuple[str, ...]]:
        """Return the parts of the relation that each of its tokens belongs to."""
        parts_by_token: dict[int, list[str]] = {}
        spans = (relation.arg1, relation.arg2, relation.connective_tokens)
        for part, token_spans in zip(PARTS, spans, strict=True):
            for first, last in token_spans:
                for token in range(first, last + 1):
                    parts_by_token.setdefault(token, []).append(part)
        return {token: tuple(dict.fromkeys(parts)) for token, parts in parts_by_token.items()}

    def _sentence(
        self, sentence_index: int, parts: dict[int, tuple[str, ...]]
    ) -> Iterator[MarkedSpan]:
        side, start = self._sentences[sentence_index], self._starts[sentence_index]
        end = 0
        previous_parts: tuple[str, ...] = ()
        tokens = range(len(side.words))
        for outside, indices in groupby(tokens, lambda index: start + index not in parts):
            run = list(indices)
            if outside and len(run) > _MAX_WORDS_BETWEEN:
                yield MarkedSpan(side.text[end : max(end, side.words[run[0]].start)] + ELLIPSIS)
                end, previous_parts = max(end, *(side.words[index].end for index in run)), ()
                continue
            for index in run:
                word, token_parts = side.words[index], parts.get(start + index, ())
                # Tokens that are not written as they are share a span of the text; it is shown
                # once.
                yield MarkedSpan(
                    side.text[end : word.start], _common_parts(previous_parts, token_parts)
                )
                yield MarkedSpan(side.text[max(end, word.start) : word.end], token_parts)
                end, previous_parts = max(end, word.end), token_parts
        yield MarkedSpan(side.text[end:])


def _common_parts(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    return tuple(part for part in first if part in second)


def _merge_pieces(pieces: Sequence[MarkedSpan]) -> Iterator[MarkedSpan]:
    for parts, group in groupby(
        (piece for piece in pieces if piece.text), lambda piece: piece.parts
    ):
        yield MarkedSpan("".join(piece.text for piece in group), parts)


def sentence_side(sentence: Sentence) -> Side:
    """Return the sentence as a side with all tokens as words, so that token numbers are valid.

    Punctuation marks are words, too.
    """
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


def sentence_sides(document: Document) -> tuple[Side, ...]:
    """Return one side per sentence."""
    return tuple(map(sentence_side, document.sentences))


# (index of a term, index of a sentence, role that the term plays there)
RoleKey: TypeAlias = tuple[int, int, str]


class RoleShares(NamedTuple):
    """Shares of the margin, by role and cell, and of transitions that consist of nil only.

    All shares add up to the sum of the features, each times its weight.
    """

    role_shares: dict[RoleKey, float]
    nil_share: float


def role_shares(matrix: RoleMatrix, kind: FeatureKind, weights: Mapping[str, float]) -> RoleShares:
    """Distribute the weighted features over the roles in the cells of the role matrix.

    The transitions (or pairs) that a feature counts share its weight times its value equally, and
    so do the roles of a transition; nil gets nothing.
    """
    roles = select_roles(matrix, kind)
    shares: dict[RoleKey, float] = defaultdict(float)
    nil_share = 0.0
    for length in TRANSITION_LENGTHS:
        nil_share += _share_transitions(roles, length, weights, shares)
    if kind.cells:
        _share_pairs(roles, weights, shares)
    return RoleShares(dict(shares), nil_share)


def _share_transitions(
    matrix: RoleMatrix, length: int, weights: Mapping[str, float], shares: dict[RoleKey, float]
) -> float:
    """Add the shares of transitions to `shares`; return the share of transitions of nil only."""
    counts = count_transitions(matrix, length)
    share_per_transition = _share_per_item(counts.total(), TRANSITION_SIGN, counts, weights)
    for window in windows(matrix, length):
        for transition in window.transitions():
            amount = share_per_transition.get(transition)
            if amount is None:
                continue
            positions = [position for position, role in enumerate(transition) if role != NIL]
            for position in positions:
                key = (window.term, window.sentence + position, transition[position])
                shares[key] += amount / len(positions)
    empty = (NIL,) * length
    return share_per_transition.get(empty, 0.0) * counts[empty]


def _share_pairs(
    matrix: RoleMatrix, weights: Mapping[str, float], shares: dict[RoleKey, float]
) -> None:
    counts = count_pairs(matrix)
    share_per_pair = _share_per_item(counts.total(), PAIR_SIGN, counts, weights)
    for term, column in enumerate(matrix.columns):
        for sentence, cell in column:
            for pair in combinations(cell, 2):
                for role in pair:
                    shares[term, sentence, role] += share_per_pair.get(pair, 0.0) / 2


def _share_per_item(
    total: int, sign: str, counts: Mapping[Transition, int], weights: Mapping[str, float]
) -> dict[Transition, float]:
    """Return what one transition or pair of each kind adds, for those with a weight."""
    weighted = ((transition, weights.get(sign.join(transition), 0.0)) for transition in counts)
    return {transition: weight / total for transition, weight in weighted if weight}


def explain_coherence(
    document: Document, relations: Sequence[Relation], judge: CoherenceModel
) -> TextCoherence:
    """Return what each relation, cell of the role matrix and feature adds to the margin.

    A role in a cell has the shares of its transitions and pairs; the relations that the role comes
    from share it equally.
    """
    matrix = role_matrix(document, relations)
    values = judge.features(matrix)
    weights = judge.effective_weights(values, matrix.n_sentences)
    margin = judge.margin(values, matrix.n_sentences)
    features = [CoherenceFeature(name, value, weights[name]) for name, value in values.items()]
    shares = role_shares(matrix, judge.kind, weights)
    used_roles = select_roles(matrix, judge.kind)
    words = _word_forms(document, matrix.terms)
    terms = [
        _term_roles(index, term, words[term], column, shares.role_shares)
        for index, (term, column) in enumerate(zip(matrix.terms, used_roles.columns, strict=True))
        if column
    ]
    return TextCoherence(
        logistic(margin) if matrix.n_sentences else EMPTY_TEXT_SCORE,
        margin,
        shares.nil_share,
        tuple(tuple(token.form for token in item.tokens) for item in document.sentences),
        tuple(
            _relation_shares(
                document,
                relations,
                {term: index for index, term in enumerate(matrix.terms)},
                shares.role_shares,
            )
        ),
        tuple(sorted(terms, key=lambda item: -fsum(abs(cell.share) for cell in item.cells))),
        tuple(sorted(features, key=lambda item: -abs(item.share))),
    )


def _term_roles(
    term_index: int,
    term: str,
    words: Iterable[str],
    column: Iterable[tuple[int, tuple[str, ...]]],
    shares: Mapping[RoleKey, float],
) -> TermRoles:
    cells = tuple(
        RoleCell(
            sentence, roles, fsum(shares.get((term_index, sentence, role), 0.0) for role in roles)
        )
        for sentence, roles in column
    )
    return TermRoles(term, tuple(words), fsum(cell.share for cell in cells), cells)


def _word_forms(document: Document, terms: Iterable[str]) -> dict[str, dict[str, None]]:
    """Return the forms of each term, in the order of the text."""
    forms: dict[str, dict[str, None]] = {term: {} for term in terms}
    for sentence in document.sentences:
        for token in sentence.tokens:
            if (term := term_of(token)) is not None:
                forms[term][token.form] = None
    return forms


def _relation_shares(
    document: Document,
    relations: Sequence[Relation],
    terms: Mapping[str, int],
    shares: Mapping[RoleKey, float],
) -> list[ExplainedRelation]:
    tokens = [token for sentence in document.sentences for token in sentence.tokens]
    term_of_token = [terms.get(term_of(token) or "") for token in tokens]
    played_roles = [_played_roles(document, relation, term_of_token) for relation in relations]
    relation_counts: dict[RoleKey, int] = defaultdict(int)
    for cell_roles in played_roles:
        for cell_role in cell_roles:
            relation_counts[cell_role] += 1
    pieces = RelationTexts(sentence_sides(document))
    return [
        ExplainedRelation(
            relation,
            fsum(
                shares.get(cell_role, 0.0) / relation_counts[cell_role] for cell_role in cell_roles
            ),
            pieces.marked_pieces(relation),
        )
        for relation, cell_roles in zip(relations, played_roles, strict=True)
    ]


def _played_roles(
    document: Document, relation: Relation, terms: Sequence[int | None]
) -> dict[RoleKey, None]:
    """Return the roles that a relation assigns, each once per cell."""
    return {
        (term, document.sentence_of[token], role): None
        for spans, roles in relation_roles(relation)
        for first, last in spans
        for token in range(first, last + 1)
        if (term := terms[token]) is not None
        for role in roles
    }

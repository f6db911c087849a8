"""From a document, its relations and the weights of features to what each has added."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import fsum

from ...coherence.features import seen_roles
from ...coherence.judge import EMPTY, CoherenceJudge, logistic
from ...coherence.roles import role_matrix, roles_given, term_of
from ...discourse.document import Document
from ...discourse.relation import Relation
from .coherence import RoleCell, TermRoles, TextCoherence, ToldRelation, WeighedFeature
from .pieces import Pieces
from .sentences import sentence_sides
from .shares import RolePlace, role_shares


def explain_coherence(
    document: Document, relations: Sequence[Relation], judge: CoherenceJudge
) -> TextCoherence:
    """What each relation, each cell of the role matrix and each feature adds to the margin.

    A role of a cell has what its transitions and pairs give it; the relations that it comes from
    share that equally.
    """
    matrix = role_matrix(document, relations)
    values = judge.features(matrix)
    weights = judge.weighed(values, matrix.sentences)
    margin = judge.margin(values, matrix.sentences)
    features = [WeighedFeature(name, value, weights[name]) for name, value in values.items()]
    shares = role_shares(matrix, judge.kind, weights)
    seen = seen_roles(matrix, judge.kind)
    words = _words_of(document, matrix.terms)
    terms = [
        _term(number, term, words[term], column, shares.of_roles)
        for number, (term, column) in enumerate(zip(matrix.terms, seen.columns, strict=True))
        if column
    ]
    return TextCoherence(
        logistic(margin) if matrix.sentences else EMPTY,
        margin,
        shares.of_nil,
        tuple(tuple(token.form for token in one.tokens) for one in document.sentences),
        tuple(
            _told(
                document,
                relations,
                {term: number for number, term in enumerate(matrix.terms)},
                shares.of_roles,
            )
        ),
        tuple(sorted(terms, key=lambda one: -fsum(abs(cell.share) for cell in one.cells))),
        tuple(sorted(features, key=lambda one: -abs(one.share))),
    )


def _term(
    number: int,
    term: str,
    words: Iterable[str],
    column: Iterable[tuple[int, tuple[str, ...]]],
    shares: Mapping[RolePlace, float],
) -> TermRoles:
    cells = tuple(
        RoleCell(at, roles, fsum(shares.get((number, at, role), 0.0) for role in roles))
        for at, roles in column
    )
    return TermRoles(term, tuple(words), fsum(cell.share for cell in cells), cells)


def _words_of(document: Document, terms: Iterable[str]) -> dict[str, dict[str, None]]:
    """How each term is written, in the order it is met."""
    found: dict[str, dict[str, None]] = {term: {} for term in terms}
    for sentence in document.sentences:
        for token in sentence.tokens:
            if (term := term_of(token)) is not None:
                found[term][token.form] = None
    return found


def _told(
    document: Document,
    relations: Sequence[Relation],
    terms: Mapping[str, int],
    shares: Mapping[RolePlace, float],
) -> list[ToldRelation]:
    tokens = [token for sentence in document.sentences for token in sentence.tokens]
    term_of_token = [terms.get(term_of(token) or "") for token in tokens]
    played = [_played(document, relation, term_of_token) for relation in relations]
    givers: dict[RolePlace, int] = defaultdict(int)
    for own in played:
        for place in own:
            givers[place] += 1
    pieces = Pieces(sentence_sides(document))
    return [
        ToldRelation(
            relation,
            fsum(shares.get(place, 0.0) / givers[place] for place in own),
            pieces.of(relation),
        )
        for relation, own in zip(relations, played, strict=True)
    ]


def _played(
    document: Document, relation: Relation, terms: Sequence[int | None]
) -> dict[RolePlace, None]:
    """The roles that a relation gives, each once a cell."""
    return {
        (term, document.sentence_of[token], role): None
        for spans, roles in roles_given(relation)
        for first, last in spans
        for token in range(first, last + 1)
        if (term := terms[token]) is not None
        for role in roles
    }

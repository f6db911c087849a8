"""The discourse role matrix of a document, its transitions, and a score from them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import exp, fsum
from typing import NamedTuple, TypeAlias

from ..files.sentence import Token, has_alphanumeric, is_function
from ..text.stemming import stem
from .discourse.relation import ENT_REL, NO_REL, Document, Relation, Spans

# Discourse role matrix (Lin, Ng & Kan 2011): the roles of each term in each sentence.

# Roles such as Comp.Arg1 and E.Temp.Arg2, sorted alphabetically; an empty tuple means nil.
Cell: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class RoleMatrix:
    """Discourse role matrix: one row per sentence, one column per stemmed open-class term.

    Columns are in the order in which the terms first occur. A cell contains each role twice:
    without a prefix, and with the prefix E. (explicit relation) or N. (any other relation). Most
    cells are nil, so a column is stored as its non-nil cells only, as pairs of sentence index and
    cell, in the order of the text.
    """

    terms: tuple[str, ...]
    n_sentences: int
    columns: tuple[tuple[tuple[int, Cell], ...], ...]

    def cell(self, sentence: int, term: int) -> Cell:
        """Return the roles of a term in a sentence; an empty tuple means nil."""
        return dict(self.columns[term]).get(sentence, ())

    def with_roles(self, keep_role: Callable[[str], bool]) -> "RoleMatrix":
        """Return a copy with the selected roles only; cells without any of them become nil."""
        return replace(
            self, columns=tuple(tuple(_filter_column(column, keep_role)) for column in self.columns)
        )


def _filter_column(
    column: tuple[tuple[int, Cell], ...], keep_role: Callable[[str], bool]
) -> list[tuple[int, Cell]]:
    cells = [(sentence, tuple(filter(keep_role, cell))) for sentence, cell in column]
    return [(sentence, cell) for sentence, cell in cells if cell]


# Abbreviations of senses in role names. Relations of other senses (Hypophora) give no roles.
SENSE_ABBREVIATIONS = {
    "Temporal": "Temp",
    "Contingency": "Cont",
    "Comparison": "Comp",
    "Expansion": "Exp",
    ENT_REL: ENT_REL,
    NO_REL: NO_REL,
}
EXPLICIT_PREFIX, IMPLICIT_PREFIX = "E.", "N."


def role_matrix(document: Document, relations: Iterable[Relation]) -> RoleMatrix:
    """Return the roles of the open-class terms of each sentence in the given relations."""
    roles = _roles_of_tokens(document.starts[-1], relations)
    # Roles by term, then by sentence index.
    roles_by_term: dict[str, dict[int, set[str]]] = {}
    for sentence_index, sentence in enumerate(document.sentences):
        for token_index, token in enumerate(sentence.tokens, document.starts[sentence_index]):
            if (term := term_of(token)) is not None:
                roles_by_term.setdefault(term, {}).setdefault(sentence_index, set()).update(
                    roles[token_index]
                )
    columns = (
        tuple(
            (sentence_index, tuple(sorted(cell_roles)))
            for sentence_index, cell_roles in cells.items()
            if cell_roles
        )
        for cells in roles_by_term.values()
    )
    return RoleMatrix(tuple(roles_by_term), len(document.sentences), tuple(columns))


def term_of(token: Token) -> str | None:
    """Return the stem of an open-class word, or None for other tokens (Penn tags decide)."""
    if not has_alphanumeric(token.form) or is_function(token.upos, token.xpos, penn=True):
        return None
    return stem(token.form, "en")


def relation_roles(relation: Relation) -> Iterator[tuple[Spans, tuple[str, ...]]]:
    """Yield spans of a relation with their roles: without a prefix, and with prefix E. or N."""
    short = SENSE_ABBREVIATIONS.get(relation.top)
    if short is None:
        return
    kind = EXPLICIT_PREFIX if relation.explicit else IMPLICIT_PREFIX
    for argument, spans in (("Arg1", relation.arg1), ("Arg2", relation.arg2)):
        role = f"{short}.{argument}"
        yield spans, (role, kind + role)


def _roles_of_tokens(tokens: int, relations: Iterable[Relation]) -> Sequence[set[str]]:
    roles: list[set[str]] = [set() for _ in range(tokens)]
    for relation in relations:
        for spans, new_roles in relation_roles(relation):
            for first, last in spans:
                for token_roles in roles[first : last + 1]:
                    token_roles.update(new_roles)
    return roles


NIL = "nil"
_NIL_CELL: Cell = (NIL,)
Transition: TypeAlias = tuple[str, ...]


class RoleWindow(NamedTuple):
    """Consecutive cells of one column, starting at a sentence; at least one cell is not nil."""

    term: int
    sentence: int
    cells: tuple[Cell, ...]

    def transitions(self) -> Iterator[Transition]:
        """Yield all role sequences; each cell contributes one of its roles, or nil."""
        return product(*(cell or _NIL_CELL for cell in self.cells))


def windows(matrix: RoleMatrix, length: int) -> Iterator[RoleWindow]:
    """Yield the windows of this length column by column, without those that contain only nil."""
    for term, column in enumerate(matrix.columns):
        cells = dict(column)
        last = matrix.n_sentences - length
        starts = {start for filled in cells for start in range(filled - length + 1, filled + 1)}
        for start in sorted(starts):
            if 0 <= start <= last:
                window_cells = tuple(cells.get(start + offset, ()) for offset in range(length))
                yield RoleWindow(term, start, window_cells)


def count_transitions(matrix: RoleMatrix, length: int) -> Counter[Transition]:
    """Count role transitions; windows that contain only nil are counted without visiting them."""
    counts: Counter[Transition] = Counter()
    filled = 0
    for window in windows(matrix, length):
        counts.update(window.transitions())
        filled += 1
    empty = len(matrix.terms) * max(0, matrix.n_sentences - length + 1) - filled
    if empty:
        counts[(NIL,) * length] = empty
    return counts


TRANSITION_LENGTHS = (2, 3)
TRANSITION_SIGN, PAIR_SIGN = "→", "↔"


@dataclass(frozen=True)
class FeatureKind:
    """Features that are used in addition to transitions.

    explicit    +E: cells also contain roles with the prefix E. or N.
    cells       +C: pairs of roles in the same cell
    """

    name: str
    explicit: bool = False
    cells: bool = False


FEATURE_KINDS = {
    kind.name: kind
    for kind in (
        FeatureKind("lin"),
        FeatureKind("lin+c", cells=True),
        FeatureKind("lin+e", explicit=True),
        FeatureKind("dicomer", explicit=True, cells=True),
    )
}


def coherence_features(matrix: RoleMatrix, kind: FeatureKind) -> dict[str, float]:
    """Return the non-zero features; values sum to 1 per transition length, and for pairs."""
    selected = select_roles(matrix, kind)
    features: dict[str, float] = {}
    for length in TRANSITION_LENGTHS:
        features |= _shares(count_transitions(selected, length), TRANSITION_SIGN)
    if kind.cells:
        features |= _shares(count_pairs(selected), PAIR_SIGN)
    return features


def select_roles(matrix: RoleMatrix, kind: FeatureKind) -> RoleMatrix:
    """Return the matrix with the roles that features of this kind use."""
    return matrix if kind.explicit else matrix.with_roles(_is_plain)


def count_pairs(matrix: RoleMatrix) -> Counter[Transition]:
    """Count unordered pairs of distinct roles in one cell; each pair is sorted alphabetically."""
    counts: Counter[Transition] = Counter()
    for column in matrix.columns:
        for _, cell in column:
            counts.update(combinations(cell, 2))
    return counts


def _is_plain(role: str) -> bool:
    return not role.startswith((EXPLICIT_PREFIX, IMPLICIT_PREFIX))


def _shares(counts: Counter[Transition], sign: str) -> dict[str, float]:
    total = counts.total()
    return {sign.join(transition): count / total for transition, count in counts.items()}


# Minimum number of sentences: a shorter text has no sentence order.
MIN_SENTENCES = 2
EMPTY_TEXT_SCORE = 0.0


@dataclass(frozen=True)
class CoherenceModel:
    """Learned coherence model with integer weights, so that sums are equal on all machines.

    slope           slope of the logistic function, above 0
    intercept, length_slope
                    the average sum of a text of n sentences is intercept + length_slope / n,
                    because shares of nil grow with n
    """

    kind: FeatureKind
    weights: Mapping[str, int]
    slope: float
    intercept: float
    length_slope: float = 0.0

    def features(self, matrix: RoleMatrix) -> dict[str, float]:
        """Return the features of a text, or none if it has fewer than two sentences."""
        return coherence_features(matrix, self.kind) if matrix.n_sentences >= MIN_SENTENCES else {}

    def effective_weights(self, features: Mapping[str, float], sentences: int) -> dict[str, float]:
        """Return the effective weight of each feature; the sum of value times weight is the margin.

        Values sum to 1 for each transition length, and for pairs. The average sum of a text of this
        length is subtracted from the weights in equal parts per group of features.
        """
        if not features:
            return {}
        usual = (self.intercept + self.length_slope / sentences) / round(fsum(features.values()))
        return {name: self.slope * (self.weights.get(name, 0) - usual) for name in features}

    def margin(self, features: Mapping[str, float], sentences: int) -> float:
        """Return the log-odds relative to an average text of this length; 0 without features."""
        weights = self.effective_weights(features, sentences)
        return fsum(weights[name] * value for name, value in features.items())

    def score(self, matrix: RoleMatrix) -> float:
        """Return the score in [0, 1].

        The score is 0.5 for a text of one sentence, which has no permutations, and 0 for a text
        without words.
        """
        if not matrix.n_sentences:
            return EMPTY_TEXT_SCORE
        return logistic(self.margin(self.features(matrix), matrix.n_sentences))


def logistic(margin: float) -> float:
    """Return the probability that a text with this margin is the better of two."""
    return 1.0 / (1.0 + exp(max(-700.0, min(700.0, -margin))))

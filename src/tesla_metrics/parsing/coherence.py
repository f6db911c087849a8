"""Discourse role matrix of a document, features from it, and the model of coherence."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import exp, fsum
from typing import NamedTuple, TypeAlias

from ..files.sentence import Token, has_alphanumeric, is_function_word
from ..text.stemming import stem_word
from .discourse.relation import ENT_REL, NO_REL, Document, Relation, Spans

# Discourse role matrix (Lin, Ng & Kan 2011): the roles of each term in each sentence.

# Roles of a term in a sentence, for example Comp.Arg1 and E.Temp.Arg2, sorted alphabetically. An
# empty tuple means nil: the term has no role, or does not occur in the sentence.
Cell: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class RoleMatrix:
    """Discourse role matrix: one row per sentence, one column per stemmed open-class term.

    Columns are in the order in which the terms first occur. A cell contains each role twice:
    without a prefix, and with the prefix E. (explicit relation) or N. (any other relation). Most
    cells are nil. Therefore a column is a list of the other cells only, as pairs of sentence index
    and cell, in the order of the text.
    """

    terms: tuple[str, ...]
    n_sentences: int
    columns: tuple[tuple[tuple[int, Cell], ...], ...]

    def get_cell(self, sentence_index: int, term_index: int) -> Cell:
        """Return the roles of a term in a sentence; an empty tuple means nil."""
        return dict(self.columns[term_index]).get(sentence_index, ())

    def filter_roles(self, keep_role: Callable[[str], bool]) -> "RoleMatrix":
        """Return a copy with the selected roles only; cells without any of them become nil."""
        return replace(
            self, columns=tuple(tuple(_filter_column(column, keep_role)) for column in self.columns)
        )


def _filter_column(
    column: tuple[tuple[int, Cell], ...], keep_role: Callable[[str], bool]
) -> list[tuple[int, Cell]]:
    cells = [(sentence, tuple(filter(keep_role, cell))) for sentence, cell in column]
    return [(sentence, cell) for sentence, cell in cells if cell]


# Abbreviations of senses in role names. Relations of other senses (Hypophora) have no roles.
SENSE_ABBREVIATIONS = {
    "Temporal": "Temp",
    "Contingency": "Cont",
    "Comparison": "Comp",
    "Expansion": "Exp",
    ENT_REL: ENT_REL,
    NO_REL: NO_REL,
}
EXPLICIT_ROLE_PREFIX, OTHER_ROLE_PREFIX = "E.", "N."


def build_role_matrix(document: Document, relations: Iterable[Relation]) -> RoleMatrix:
    """Build the matrix of the roles that the terms of a document have in its relations."""
    token_roles = _collect_token_roles(document.sentence_starts[-1], relations)
    # Roles by term, then by sentence index.
    roles_by_term: dict[str, dict[int, set[str]]] = {}
    for sentence_index, sentence in enumerate(document.sentences):
        for token_index, token in enumerate(
            sentence.tokens, document.sentence_starts[sentence_index]
        ):
            if (term := get_term(token)) is not None:
                roles_by_term.setdefault(term, {}).setdefault(sentence_index, set()).update(
                    token_roles[token_index]
                )
    columns = (
        tuple(
            (sentence_index, tuple(sorted(cell_roles)))
            for sentence_index, cell_roles in roles_by_sentence.items()
            if cell_roles
        )
        for roles_by_sentence in roles_by_term.values()
    )
    return RoleMatrix(tuple(roles_by_term), len(document.sentences), tuple(columns))


def get_term(token: Token) -> str | None:
    """Return the stem of an open-class word, or None for function words and punctuation.

    Function words are recognised by their Penn tags.
    """
    if not has_alphanumeric(token.form) or is_function_word(token.upos, token.xpos, use_penn=True):
        return None
    return stem_word(token.form, "en")


def iterate_relation_roles(relation: Relation) -> Iterator[tuple[Spans, tuple[str, ...]]]:
    """Yield the spans of each argument of a relation, and the roles of its words.

    Each role comes without a prefix and with the prefix E. or N.
    """
    sense_abbreviation = SENSE_ABBREVIATIONS.get(relation.top)
    if sense_abbreviation is None:
        return
    prefix = EXPLICIT_ROLE_PREFIX if relation.explicit else OTHER_ROLE_PREFIX
    for argument_name, spans in (("Arg1", relation.arg1), ("Arg2", relation.arg2)):
        role = f"{sense_abbreviation}.{argument_name}"
        yield spans, (role, prefix + role)


def _collect_token_roles(n_tokens: int, relations: Iterable[Relation]) -> Sequence[set[str]]:
    """Return the roles of each token of a document."""
    roles_by_token: list[set[str]] = [set() for _ in range(n_tokens)]
    for relation in relations:
        for spans, new_roles in iterate_relation_roles(relation):
            for first, last in spans:
                for token_roles in roles_by_token[first : last + 1]:
                    token_roles.update(new_roles)
    return roles_by_token


NIL = "nil"
_NIL_CELL: Cell = (NIL,)
# Sequence of roles of a term in consecutive sentences.
Transition: TypeAlias = tuple[str, ...]


class RoleWindow(NamedTuple):
    """Consecutive cells of one column, starting at a sentence; at least one cell is not nil."""

    term_index: int
    first_sentence: int
    cells: tuple[Cell, ...]

    def iterate_transitions(self) -> Iterator[Transition]:
        """Yield all sequences of roles with one role per cell; the role of an empty cell is nil."""
        return product(*(cell or _NIL_CELL for cell in self.cells))


def iterate_windows(matrix: RoleMatrix, length: int) -> Iterator[RoleWindow]:
    """Yield the windows with `length` cells, column by column, except windows of only nil cells."""
    for term, column in enumerate(matrix.columns):
        cells = dict(column)
        last_start = matrix.n_sentences - length
        window_starts = {
            start
            for sentence_index in cells
            for start in range(sentence_index - length + 1, sentence_index + 1)
        }
        for start in sorted(window_starts):
            if 0 <= start <= last_start:
                window_cells = tuple(cells.get(start + offset, ()) for offset in range(length))
                yield RoleWindow(term, start, window_cells)


def count_transitions(matrix: RoleMatrix, length: int) -> Counter[Transition]:
    """Count the transitions of this length, including transitions of only nil."""
    counts: Counter[Transition] = Counter()
    n_windows = 0
    for window in iterate_windows(matrix, length):
        counts.update(window.iterate_transitions())
        n_windows += 1
    n_nil_windows = len(matrix.terms) * max(0, matrix.n_sentences - length + 1) - n_windows
    if n_nil_windows:
        counts[(NIL,) * length] = n_nil_windows
    return counts


TRANSITION_LENGTHS = (2, 3)
TRANSITION_SIGN, PAIR_SIGN = "→", "↔"


@dataclass(frozen=True)
class FeatureKind:
    """Features that are used in addition to transitions of roles without a prefix.

    `with_prefixed_roles`  whether roles with the prefix E. or N. are used as well (+E)
    `with_role_pairs`      whether pairs of roles in the same cell are features (+C)
    """

    name: str
    with_prefixed_roles: bool = False
    with_role_pairs: bool = False


FEATURE_KINDS = {
    kind.name: kind
    for kind in (
        FeatureKind("lin"),
        FeatureKind("lin+c", with_role_pairs=True),
        FeatureKind("lin+e", with_prefixed_roles=True),
        FeatureKind("dicomer", with_prefixed_roles=True, with_role_pairs=True),
    )
}


def compute_coherence_features(matrix: RoleMatrix, kind: FeatureKind) -> dict[str, float]:
    """Return the non-zero features by name.

    Values are relative frequencies. They sum to 1 for each transition length, and for pairs.
    """
    selected_matrix = select_roles(matrix, kind)
    features: dict[str, float] = {}
    for length in TRANSITION_LENGTHS:
        features |= _normalise_counts(count_transitions(selected_matrix, length), TRANSITION_SIGN)
    if kind.with_role_pairs:
        features |= _normalise_counts(count_pairs(selected_matrix), PAIR_SIGN)
    return features


def select_roles(matrix: RoleMatrix, kind: FeatureKind) -> RoleMatrix:
    """Return the matrix with the roles that features of this kind use."""
    return matrix if kind.with_prefixed_roles else matrix.filter_roles(_has_no_prefix)


def count_pairs(matrix: RoleMatrix) -> Counter[Transition]:
    """Count unordered pairs of distinct roles in one cell; each pair is sorted alphabetically."""
    counts: Counter[Transition] = Counter()
    for column in matrix.columns:
        for _, cell in column:
            counts.update(combinations(cell, 2))
    return counts


def _has_no_prefix(role: str) -> bool:
    return not role.startswith((EXPLICIT_ROLE_PREFIX, OTHER_ROLE_PREFIX))


def _normalise_counts(counts: Counter[Transition], sign: str) -> dict[str, float]:
    total = counts.total()
    return {sign.join(transition): count / total for transition, count in counts.items()}


# Minimum number of sentences of a text with features. A shorter text has no sentence order.
MIN_SENTENCES = 2
EMPTY_TEXT_SCORE = 0.0


@dataclass(frozen=True)
class CoherenceModel:
    """Learned coherence model. Weights are integers, so that sums are equal on all machines.

    The average weighted sum of features of a text of n sentences is
    intercept + length_slope / n, because the share of nil grows with n. `slope` is the slope of the
    logistic function and above 0.
    """

    feature_kind: FeatureKind
    weights: Mapping[str, int]
    slope: float
    intercept: float
    length_slope: float = 0.0

    def compute_features(self, matrix: RoleMatrix) -> dict[str, float]:
        """Return the features of a text, or {} if it has fewer than two sentences."""
        return (
            compute_coherence_features(matrix, self.feature_kind)
            if matrix.n_sentences >= MIN_SENTENCES
            else {}
        )

    def compute_effective_weights(
        self, features: Mapping[str, float], n_sentences: int
    ) -> dict[str, float]:
        """Return effective weights of features: the margin is the sum of value times weight.

        The values of a group of features (a transition length, or pairs) sum to 1. The average sum
        of a text of this length is subtracted from the weights in equal parts per group.
        """
        if not features:
            return {}
        n_groups = round(fsum(features.values()))
        average_weight = (self.intercept + self.length_slope / n_sentences) / n_groups
        return {
            name: self.slope * (self.weights.get(name, 0) - average_weight) for name in features
        }

    def compute_margin(self, features: Mapping[str, float], n_sentences: int) -> float:
        """Return the log-odds relative to an average text of this length; 0 without features."""
        weights = self.compute_effective_weights(features, n_sentences)
        return fsum(weights[name] * value for name, value in features.items())

    def score(self, matrix: RoleMatrix) -> float:
        """Return the score in [0, 1].

        The score is 0.5 for a text of one sentence, which has no permutations, and 0 for a text
        without words.
        """
        if not matrix.n_sentences:
            return EMPTY_TEXT_SCORE
        return logistic(self.compute_margin(self.compute_features(matrix), matrix.n_sentences))


def logistic(margin: float) -> float:
    """Return the probability that a text with this margin is the better of two."""
    exponent = max(-700.0, min(700.0, -margin))  # `exp` overflows above 709
    return 1.0 / (1.0 + exp(exponent))

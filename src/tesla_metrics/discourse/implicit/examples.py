"""What people said of neighbouring sentences and of clauses, beside what is seen of these."""

from collections.abc import Iterator
from typing import NamedTuple

from ...syntax.tree import Tree
from ..document import Document
from ..records import AnnotatedDocument
from ..relation import ALT_LEX, ENT_REL, IMPLICIT, NO_REL, Relation, Spans
from .clause_features import clause_features
from .clauses import find_clauses, without_marks
from .pair_features import pair_features
from .sentence_features import sentence_features
from .within import NONE

_BETWEEN = frozenset({IMPLICIT, ALT_LEX, ENT_REL, NO_REL})


class Neighbours(NamedTuple):
    """Two neighbouring sentences, and what relates them."""

    features: tuple[str, ...]
    relation: Relation


class LabelledClause(NamedTuple):
    """A clause, and the sense of its relation to the rest, or that it has none."""

    features: tuple[str, ...]
    sense: str


def neighbours(annotated: AnnotatedDocument) -> Iterator[Neighbours]:
    """Those of which a relation without a connective is known."""
    document = annotated.document
    for relation in annotated.relations:
        first, second = _sentences(document, relation)
        if relation.type in _BETWEEN and len(first) == len(second) == 1:
            places = min(first), min(second)
            if places[0] + 1 == places[1]:
                both = (
                    sentence_features(document.sentences[one], document.trees[one])
                    for one in places
                )
                yield Neighbours(tuple(pair_features(*both)), relation)


def clauses(annotated: AnnotatedDocument) -> Iterator[LabelledClause]:
    """All that may be in an implicit relation within their sentence."""
    document = annotated.document
    for number, tree in enumerate(document.trees):
        known = known_clauses(annotated, number)
        for clause in find_clauses(tree):
            relation = known.get((clause.start, clause.end))
            features = clause_features(document.sentences[number], tree, clause)
            yield LabelledClause(tuple(features), relation.sense if relation else NONE)


def known_clauses(annotated: AnnotatedDocument, number: int) -> dict[tuple[int, int], Relation]:
    """Second arguments of implicit relations within a sentence, without marks and conjunctions."""
    document = annotated.document
    return {
        _bare(document.trees[number], document.starts[number], relation.arg2): relation
        for relation in annotated.relations
        if relation.type == IMPLICIT
        and all(touched == {number} for touched in _sentences(document, relation))
    }


def _bare(tree: Tree, start: int, spans: Spans) -> tuple[int, int]:
    first, last = without_marks(tree, spans[0][0] - start, spans[-1][1] + 1 - start)
    return first + (tree.tags[first] == "CC"), last


def _sentences(document: Document, relation: Relation) -> tuple[set[int], set[int]]:
    """The sentences that each argument touches."""
    first, second = (
        {
            number
            for begin, end in spans
            for number in range(document.sentence_of[begin], document.sentence_of[end] + 1)
        }
        for spans in (relation.arg1, relation.arg2)
    )
    return first, second

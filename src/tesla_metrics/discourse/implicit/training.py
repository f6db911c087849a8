"""Learns the relations that no connective says from annotated documents."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ...learning.logistic import fit_logistic
from ..linear import LinearClassifier
from ..model import DiscourseModel
from ..records import AnnotatedDocument
from ..relation import ALT_LEX, ENT_REL, IMPLICIT, NO_REL, SENSED, Relation
from .between import SENSE, TOP
from .pair_features import pair_features
from .sentence_features import sentence_features

BETWEEN = frozenset({IMPLICIT, ALT_LEX, ENT_REL, NO_REL})
# Rarer ones are left to their top level.
_LEAST_SENSES = 10
_LEAST_COUNT = 3
_STRENGTH = 0.03
# A quarter of the way to all labels weighing the same: without it next to all are Expansion.
_BALANCE = 0.25


class Neighbours(NamedTuple):
    """Two neighbouring sentences, and what people said of them."""

    features: tuple[str, ...]
    relation: Relation


def train_implicit(documents: Sequence[AnnotatedDocument]) -> DiscourseModel:
    """The classifiers of relations between neighbours."""
    examples = [one for document in documents for one in neighbours(document)]
    tops = _fit(examples, [one.relation.top for one in examples], _BALANCE)
    sensed = [one for one in examples if one.relation.type in SENSED]
    counts = Counter(one.relation.sense for one in sensed)
    sensed = [one for one in sensed if counts[one.relation.sense] >= _LEAST_SENSES]
    senses = _fit(sensed, [one.relation.sense for one in sensed], 0.0)
    return DiscourseModel("en", {TOP: tops, SENSE: senses}, {})


def neighbours(annotated: AnnotatedDocument) -> Iterator[Neighbours]:
    """Those of which a relation without a connective is known."""
    document = annotated.document
    known = {}
    for relation in annotated.relations:
        first, second = (sentences_of(annotated, spans) for spans in (relation.arg1, relation.arg2))
        if relation.type not in BETWEEN or len(first) != 1 or len(second) != 1:
            continue
        places = min(first), min(second)
        if places[0] + 1 == places[1]:
            for place in places:
                if place not in known:
                    sentence, tree = document.sentences[place], document.trees[place]
                    known[place] = sentence_features(sentence, tree)
            yield Neighbours(tuple(pair_features(*(known[one] for one in places))), relation)


def sentences_of(annotated: AnnotatedDocument, spans: Iterable[tuple[int, int]]) -> set[int]:
    """The sentences that spans touch."""
    numbers = annotated.document.sentence_of
    return {number for first, last in spans for number in range(numbers[first], numbers[last] + 1)}


def _fit(examples: Sequence[Neighbours], labels: Sequence[str], balance: float) -> LinearClassifier:
    found = fit_logistic(
        [one.features for one in examples],
        labels,
        strength=_STRENGTH,
        least_count=_LEAST_COUNT,
        balance=balance,
    )
    return LinearClassifier(found.labels, found.weights, found.scale)

"""Learns all that finding explicit relations needs, from annotated documents."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...learning.linear import LinearClassifier
from ...learning.logistic import fit_logistic
from ..document import Document
from ..model import DiscourseModel
from ..records import AnnotatedDocument
from ..relation import Relation, Spans
from .arguments import (
    AROUND,
    BEFORE,
    BEHIND,
    EARLIER,
    END1,
    END2,
    NO,
    PLACE,
    START1,
    START2,
    YES,
    ends_behind,
    ends_of_second,
    starts_before,
)
from .candidates import Candidate, ConnectiveStrings
from .context import Context
from .edges import end_features, start_features
from .find import CONNECTIVE, STRINGS, connective_at
from .listed import LISTED
from .senses import SENSE, TOP, sense_features

# A string that is seldom a connective is left out: `in` would be one in a hundred and fifty.
LEAST_SHARE = 0.01
_SURE_OF_SHARE = 20
_SURELY_NONE = 3
# Of each classifier the strength and the least count of features, chosen on gdtb_dev; those of
# senses by cross-validation, too.
SETTINGS = {
    CONNECTIVE: (0.1, 3),
    TOP: (0.03, 2),
    SENSE: (0.03, 2),
    PLACE: (0.1, 3),
    START1: (0.1, 3),
    END1: (0.1, 3),
    START2: (0.1, 3),
    END2: (0.1, 3),
}


class LabelledRows:
    """Rows of features with their labels, for one classifier."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self.labels: list[str] = []

    def add(self, features: list[str], label: str) -> None:
        """One more."""
        self.rows.append(features)
        self.labels.append(label)

    def learn(self, strength: float, least_count: int) -> LinearClassifier:
        """The classifier."""
        return fit_logistic(self.rows, self.labels, strength=strength, least_count=least_count)


class Instance(NamedTuple):
    """A connective that people marked."""

    document: Document
    candidate: Candidate
    relation: Relation


def train_explicit(documents: Sequence[AnnotatedDocument], language: str = "en") -> DiscourseModel:
    """A model of explicit relations alone."""
    instances = [one for document in documents for one in explicit_instances(document)]
    strings = connective_strings(documents, instances)
    sets = {name: LabelledRows() for name in SETTINGS}
    _add_connectives(documents, ConnectiveStrings(strings), sets[CONNECTIVE])
    for one in instances:
        context = Context(one.document, one.candidate)
        features = sense_features(context)
        sets[TOP].add(features, one.relation.top)
        sets[SENSE].add(features, one.relation.sense)
        _add_arguments(context, one.relation, sets)
    classifiers = {name: examples.learn(*SETTINGS[name]) for name, examples in sets.items()}
    known = sorted({*strings, *unmet_strings(documents)})
    return DiscourseModel(language, classifiers, {STRINGS: tuple(known)})


def explicit_instances(annotated: AnnotatedDocument) -> Iterator[Instance]:
    """Each relation with a connective within one sentence."""
    for relation in annotated.relations:
        if relation.explicit and relation.connective_tokens:
            candidate = connective_at(annotated.document, relation)
            if candidate is not None:
                yield Instance(annotated.document, candidate, relation)


def connective_strings(
    documents: Sequence[AnnotatedDocument], instances: Sequence[Instance]
) -> list[str]:
    """All that were met, but those that are hardly ever connectives."""
    uses = Counter(one.candidate.text for one in instances)
    known = ConnectiveStrings(sorted(uses))
    met = Counter(one.text for document in documents for one in known.candidates(document.document))
    return [
        string
        for string in sorted(uses)
        if met[string] < _SURE_OF_SHARE or uses[string] >= LEAST_SHARE * met[string]
    ]


def unmet_strings(documents: Sequence[AnnotatedDocument]) -> list[str]:
    """Those of our own list that may be found, though nothing is learnt of them.

    What the text has several times, and never as a connective, is none to the people who marked it.
    """
    listed = ConnectiveStrings(LISTED)
    met = Counter(
        one.text for document in documents for one in listed.candidates(document.document)
    )
    return [string for string in LISTED if met[string] < _SURELY_NONE]


def _add_connectives(
    documents: Sequence[AnnotatedDocument], strings: ConnectiveStrings, examples: LabelledRows
) -> None:
    for annotated in documents:
        marked = {
            (one.candidate.sentence, one.candidate.pieces) for one in explicit_instances(annotated)
        }
        for candidate in strings.candidates(annotated.document):
            label = YES if (candidate.sentence, candidate.pieces) in marked else NO
            features = Context(annotated.document, candidate).features
            examples.add(features, label)


def _add_arguments(context: Context, relation: Relation, sets: Mapping[str, LabelledRows]) -> None:
    number, starts = context.candidate.sentence, context.document.starts
    offset, end = starts[number], starts[number + 1]
    first, second = _tokens(relation.arg1, offset), _tokens(relation.arg2, offset)
    second |= context.candidate.tokens
    if not first or min(second) < 0 or max(second) >= end - offset:
        return
    start1, end1, start2, end2 = min(first), max(first), min(second), max(second)
    place = _place(start1, end1, start2, end2, end - offset)
    if not place:
        return
    sets[PLACE].add(context.features, place)
    if place == EARLIER:
        return
    _add_start(context, sets[START2], context.candidate.first, start2, inclusive=True)
    _add_end(context, sets[END2], ends_of_second(context), end2)
    if place != BEHIND:
        _add_start(context, sets[START1], start2, start1)
    if place != BEFORE:
        _add_end(context, sets[END1], ends_behind(context, end2), end1)


def _place(start1: int, end1: int, start2: int, end2: int, size: int) -> str:
    """Where Arg1 is; nothing where it is none of the known places."""
    if end1 < 0:
        return EARLIER
    if start1 < 0 or end1 >= size:
        return ""
    if end1 < start2:
        return BEFORE
    if start1 > end2:
        return BEHIND
    return AROUND if start1 < start2 and end1 > end2 else ""


def _add_start(
    context: Context, examples: LabelledRows, first: int, truth: int, inclusive: bool = False
) -> None:
    for nearer, place in enumerate(starts_before(context, first, inclusive)):
        features = start_features(context, place, nearer, first=first)
        examples.add(features, YES if place == truth else NO)


def _add_end(context: Context, examples: LabelledRows, ends: Sequence[int], truth: int) -> None:
    for nearer, place in enumerate(ends):
        examples.add(end_features(context, place, nearer), YES if place == truth else NO)


def _tokens(spans: Spans, offset: int) -> set[int]:
    return {token - offset for first, last in spans for token in range(first, last + 1)}

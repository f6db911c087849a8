"""Train the discourse parser on annotated documents."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...resources.learning.linear_classifier import LinearClassifier
from ...resources.learning.maximum_entropy import fit_logistic
from ..syntax.tree import Tree
from .connective_context import ConnectiveContext
from .connectives import LISTED_SENSES, Candidate, ConnectiveStrings
from .explicit_relations import (
    AFTER,
    ARG1_PLACE,
    AROUND,
    BEFORE,
    CONNECTIVE,
    EARLIER,
    END1,
    END2,
    EXPLICIT_SENSE,
    EXPLICIT_TOP,
    NO,
    START1,
    START2,
    STRINGS,
    YES,
    arg2_ends,
    connective_at,
    end_features,
    ends_after,
    sense_features,
    start_features,
    starts_before,
)
from .implicit_features import (
    clause_features,
    find_clauses,
    pair_features,
    sentence_features,
    strip_punctuation,
)
from .implicit_relations import IMPLICIT_SENSE, IMPLICIT_TOP, NONE, WITHIN
from .relation import (
    ALT_LEX,
    ENT_REL,
    IMPLICIT,
    NO_REL,
    TYPES_WITH_SENSE,
    DiscourseModel,
    Document,
    Relation,
    Spans,
)
from .relation_records import AnnotatedDocument

# Minimum share of occurrences as a connective. Without it `in` would be used, which is a connective
# once in 150 occurrences.
MIN_CONNECTIVE_SHARE = 0.01
_MIN_OCCURRENCES = 20
_MAX_UNMARKED = 3
# Regularisation strength and minimum feature count of each classifier, chosen on gdtb_dev; those of
# senses by cross-validation, too.
SETTINGS = {
    CONNECTIVE: (0.1, 3),
    EXPLICIT_TOP: (0.03, 2),
    EXPLICIT_SENSE: (0.03, 2),
    ARG1_PLACE: (0.1, 3),
    START1: (0.1, 3),
    END1: (0.1, 3),
    START2: (0.1, 3),
    END2: (0.1, 3),
}


class LabelledRows:
    """Training examples of one classifier: rows of features and their labels."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self.labels: list[str] = []

    def add(self, features: list[str], label: str) -> None:
        """Add one example."""
        self.rows.append(features)
        self.labels.append(label)

    def fit(self, strength: float, min_count: int) -> LinearClassifier:
        """Return the trained classifier."""
        return fit_logistic(self.rows, self.labels, c=strength, min_count=min_count)


class Instance(NamedTuple):
    """An annotated connective and its relation."""

    document: Document
    candidate: Candidate
    relation: Relation


def train_explicit(documents: Sequence[AnnotatedDocument], language: str = "en") -> DiscourseModel:
    """Train a model of explicit relations only."""
    instances = [instance for document in documents for instance in explicit_instances(document)]
    strings = connective_strings(documents, instances)
    rows_by_classifier = {name: LabelledRows() for name in SETTINGS}
    _add_connectives(documents, ConnectiveStrings(strings), rows_by_classifier[CONNECTIVE])
    for instance in instances:
        context = ConnectiveContext(instance.document, instance.candidate)
        features = sense_features(context)
        rows_by_classifier[EXPLICIT_TOP].add(features, instance.relation.top)
        rows_by_classifier[EXPLICIT_SENSE].add(features, instance.relation.sense)
        _add_arguments(context, instance.relation, rows_by_classifier)
    classifiers = {
        name: examples.fit(*SETTINGS[name]) for name, examples in rows_by_classifier.items()
    }
    listed = sorted({*strings, *unseen_strings(documents)})
    return DiscourseModel(language, classifiers, {STRINGS: tuple(listed)})


def explicit_instances(annotated: AnnotatedDocument) -> Iterator[Instance]:
    """Yield each relation with a connective within one sentence."""
    for relation in annotated.relations:
        if relation.explicit and relation.connective_tokens:
            candidate = connective_at(annotated.document, relation)
            if candidate is not None:
                yield Instance(annotated.document, candidate, relation)


def connective_strings(
    documents: Sequence[AnnotatedDocument], instances: Sequence[Instance]
) -> list[str]:
    """Return all annotated connective strings, except those that are hardly ever connectives."""
    uses = Counter(item.candidate.text for item in instances)
    candidates_of = ConnectiveStrings(sorted(uses))
    occurrences = Counter(
        item.text for document in documents for item in candidates_of.candidates(document.document)
    )
    return [
        string
        for string in sorted(uses)
        if occurrences[string] < _MIN_OCCURRENCES
        or uses[string] >= MIN_CONNECTIVE_SHARE * occurrences[string]
    ]


def unseen_strings(documents: Sequence[AnnotatedDocument]) -> list[str]:
    """Return strings of the built-in list for which there is no training data.

    Strings that occur several times, but were never annotated as connectives, are left out.
    """
    listed = ConnectiveStrings(LISTED_SENSES)
    occurrences = Counter(
        candidate.text
        for document in documents
        for candidate in listed.candidates(document.document)
    )
    return [string for string in LISTED_SENSES if occurrences[string] < _MAX_UNMARKED]


def _add_connectives(
    documents: Sequence[AnnotatedDocument], strings: ConnectiveStrings, examples: LabelledRows
) -> None:
    for annotated in documents:
        annotated_pieces = {
            (instance.candidate.sentence, instance.candidate.pieces)
            for instance in explicit_instances(annotated)
        }
        for candidate in strings.candidates(annotated.document):
            label = YES if (candidate.sentence, candidate.pieces) in annotated_pieces else NO
            features = ConnectiveContext(annotated.document, candidate).features
            examples.add(features, label)


def _add_arguments(
    context: ConnectiveContext, relation: Relation, rows_by_classifier: Mapping[str, LabelledRows]
) -> None:
    sentence, starts = context.candidate.sentence, context.document.starts
    offset, end = starts[sentence], starts[sentence + 1]
    first, second = _sentence_tokens(relation.arg1, offset), _sentence_tokens(relation.arg2, offset)
    second |= context.candidate.tokens
    if not first or min(second) < 0 or max(second) >= end - offset:
        return
    start1, end1, start2, end2 = min(first), max(first), min(second), max(second)
    arg1_place = _arg1_place(start1, end1, start2, end2, end - offset)
    if not arg1_place:
        return
    rows_by_classifier[ARG1_PLACE].add(context.features, arg1_place)
    if arg1_place == EARLIER:
        return
    _add_start(context, rows_by_classifier[START2], context.candidate.first, start2, inclusive=True)
    _add_end(context, rows_by_classifier[END2], arg2_ends(context), end2)
    if arg1_place != AFTER:
        _add_start(context, rows_by_classifier[START1], start2, start1)
    if arg1_place != BEFORE:
        _add_end(context, rows_by_classifier[END1], ends_after(context, end2), end1)


def _arg1_place(start1: int, end1: int, start2: int, end2: int, size: int) -> str:
    """Return the place of Arg1, or "" if it is none of the known places."""
    if end1 < 0:
        return EARLIER
    if start1 < 0 or end1 >= size:
        return ""
    if end1 < start2:
        return BEFORE
    if start1 > end2:
        return AFTER
    return AROUND if start1 < start2 and end1 > end2 else ""


def _add_start(
    context: ConnectiveContext,
    examples: LabelledRows,
    first: int,
    truth: int,
    inclusive: bool = False,
) -> None:
    for rank, token in enumerate(starts_before(context, first, inclusive)):
        features = start_features(context, token, rank, first=first)
        examples.add(features, YES if token == truth else NO)


def _add_end(
    context: ConnectiveContext, examples: LabelledRows, ends: Sequence[int], truth: int
) -> None:
    for rank, token in enumerate(ends):
        examples.add(end_features(context, token, rank), YES if token == truth else NO)


def _sentence_tokens(spans: Spans, offset: int) -> set[int]:
    return {token - offset for first, last in spans for token in range(first, last + 1)}


_TYPES_BETWEEN_SENTENCES = frozenset({IMPLICIT, ALT_LEX, ENT_REL, NO_REL})


class Neighbours(NamedTuple):
    """Features of two neighbouring sentences, and their relation."""

    features: tuple[str, ...]
    relation: Relation


class LabelledClause(NamedTuple):
    """Features of a clause, and the sense of its relation to the rest, or NONE."""

    features: tuple[str, ...]
    sense: str


def neighbour_examples(annotated: AnnotatedDocument) -> Iterator[Neighbours]:
    """Yield neighbouring sentences with an annotated relation without a connective."""
    document = annotated.document
    for relation in annotated.relations:
        first, second = _argument_sentences(document, relation)
        if relation.type in _TYPES_BETWEEN_SENTENCES and len(first) == len(second) == 1:
            indices = min(first), min(second)
            if indices[0] + 1 == indices[1]:
                features = (
                    sentence_features(document.sentences[index], document.trees[index])
                    for index in indices
                )
                yield Neighbours(tuple(pair_features(*features)), relation)


def labelled_clause_examples(annotated: AnnotatedDocument) -> Iterator[LabelledClause]:
    """Yield all clauses that may have an implicit relation within their sentence."""
    document = annotated.document
    for index, tree in enumerate(document.trees):
        relations_by_span = known_clauses(annotated, index)
        for clause in find_clauses(tree):
            relation = relations_by_span.get((clause.start, clause.end))
            features = clause_features(document.sentences[index], tree, clause)
            yield LabelledClause(tuple(features), relation.sense if relation else NONE)


def known_clauses(annotated: AnnotatedDocument, number: int) -> dict[tuple[int, int], Relation]:
    """Return implicit relations within a sentence by the span of their second argument.

    Spans have no punctuation at their edges and no conjunction.
    """
    document = annotated.document
    return {
        _span_without_marks(
            document.trees[number], document.starts[number], relation.arg2
        ): relation
        for relation in annotated.relations
        if relation.type == IMPLICIT
        and all(touched == {number} for touched in _argument_sentences(document, relation))
    }


def _span_without_marks(tree: Tree, start: int, spans: Spans) -> tuple[int, int]:
    first, last = strip_punctuation(tree, spans[0][0] - start, spans[-1][1] + 1 - start)
    return first + (tree.tags[first] == "CC"), last


def _argument_sentences(document: Document, relation: Relation) -> tuple[set[int], set[int]]:
    """Return the indices of the sentences that each argument overlaps."""
    first, second = (
        {
            index
            for first_token, last_token in spans
            for index in range(
                document.sentence_of[first_token], document.sentence_of[last_token] + 1
            )
        }
        for spans in (relation.arg1, relation.arg2)
    )
    return first, second


# Minimum counts: rarer senses are left out between sentences, and reduced to their top level within
# sentences.
_MIN_COUNT_BETWEEN, _MIN_COUNT_WITHIN = 10, 8


def train_implicit(documents: Sequence[AnnotatedDocument]) -> DiscourseModel:
    """Train the classifiers of relations between neighbours and within sentences."""
    pairs = [example for document in documents for example in neighbour_examples(document)]
    tops = [example.relation.top for example in pairs]
    counts = Counter(
        example.relation.sense for example in pairs if example.relation.type in TYPES_WITH_SENSE
    )
    sensed = [example for example in pairs if counts[example.relation.sense] >= _MIN_COUNT_BETWEEN]
    clause_examples = [
        example for document in documents for example in labelled_clause_examples(document)
    ]
    sense_counts = Counter(example.sense for example in clause_examples)
    senses = [
        example.sense
        if sense_counts[example.sense] >= _MIN_COUNT_WITHIN
        else example.sense.partition(".")[0]
        for example in clause_examples
    ]
    return DiscourseModel(
        "en",
        {
            # Class weights are balanced by 0.3; otherwise nearly all predictions are Expansion.
            IMPLICIT_TOP: _fit([example.features for example in pairs], tops, 0.01, 3, 0.3),
            IMPLICIT_SENSE: _fit(
                [example.features for example in sensed],
                [example.relation.sense for example in sensed],
                0.03,
                3,
            ),
            WITHIN: _fit([example.features for example in clause_examples], senses, 1.0, 2),
        },
        {},
    )


def _fit(
    rows: Sequence[Sequence[str]],
    labels: Sequence[str],
    strength: float,
    least_count: int,
    balance: float = 0.0,
) -> LinearClassifier:
    return fit_logistic(rows, labels, c=strength, min_count=least_count, balance=balance)

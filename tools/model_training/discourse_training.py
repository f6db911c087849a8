"""Train the discourse parser on annotated documents."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tesla_metrics.parsing.discourse.connective_context import ConnectiveContext
from tesla_metrics.parsing.discourse.connectives import (
    LISTED_SENSES,
    ConnectiveCandidate,
    ConnectiveStrings,
)
from tesla_metrics.parsing.discourse.explicit_relations import (
    AFTER,
    ARG1_END,
    ARG1_PLACE,
    ARG1_START,
    ARG2_END,
    ARG2_START,
    AROUND,
    BEFORE,
    CONNECTIVE_CLASSIFIER,
    CONNECTIVE_LIST,
    EARLIER,
    EXPLICIT_SENSE,
    EXPLICIT_TOP_SENSE,
    NO_LABEL,
    YES_LABEL,
    find_annotated_connective,
    find_arg2_ends,
    find_ends_after,
    find_starts_before,
    get_end_features,
    get_sense_features,
    get_start_features,
)
from tesla_metrics.parsing.discourse.implicit_features import (
    extract_sentence_features,
    find_clauses,
    get_clause_features,
    get_pair_features,
    strip_punctuation,
)
from tesla_metrics.parsing.discourse.implicit_relations import (
    IMPLICIT_SENSE,
    IMPLICIT_TOP_SENSE,
    IMPLICIT_WITHIN,
    NO_RELATION,
)
from tesla_metrics.parsing.discourse.relation import (
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
from tesla_metrics.parsing.discourse.relation_records import AnnotatedDocument
from tesla_metrics.parsing.syntax.tree import Tree
from tesla_metrics.resources.learning.linear_classifier import LinearClassifier
from tesla_metrics.resources.learning.maximum_entropy import fit_logistic

# Strings that are rarely connectives are left out, for example `in`, which is a connective once in
# 150 occurrences: the minimum share of connectives among the occurrences of a string, and the
# number of occurrences from which it applies.
MIN_CONNECTIVE_SHARE = 0.01
_MIN_OCCURRENCES = 20
# A string of the built-in list is used if it occurs less often than this in the annotated text.
_MIN_EVIDENCE = 3
# Regularisation strength and minimum feature count of each classifier, chosen on gdtb_dev. The
# values for senses were also checked by cross-validation.
CLASSIFIER_SETTINGS = {
    CONNECTIVE_CLASSIFIER: (0.1, 3),
    EXPLICIT_TOP_SENSE: (0.03, 2),
    EXPLICIT_SENSE: (0.03, 2),
    ARG1_PLACE: (0.1, 3),
    ARG1_START: (0.1, 3),
    ARG1_END: (0.1, 3),
    ARG2_START: (0.1, 3),
    ARG2_END: (0.1, 3),
}


class LabelledExamples:
    """Training examples of one classifier: rows of features and their labels."""

    def __init__(self) -> None:
        self.feature_rows: list[list[str]] = []
        self.labels: list[str] = []

    def add(self, features: list[str], label: str) -> None:
        """Add one example."""
        self.feature_rows.append(features)
        self.labels.append(label)

    def fit(self, strength: float, min_count: int) -> LinearClassifier:
        """Return the trained classifier."""
        return fit_logistic(self.feature_rows, self.labels, c=strength, min_count=min_count)


class ExplicitExample(NamedTuple):
    """Annotated connective and its relation."""

    document: Document
    candidate: ConnectiveCandidate
    relation: Relation


def train_explicit(documents: Sequence[AnnotatedDocument], language: str = "en") -> DiscourseModel:
    """Train a model of explicit relations only."""
    instances = [
        instance for document in documents for instance in list_explicit_examples(document)
    ]
    strings = select_connective_strings(documents, instances)
    examples_by_classifier = {name: LabelledExamples() for name in CLASSIFIER_SETTINGS}
    _add_connective_examples(
        documents, ConnectiveStrings(strings), examples_by_classifier[CONNECTIVE_CLASSIFIER]
    )
    for instance in instances:
        context = ConnectiveContext(instance.document, instance.candidate)
        features = get_sense_features(context)
        examples_by_classifier[EXPLICIT_TOP_SENSE].add(features, instance.relation.top)
        examples_by_classifier[EXPLICIT_SENSE].add(features, instance.relation.sense)
        _add_argument_examples(context, instance.relation, examples_by_classifier)
    classifiers = {
        name: examples.fit(*CLASSIFIER_SETTINGS[name])
        for name, examples in examples_by_classifier.items()
    }
    all_strings = sorted({*strings, *select_unseen_strings(documents)})
    return DiscourseModel(language, classifiers, {CONNECTIVE_LIST: tuple(all_strings)})


def list_explicit_examples(annotated: AnnotatedDocument) -> Iterator[ExplicitExample]:
    """Yield the explicit relations of a document with a connective within one sentence."""
    for relation in annotated.relations:
        if relation.explicit and relation.connective_tokens:
            candidate = find_annotated_connective(annotated.document, relation)
            if candidate is not None:
                yield ExplicitExample(annotated.document, candidate, relation)


def select_connective_strings(
    documents: Sequence[AnnotatedDocument], instances: Sequence[ExplicitExample]
) -> list[str]:
    """Return all annotated connective strings, except those that are hardly ever connectives."""
    connective_counts = Counter(instance.candidate.text for instance in instances)
    annotated_strings = ConnectiveStrings(sorted(connective_counts))
    occurrence_counts = Counter(
        candidate.text
        for document in documents
        for candidate in annotated_strings.find_candidates(document.document)
    )
    return [
        string
        for string in sorted(connective_counts)
        if occurrence_counts[string] < _MIN_OCCURRENCES
        or connective_counts[string] >= MIN_CONNECTIVE_SHARE * occurrence_counts[string]
    ]


def select_unseen_strings(documents: Sequence[AnnotatedDocument]) -> list[str]:
    """Return strings of the built-in list that hardly occur in the annotated documents.

    Strings that occur several times are left out: they are annotated, or they are not connectives.
    """
    listed = ConnectiveStrings(LISTED_SENSES)
    occurrence_counts = Counter(
        candidate.text
        for document in documents
        for candidate in listed.find_candidates(document.document)
    )
    return [string for string in LISTED_SENSES if occurrence_counts[string] < _MIN_EVIDENCE]


def _add_connective_examples(
    documents: Sequence[AnnotatedDocument], strings: ConnectiveStrings, examples: LabelledExamples
) -> None:
    """Add one example per occurrence of a connective string: whether it is a connective."""
    for annotated in documents:
        annotated_pieces = {
            (instance.candidate.sentence_index, instance.candidate.piece_spans)
            for instance in list_explicit_examples(annotated)
        }
        for candidate in strings.find_candidates(annotated.document):
            label = (
                YES_LABEL
                if (candidate.sentence_index, candidate.piece_spans) in annotated_pieces
                else NO_LABEL
            )
            features = ConnectiveContext(annotated.document, candidate).features
            examples.add(features, label)


def _add_argument_examples(
    context: ConnectiveContext,
    relation: Relation,
    examples_by_classifier: Mapping[str, LabelledExamples],
) -> None:
    """Add examples of the position of Arg1 and of the boundaries of both arguments.

    Relations with arguments that the parser cannot find are left out.
    """
    sentence_index, starts = context.candidate.sentence_index, context.document.sentence_starts
    sentence_start, n_tokens = starts[sentence_index], len(context.words)
    arg1_tokens = _get_sentence_tokens(relation.arg1, sentence_start)
    arg2_tokens = _get_sentence_tokens(relation.arg2, sentence_start) | context.candidate.tokens
    if not arg1_tokens or min(arg2_tokens) < 0 or max(arg2_tokens) >= n_tokens:
        return
    start1, end1 = min(arg1_tokens), max(arg1_tokens)
    start2, end2 = min(arg2_tokens), max(arg2_tokens)
    arg1_place = _get_arg1_place(start1, end1, start2, end2, n_tokens)
    if not arg1_place:
        return
    examples_by_classifier[ARG1_PLACE].add(context.features, arg1_place)
    if arg1_place == EARLIER:
        return
    _add_start_examples(
        context,
        examples_by_classifier[ARG2_START],
        context.candidate.first_token,
        start2,
        inclusive=True,
    )
    _add_end_examples(context, examples_by_classifier[ARG2_END], find_arg2_ends(context), end2)
    if arg1_place != AFTER:
        _add_start_examples(context, examples_by_classifier[ARG1_START], start2, start1)
    if arg1_place != BEFORE:
        _add_end_examples(
            context, examples_by_classifier[ARG1_END], find_ends_after(context, end2), end1
        )


def _get_arg1_place(start1: int, end1: int, start2: int, end2: int, n_tokens: int) -> str:
    """Return the position of Arg1 relative to Arg2, or "" if it is none of the four.

    Indices are relative to the sentence of the connective, which has `n_tokens` tokens.
    """
    if end1 < 0:
        return EARLIER
    if start1 < 0 or end1 >= n_tokens:
        return ""
    if end1 < start2:
        return BEFORE
    if start1 > end2:
        return AFTER
    return AROUND if start1 < start2 and end1 > end2 else ""


def _add_start_examples(
    context: ConnectiveContext,
    examples: LabelledExamples,
    limit_token: int,
    true_start: int,
    inclusive: bool = False,
) -> None:
    """Add one example per possible start of an argument before a token."""
    for rank, token in enumerate(find_starts_before(context, limit_token, inclusive)):
        features = get_start_features(context, token, rank, limit_token=limit_token)
        examples.add(features, YES_LABEL if token == true_start else NO_LABEL)


def _add_end_examples(
    context: ConnectiveContext, examples: LabelledExamples, ends: Sequence[int], true_end: int
) -> None:
    """Add one example per possible end of an argument."""
    for rank, token in enumerate(ends):
        examples.add(
            get_end_features(context, token, rank), YES_LABEL if token == true_end else NO_LABEL
        )


def _get_sentence_tokens(spans: Spans, offset: int) -> set[int]:
    """Return token indices relative to the start of a sentence, negative for earlier tokens."""
    return {token - offset for first, last in spans for token in range(first, last + 1)}


_TYPES_BETWEEN_SENTENCES = frozenset({IMPLICIT, ALT_LEX, ENT_REL, NO_REL})


class NeighbourExample(NamedTuple):
    """Features of two neighbouring sentences, and their relation."""

    features: tuple[str, ...]
    relation: Relation


class ClauseExample(NamedTuple):
    """Features of a clause, and the sense of its relation to the rest of the sentence.

    The sense is "none" if there is no relation.
    """

    features: tuple[str, ...]
    sense: str


def list_neighbour_examples(annotated: AnnotatedDocument) -> Iterator[NeighbourExample]:
    """Yield pairs of neighbouring sentences with an annotated relation without a connective."""
    document = annotated.document
    for relation in annotated.relations:
        first_sentences, second_sentences = _find_argument_sentences(document, relation)
        if (
            relation.type in _TYPES_BETWEEN_SENTENCES
            and len(first_sentences) == len(second_sentences) == 1
        ):
            indices = min(first_sentences), min(second_sentences)
            if indices[0] + 1 == indices[1]:
                features = (
                    extract_sentence_features(document.sentences[index], document.trees[index])
                    for index in indices
                )
                yield NeighbourExample(tuple(get_pair_features(*features)), relation)


def list_clause_examples(annotated: AnnotatedDocument) -> Iterator[ClauseExample]:
    """Yield all clauses that may have an implicit relation within their sentence."""
    document = annotated.document
    for index, tree in enumerate(document.trees):
        relations_by_span = find_annotated_clauses(annotated, index)
        for clause in find_clauses(tree):
            relation = relations_by_span.get((clause.start, clause.end))
            features = get_clause_features(document.sentences[index], tree, clause)
            yield ClauseExample(tuple(features), relation.sense if relation else NO_RELATION)


def find_annotated_clauses(
    annotated: AnnotatedDocument, sentence_index: int
) -> dict[tuple[int, int], Relation]:
    """Return the implicit relations within a sentence by the span of their second argument.

    Spans are in tokens of the sentence, without punctuation at the edges and without an initial
    conjunction.
    """
    document = annotated.document
    return {
        _strip_clause_span(
            document.trees[sentence_index], document.sentence_starts[sentence_index], relation.arg2
        ): relation
        for relation in annotated.relations
        if relation.type == IMPLICIT
        and all(
            sentence_indices == {sentence_index}
            for sentence_indices in _find_argument_sentences(document, relation)
        )
    }


def _strip_clause_span(tree: Tree, sentence_start: int, spans: Spans) -> tuple[int, int]:
    """Return start and end of spans without punctuation at the edges and initial conjunction."""
    first, last = strip_punctuation(
        tree, spans[0][0] - sentence_start, spans[-1][1] + 1 - sentence_start
    )
    return first + (tree.tags[first] == "CC"), last


def _find_argument_sentences(document: Document, relation: Relation) -> tuple[set[int], set[int]]:
    """Return the indices of the sentences that each argument overlaps."""
    arg1_sentences, arg2_sentences = (
        {
            index
            for first_token, last_token in spans
            for index in range(
                document.sentence_indices[first_token], document.sentence_indices[last_token] + 1
            )
        }
        for spans in (relation.arg1, relation.arg2)
    )
    return arg1_sentences, arg2_sentences


# Minimum counts of senses. Between sentences, examples of rarer senses are left out. Within
# sentences, rarer senses are replaced by their top sense.
_MIN_COUNT_BETWEEN, _MIN_COUNT_WITHIN = 10, 8


def train_implicit(documents: Sequence[AnnotatedDocument]) -> DiscourseModel:
    """Train the classifiers of relations between neighbours and within sentences."""
    pairs = [example for document in documents for example in list_neighbour_examples(document)]
    top_senses = [example.relation.top for example in pairs]
    pair_sense_counts = Counter(
        example.relation.sense for example in pairs if example.relation.type in TYPES_WITH_SENSE
    )
    frequent_pairs = [
        example
        for example in pairs
        if pair_sense_counts[example.relation.sense] >= _MIN_COUNT_BETWEEN
    ]
    clause_examples = [
        example for document in documents for example in list_clause_examples(document)
    ]
    clause_sense_counts = Counter(example.sense for example in clause_examples)
    clause_senses = [
        example.sense
        if clause_sense_counts[example.sense] >= _MIN_COUNT_WITHIN
        else example.sense.partition(".")[0]
        for example in clause_examples
    ]
    return DiscourseModel(
        "en",
        {
            # Without class weights (balance 0.3) nearly all predictions would be Expansion.
            IMPLICIT_TOP_SENSE: _fit_classifier(
                [example.features for example in pairs], top_senses, 0.01, 3, 0.3
            ),
            IMPLICIT_SENSE: _fit_classifier(
                [example.features for example in frequent_pairs],
                [example.relation.sense for example in frequent_pairs],
                0.03,
                3,
            ),
            IMPLICIT_WITHIN: _fit_classifier(
                [example.features for example in clause_examples], clause_senses, 1.0, 2
            ),
        },
        {},
    )


def _fit_classifier(
    rows: Sequence[Sequence[str]],
    labels: Sequence[str],
    strength: float,
    min_count: int,
    balance: float = 0.0,
) -> LinearClassifier:
    return fit_logistic(rows, labels, c=strength, min_count=min_count, balance=balance)

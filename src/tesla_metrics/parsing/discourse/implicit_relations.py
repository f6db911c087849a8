"""Find implicit relations between and within sentences."""

from collections.abc import Iterable, Iterator, Set

from ...files.sentence import has_alphanumeric
from ...resources.learning.linear_classifier import LinearClassifier
from ..syntax.tree import NO_NODE, Tree
from .implicit_features import (
    CONJUNCT_LABELS,
    FREE_CLAUSE,
    Clause,
    extract_sentence_features,
    find_clauses,
    get_clause_features,
    get_pair_features,
)
from .relation import IMPLICIT, TOP_SENSES, DiscourseModel, Document, Relation, Spans

_OPENING_MARKS = frozenset(("(", "[", "{", "“", "‘", "``"))


def find_clause_arguments(
    tree: Tree, clause: Clause, related_nodes: Set[int]
) -> tuple[Spans, Spans]:
    """Return the spans of both arguments of a clause's relation, in tokens of the sentence.

    The second argument is the clause. The first argument is the rest of the clause that contains
    it, or the conjunct before it. Punctuation belongs to the words before it, and a conjunction to
    the words after it. `related_nodes` contains the nodes of clauses that have relations
    themselves.
    """
    siblings = tree.children[tree.nodes[clause.node].parent]
    end = _find_end_after_punctuation(tree, clause.end)
    if clause.kind == FREE_CLAUSE:
        clause_span = clause.start, end
        region = _find_clause_region(tree, clause.node, related_nodes)
        remaining_spans = _remove_adverbials(tree, region, clause_span)
        return _subtract_span(remaining_spans, clause_span), ((clause.start, end - 1),)
    start = min(_find_conjunct_start(tree, siblings, clause.node), clause.start)
    previous_start = _find_previous_conjunct_start(
        tree, siblings, clause.child_index, related_nodes
    )
    return _subtract_span([(previous_start, start)], (start, end)), ((start, end - 1),)


def _find_clause_region(tree: Tree, node: int, related_nodes: Set[int]) -> tuple[int, int]:
    """Return start and end of the clause that contains a node.

    The search goes up in the tree, for example from the object of a verb. It stops at noun phrases
    (relative clauses), parentheses, adverbial clauses, conjuncts and related nodes.
    """
    current = tree.nodes[node].parent
    start = end = None
    while tree.nodes[current].parent != NO_NODE and current not in related_nodes:
        parent = tree.nodes[current].parent
        if tree.nodes[parent].label in ("NP", "PRN") or _is_adverbial(tree, current):
            break
        if _is_conjunct(tree, current):
            end = tree.nodes[current].end if end is None else end
            if tree.children[parent][0] != current:
                start = _find_conjunct_start(tree, tree.children[parent], current)
                break
        current = parent
    start = tree.nodes[current].start if start is None else start
    return start, _find_end_after_punctuation(tree, tree.nodes[current].end if end is None else end)


def _find_previous_conjunct_start(
    tree: Tree, siblings: tuple[int, ...], clause_index: int, related_nodes: Set[int]
) -> int:
    """Return the start of the previous conjunct; the first conjunct includes its subject."""
    conjunct_indices = [
        index
        for index in range(clause_index)
        if tree.nodes[siblings[index]].label in CONJUNCT_LABELS
    ]
    if len(conjunct_indices) < 2:
        return _find_clause_region(tree, siblings[clause_index], related_nodes)[0]
    return _find_conjunct_start(tree, siblings, siblings[conjunct_indices[-1]])


def _find_conjunct_start(tree: Tree, siblings: tuple[int, ...], node: int) -> int:
    """Return the start of a conjunct, including the conjunction before it."""
    previous = tree.nodes[siblings[siblings.index(node) - 1]]
    return previous.start if previous.label == "CC" else tree.nodes[node].start


def _remove_adverbials(
    tree: Tree, region: tuple[int, int], clause_span: tuple[int, int]
) -> list[tuple[int, int]]:
    """Return the spans of a region without adverbial clauses, which have other relations.

    Adverbial clauses that overlap the clause itself are kept.
    """
    spans = [region]
    for node, (_, start, end, _) in enumerate(tree.nodes):
        is_within = region[0] <= start and end <= region[1] and (start, end) != region
        is_disjoint = clause_span[1] <= start or end <= clause_span[0]
        if is_within and is_disjoint and _is_adverbial(tree, node):
            end = _find_end_after_punctuation(tree, end)
            spans = _cut_span(spans, (start, end))
    return spans


def _is_adverbial(tree: Tree, node: int) -> bool:
    """Return whether a node is an adverbial clause, for example with because or when."""
    label, start, _, parent = tree.nodes[node]
    if label != "SBAR" or parent == NO_NODE or tree.nodes[parent].label not in ("S", "VP"):
        return False
    return tree.tags[start] in ("IN", "WRB") and tree.words[start].lower() != "that"


def _is_conjunct(tree: Tree, node: int) -> bool:
    """Return whether a clause or verb phrase is coordinated with a sibling of the same kind."""
    label, _, _, parent = tree.nodes[node]
    sibling_labels = [tree.nodes[child].label for child in tree.children[parent]]
    return (
        label in CONJUNCT_LABELS
        and sibling_labels.count(label) > 1
        and not {"CC", ","}.isdisjoint(sibling_labels)
    )


def _cut_span(spans: list[tuple[int, int]], removed_span: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the parts of (start, end) spans that are before or after a removed span."""
    parts = []
    for start, end in spans:
        parts += [(start, min(end, removed_span[0])), (max(start, removed_span[1]), end)]
    return [(start, end) for start, end in parts if start < end]


def _subtract_span(spans: list[tuple[int, int]], removed_span: tuple[int, int]) -> Spans:
    """Like `_cut_span`, but return pairs of first and last token."""
    return tuple((start, end - 1) for start, end in _cut_span(spans, removed_span))


def _find_end_after_punctuation(tree: Tree, end: int) -> int:
    """Return the end of the punctuation that follows a span; opening marks are not included."""
    while end < len(tree.words) and not has_alphanumeric(tree.words[end]):
        if tree.words[end] in _OPENING_MARKS:
            break
        end += 1
    return end


# Classifiers of relations between sentences. The labels of the first are TOP_SENSES, EntRel and
# NoRel, the labels of the second are full senses.
IMPLICIT_TOP_SENSE, IMPLICIT_SENSE = "implicit.between", "implicit.sense"
# Connectives that would express a sense between sentences.
_CONNECTIVES_BETWEEN = {
    "Comparison.Concession.Arg2-as-denier": "however",
    "Comparison.Contrast": "by contrast",
    "Contingency.Cause.Reason": "because",
    "Contingency.Cause.Result": "so",
    "Expansion.Conjunction": "and",
    "Expansion.Equivalence": "in other words",
    "Expansion.Instantiation.Arg2-as-instance": "for example",
    "Expansion.Level-of-detail.Arg2-as-detail": "specifically",
    "Expansion.Substitution.Arg2-as-subst": "instead",
    "Temporal.Asynchronous.Precedence": "then",
}


def find_implicit_between(
    document: Document, explicit_relations: Iterable[Relation], model: DiscourseModel
) -> list[Relation]:
    """Return one relation for each pair of neighbouring sentences without an explicit relation.

    The arguments are complete sentences.
    """
    top_classifier = model.get_classifier(IMPLICIT_TOP_SENSE)
    sense_classifier = model.get_classifier(IMPLICIT_SENSE)
    features_by_sentence = [
        extract_sentence_features(sentence, tree)
        for sentence, tree in zip(document.sentences, document.trees, strict=True)
    ]
    relations = []
    for second in find_unlinked_sentences(document, explicit_relations):
        features = list(
            get_pair_features(features_by_sentence[second - 1], features_by_sentence[second])
        )
        label = top_classifier.predict(features)
        arguments = _get_sentence_span(document, second - 1), _get_sentence_span(document, second)
        if label in TOP_SENSES:
            full_sense = predict_finer_sense(sense_classifier, label, features)
            relations.append(
                Relation(IMPLICIT, full_sense, _CONNECTIVES_BETWEEN.get(full_sense, ""), *arguments)
            )
        else:
            relations.append(Relation(label, label, "", *arguments))
    return relations


def find_unlinked_sentences(
    document: Document, explicit_relations: Iterable[Relation]
) -> Iterator[int]:
    """Yield the indices of sentences without an explicit relation to the text before them.

    The first sentences of paragraphs are left out.
    """
    linked_sentences = set(_find_linked_sentences(document, explicit_relations))
    for second in range(1, len(document.sentences)):
        is_same_paragraph = not document.paragraph_indices or (
            document.paragraph_indices[second] == document.paragraph_indices[second - 1]
        )
        if is_same_paragraph and second not in linked_sentences:
            yield second


def _find_linked_sentences(
    document: Document, explicit_relations: Iterable[Relation]
) -> Iterator[int]:
    for relation in explicit_relations:
        if relation.explicit and relation.arg1 and relation.arg2:
            first_sentence, second_sentence = (
                document.sentence_indices[spans[0][0]] for spans in (relation.arg1, relation.arg2)
            )
            if first_sentence < second_sentence:
                yield second_sentence


def predict_finer_sense(
    classifier: LinearClassifier, top_sense: str, features: Iterable[str]
) -> str:
    """Return the best label of the classifier that begins with a top sense.

    If there is none, the result is the top sense itself.
    """
    candidates = [
        (score, -index, label)
        for index, (score, label) in enumerate(
            zip(classifier.sum_weights(features), classifier.labels, strict=True)
        )
        if label.partition(".")[0] == top_sense
    ]
    return max(candidates)[-1] if candidates else top_sense


def _get_sentence_span(document: Document, index: int) -> Spans:
    return ((document.sentence_starts[index], document.sentence_starts[index + 1] - 1),)


# Classifier of relations within sentences. Its labels are senses and `NO_RELATION`, which means
# that there is no relation.
IMPLICIT_WITHIN, NO_RELATION = "implicit.within", "none"
# Connectives that would express a sense within a sentence.
_CONNECTIVES_WITHIN = {
    "Contingency.Cause.Reason": "because",
    "Contingency.Cause.Result": "so",
    "Contingency.Purpose.Arg2-as-goal": "in order",
    "Expansion.Conjunction": "and",
    "Expansion.Disjunction": "or",
    "Expansion.Level-of-detail.Arg2-as-detail": "specifically",
    "Expansion.Manner.Arg2-as-manner": "by",
    "Temporal.Asynchronous.Precedence": "then",
    "Temporal.Asynchronous.Succession": "after",
}


def find_implicit_within(document: Document, model: DiscourseModel) -> Iterator[Relation]:
    """Yield implicit relations within sentences, sentence by sentence."""
    classifier = model.get_classifier(IMPLICIT_WITHIN)
    for index, (sentence, tree) in enumerate(zip(document.sentences, document.trees, strict=True)):
        sentence_start = document.sentence_starts[index]
        related_nodes: set[int] = set()
        for clause in find_clauses(tree):
            sense = classifier.predict(get_clause_features(sentence, tree, clause))
            if sense == NO_RELATION:
                continue
            related_nodes.add(clause.node)
            spans = find_clause_arguments(tree, clause, related_nodes)
            if all(spans):
                arg1, arg2 = (
                    tuple(
                        (sentence_start + first, sentence_start + last) for first, last in argument
                    )
                    for argument in spans
                )
                yield Relation(IMPLICIT, sense, _CONNECTIVES_WITHIN.get(sense, ""), arg1, arg2)

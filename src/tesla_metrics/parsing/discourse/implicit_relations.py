"""Find implicit relations between and within sentences."""

from collections.abc import Iterable, Iterator, Set

from ...files.sentence import has_alphanumeric
from ...resources.learning.linear_classifier import LinearClassifier
from ..syntax.tree import NO_NODE, Tree
from .implicit_features import (
    CONJUNCTS,
    FREE,
    Clause,
    clause_features,
    find_clauses,
    pair_features,
    sentence_features,
)
from .relation import IMPLICIT, TOP_SENSES, DiscourseModel, Document, Relation, Spans

_OPENING = frozenset(("(", "[", "{", "“", "‘", "``"))


def clause_spans(tree: Tree, clause: Clause, related: Set[int]) -> tuple[Spans, Spans]:
    """Return the spans of what the clause belongs to and of the clause, in sentence tokens.

    Punctuation belongs to the words before it, and a conjunction to what follows. `related`
    contains the nodes of clauses that have relations themselves.
    """
    siblings = tree.children[tree.nodes[clause.node].parent]
    end = _include_punctuation(tree, clause.end)
    if clause.kind == FREE:
        clause_span = clause.start, end
        region = _clause_region(tree, clause.node, related)
        return _subtract(_without_adverbials(tree, region, clause_span), clause_span), (
            (clause_span[0], clause_span[1] - 1),
        )
    start = min(_conjunct_start(tree, siblings, clause.node), clause.start)
    first = _previous_conjunct_start(tree, siblings, clause.child_index, related)
    return _subtract([(first, start)], (start, end)), ((start, end - 1),)


def _clause_region(tree: Tree, node: int, related: Set[int]) -> tuple[int, int]:
    """Return the words of the clause that contains a node.

    The search goes up through objects of verbs, and stops at relative clauses and conjuncts.
    """
    current = tree.nodes[node].parent
    start = end = None
    while tree.nodes[current].parent != NO_NODE and current not in related:
        parent = tree.nodes[current].parent
        if tree.nodes[parent].label in ("NP", "PRN") or _is_adverbial(tree, current):
            break
        if _is_conjunct(tree, current):
            end = tree.nodes[current].end if end is None else end
            if tree.children[parent][0] != current:
                start = _conjunct_start(tree, tree.children[parent], current)
                break
        current = parent
    start = tree.nodes[current].start if start is None else start
    return start, _include_punctuation(tree, tree.nodes[current].end if end is None else end)


def _previous_conjunct_start(
    tree: Tree, siblings: tuple[int, ...], clause_index: int, related: Set[int]
) -> int:
    """Return the start of the previous conjunct; the first conjunct includes its subject."""
    conjuncts = [
        index for index in range(clause_index) if tree.nodes[siblings[index]].label in CONJUNCTS
    ]
    if len(conjuncts) < 2:
        return _clause_region(tree, siblings[clause_index], related)[0]
    return _conjunct_start(tree, siblings, siblings[conjuncts[-1]])


def _conjunct_start(tree: Tree, siblings: tuple[int, ...], node: int) -> int:
    """Return the start of a conjunct, including the conjunction before it."""
    previous = tree.nodes[siblings[siblings.index(node) - 1]]
    return previous.start if previous.label == "CC" else tree.nodes[node].start


def _without_adverbials(
    tree: Tree, region: tuple[int, int], clause_span: tuple[int, int]
) -> list[tuple[int, int]]:
    """Return the region without adverbial clauses, which have their own connectives."""
    parts = [region]
    for node, (_, start, end, _) in enumerate(tree.nodes):
        within = region[0] <= start and end <= region[1] and (start, end) != region
        disjoint = clause_span[1] <= start or end <= clause_span[0]
        if within and disjoint and _is_adverbial(tree, node):
            end = _include_punctuation(tree, end)
            parts = [
                piece
                for first, last in parts
                for piece in ((first, min(last, start)), (max(first, end), last))
                if piece[0] < piece[1]
            ]
    return parts


def _is_adverbial(tree: Tree, node: int) -> bool:
    label, start, _, parent = tree.nodes[node]
    if label != "SBAR" or parent == NO_NODE or tree.nodes[parent].label not in ("S", "VP"):
        return False
    return tree.tags[start] in ("IN", "WRB") and tree.words[start].lower() != "that"


def _is_conjunct(tree: Tree, node: int) -> bool:
    label, _, _, parent = tree.nodes[node]
    sibling_labels = [tree.nodes[child].label for child in tree.children[parent]]
    return (
        label in CONJUNCTS
        and sibling_labels.count(label) > 1
        and not {"CC", ","}.isdisjoint(sibling_labels)
    )


def _subtract(parts: list[tuple[int, int]], removed: tuple[int, int]) -> Spans:
    """Return the parts without a removed range, as spans."""
    return tuple(
        (first, last - 1)
        for start, end in parts
        for first, last in ((start, min(end, removed[0])), (max(start, removed[1]), end))
        if first < last
    )


def _include_punctuation(tree: Tree, end: int) -> int:
    """Return the end after the punctuation that follows, without opening marks."""
    while end < len(tree.words) and not has_alphanumeric(tree.words[end]):
        if tree.words[end] in _OPENING:
            break
        end += 1
    return end


# Classifiers: one of TOP_SENSES, EntRel or NoRel; and the sense below that.
IMPLICIT_TOP, IMPLICIT_SENSE = "implicit.between", "implicit.sense"
# Connectives that would express the sense between sentences.
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
    document: Document, explicit: Iterable[Relation], model: DiscourseModel
) -> list[Relation]:
    """Return one relation for each two neighbouring sentences without an explicit relation.

    The arguments are complete sentences.
    """
    top, sense = model.classifier(IMPLICIT_TOP), model.classifier(IMPLICIT_SENSE)
    features_of = [
        sentence_features(sentence, tree)
        for sentence, tree in zip(document.sentences, document.trees, strict=True)
    ]
    relations = []
    for second in unlinked_sentences(document, explicit):
        features = list(pair_features(features_of[second - 1], features_of[second]))
        kind = top.predict(features)
        arguments = _sentence_span(document, second - 1), _sentence_span(document, second)
        if kind in TOP_SENSES:
            full_sense = finer_sense(sense, kind, features)
            relations.append(
                Relation(IMPLICIT, full_sense, _CONNECTIVES_BETWEEN.get(full_sense, ""), *arguments)
            )
        else:
            relations.append(Relation(kind, kind, "", *arguments))
    return relations


def unlinked_sentences(document: Document, explicit: Iterable[Relation]) -> Iterator[int]:
    """Yield sentences without an explicit relation to the text before them.

    Only sentences that follow another one in the same paragraph are considered.
    """
    tied = set(_sentences_with_link(document, explicit))
    for second in range(1, len(document.sentences)):
        same_paragraph = not document.paragraphs or (
            document.paragraphs[second] == document.paragraphs[second - 1]
        )
        if same_paragraph and second not in tied:
            yield second


def _sentences_with_link(document: Document, explicit: Iterable[Relation]) -> Iterator[int]:
    for relation in explicit:
        if relation.explicit and relation.arg1 and relation.arg2:
            first, second = (
                document.sentence_of[spans[0][0]] for spans in (relation.arg1, relation.arg2)
            )
            if first < second:
                yield second


def finer_sense(classifier: LinearClassifier, top: str, features: Iterable[str]) -> str:
    """Return the best sense below one of TOP_SENSES."""
    candidates = [
        (total, -index, label)
        for index, (total, label) in enumerate(
            zip(classifier.sums(features), classifier.labels, strict=True)
        )
        if label.partition(".")[0] == top
    ]
    return max(candidates)[-1] if candidates else top


def _sentence_span(document: Document, index: int) -> Spans:
    return ((document.starts[index], document.starts[index + 1] - 1),)


# Classifier of relations within sentences: the sense, or NONE.
WITHIN, NONE = "implicit.within", "none"
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
    classifier = model.classifier(WITHIN)
    for index, (sentence, tree) in enumerate(zip(document.sentences, document.trees, strict=True)):
        start = document.starts[index]
        related: set[int] = set()
        for clause in find_clauses(tree):
            sense = classifier.predict(clause_features(sentence, tree, clause))
            if sense == NONE:
                continue
            related.add(clause.node)
            spans = clause_spans(tree, clause, related)
            if all(spans):
                arg1, arg2 = (
                    tuple((start + first, start + last) for first, last in argument)
                    for argument in spans
                )
                yield Relation(IMPLICIT, sense, _CONNECTIVES_WITHIN.get(sense, ""), arg1, arg2)

"""Implicit relations of a clause to the rest of its sentence."""

from collections.abc import Iterator

from ..document import Document
from ..model import DiscourseModel
from ..relation import IMPLICIT, Relation
from .clause_features import clause_features
from .clause_spans import clause_spans
from .clauses import find_clauses

# Of the model: the sense, or that there is none.
WITHIN, NONE = "implicit.within", "none"
_FITTING = {
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


def find_within(document: Document, model: DiscourseModel) -> Iterator[Relation]:
    """Sentence by sentence."""
    classifier = model.classifier(WITHIN)
    for number, (sentence, tree) in enumerate(zip(document.sentences, document.trees, strict=True)):
        start = document.starts[number]
        related: set[int] = set()
        for clause in find_clauses(tree):
            sense = classifier.decide(clause_features(sentence, tree, clause))
            if sense == NONE:
                continue
            related.add(clause.node)
            spans = clause_spans(tree, clause, related)
            if all(spans):
                arg1, arg2 = (
                    tuple((start + first, start + last) for first, last in own) for own in spans
                )
                yield Relation(IMPLICIT, sense, _FITTING.get(sense, ""), arg1, arg2)

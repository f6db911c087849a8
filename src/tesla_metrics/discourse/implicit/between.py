"""Relations between neighbouring sentences that no connective says: Implicit, EntRel or NoRel."""

from collections.abc import Iterable, Iterator

from ...learning.linear import LinearClassifier
from ..document import Document
from ..model import DiscourseModel
from ..relation import IMPLICIT, TOP_SENSES, Relation, Spans
from .pair_features import pair_features
from .sentence_features import sentence_features

# Of the model: which of TOP_SENSES, EntRel or NoRel, and which sense below that.
TOP, SENSE = "implicit.between", "implicit.sense"
# What would say it.
_FITTING = {
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


def find_between(
    document: Document, explicit: Iterable[Relation], model: DiscourseModel
) -> list[Relation]:
    """One for every two neighbours that nothing explicit joins; both are whole sentences."""
    top, sense = model.classifier(TOP), model.classifier(SENSE)
    known = [
        sentence_features(sentence, tree)
        for sentence, tree in zip(document.sentences, document.trees, strict=True)
    ]
    found = []
    for second in open_places(document, explicit):
        features = list(pair_features(known[second - 1], known[second]))
        kind = top.decide(features)
        arguments = _whole(document, second - 1), _whole(document, second)
        if kind in TOP_SENSES:
            named = finer_sense(sense, kind, features)
            found.append(Relation(IMPLICIT, named, _FITTING.get(named, ""), *arguments))
        else:
            found.append(Relation(kind, kind, "", *arguments))
    return found


def open_places(document: Document, explicit: Iterable[Relation]) -> Iterator[int]:
    """Sentences that follow one of the same paragraph, and that no connective ties to what is
    before them.
    """
    tied = set(_tied(document, explicit))
    for second in range(1, len(document.sentences)):
        same = not document.paragraphs or (
            document.paragraphs[second] == document.paragraphs[second - 1]
        )
        if same and second not in tied:
            yield second


def _tied(document: Document, explicit: Iterable[Relation]) -> Iterator[int]:
    for relation in explicit:
        if relation.explicit and relation.arg1 and relation.arg2:
            first, second = (
                document.sentence_of[spans[0][0]] for spans in (relation.arg1, relation.arg2)
            )
            if first < second:
                yield second


def finer_sense(classifier: LinearClassifier, top: str, features: Iterable[str]) -> str:
    """The likeliest of the senses below one of TOP_SENSES."""
    below = [
        (total, -place, label)
        for place, (total, label) in enumerate(
            zip(classifier.sums(features), classifier.labels, strict=True)
        )
        if label.partition(".")[0] == top
    ]
    return max(below)[-1] if below else top


def _whole(document: Document, number: int) -> Spans:
    return ((document.starts[number], document.starts[number + 1] - 1),)

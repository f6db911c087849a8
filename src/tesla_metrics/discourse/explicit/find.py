"""Explicit relations of a document."""

from ..document import Document
from ..model import DiscourseModel
from ..relation import EXPLICIT, Relation
from .arguments import find_arguments
from .candidates import GAP, Candidate, ConnectiveStrings
from .context import Context
from .senses import find_sense

STRINGS = "connectives"
CONNECTIVE = "explicit.connective"


def find_explicit(document: Document, model: DiscourseModel) -> list[Relation]:
    """In the order of their connectives; one that has nothing to join is left out."""
    found = (_relation(context, model) for context in find_connectives(document, model))
    return [relation for relation in found if relation.arg1 and relation.arg2]


def find_connectives(document: Document, model: DiscourseModel) -> list[Context]:
    """The candidates that are connectives, in order; of those that overlap the surest."""
    classifier = model.classifier(CONNECTIVE)
    sure: list[tuple[int, int, Context]] = []
    for number, candidate in enumerate(
        ConnectiveStrings(model.strings(STRINGS)).candidates(document)
    ):
        context = Context(document, candidate)
        no, yes = classifier.sums(context.features)
        if yes > no:
            sure.append((no - yes, number, context))
    taken: set[tuple[int, int]] = set()
    found = []
    for _, number, context in sorted(sure, key=lambda one: one[:2]):
        own = {(context.candidate.sentence, token) for token in context.candidate.tokens}
        if not own & taken:
            taken |= own
            found.append((number, context))
    return [context for _, context in sorted(found, key=lambda one: one[0])]


def _relation(context: Context, model: DiscourseModel) -> Relation:
    candidate = context.candidate
    offset = context.document.starts[candidate.sentence]
    arg1, arg2 = find_arguments(context, model)
    return Relation(
        EXPLICIT,
        find_sense(context, model),
        candidate.text.replace(f" {GAP} ", " "),
        arg1,
        arg2,
        tuple((first + offset, last + offset) for first, last in candidate.pieces),
    )


def connective_at(document: Document, relation: Relation) -> Candidate | None:
    """A relation's connective as a candidate; none if it is not written within one sentence."""
    spans = relation.connective_tokens
    numbers = {document.sentence_of[token] for span in spans for token in span}
    if len(numbers) != 1:
        return None
    number = numbers.pop()
    offset = document.starts[number]
    words = [token.form.lower() for token in document.sentences[number].tokens]
    pieces = tuple((first - offset, last - offset) for first, last in spans)
    text = f" {GAP} ".join(" ".join(words[first : last + 1]) for first, last in pieces)
    return Candidate(text, number, pieces)

"""From the relations of a document to its role matrix."""

from collections.abc import Iterable, Iterator, Sequence

from ..analysis.sentence import Token, has_alphanumeric, is_function
from ..analysis.stems import stem
from ..discourse.document import Document
from ..discourse.relation import ENT_REL, NO_REL, Relation, Spans
from .matrix import RoleMatrix

# What roles are called. A relation of another sense (Hypophora) is left out.
SHORT = {
    "Temporal": "Temp",
    "Contingency": "Cont",
    "Comparison": "Comp",
    "Expansion": "Exp",
    ENT_REL: ENT_REL,
    NO_REL: NO_REL,
}
EXPLICITLY, OTHERWISE = "E.", "N."


def role_matrix(document: Document, relations: Iterable[Relation]) -> RoleMatrix:
    """Which roles the open-class terms of each sentence have in these relations."""
    roles = _roles_of_tokens(document.starts[-1], relations)
    # By term, then by sentence: all that the term plays there.
    found: dict[str, dict[int, set[str]]] = {}
    for number, sentence in enumerate(document.sentences):
        for place, token in enumerate(sentence.tokens, document.starts[number]):
            if (term := term_of(token)) is not None:
                found.setdefault(term, {}).setdefault(number, set()).update(roles[place])
    columns = (
        tuple((number, tuple(sorted(own))) for number, own in cells.items() if own)
        for cells in found.values()
    )
    return RoleMatrix(tuple(found), len(document.sentences), tuple(columns))


def term_of(token: Token) -> str | None:
    """The stem of an open-class word, by Penn's tags."""
    if not has_alphanumeric(token.form) or is_function(token.upos, token.xpos, penn=True):
        return None
    return stem(token.form, "en")


def roles_given(relation: Relation) -> Iterator[tuple[Spans, tuple[str, ...]]]:
    """Where a relation gives roles, and which: each as it is, and with E. or N. before it."""
    short = SHORT.get(relation.top)
    if short is None:
        return
    kind = EXPLICITLY if relation.explicit else OTHERWISE
    for argument, spans in (("Arg1", relation.arg1), ("Arg2", relation.arg2)):
        role = f"{short}.{argument}"
        yield spans, (role, kind + role)


def _roles_of_tokens(tokens: int, relations: Iterable[Relation]) -> Sequence[set[str]]:
    roles: list[set[str]] = [set() for _ in range(tokens)]
    for relation in relations:
        for spans, given in roles_given(relation):
            for first, last in spans:
                for own in roles[first : last + 1]:
                    own.update(given)
    return roles

"""Clauses within a sentence that may stand in a relation which no connective says.

free         an infinitive or a participle: `we left early to catch the train`
coordinated  behind a conjunction, which may hide more than it says: `he knocked and went in`
listed       behind a comma: `they swept the floor, washed up, …`
"""

from collections.abc import Iterator
from typing import NamedTuple

from ...analysis.sentence import has_alphanumeric
from ...syntax.tree import NO_NODE, Tree

FREE, COORDINATED, LISTED = "free", "coordinated", "listed"
_VERBAL = frozenset(("TO", "VBG", "VBN"))
_CLAUSES = frozenset(("S", "SBAR"))
CONJUNCTS = frozenset(("S", "SBAR", "VP"))


class Clause(NamedTuple):
    """A node of a tree, its words without marks around them, and its place among the children of
    the node above.
    """

    node: int
    start: int
    end: int
    kind: str
    place: int


def find_clauses(tree: Tree) -> Iterator[Clause]:
    """In the order of their nodes, those above others first."""
    for node, (label, first, last, parent) in enumerate(tree.nodes):
        if parent == NO_NODE or label not in CONJUNCTS or tree.nodes[parent][1:3] == (first, last):
            continue
        start, end = without_marks(tree, first, last)
        siblings = [tree.nodes[child].label for child in tree.children[parent]]
        place = tree.children[parent].index(node)
        if kind := _kind(tree, label, start, end, siblings, place):
            yield Clause(node, start, end, kind, place)


def _kind(
    tree: Tree, label: str, start: int, end: int, siblings: list[str], place: int
) -> str | None:
    before = siblings[place - 1] if place else ""
    if before == "CC":
        first = next(one for one in siblings if one in CONJUNCTS)
        return COORDINATED if label == first else None
    verbal = not _VERBAL.isdisjoint(tree.tags[start : min(end, start + 2)])
    if label in _CLAUSES and verbal and (tree.tags[start] in _VERBAL or tree.tags[start] == "RB"):
        return FREE
    if before == "," and place > 1 and siblings[place - 2] == label:
        return LISTED
    return None


def without_marks(tree: Tree, start: int, end: int) -> tuple[int, int]:
    """The words without punctuation at the edges; one word stays."""
    while end - 1 > start and not has_alphanumeric(tree.words[end - 1]):
        end -= 1
    while start < end - 1 and not has_alphanumeric(tree.words[start]):
        start += 1
    return start, end

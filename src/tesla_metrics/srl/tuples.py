"""Who did what in a few words: predicates with their roles and the words that fill them."""

from typing import NamedTuple

from ..syntax.heads import PUNCTUATION, head_child
from ..syntax.tree import Tree
from .frame import CONTINUED, REFERRING, Argument, Frame

# What says more than the word in front of it, which is the head by the rules of syntax: the object
# of a preposition, the clause after a conjunction, the verb after its auxiliaries.
_SAYING = {
    "PP": frozenset({"NP", "NML", "S", "SBAR", "ADJP", "ADVP", "PP", "QP"}),
    "WHPP": frozenset({"WHNP"}),
    "SBAR": frozenset({"S", "SQ", "SINV", "FRAG", "SBAR"}),
    "SQ": frozenset({"VP"}),
    "SINV": frozenset({"VP", "S"}),
    "VP": frozenset({"VP"}),
}

# What PropBank calls predicates, though they only help others.
_AUXILIARIES = frozenset({"be", "do", "have"})


class RoleTuple(NamedTuple):
    """A predicate, a role, and the word that says most of what fills it; words by their places."""

    predicate: int
    role: str
    head: int


def is_auxiliary(frame: Frame) -> bool:
    """Whether a predicate only helps another one: then nothing fills its roles."""
    return frame.lemma in _AUXILIARIES and not frame.arguments


def frame_tuples(frame: Frame, tree: Tree) -> list[RoleTuple]:
    """One for each argument; what only refers to another one (`who`, `which`) has none."""
    return [
        RoleTuple(frame.predicate, one.label.removeprefix(CONTINUED), argument_head(tree, one))
        for one in frame.arguments
        if not one.label.startswith(REFERRING)
    ]


def argument_head(tree: Tree, argument: Argument) -> int:
    """The word that says most of an argument; of the longest part of one that is no constituent."""
    start, end = argument.start, argument.end
    within = tree.exactly(start, end)
    if within is None:
        parts = [at for at, node in enumerate(tree.nodes) if start <= node.start < node.end <= end]
        within = max(parts, key=lambda at: tree.nodes[at].end - tree.nodes[at].start)
    while below := tree.children[within]:
        within = below[_saying(tree.nodes[within].label, [tree.nodes[at].label for at in below])]
    return tree.nodes[within].start


def _saying(label: str, below: list[str]) -> int:
    """Which child has the word."""
    wanted = _SAYING.get(label, frozenset())
    found = next((at for at, one in enumerate(below) if one in wanted), None)
    if found is not None:
        return found
    if label == "PP":  # its object is a mere word
        return max(at for at, one in enumerate(below) if one not in PUNCTUATION or not at)
    return head_child(label, tuple(below))

"""Where the two arguments of a relation within a sentence are."""

from collections.abc import Set

from ...analysis.sentence import has_alphanumeric
from ...syntax.tree import NO_NODE, Tree
from ..relation import Spans
from .clauses import CONJUNCTS, FREE, Clause

_OPENING = frozenset(("(", "[", "{", "“", "‘", "``"))


def clause_spans(tree: Tree, clause: Clause, related: Set[int]) -> tuple[Spans, Spans]:
    """Of a sentence's words: what the clause belongs to, and the clause.

    Marks go with what is before them, a conjunction with what it begins. `related` are nodes of
    clauses that stand in relations of their own.
    """
    siblings = tree.children[tree.nodes[clause.node].parent]
    end = _with_marks(tree, clause.end)
    if clause.kind == FREE:
        own = clause.start, end
        region = _region(tree, clause.node, related)
        return _less(_main(tree, region, own), own), ((own[0], own[1] - 1),)
    start = min(_conjunct_start(tree, siblings, clause.node), clause.start)
    first = _first(tree, siblings, clause.place, related)
    return _less([(first, start)], (start, end)), ((start, end - 1),)


def _region(tree: Tree, node: int, related: Set[int]) -> tuple[int, int]:
    """Words of the clause that one belongs to, as far up as it is one: relative clauses and
    conjuncts are by themselves, objects of verbs are not.
    """
    at = tree.nodes[node].parent
    start = end = None
    while tree.nodes[at].parent != NO_NODE and at not in related:
        parent = tree.nodes[at].parent
        if tree.nodes[parent].label in ("NP", "PRN") or _adverbial(tree, at):
            break
        if _is_conjunct(tree, at):
            end = tree.nodes[at].end if end is None else end
            if tree.children[parent][0] != at:
                start = _conjunct_start(tree, tree.children[parent], at)
                break
        at = parent
    start = tree.nodes[at].start if start is None else start
    return start, _with_marks(tree, tree.nodes[at].end if end is None else end)


def _first(tree: Tree, siblings: tuple[int, ...], place: int, related: Set[int]) -> int:
    """Where the conjunct before begins; the first one has the subject before it."""
    others = [number for number in range(place) if tree.nodes[siblings[number]].label in CONJUNCTS]
    if len(others) < 2:
        return _region(tree, siblings[place], related)[0]
    return _conjunct_start(tree, siblings, siblings[others[-1]])


def _conjunct_start(tree: Tree, siblings: tuple[int, ...], node: int) -> int:
    """With the conjunction before it."""
    before = tree.nodes[siblings[siblings.index(node) - 1]]
    return before.start if before.label == "CC" else tree.nodes[node].start


def _main(tree: Tree, region: tuple[int, int], own: tuple[int, int]) -> list[tuple[int, int]]:
    """The region without adverbial clauses, which have connectives of their own."""
    parts = [region]
    for place, (_, start, end, _) in enumerate(tree.nodes):
        inside = region[0] <= start and end <= region[1] and (start, end) != region
        apart = own[1] <= start or end <= own[0]
        if inside and apart and _adverbial(tree, place):
            end = _with_marks(tree, end)
            parts = [
                kept
                for first, last in parts
                for kept in ((first, min(last, start)), (max(first, end), last))
                if kept[0] < kept[1]
            ]
    return parts


def _adverbial(tree: Tree, place: int) -> bool:
    label, start, _, parent = tree.nodes[place]
    if label != "SBAR" or parent == NO_NODE or tree.nodes[parent].label not in ("S", "VP"):
        return False
    return tree.tags[start] in ("IN", "WRB") and tree.words[start].lower() != "that"


def _is_conjunct(tree: Tree, place: int) -> bool:
    label, _, _, parent = tree.nodes[place]
    beside = [tree.nodes[child].label for child in tree.children[parent]]
    return label in CONJUNCTS and beside.count(label) > 1 and not {"CC", ","}.isdisjoint(beside)


def _less(parts: list[tuple[int, int]], own: tuple[int, int]) -> Spans:
    """What is left of stretches without one, as spans."""
    return tuple(
        (first, last - 1)
        for start, end in parts
        for first, last in ((start, min(end, own[0])), (max(start, own[1]), end))
        if first < last
    )


def _with_marks(tree: Tree, end: int) -> int:
    """Behind the marks that follow, but for those that open what comes next."""
    while end < len(tree.words) and not has_alphanumeric(tree.words[end]):
        if tree.words[end] in _OPENING:
            break
        end += 1
    return end

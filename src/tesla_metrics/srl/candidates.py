"""Which constituents may be arguments of a predicate."""

from ..syntax.tree import NO_NODE, Tree

# Whose parts may be arguments too.
_OPENED = frozenset({"PP", "NP", "NML"})
_COORDINATION = frozenset({"CC", "CONJP"})


def candidates(tree: Tree, predicate: int, pruned: bool = False) -> list[int]:
    """Places of nodes, in the tree's order; word nodes are among them.

    Arguments are spans, and of nodes over the same words the highest stands for them: annotators
    point there, and its sisters are what is beside the words.

    As the paper has it no constituent is left out, not even those over the predicate. `pruned`
    leaves those that Xue & Palmer (2004) do, the sisters of the predicate and of what is above it
    and the parts of a sister that is a prepositional phrase, and the parts of noun phrases beside:
    what a noun's modifiers modify is often one of these.
    """
    return _sisters(tree, predicate) if pruned else distinct_spans(tree)


def distinct_spans(tree: Tree) -> list[int]:
    """The highest node of each span."""
    nodes = tree.nodes
    return [
        place
        for place, node in enumerate(nodes)
        if node.parent == NO_NODE or nodes[node.parent][1:3] != node[1:3]
    ]


def _sisters(tree: Tree, predicate: int) -> list[int]:
    nodes, children = tree.nodes, tree.children
    found: list[int] = []
    below = tree.leaves[predicate]
    for above in tree.ancestors(below):
        beside = children[above]
        # What is joined to the predicate's phrase fills no role of it: `sells and buys boats`.
        joined = any(nodes[one].label in _COORDINATION for one in beside)
        own = nodes[below].label
        for one in beside:
            if one == below or (joined and nodes[one].label == own):
                continue
            found.append(one)
            if nodes[one].label in _OPENED and len(children[one]) > 1:
                found += children[one]
        below = above
    return sorted(found)

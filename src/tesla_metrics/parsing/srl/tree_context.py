"""Context of a tree for features, and candidate arguments."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from ...files.sentence import Sentence
from ..syntax.tree import NO_NODE, PUNCTUATION, Tree, find_heads

# Labels of sisters whose children are candidates too.
_EXPANDED_LABELS = frozenset({"PP", "NP", "NML"})
_COORDINATION = frozenset({"CC", "CONJP"})


def candidates(tree: Tree, predicate: int, pruned: bool = False) -> list[int]:
    """Return the nodes that may be arguments, leaves included, in the order of the tree.

    Arguments are spans. Of several nodes with the same words only the highest is a candidate,
    because annotators mark that one, and its sisters are the context of the words.

    Without pruning all constituents are candidates, as in the paper, even those over the predicate.
    With `pruned`, the candidates are those of Xue & Palmer (2004): the sisters of the predicate and
    of its ancestors, and the children of sisters that are prepositional phrases. The children of
    noun phrases are added, because the argument of a noun's modifier is often among them.
    """
    return _sisters(tree, predicate) if pruned else distinct_spans(tree)


def distinct_spans(tree: Tree) -> list[int]:
    """Return the highest node of each span."""
    nodes = tree.nodes
    return [
        index
        for index, node in enumerate(nodes)
        if node.parent == NO_NODE or nodes[node.parent][1:3] != node[1:3]
    ]


def _sisters(tree: Tree, predicate: int) -> list[int]:
    nodes, children = tree.nodes, tree.children
    sisters: list[int] = []
    current = tree.leaves[predicate]
    for ancestor in tree.ancestors(current):
        children_above = children[ancestor]
        # A phrase coordinated with that of the predicate fills no role of it: `sells and buys
        # boats`.
        joined = any(nodes[child].label in _COORDINATION for child in children_above)
        label = nodes[current].label
        for child in children_above:
            if child == current or (joined and nodes[child].label == label):
                continue
            sisters.append(child)
            if nodes[child].label in _EXPANDED_LABELS and len(children[child]) > 1:
                sisters += children[child]
        current = ancestor
    return sorted(sisters)


# Values that replace a missing word or label.
MISSING = ""
NONE = "-"
POSSESSIVE = frozenset({"POS", "PRP$"})
_MARKED_LABELS = frozenset({"PP", "SBAR", "WHPP"})


class NodeProperties(NamedTuple):
    """Properties of a node that do not depend on the predicate.

    kind        its label, with the suffix $ if it is a possessor
    lowest      label of the lowest node over the same words
    lemma, tag  lemma and tag of its head word
    marker      the preposition or conjunction that begins it, or NONE
    content     lemma of what the marker governs; that of the head if there is no marker
    content_tag tag of the same word
    """

    kind: str
    lowest: str
    lemma: str
    tag: str
    marker: str
    content: str
    content_tag: str


class TreeContext:
    """Properties of a tree that all predicates of a sentence share.

    `labels`, `starts`, `ends` and `parents` have one item per node, `words`, `lemmas` and `tags`
    one item per word.
    """

    def __init__(self, sentence: Sentence, tree: Tree) -> None:
        self.sentence, self.tree = sentence, tree
        self.labels = [node.label for node in tree.nodes]
        self.starts = [node.start for node in tree.nodes]
        self.ends = [node.end for node in tree.nodes]
        self.parents = [node.parent for node in tree.nodes]
        # Cache of other objects: by their id, the object itself and its values per node.
        self.classifier_cache: dict[int, tuple[object, dict[int, int]]] = {}
        # In lower case and without white space, which model files cannot contain.
        self.words = ["_".join(token.form.lower().split()) for token in sentence.tokens]
        self.lemmas = ["_".join(token.lemma.lower().split()) for token in sentence.tokens]
        self.tags = tree.tags  # Penn tags
        self._facts: dict[int, NodeProperties] = {}

    @cached_property
    def heads(self) -> tuple[int, ...]:
        """Return the index of each node's head word."""
        return find_heads(self.tree)

    @cached_property
    def head_words(self) -> list[str]:
        """Return the head word of each node."""
        return [self.words[word] for word in self.heads]

    @cached_property
    def spans(self) -> list[int]:
        """Return all nodes that may be arguments of any predicate."""
        return distinct_spans(self.tree)

    @cached_property
    def sisters(self) -> tuple[list[int], list[int]]:
        """Return the left and the right sister of each node; NO_NODE if there is none."""
        left, right = [NO_NODE] * len(self.labels), [NO_NODE] * len(self.labels)
        for below in self.tree.children:
            for first, second in pairwise(below):
                right[first], left[second] = second, first
        return left, right

    def left_sister(self, node: int) -> int:
        """Return the node before this one under the same parent, or NO_NODE."""
        return self.sisters[0][node]

    def right_sister(self, node: int) -> int:
        """Return the node after this one under the same parent, or NO_NODE."""
        return self.sisters[1][node]

    def label(self, node: int) -> str:
        """Return the label of a node; NOTHING for NO_NODE."""
        return self.labels[node] if node != NO_NODE else MISSING

    def head_word(self, node: int) -> str:
        """Return the head word of a node; NOTHING for NO_NODE."""
        return self.head_words[node] if node != NO_NODE else MISSING

    def head_tag(self, node: int) -> str:
        """Return the tag of the head word of a node; NOTHING for NO_NODE."""
        return self.tags[self.heads[node]] if node != NO_NODE else MISSING

    def properties(self, node: int) -> NodeProperties:
        """Return the properties of a node, from a cache."""
        facts = self._facts.get(node)
        if facts is None:
            facts = self._facts[node] = node_properties(self, node)
        return facts

    def chunks(self, start: int, end: int) -> list[str]:
        """Return the labels of the phrases directly above words[start:end], without repetition."""
        parents = [self.parents[leaf] for leaf in self.tree.leaves[start:end]]
        return [
            self.label(parent)
            for index, parent in enumerate(parents)
            if index == 0 or parent != parents[index - 1]
        ]


def node_properties(shared: TreeContext, node: int) -> NodeProperties:
    """Compute the properties of a node."""
    children = shared.tree.children
    lowest = node
    while len(children[lowest]) == 1:
        lowest = children[lowest][0]
    head = shared.heads[node]
    label, lemma, tag = shared.labels[node], shared.lemmas[head], shared.tags[head]
    is_possessor = shared.tags[shared.ends[node] - 1] in POSSESSIVE
    kind = f"{label}$" if is_possessor else label
    if label not in _MARKED_LABELS or len(children[lowest]) < 2:
        return NodeProperties(kind, shared.labels[lowest], lemma, tag, NONE, lemma, tag)
    content_word = shared.heads[_last_content_node(shared, children[lowest])]
    return NodeProperties(
        kind,
        shared.labels[lowest],
        lemma,
        tag,
        lemma,
        shared.lemmas[content_word],
        shared.tags[content_word],
    )


def _last_content_node(shared: TreeContext, nodes: Sequence[int]) -> int:
    """Return the last node that is not punctuation; the last node if all are."""
    words = (node for node in reversed(nodes) if shared.labels[node] not in PUNCTUATION)
    return next(words, nodes[-1])

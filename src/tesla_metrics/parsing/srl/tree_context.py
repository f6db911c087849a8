"""Properties of a tree that features use, and the nodes that may be arguments."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from ...files.sentence import Sentence
from ..syntax.tree import NO_NODE, PUNCTUATION, Tree, find_head_words

# The children of nodes with these labels are candidates, too.
_EXPANDED_LABELS = frozenset({"PP", "NP", "NML"})
_COORDINATION = frozenset({"CC", "CONJP"})


def find_candidates(tree: Tree, predicate_index: int, with_pruning: bool = False) -> list[int]:
    """Return the nodes that may be arguments, leaves included, in the order of the tree.

    If several nodes cover the same words, only the highest is a candidate, because annotators mark
    that node, and its sisters are the context of the words.

    Without `with_pruning`, all constituents are candidates, as in Liu & Ng (2007), including those
    that cover the predicate. With `with_pruning`, the candidates are those of Xue & Palmer (2004):
    the sisters of the predicate and of its ancestors, and the children of sisters that are
    prepositional phrases. The children of sisters that are noun phrases are candidates, too,
    because they often contain the argument of a noun's modifier.
    """
    return _find_nearby_nodes(tree, predicate_index) if with_pruning else find_highest_nodes(tree)


def find_highest_nodes(tree: Tree) -> list[int]:
    """Return the highest node of each distinct span of words."""
    nodes = tree.nodes
    return [
        index
        for index, node in enumerate(nodes)
        if node.parent == NO_NODE or nodes[node.parent][1:3] != node[1:3]
    ]


def _find_nearby_nodes(tree: Tree, predicate: int) -> list[int]:
    """Return the sisters of the predicate and of its ancestors, and some of their children."""
    nodes, children = tree.nodes, tree.children
    candidate_nodes: list[int] = []
    current = tree.leaves[predicate]
    for ancestor in tree.iterate_ancestors(current):
        siblings = children[ancestor]
        # A phrase that is coordinated with the predicate's phrase is not an argument, for example
        # `buys boats` is not an argument of `sells` in `sells and buys boats`.
        is_coordinated = any(nodes[child].label in _COORDINATION for child in siblings)
        label = nodes[current].label
        for child in siblings:
            if child == current or (is_coordinated and nodes[child].label == label):
                continue
            candidate_nodes.append(child)
            if nodes[child].label in _EXPANDED_LABELS and len(children[child]) > 1:
                candidate_nodes += children[child]
        current = ancestor
    return sorted(candidate_nodes)


# Feature value for the label or word of a node that does not exist.
MISSING = ""
# Feature value for a property that a node or a predicate does not have.
NONE = "-"
POSSESSIVE_TAGS = frozenset({"POS", "PRP$"})
# Labels of phrases that begin with a marker: a preposition or a conjunction.
_MARKED_LABELS = frozenset({"PP", "SBAR", "WHPP"})


class NodeProperties(NamedTuple):
    """Properties of a node that do not depend on the predicate.

    `kind`           label of the node, with the suffix $ if it is a possessor
    `lowest_label`   label of the lowest node that covers the same words
    `head_lemma`     lemma of the head word
    `head_tag`       tag of the head word
    `marker`         preposition or conjunction that begins the node, or NONE
    `content_lemma`  lemma of the content word: the head of the phrase after the marker, or the head
                     word if there is no marker
    `content_tag`    tag of the content word
    """

    kind: str
    lowest_label: str
    head_lemma: str
    head_tag: str
    marker: str
    content_lemma: str
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
        # Sums of weights of node features, by id of the classifier: the classifier itself, and its
        # packed sums by node.
        self.node_sum_caches: dict[int, tuple[object, dict[int, int]]] = {}
        # Words are in lower case and without white space, which model files cannot contain.
        self.words = ["_".join(token.form.lower().split()) for token in sentence.tokens]
        self.lemmas = ["_".join(token.lemma.lower().split()) for token in sentence.tokens]
        self.tags = tree.tags  # Penn tags
        self._node_properties: dict[int, NodeProperties] = {}

    @cached_property
    def head_indices(self) -> tuple[int, ...]:
        """Index of each node's head word."""
        return find_head_words(self.tree)

    @cached_property
    def head_words(self) -> list[str]:
        """Head word of each node, in lower case."""
        return [self.words[word] for word in self.head_indices]

    @cached_property
    def highest_nodes(self) -> list[int]:
        """Candidates without pruning: the highest node of each span."""
        return find_highest_nodes(self.tree)

    @cached_property
    def sisters(self) -> tuple[list[int], list[int]]:
        """Left sisters and right sisters, one item per node; NO_NODE if there is none."""
        left, right = [NO_NODE] * len(self.labels), [NO_NODE] * len(self.labels)
        for children in self.tree.children:
            for first, second in pairwise(children):
                right[first], left[second] = second, first
        return left, right

    def get_left_sister(self, node: int) -> int:
        """Return the node before this one under the same parent, or NO_NODE."""
        return self.sisters[0][node]

    def get_right_sister(self, node: int) -> int:
        """Return the node after this one under the same parent, or NO_NODE."""
        return self.sisters[1][node]

    def get_label(self, node: int) -> str:
        """Return the label of a node; MISSING for NO_NODE."""
        return self.labels[node] if node != NO_NODE else MISSING

    def get_head_word(self, node: int) -> str:
        """Return the head word of a node; MISSING for NO_NODE."""
        return self.head_words[node] if node != NO_NODE else MISSING

    def get_head_tag(self, node: int) -> str:
        """Return the tag of the head word of a node; MISSING for NO_NODE."""
        return self.tags[self.head_indices[node]] if node != NO_NODE else MISSING

    def get_properties(self, node: int) -> NodeProperties:
        """Return the properties of a node; they are computed once."""
        if node not in self._node_properties:
            self._node_properties[node] = compute_node_properties(self, node)
        return self._node_properties[node]

    def get_chunk_labels(self, start: int, end: int) -> list[str]:
        """Return the labels of the parents of words[start:end], one per sequence of siblings."""
        parents = [self.parents[leaf] for leaf in self.tree.leaves[start:end]]
        return [
            self.get_label(parent)
            for index, parent in enumerate(parents)
            if index == 0 or parent != parents[index - 1]
        ]


def compute_node_properties(tree_context: TreeContext, node: int) -> NodeProperties:
    """Compute the properties of a node."""
    children = tree_context.tree.children
    lowest = node
    while len(children[lowest]) == 1:
        lowest = children[lowest][0]
    head = tree_context.head_indices[node]
    label, lemma, tag = (
        tree_context.labels[node],
        tree_context.lemmas[head],
        tree_context.tags[head],
    )
    is_possessor = tree_context.tags[tree_context.ends[node] - 1] in POSSESSIVE_TAGS
    kind = f"{label}$" if is_possessor else label
    if label not in _MARKED_LABELS or len(children[lowest]) < 2:
        return NodeProperties(kind, tree_context.labels[lowest], lemma, tag, NONE, lemma, tag)
    content_word = tree_context.head_indices[_last_content_node(tree_context, children[lowest])]
    return NodeProperties(
        kind,
        tree_context.labels[lowest],
        lemma,
        tag,
        lemma,
        tree_context.lemmas[content_word],
        tree_context.tags[content_word],
    )


def _last_content_node(tree_context: TreeContext, nodes: Sequence[int]) -> int:
    """Return the last node that is not punctuation; the last node if all are."""
    content_nodes = (
        node for node in reversed(nodes) if tree_context.labels[node] not in PUNCTUATION
    )
    return next(content_nodes, nodes[-1])

"""What is seen of a tree and of a predicate in it, from which features are made."""

from functools import cached_property
from itertools import pairwise

from ..analysis.sentence import Sentence
from ..syntax.heads import heads
from ..syntax.tree import NO_NODE, Tree
from .candidates import candidates, distinct_spans
from .surroundings import NodeFacts, Surroundings, node_facts

UP, DOWN = "^", "!"
LEFT, RIGHT, OVER = "left", "right", "over"
# In place of a word or a label where there is none.
NOTHING = ""
# In place of a path with more nodes than this on one side: such ones are met once, and building
# them takes long where trees are deep.
FAR, _FARTHEST = "far", 20


class TreeContext:
    """What does not depend on the predicate: made once, for all predicates of a sentence.

    Lists are over nodes where they say so, over words otherwise.
    """

    def __init__(self, sentence: Sentence, tree: Tree) -> None:
        self.sentence, self.tree = sentence, tree
        self.labels = [node.label for node in tree.nodes]
        self.starts = [node.start for node in tree.nodes]
        self.ends = [node.end for node in tree.nodes]
        self.parents = [node.parent for node in tree.nodes]
        # What others keep of nodes for the next predicate, by a number of their own.
        self.remembered: dict[int, tuple[object, dict[int, int]]] = {}
        # In small letters, without blanks: model files cannot hold all of these.
        self.words = ["_".join(token.form.lower().split()) for token in sentence.tokens]
        self.lemmas = ["_".join(token.lemma.lower().split()) for token in sentence.tokens]
        self.tags = tree.tags  # Penn's
        self._facts: dict[int, NodeFacts] = {}

    @cached_property
    def heads(self) -> tuple[int, ...]:
        """The place of each node's head word."""
        return heads(self.tree)

    @cached_property
    def head_words(self) -> list[str]:
        """Of each node."""
        return [self.words[place] for place in self.heads]

    @cached_property
    def spans(self) -> list[int]:
        """All that may be arguments of any predicate."""
        return distinct_spans(self.tree)

    @cached_property
    def sisters(self) -> tuple[list[int], list[int]]:
        """The left and the right sister of each node, or NO_NODE."""
        left, right = [NO_NODE] * len(self.labels), [NO_NODE] * len(self.labels)
        for below in self.tree.children:
            for first, second in pairwise(below):
                right[first], left[second] = second, first
        return left, right

    def left_sister(self, node: int) -> int:
        """The node before it under the same parent, or NO_NODE."""
        return self.sisters[0][node]

    def right_sister(self, node: int) -> int:
        """The node behind it, or NO_NODE."""
        return self.sisters[1][node]

    def label(self, node: int) -> str:
        """NOTHING of NO_NODE."""
        return self.labels[node] if node != NO_NODE else NOTHING

    def head_word(self, node: int) -> str:
        """NOTHING of NO_NODE."""
        return self.head_words[node] if node != NO_NODE else NOTHING

    def head_tag(self, node: int) -> str:
        """The tag of its head word."""
        return self.tags[self.heads[node]] if node != NO_NODE else NOTHING

    def facts(self, node: int) -> NodeFacts:
        """What a node is about."""
        known = self._facts.get(node)
        if known is None:
            known = self._facts[node] = node_facts(self, node)
        return known

    def chunks(self, start: int, end: int) -> list[str]:
        """The phrases that words[start:end] stand in directly: labels, one for each stretch."""
        above = [self.parents[leaf] for leaf in self.tree.leaves[start:end]]
        return [self.label(one) for at, one in enumerate(above) if at == 0 or one != above[at - 1]]


class PredicateContext:
    """A predicate in its tree.

    lemma   of its frame, which a noun shares with its verb (`acquire` of acquisition); the word's
            own where nothing tells
    shared  what is seen of the tree, where it is there from another predicate
    """

    def __init__(
        self,
        sentence: Sentence,
        tree: Tree,
        predicate: int,
        lemma: str = "",
        shared: TreeContext | None = None,
    ) -> None:
        self.shared = shared or TreeContext(sentence, tree)
        self.predicate = predicate
        self.word_lemma = self.shared.lemmas[predicate]
        self.lemma = lemma or self.word_lemma
        self.tree, self.tag = self.shared.tree, self.shared.tags[predicate]
        # Its word node, and the nodes from there to the top.
        self.leaf = self.tree.leaves[predicate]
        self.spine = [self.leaf, *self.tree.ancestors(self.leaf)]

    def candidates(self, pruned: bool) -> list[int]:
        """Nodes that may be its arguments."""
        return candidates(self.tree, self.predicate, pruned) if pruned else self.shared.spans

    @cached_property
    def subcategorisation(self) -> str:
        """The rule of grammar above it: `NP>DT NN PP`."""
        labels, parent = self.shared.labels, self.shared.parents[self.leaf]
        if parent == NO_NODE:
            return labels[self.leaf]
        return f"{labels[parent]}>{' '.join([labels[one] for one in self.tree.children[parent]])}"

    @cached_property
    def meetings(self) -> list[int]:
        """Of each node: how far up the spine what it shares with the predicate is."""
        return self._walk[0]

    @cached_property
    def partial_paths(self) -> list[str]:
        """Of each node: labels up to where it meets the predicate, `PP^NP`."""
        return self._walk[1]

    @cached_property
    def paths(self) -> list[str]:
        """Of each node: labels from it up and down to the predicate, `PP^NP!NN`."""
        labels, down = self.shared.labels, [""]
        for node in self.spine[:_FARTHEST]:
            down.append(f"{DOWN}{labels[node]}{down[-1]}")
        return [
            up + down[at] if at <= _FARTHEST and up != FAR else FAR
            for up, at in zip(self.partial_paths, self.meetings, strict=True)
        ]

    @cached_property
    def lengths(self) -> list[int]:
        """Of each node: how many nodes its path has."""
        return self._walk[2]

    @cached_property
    def surroundings(self) -> Surroundings:
        """What stands around it."""
        return Surroundings(self)

    def position(self, node: int) -> str:
        """Whether a node is before the predicate, behind it, or over it."""
        if self.shared.ends[node] <= self.predicate:
            return LEFT
        return RIGHT if self.shared.starts[node] > self.predicate else OVER

    def between(self, node: int) -> tuple[int, int]:
        """The words between a node and the predicate, as a start and an end."""
        start, end = self.shared.starts[node], self.shared.ends[node]
        if end <= self.predicate:
            return end, self.predicate
        return self.predicate + 1, max(self.predicate + 1, start)

    @cached_property
    def _walk(self) -> tuple[list[int], list[str], list[int]]:
        """From the top down: each node's way up is its label before its parent's way."""
        labels, parents = self.shared.labels, self.shared.parents
        met = [0] * len(labels)
        partial = [""] * len(labels)
        lengths = [0] * len(labels)
        on_spine = {node: at for at, node in enumerate(self.spine)}
        for node, label in enumerate(labels):
            at = on_spine.get(node)
            if at is not None:
                met[node], partial[node], lengths[node] = at, label, at + 1
            else:
                above = parents[node]
                met[node] = met[above]
                lengths[node] = lengths[above] + 1
                near = lengths[node] - met[node] <= _FARTHEST + 1
                partial[node] = f"{label}{UP}{partial[above]}" if near else FAR
        return met, partial, lengths

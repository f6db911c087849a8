"""Properties of a predicate in its tree that features use."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from ...files.sentence import Sentence
from ..syntax.tree import NO_NODE, Tree
from .tree_context import NONE, POSSESSIVE_TAGS, TreeContext, find_candidates

_VERB_PHRASE_LABELS = frozenset({"VP", "SQ", "SINV"})
_PASSIVE_AUXILIARIES = frozenset({"be", "get"})
# Zones of nodes: inside the predicate's phrase; the governing verb itself; a sister of this verb;
# above this verb's phrase; any other node. The values are part of the names of learned features.
_PHRASE_ZONE, _VERB_ZONE, _SISTER_ZONE = "in", "verb", "beside"
_ABOVE_ZONE, _OTHER_ZONE = "above", "out"


class _Governor(NamedTuple):
    """Verb that governs the phrase of a predicate; both fields are NO_NODE if there is none.

    verb    index of the word
    level   level of the verb's phrase in the spine
    """

    verb: int
    level: int


class PredicateSurroundings:
    """Syntactic surroundings of a predicate.

    The spine consists of the nodes from the predicate's leaf up to the top of the tree. A level is
    an index into the spine. The meeting level of a node is the level of the lowest spine node that
    covers both the node and the predicate.
    """

    def __init__(
        self,
        tree_context: TreeContext,
        predicate: int,
        spine: Sequence[int],
        meeting_levels: Sequence[int],
    ) -> None:
        self._tree_context, self._predicate = tree_context, predicate
        self._tag = tree_context.tags[predicate]
        self._spine, self._meeting_levels = spine, meeting_levels
        # Caches: zones by meeting level, short paths by node, joined labels by range of levels.
        self._zones_by_level: dict[int, str] = {}
        self._short_paths: dict[int, str] = {}
        self._label_paths: dict[tuple[int, int], str] = {}

    @cached_property
    def phrase_level(self) -> int:
        """Level of the predicate's phrase: the highest spine node with the predicate as head."""
        heads, predicate = self._tree_context.head_indices, self._predicate
        levels_above = (level for level, node in enumerate(self._spine) if heads[node] != predicate)
        return next(levels_above, len(self._spine)) - 1

    @cached_property
    def governor(self) -> _Governor:
        """Nearest verb above the predicate's phrase."""
        tree_context, spine = self._tree_context, self._spine
        for level in range(self.phrase_level + 1, len(spine)):
            if tree_context.labels[spine[level]] in _VERB_PHRASE_LABELS:
                children = tree_context.tree.children[spine[level]]
                verbs = [child for child in children if tree_context.labels[child].startswith("VB")]
                if verbs:
                    return _Governor(tree_context.starts[verbs[-1]], level)
        return _Governor(NO_NODE, NO_NODE)

    @cached_property
    def governor_lemma(self) -> str:
        """Lemma of the governing verb, or NONE."""
        verb = self.governor.verb
        return self._tree_context.lemmas[verb] if verb != NO_NODE else NONE

    @cached_property
    def governor_path(self) -> str:
        """Labels from the predicate's phrase up to the governing verb's phrase, or NONE."""
        level = self.governor.level
        return self._join_labels(self.phrase_level, level + 1) if level != NO_NODE else NONE

    @cached_property
    def voice(self) -> str:
        """Voice of a verb: active, passive, gerund, or participle (without an auxiliary)."""
        tag = self._tag
        if tag != "VBN":
            return "gerund" if tag == "VBG" else "active"
        auxiliary = self._find_auxiliary()
        if auxiliary == "have":
            return "active"
        return "passive" if auxiliary in _PASSIVE_AUXILIARIES else "participle"

    def _find_auxiliary(self) -> str:
        """Return the lemma of the nearest auxiliary before a verb, or NONE."""
        tree_context, predicate = self._tree_context, self._predicate
        for node in self._spine[1:]:
            if tree_context.labels[node] not in ("VP", "S", "SQ"):
                break
            for child in tree_context.tree.children[node]:
                if tree_context.starts[child] >= predicate:
                    break
                if tree_context.labels[child].startswith("VB"):
                    return tree_context.lemmas[tree_context.starts[child]]
        return NONE

    @cached_property
    def noun_modifiers(self) -> str:
        """Kinds of modifiers in a noun's phrase: `of`, `owner`, `of+owner` or NONE.

        `of` stands for a prepositional phrase with of, `owner` for a possessor.
        """
        tree_context, spine = self._tree_context, self._spine
        modifiers = set()
        for node in spine[1 : self.phrase_level + 1]:
            for child in tree_context.tree.children[node]:
                last_tag = tree_context.tags[tree_context.ends[child] - 1]
                first_word = tree_context.words[tree_context.starts[child]]
                if last_tag in POSSESSIVE_TAGS and child not in spine:
                    modifiers.add("owner")
                elif tree_context.labels[child] == "PP" and first_word == "of":
                    modifiers.add("of")
        return "+".join(sorted(modifiers)) or NONE

    @cached_property
    def preposition(self) -> str:
        """Lemma of the preposition that governs a noun's phrase, or NONE."""
        tree_context, parent_level = self._tree_context, self.phrase_level + 1
        if parent_level == len(self._spine):
            return NONE
        parent = self._spine[parent_level]
        if tree_context.labels[parent] != "PP":
            return NONE
        return tree_context.lemmas[tree_context.starts[parent]]

    def get_short_path(self, node: int) -> str:
        """Return the path from the predicate to a node, without repeated labels."""
        if node not in self._short_paths:
            self._short_paths[node] = self._build_short_path(node)
        return self._short_paths[node]

    def _build_short_path(self, node: int) -> str:
        labels, parents = self._tree_context.labels, self._tree_context.parents
        meeting_level = self._meeting_levels[node]
        meeting_node, previous_label, path = self._spine[meeting_level], "", ""
        while node != meeting_node:
            label = labels[node]
            if label != previous_label:
                path, previous_label = f"!{label}{path}", label
            node = parents[node]
        return f"{self._join_labels(1, meeting_level + 1)}{path or '!'}"

    def get_zone(self, node: int) -> str:
        """Return the zone of a node relative to the predicate's phrase and the governing verb."""
        meeting_level = self._meeting_levels[node]
        if meeting_level <= self.phrase_level:
            return _PHRASE_ZONE
        verb, starts = self.governor.verb, self._tree_context.starts
        if starts[node] == verb and self._tree_context.ends[node] == verb + 1:
            return _VERB_ZONE
        if meeting_level not in self._zones_by_level:
            self._zones_by_level[meeting_level] = self._find_outer_zone(meeting_level)
        return self._zones_by_level[meeting_level]

    def _find_outer_zone(self, meeting_level: int) -> str:
        """Return the zone of nodes outside the predicate's phrase, except the governing verb."""
        verb, verb_level = self.governor
        if verb == NO_NODE or meeting_level < verb_level:
            return _OTHER_ZONE
        if meeting_level == verb_level:
            return _SISTER_ZONE
        return f"{_ABOVE_ZONE} {self._join_labels(verb_level, meeting_level + 1)}"

    def _join_labels(self, start: int, end: int) -> str:
        """Join the labels of spine[start:end], without repetition of neighbours."""
        if (start, end) not in self._label_paths:
            labels = [self._tree_context.labels[node] for node in self._spine[start:end]]
            self._label_paths[start, end] = "^".join(_drop_repeats(labels))
        return self._label_paths[start, end]


def _drop_repeats(labels: Iterable[str]) -> list[str]:
    return [label for label, _ in groupby(labels)]


# Signs in paths, for steps up and down in the tree.
UP_SIGN, DOWN_SIGN = "^", "!"
# Sides of the predicate on which a node is; OVER means that the node covers the predicate.
LEFT, RIGHT, OVER = "left", "right", "over"
# Paths with more nodes than the limit on one side have the value FAR_PATH. Long paths are rare, and
# building them is slow in deep trees.
FAR_PATH, _MAX_PATH_NODES = "far", 20


class PredicateContext:
    """Predicate in its tree.

    `predicate_index`  index of the word
    `frame_lemma`      lemma of the frame, which a noun shares with its verb (acquire for
                       acquisition); "" means the lemma of the word
    `tree_context`     context of the tree; None means that it is created
    """

    def __init__(
        self,
        sentence: Sentence,
        tree: Tree,
        predicate_index: int,
        frame_lemma: str = "",
        tree_context: TreeContext | None = None,
    ) -> None:
        self.tree_context = tree_context or TreeContext(sentence, tree)
        self.predicate_index = predicate_index
        self.word_lemma = self.tree_context.lemmas[predicate_index]
        self.frame_lemma = frame_lemma or self.word_lemma
        self.tree, self.tag = self.tree_context.tree, self.tree_context.tags[predicate_index]
        # Leaf of the predicate, and the nodes from the leaf up to the top.
        self.leaf_node = self.tree.leaves[predicate_index]
        self.spine = [self.leaf_node, *self.tree.iterate_ancestors(self.leaf_node)]

    def find_candidates(self, with_pruning: bool) -> list[int]:
        """Return the nodes that may be arguments of the predicate."""
        return (
            find_candidates(self.tree, self.predicate_index, with_pruning)
            if with_pruning
            else self.tree_context.highest_nodes
        )

    @cached_property
    def subcategorisation(self) -> str:
        """Grammar rule that expands the parent of the predicate, for example `NP>DT NN PP`."""
        labels, parent = self.tree_context.labels, self.tree_context.parents[self.leaf_node]
        if parent == NO_NODE:
            return labels[self.leaf_node]
        child_labels = [labels[child] for child in self.tree.children[parent]]
        return f"{labels[parent]}>{' '.join(child_labels)}"

    @cached_property
    def meeting_levels(self) -> list[int]:
        """Level of the lowest spine node that covers a node, one item per node."""
        return self._node_tables[0]

    @cached_property
    def partial_paths(self) -> list[str]:
        """Labels from a node up to the spine, for example `PP^NP`, one item per node."""
        return self._node_tables[1]

    @cached_property
    def paths(self) -> list[str]:
        """Labels from a node up and down to the predicate, for example `PP^NP!NN`, per node."""
        labels, paths_down = self.tree_context.labels, [""]
        for node in self.spine[:_MAX_PATH_NODES]:
            paths_down.append(f"{DOWN_SIGN}{labels[node]}{paths_down[-1]}")
        return [
            path_up + paths_down[level]
            if level <= _MAX_PATH_NODES and path_up != FAR_PATH
            else FAR_PATH
            for path_up, level in zip(self.partial_paths, self.meeting_levels, strict=True)
        ]

    @cached_property
    def path_lengths(self) -> list[int]:
        """Number of nodes on the path from a node to the predicate, one item per node."""
        return self._node_tables[2]

    @cached_property
    def surroundings(self) -> PredicateSurroundings:
        """Syntactic surroundings of the predicate."""
        return PredicateSurroundings(
            self.tree_context, self.predicate_index, self.spine, self.meeting_levels
        )

    def get_side(self, node: int) -> str:
        """Return LEFT, RIGHT or OVER: the side of the predicate on which a node is."""
        if self.tree_context.ends[node] <= self.predicate_index:
            return LEFT
        return RIGHT if self.tree_context.starts[node] > self.predicate_index else OVER

    def get_span_between(self, node: int) -> tuple[int, int]:
        """Return start and end of the words between a node and the predicate, which may be none."""
        start, end = self.tree_context.starts[node], self.tree_context.ends[node]
        if end <= self.predicate_index:
            return end, self.predicate_index
        return self.predicate_index + 1, max(self.predicate_index + 1, start)

    @cached_property
    def _node_tables(self) -> tuple[list[int], list[str], list[int]]:
        """Lists `meeting_levels`, `partial_paths` and `path_lengths`, computed top down."""
        labels, parents = self.tree_context.labels, self.tree_context.parents
        meeting_levels = [0] * len(labels)
        partial_paths = [""] * len(labels)
        lengths = [0] * len(labels)
        level_by_node = {node: level for level, node in enumerate(self.spine)}
        for node, label in enumerate(labels):
            level = level_by_node.get(node)
            if level is not None:
                meeting_levels[node], partial_paths[node], lengths[node] = level, label, level + 1
            else:
                parent = parents[node]
                meeting_levels[node] = meeting_levels[parent]
                lengths[node] = lengths[parent] + 1
                is_near = lengths[node] - meeting_levels[node] <= _MAX_PATH_NODES + 1
                partial_paths[node] = (
                    f"{label}{UP_SIGN}{partial_paths[parent]}" if is_near else FAR_PATH
                )
        return meeting_levels, partial_paths, lengths

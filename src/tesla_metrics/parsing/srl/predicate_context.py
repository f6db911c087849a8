"""Context of a predicate for features: its surroundings and candidate arguments."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import groupby

from ...files.sentence import Sentence
from ..syntax.tree import NO_NODE, Tree
from .tree_context import NONE, POSSESSIVE, TreeContext, candidates

_CLAUSES = frozenset({"VP", "SQ", "SINV"})
_PASSIVE = frozenset({"be", "get"})
# Zones: relation of a node to the verb above a noun.
_VERB, _SISTER, _ABOVE = "verb", "beside", "above"


class Surroundings:
    """Syntactic surroundings of a predicate.

    Levels are indices into its spine, the nodes from its leaf up to the top.
    """

    def __init__(
        self, shared: TreeContext, predicate: int, spine: Sequence[int], meetings: Sequence[int]
    ) -> None:
        self._shared, self._predicate, self._tag = shared, predicate, shared.tags[predicate]
        self._spine, self._meetings = spine, meetings
        self._zones: dict[int, str] = {}
        self._shorts: dict[int, str] = {}
        self._label_paths: dict[tuple[int, int], str] = {}

    @cached_property
    def top(self) -> int:
        """Return the highest level of the spine whose head is the predicate."""
        heads, predicate = self._shared.heads, self._predicate
        above = (level for level, node in enumerate(self._spine) if heads[node] != predicate)
        return next(above, len(self._spine)) - 1

    @cached_property
    def governor(self) -> tuple[int, int]:
        """Return the verb above a noun as word index and level of its phrase, or NO_NODE twice."""
        shared, spine = self._shared, self._spine
        for level in range(self.top + 1, len(spine)):
            if shared.labels[spine[level]] in _CLAUSES:
                children = shared.tree.children[spine[level]]
                verbs = [child for child in children if shared.labels[child].startswith("VB")]
                if verbs:
                    return shared.starts[verbs[-1]], level
        return NO_NODE, NO_NODE

    @cached_property
    def governor_lemma(self) -> str:
        """Return the lemma of the verb above a noun, or NONE."""
        verb = self.governor[0]
        return self._shared.lemmas[verb] if verb != NO_NODE else NONE

    @cached_property
    def governor_path(self) -> str:
        """Return the labels from the phrase of the noun up to that of the verb above it."""
        level = self.governor[1]
        return self._labels(self.top, level + 1) if level != NO_NODE else NONE

    @cached_property
    def voice(self) -> str:
        """Return the voice of a verb: active, passive, gerund or (bare) participle."""
        tag = self._tag
        if tag != "VBN":
            return "gerund" if tag == "VBG" else "active"
        auxiliary = self._auxiliary()
        if auxiliary == "have":
            return "active"
        return "passive" if auxiliary in _PASSIVE else "participle"

    def _auxiliary(self) -> str:
        shared, predicate = self._shared, self._predicate
        for node in self._spine[1:]:
            if shared.labels[node] not in ("VP", "S", "SQ"):
                break
            for child in shared.tree.children[node]:
                if shared.starts[child] >= predicate:
                    break
                if shared.labels[child].startswith("VB"):
                    return shared.lemmas[shared.starts[child]]
        return NONE

    @cached_property
    def inner(self) -> str:
        """Return which of a possessor and an of-phrase the phrase of a noun contains."""
        shared, spine = self._shared, self._spine
        modifiers = set()
        for node in spine[1 : self.top + 1]:
            for child in shared.tree.children[node]:
                if shared.tags[shared.ends[child] - 1] in POSSESSIVE and child not in spine:
                    modifiers.add("owner")
                elif shared.labels[child] == "PP" and shared.words[shared.starts[child]] == "of":
                    modifiers.add("of")
        return "+".join(sorted(modifiers)) or NONE

    @cached_property
    def preposition(self) -> str:
        """Return the lemma of the preposition that governs the phrase of a noun, or NONE."""
        spine = self._spine
        if self.top + 1 < len(spine) and self._shared.labels[spine[self.top + 1]] == "PP":
            return self._shared.lemmas[self._shared.starts[spine[self.top + 1]]]
        return NONE

    def short_path(self, node: int) -> str:
        """Return the path from the predicate to a node, without repeated labels."""
        path = self._shorts.get(node)
        if path is None:
            path = self._shorts[node] = self._short_path(node)
        return path

    def _short_path(self, node: int) -> str:
        labels, parents = self._shared.labels, self._shared.parents
        meeting_level = self._meetings[node]
        meeting, previous, path = self._spine[meeting_level], "", ""
        while node != meeting:
            label = labels[node]
            if label != previous:
                path, previous = f"!{label}{path}", label
            node = parents[node]
        return f"{self._labels(1, meeting_level + 1)}{path or '!'}"

    def zone(self, node: int) -> str:
        """Return the zone of a node relative to the predicate's phrase and the verb above."""
        meeting_level = self._meetings[node]
        if meeting_level <= self.top:
            return "in"
        verb, starts = self.governor[0], self._shared.starts
        if starts[node] == verb and self._shared.ends[node] == verb + 1:
            return _VERB
        zone = self._zones.get(meeting_level)
        if zone is None:
            zone = self._zones[meeting_level] = self._zone(meeting_level)
        return zone

    def _zone(self, meeting_level: int) -> str:
        verb, verb_level = self.governor
        if verb == NO_NODE:
            return "out"
        if meeting_level == verb_level:
            return _SISTER
        return (
            f"{_ABOVE} {self._labels(verb_level, meeting_level + 1)}"
            if meeting_level > verb_level
            else "out"
        )

    def _labels(self, start: int, end: int) -> str:
        path = self._label_paths.get((start, end))
        if path is None:
            labels = self._shared.labels
            path = "^".join(_without_repeats(labels[node] for node in self._spine[start:end]))
            self._label_paths[start, end] = path
        return path


def _without_repeats(labels: Iterable[str]) -> list[str]:
    return [label for label, _ in groupby(labels)]


UP, DOWN = "^", "!"
LEFT, RIGHT, OVER = "left", "right", "over"
# Value that replaces paths with more nodes than the limit on one side. Such paths are rare, and
# building them is slow in deep trees.
FAR_PATH, _MAX_PATH_NODES = "far", 20


class PredicateContext:
    """A predicate in its tree.

    lemma   lemma of its frame, which a noun shares with its verb (`acquire` for acquisition); by
            default the lemma of the word
    shared  context of the tree, if it was already created for another predicate
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
        # Leaf of the predicate, and the nodes from there to the top.
        self.leaf = self.tree.leaves[predicate]
        self.spine = [self.leaf, *self.tree.ancestors(self.leaf)]

    def candidates(self, pruned: bool) -> list[int]:
        """Return the nodes that may be arguments of the predicate."""
        return candidates(self.tree, self.predicate, pruned) if pruned else self.shared.spans

    @cached_property
    def subcategorisation(self) -> str:
        """Return the grammar rule that expands the parent of the predicate: `NP>DT NN PP`."""
        labels, parent = self.shared.labels, self.shared.parents[self.leaf]
        if parent == NO_NODE:
            return labels[self.leaf]
        return (
            f"{labels[parent]}>{' '.join([labels[child] for child in self.tree.children[parent]])}"
        )

    @cached_property
    def meeting_levels(self) -> list[int]:
        """Return for each node the level of the lowest spine node that also covers the node."""
        return self._paths_from_top[0]

    @cached_property
    def partial_paths(self) -> list[str]:
        """Return for each node the labels up to where it meets the spine: `PP^NP`."""
        return self._paths_from_top[1]

    @cached_property
    def paths(self) -> list[str]:
        """Return for each node the labels up and down to the predicate: `PP^NP!NN`."""
        labels, down = self.shared.labels, [""]
        for node in self.spine[:_MAX_PATH_NODES]:
            down.append(f"{DOWN}{labels[node]}{down[-1]}")
        return [
            up + down[level] if level <= _MAX_PATH_NODES and up != FAR_PATH else FAR_PATH
            for up, level in zip(self.partial_paths, self.meeting_levels, strict=True)
        ]

    @cached_property
    def lengths(self) -> list[int]:
        """Return for each node the number of nodes on its path."""
        return self._paths_from_top[2]

    @cached_property
    def surroundings(self) -> Surroundings:
        """Return the syntactic surroundings of the predicate."""
        return Surroundings(self.shared, self.predicate, self.spine, self.meeting_levels)

    def position(self, node: int) -> str:
        """Return whether a node is to the left of the predicate, to the right, or covers it."""
        if self.shared.ends[node] <= self.predicate:
            return LEFT
        return RIGHT if self.shared.starts[node] > self.predicate else OVER

    def between(self, node: int) -> tuple[int, int]:
        """Return start and end of the words between a node and the predicate."""
        start, end = self.shared.starts[node], self.shared.ends[node]
        if end <= self.predicate:
            return end, self.predicate
        return self.predicate + 1, max(self.predicate + 1, start)

    @cached_property
    def _paths_from_top(self) -> tuple[list[int], list[str], list[int]]:
        """Return `meeting_levels`, `partial_paths` and `lengths`, from parents to children."""
        labels, parents = self.shared.labels, self.shared.parents
        meeting_levels = [0] * len(labels)
        partial = [""] * len(labels)
        lengths = [0] * len(labels)
        on_spine = {node: level for level, node in enumerate(self.spine)}
        for node, label in enumerate(labels):
            level = on_spine.get(node)
            if level is not None:
                meeting_levels[node], partial[node], lengths[node] = level, label, level + 1
            else:
                parent = parents[node]
                meeting_levels[node] = meeting_levels[parent]
                lengths[node] = lengths[parent] + 1
                is_near = lengths[node] - meeting_levels[node] <= _MAX_PATH_NODES + 1
                partial[node] = f"{label}{UP}{partial[parent]}" if is_near else FAR_PATH
        return meeting_levels, partial, lengths

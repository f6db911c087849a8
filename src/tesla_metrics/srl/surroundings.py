"""What richer features look at: what a node is about, and what stands around a predicate."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from ..syntax.heads import PUNCTUATION
from ..syntax.tree import NO_NODE

if TYPE_CHECKING:
    from .context import PredicateContext, TreeContext

NONE = "-"
_POSSESSIVE = frozenset({"POS", "PRP$"})
_MARKED = frozenset({"PP", "SBAR", "WHPP"})
_CLAUSES = frozenset({"VP", "SQ", "SINV"})
_PASSIVE = frozenset({"be", "get"})
# How a node stands to the verb over a noun.
_VERB, _BESIDE, _ABOVE = "verb", "beside", "above"


class NodeFacts(NamedTuple):
    """Of a node, whatever the predicate.

    kind        its label, with a sign behind it where it is a possessor
    lowest      the label of the lowest node over the same words
    lemma, tag  of its head word
    marker      the preposition or conjunction that begins it, or NONE
    content     the lemma of what the marker governs; its head's where there is no marker
    """

    kind: str
    lowest: str
    lemma: str
    tag: str
    marker: str
    content: str
    content_tag: str


def node_facts(shared: "TreeContext", node: int) -> NodeFacts:
    """What a node is about."""
    children = shared.tree.children
    low = node
    while len(children[low]) == 1:
        low = children[low][0]
    head = shared.heads[node]
    label, lemma, tag = shared.labels[node], shared.lemmas[head], shared.tags[head]
    owner = shared.tags[shared.ends[node] - 1] in _POSSESSIVE
    kind = f"{label}$" if owner else label
    if label not in _MARKED or len(children[low]) < 2:
        return NodeFacts(kind, shared.labels[low], lemma, tag, NONE, lemma, tag)
    about = shared.heads[_last(shared, children[low])]
    return NodeFacts(
        kind, shared.labels[low], lemma, tag, lemma, shared.lemmas[about], shared.tags[about]
    )


def _last(shared: "TreeContext", nodes: Sequence[int]) -> int:
    """The last one that is no punctuation, if there is one."""
    words = (one for one in reversed(nodes) if shared.labels[one] not in PUNCTUATION)
    return next(words, nodes[-1])


class Surroundings:
    """Of a predicate."""

    def __init__(self, context: "PredicateContext") -> None:
        # Not the context itself, which has this: what is in no circle is freed at once.
        self._shared, self._predicate, self._tag = context.shared, context.predicate, context.tag
        self._spine, self._meetings = context.spine, context.meetings
        self._zones: dict[int, str] = {}
        self._shorts: dict[int, str] = {}
        self._ways: dict[tuple[int, int], str] = {}

    @cached_property
    def top(self) -> int:
        """How far up the spine the predicate is the head."""
        heads, place = self._shared.heads, self._predicate
        others = (at for at, node in enumerate(self._spine) if heads[node] != place)
        return next(others, len(self._spine)) - 1

    @cached_property
    def governor(self) -> tuple[int, int]:
        """The verb above a noun, as a place among the words, and how far up the spine its phrase
        is; NO_NODE twice where there is none.
        """
        shared, spine = self._shared, self._spine
        for at in range(self.top + 1, len(spine)):
            if shared.labels[spine[at]] in _CLAUSES:
                below = shared.tree.children[spine[at]]
                verbs = [one for one in below if shared.labels[one].startswith("VB")]
                if verbs:
                    return shared.starts[verbs[-1]], at
        return NO_NODE, NO_NODE

    @cached_property
    def governor_lemma(self) -> str:
        """Of that verb."""
        place = self.governor[0]
        return self._shared.lemmas[place] if place != NO_NODE else NONE

    @cached_property
    def governor_path(self) -> str:
        """Labels from the noun's phrase to the verb's."""
        at = self.governor[1]
        return self._labels(self.top, at + 1) if at != NO_NODE else NONE

    @cached_property
    def voice(self) -> str:
        """Of a verb: active, passive, or that of a participle without an auxiliary."""
        tag = self._tag
        if tag != "VBN":
            return "gerund" if tag == "VBG" else "active"
        auxiliary = self._auxiliary()
        if auxiliary == "have":
            return "active"
        return "passive" if auxiliary in _PASSIVE else "participle"

    def _auxiliary(self) -> str:
        shared, place = self._shared, self._predicate
        for node in self._spine[1:]:
            if shared.labels[node] not in ("VP", "S", "SQ"):
                break
            for one in shared.tree.children[node]:
                if shared.starts[one] >= place:
                    break
                if shared.labels[one].startswith("VB"):
                    return shared.lemmas[shared.starts[one]]
        return NONE

    @cached_property
    def inner(self) -> str:
        """What a noun's phrase has beside: a possessor, an of-phrase."""
        shared, spine = self._shared, self._spine
        found = set()
        for node in spine[1 : self.top + 1]:
            for one in shared.tree.children[node]:
                if shared.tags[shared.ends[one] - 1] in _POSSESSIVE and one not in spine:
                    found.add("owner")
                elif shared.labels[one] == "PP" and shared.words[shared.starts[one]] == "of":
                    found.add("of")
        return "+".join(sorted(found)) or NONE

    @cached_property
    def preposition(self) -> str:
        """What governs a noun's phrase, if a preposition does."""
        spine = self._spine
        if self.top + 1 < len(spine) and self._shared.labels[spine[self.top + 1]] == "PP":
            return self._shared.lemmas[self._shared.starts[spine[self.top + 1]]]
        return NONE

    def short_path(self, node: int) -> str:
        """From the predicate to a node, labels that repeat said once."""
        known = self._shorts.get(node)
        if known is None:
            known = self._shorts[node] = self._short_path(node)
        return known

    def _short_path(self, node: int) -> str:
        labels, parents = self._shared.labels, self._shared.parents
        at = self._meetings[node]
        meeting, below, way = self._spine[at], "", ""
        while node != meeting:
            label = labels[node]
            if label != below:
                way, below = f"!{label}{way}", label
            node = parents[node]
        return f"{self._labels(1, at + 1)}{way or '!'}"

    def zone(self, node: int) -> str:
        """Where a node is: within the predicate's phrase, or how it stands to the verb above."""
        meeting = self._meetings[node]
        if meeting <= self.top:
            return "in"
        verb, starts = self.governor[0], self._shared.starts
        if starts[node] == verb and self._shared.ends[node] == verb + 1:
            return _VERB
        known = self._zones.get(meeting)
        if known is None:
            known = self._zones[meeting] = self._zone(meeting)
        return known

    def _zone(self, meeting: int) -> str:
        verb, at = self.governor
        if verb == NO_NODE:
            return "out"
        if meeting == at:
            return _BESIDE
        return f"{_ABOVE} {self._labels(at, meeting + 1)}" if meeting > at else "out"

    def _labels(self, start: int, end: int) -> str:
        known = self._ways.get((start, end))
        if known is None:
            labels = self._shared.labels
            known = "^".join(_once(labels[one] for one in self._spine[start:end]))
            self._ways[start, end] = known
        return known


def _once(labels: Iterable[str]) -> list[str]:
    return [label for label, _ in groupby(labels)]

"""What of a clause tells in which relation it stands to the rest of its sentence."""

from collections.abc import Iterator

from ...analysis.sentence import Sentence
from ...syntax.tree import NO_NODE, Tree
from .clauses import FREE, Clause

_NONE = "-"
_STEP, _LONGEST = 4, 5  # of lengths


def clause_features(sentence: Sentence, tree: Tree, clause: Clause) -> Iterator[str]:
    """Each with the kind of the clause, which says what all others mean."""
    view = _View(sentence, tree, clause)
    yield clause.kind
    yield from (f"{clause.kind} {feature}" for feature in view.words())
    tag = tree.tags[clause.start]
    for feature in view.surroundings():
        yield f"{clause.kind} {feature}"
        yield f"{clause.kind} {tag} {feature}"
    others = view.governed() if clause.kind == FREE else view.joined()
    yield from (f"{clause.kind} {feature}" for feature in others)


class _View:
    """A clause in its tree."""

    def __init__(self, sentence: Sentence, tree: Tree, clause: Clause) -> None:
        self._sentence, self._tree, self._clause = sentence, tree, clause
        self._node = tree.nodes[clause.node]
        self._parent = tree.nodes[self._node.parent]
        self._siblings = tree.children[self._node.parent]
        self._tag = tree.tags[clause.start]

    def words(self) -> Iterator[str]:
        """Its own, and the one before it."""
        before = self._node.start - 1
        yield f"first {self._lemma(self._clause.start)}"
        yield f"first tag {self._tag}"
        yield f"before {self._lemma(before)}"
        yield f"tag before {self._tree.tags[before] if before >= 0 else _NONE}"
        yield f"begins {self._node.start == 0:d}"
        length = (self._clause.end - self._clause.start) // _STEP
        yield f"length {min(length, _LONGEST)}"
        verb = self._verb(self._clause.node)
        if verb is not None:
            yield f"verb {self._lemma(verb)}"
            yield f"verb {self._tag} {self._lemma(verb)}"
            yield f"verb tag {self._tree.tags[verb]}"

    def surroundings(self) -> Iterator[str]:
        """Labels above and beside it."""
        place, parent = self._clause.place, self._parent
        above = self._tree.nodes[parent.parent].label if parent.parent != NO_NODE else _NONE
        every = " ".join(self._label(one) for one in range(len(self._siblings)))
        yield f"label {self._node.label}"
        yield f"parent {parent.label}"
        yield f"above {parent.label} {above}"
        yield f"left {self._label(place - 1)}"
        yield f"lefts {self._label(place - 2)} {self._label(place - 1)}"
        yield f"right {self._label(place + 1)}"
        yield f"all left {' '.join(self._label(one) for one in range(place))}"
        yield f"parent left {parent.label} {self._label(place - 1)}"
        yield f"rule {parent.label} > {every}"

    def governed(self) -> Iterator[str]:
        """The verb beside which it stands, whose object it may be."""
        place = self._clause.place
        for child in self._siblings[:place]:
            node = self._tree.nodes[child]
            if node.label[:2] in ("VB", "MD") and not self._tree.children[child]:
                verb = self._lemma(node.start)
                yield f"governor {verb}"
                yield f"governor {verb} {self._label(place - 1)}"
                yield f"governor {verb} {self._tag}"
                break
        near = bool(place) and not self._tree.children[self._siblings[place - 1]]
        yield f"near {near:d}"

    def joined(self) -> Iterator[str]:
        """What it is joined to, and how."""
        place = self._clause.place
        by = self._lemma(self._tree.nodes[self._siblings[place - 1]].start)
        yield f"by {by}"
        own = self._verb(self._clause.node)
        other = self._verb(self._siblings[max(0, place - 2)])
        if own is not None and other is not None:
            yield f"verb tags {self._tree.tags[other]} {self._tree.tags[own]}"
            yield f"verb before {self._lemma(other)}"
            yield f"by {by} {self._tree.tags[other]}"

    def _label(self, place: int) -> str:
        if not 0 <= place < len(self._siblings):
            return _NONE
        return self._tree.nodes[self._siblings[place]].label

    def _lemma(self, place: int) -> str:
        tokens = self._sentence.tokens
        return tokens[place].lemma.lower() if 0 <= place < len(tokens) else _NONE

    def _verb(self, node: int) -> int | None:
        _, start, end, _ = self._tree.nodes[node]
        verbs = (place for place in range(start, end) if self._tree.tags[place][:2] == "VB")
        return next(verbs, None)

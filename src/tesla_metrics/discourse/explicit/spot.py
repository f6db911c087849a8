"""Ways from a possible connective through its sentence and tree."""

from ...syntax.tree import NO_NODE, Tree
from ..document import VERBS, Document
from .candidates import Candidate

NONE = "-"
PUNCTUATION = frozenset([",", ".", ":", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP"])


class Spot:
    """A candidate in the tree of its sentence."""

    def __init__(self, document: Document, candidate: Candidate) -> None:
        self.document, self.candidate = document, candidate
        self.sentence = document.sentences[candidate.sentence]
        self.tree: Tree = document.trees[candidate.sentence]
        self.words = document.words[candidate.sentence]
        self.tags = document.tags[candidate.sentence]
        first, last = candidate.first, candidate.last
        self.whole = self.tree.exactly(first, last + 1)
        self.node = self.tree.covering(first, last + 1) if self.whole is None else self.whole

    def word(self, place: int) -> str:
        """In lower case; beyond the sentence a mark."""
        return self.words[place] if 0 <= place < len(self.words) else NONE

    def tag(self, place: int) -> str:
        """Beyond the sentence a mark."""
        return self.tags[place] if 0 <= place < len(self.tags) else NONE

    def verb(self, start: int, end: int) -> str:
        """The first tag of a verb or modal there, if there is one."""
        if not self.verbs(start, end):
            return NONE
        return next(tag for tag in self.tags[start:end] if tag.startswith(VERBS))

    def verbs(self, start: int, end: int) -> int:
        """How many there are."""
        before = self.document.verbs[self.candidate.sentence]
        return before[end] - before[start]

    def label(self, node: int | None) -> str:
        """Of a node, if there is one."""
        return NONE if node is None or node == NO_NODE else self.tree.nodes[node].label

    def above(self, node: int) -> int | None:
        """Its parent, if it has one."""
        parent = self.tree.nodes[node].parent
        return None if parent == NO_NODE else parent

    def beside(self, node: int, step: int) -> int | None:
        """The sibling to the left (-1) or right (1), if there is one."""
        parent = self.above(node)
        if parent is None:
            return None
        row = self.tree.children[parent]
        place = row.index(node) + step
        return row[place] if 0 <= place < len(row) else None

    def conjunct(self, node: int, step: int) -> int | None:
        """The nearest sibling on that side that is more than punctuation."""
        beside = self.beside(node, step)
        while beside is not None and self.label(beside) in PUNCTUATION:
            beside = self.beside(beside, step)
        return beside

    def path(self) -> list[str]:
        """Labels from the node up to the top."""
        return [self.label(node) for node in self.tree.ancestors(self.node)]


def clause_shape(spot: Spot, node: int | None) -> str:
    """What a stretch of the tree has of a clause: its first tags, a verb, its children."""
    if node is None:
        return NONE
    tree = spot.tree
    start, end = tree.nodes[node].start, tree.nodes[node].end
    verb = spot.verb(start, end)
    below = {tree.nodes[child].label for child in tree.children[node]}
    subject = "s" if "NP" in below and "VP" in below else ""
    return f"{spot.label(node)}/{verb}{subject}"


def size(count: int) -> str:
    """Lengths in few steps."""
    for most in (0, 1, 2, 3, 5, 8, 12, 20):
        if count <= most:
            return str(most)
    return "+"

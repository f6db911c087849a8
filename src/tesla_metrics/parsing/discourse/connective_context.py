"""Context of a connective candidate in its sentence and tree."""

from collections.abc import Iterator
from functools import cached_property

from ..syntax.tree import NO_NODE, Tree
from .connectives import Candidate
from .relation import VERB_TAG_PREFIXES, Document

NONE = "-"
PUNCTUATION = frozenset([",", ".", ":", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP"])


class CandidateContext:
    """A connective candidate in the tree of its sentence."""

    def __init__(self, document: Document, candidate: Candidate) -> None:
        self.document, self.candidate = document, candidate
        self.sentence = document.sentences[candidate.sentence]
        self.tree: Tree = document.trees[candidate.sentence]
        self.words = document.words[candidate.sentence]
        self.tags = document.tags[candidate.sentence]
        first, last = candidate.first, candidate.last
        self.exact_node = self.tree.find_constituent(first, last + 1)
        self.node = (
            self.tree.lowest_covering_node(first, last + 1)
            if self.exact_node is None
            else self.exact_node
        )

    def word(self, index: int) -> str:
        """Return a word in lower case; NONE outside the sentence."""
        return self.words[index] if 0 <= index < len(self.words) else NONE

    def tag(self, index: int) -> str:
        """Return the tag of a word; NONE outside the sentence."""
        return self.tags[index] if 0 <= index < len(self.tags) else NONE

    def first_verb_tag(self, start: int, end: int) -> str:
        """Return the first tag of a verb or modal in tokens[start:end], or NONE."""
        if not self.count_verbs(start, end):
            return NONE
        return next(tag for tag in self.tags[start:end] if tag.startswith(VERB_TAG_PREFIXES))

    def count_verbs(self, start: int, end: int) -> int:
        """Return the number of verbs and modals in tokens[start:end]."""
        counts = self.document.verb_counts[self.candidate.sentence]
        return counts[end] - counts[start]

    def label(self, node: int | None) -> str:
        """Return the label of a node; NONE if there is no node."""
        return NONE if node is None or node == NO_NODE else self.tree.nodes[node].label

    def parent(self, node: int) -> int | None:
        """Return the parent of a node, or None."""
        parent = self.tree.nodes[node].parent
        return None if parent == NO_NODE else parent

    def sibling(self, node: int, step: int) -> int | None:
        """Return the sibling to the left (step -1) or right (step 1), or None."""
        parent = self.parent(node)
        if parent is None:
            return None
        siblings = self.tree.children[parent]
        index = siblings.index(node) + step
        return siblings[index] if 0 <= index < len(siblings) else None

    def conjunct(self, node: int, step: int) -> int | None:
        """Return the nearest sibling on one side that is not punctuation, or None."""
        sibling = self.sibling(node, step)
        while sibling is not None and self.label(sibling) in PUNCTUATION:
            sibling = self.sibling(sibling, step)
        return sibling

    def path(self) -> list[str]:
        """Return the labels of the nodes above the candidate, up to the top."""
        return [self.label(node) for node in self.tree.ancestors(self.node)]


def clause_shape(spot: CandidateContext, node: int | None) -> str:
    """Describe a node: its label, its first verb tag, and whether it has subject and predicate."""
    if node is None:
        return NONE
    tree = spot.tree
    start, end = tree.nodes[node].start, tree.nodes[node].end
    verb = spot.first_verb_tag(start, end)
    child_labels = {tree.nodes[child].label for child in tree.children[node]}
    subject = "s" if "NP" in child_labels and "VP" in child_labels else ""
    return f"{spot.label(node)}/{verb}{subject}"


def length_bucket(count: int) -> str:
    """Return a length as a string, rounded up to one of a few values."""
    for limit in (0, 1, 2, 3, 5, 8, 12, 20):
        if count <= limit:
            return str(limit)
    return "+"


# Features of a connective candidate: its words, its neighbours and its position in the tree.
#
# They follow Pitler & Nenkova (2009: the nodes above and next to it, alone, in pairs and with the
# words) and Lin, Ng & Kan (2014: neighbouring words and tags, the path to the root). Additional
# features distinguish clauses from phrases: verbs, subjects and lengths of what it joins.

_CLAUSES = frozenset({"S", "SBAR", "SINV", "SQ", "SBARQ"})
# Words that form a pair with a later one: not only .. but, either .. or, if .. then.
_PARTNERS = frozenset("not only just either neither whether both if when".split())
# The names of more children would exceed the 40 characters that are used.
_MAX_CHILDREN = 20


class ConnectiveContext(CandidateContext):
    """A connective candidate with its features, which several classifiers use."""

    @cached_property
    def features(self) -> list[str]:
        """Return all features, each alone and combined with the connective's string."""
        text, features = self.candidate.text, [*_surface_features(self), *_syntax_features(self)]
        return ["bias", f"c={text}", *features, *(f"{text}|{feature}" for feature in features)]


def _surface_features(spot: CandidateContext) -> Iterator[str]:
    first, last = spot.candidate.first, spot.candidate.last
    word_before, word_after = spot.word(first - 1), spot.word(last + 1)
    tag, tag_before, tag_after = (
        " ".join(spot.tags[first : last + 1]),
        spot.tag(first - 1),
        spot.tag(last + 1),
    )
    yield f"t={tag}"
    yield f"w-1={word_before}"
    yield f"w+1={word_after}"
    yield f"t-1={tag_before}"
    yield f"t+1={tag_after}"
    yield f"t-1t={tag_before} {tag}"
    yield f"tt+1={tag} {tag_after}"
    yield f"t-1+1={tag_before} {tag_after}"
    yield f"t-2={spot.tag(first - 2)} {tag_before}"
    yield f"t+2={tag_after} {spot.tag(last + 2)}"
    yield f"w+2={spot.word(last + 2)}"
    yield f"w-2={spot.word(first - 2)}"
    yield f"at={length_bucket(first)}"
    yield f"left={length_bucket(len(spot.words) - last - 1)}"
    yield f"case={spot.sentence.tokens[first].form[:1].isupper()}{first == 0}"
    verb_after = spot.first_verb_tag(last + 1, len(spot.tags))
    verb_before = (
        next((tag for tag in spot.tags[first - 1 :: -1] if tag.startswith(VERB_TAG_PREFIXES)), NONE)
        if first
        else NONE
    )
    yield f"v+={verb_after}"
    yield f"v-={verb_before}"
    yield f"v={verb_before} {verb_after}"


def _syntax_features(spot: CandidateContext) -> Iterator[str]:
    node = spot.node
    parent = spot.parent(node)
    left_sibling, right_sibling = spot.sibling(node, -1), spot.sibling(node, 1)
    labels = {
        "self": spot.label(node) if spot.exact_node is not None else f"~{spot.label(node)}",
        "up": spot.label(parent),
        "left": spot.label(left_sibling),
        "right": spot.label(right_sibling),
    }
    grandparent = spot.parent(parent) if parent is not None else None
    for name, label in labels.items():
        yield f"{name}={label}"
    keys = sorted(labels)
    for index, first in enumerate(keys):
        for second in keys[index + 1 :]:
            yield f"{first}&{second}={labels[first]} {labels[second]}"
    yield f"all={' '.join(labels.values())}"
    yield f"grand={labels['up']} {spot.label(grandparent)}"
    path = spot.path()
    yield f"path={' '.join(path[:4])}"
    without_repeats = [
        label for index, label in enumerate(path) if label != path[index - 1] or not index
    ]
    yield f"way={' '.join(without_repeats)}"
    clause = next((label for label in path if label in _CLAUSES), NONE)
    yield f"clause={clause}"
    yield f"depth={length_bucket(len(path))}"
    yield from _sibling_features(spot, left_sibling, right_sibling, parent)
    yield from _governor_features(spot)
    yield from _partner_features(spot)


def _sibling_features(
    spot: CandidateContext, left: int | None, right: int | None, parent: int | None
) -> Iterator[str]:
    left_shape, right_shape = clause_shape(spot, left), clause_shape(spot, right)
    yield f"right/={right_shape}"
    yield f"left/={left_shape}"
    yield f"both/={left_shape} {right_shape}"
    nodes = spot.tree.nodes
    for name, node in (("left", left), ("right", right), ("up", parent)):
        if node is not None:
            yield f"{name}#={length_bucket(nodes[node].end - nodes[node].start)}"
            yield f"{name}1={spot.word(nodes[node].start)}"
            child_nodes = spot.tree.children[node][:_MAX_CHILDREN]
            yield f"{name}>={' '.join(map(spot.label, child_nodes))[:40]}"
    if parent is not None:
        yield f"up/={clause_shape(spot, parent)}"
        end = nodes[parent].end
        yield f"upend={spot.tag(end)}"
        yield f"upfirst={nodes[parent].start == spot.candidate.first}"


def _governor_features(spot: CandidateContext) -> Iterator[str]:
    """Yield features of the word above a subordinate clause: `know when`, `the time when`."""
    tree, first = spot.tree, spot.candidate.first
    clause = next(
        (node for node in tree.ancestors(spot.node) if tree.nodes[node].start < first), None
    )
    if clause is None:
        return
    children_before = [child for child in tree.children[clause] if tree.nodes[child].start < first]
    head = next(
        (child for child in children_before if spot.label(child) not in PUNCTUATION),
        children_before[0],
    )
    last_token = tree.nodes[head].end - 1
    lemma = spot.sentence.tokens[last_token].lemma.lower()
    yield f"gov={spot.label(clause)} {spot.label(head)} {lemma}"
    yield f"govs={spot.label(clause)} {spot.label(head)}"
    nearest = children_before[-1]
    yield f"near={spot.label(clause)} {spot.label(nearest)}"


def _partner_features(spot: CandidateContext) -> Iterator[str]:
    first, last = spot.candidate.first, spot.candidate.last
    for index in range(first):
        if spot.words[index] in _PARTNERS:
            yield f"partner={spot.words[index]}"
    if "then" in spot.words[last + 1 :]:
        yield "then"
    node = spot.node
    left, right = spot.conjunct(node, -1), spot.conjunct(node, 1)
    yield f"conj={clause_shape(spot, left)} {clause_shape(spot, right)}"
    yield f"conjl={spot.label(left)} {spot.label(right)}"
    if right is not None:
        start = spot.tree.nodes[right].start
        yield f"lemma={spot.sentence.tokens[start].lemma.lower()}"
    if left is not None and right is not None:
        nodes = (spot.tree.nodes[left], spot.tree.nodes[right])
        yield f"sizes={' '.join(length_bucket(node.end - node.start) for node in nodes)}"
    previous = spot.candidate.sentence - 1
    if first == 0 and previous >= 0:
        tokens = spot.document.sentences[previous].tokens
        yield f"ends={tokens[-1].form if tokens else NONE} {length_bucket(len(tokens))}"

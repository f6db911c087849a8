"""What is seen of a possible connective: its words, its neighbours and its place in the tree.

After Pitler & Nenkova (2009: the nodes above and beside it, alone, in pairs and with the words)
and Lin, Ng & Kan (2014: neighbouring words and tags, the path to the root), with what tells a
clause from a phrase: verbs, subjects and lengths of what it joins.
"""

from collections.abc import Iterator
from functools import cached_property

from ..document import VERBS
from .spot import NONE, PUNCTUATION, Spot, clause_shape, size

_CLAUSES = frozenset({"S", "SBAR", "SINV", "SQ", "SBARQ"})
# What an earlier word makes of a later one: not only .. but, either .. or, if .. then.
_PARTNERS = frozenset("not only just either neither whether both if when".split())
# As many as may be named in 40 letters.
_MOST_CHILDREN = 20


class Context(Spot):
    """A candidate with its features, which several classifiers look at."""

    @cached_property
    def features(self) -> list[str]:
        """All that is seen, each both alone and with the string, and the string itself."""
        text, found = self.candidate.text, [*_surface(self), *_syntax(self)]
        return ["bias", f"c={text}", *found, *(f"{text}|{feature}" for feature in found)]


def _surface(spot: Spot) -> Iterator[str]:
    first, last = spot.candidate.first, spot.candidate.last
    before, after = spot.word(first - 1), spot.word(last + 1)
    tag, tag_before, tag_after = (
        " ".join(spot.tags[first : last + 1]),
        spot.tag(first - 1),
        spot.tag(last + 1),
    )
    yield f"t={tag}"
    yield f"w-1={before}"
    yield f"w+1={after}"
    yield f"t-1={tag_before}"
    yield f"t+1={tag_after}"
    yield f"t-1t={tag_before} {tag}"
    yield f"tt+1={tag} {tag_after}"
    yield f"t-1+1={tag_before} {tag_after}"
    yield f"t-2={spot.tag(first - 2)} {tag_before}"
    yield f"t+2={tag_after} {spot.tag(last + 2)}"
    yield f"w+2={spot.word(last + 2)}"
    yield f"w-2={spot.word(first - 2)}"
    yield f"at={size(first)}"
    yield f"left={size(len(spot.words) - last - 1)}"
    yield f"case={spot.sentence.tokens[first].form[:1].isupper()}{first == 0}"
    verb = spot.verb(last + 1, len(spot.tags))
    behind = (
        next((tag for tag in spot.tags[first - 1 :: -1] if tag.startswith(VERBS)), NONE)
        if first
        else NONE
    )
    yield f"v+={verb}"
    yield f"v-={behind}"
    yield f"v={behind} {verb}"


def _syntax(spot: Spot) -> Iterator[str]:
    node = spot.node
    parent = spot.above(node)
    left, right = spot.beside(node, -1), spot.beside(node, 1)
    names = {
        "self": spot.label(node) if spot.whole is not None else f"~{spot.label(node)}",
        "up": spot.label(parent),
        "left": spot.label(left),
        "right": spot.label(right),
    }
    grand = spot.above(parent) if parent is not None else None
    for name, label in names.items():
        yield f"{name}={label}"
    rows = sorted(names)
    for place, one in enumerate(rows):
        for other in rows[place + 1 :]:
            yield f"{one}&{other}={names[one]} {names[other]}"
    yield f"all={' '.join(names.values())}"
    yield f"grand={names['up']} {spot.label(grand)}"
    path = spot.path()
    yield f"path={' '.join(path[:4])}"
    squeezed = [label for place, label in enumerate(path) if label != path[place - 1] or not place]
    yield f"way={' '.join(squeezed)}"
    clause = next((label for label in path if label in _CLAUSES), NONE)
    yield f"clause={clause}"
    yield f"depth={size(len(path))}"
    yield from _joined(spot, left, right, parent)
    yield from _governor(spot)
    yield from _partners(spot)


def _joined(spot: Spot, left: int | None, right: int | None, parent: int | None) -> Iterator[str]:
    one, other = clause_shape(spot, left), clause_shape(spot, right)
    yield f"right/={other}"
    yield f"left/={one}"
    yield f"both/={one} {other}"
    nodes = spot.tree.nodes
    for name, node in (("left", left), ("right", right), ("up", parent)):
        if node is not None:
            yield f"{name}#={size(nodes[node].end - nodes[node].start)}"
            yield f"{name}1={spot.word(nodes[node].start)}"
            row = spot.tree.children[node][:_MOST_CHILDREN]
            yield f"{name}>={' '.join(map(spot.label, row))[:40]}"
    if parent is not None:
        yield f"up/={clause_shape(spot, parent)}"
        end = nodes[parent].end
        yield f"upend={spot.tag(end)}"
        yield f"upfirst={nodes[parent].start == spot.candidate.first}"


def _governor(spot: Spot) -> Iterator[str]:
    """The verb or noun that a subordinate clause hangs on: `know when`, `the time when`."""
    tree, first = spot.tree, spot.candidate.first
    clause = next(
        (node for node in tree.ancestors(spot.node) if tree.nodes[node].start < first), None
    )
    if clause is None:
        return
    below = [child for child in tree.children[clause] if tree.nodes[child].start < first]
    head = next((child for child in below if spot.label(child) not in PUNCTUATION), below[0])
    place = tree.nodes[head].end - 1
    lemma = spot.sentence.tokens[place].lemma.lower()
    yield f"gov={spot.label(clause)} {spot.label(head)} {lemma}"
    yield f"govs={spot.label(clause)} {spot.label(head)}"
    near = below[-1]
    yield f"near={spot.label(clause)} {spot.label(near)}"


def _partners(spot: Spot) -> Iterator[str]:
    first, last = spot.candidate.first, spot.candidate.last
    for place in range(first):
        if spot.words[place] in _PARTNERS:
            yield f"partner={spot.words[place]}"
    if "then" in spot.words[last + 1 :]:
        yield "then"
    node = spot.node
    one, other = spot.conjunct(node, -1), spot.conjunct(node, 1)
    yield f"conj={clause_shape(spot, one)} {clause_shape(spot, other)}"
    yield f"conjl={spot.label(one)} {spot.label(other)}"
    if other is not None:
        start = spot.tree.nodes[other].start
        yield f"lemma={spot.sentence.tokens[start].lemma.lower()}"
    if one is not None and other is not None:
        nodes = (spot.tree.nodes[one], spot.tree.nodes[other])
        yield f"sizes={' '.join(size(node.end - node.start) for node in nodes)}"
    before = spot.candidate.sentence - 1
    if first == 0 and before >= 0:
        tokens = spot.document.sentences[before].tokens
        yield f"ends={tokens[-1].form if tokens else NONE} {size(len(tokens))}"

"""What is seen of a possible connective: its words, its neighbours and its place in the tree.

After Pitler & Nenkova (2009: the nodes above and beside it, alone, in pairs and with the words)
and Lin, Ng & Kan (2014: neighbouring words and tags, the path to the root), with what tells a
clause from a phrase: verbs, subjects and lengths of what it joins.
"""

from collections.abc import Iterator

from ...syntax.tree import NO_NODE, Tree
from ..document import Document
from .candidates import Candidate

NONE = "-"
_CLAUSES = frozenset({"S", "SBAR", "SINV", "SQ", "SBARQ"})
_VERBS = ("VB", "MD")
PUNCTUATION = frozenset([",", ".", ":", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP"])
# What an earlier word makes of a later one: not only .. but, either .. or, if .. then.
_PARTNERS = frozenset("not only just either neither whether both if when".split())


class Context:
    """A candidate in its sentence, with what its features are made of."""

    def __init__(self, document: Document, candidate: Candidate) -> None:
        self.document, self.candidate = document, candidate
        self.sentence = document.sentences[candidate.sentence]
        self.tree: Tree = document.trees[candidate.sentence]
        self.words = [token.form.lower() for token in self.sentence.tokens]
        self.tags = [token.xpos for token in self.sentence.tokens]
        first, last = candidate.first, candidate.last
        self.whole = self.tree.exactly(first, last + 1)
        self.node = self.tree.covering(first, last + 1) if self.whole is None else self.whole

    def word(self, place: int) -> str:
        """In lower case; beyond the sentence a mark."""
        return self.words[place] if 0 <= place < len(self.words) else NONE

    def tag(self, place: int) -> str:
        """Beyond the sentence a mark."""
        return self.tags[place] if 0 <= place < len(self.tags) else NONE

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


def clause_shape(context: Context, node: int | None) -> str:
    """What a stretch of the tree has of a clause: its first tags, a verb, its children."""
    if node is None:
        return NONE
    tree = context.tree
    start, end = tree.nodes[node].start, tree.nodes[node].end
    verb = next((tag for tag in context.tags[start:end] if tag.startswith(_VERBS)), NONE)
    below = {tree.nodes[child].label for child in tree.children[node]}
    subject = "s" if "NP" in below and "VP" in below else ""
    return f"{context.label(node)}/{verb}{subject}"


def size(count: int) -> str:
    """Lengths in few steps."""
    for most in (0, 1, 2, 3, 5, 8, 12, 20):
        if count <= most:
            return str(most)
    return "+"


def context_features(context: Context) -> list[str]:
    """All, each both alone and with the string it is about."""
    text = context.candidate.text
    found = [*_surface(context), *_syntax(context)]
    return ["bias", *found, *(f"{text}|{feature}" for feature in found)]


def connective_features(context: Context) -> list[str]:
    """The same, and the string itself."""
    return [f"c={context.candidate.text}", *context_features(context)]


def _surface(context: Context) -> Iterator[str]:
    first, last = context.candidate.first, context.candidate.last
    before, after = context.word(first - 1), context.word(last + 1)
    tag, tag_before, tag_after = (
        " ".join(context.tags[first : last + 1]),
        context.tag(first - 1),
        context.tag(last + 1),
    )
    yield f"t={tag}"
    yield f"w-1={before}"
    yield f"w+1={after}"
    yield f"t-1={tag_before}"
    yield f"t+1={tag_after}"
    yield f"t-1t={tag_before} {tag}"
    yield f"tt+1={tag} {tag_after}"
    yield f"t-1+1={tag_before} {tag_after}"
    yield f"t-2={context.tag(first - 2)} {tag_before}"
    yield f"t+2={tag_after} {context.tag(last + 2)}"
    yield f"w+2={context.word(last + 2)}"
    yield f"w-2={context.word(first - 2)}"
    yield f"at={size(first)}"
    yield f"left={size(len(context.words) - last - 1)}"
    yield f"case={context.sentence.tokens[first].form[:1].isupper()}{first == 0}"
    verb = next((tag for tag in context.tags[last + 1 :] if tag.startswith(_VERBS)), NONE)
    behind = (
        next((tag for tag in context.tags[first - 1 :: -1] if tag.startswith(_VERBS)), NONE)
        if first
        else NONE
    )
    yield f"v+={verb}"
    yield f"v-={behind}"
    yield f"v={behind} {verb}"


def _syntax(context: Context) -> Iterator[str]:
    node = context.node
    parent = context.above(node)
    left, right = context.beside(node, -1), context.beside(node, 1)
    names = {
        "self": context.label(node) if context.whole is not None else f"~{context.label(node)}",
        "up": context.label(parent),
        "left": context.label(left),
        "right": context.label(right),
    }
    grand = context.above(parent) if parent is not None else None
    for name, label in names.items():
        yield f"{name}={label}"
    rows = sorted(names)
    for place, one in enumerate(rows):
        for other in rows[place + 1 :]:
            yield f"{one}&{other}={names[one]} {names[other]}"
    yield f"all={' '.join(names.values())}"
    yield f"grand={names['up']} {context.label(grand)}"
    path = context.path()
    yield f"path={' '.join(path[:4])}"
    squeezed = [label for place, label in enumerate(path) if label != path[place - 1] or not place]
    yield f"way={' '.join(squeezed)}"
    clause = next((label for label in path if label in _CLAUSES), NONE)
    yield f"clause={clause}"
    yield f"depth={size(len(path))}"
    yield from _joined(context, left, right, parent)
    yield from _governor(context)
    yield from _partners(context)


def _joined(
    context: Context, left: int | None, right: int | None, parent: int | None
) -> Iterator[str]:
    one, other = clause_shape(context, left), clause_shape(context, right)
    yield f"right/={other}"
    yield f"left/={one}"
    yield f"both/={one} {other}"
    nodes = context.tree.nodes
    for name, node in (("left", left), ("right", right), ("up", parent)):
        if node is not None:
            yield f"{name}#={size(nodes[node].end - nodes[node].start)}"
            yield f"{name}1={context.word(nodes[node].start)}"
            below = " ".join(context.label(child) for child in context.tree.children[node])
            yield f"{name}>={below[:40]}"
    if parent is not None:
        yield f"up/={clause_shape(context, parent)}"
        end = nodes[parent].end
        yield f"upend={context.tag(end)}"
        yield f"upfirst={nodes[parent].start == context.candidate.first}"


def _governor(context: Context) -> Iterator[str]:
    """The verb or noun that a subordinate clause hangs on: `know when`, `the time when`."""
    tree, first = context.tree, context.candidate.first
    clause = next(
        (node for node in tree.ancestors(context.node) if tree.nodes[node].start < first), None
    )
    if clause is None:
        return
    below = [child for child in tree.children[clause] if tree.nodes[child].start < first]
    head = next((child for child in below if context.label(child) not in PUNCTUATION), below[0])
    place = tree.nodes[head].end - 1
    lemma = context.sentence.tokens[place].lemma.lower()
    yield f"gov={context.label(clause)} {context.label(head)} {lemma}"
    yield f"govs={context.label(clause)} {context.label(head)}"
    near = below[-1]
    yield f"near={context.label(clause)} {context.label(near)}"


def _partners(context: Context) -> Iterator[str]:
    first, last = context.candidate.first, context.candidate.last
    for place in range(first):
        if context.words[place] in _PARTNERS:
            yield f"partner={context.words[place]}"
    if "then" in context.words[last + 1 :]:
        yield "then"
    node = context.node
    one, other = context.conjunct(node, -1), context.conjunct(node, 1)
    yield f"conj={clause_shape(context, one)} {clause_shape(context, other)}"
    yield f"conjl={context.label(one)} {context.label(other)}"
    if other is not None:
        start = context.tree.nodes[other].start
        yield f"lemma={context.sentence.tokens[start].lemma.lower()}"
    if one is not None and other is not None:
        nodes = (context.tree.nodes[one], context.tree.nodes[other])
        yield f"sizes={' '.join(size(node.end - node.start) for node in nodes)}"
    before = context.candidate.sentence - 1
    if first == 0 and before >= 0:
        tokens = context.document.sentences[before].tokens
        yield f"ends={tokens[-1].form if tokens else NONE} {size(len(tokens))}"

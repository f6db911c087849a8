"""Trees as a chart has them: every span has one label, every span is cut in two.

A label is a chain of categories over the same words, the highest first: `S+VP`. Nodes with more
than two parts get inner spans from the left, with the label `@` and the category.
"""

from collections.abc import Iterable, Iterator, Sequence

from .tree import NO_NODE, Constituent, Tree

JOIN = "+"
INNER = "@"
# Where several trees stand side by side they get a top of their own.
_FRAGMENT = "FRAG"
# (label, start, end), parents before children
Span = tuple[str, int, int]


def to_spans(tree: Tree) -> list[Span]:
    """The labelled spans of a tree; words that have nothing above them but their tag have none."""
    return list(_spans(tree, 0))


def _spans(tree: Tree, place: int) -> Iterator[Span]:
    if not tree.children[place]:
        return
    chain, parts = [tree.nodes[place].label], tree.children[place]
    while len(parts) == 1 and tree.children[parts[0]]:
        place = parts[0]
        if tree.nodes[place].label != chain[-1]:
            chain.append(tree.nodes[place].label)
        parts = tree.children[place]
    node = tree.nodes[place]
    yield JOIN.join(chain), node.start, node.end
    for last in range(len(parts) - 1, 1, -1):
        yield INNER + chain[-1], node.start, tree.nodes[parts[last]].start
    for part in parts:
        yield from _spans(tree, part)


def from_spans(spans: Iterable[Span], words: Sequence[str], tags: Sequence[str]) -> Tree:
    """The tree again. Spans in the order of a tree."""
    kept = [span for span in spans if not span[0].startswith(INNER)]
    whole = bool(kept) and kept[0][1:] == (0, len(words))
    nodes = [] if whole else [Constituent(_FRAGMENT, 0, len(words), NO_NODE)]
    above = [] if whole else [0]
    at = 0

    def close(start: int) -> int:
        while above and nodes[above[-1]].end <= start:
            above.pop()
        return above[-1] if above else NO_NODE

    for word, tag in enumerate(tags):
        while at < len(kept) and kept[at][1] == word:
            label, start, end = kept[at]
            at += 1
            for category in label.split(JOIN):
                nodes.append(Constituent(category, start, end, close(start)))
                above.append(len(nodes) - 1)
        nodes.append(Constituent(tag, word, word + 1, close(word)))
    return Tree(tuple(words), tuple(nodes))

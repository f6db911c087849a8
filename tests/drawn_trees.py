"""Trees that hypothesis makes up."""

from itertools import pairwise

from hypothesis import strategies as st

from tesla_metrics.parsing.syntax.tree import NO_NODE, Constituent, Tree

_LABELS = st.sampled_from(["S", "NP", "VP", "SBAR", "ADVP", "X"])
_TAGS = st.sampled_from(["NN", "VBZ", ",", ".", "-LRB-", "PRP$", "``"])
_WORDS = st.sampled_from(["it", "works", "(", ")", ":-)", "Straße", "a/b", "$", "don’t", "日本"])


@st.composite
def trees(draw: st.DrawFn, most: int = 6) -> Tree:
    """Any shape over up to so many words, chains of single children included."""
    size = draw(st.integers(1, most))
    words = tuple(draw(_WORDS) for _ in range(size))
    nodes: list[Constituent] = []
    _grow(draw, nodes, 0, size, NO_NODE, 0)
    return Tree(words, tuple(nodes))


def _grow(
    draw: st.DrawFn, nodes: list[Constituent], start: int, end: int, parent: int, depth: int
) -> None:
    own = len(nodes)
    if end - start == 1 and (depth > 3 or draw(st.booleans())):
        nodes.append(Constituent(draw(_TAGS), start, end, parent))
        return
    nodes.append(Constituent(draw(_LABELS), start, end, parent))
    inner = st.integers(start + 1, max(start + 1, end - 1))
    # Chains end somewhere: far down every node has two children or is a word's own.
    cuts = draw(st.sets(inner, min_size=int(depth > 3))) if end - start > 1 else set()
    places = [start, *sorted(cuts), end]
    for left, right in pairwise(places):
        _grow(draw, nodes, left, right, own, depth + 1)

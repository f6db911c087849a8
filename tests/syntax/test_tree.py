"""Flat trees: what stands above, below and exactly over words."""

from drawn_trees import trees
from hypothesis import given

from tesla_metrics.syntax.brackets import parse_tree
from tesla_metrics.syntax.tree import NO_NODE, Tree

SLEPT = parse_tree("(S (NP (DT The) (NN cat)) (VP (VBD slept)) (. .))")


def test_children_and_leaves_of_a_small_tree() -> None:
    assert [SLEPT.nodes[place].label for place in SLEPT.children[0]] == ["NP", "VP", "."]
    assert SLEPT.tags == ("DT", "NN", "VBD", ".")
    assert [SLEPT.nodes[place].label for place in SLEPT.ancestors(SLEPT.leaves[2])] == ["VP", "S"]


def test_what_covers_words_and_what_spans_them_exactly() -> None:
    assert SLEPT.nodes[SLEPT.covering(0, 2)].label == "NP"
    assert SLEPT.nodes[SLEPT.covering(1, 3)].label == "S"
    assert SLEPT.nodes[SLEPT.exactly(2, 3) or 0].label == "VP"  # the highest, not the tag
    assert SLEPT.exactly(1, 3) is None


@given(trees())
def test_every_tree_is_what_it_promises(tree: Tree) -> None:
    assert [tree.nodes[place].start for place in tree.leaves] == list(range(len(tree.words)))
    assert tree.nodes[0][1:] == (0, len(tree.words), NO_NODE)
    for place, node in enumerate(tree.nodes):
        below = tree.children[place]
        assert node.parent < place
        if below:
            ends = [tree.nodes[child].end for child in below]
            starts = [tree.nodes[child].start for child in below]
            assert (starts, ends[-1]) == ([node.start, *ends[:-1]], node.end)


@given(trees())
def test_covering_is_the_lowest_node_by_a_search_of_all(tree: Tree) -> None:
    size = len(tree.words)
    for start in range(size):
        for end in range(start + 1, size + 1):
            above = [p for p, n in enumerate(tree.nodes) if n.start <= start and end <= n.end]
            same = [p for p in above if tree.nodes[p][1:3] == (start, end)]
            assert tree.covering(start, end) == max(above)
            assert tree.exactly(start, end) == (min(same) if same else None)

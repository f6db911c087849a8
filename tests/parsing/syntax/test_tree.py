"""Flat trees: what stands above, below and exactly over words."""

from drawn_trees import trees
from hypothesis import given

from tesla_metrics.parsing.syntax.tree import NO_NODE, Tree
from tesla_metrics.parsing.syntax.tree_formats import parse_tree

SLEPT = parse_tree("(S (NP (DT The) (NN cat)) (VP (VBD slept)) (. .))")


def test_children_and_leaves_of_a_small_tree() -> None:
    assert [SLEPT.nodes[place].label for place in SLEPT.children[0]] == ["NP", "VP", "."]
    assert SLEPT.tags == ("DT", "NN", "VBD", ".")
    assert [SLEPT.nodes[place].label for place in SLEPT.iterate_ancestors(SLEPT.leaves[2])] == [
        "VP",
        "S",
    ]


def test_what_covers_words_and_what_spans_them_exactly() -> None:
    assert SLEPT.nodes[SLEPT.find_lowest_covering_node(0, 2)].label == "NP"
    assert SLEPT.nodes[SLEPT.find_lowest_covering_node(1, 3)].label == "S"
    assert SLEPT.nodes[SLEPT.find_constituent(2, 3) or 0].label == "VP"  # the highest, not the tag
    assert SLEPT.find_constituent(1, 3) is None


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
            assert tree.find_lowest_covering_node(start, end) == max(above)
            assert tree.find_constituent(start, end) == (min(same) if same else None)

"""Which constituents may be arguments."""

from small_frames import PURCHASE, text_of

from tesla_metrics.parsing.srl.tree_context import find_candidates
from tesla_metrics.parsing.syntax.tree_formats import parse_tree


def test_each_span_has_one_node_and_it_is_the_highest() -> None:
    tree = parse_tree("(S (S (VP (VB Go))) (CC or) (S (VP (VB sleep))))")
    found = find_candidates(tree, 0)
    assert [tree.nodes[one].label for one in found] == ["S", "S", "CC", "S"]


def test_all_spans_of_the_tree_are_there() -> None:
    tree = parse_tree(PURCHASE)
    spans = [tree.nodes[one][1:3] for one in find_candidates(tree, 4)]
    assert sorted(spans) == sorted({node[1:3] for node in tree.nodes})


def test_pruned_are_sisters_on_the_way_up_and_parts_of_phrases() -> None:
    tree = parse_tree(PURCHASE)
    found = find_candidates(tree, 4, with_pruning=True)
    assert found == sorted(found)
    assert [text_of(tree, one) for one in found] == [
        "She", "made", "a", "quick", "of the boats", "of", "the boats", "last May", "last", "May",
        ".",
    ]  # fmt: skip


def test_what_is_joined_to_the_predicate_is_pruned() -> None:
    tree = parse_tree("(NP (NP (DT the) (NN sale)) (CC and) (NP (DT the) (NN talk)))")
    assert [text_of(tree, one) for one in find_candidates(tree, 1, with_pruning=True)] == [
        "the",
        "and",
    ]


def test_one_word_is_its_own_candidate() -> None:
    tree = parse_tree("(NN Sale)")
    assert find_candidates(tree, 0) == [0]
    assert find_candidates(tree, 0, with_pruning=True) == []

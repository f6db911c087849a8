"""Trees as a chart has them, and back."""

import pytest
from small_parser import BRACKETS

from tesla_metrics.parsing.syntax.parser_model import build_tree, list_spans
from tesla_metrics.parsing.syntax.tree_formats import format_tree, parse_tree


@pytest.mark.parametrize("line", BRACKETS)
def test_trees_come_back(line: str) -> None:
    tree = parse_tree(line)
    assert build_tree(list_spans(tree), tree.words, tree.tags) == tree


def test_chains_are_one_label_and_inner_spans_begin_on_the_left() -> None:
    tree = parse_tree("(S (VP (VB Give) (NP (PRP me)) (NP (CD two)) (. !)))")
    assert list_spans(tree) == [
        ("S+VP", 0, 4),
        ("@VP", 0, 3),
        ("@VP", 0, 2),
        ("NP", 1, 2),
        ("NP", 2, 3),
    ]


def test_a_category_over_itself_is_one() -> None:
    tree = parse_tree("(NP (NP (NP (DT the) (NN cat))) (PP (IN in) (NP (NP (NNP May)))))")
    back = build_tree(list_spans(tree), tree.words, tree.tags)
    assert format_tree(back, "") == "(NP (NP (DT the) (NN cat)) (PP (IN in) (NP (NNP May))))"


def test_several_side_by_side_get_a_top() -> None:
    tree = build_tree(
        [("NP", 0, 2), ("NP", 3, 4)], ["the", "cat", ",", "he"], "DT NN , PRP".split()
    )
    assert format_tree(tree, "") == "(FRAG (NP (DT the) (NN cat)) (, ,) (NP (PRP he)))"


def test_a_bare_word_gets_a_top() -> None:
    assert format_tree(build_tree([], ["!"], ["."]), "") == "(FRAG (. !))"

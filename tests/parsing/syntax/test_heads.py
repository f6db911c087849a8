"""Head words of constituents."""

import pytest

from tesla_metrics.parsing.syntax.tree import Tree, find_head_words
from tesla_metrics.parsing.syntax.tree_formats import parse_tree


@pytest.mark.parametrize(
    ("line", "head"),
    [
        ("(NP (NP (DT the) (NN firm) (POS 's)) (JJ new) (NN boat))", "boat"),
        ("(NP (DT the) (NN firm) (POS 's))", "firm"),
        ("(NP (NP (DT the) (NN sale)) (PP (IN of) (NP (NNS boats))))", "sale"),
        ("(NP (NNS cats) (CC and) (NNS dogs))", "cats"),
        ("(NP (NNS cats) (, ,) (CC and) (NNS dogs))", "cats"),
        ("(NP (PRP we))", "we"),
        ("(NP (DT the) (JJ poor))", "poor"),
        ("(PP (RB right) (IN after) (NP (NN lunch)))", "after"),
        ("(VP (MD will) (VP (VB buy) (NP (NNS boats))))", "will"),
        ("(S (NP (PRP She)) (VP (VBD slept)) (. .))", "slept"),
        ("(S (`` ``) (S (VP (VB Go))) ('' '') (. .))", "Go"),
        ("(SBAR (WHNP (WP who)) (S (VP (VBD left))))", "who"),
        ("(SBAR (IN that) (S (NP (PRP it)) (VP (VBD left))))", "that"),
        ("(QP (IN about) (CD two) (CD million))", "million"),
        ("(ADJP (RB very) (JJ fond) (PP (IN of) (NP (NNS boats))))", "fond"),
        ("(SQ (VBZ Does) (NP (PRP it)) (VP (VB work)) (. ?))", "Does"),
        ("(FRAG (: -) (INTJ (UH oh)))", "oh"),
        ("(ODD (. .) (, ,))", "."),
    ],
)
def test_the_head_of_the_whole(line: str, head: str) -> None:
    tree = parse_tree(line)
    assert tree.words[find_head_words(tree)[0]] == head


def test_each_node_has_one_within_its_words() -> None:
    tree = parse_tree("(S (NP (NP (DT a) (NN cat)) (PP (IN in) (NP (NN May)))) (VP (VBD sat)))")
    found = find_head_words(tree)
    assert [tree.words[place] for place in found] == (
        "sat cat cat a cat in in May May sat sat".split()
    )
    assert all(node.start <= head < node.end for node, head in zip(tree.nodes, found, strict=True))


def test_no_words_no_heads() -> None:
    assert find_head_words(Tree((), ())) == ()

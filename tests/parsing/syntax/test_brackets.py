"""Trees in brackets: what is read, what is left out, what is refused."""

import pytest
from drawn_trees import trees
from hypothesis import given

from tesla_metrics.errors import InputError
from tesla_metrics.parsing.syntax.tree import Constituent, Tree
from tesla_metrics.parsing.syntax.tree_formats import format_tree, parse_tree


@given(trees())
def test_what_is_written_is_read_again(tree: Tree) -> None:
    assert parse_tree(format_tree(tree)) == tree
    assert parse_tree(format_tree(tree, root="")) == tree


def test_one_line_with_brackets_escaped() -> None:
    tree = parse_tree("( (S\n  (NP (PRP It))\n\t(VP (VBZ works) (-LRB- -LRB-))) )")
    assert tree.words == ("It", "works", "(")
    assert format_tree(tree) == "(TOP (S (NP (PRP It)) (VP (VBZ works) (-LRB- -LRB-))))"


def test_what_brackets_cannot_hold_is_written_otherwise() -> None:
    leaves = [("(", "New York"), ("N P", "a\u00a0b"), ("-NONE-", "x"), ("", "")]
    tree = Tree(
        tuple(word for _, word in leaves),
        (
            Constituent("S", 0, 4, -1),
            *(Constituent(tag, place, place + 1, 0) for place, (tag, _) in enumerate(leaves)),
        ),
    )
    text = "(S (-LRB- New_York) (N_P a_b) (NONE x) (_ _))"
    assert format_tree(tree, "") == text
    assert len(parse_tree(text).words) == 4


def test_brackets_within_a_word() -> None:
    assert parse_tree("(X (NFP :-RRB-))").words == (":)",)


def test_traces_go_with_what_is_then_empty() -> None:
    text = "(S (NP-SBJ (-NONE- *)) (VP (TO to) (VP (VB go) (SBAR (-NONE- 0) (S (-NONE- *T*-1))))))"
    assert format_tree(parse_tree(text), "") == "(S (VP (TO to) (VP (VB go))))"


@pytest.mark.parametrize(
    ("label", "bare"),
    [("NP-SBJ-1", "NP"), ("NP=2", "NP"), ("ADVP|PRT", "ADVP"), ("PRN", "PRN"), ("-X", "-X")],
)
def test_function_tags_go_unless_they_are_asked_for(label: str, bare: str) -> None:
    text = f"(S ({label} (NN rain)) (VP (VBZ falls)))"
    assert parse_tree(text).nodes[1].label == bare
    assert parse_tree(text, keep_functions=True).nodes[1].label == label


def test_tags_keep_their_signs() -> None:
    assert parse_tree("(NP (-LRB- -LRB-) (NN-X x))").tags == ("-LRB-", "NN-X")


def test_several_tops_get_one_above_them() -> None:
    tree = parse_tree("(ROOT (NP (NN tea)) (. .))")
    assert [node.label for node in tree.nodes] == ["TOP", "NP", "NN", "."]
    assert parse_tree(format_tree(tree)) == tree


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("   ", "is empty"),
        ("(S (NP (PRP It))", "does not close 1 of its brackets"),
        ("(S (NP (PRP It)))) ", "continues after its last bracket"),
        ("(S (NP It works))", "two words in one bracket: "),
        ("word", "where an opening bracket is expected"),
        ("(S (NP))", "(NP) without a word"),
        ("(S ())", "neither"),
        ("(S (NN x (NN y)))", "both a word and brackets"),
        ("(S (-NONE- *))", "has no word"),
        ("(S " * 3000, "deeper than"),
    ],
)
def test_what_is_no_tree_is_refused(text: str, said: str) -> None:
    with pytest.raises(InputError) as raised:
        parse_tree(text, location="my.trees line 7")
    assert said in str(raised.value)
    assert str(raised.value).startswith("my.trees line 7 ")
    assert "\n" not in str(raised.value)


def test_traces_and_the_top_are_kept_on_request() -> None:
    text = "( (S (NP-SBJ (-NONE- *)) (VP (VB Stay) (NP (-NONE- *T*-1)))) )"
    tree = parse_tree(text, keep_traces=True)
    assert tree.words == ("*", "Stay", "*T*-1")
    assert [node.label for node in tree.nodes] == [
        "", "S", "NP", "-NONE-", "VP", "VB", "NP", "-NONE-",
    ]  # fmt: skip
    assert tree.nodes[0][1:] == (0, 3, -1)
    assert parse_tree(text).words == ("Stay",)

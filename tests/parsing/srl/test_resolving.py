"""Pointers over invented trees with traces: which words they mean."""

import pytest

from tesla_metrics.errors import InputError
from tesla_metrics.parsing.srl.frame import Argument
from tesla_metrics.parsing.srl.propbank import TracedTree, parse_proposition, proposition_to_frame

# terminals: 0 The 1 farm 2 which 3 he 4 was 5 promised 6 *T*-1 7 *-2 8 by 9 Ann 10 burned
FARM = """
( (S (NP-SBJ (NP (DT The) (NN farm))
       (SBAR (WHNP-1 (WDT which))
         (S (NP-SBJ-2 (PRP he)) (VP (VBD was) (VP (VBN promised) (NP (-NONE- *T*-1))
           (NP (-NONE- *-2)) (PP (IN by) (NP-LGS (NNP Ann))))))))
     (VP (VBD burned)) (. .)) )
"""
# terminals: 0 Their 1 recent 2 made 3 many 4 sales 5 of 6 boats
SALES = """(S (NP (PRP$ Their) (NN firm)) (VP (VBD made) (NP (NP (JJ many) (NNS sales))
  (PP (IN of) (NP (NNS boats))))))"""


def arguments(tree: str, terminal: int, roles: str, support: bool = False) -> list[tuple[str, str]]:
    line = f"x.mrg 0 {terminal} do 01 {terminal}:0-rel {roles}"
    traced = TracedTree(tree)
    words = [
        word
        for word, tag in zip(traced.tree.words, traced.tree.tags, strict=True)
        if tag != "-NONE-"
    ]
    frame = proposition_to_frame(parse_proposition(line), traced, with_support=support)
    return [(one.label, " ".join(words[one.start : one.end])) for one in frame.arguments]


def test_levels_above_a_terminal() -> None:
    assert arguments(SALES, 4, "5:0-ARG2 5:1-ARG1 0:1-ARG0") == [
        ("ARG0", "Their firm"), ("ARG2", "of"), ("ARG1", "of boats"),
    ]  # fmt: skip


def test_a_trace_is_where_its_words_are_and_its_pronoun_refers() -> None:
    assert arguments(FARM, 5, "0:1*2:1*6:1-ARG1 3:1*7:1-ARG2 8:1-ARG0") == [
        ("ARG1", "The farm"), ("R-ARG1", "which"), ("ARG2", "he"), ("ARG0", "by Ann"),
    ]  # fmt: skip


def test_a_pronoun_alone_is_the_argument() -> None:
    assert arguments(FARM, 5, "2:1*6:1-ARG1") == [("ARG1", "which")]


def test_a_trace_alone_is_no_argument() -> None:
    assert arguments(FARM, 5, "6:1-ARG1 7:0-ARG2") == []


def test_terminals_behind_traces_are_words_before() -> None:
    frame = proposition_to_frame(
        parse_proposition("x.mrg 0 10 burn 01 10:0-rel 0:2-ARG1"), TracedTree(FARM)
    )
    assert (frame.predicate, frame.tag, frame.lemma) == (8, "VBD", "burn")
    assert frame.arguments == (Argument("ARG1", 0, 8),)


def test_pieces_side_by_side_are_one_and_others_go_on() -> None:
    assert arguments(SALES, 4, "5:0,6:1-ARG1") == [("ARG1", "of boats")]
    assert arguments(SALES, 4, "5:0,0:0-ARG1") == [("ARG1", "Their"), ("C-ARG1", "of")]
    assert arguments(FARM, 10, "5:0,8:0-ARG1") == [("ARG1", "promised by")]  # traces between


def test_the_top_is_a_node() -> None:
    assert arguments(FARM, 10, "0:3-ARG1")[0][1].endswith("burned .")
    assert arguments(FARM, 10, "0:4-ARG2") == [("ARG2", arguments(FARM, 10, "0:3-ARG1")[0][1])]


def test_support_is_asked_for_and_one_by_one() -> None:
    assert arguments(SALES, 4, "2:0,3:0-Support 0:1-ARG0") == [("ARG0", "Their firm")]
    assert arguments(SALES, 4, "2:0,3:0-Support", support=True) == [
        ("Support", "made"), ("Support", "many"),
    ]  # fmt: skip


def test_an_argument_may_be_in_the_predicate() -> None:
    line = "x.mrg 0 4 seller 01 4:0-rel-H1 4:0-ARG1-H0"
    frame = proposition_to_frame(parse_proposition(line), TracedTree(SALES))
    assert frame.arguments == (Argument("ARG1", 4, 5),)


@pytest.mark.parametrize(
    ("terminal", "roles", "fact"),
    [
        (4, "12:0-ARG1", "12:0, but s.mrg, line 3: the tree has 7 terminals"),
        (4, "0:9-ARG1", "0:9, but s.mrg, line 3: the tree has 2 levels"),
        (4, "0:1,99:1-Support", "99:1"),
        (99, "", "99:0"),
    ],
)
def test_pointers_outside_the_tree(terminal: int, roles: str, fact: str) -> None:
    proposition = parse_proposition(f"x.mrg 0 {terminal} do 01 4:0-rel {roles}")
    with pytest.raises(InputError) as refused:
        proposition_to_frame(
            proposition, TracedTree(SALES, "s.mrg, line 3: the tree"), location="x, line 1"
        )
    assert str(refused.value).startswith("x, line 1 points to ")
    assert fact in str(refused.value)


def test_a_trace_is_no_predicate() -> None:
    with pytest.raises(InputError, match="is a trace"):
        proposition_to_frame(parse_proposition("x.mrg 0 6 do 01 6:0-rel"), TracedTree(FARM))

"""Tuples of frames: the word that says most of an argument."""

import pytest

from tesla_metrics.parsing.srl.frame import Argument, Frame
from tesla_metrics.parsing.srl.labeler import (
    RoleTuple,
    find_content_word,
    get_role_tuples,
    is_auxiliary_frame,
)
from tesla_metrics.parsing.syntax.tree_formats import parse_tree

SALE = parse_tree(
    "(S (NP (NP (DT The) (NN sale)) (PP (IN of) (NP (DT the) (JJ old) (NN mill)))) "
    "(VP (MD may) (VP (VB show) (SBAR (IN that) (S (NP (PRP they)) (VP (VBP want) "
    "(S (VP (TO to) (VP (VB leave))))))))) (. .))"
)


@pytest.mark.parametrize(
    ("start", "end", "word"),
    [
        (0, 2, "sale"),
        (0, 6, "sale"),
        (2, 6, "mill"),  # not `of`
        (8, 13, "want"),  # not `that`
        (11, 13, "leave"),  # not `to`
        (4, 5, "old"),
        (1, 3, "sale"),  # no constituent: of parts that are equally long the first
        (1, 6, "mill"),  # nor this one: the longest part is
    ],
)
def test_head_of_an_argument(start: int, end: int, word: str) -> None:
    assert SALE.words[find_content_word(SALE, Argument("ARG1", start, end))] == word


def test_auxiliaries_say_little() -> None:
    clause = Argument("ARG1", 0, len(SALE.words))
    assert SALE.words[find_content_word(SALE, clause)] == "show"


def test_a_preposition_may_have_a_mere_word() -> None:
    tree = parse_tree("(S (NP (NN Proof)) (PP (IN of) (NN age) (, ,)))")
    assert find_content_word(tree, Argument("ARG1", 1, 4)) == 2
    tree = parse_tree("(S (NP (NN Proof)) (PP (, ,)))")
    assert find_content_word(tree, Argument("ARG1", 1, 2)) == 1


def test_what_refers_is_left_out_and_what_continues_counts() -> None:
    arguments = (
        Argument("ARG0", 0, 2),
        Argument("R-ARG0", 6, 7),
        Argument("C-ARG1", 2, 6),
        Argument("ARGM-TMP", 5, 6),
    )
    assert get_role_tuples(Frame(7, "VB", "show", "show.01", arguments), SALE) == [
        RoleTuple(7, "ARG0", 1),
        RoleTuple(7, "ARG1", 5),
        RoleTuple(7, "ARGM-TMP", 5),
    ]


def test_auxiliaries_have_no_arguments() -> None:
    assert is_auxiliary_frame(Frame(6, "VBZ", "be", "be.03", ()))
    assert not is_auxiliary_frame(Frame(6, "VBZ", "be", "be.01", (Argument("ARG1", 0, 2),)))
    assert not is_auxiliary_frame(Frame(7, "VB", "rain", "rain.01", ()))

"""Trees from elsewhere: files in brackets, objects of other packages."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from drawn_trees import trees
from hypothesis import given

from tesla_metrics.errors import InputError, UsageError
from tesla_metrics.files.sentence import Sentence, Token
from tesla_metrics.parsing.syntax.tree import Constituent, Tree
from tesla_metrics.parsing.syntax.tree_formats import ExternalTreeSource, parse_tree, read_trees

RAIN = "(S (NP (PRP It)) (VP (VBZ rains)) (. .))"
QUOTE = "(S (`` ``) (NP (PRP We)) (VP (VBD left) (-LRB- -LRB-) (ADVP (RB early))))"


class Foreign:
    """Stands in for a package: whatever `make` makes of each sentence."""

    def __init__(self, *found: Any) -> None:
        self._found = found

    def trees(self, sentences: Sequence[Sentence]) -> list[Any]:
        return list(self._found)


class Printed:
    """As Stanza's trees are: known by how they print."""

    def __str__(self) -> str:
        return f"(ROOT {RAIN})"


def sentence(*words: str) -> Sentence:
    return Sentence(" ".join(words), tuple(Token(word, word) for word in words))


def write(folder: Path, text: str) -> str:
    path = folder / "trees.mrg"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_tree_a_line_or_on_several(tmp_path: Path) -> None:
    spread = "( (S (NP (PRP It))\n     (VP (VBZ rains))\n     (. .)))\n"
    path = write(tmp_path, f"{RAIN}\n\n{spread}{RAIN}\n")
    assert read_trees(path) == [parse_tree(RAIN)] * 3


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        (f"{RAIN}\n(S (NP (PRP It))\n", 2, "does not close 1 of its brackets"),
        (f"{RAIN}\n(S (NP (PRP It))\n\n{RAIN}\n", 2, "does not close 1 of its brackets"),
        (f"{RAIN}\n{RAIN})\n", 2, "continues after its last bracket"),
        (f"\n{RAIN}\nIt rains.\n", 3, "where an opening bracket is expected"),
        (f"{RAIN}\n\n\n{RAIN} {RAIN}\n", 4, "one tree per line"),
    ],
)
def test_bad_brackets_are_named_by_their_line(
    tmp_path: Path, text: str, line: int, what: str
) -> None:
    with pytest.raises(InputError, match=rf"trees\.mrg, line {line}: the tree .*{what}"):
        read_trees(write(tmp_path, text))


def test_a_file_without_a_tree(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no tree"):
        read_trees(write(tmp_path, "\n\n"))


@pytest.mark.parametrize("make", [parse_tree, str, lambda text: Printed()])
def test_trees_texts_and_what_prints_as_one(make: Callable[[str], Any]) -> None:
    source = ExternalTreeSource(Foreign(make(RAIN)))
    assert source.trees([sentence("It", "rains", ".")]) == [parse_tree(RAIN)]
    assert source.name == "Foreign"


def test_marks_may_be_written_otherwise() -> None:
    (tree,) = ExternalTreeSource(Foreign(QUOTE)).trees([sentence("“", "We", "left", "(", "early")])
    assert tree.words[3] == "("


@pytest.mark.parametrize(
    ("found", "what"),
    [
        ((), "0 trees for 1 sentences"),
        (("(S (NP (PRP It)) (VP (VBZ snows)) (. .))",), "'It snows .' instead of 'It rains .'"),
        (("(S (NP (PRP It)) (VP (VBZ rains.)))",), "other words than its sentence"),
        (("(S (NP (PRP It))",), "tree 1 of Foreign does not close"),
    ],
)
def test_what_does_not_fit_is_refused(found: tuple[str, ...], what: str) -> None:
    with pytest.raises(InputError, match=what):
        ExternalTreeSource(Foreign(*found)).trees([sentence("It", "rains", ".")])


def _tree(*nodes: tuple[str, int, int, int]) -> Tree:
    return Tree(("It", "rains", "."), tuple(Constituent(*node) for node in nodes))


@pytest.mark.parametrize(
    "tree",
    [
        _tree(),
        _tree(("S", 0, 3, -1)),
        _tree(("S", 0, 2, -1), ("X", 0, 1, 0), ("X", 1, 2, 0), ("X", 2, 3, 0)),
        _tree(("S", 0, 3, -1), ("X", 0, 1, 0), ("X", 1, 2, 0)),
        _tree(("S", 0, 3, -1), ("X", 0, 1, 9), ("X", 1, 2, 0), ("X", 2, 3, 0)),
        _tree(("S", 0, 3, -1), ("X", 0, 1, 0), ("X", 1, 2, -1), ("X", 2, 3, 0)),
        _tree(("S", 0, 3, -1), ("X", 0, 1, 0), ("X", 2, 3, 0), ("X", 1, 2, 0)),
        _tree(("S", 0, 3, -1), ("Y", 0, 3, 0), ("X", 0, 1, 1), ("X", 1, 2, 0), ("X", 2, 3, 1)),
        _tree(("S", 0, 3, -1), ("X", 0, 1, 0), ("Y", 1, 3, 0), ("X", 1, 2, 0), ("X", 2, 3, 0)),
        Tree(("It", 5, "."), parse_tree(RAIN).nodes),  # type: ignore[arg-type]
    ],
)
def test_nodes_that_do_not_fit_the_words(tree: Tree) -> None:
    with pytest.raises(InputError, match="tree 1 of Foreign has nodes that do not fit its words"):
        ExternalTreeSource(Foreign(tree)).trees([sentence("It", "rains", ".")])


@given(trees())
def test_sound_trees_pass(tree: Tree) -> None:
    assert ExternalTreeSource(Foreign(tree)).trees([sentence(*tree.words)]) == [tree]


@pytest.mark.parametrize("found", [None, 5, "(S (NN x))"])
def test_what_is_no_list_of_trees(found: Any) -> None:
    class Odd:
        def trees(self, sentences: Sequence[Sentence]) -> Any:
            return found

    with pytest.raises(InputError, match=f"Odd returned {type(found).__name__}: return a list"):
        ExternalTreeSource(Odd()).trees([sentence("x")])


def test_an_object_without_trees_is_no_source() -> None:
    with pytest.raises(UsageError, match="int is not a source of trees"):
        ExternalTreeSource(3)


def test_only_the_top_may_go_without_a_label() -> None:
    with pytest.raises(InputError, match="has a bracket without a label"):
        parse_tree("(S ((NN rain)))")
    assert parse_tree("((S (NN rain)))") == parse_tree("(S (NN rain))")

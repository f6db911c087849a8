"""The columns of CoNLL-2009, out and in."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from drawn_trees import trees
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics.errors import InputError
from tesla_metrics.files.sentence import Sentence
from tesla_metrics.parsing.srl.conll2009 import NO_PARENT, Dependencies, format_conll, read_conll
from tesla_metrics.parsing.srl.frame import Argument, Frame, LabelledSentence
from tesla_metrics.parsing.syntax.tree import Constituent, Tree, make_tagged_sentence
from tesla_metrics.parsing.syntax.tree_formats import parse_tree

PURCHASE = (
    "(S (NP (NP (PRP$ Her) (NN purchase)) (PP (IN of) (NP (DT the) (NN farm)))) "
    "(VP (VBD annoyed) (NP (PRP us)) (NP (JJ last) (NN week))) (. .))"
)
FRAMES = (
    Frame(1, "NN", "purchase", "purchase.01", (Argument("ARG0", 0, 1), Argument("ARG1", 2, 5))),
    Frame(5, "VBD", "annoy", "annoy.01",
          (Argument("ARG0", 0, 5), Argument("ARG1", 6, 7), Argument("ARGM-TMP", 7, 9))),
)  # fmt: skip


class FlatTrees:
    """All words side by side."""

    def trees(self, sentences: Sequence[Sentence]) -> list[Tree]:
        return [
            Tree(
                tuple(token.form for token in sentence.tokens),
                (
                    Constituent("S", 0, len(sentence.tokens), -1),
                    *(
                        Constituent(token.xpos, place, place + 1, 0)
                        for place, token in enumerate(sentence.tokens)
                    ),
                ),
            )
            for sentence in sentences
        ]


def labelled(text: str = PURCHASE, frames: tuple[Frame, ...] = FRAMES) -> LabelledSentence:
    tree = parse_tree(text)
    return LabelledSentence(make_tagged_sentence(tree, lambda form, _: form.lower()), tree, frames)


def read(path: Path, text: str) -> list[LabelledSentence]:
    path.write_text(text, encoding="utf-8")
    return list(read_conll(str(path), FlatTrees()))


def rows(text: str) -> list[list[str]]:
    return [line.split("\t") for line in text.splitlines() if line]


def test_the_columns() -> None:
    found = rows(format_conll(labelled()))
    assert {len(row) for row in found} == {16}
    assert found[1] == ("2 purchase purchase purchase NN NN _ _ 6 6 _ _ Y purchase.01 _ A0".split())
    assert found[5] == "6 annoyed annoyed annoyed VBD VBD _ _ 0 0 ROOT ROOT Y annoy.01 _ _".split()
    assert [row[14] for row in found] == "A0 _ A1 _ _ _ _ _ _ _".split()
    assert [row[15] for row in found] == "_ A0 _ _ _ _ A1 _ AM-TMP _".split()
    assert [row[8] for row in found] == "2 6 2 5 3 0 6 9 6 6".split()


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    text = format_conll(labelled())
    one, two = read(tmp_path / "x.conll", text * 2)
    assert one.frames == two.frames == FRAMES
    assert one.sentence == labelled().sentence
    assert (one.number, two.number) == (0, 1)


def test_labels_of_all_kinds_come_back(tmp_path: Path) -> None:
    roles = ("C-ARG1", "R-ARG0", "ARGA", "ARGM-LVB", "Support", "ARGM")
    places = (0, 3, 4, 6, 7, 9)
    arguments = (Argument(role, at, at + 1) for role, at in zip(roles, places, strict=True))
    frame = Frame(5, "VBD", "annoy", "annoy.01", tuple(arguments))
    text = format_conll(labelled(frames=(frame,)))
    written = [row[14] for row in rows(text) if row[14] != "_"]
    assert written == "C-A1 R-A0 AA AM-LVB SU AM".split()
    (found,) = read(tmp_path / "x.conll", text)
    assert sorted(one.label for one in found.frames[0].arguments) == sorted(roles)


def test_an_argument_that_is_no_constituent_stands_at_its_highest_word() -> None:
    frame = Frame(5, "VBD", "annoy", "annoy.01", (Argument("ARG1", 2, 4),))
    found = rows(format_conll(labelled(frames=(frame,))))
    assert [row[14] for row in found].index("A1") == 2


def test_the_branch_with_the_predicate_is_no_part_of_its_argument(tmp_path: Path) -> None:
    relative = (
        "(S (NP (NP (DT the) (NN farm)) (SBAR (WHNP (WDT that)) (S (NP (PRP she)) "
        "(VP (VBD bought))))) (VP (VBD burned)))"
    )
    frame = Frame(4, "VBD", "buy", "buy.01", (Argument("ARG0", 3, 4), Argument("ARG1", 0, 2)))
    (found,) = read(tmp_path / "x.conll", format_conll(labelled(relative, (frame,))))
    assert set(found.frames[0].arguments) == set(frame.arguments)


def test_without_heads_words_stand_for_themselves(tmp_path: Path) -> None:
    bare = [row[:8] + ["_"] * 4 + row[12:] for row in rows(format_conll(labelled()))]
    (found,) = read(tmp_path / "x.conll", "".join("\t".join(row) + "\n" for row in bare))
    assert found.frames[1].arguments == (
        Argument("ARG0", 1, 2), Argument("ARG1", 6, 7), Argument("ARGM-TMP", 8, 9),
    )  # fmt: skip


def test_predicted_columns_where_nothing_else_is(tmp_path: Path) -> None:
    bare = rows(format_conll(labelled()))
    for row in bare:
        for column in (2, 4, 8):
            row[column] = "_"
    (found,) = read(tmp_path / "x.conll", "".join("\t".join(row) + "\n" for row in bare))
    assert found.frames == FRAMES
    assert found.sentence == labelled().sentence


def test_a_sentence_without_predicates(tmp_path: Path) -> None:
    text = format_conll(labelled(frames=()))
    assert {len(row) for row in rows(text)} == {14}
    assert read(tmp_path / "x.conll", text)[0].frames == ()


def test_predicates_without_rolesets_as_the_shared_task_gives_them(tmp_path: Path) -> None:
    given = rows(format_conll(labelled()))
    for row in given:
        row[13] = "_"
    (found,) = read(tmp_path / "x.conll", "".join("\t".join(row) + "\n" for row in given))
    assert [one.arguments for one in found.frames] == [one.arguments for one in FRAMES]
    (found,) = read(tmp_path / "x.conll", "".join("\t".join(row[:14]) + "\n" for row in given))
    assert found.frames == (Frame(1, "NN", "purchase", "", ()), Frame(5, "VBD", "annoyed", "", ()))


@pytest.mark.parametrize(
    ("place", "column", "value", "fact"),
    [
        (2, 0, "7", "line 3 has ID '7', not 3"),
        (2, 8, "99", "line 3 has HEAD '99': give a number from 0 to 10"),
        (2, 8, "x", "HEAD 'x'"),
        (2, 8, "٢", "HEAD '٢'"),
        (5, 8, "2", "depends on itself"),
        (2, 1, "", "line 3 has no FORM"),
        (2, 13, "of.01", "has 16 columns, but its sentence has 3 predicates: give 17"),
    ],
)
def test_what_is_refused(tmp_path: Path, place: int, column: int, value: str, fact: str) -> None:
    table = rows(format_conll(labelled()))
    table[place][column] = value
    with pytest.raises(InputError, match=r"x\.conll, line \d+ ") as refused:
        read(tmp_path / "x.conll", "".join("\t".join(row) + "\n" for row in table))
    assert fact in str(refused.value)


def test_too_few_columns(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="line 1 has 1 columns"):
        read(tmp_path / "x.conll", "1 It it it\n")


@settings(max_examples=60)
@given(trees(), st.data())
def test_any_tree_has_one_root_and_comes_back(
    tmp_path_factory: pytest.TempPathFactory, tree: Tree, data: st.DataObject
) -> None:
    words = Dependencies.from_tree(tree)
    assert words.parents.count(NO_PARENT) == 1
    assert words.find_cycle() is None
    places = range(len(tree.words))
    own = data.draw(st.sampled_from(places))
    end = data.draw(st.integers(own + 1, len(places)))
    frame = Frame(own, "NN", "x", "x.01", (Argument("ARG1", own, end),))
    sentence = make_tagged_sentence(tree, lambda form, _: form)
    text = format_conll(LabelledSentence(sentence, tree, (frame,)))
    assert len(rows(text)) == len(places)
    (found,) = read(tmp_path_factory.getbasetemp() / "drawn.conll", text)
    assert [one.label for one in found.frames[0].arguments] == ["ARG1"]

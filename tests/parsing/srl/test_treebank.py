"""Whole releases: propositions over folders and tables of trees."""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pytest

from tesla_metrics.errors import InputError
from tesla_metrics.parsing.srl.frame import LabelledSentence, read_frames
from tesla_metrics.parsing.srl.propbank import DEVELOPMENT, TEST, TRAIN, read_release

LEFT = "( (S (NP-SBJ (PRP We)) (VP (VBD left)) (. .)) )"
VISIT = """( (S (NP-SBJ (PRP$ Her) (NN visit))
   (VP (VBD ended) (S (NP-SBJ (-NONE- *))
     (VP (TO to) (VP (VB help)))))) )"""


def release(folder: Path, *lines: str) -> tuple[str, str]:
    for name, trees in {"02/wsj_0201": (LEFT, VISIT), "23/WSJ_2301": (VISIT,)}.items():
        path = folder / "WSJ" / f"{name}.MRG"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(trees) + "\n")
    (folder / "WSJ" / "readme.txt").write_text("none of these")
    nombank = folder / "nombank.1.0"
    nombank.write_text("".join(f"{line}\n" for line in lines))
    return str(nombank), str(folder)


LINES = (
    "wsj/23/wsj_2301.mrg 0 1 visit 01 0:0-ARG0 1:0-rel",
    "wsj/02/wsj_0201.mrg 1 1 visit 01 0:0-ARG0 1:0-rel",
    "wsj/02/wsj_0201.mrg 1 5 gold help help.01 ----- 0:1*3:1-ARG0 5:0-rel",
)


def shown(found: Sequence[LabelledSentence]) -> list[tuple[str, int, list[str]]]:
    return [(one.document, one.number, [frame.roleset for frame in one.frames]) for one in found]


def test_documents_in_order_with_all_their_sentences(tmp_path: Path) -> None:
    found = list(read_release(*release(tmp_path, *LINES)))
    assert shown(found) == [
        ("wsj_0201", 0, []), ("wsj_0201", 1, ["visit.01", "help.01"]),
        ("wsj_2301", 0, ["visit.01"]),
    ]  # fmt: skip
    two = found[1]
    assert [token.form for token in two.sentence.tokens] == ["Her", "visit", "ended", "to", "help"]
    assert two.tree.nodes[1].label == "NP"
    assert two.frames[1].predicate == 4
    assert two.frames[0].is_noun


def test_sections_as_the_paper_has_them(tmp_path: Path) -> None:
    given = release(tmp_path, *LINES)
    assert shown(list(read_release(*given, sections=TEST))) == [("wsj_2301", 0, ["visit.01"])]
    assert {one.document for one in read_release(*given, sections=TRAIN)} == {"wsj_0201"}
    with pytest.raises(InputError, match="no proposition of these"):
        list(read_release(*given, sections=DEVELOPMENT))


def test_a_table_of_trees(tmp_path: Path) -> None:
    nombank, _ = release(tmp_path, *LINES)
    table = tmp_path / "trees.tsv"
    table.write_text(
        f"wsj_0201\t0\t{LEFT}\nwsj_0201\t1\t{' '.join(VISIT.split())}\n"
        f"wsj_2301\t0\t{' '.join(VISIT.split())}\n"
    )
    assert list(map(type, read_release(nombank, str(table)))) == [LabelledSentence] * 3
    table.write_text(f"wsj_0201\t0\t{LEFT}\nwsj_0201\t3\t{LEFT}\n")
    with pytest.raises(InputError, match=r"line 2 is not tree 1 of 'wsj_0201'"):
        list(read_release(nombank, str(table)))
    table.write_text(f"wsj_0201\t0\t{LEFT}\n")
    with pytest.raises(InputError, match=r"refers to tree 1, but wsj_0201 has 1"):
        list(read_release(nombank, str(table)))


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("wsj/02/wsj_0202.mrg 0 1 visit 01 1:0-rel", "no wsj_0202.mrg"),
        ("wsj/02/wsj_0201.mrg 7 1 visit 01 1:0-rel", "refers to tree 7, but wsj_0201 has 2"),
        ("wsj/02/wsj_0201.mrg 0 1 visit 01 1:0-rel 44:0-ARG0", "points to 44:0"),
    ],
)
def test_what_does_not_fit_its_trees(tmp_path: Path, line: str, fact: str) -> None:
    with pytest.raises(InputError, match=r"nombank\.1\.0, line 1 ") as refused:
        list(read_release(*release(tmp_path, line)))
    assert fact in str(refused.value)


def test_bad_lines_may_be_left_out(tmp_path: Path) -> None:
    bad: list[str] = []
    lines = (
        "wsj/02/wsj_0201.mrg 7 1 visit 01 1:0-rel", LINES[1],
        "wsj/02/wsj_0201.mrg 0 1 visit 01 1:0-rel 44:0-ARG0",
    )  # fmt: skip
    found = list(read_release(*release(tmp_path, *lines), errors=bad))
    assert shown(found) == [("wsj_0201", 0, []), ("wsj_0201", 1, ["visit.01"])]
    assert len(bad) == 2


def test_an_unclosed_tree_is_named_with_its_line(tmp_path: Path) -> None:
    nombank, folder = release(tmp_path, *LINES)
    (tmp_path / "WSJ" / "23" / "WSJ_2301.MRG").write_text(f"{LEFT}\n\n(S (NP (PRP We))\n")
    with pytest.raises(InputError, match=r"WSJ_2301\.MRG, line 3: the tree does not close 1 "):
        list(read_release(nombank, folder))


def test_no_proposition_at_all(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no proposition: give"):
        list(read_release(*release(tmp_path)))


@pytest.mark.data
def test_the_sample_of_the_wall_street_journal(shared: Path) -> None:
    """Propositions point into OntoNotes' trees, which mostly are those of the sample."""
    data = shared / "srl"
    bad: list[str] = []
    given = str(data / "wsj_sample_propbank.prop.gz"), str(data / "wsj_sample_trees.tsv.gz")
    own = {(one.document, one.number): one for one in islice(read_release(*given, errors=bad), 400)}
    last = max(document for document, _ in own)
    wanted = same = given_roles = 0
    for gold in read_frames(str(data / "wsj_sample_propbank.jsonl.gz")):
        if gold.document > last:
            break
        found = own.get((gold.document, gold.number))
        if found is None or found.tree.words != gold.tree.words:
            continue
        ours = {(one.predicate, one.roleset): set(one.arguments) for one in found.frames}
        for frame in gold.frames:
            arguments = ours.get((frame.predicate, frame.roleset), set())
            wanted += len(frame.arguments)
            given_roles += len(arguments)
            same += len(arguments.intersection(frame.arguments))
    assert wanted > 1_000
    assert same / wanted > 0.94
    assert same / given_roles > 0.94

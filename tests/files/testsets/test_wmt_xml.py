"""WMT's XML: documents, systems and references by name."""

from pathlib import Path

import pytest

from tesla_metrics import Item, Testset, read_testset
from tesla_metrics.errors import InputError, TeslaError, TeslaWarning


def write(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


XML = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="small">
  <collection id="general">
    <doc id="d1" origlang="en" domain="news">
      <src lang="en"><p><seg id="1">one</seg><seg id="2">two</seg></p></src>
      <ref lang="de" translator="A"><p><seg id="1">eins &amp;
        mehr</seg></p><p><seg id="2">zwei</seg></p></ref>
      <ref lang="de" translator="B"><p><seg id="1">ein</seg></p></ref>
      <hyp lang="de" system="X"><p><seg id="2">x2</seg><seg id="1">x1</seg></p></hyp>
      <hyp lang="de" system="Y"><p><seg id="1">y1</seg><seg id="2"></seg></p></hyp>
    </doc>
    <doc id="d2" origlang="en">
      <src lang="en"><p><seg id="1">three</seg></p></src>
      <ref lang="de" translator="A"><p><seg id="1">drei</seg></p></ref>
      <hyp lang="de" system="X"><p><seg id="1">x3</seg></p></hyp>
      <hyp lang="de" system="Y"><p><seg id="1">y3</seg></p></hyp>
    </doc>
    <doc id="odd" origlang="en" testsuite="traps">
      <src lang="en"><p><seg id="1">four</seg></p></src>
      <hyp lang="de" system="X"><p><seg id="1">x4</seg></p></hyp>
    </doc>
  </collection>
</dataset>
"""


def read(tmp_path: Path, text: str = XML) -> Testset:
    return read_testset([write(tmp_path / "set.xml", text)], kind="wmt-xml")


def test_all_systems_beside_all_references(tmp_path: Path) -> None:
    found = read(tmp_path)
    assert (found.systems, found.reference_names) == (["X", "Y"], ["A", "B"])
    outputs, references = found.read("X")
    assert outputs == ["x1", "x2", "x3"]  # in the order of the sources, without test suites
    assert references == [["eins & mehr", "zwei", "drei"], ["ein", None, None]]
    assert found.read("Y")[0] == ["y1", "", "y3"]
    first, _, last = found.items("X")
    assert first == Item("x1", ("eins & mehr", "ein"), "one", "d1", "1")
    assert last == Item("x3", ("drei",), "three", "d2", "1")


def test_some_of_them(tmp_path: Path) -> None:
    found = read(tmp_path)
    found.choose(["Y"], ["A"])
    assert (found.systems, found.reference_names) == (["Y"], ["A"])
    found = read(tmp_path)
    found.choose(references=["B"])
    with pytest.raises(InputError, match="no reference for segments 2 of d1, 1 of d2"):
        found.read("X")


def test_plain_lines_beside_it(tmp_path: Path) -> None:
    path, hyp = write(tmp_path / "set.xml", XML), write(tmp_path / "hyp", "a\nb\nc\n")
    found = read_testset([hyp], [path], kind="wmt-xml")
    assert (found.systems, found.reference_names) == (["hyp"], ["A", "B"])
    assert found.read("hyp")[0] == ["a", "b", "c"]
    assert next(iter(found.items("hyp"))) == Item("a", ("eins & mehr", "ein"), "one", "d1", "1")


def test_outputs_in_a_file_of_their_own(tmp_path: Path) -> None:
    alone = """<dataset><doc id="d2"><hyp system="Z"><seg id="1">z3</seg></hyp></doc><doc id="d1">
        <hyp system="Z"><seg id="1">z1</seg><seg id="2">z2</seg></hyp></doc></dataset>"""
    path, hyp = write(tmp_path / "set.xml", XML), write(tmp_path / "z.xml", alone)
    found = read_testset([hyp], [path], kind="wmt-xml")
    assert (found.systems, found.read("Z")[0]) == (["Z"], ["z1", "z2", "z3"])
    both = read_testset([path, hyp], kind="wmt-xml")
    assert both.systems == ["X", "Y", "Z"]
    assert both.read("Z")[0] == ["z1", "z2", "z3"]


def test_segments_without_reference_are_left_out(tmp_path: Path) -> None:
    text = XML.replace(' testsuite="traps"', "")
    with pytest.warns(TeslaWarning, match="segment 1 of odd: no reference, left out"):
        found = read(tmp_path, text)
    assert len(found.read("X")[0]) == 3


def test_translators_may_stand_at_the_source(tmp_path: Path) -> None:
    text = """<dataset><doc id="d"><src translator="T"><seg id="1">s</seg></src>
        <ref><seg id="1">r</seg></ref><hyp system="X"><seg id="1">x</seg></hyp></doc></dataset>"""
    assert read(tmp_path, text).reference_names == ["T"]
    text = text.replace(' translator="T"', "")
    assert read(tmp_path, text).reference_names == ["ref"]


BOMB = '<!DOCTYPE d [<!ENTITY a "boom"><!ENTITY b "&a;&a;">]><dataset>&b;</dataset>'
OUTSIDE = '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/hostname">]><dataset>&a;</dataset>'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (XML.replace("</collection>", ""), "line 23: not well-formed XML"),
        (XML[:400], "not well-formed XML"),
        (XML.replace("&amp;", "&"), "line 6: not well-formed XML"),
        (BOMB, "entity declarations"),
        (OUTSIDE, "entity declarations"),
        ("<dataset></dataset>", "has no <doc> with a <seg>"),
        (XML.replace("<hyp ", "<x ").replace("</hyp>", "</x>"), "has no <hyp>"),
        (
            XML.replace('id="2">x2', 'id="1">x2'),
            "line 9: segment 1 of d1 occurs again",
        ),
        (XML.replace('<seg id="2">x2</seg>', ""), "X lacks segment 2 of d1: .*--systems"),
    ],
)
def test_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(TeslaError, match=message) as caught:
        read(tmp_path, text).read("X")
    assert "set.xml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_references(tmp_path: Path) -> None:
    hyp = write(tmp_path / "hyp", "a\n")
    text = '<dataset><doc id="d"><src><seg id="1">s</seg></src></doc></dataset>'
    with pytest.raises(InputError, match="has no <ref>"):
        read_testset([hyp], [write(tmp_path / "s.xml", text)], kind="wmt-xml")

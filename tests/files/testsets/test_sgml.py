"""SGML as it is found."""

from pathlib import Path

import pytest
from effort import characters_seen

from tesla_metrics import Item, Testset, read_testset
from tesla_metrics.errors import InputError, TeslaError


def write(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


REFERENCES = """<!DOCTYPE mteval SYSTEM "mteval.dtd">
<refset setid="small" srclang="any" trglang="en">
<doc sysid="ref" docid="paper.1" genre="news" origlang="de">
<hl>
<seg id="1">Fish &amp; chips &lt;fresh&gt; for R&D, AT&T; &#8364;5 &quot;only&quot;</seg>
</hl>
<p>
<seg id="2"> 3 < 4 &
   wrapped </seg>
</p>
</doc>
<DOC docid='paper.2' SYSID=ref>
<SEG ID=1>Third.</SEG>
</DOC>
</refset>
"""
OUTPUTS = """<tstset setid="small" srclang="de" trglang="en">
<doc sysid="ours" docid="paper.2"><seg id="1">C</seg></doc>
<doc sysid="ours" docid="paper.1"><seg id="2">B</seg> <seg id="1">A</seg></doc>
</tstset>
"""


def read(tmp_path: Path, outputs: str, references: str = REFERENCES) -> Testset:
    hyp, ref = write(tmp_path / "hyp.sgm", outputs), write(tmp_path / "ref.sgm", references)
    return read_testset([hyp], [ref], kind="sgml")


def test_segments_meet_by_document_and_id(tmp_path: Path) -> None:
    found = read(tmp_path, OUTPUTS)
    assert (found.systems, found.reference_names) == (["ours"], ["ref"])
    outputs, references = found.read("ours")
    assert outputs == ["A", "B", "C"]
    texts = ['Fish & chips <fresh> for R&D, AT&T; €5 "only"', "3 < 4 & wrapped", "Third."]
    assert references == [texts]
    assert next(iter(found.items("ours"))) == Item("A", (texts[0],), None, "paper.1", "1")
    assert found.count() == 3


def test_several_systems_and_references_in_a_file(tmp_path: Path) -> None:
    both = OUTPUTS.replace("</tstset>", "") + OUTPUTS.replace('"ours"', '"theirs"')
    found = read(
        tmp_path, both, REFERENCES + REFERENCES.replace('"ref"', '"B"').replace("=ref", "=B")
    )
    assert (found.systems, found.reference_names) == (["ours", "theirs"], ["ref", "B"])


def test_without_ids_segments_are_counted(tmp_path: Path) -> None:
    text = "<refset><doc><seg>a</seg><seg>b</seg></doc></refset>"
    found = read(tmp_path, text, text)
    assert (found.systems, found.reference_names) == (["hyp.sgm"], ["ref.sgm"])
    assert found.read("hyp.sgm") == (["a", "b"], [["a", "b"]])


def test_a_name_in_sgm_is_no_plain_text(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"hyp\.sgm has no <seg>"):
        read(tmp_path, "A\nB\nC\n")


def test_plain_lines_beside_it(tmp_path: Path) -> None:
    ref, hyp = write(tmp_path / "ref.sgm", REFERENCES), write(tmp_path / "hyp", "A\nB\nC\n")
    found = read_testset([hyp], [ref], kind="sgml")
    assert found.read("hyp")[0] == ["A", "B", "C"]
    write(tmp_path / "hyp", "A\nB\n")
    with pytest.raises(InputError, match=r"hyp has 2 segments but .*ref.sgm has 3"):
        read_testset([hyp], [ref], kind="sgml").read("hyp")


@pytest.mark.parametrize(
    ("outputs", "message"),
    [
        (OUTPUTS.replace('<seg id="2">B</seg>', ""), "hyp.sgm lacks segment 2 of paper.1, which"),
        (OUTPUTS.replace('"2"', '"4"'), "hyp.sgm lacks segment 2 of paper.1, which"),
        (OUTPUTS.replace('"2">B', '"1">B'), "line 3: segment 1 of paper.1 occurs again"),
        (OUTPUTS.replace('"2">B</seg>', '"2">B'), 'line 3: a <seg> before <seg id="1"> lacks'),
        (OUTPUTS[: OUTPUTS.index("A</seg>") + 1], "ends inside a <seg>"),
        (OUTPUTS.replace("<seg", "<sg"), "has no <seg>"),
        (OUTPUTS.replace("tstset", "srcset"), "has sources"),
        (
            OUTPUTS.replace('"ours" docid="paper.1"', '"x" docid="paper.1"'),
            "x and ours do not both",
        ),
        (
            OUTPUTS.replace("</tstset>", '<doc sysid="ours" docid="p"><seg id="1">D</seg></doc>'),
            "ref.sgm lacks segment 1 of p, which",
        ),
    ],
)
def test_refused(tmp_path: Path, outputs: str, message: str) -> None:
    with pytest.raises(TeslaError, match=message) as caught:
        read(tmp_path, outputs)
    assert "\n" not in str(caught.value)


def test_a_file_of_one_line_takes_time_by_its_length(tmp_path: Path) -> None:
    segments = "".join(f"<seg id={number}>a</seg>" for number in range(1000))
    text = f"<tstset><doc sysid=a docid=b>{segments}</doc></tstset>"
    assert characters_seen(lambda: read(tmp_path, text, text)) < 100 * len(text)


def test_lines_of_tags_over_lines(tmp_path: Path) -> None:
    text = "<tstset>\n<doc sysid=a\n docid=b><seg\n\nid=1>a</seg> <seg id=1>b\n</seg></doc>"
    with pytest.raises(InputError, match=r"line 6: .*occurs again"):
        read(tmp_path, text, text)

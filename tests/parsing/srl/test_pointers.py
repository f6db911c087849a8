"""Lines of NomBank and PropBank: their fields, pointers and labels."""

from pathlib import Path

import pytest

from tesla_metrics.errors import InputError
from tesla_metrics.parsing.srl.propbank import (
    PointedRole,
    TreePointer,
    parse_proposition,
    read_propositions,
)

NOMBANK = "wsj/17/wsj_1734.mrg 3 9 purchase 01 8:0-ARG0 9:0-rel 10:1-ARG1"


def roles(*pointed: str) -> list[tuple[str, str]]:
    line = " ".join(("wsj/00/wsj_0001.mrg 0 3 sale 01 3:0-rel", *pointed))
    return [
        (role.label, " ".join(map(str, role.pointers)))
        for role in parse_proposition(line).roles
        if role.label != "rel"
    ]


def test_a_line_of_nombank() -> None:
    found = parse_proposition(NOMBANK)
    assert found[:5] == ("wsj/17/wsj_1734.mrg", 3, 9, "purchase", "purchase.01")
    assert found.roles[2] == PointedRole("ARG1", (TreePointer(10, 1),))
    assert (found.document, found.section) == ("wsj_1734", 17)


@pytest.mark.parametrize(
    "fields",
    [
        "wsj/00/wsj_0003.mrg 5 14 gold sell.01 vp--a",
        "nw/wsj/00/wsj_0003.parse 5 14 gold sell sell.01 -----",
        "nw/wsj/00/wsj_0003@0003@wsj@nw@en@on 5 14 gold sell-v sell.01 -----",
    ],
)
def test_lines_of_propbank_by_their_fields(fields: str) -> None:
    found = parse_proposition(f"{fields} 14:0-rel 12:2-ARG1")
    assert (found.tree_index, found.terminal_index, found.lemma, found.roleset) == (
        5,
        14,
        "sell",
        "sell.01",
    )
    assert (found.document, found.section) == ("wsj_0003", 0)
    assert [role.label for role in found.roles] == ["rel", "ARG1"]


def test_a_document_of_elsewhere_has_no_section() -> None:
    line = "google/ewt/answers/00/20070404.parse 5 14 gold sell sell.01 ----- 14:0-rel"
    found = parse_proposition(line)
    assert (found.document, found.section) == ("20070404", None)


def test_joined_pointers() -> None:
    assert roles("0:2*6:1-ARG1") == [("ARG1", "0:2 6:1")]
    assert roles("1:0,2:0-ARG0", "4:1;9:2-ARG2") == [("ARG0", "1:0 2:0"), ("ARG2", "4:1 9:2")]
    assert roles("8:1*12:1,17:1-ARG1") == [("ARG1", "8:1 12:1 17:1")]


def test_labels_are_roles_alone() -> None:
    written = "ARG1-H0 ARGM-TMP ARGM-TMP-H1 ARG2-to ARG1-PRD ARG0-REF ARG1-DSP ARGA Support ARGM"
    found = [label for label, _ in roles(*(f"5:0-{one}" for one in written.split()))]
    kept = "ARG1 ARGM-TMP ARGM-TMP ARG2 ARG1 ARG0 ARG1 ARGA Support ARGM"
    assert found == kept.split()


def test_part_of_a_word_may_be_the_predicate_and_links_are_left_out() -> None:
    line = "wsj/00/wsj_0001.mrg 0 3 maker 01 3:0-rel-H1 3:0-ARG1-H0 0:1*3:0-LINK-PSV"
    assert [role.label for role in parse_proposition(line).roles] == ["rel", "ARG1"]


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("", "is not a proposition"),
        ("wsj_0001.mrg 0 3 sale 3:0-rel", "is not a proposition"),
        ("wsj_0001.mrg 0 3 sale 01", "is not a proposition"),
        ("wsj_0001.mrg zero 3 sale 01 3:0-rel", "'zero' as the number of its tree"),
        ("wsj_0001.mrg 0 -3 sale 01 3:0-rel", "'-3' as the number of its terminal"),
        ("wsj_0001.mrg 0 3 sale 01 1:0-ARG0", "one predicate"),
        ("wsj_0001.mrg 0 3 sale 01 3:0-rel 4:0-rel", "one predicate"),
        ("wsj_0001.mrg 0 3 sale 01 3:0-rel ARG1", "'ARG1' where a pointer is expected"),
        ("wsj_0001.mrg 0 3 sale 01 3:0-rel 4-ARG1", "'4-ARG1' where a pointer is expected"),
        ("wsj_0001.mrg 0 3 sale 01 3:0-rel 4:0*-ARG1", "where a pointer is expected"),
        ("wsj_0001.mrg 0 3 sale 01 0:1ARG0 3:0-rel", "'0:1ARG0' where a pointer is expected"),
        ("wsj_0001.mrg 0 3 sale 01 0:1- 3:0-rel", "'0:1-' where a pointer is expected"),
        ("wsj_0001.mrg 0 3 sale 01 0:1*-ARG0 3:0-rel", "where a pointer is expected"),
        ("wsj_0001.mrg 0 3 sale 01 9999999:0-ARG0 3:0-rel", "where a pointer is expected"),
        ("wsj_0001.mrg 0 3 sale 01 ٣:٠-rel", "where a pointer is expected"),
        ("wsj_0001.mrg 0 3 sale 01 3:0-rel 4:0-BUYER", "the label 'BUYER'"),
    ],
)
def test_what_is_refused(line: str, fact: str) -> None:
    with pytest.raises(InputError, match=r"^x\.prop, line 7 ") as refused:
        parse_proposition(line, "x.prop, line 7")
    assert fact in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_of_them(tmp_path: Path) -> None:
    path = tmp_path / "nombank.1.0"
    path.write_text(f"{NOMBANK}\n\n{NOMBANK}\nnonsense\n")
    found = read_propositions(str(path))
    assert [next(found)[0], next(found)[0]] == [f"{path}, line 1", f"{path}, line 3"]
    with pytest.raises(InputError, match="line 4"):
        next(found)

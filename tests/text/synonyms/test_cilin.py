"""Cilin files."""

from pathlib import Path

import pytest

from tesla_metrics.errors import ResourceError
from tesla_metrics.text.synonyms import load_synonyms


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_with_the_same_code_are_one_synset(tmp_path: Path, end: str) -> None:
    lines = ["Bp01A01= 雨伞 伞", "Bp01A01# 器具 用具", "", "Bp01A01= 阳伞　Ａ伞", "Bp01A02@ 独"]
    path = tmp_path / "c.txt"
    path.write_bytes(end.join(lines).encode())
    table = load_synonyms("zh", str(path))
    assert table.name.startswith("cilin:c.txt@")
    assert table.synsets("雨伞") == table.synsets("伞") == table.synsets("阳伞") == {0}
    assert table.synsets("a伞") == {0}
    assert table.synsets("用具") == {1}
    assert table.synsets("独") == {2}
    assert not table.synsets("Bp01A01=".lower())


def test_a_line_without_code_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.txt"
    path.write_text("Bp01A01= 雨伞 伞\n\n器具 用具\n", encoding="utf-8")
    with pytest.raises(ResourceError, match=r"c\.txt, line 3: no Cilin code; begin it"):
        load_synonyms("zh", str(path))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Bp01A0", "no Cilin code; begin it"),
        ("Bp01A02 器具", "no Cilin code; begin it"),
        ("Bp01A02=器具", "no Cilin code; begin it"),
        ("Bp01A02=", "a code without words; add its words"),
        ("Bp01A02= \u3000", "a code without words; add its words"),
    ],
)
def test_damaged_lines_are_refused(tmp_path: Path, line: str, fault: str) -> None:
    path = tmp_path / "c.txt"
    path.write_text(f"Bp01A01= 雨伞 伞\n{line}\nBp01A03= 器具\n", encoding="utf-8")
    with pytest.raises(ResourceError, match=rf"c\.txt, line 2: {fault}"):
        load_synonyms("zh", str(path))


def test_a_file_whose_first_code_is_cut_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.txt"
    path.write_text("01A01= 雨伞 伞\nBp01A02= 器具 用具\n", encoding="utf-8")
    with pytest.raises(ResourceError, match=r"c\.txt, line 1: no Cilin code; begin it"):
        load_synonyms("zh", str(path))


def test_what_is_not_utf8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.txt"
    path.write_bytes("Bp01A01= 雨伞\n".encode() + "Bp01A02= 器具\n".encode("gbk"))
    with pytest.raises(ResourceError, match=r"c\.txt, line 2: the text is not UTF-8; convert"):
        load_synonyms("zh", str(path))


def test_a_tab_makes_it_the_users_format(tmp_path: Path) -> None:
    path = tmp_path / "c.txt"
    path.write_text("Bp01A01= 雨伞\t伞\n", encoding="utf-8")
    assert load_synonyms("zh", str(path)).synsets("bp01a01= 雨伞") == {0}


@pytest.mark.data
def test_the_whole_of_cilin(shared: Path) -> None:
    table = load_synonyms("zh", str(shared / "celab" / "cilin.txt"))
    assert table.synsets("知道") & table.synsets("领略")
    assert table.synsets("雨伞")
    assert not table.synsets("知道") & table.synsets("雨伞")

"""Systems beside references, a stretch at a time; what they are called."""

from pathlib import Path

import pytest

from tesla_metrics import Item, read_testset
from tesla_metrics.errors import InputError, UsageError


def write(path: Path, *lines: str) -> str:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


@pytest.fixture(autouse=True)
def _short_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesla_metrics.files.testsets.aligned_columns._CHUNK", 2)


def test_stretches(tmp_path: Path) -> None:
    hyp, ref = write(tmp_path / "hyp", *"abcde"), write(tmp_path / "ref", *"ABCDE")
    found = read_testset([hyp], [ref, hyp])
    assert list(found.iterate_chunks("hyp")) == [
        (["a", "b"], [["A", "B"], ["a", "b"]]),
        (["c", "d"], [["C", "D"], ["c", "d"]]),
        (["e"], [["E"], ["e"]]),
    ]
    assert found.read("hyp") == (list("abcde"), [list("ABCDE"), list("abcde")])
    assert list(found.all_references()) == list("ABCDEabcde")
    assert list(found.items("hyp"))[-1] == Item("e", ("E", "e"))
    assert found.count() == 5


@pytest.mark.parametrize("lines", [3, 4, 5, 6])
def test_other_lengths(tmp_path: Path, lines: int) -> None:
    hyp, ref = write(tmp_path / "hyp", *"abcdefg"), write(tmp_path / "ref", *"ABCDEF"[:lines])
    found = read_testset([hyp], [ref])
    with pytest.raises(InputError, match=rf"hyp has 7 segments but .*ref has {lines}:"):
        found.read("hyp")


def test_numbers_of_segments_count_from_the_first(tmp_path: Path) -> None:
    rows = [f'{{"mt": "a", "ref": {ref}}}' for ref in ('"b"', '"b"', '"b"', "null", "null")]
    found = read_testset([write(tmp_path / "a.jsonl", *rows)])
    with pytest.raises(InputError, match="no reference for segment 4:"):
        found.read("a.jsonl")
    rows = [f'{{"mt": "a", "ref": "{n}"}}' for n in range(5)]
    first, second = (write(tmp_path / name, *rows) for name in ("a.jsonl", "b.jsonl"))
    write(tmp_path / "b.jsonl", *rows[:4], '{"mt": "a", "ref": "other"}')
    found = read_testset([first, second])
    with pytest.raises(InputError, match=r"b\.jsonl: segment 5 has a different reference than in"):
        found.read("b.jsonl")


def test_what_systems_are_called(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    first, twin = write(tmp_path / "a.txt", "a"), write(tmp_path / "sub" / "a.txt", "b")
    other = write(tmp_path / "b.txt", "c")
    assert read_testset([first, other], [first]).systems == ["a.txt", "b.txt"]
    assert read_testset([first, twin], [first]).systems == [first, twin]
    found = read_testset([first, first, other], [first, first])
    assert found.systems == ["a.txt", "a.txt (2)", "b.txt"]
    assert found.reference_names == ["a.txt", "a.txt (2)"]
    assert [found.find(name) for name in ("b.txt", other, first)] == ["b.txt", "b.txt", "a.txt"]
    with pytest.raises(UsageError, match="no single system is named 'c'"):
        found.find("c")
    with pytest.raises(UsageError, match="no system 'c': choose from"):
        found.read("c")


def test_columns_of_the_same_name_in_two_files(tmp_path: Path) -> None:
    first = write(tmp_path / "a.tsv", "sys\tref", "x\tr")
    second = write(tmp_path / "b.tsv", "sys\tref", "y\tr")
    assert read_testset([first, second], columns="hyp=sys,ref=ref").systems == ["a.tsv", "b.tsv"]
    found = read_testset([first, second], columns="hyp=sys,hyp=ref,ref=ref")
    assert found.systems == [
        f"{path}:{name}" for path in (first, second) for name in ("sys", "ref")
    ]


def test_one_system_is_called_by_its_file(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", "MT output\tother\tHuman", "x\ty\tr")
    assert read_testset([path], columns="hyp=MT output,ref=Human").systems == ["a.tsv"]
    assert read_testset([path], columns="hyp=MT output,hyp=other,ref=Human").systems == [
        "MT output", "other",
    ]  # fmt: skip


def test_what_is_asked_for_must_be_known(tmp_path: Path) -> None:
    path = write(tmp_path / "a", "x")
    with pytest.raises(UsageError, match="unknown input format 'xls'"):
        read_testset([path], [path], kind="xls")
    with pytest.raises(UsageError, match="there is no reference"):
        read_testset([path])
    with pytest.raises(UsageError, match="--columns is for tables, not for text"):
        read_testset([path], [path], kind="text", columns="hyp=1")


def test_what_cannot_be_read_is_refused_with_what_to_give(tmp_path: Path) -> None:
    reference = write(tmp_path / "ref", "a boat\nboats\n")
    for text, message in (
        ("0 ||| a boat ||| -1\n1 ||| boats ||| -2\n", r"between \|\|\|: give one text per line"),
        ('["a boat"]\n["boats"]\n', "looks like JSON: give one object per line"),
    ):
        hypothesis = write(tmp_path / "hyp", text)
        for files in ([hypothesis], [reference]), ([reference], [hypothesis]):
            with pytest.raises(InputError, match=message):
                read_testset(*files)
        assert read_testset([hypothesis], [reference], kind="text").systems == ["hyp"]

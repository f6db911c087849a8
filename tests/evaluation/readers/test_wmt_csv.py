"""WMT's ranking files."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from judged.folders import lines, texts, tsv

from tesla_metrics.errors import InputError
from tesla_metrics.evaluation.judgments import FaultCollector, Track
from tesla_metrics.evaluation.readers.folder_layout import read_pair_folder

SLOTS = range(1, 6)
HEADER = ",".join(
    [
        "srclang,trglang,srcIndex,documentId,segmentId,judgeId",
        *(f"system{n}Number,system{n}Id" for n in SLOTS),
        *(f"system{n}rank" for n in SLOTS),
    ]
)


def row(index: object, judge: str, systems: Sequence[str], ranks: Iterable[object]) -> str:
    named = ",".join(f"{number},{system}" for number, system in enumerate(systems, 1))
    return f"German,English,{index},-1,{index},{judge},{named}," + ",".join(map(str, ranks))


def read(folder: Path, rows: Iterable[str], faults: FaultCollector | None = None) -> Track:
    lines(texts(folder) / "human.rank.csv", [HEADER, *rows])
    return read_pair_folder(folder, faults or FaultCollector())


def judgments(track: Track) -> list[tuple[int, str, str, int, str]]:
    own = track.rankings
    assert own is not None
    names = track.systems
    columns = zip(own.segment, own.a, own.b, own.preference, own.judges, strict=True)
    return [(int(s), names[a], names[b], int(p), judge) for s, a, b, p, judge in columns]


def ids(*names: str) -> list[str]:
    return [f"newstest2012.de-en.{name}" for name in names]


FIVE = [*ids("good", "fair", "poor", "void"), ""]


def test_all_pairs_of_a_row(tmp_path: Path) -> None:
    track = read(tmp_path / "de-en", [row(2, "j1", FIVE, (1, 2, 2, 5, -1))])
    assert judgments(track) == [
        (1, "good", "fair", 1, "j1"),
        (1, "good", "poor", 1, "j1"),
        (1, "good", "void", 1, "j1"),
        (1, "fair", "poor", 0, "j1"),
        (1, "fair", "void", 1, "j1"),
        (1, "poor", "void", 1, "j1"),
    ]


def test_a_rank_of_minus_one_is_none(tmp_path: Path) -> None:
    track = read(tmp_path / "de-en", [row(1, "j1", FIVE, (-1, 4, -1, 1, -1))])
    assert judgments(track) == [(0, "fair", "void", -1, "j1")]


@pytest.mark.parametrize(
    "form",
    ["newstest2012.de-en.{}", "newstest2014.{}.de-en", "{}", "newstest2012.de-en.{}.txt"],
)
def test_forms_of_names(tmp_path: Path, form: str) -> None:
    systems = [form.format(name) if name else "" for name in ("void", "poor", "", "", "")]
    track = read(tmp_path / "de-en", [row(3, "j", systems, (2, 1, -1, -1, -1))])
    assert judgments(track) == [(2, "void", "poor", -1, "j")]


def test_a_name_with_dots(tmp_path: Path) -> None:
    folder = texts(tmp_path / "de-en")
    for name in ("uedin.3025", "rbmt-1.0"):
        lines(folder / "systems" / f"{name}.txt", ["x"] * 4)
    systems = ["newstest2014.uedin.3025.de-en", "newstest2014.rbmt-1.0.de-en", "", "", ""]
    track = read(folder, [row(1, "j", systems, (1, 2, -1, -1, -1))])
    assert judgments(track) == [(0, "uedin.3025", "rbmt-1.0", 1, "j")]


@pytest.mark.parametrize(
    ("source", "target"), [("German", "English"), ("deu", "eng"), ("de", "EN"), ("ger", "eng")]
)
def test_names_of_languages(tmp_path: Path, source: str, target: str) -> None:
    one = row(1, "j", FIVE, (1, 2, -1, -1, -1)).replace("German,English", f"{source},{target}")
    assert len(judgments(read(tmp_path / "de-en", [one]))) == 1


def test_other_pairs_in_the_same_file(tmp_path: Path) -> None:
    other = row(99, "j", ["x", "y", "", "", ""], (1, 2, -1, -1, -1))
    rows = [other.replace("German", "Czech"), row(1, "j", FIVE, (1, 2, -1, -1, -1))]
    assert len(judgments(read(tmp_path / "de-en", rows))) == 1


def test_lines_of_the_whole_test_set(tmp_path: Path) -> None:
    folder = texts(tmp_path / "de-en")
    tsv(folder / "segments.tsv", ("seg", "orig_line"), ["1\t5", "2\t17", "3\t18", "4\t100"])
    track = read(folder, [row(100, "j", FIVE, (1, 2, -1, -1, -1))])
    assert judgments(track)[0][0] == 3
    with pytest.raises(InputError, match=r"human\.rank\.csv, line 2: segment 'line 4'"):
        read(folder, [row(4, "j", FIVE, (1, 2, -1, -1, -1))])


def test_the_folder_that_one_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read(tmp_path / "de-en", [row(1, "j", FIVE, (1, 2, -1, -1, -1))])
    monkeypatch.chdir(tmp_path / "de-en")
    assert len(judgments(read_pair_folder(Path(), FaultCollector()))) == 1


@pytest.mark.parametrize(
    ("bad", "fact"),
    [
        (row(0, "j", FIVE, (1, 2, -1, -1, -1)), "segment '0'"),
        (row("9" * 5000, "j", FIVE, (1, 2, -1, -1, -1)), "from 1 to 4"),
        (row(1, "j", FIVE, ("best", 2, -1, -1, -1)), "rank 'best'"),
        (row(1, "j", FIVE, (1.5, 2, -1, -1, -1)), "rank '1.5'"),
        (row(1, "j", FIVE, ("9" * 5000, 2, -1, -1, -1)), "not a whole number"),
        (row(1, "j", ids("gone", "good") + [""] * 3, (1, 2, -1, -1, -1)), "'gone' has no output"),
        (row(1, "j", ids("good", "good") + [""] * 3, (1, 2, -1, -1, -1)), "against itself"),
        (row(1, "j", FIVE, (1, 2)), "18 fields where the header has 21"),
    ],
)
def test_bad_rows(tmp_path: Path, bad: str, fact: str) -> None:
    rows = [row(1, "j", FIVE, (1, 2, -1, -1, -1)), bad, row(2, "j", FIVE, (1, 2, -1, -1, -1))]
    with pytest.raises(InputError) as caught:
        read(tmp_path / "de-en", rows)
    assert "human.rank.csv, line 3: " in str(caught.value)
    assert fact in str(caught.value)
    faults = FaultCollector(skip_faults=True)
    assert len(judgments(read(tmp_path / "de-en", rows, faults))) == 2
    assert sum(faults.counts.values()) == 1


@pytest.mark.parametrize(
    ("content", "fact"),
    [
        (b"", "line 1: no columns system1Id"),
        (b"srclang,trglang\n", "line 1: no columns system1Id"),
        (HEADER.replace("judgeId", "judge").encode(), "line 1: no column 'judgeId'"),
        (f"{HEADER}\rGerman,English\r".encode(), "line 1: "),
    ],
)
def test_bad_files(tmp_path: Path, content: bytes, fact: str) -> None:
    folder = texts(tmp_path / "de-en")
    (folder / "human.rank.csv").write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_pair_folder(folder, FaultCollector(skip_faults=True))
    assert f"human.rank.csv, {fact}" in str(caught.value)

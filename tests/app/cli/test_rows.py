"""`tesla score -o`: rows with scores."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from app.cli.running import refused, run, score, write
from app.cli.tables import HYP, OTHER, REF, SIMPLE, expected
from tesla_metrics import TeslaX


def rows_of(path: Path) -> list[dict[str, Any]]:
    with path.open(newline="", encoding="utf-8") as stream:
        if path.suffix == ".jsonl":
            return list(map(json.loads, stream))
        if path.suffix == ".csv":
            return list(csv.DictReader(stream))
        return list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.mark.parametrize("suffix", ["tsv", "csv", "jsonl"])
def test_a_tables_rows_with_scores(tmp_path: Path, table: Path, suffix: str) -> None:
    out = tmp_path / f"out.{suffix}"
    usual = [table, "--columns", "hyp=mt,ref=ref", *SIMPLE, "-m", "tesla-x"]
    printed = run("score", *usual).out
    assert run("score", *usual, "-o", out).out == printed
    rows = rows_of(out)
    assert list(rows[0]) == ["mt", "other", "ref", "chrf", "tesla-x"]
    assert [row["mt"] for row in rows] == HYP
    assert [float(row["chrf"]) for row in rows] == expected(HYP, REF)
    assert [float(row["tesla-x"]) for row in rows] == list(
        TeslaX(lang="en").score(HYP, REF).segments
    )


def test_several_systems_have_columns_each(tmp_path: Path, table: Path) -> None:
    out = tmp_path / "out.tsv"
    run("score", table, "--columns", "hyp=mt,hyp=other,ref=ref", *SIMPLE, "-o", out)
    rows = rows_of(out)
    assert list(rows[0]) == ["mt", "other", "ref", "mt chrf", "other chrf"]
    assert [float(row["other chrf"]) for row in rows] == expected(OTHER, REF)


def test_rows_of_json_lines_keep_all_they_have(tmp_path: Path, lines: Path) -> None:
    out = tmp_path / "out.jsonl"
    run("score", lines, *SIMPLE, "-o", out)
    assert [list(row) for row in rows_of(out)] == [["mt", "ref", "doc", "n", "chrf"]] * 3
    again = tmp_path / "again.jsonl"
    run("score", out, *SIMPLE, "-o", again)
    assert list(rows_of(again)[0])[-2:] == ["chrf", "chrf (2)"]


def test_rows_of_long_tables(tmp_path: Path) -> None:
    path = write(tmp_path / "long.jsonl", (
        json.dumps({"system": system, "id": n, "mt": texts[n], "ref": REF[n]})
        for system, texts, order in (("A", HYP, (0, 1, 2)), ("B", OTHER, (2, 0, 1)))
        for n in order
    ))  # fmt: skip
    out = tmp_path / "out.jsonl"
    records = score(path, *SIMPLE, "-o", out)
    assert [record["system"] for record in records] == ["A", "B"]
    assert records[1]["segments"] == expected(OTHER, REF)
    for row in rows_of(out):
        own = expected(HYP if row["system"] == "A" else OTHER, REF)
        assert row["chrf"] == own[int(row["id"])]


def test_rows_of_plain_text(tmp_path: Path) -> None:
    hyp, ref = write(tmp_path / "hyp.txt", HYP), write(tmp_path / "ref.txt", REF)
    other, out = write(tmp_path / "other.txt", OTHER), tmp_path / "out.tsv"
    run("score", hyp, other, "-r", ref, *SIMPLE, "-o", out)
    rows = rows_of(out)
    assert list(rows[0]) == ["system", "id", "candidate", "reference", "chrf"]
    assert [(row["system"], row["id"]) for row in rows] == [
        (name, str(n)) for name in ("hyp.txt", "other.txt") for n in (1, 2, 3)
    ]
    assert [row["candidate"] for row in rows[:3]] == HYP
    # And it can be scored again.
    again = score(out, "--input", "tsv", *SIMPLE)
    assert [record["segments"] for record in again] == [expected(HYP, REF), expected(OTHER, REF)]
    run("score", hyp, "-r", ref, "-r", other, *SIMPLE, "-o", out)
    assert list(rows_of(out)[0])[3:] == ["references 1", "references 2", "chrf"]
    out = tmp_path / "out.jsonl"
    run("score", hyp, "-r", ref, "-r", other, *SIMPLE, "-o", out)
    (record,) = score(out, *SIMPLE)
    assert (record["system"], record["segments"]) == ("hyp.txt", expected(HYP, REF, OTHER))


def cells_of(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text("utf-8").splitlines()]


def test_columns_of_one_name_are_all_kept(tmp_path: Path) -> None:
    text = "note,mt,,ref,note,\nx,a boat,y,a boat,z,w\n"
    path, out = write(tmp_path / "a.csv", text.splitlines()), tmp_path / "out.tsv"
    run("score", path, "--input", "csv", *SIMPLE, "-o", out)
    assert cells_of(out) == [
        ["note", "mt", "", "ref", "note", "", "chrf"],
        ["x", "a boat", "y", "a boat", "z", "w", "100.0"],
    ]
    out = tmp_path / "out.jsonl"
    run("score", path, "--input", "csv", *SIMPLE, "-o", out)
    names = ["note", "mt", "", "ref", "note (2)", " (2)", "chrf"]
    assert [list(row) for row in rows_of(out)] == [names]


def test_scores_have_a_column_that_no_row_has(tmp_path: Path) -> None:
    rows = [{"mt": HYP[0], "ref": REF[0]}, {"mt": HYP[1], "ref": REF[1], "chrf": "mine"}]
    path, out = write(tmp_path / "a.jsonl", map(json.dumps, rows)), tmp_path / "out.tsv"
    run("score", path, *SIMPLE, "-o", out)
    assert [(row["chrf"], bool(row["chrf (2)"])) for row in rows_of(out)] == [
        ("", True),
        ("mine", True),
    ]


def test_several_references_are_scored_again(tmp_path: Path) -> None:
    rows = [
        {"mt": HYP[0], "ref": [None, REF[0]]},
        {"mt": HYP[1], "ref": REF[1]},
        {"mt": HYP[2], "ref": [REF[2], OTHER[2]]},
    ]
    path = write(tmp_path / "a.jsonl", map(json.dumps, rows))
    for suffix in ("tsv", "csv"):
        out = tmp_path / f"out.{suffix}"
        first = score(path, *SIMPLE, "-o", out)
        assert list(rows_of(out)[0]) == ["mt", "ref 1", "ref 2", "chrf"]
        columns = "hyp=mt,ref=ref 1,ref=ref 2"
        again = score(out, "--columns", columns, "--skip-empty-references", *SIMPLE)
        assert again[0]["segments"] == first[0]["segments"]


def test_a_carriage_return_in_a_text(tmp_path: Path) -> None:
    rows = [{"mt": "a\rboat", "ref": "a boat"}, {"mt": "a boat", "ref": "a\r\nboat"}]
    path, out = write(tmp_path / "a.jsonl", map(json.dumps, rows)), tmp_path / "out.csv"
    first = score(path, *SIMPLE, "-o", out)
    assert score(out, "--input", "csv", *SIMPLE)[0]["segments"] == first[0]["segments"]


def test_ids_are_those_of_the_files(tmp_path: Path) -> None:
    paths = [
        write(tmp_path / name, ["doc\tid\tmt\tref", *rows])
        for name, rows in (
            ("a.tsv", ["d\tx7\ta boat\tone boat", "e\tx7\tboats\ttwo boats"]),
            ("b.tsv", ["e\tx7\tships\ttwo boats", "d\tx7\ta ship\tone boat"]),
        )
    ]
    out = tmp_path / "out.tsv"
    first = score(*paths, "--input", "tsv", *SIMPLE, "-o", out)
    assert [row[:4] for row in cells_of(out)] == [
        ["system", "group", "id", "candidate"],
        ["a.tsv", "d", "x7", "a boat"],
        ["a.tsv", "e", "x7", "boats"],
        ["b.tsv", "d", "x7", "a ship"],
        ["b.tsv", "e", "x7", "ships"],
    ]
    again = score(out, "--input", "tsv", *SIMPLE)
    assert [one["segments"] for one in again] == [one["segments"] for one in first]


def test_ids_are_those_of_markup(tmp_path: Path) -> None:
    def written(name: str, kind: str, *segments: str) -> Path:
        return write(tmp_path / name, [
            f'<{kind} setid="s"><doc sysid="{name}" docid="d">', *segments, f"</doc></{kind}>",
        ])  # fmt: skip

    hyp = written("hyp", "tstset", '<seg id="2">boats</seg>', '<seg id="1">a boat</seg>')
    ref = written("ref", "refset", '<seg id="1">a boat</seg>', '<seg id="2">boats</seg>')
    out = tmp_path / "out.tsv"
    run("score", hyp, "-r", ref, "--input", "sgml", *SIMPLE, "-o", out)
    assert [row[:4] for row in cells_of(out)][1:] == [
        ["hyp", "d", "1", "a boat"],
        ["hyp", "d", "2", "boats"],
    ]


def test_rows_that_cannot_be_written(tmp_path: Path, table: Path) -> None:
    usual = ["score", table, "--columns", "hyp=mt,ref=ref", *SIMPLE, "-o"]
    refused(run(*usual, tmp_path / "out.xlsx"), 2, "out.xlsx", ".tsv, .csv, .jsonl")
    refused(run(*usual, tmp_path / "gone" / "out.tsv"), 3, "gone")
    out = write(tmp_path / "out.tsv", ["old"])
    table.write_bytes(table.read_bytes() + b"half a row\n")
    refused(run(*usual, out), 3, "all.tsv, line 5")
    assert out.read_text() == "old\n"


def test_what_is_read_is_not_overwritten(tmp_path: Path, table: Path) -> None:
    before = table.read_bytes()
    asked = ("score", table, "--columns", "hyp=mt,ref=ref", *SIMPLE, "-o", table)
    refused(run(*asked), 3, "would be overwritten")
    assert table.read_bytes() == before
    hyp, ref = write(tmp_path / "hyp.txt", HYP), write(tmp_path / "ref.tsv", REF)
    refused(run("score", hyp, "-r", ref, *SIMPLE, "-o", ref), 3, "would be overwritten")


@pytest.mark.parametrize(
    ("fields", "lossy"),
    [
        ({"text": "A red boat\na blue car", "references": ["A boat."]}, [".tsv"]),
        ({"sentences": ["A red boat", "a blue car"], "reference": "A boat."}, [".tsv", ".csv"]),
        ({"text": "A red boat", "references": [["A boat.", "A car."]]}, [".tsv", ".csv"]),
        ({"text": "A red boat\n", "reference": "A boat."}, []),
    ],
)
def test_lost_ends_of_sentences_are_told(
    tmp_path: Path, fields: dict[str, Any], lossy: list[str]
) -> None:
    path = write(tmp_path / "a.jsonl", [json.dumps(fields)])
    for suffix in (".tsv", ".csv", ".jsonl"):
        out = tmp_path / f"out{suffix}"
        told = run("score", path, "-l", "en", "-m", "rouge-l", "-o", out)
        assert told.code == 0, told.err
        assert ("does not keep sentence boundaries inside a text" in told.err) == (suffix in lossy)
        assert "sentence boundaries" not in run("score", path, "-m", "chrf", "-o", out).err


def test_a_reference_in_a_list_is_found_again(tmp_path: Path) -> None:
    row = {"candidate": "A red boat.", "references": ["A boat."]}
    path, out = write(tmp_path / "a.jsonl", [json.dumps(row)]), tmp_path / "out.tsv"
    assert run("score", path, "-m", "chrf", "-o", out).code == 0
    assert score(out, "--input", "tsv", "-m", "chrf")[0]["score"] > 0

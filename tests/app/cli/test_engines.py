"""`tesla score --engine batches`: the same numbers as of whole test sets, a few rows at a time."""

import csv
import gzip
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from app.cli.running import refused, run, write

pytest.importorskip("pyarrow")
import pyarrow as pa
import pyarrow.parquet as pq

from tesla_metrics.scale.frames import run as running
from tesla_metrics.scale.frames import tables

COLUMNS = ["--columns", "hyp=mt,ref=ref"]
PAIRS = [
    ("The boat sails today.", "The boat sailed today."),
    ('He said "no" twice', 'He said "no".'),
    (' "spaced"  out ', "spaced out"),
    ("", "Nothing was said."),
    ("Die Möwen schreien über dem Hafen — laut 😀", "Über dem Hafen schreien Möwen."),
    ("雾在港口。", "港口有雾。"),
    ("a\u200fb c\u00a0d", "a b c d"),
    ("Two dogs bark.", "Two dogs bark."),
]
METRICS = ["-m", "tesla-m", "tesla-x", "bleu", "chrf", "ter"]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_BATCH_ROWS", 3)
    monkeypatch.setattr(running, "PART_ROWS", 3)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return write(tmp_path / "in.tsv", ["mt\tref", *map("\t".join, PAIRS)])


def both(tmp_path: Path, path: Path, suffix: str, *more: object) -> tuple[bytes, str]:
    """What either engine writes and prints, which is the same."""
    found = []
    for engine in ("whole", "batches"):
        out = tmp_path / f"{engine}{suffix}"
        result = run("score", path, *more, "-o", out, "--engine", engine, "-q")
        assert result.code == 0, result.err
        found.append((out.read_bytes(), result.out))
    assert found[0] == found[1]
    return found[0]


@pytest.mark.parametrize("suffix", [".tsv", ".csv", ".jsonl"])
def test_engines_agree_to_the_last_digit(tmp_path: Path, table: Path, suffix: str) -> None:
    both(tmp_path, table, suffix, *COLUMNS, "-l", "en", *METRICS)


def test_engines_agree_on_csv(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([("mt", "ref"), *PAIRS, ("one\nline, two", "one line; two")])
    both(tmp_path, path, ".csv", *COLUMNS, "-l", "en", "-m", "tesla-m", "bleu")


def test_engines_agree_on_json_lines(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [{"mt": one, "references": [two]} for one, two in PAIRS]
    rows[0] = {"mt": "a boat", "references": ["the boat", None, "a ship"]}
    rows[2] = {"hyp": "another name", "ref": "one text"}
    for number, row in enumerate(rows):
        row |= {
            "n": number,
            "score": number / 7,
            "good": True,
            "tags": ["a", "b"],
            "more": {"x": 1},
        }
    path = write(tmp_path / "in.jsonl", map(json.dumps, rows))
    out, whole = tmp_path / "out.jsonl", tmp_path / "whole.jsonl"
    usual = ["score", path, "-l", "en", "-m", "tesla-m", "-q", "-o"]
    printed = [run(*usual, whole).out, run(*usual, out, "--engine", "batches").out]
    assert printed[0] == printed[1]
    found, expected = (
        [json.loads(line) for line in one.read_text("utf-8").splitlines()] for one in (out, whole)
    )
    # Columns that a row lacks are null.
    there = [{key: one for key, one in row.items() if one is not None} for row in found]
    assert there == expected
    assert found[1]["hyp"] is None


def test_engines_agree_on_texts_of_several_sentences(tmp_path: Path) -> None:
    rows = [
        {"sentences": ["The fog lifts", "a ship sails."], "ref": "The fog lifted.\nShips sail."},
        {"sentences": ["Gulls cry."], "ref": [["Gulls cry", "loudly"], "Gulls!"]},
    ]
    path = write(tmp_path / "in.jsonl", map(json.dumps, rows))
    both(tmp_path, path, ".tsv", "-l", "en", "-m", "tesla-s", "rouge-2")


def test_engines_agree_on_sources_and_numbers_of_columns(tmp_path: Path) -> None:
    lines = [f"{one}\t{two}\tx" for one, two in PAIRS if one]
    path = write(tmp_path / "in.txt", lines)
    more = ["--columns", "hyp=1,src=2", "--no-header", "-l", "en", "-m", "pem", "--input", "tsv"]
    both(tmp_path, path, ".tsv", *more)


def test_engines_agree_on_a_language_without_frequencies(tmp_path: Path, table: Path) -> None:
    both(tmp_path, table, ".tsv", *COLUMNS, "-l", "nl", "-m", "tesla-x")


def test_packed_files_and_several(tmp_path: Path, table: Path) -> None:
    packed = tmp_path / "in.tsv.gz"
    packed.write_bytes(gzip.compress(table.read_bytes()))
    out = tmp_path / "out.parquet"
    result = run("score", packed, table, *COLUMNS, "-m", "bleu", "-o", out, "-q", "-f", "tsv")
    assert result.code == 0, result.err
    assert result.out.splitlines()[1].startswith("in.tsv.gz and 1 more\tbleu\t")
    assert pq.read_table(out).num_rows == 2 * len(PAIRS)


def test_parquet_in_and_out_by_themselves(tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    names, texts = ("mt", "ref"), zip(*PAIRS, strict=True)
    pq.write_table(pa.table(dict(zip(names, map(list, texts), strict=True))), path)
    result = run("score", path, "-l", "en", "-o", out, "--statistics")
    assert result.code == 0
    assert "in.parquet: " not in result.out
    assert "mt: " not in result.err or "empty" in result.err
    assert pq.read_table(out).column_names == ["mt", "ref", "tesla-x", "tesla-x statistics"]
    assert run("score", path, "-l", "en").out == result.out


def test_systems_of_rows(tmp_path: Path) -> None:
    rows = [f"{name}\t{one}\t{two}" for one, two in PAIRS for name in (" B  b", "A")]
    path = write(tmp_path / "in.tsv", ["system\tmt\tref", *rows])
    more = ["--columns", "hyp=mt,ref=ref,system=system", "-l", "en", "-m", "tesla-m", "bleu", "-q"]
    whole, batches = (run("score", path, *more, "--engine", x) for x in ("whole", "batches"))
    assert batches.code == 0
    assert batches.out == whole.out


def test_intervals_come_from_sums(tmp_path: Path) -> None:
    words = "fog ship gull tower old grey sails".split()
    rows = [
        f"{words[n % 7]} {words[n % 5]} {n}\t{words[n % 3]} {words[n % 4]} {n}" for n in range(90)
    ]
    path = write(tmp_path / "in.tsv", ["mt\tref", *rows])
    usual = ["score", path, *COLUMNS, "-l", "en", "-m", "tesla-m", "--confidence", "-f", "json"]
    whole, batches = (json.loads(run(*usual, "--engine", x).out)[0] for x in ("whole", "batches"))
    assert batches["score"] == pytest.approx(whole["score"], abs=1e-12)
    for end in ("low", "high"):
        assert batches["confidence"][end] == pytest.approx(whole["confidence"][end], abs=0.02)


def test_doubts_are_told(tmp_path: Path, table: Path) -> None:
    result = run("score", table, *COLUMNS, "-m", "bleu", "--engine", "batches")
    assert "tesla: warning: in.tsv: 1 of 8 segments are empty, the first is segment 4" in result.err


def test_bad_rows(tmp_path: Path) -> None:
    rows: list[Any] = [{"mt": one, "ref": two} for one, two in PAIRS]
    rows[3] = {"mt": 5, "ref": "a"}
    rows[6] = {"ref": "a"}
    path = write(tmp_path / "in.jsonl", map(json.dumps, rows))
    usual = ["score", path, "-m", "bleu", "--engine", "batches"]
    refused(run(*usual), 3, "in.jsonl, line 4: 'mt' is 5; correct it, or use --keep-bad")
    out = tmp_path / "out.jsonl"
    kept = run(*usual, "--keep-bad", "-o", out)
    assert kept.code == 0
    assert "2 rows have no score" in kept.err
    assert "line 4: 'mt' is 5; " in kept.err
    assert "line 7: 'mt' is missing" in kept.err
    found = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [row["bleu"] is None for row in found] == [n in (3, 6) for n in range(8)]
    assert found[3]["mt"] == 5
    strict = run(*usual, "--keep-bad", "--strict")
    refused(strict, 3, "2 rows have no score")


def test_a_bad_table_names_file_and_line(tmp_path: Path, table: Path) -> None:
    ragged = write(tmp_path / "ragged.tsv", ["mt\tref", "a\tb", "a\tb\tc"])
    other = write(tmp_path / "other.tsv", ["hyp\tref", "a\tb"])
    usual = [*COLUMNS, "-m", "bleu", "--engine", "batches"]
    refused(run("score", ragged, *usual), 3, "ragged.tsv, line 3: 3 fields")
    refused(run("score", table, other, *usual), 3, "other.tsv has no column 'mt'")
    more = write(tmp_path / "more.tsv", ["mt\tref\tx", "a\tb\tc"])
    refused(run("score", table, more, *usual), 3, "more.tsv has other columns than")
    refused(run("score", tmp_path / "none.parquet", *usual), 3, "does not exist")
    fake = write(tmp_path / "fake.parquet", ["mt"])
    refused(run("score", fake, *usual), 3, "fake.parquet is not a complete Parquet file")
    plain = write(tmp_path / "plain.txt", ["one", "two"])
    refused(
        run("score", plain, "-m", "bleu", "--engine", "batches"), 3, "does not look like a table"
    )


def test_bad_parquet(tmp_path: Path) -> None:
    def save(name: str, **columns: Any) -> Path:
        path = tmp_path / f"{name}.parquet"
        pq.write_table(pa.table(columns), path)
        return path

    good = save("good", mt=["a"], ref=["b"])
    more = ["-m", "bleu"]
    refused(run("score", save("n", mt=[1], ref=["b"]), *more), 3, "column 'mt' holds int64")
    refused(run("score", save("x", a=["a"]), *more), 2, "no column has a usual name", "columns: a")
    refused(run("score", good, "--columns", "hyp=1,ref=2", *more), 2, "chosen by name")
    refused(run("score", good, "--columns", "hyp=mt,ref=no", *more), 2, "no column 'no'")
    wide = save("wide", mt=["a"], ref=["b"], x=["c"])
    refused(run("score", good, wide, *more), 3, "wide.parquet has other columns than")
    typed = save("typed", mt=["a"], ref=["b"], x=[3])
    refused(run("score", wide, typed, *more), 3, "typed.parquet: column 'x' holds int64")
    empty = save("empty", mt=pa.array([], pa.string()), ref=pa.array([], pa.string()))
    refused(run("score", empty, *more), 3, "empty.parquet is empty")
    nulls = save("nulls", mt=["a"], ref=["b"], x=pa.nulls(1))
    assert run("score", wide, nulls, *more).code == 0
    assert run("score", nulls, wide, *more).code == 0
    refused(run("score", "-", "--input", "parquet", *more), 2, "standard input")


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        (["-r", "ref.txt"], "has no -r (name a column, ref=)"),
        (["--html", "x.html"], "has no --html"),
        (["--segments"], "has no --segments"),
        (["--worst", "3"], "has no --worst"),
        (["--write-scores", "x"], "has no --write-scores"),
        (["--systems", "A"], "has no --systems"),
        (["-t", "wmt22"], "has no -t"),
        (["--input", "sgml"], "reads tables, not sgml"),
        (["--master", "local"], "--master is an option of Spark: add --engine spark"),
        (["--spark", "spark.x=1"], "--spark is an option of Spark"),
        (["--statistics"], "add -o FILE"),
    ],
)
def test_options_of_other_engines(table: Path, words: list[str], fact: str) -> None:
    refused(run("score", table, *COLUMNS, "--engine", "batches", "-m", "bleu", *words), 2, fact)


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        (["--keep-bad"], "--keep-bad is for tables"),
        (["--statistics"], "--statistics is for tables"),
        (["-o", "x.parquet", "--engine", "whole"], "give --engine batches"),
    ],
)
def test_options_that_whole_has_not(table: Path, words: list[str], fact: str) -> None:
    refused(run("score", table, *COLUMNS, "-m", "bleu", *words), 2, fact)


def test_wrong_settings(tmp_path: Path, table: Path) -> None:
    usual = ["score", table, "--engine", "batches", "-m", "bleu"]
    refused(run(*usual, "--columns", "hyp=mt"), 2, "no column has a reference for bleu")
    refused(run(*usual, "--columns", "hyp=mt,hyp=ref"), 2, "outputs of several systems")
    refused(run(*usual, *COLUMNS, "-j", "0"), 2, "0 jobs")
    refused(run(*usual, *COLUMNS, "--max-line", "10"), 3, "longer than 10")


def test_rows_from_a_pipe(tmp_path: Path, table: Path) -> None:
    usual = [*COLUMNS, "-m", "bleu", "--engine", "batches", "-b", "-q"]
    out = tmp_path / "out.jsonl"
    result = run("score", "-", *usual, "-o", out, stdin=table.read_bytes())
    assert result == run("score", table, *usual)
    assert len(out.read_text("utf-8").splitlines()) == len(PAIRS)


def test_folders(tmp_path: Path, table: Path) -> None:
    usual = [*COLUMNS, "-m", "bleu", "--engine", "batches"]
    refused(run("score", tmp_path / "none", *usual), 3, "does not exist")
    folder = tmp_path / "folder"
    folder.mkdir()
    refused(run("score", folder, *usual), 3, "is an empty folder")
    table.rename(folder / "a.tsv")
    assert run("score", folder, *usual).code == 0
    (folder / "lang=de").mkdir()
    refused(run("score", folder, *usual), 3, "contains folders, such as lang=de")


def test_a_header_and_no_rows(tmp_path: Path) -> None:
    path = write(tmp_path / "in.tsv", ["mt\tref"])
    usual = [*COLUMNS, "-m", "bleu", "--engine", "batches"]
    refused(run("score", path, *usual), 3, "in.tsv is empty")
    refused(run("score", path, *usual, "-o", tmp_path / "o.parquet"), 3, "in.tsv is empty")
    assert [one.name for one in tmp_path.iterdir()] == ["in.tsv"]


@pytest.mark.parametrize(
    ("engine", "package", "extra"),
    [
        ("batches", "pyarrow", "frames"),
        ("spark", "pyarrow", "frames"),
        ("spark", "pyspark", "spark"),
    ],
)
def test_packages_that_are_missing(
    table: Path, monkeypatch: pytest.MonkeyPatch, engine: str, package: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    result = run("score", table, *COLUMNS, "-m", "bleu", "--engine", engine)
    refused(result, 4, f"{package} is not installed: pip install", f"[{extra}]")

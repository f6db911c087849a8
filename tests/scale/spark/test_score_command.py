"""`tesla score --engine spark`: what one machine writes and prints, Spark does too."""

import json
from pathlib import Path
from typing import Any

import pytest
from app.cli.running import refused, run, write

PAIRS = [
    ("The boat sails today.", "The boat sailed today."),
    ('He said "no" twice', 'He said "no".'),
    ("", "Nothing was said."),
    ("Möwen schreien über dem Hafen 😀", "Über dem Hafen schreien Möwen."),
    (' "spaced"  out ', "spaced out"),
    ("Two dogs bark.", "Two dogs bark."),
]


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    lines = [f"{name}\t{one}\t{two}" for one, two in PAIRS * 3 for name in ("B", "A")]
    return write(tmp_path / "in.tsv", ["system\tmt\tref", *lines])


@pytest.mark.usefixtures("spark")
def test_engines_write_and_print_the_same(tmp_path: Path, rows: Path) -> None:
    columns = ["--columns", "hyp=mt,ref=ref,system=system"]
    printed, written = [], []
    for engine in ("batches", "spark"):
        out = tmp_path / f"{engine}.tsv"
        result = run(
            *("score", rows, *columns, "-l", "en", "-m", "tesla-m", "bleu", "--confidence"),
            *("-f", "json", "-q", "-o", out, "--engine", engine),
        )
        assert result.code == 0, result.err
        printed.append([_rounded(one) for one in json.loads(result.out)])
        written.append(out.read_bytes())
    assert written[0] == written[1]
    assert printed[0] == printed[1]


def _rounded(record: dict[str, Any]) -> dict[str, Any]:
    """Sums are taken in the order of tasks."""
    numbers = {key: round(one, 9) for key, one in record.items() if isinstance(one, float)}
    interval = {key: round(one, 9) for key, one in record["confidence"].items()}
    return {**record, **numbers, "confidence": interval}


@pytest.mark.usefixtures("spark")
def test_bad_rows_and_settings_in_one_line(tmp_path: Path, rows: Path) -> None:
    lines = [json.dumps({"mt": one, "ref": two}) for one, two in PAIRS]
    bad = write(tmp_path / "bad.jsonl", [*lines, json.dumps({"mt": 5, "ref": "a"})])
    usual = ["-m", "bleu", "--engine", "spark"]
    refused(run("score", bad, *usual), 3, "bad.jsonl, line 7: 'mt' is 5; correct it, or use --keep")
    kept = run("score", bad, *usual, "--keep-bad")
    assert kept.code == 0
    assert "1 row has no score: " in kept.err
    refused(run("score", rows, *usual, "--spark", "memory=3g"), 2, "give spark.NAME=VALUE")

"""`tesla score`: worst and best segments, texts, decimals, bare numbers."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from app.cli.running import refused, run, write

HYP = ["a red kite", "the moon rose", "she sold\tapples", "no rain at all"]
REF = ["a red kite", "the moon came up", "he bought nine pears", "no rain fell at all"]
OTHER = ["one red kite", "moonrise", "she sold some apples", "it stayed dry"]


@pytest.fixture
def usual(tmp_path: Path) -> list[object]:
    hyp = write(tmp_path / "hyp.txt", HYP)
    return [hyp, "-r", write(tmp_path / "ref.txt", REF), "-m", "chrf", "ter"]


def shown(*arguments: object) -> str:
    result = run("score", *arguments)
    assert (result.code, result.err) == (0, ""), result
    return result.out


def first_record(*arguments: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(shown(*arguments, "-f", "json"))[0]
    return found


def test_worst_and_best_in_json(usual: list[object]) -> None:
    records = json.loads(shown(*usual, "--worst", "2", "--best", "9", "--segments", "-f", "json"))
    chrf, ter = (record["segments"] for record in records)
    order = sorted(range(4), key=chrf.__getitem__)
    worst, best = records[0]["worst"], records[0]["best"]
    assert [one["segment"] for one in worst] == [number + 1 for number in order[:2]]
    assert [one["segment"] for one in best] == [number + 1 for number in order[::-1]]
    number = order[0]
    assert worst[0] == {
        "segment": number + 1,
        "scores": {"chrf": chrf[number], "ter": ter[number]},
        "candidate": HYP[number],
        "references": [REF[number]],
    }
    assert "worst" not in records[1]


def test_lower_may_be_better(tmp_path: Path) -> None:
    hyp, ref = write(tmp_path / "hyp", HYP), write(tmp_path / "ref", REF)
    record = first_record(hyp, "-r", ref, "-m", "ter", "chrf", "--worst", "1", "--best", "1")
    by_ter = {one["segment"]: one["scores"]["ter"] for one in record["worst"] + record["best"]}
    (worst,), (best,) = record["worst"], record["best"]
    assert by_ter[worst["segment"]] > by_ter[best["segment"]] == 0


def test_worst_as_text(usual: list[object], tmp_path: Path) -> None:
    other = write(tmp_path / "other.txt", OTHER)
    out = shown(*usual, "-r", other, "--worst", "1", "--best", "1", "-w", "1")
    blocks = out.split("\n\n")
    assert blocks[0] == "worst segments of hyp.txt by chrf"
    number = int(blocks[1].split()[1].rstrip(","))
    lines = blocks[1].splitlines()
    assert lines[0].startswith(f"segment {number}, chrf ")
    written = " ".join(HYP[number - 1].split())
    assert lines[1:] == [
        f"  hyp.txt    {written}",
        f"  reference  {REF[number - 1]}",
        f"  reference  {OTHER[number - 1]}",
    ]
    assert blocks[2] == "best segments of hyp.txt by chrf"
    assert blocks[-2].splitlines()[0].split() == ["system", "chrf", "ter"]


@pytest.mark.parametrize("style", ["latex", "markdown"])
def test_worst_in_papers(usual: list[object], style: str) -> None:
    out = shown(*usual, "--worst", "1", "-f", style)
    assert "candidate" in out
    assert "worst" in out


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE))


def test_tsv(usual: list[object], tmp_path: Path) -> None:
    rows = rows_of(shown(*usual, "--worst", "1", "--best", "1", "-f", "tsv"))
    assert rows[0] == ["system", "place", "segment", "chrf", "ter", "candidate", "reference"]
    assert [row[1] for row in rows[1:]] == ["worst", "best"]
    rows = rows_of(shown(*usual, "--segments", "-f", "tsv"))
    assert rows[0] == ["system", "segment", "chrf", "ter", "candidate", "reference"]
    assert [row[5] for row in rows[1:]] == REF
    assert rows[3][4] == "she sold apples"  # a tab would be a column
    other = write(tmp_path / "other.txt", OTHER)
    rows = rows_of(shown(*usual, "-r", other, "--segments", "-f", "tsv"))
    assert rows[0][4:] == ["candidate", "reference1", "reference2"]
    assert [row[6] for row in rows[1:]] == OTHER


def test_json_has_everything(usual: list[object]) -> None:
    for record in json.loads(shown(*usual, "--segments", "-f", "json")):
        assert record["items"] == [
            {"segment": n, "score": score, "candidate": hyp, "references": [ref]}
            for n, (score, hyp, ref) in enumerate(zip(record["segments"], HYP, REF, strict=True), 1)
        ]
    assert "items" not in first_record(*usual)


def test_width(usual: list[object]) -> None:
    value = first_record(*usual)["score"]
    for digits in (0, 1, 6):
        assert f" {value:.{digits}f}" in shown(*usual, "-w", digits)
    assert f"| {value:.2f} |" in shown(*usual, "-w", "2", "-f", "markdown")
    assert f"& {value:.2f} &" in shown(*usual, "-w", "2", "-f", "latex")
    assert repr(value) in shown(*usual, "-w", "2", "-f", "tsv")
    refused(run("score", *usual, "-w", "18"), 2, "18 decimals")
    refused(run("score", *usual, "-w", "-1"), 2, "-1")


def test_scores_only(usual: list[object], tmp_path: Path) -> None:
    second = write(tmp_path / "second.txt", REF)
    out = shown(second, *usual, "-b", "-w", "2", "-q")
    values = [record["score"] for record in json.loads(shown(*usual, "-f", "json"))]
    assert out.splitlines() == ["100.00\t0.00", "\t".join(f"{value:.2f}" for value in values)]
    for more in (["--segments"], ["--worst", "1"], ["--confidence"], ["-f", "json"]):
        refused(run("score", *usual, "-b", *more), 2, "-b prints scores only", more[0])


def test_what_is_refused(usual: list[object]) -> None:
    refused(run("score", *usual, "--worst", "-1"), 2, "-1")
    refused(run("score", *usual, "--worst", "x"), 2, "x")
    both = ("--segments", "--best", "1", "-f", "tsv")
    refused(run("score", *usual, *both), 2, "one table", "--best")


def test_analysed_text_is_shown_as_text(tmp_path: Path) -> None:
    rows = ["1\tBoats\tboat\tNOUN\t_\t_\t_\t_\t_\t_", "2\tsail\tsail\tVERB\t_\t_\t_\t_\t_\t_", ""]
    path = write(tmp_path / "a.conllu", ["# text = Boats sail", *rows])
    usual = (path, "-r", path, "-l", "en", "-m", "tesla-m", "--input", "conllu", "-q")
    record = first_record(*usual, "--worst", "1")
    assert record["worst"][0]["candidate"] == "Boats sail"


def test_references_of_one_name_are_told_apart_in_files(tmp_path: Path) -> None:
    for name, lines in (("a", REF), ("b", [f"{line} too" for line in REF])):
        (tmp_path / name).mkdir()
        write(tmp_path / name / "ref.txt", lines)
    hyp, out = write(tmp_path / "hyp.txt", HYP), tmp_path / "scores"
    references = (tmp_path / "a" / "ref.txt", tmp_path / "b" / "ref.txt")
    shown(hyp, "-r", *references, "-m", "chrf", "--write-scores", out)
    assert len(list(out.glob("chrf-*.seg.score"))) == 1

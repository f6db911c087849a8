"""What files hold: tables, markup, compressed files, processes."""

import bz2
import csv
import json
import lzma
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.running import refused, run, score, write
from app.cli.tables import HYP, OTHER, REF, SIMPLE, expected


def test_the_same_from_every_format(tmp_path: Path, table: Path, lines: Path) -> None:
    hyp, ref = write(tmp_path / "hyp.txt", HYP), write(tmp_path / "ref.txt", REF)
    comma = tmp_path / "all.csv"
    with comma.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows(zip(HYP, REF, strict=True))
    segments = "".join(f'<seg id="{n}">{text}</seg>\n' for n, text in enumerate(REF))
    sgml = write(tmp_path / "ref.sgm", ["<refset><doc docid='d'>", segments, "</doc></refset>"])
    xml = "".join(f'<seg id="{n}">{text}</seg>\n' for n, text in enumerate(HYP))
    wmt = write(tmp_path / "set.xml", [
        f'<dataset><doc id="d"><hyp system="hyp.txt">{xml}</hyp>'
        f'<ref translator="A">{segments}</ref></doc></dataset>'
    ])  # fmt: skip
    (plain,) = score(hyp, "-r", ref, "-l", "en")
    for arguments in (
        [table, "--columns", "hyp=mt,ref=ref"],
        [table, "--columns", "hyp=1,ref=3", "--header"],
        [comma, "--columns", "hyp=1,ref=2"],
        [lines],
        [lines, "--input", "jsonl"],
        [hyp, "-r", sgml, "--input", "sgml"],
        [wmt, "--input", "wmt-xml"],
        [hyp, "-r", wmt, "--input", "wmt-xml"],
    ):
        (found,) = score(*arguments, "-l", "en")
        assert found["segments"] == plain["segments"], arguments
        assert found["signature"] == plain["signature"]


def test_several_systems_of_a_table(table: Path) -> None:
    records = score(table, "--columns", "hyp=mt,hyp=other,ref=ref", *SIMPLE)
    assert [record["system"] for record in records] == ["mt", "other"]
    assert [record["segments"] for record in records] == [expected(HYP, REF), expected(OTHER, REF)]
    (record,) = score(table, "--columns", "hyp=mt,ref=ref,ref=other", *SIMPLE)
    assert record["segments"] == expected(HYP, REF, OTHER)
    (record,) = score(table, "--columns", "hyp=mt,hyp=other,ref=ref", "--systems", "other", *SIMPLE)
    assert record["system"] == "other"


def test_compare_takes_the_same(table: Path) -> None:
    usual = ["compare", table, "--columns", "hyp=mt,hyp=other,ref=ref", *SIMPLE, "-q"]
    result = run(*usual, "-f", "json", "--baseline", "other")
    (pair,) = json.loads(result.out)["pairs"]
    assert {pair["a"], pair["b"]} == {"mt", "other"}
    refused(run(*usual, "--baseline", "third"), 2, "'third'", "choose from mt, other")
    refused(run(*usual, "--systems", "mt"), 2, "is the only system")


def test_quotes_of_spreadsheets_are_told(tmp_path: Path) -> None:
    path = tmp_path / "all.tsv"
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream, delimiter="\t").writerows(zip(["mt", *HYP], ["ref", *REF], strict=True))
    usual = ["score", path, "--columns", "hyp=mt,ref=ref", *SIMPLE]
    told = run(*usual)
    fact = "1 field is quoted as in CSV, the first on line 3: give --input csv"
    assert (told.code, told.err.count(fact)) == (0, 1)
    assert run(*usual, "-q").err == ""
    refused(run(*usual, "--strict"), 3, fact)
    (record,) = score(*usual[1:], "--input", "csv")
    assert record["segments"] == expected(HYP, REF)


LOOKS = {
    "all.jsonl": ('{"output": "a"}\n', "--columns"),
    "text": ('{"mt": "a"}\n{"mt": "b"}\n', "--input jsonl"),
    "all.tsv": ("a\n", "--columns hyp=NAME (it has: a)"),
    "a.txt": ("ID\tMT output\nc\td\n", "--columns hyp=NAME (it has: ID, MT output)"),
    "g.txt": ("7\tA red boat.\n8\tA mill.\n", "hyp=NUMBER (from 1 to 2, line 1 has: 7, A red"),
    "h.txt": ('{"id": 1, "de": "a"}\n{"id": 2, "de": "b"}\n', "hyp=NAME (it has: id, de)"),
    "b.txt": ("mt\tref\nc\td\n", "--input tsv"),
    "all.csv": ("a;b, c\n", "--columns hyp=NAME (it has: a;b, c)"),
    "b.csv": ("Human;MT\n", "--input csv"),
    "c.txt": ("mt,ref\nc,d\n", "--input csv"),
    "d.txt": ('<refset setid="x">\n', "--input sgml"),
    "a.sgm": ("a\n", "--input sgml"),
    "e.txt": ("<dataset>\n", "--input wmt-xml"),
    "a.xml": ("<tmx>\n", "looks like XML"),
    "a.json": ("a\n", "--input jsonl"),
    "b.json": ('[{"mt": "a"}]\n', "jq -c '.[]'"),
    "i.txt": ('[{"mt": "a"}]\n', "jq -c '.[]'"),
    "a.conllu": ("a boat\n", "--input conllu"),
    "f.txt": ("1\tboat\tboat\tNOUN" + "\t_" * 6 + "\n\n", "--input conllu"),
}


@pytest.mark.parametrize("name", LOOKS)
def test_what_was_not_asked_for_is_refused(tmp_path: Path, name: str) -> None:
    content, option = LOOKS[name]
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    plain = write(tmp_path / "plain", ["a"] * content.count("\n"))
    if name == "all.jsonl":  # it may be one, and then lacks what it needs
        refused(run("score", path, "-r", plain, *SIMPLE), 2, str(path), option)
    else:
        refused(run("score", path, "-r", plain, *SIMPLE), 3, str(path), option, "--input text")
        refused(run("compare", plain, path, "-r", plain, *SIMPLE), 3, str(path), option)
    assert run("score", plain, "-r", path, *SIMPLE).code == 3
    assert run("score", path, "-r", plain, *SIMPLE, "--input", "text").code == 0
    assert run("score", plain, "-r", path, *SIMPLE, "--input", "text").code == 0


def test_standard_input_is_looked_at_too(tmp_path: Path, lines: Path) -> None:
    ref = write(tmp_path / "ref.txt", REF)
    content = lines.read_bytes()
    refused(run("score", "-", "-r", ref, *SIMPLE, stdin=content), 3, "standard input looks like")
    (record,) = score("-", "--input", "jsonl", *SIMPLE, stdin=content)
    assert (record["system"], record["segments"]) == ("-", expected(HYP, REF))


def test_options_that_do_not_fit(tmp_path: Path, table: Path) -> None:
    plain = write(tmp_path / "plain", HYP)
    refused(run("score", plain, "-r", plain, *SIMPLE, "--columns", "hyp=1", "--input", "text"), 2)
    refused(run("score", table, *SIMPLE, "--columns", "hyp=mt"), 2, "-r REF")
    refused(run("score", table, *SIMPLE, "--input", "xlsx"), 2, "xlsx")
    refused(run("score", plain, "-r", plain, *SIMPLE, "--refs", "B"), 2, "'B'", "plain")
    result = run(
        "score", plain, "-r", plain, "-l", "en", "--input", "conllu", "--analyzer", "builtin"
    )
    refused(result, 2, "--analyzer has no effect")


@pytest.mark.parametrize(("suffix", "pack"), [(".xz", lzma.compress), (".bz2", bz2.compress)])
def test_compressed(tmp_path: Path, table: Path, suffix: str, pack: object) -> None:
    assert callable(pack)
    packed = tmp_path / f"all.tsv{suffix}"
    packed.write_bytes(pack(table.read_bytes()))
    (record,) = score(packed, "--columns", "hyp=mt,ref=ref", *SIMPLE)
    assert record["segments"] == expected(HYP, REF)
    packed.write_bytes(packed.read_bytes()[:-9])
    result = run("score", packed, "--columns", "hyp=mt,ref=ref", *SIMPLE)
    refused(result, 3, f"all.tsv{suffix} is not a complete")
    text = tmp_path / f"hyp.txt{suffix}"
    text.write_bytes(pack("".join(f"{line}\n" for line in HYP).encode()))
    assert run("analyze", text, "-l", "en").out == run("analyze", "-l", "en", stdin="".join(
        f"{line}\n" for line in HYP).encode()).out  # fmt: skip


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no processes in place of files")
def test_processes_in_place_of_files(tmp_path: Path) -> None:
    write(tmp_path / "hyp", HYP)
    write(tmp_path / "ref", REF)
    command = (
        f"{sys.executable} -m tesla_metrics score <(cat hyp) <(cat ref) ref -r <(cat ref) -l en "
        "-m chrf bleu -f json -q"
    )
    result = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True)
    assert result.stderr == ""
    records = json.loads(result.stdout)
    assert [record["system"] for record in records[::2]] == ["pipe1", "pipe2", "ref"]
    assert records[2]["score"] == records[4]["score"]

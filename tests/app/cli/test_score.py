"""`tesla score`: systems, references, metrics and formats."""

import csv
import gzip
import io
import json
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import pytest

from app.cli.running import core, refused, run, score, write
from tesla_metrics import Bleu, MaxSim, TeslaM, TeslaX, make_metric, metric_names

FIRST = [
    "The baker opened her shop before sunrise.",
    "Nobody saw the grey heron near the canal.",
    "He paid 12 coins for a used bicycle!",
]
SECOND = [
    "The baker opens a store before dawn.",
    "Nobody noticed a heron by the canal.",
    "He bought the old bike for 12 coins.",
]
REFERENCE = [
    "The baker opened the shop before dawn.",
    "Nobody had seen the grey heron at the canal.",
    "He paid twelve coins for the old bicycle.",
]
OTHER = [
    "Before dawn the baker unlocked her store.",
    "No one noticed the heron beside the water.",
    "The old bike cost him 12 coins.",
]


class Files(NamedTuple):
    """Two systems and two references."""

    first: Path
    second: Path
    reference: Path
    other: Path


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(
        write(tmp_path / "first.txt", FIRST),
        write(tmp_path / "second.txt", SECOND),
        write(tmp_path / "ref.txt", REFERENCE),
        write(tmp_path / "other.txt", OTHER),
    )


def test_json_has_the_documented_keys_and_all_digits(files: Files) -> None:
    result = run("score", files.first, "-r", files.reference, "-l", "en", "-f", "json")
    (record,) = json.loads(result.out)
    assert list(record) == ["system", "metric", "score", "higher_is_better", "signature"]
    assert (record["system"], record["metric"]) == ("first.txt", "tesla-x")
    own = TeslaX(lang="en").score(FIRST, REFERENCE)
    assert record["score"] == own.score
    assert record["signature"] == str(own.signature)
    assert result.err == ""


def test_every_metric_is_the_same_from_command_and_library(files: Files) -> None:
    # Those that need a table or a model have tests of their own.
    others = ("tesla-b", "tesla-f", "tesla-n", "cremer")
    names = [name for name in metric_names() if name not in others]
    chosen = [argument for name in names for argument in ("-m", name)]
    references = ("-r", files.reference, "-r", files.other)
    records = score(files.first, files.second, *references, "-l", "en", *chosen)
    assert [(r["system"], r["metric"]) for r in records] == [
        (system, name) for system in ("first.txt", "second.txt") for name in names
    ]
    for record in records:
        hypotheses = FIRST if record["system"] == "first.txt" else SECOND
        own = make_metric(record["metric"], lang="en").score(hypotheses, [REFERENCE, OTHER])
        assert record["score"] == own.score
        assert tuple(record["segments"]) == own.segments
        assert record["signature"] == str(own.signature)
        assert "segments" in record


def test_options_reach_the_metric(files: Files) -> None:
    options = [
        "-m",
        "tesla-m",
        "--order",
        "2",
        "--alpha",
        "0.5",
        "--discount",
        "0.3",
        "--multi",
        "max",
    ]
    options += ["--multi", "max", "--synonyms", "none", "--tags", "upos"]
    references = ("-r", files.reference, "-r", files.other)
    (record,) = score(files.first, *references, "-l", "en", *options)
    metric = TeslaM(
        lang="en", order=2, alpha=0.5, discount=0.3, multi="max", synonyms="none", tags="upos"
    )
    own = metric.score(FIRST, [REFERENCE, OTHER])
    assert record["score"] == own.score
    assert record["signature"] == str(own.signature)
    (plain,) = score(files.first, *references, "-l", "en", "-m", "tesla-m")
    assert plain["score"] != record["score"]


def test_a_metric_named_twice_is_scored_once(files: Files) -> None:
    records = score(files.first, "-r", files.reference, "-l", "en", "-m", "maxsim", "-m", "maxsim")
    assert [record["score"] for record in records] == [
        MaxSim(lang="en").score(FIRST, REFERENCE).score
    ]


def test_text_has_a_row_a_system_and_a_column_a_metric(files: Files) -> None:
    arguments = ["-r", files.reference, "-l", "en", "-m", "tesla-m", "-m", "bleu"]
    lines = run("score", files.first, files.second, *arguments).out.splitlines()
    assert lines[0].split() == ["system", "tesla-m", "bleu"]
    assert [line.split()[0] for line in lines[1:3]] == ["first.txt", "second.txt"]
    for line, texts in zip(lines[1:3], (FIRST, SECOND), strict=True):
        metrics = TeslaM(lang="en"), Bleu(lang="en")
        assert line.split()[1:] == [f"{m.score(texts, REFERENCE).score:.4f}" for m in metrics]
    # What the signatures say of all lines above stands below them once.
    assert lines[3] == ""
    assert [line.split("|")[0] for line in lines[4:]] == ["tesla-m", "bleu"]


def test_text_with_segments_has_one_line_a_segment(files: Files) -> None:
    arguments = ["-r", files.reference, "-l", "en", "--segments"]
    printed = run("score", files.first, files.second, *arguments).out
    segments, systems, signatures = printed.split("\n\n")
    rows = [line.split() for line in segments.splitlines()]
    assert rows[0] == ["system", "segment", "tesla-x"]
    assert [row[:2] for row in rows[1:]] == [
        [system, str(number)] for system in ("first.txt", "second.txt") for number in (1, 2, 3)
    ]
    expected = TeslaX(lang="en").score(FIRST, REFERENCE).segments
    assert [row[2] for row in rows[1:4]] == [f"{value:.4f}" for value in expected]
    assert len(systems.splitlines()) == 3
    assert signatures.startswith("tesla-x|")


def test_tsv_is_exact(files: Files) -> None:
    arguments = [files.first, "-r", files.reference, "-l", "en", "-m", "tesla-m", "-m", "chrf"]
    rows = list(csv.reader(io.StringIO(run("score", *arguments, "-f", "tsv").out), delimiter="\t"))
    assert rows[0] == ["system", "metric", "score", "signature"]
    systems = score(*arguments)
    assert [float(row[2]) for row in rows[1:]] == [record["score"] for record in systems]
    out = run("score", *arguments, "-f", "tsv", "--segments").out
    rows = list(csv.reader(io.StringIO(out), delimiter="\t"))
    assert rows[0] == ["system", "segment", "tesla-m", "chrf", "candidate", "reference"]
    assert [row[:2] for row in rows[1:]] == [["first.txt", str(n)] for n in (1, 2, 3)]
    assert [row[4:] for row in rows[1:]] == [
        list(both) for both in zip(FIRST, REFERENCE, strict=True)
    ]
    for column, record in enumerate(systems, 2):
        assert [float(row[column]) for row in rows[1:]] == record["segments"]


def test_latex_has_a_row_a_system_and_a_column_a_metric(tmp_path: Path, files: Files) -> None:
    odd = write(tmp_path / "50%_a&b.txt", SECOND)
    arguments = ["-r", files.reference, "-l", "en", "-m", "tesla-m", "-m", "ter", "-f", "latex"]
    lines = run("score", files.first, odd, *arguments).out.splitlines()
    assert [line for line in lines if line.startswith("% tesla-m|lang:en|")]
    assert [line for line in lines if line.startswith("% ter|")]
    body = [line for line in lines if "&" in line and not line.startswith("%")]
    assert body[0] == r"system & tesla-m & ter \\"
    first, second = (TeslaM(lang="en").score(text, REFERENCE).score for text in (FIRST, SECOND))
    assert body[1].startswith(f"first.txt & {first:.4f} & ")
    assert body[2].startswith(rf"50\%\_a\&b.txt & {second:.4f} & ")
    assert lines[-1] == r"\end{tabular}"


def test_a_system_given_twice(files: Files) -> None:
    records = score(files.first, files.first, "-r", files.reference, "-l", "en")
    assert [record["system"] for record in records] == ["first.txt", "first.txt (2)"]
    assert records[0]["segments"] == records[1]["segments"]


def test_files_of_the_same_name_are_told_apart(tmp_path: Path, files: Files) -> None:
    (tmp_path / "b").mkdir()
    twin = write(tmp_path / "b" / "first.txt", SECOND)
    records = score(files.first, twin, "-r", files.reference, "-l", "en")
    assert [record["system"] for record in records] == [str(files.first), str(twin)]


@pytest.mark.parametrize("which", ["python", "native"])
def test_two_jobs_give_the_same_numbers(tmp_path: Path, which: str) -> None:
    # More than two chunks of 200, for which plain Python starts processes.
    hypotheses = [f"{FIRST[i % 3]} Page {i} follows {i % 7} others." for i in range(450)]
    references = [f"{REFERENCE[i % 3]} Page {i + i % 2} comes now." for i in range(450)]
    hyp, ref = write(tmp_path / "hyp", hypotheses), write(tmp_path / "ref", references)
    with core(which):
        one, two = (score(hyp, "-r", ref, "-l", "en", "-j", jobs) for jobs in ("1", "2"))
    # To the last digit: a segment is scored by itself, and their sum is rounded once.
    assert one == two
    assert len(one[0]["segments"]) == 450
    assert one[0]["score"] == pytest.approx(fmean(one[0]["segments"]), abs=1e-12)


@pytest.mark.parametrize("place", ["hypothesis", "reference"])
def test_standard_input(files: Files, place: str) -> None:
    text = "".join(f"{line}\n" for line in (FIRST if place == "hypothesis" else REFERENCE))
    paths = ["-", files.reference] if place == "hypothesis" else [files.first, "-"]
    (record,) = score(paths[0], "-r", paths[1], "-l", "en", stdin=text.encode())
    assert record["score"] == TeslaX(lang="en").score(FIRST, REFERENCE).score
    assert record["system"] == ("-" if place == "hypothesis" else "first.txt")


def test_standard_input_twice(files: Files) -> None:
    refused(run("score", "-", "-r", "-", "-l", "en", stdin=b"a\n"), 2, "standard input", "twice")
    refused(run("score", "-", "-", "-r", files.reference, "-l", "en"), 2, "twice")


def test_gzip(tmp_path: Path, files: Files) -> None:
    packed = tmp_path / "ref.txt.gz"
    packed.write_bytes(gzip.compress(files.reference.read_bytes()))
    (record,) = score(files.first, "-r", packed, "-l", "en")
    assert record["score"] == TeslaX(lang="en").score(FIRST, REFERENCE).score


def test_as_many_references_as_segments(tmp_path: Path) -> None:
    # Files cannot be the wrong way round, whatever words they share.
    hyp = write(tmp_path / "hyp", ["oak", "elm"])
    one, two = write(tmp_path / "one", ["ash", "oak"]), write(tmp_path / "two", ["fir", "yew"])
    (record,) = score(hyp, "-r", one, "-r", two, "-l", "en")
    assert record["segments"] == list(
        TeslaX(lang="en")
        .score(["oak", "elm", "x"], [["ash", "oak", "x"], ["fir", "yew", "x"]])
        .segments[:2]
    )

"""-s: what outputs were made from, for metrics that are held against it."""

import json
from pathlib import Path

import pytest
from parted import Parted, PartedSource

from app.cli.running import refused, run, score, write
from tesla_metrics import compare
from tesla_metrics.errors import InputError
from tesla_metrics.metrics import registry

HYP = ["a b x y", "a b c d", "v w x y"]
SRC = ["a b c d", "a b c d", "v w x d"]
REF = ["a b x y", "v b c d", "a b c d"]


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {kind.name: kind for kind in (Parted, PartedSource)}
    monkeypatch.setattr(registry, "_METRICS", {**registry._METRICS, **own})


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    return {
        name: write(tmp_path / f"{name}.txt", lines)
        for name, lines in (("hyp", HYP), ("src", SRC), ("ref", REF))
    }


def test_a_metric_is_held_against_the_source(files: dict[str, Path]) -> None:
    (record,) = score(files["hyp"], "-s", files["src"], "-m", "parted-source")
    assert record["segments"] == [1.0, 0.0, 0.75]
    assert record["shared"] == pytest.approx((0.5 + 1 + 0.75) / 3)
    assert record["items"][2] == {
        "segment": 3,
        "score": 0.75,
        "shared": 0.75,
        "other": 0.25,
        "source": "v w x d",
        "candidate": "v w x y",
        "references": [],
    }


def test_references_do_as_well(files: dict[str, Path]) -> None:
    (by_source,) = score(files["hyp"], "-s", files["src"], "-m", "parted-source")
    (by_reference,) = score(files["hyp"], "-r", files["src"], "-m", "parted-source")
    assert by_reference["segments"] == by_source["segments"]
    assert by_reference["signature"] == by_source["signature"]


def test_each_metric_has_its_own(files: dict[str, Path]) -> None:
    both = ("-s", files["src"], "-r", files["ref"], "-m", "parted-source", "parted")
    first, second = score(files["hyp"], *both)
    assert first["segments"] == [1.0, 0.0, 0.75]
    assert second["segments"] == [0.0, 0.75, 0.0]


def test_without_references_others_are_refused(files: dict[str, Path]) -> None:
    for command in ("score", "compare"):
        result = run(command, *[files["hyp"], files["ref"]], "-s", files["src"], "-m",
                     "parted-source", "parted")  # fmt: skip
        refused(result, 2, "parted compares with references", "only sources", "-r REF")
    alone = run("score", files["hyp"], "-m", "parted-source")
    refused(alone, 2, "there is no source for parted-source: add -s SRC (see --help)")
    both = run("score", files["hyp"], "-m", "parted-source", "parted")
    refused(both, 2, "there is no reference for parted: add -r REF, or -t SET")


def test_sources_of_tables(tmp_path: Path, files: dict[str, Path]) -> None:
    table = write(
        tmp_path / "all.tsv",
        ["source\tcandidate", *("\t".join(row) for row in zip(SRC, HYP, strict=True))],
    )
    (record,) = score(table, "--input", "tsv", "-m", "parted-source")
    assert record["segments"] == [1.0, 0.0, 0.75]
    (record,) = score(table, "--columns", "src=source,hyp=candidate", "-m", "parted-source")
    assert record["segments"] == [1.0, 0.0, 0.75]
    lines = write(
        tmp_path / "all.jsonl",
        [
            json.dumps({"source": s, "candidate": c, "reference": r})
            for s, c, r in zip(SRC, HYP, REF, strict=True)
        ],
    )
    first, second = score(lines, "-m", "parted-source", "parted")
    assert first["segments"] == [1.0, 0.0, 0.75]
    assert second["segments"] == [0.0, 0.75, 0.0]
    for command in ("score", "compare"):
        result = run(command, lines, "-s", files["ref"], "-m", "parted-source")
        refused(result, 2, "all.jsonl already has sources: remove -s")
    named = ("--columns", "hyp=candidate", "-s", files["src"], "-m", "parted-source")
    (record,) = score(lines, *named)
    assert record["segments"] == first["segments"]


def test_empty_sources_are_told_beside_references(tmp_path: Path) -> None:
    rows = [
        {"system": system, "source": source, "candidate": "It rained.", "reference": reference}
        for system in "AB"
        for source, reference in (("", "It rained."), ("Rain.", ""), ("Much rain.", "It snowed."))
    ]
    path = write(tmp_path / "a.jsonl", map(json.dumps, rows))
    own, others = "source: 1 of 3 segments are empty", "reference: 1 of 3 segments are empty"
    for command in ("score", "compare"):
        for metrics, told in (
            (["parted-source"], (True, False)),
            (["parted"], (False, True)),
            (["parted", "parted-source"], (True, True)),
        ):
            result = run(command, path, "-m", *metrics)
            assert result.code == 0, result.err
            assert (own in result.err, others in result.err) == told


def test_systems_are_compared_by_their_sources(files: dict[str, Path], tmp_path: Path) -> None:
    hyp, other, src = (
        write(tmp_path / name, lines * 8)
        for name, lines in (("one", HYP), ("two", ["a x y z", *SRC[1:]]), ("src", SRC))
    )
    result = run("compare", hyp, other, "-s", src, "-m", "parted-source", "-f", "json")
    assert result.code == 0, result.err
    standings = json.loads(result.out)["standings"]
    assert [(one["system"], one["score"]) for one in standings] == [
        ("one", pytest.approx(1.75 / 3)),
        ("two", pytest.approx(0.25)),
    ]


def test_sources_stand_in_what_is_written(files: dict[str, Path], tmp_path: Path) -> None:
    out = tmp_path / "out.tsv"
    run("score", files["hyp"], "-s", files["src"], "-m", "parted-source", "-o", out,
        "--write-scores", tmp_path / "scores")  # fmt: skip
    lines = out.read_text("utf-8").splitlines()
    assert lines[0] == "system\tid\tsource\tcandidate\tparted-source\tshared\tother"
    assert lines[1].split("\t")[1:] == ["1", "a b c d", "a b x y", "1.0", "0.5", "0.5"]
    assert (tmp_path / "scores" / "parted-source-src.seg.score").is_file()
    worst = run("score", files["hyp"], "-s", files["src"], "-m", "parted-source", "--worst", "1")
    assert "source" in worst.out
    shown = run("score", files["hyp"], "-s", files["src"], "-m", "parted-source", "--segments",
                "-f", "tsv")  # fmt: skip
    assert shown.out.splitlines()[0].endswith("shared\tother\tcandidate\tsource")


def test_messages_call_sources_so(files: dict[str, Path], tmp_path: Path) -> None:
    metric = ("-m", "parted-source")
    same = run("score", files["src"], "-s", files["src"], *metric)
    assert "src.txt is given as system and as source: give the output" in same.err
    shown = run("compare", files["hyp"], files["ref"], "-s", files["src"], *metric)
    assert "\n  source " in shown.out
    assert "\n  reference " not in shown.out
    lines = write(tmp_path / "some.jsonl", ['{"source": "a", "candidate": "b", "other": "c"}'])
    refused(run("score", lines, "--columns", "hyp=candidate", *metric), 2, "there is no source",
            "-s SRC, or name the column", "some.jsonl that has it")  # fmt: skip
    table = write(tmp_path / "a.tsv", ["first\tsecond", "A b.\tC d."])
    refused(run("score", table, *metric), 3, "--columns hyp=NAME,src=NAME")
    for call in (
        PartedSource().score,
        lambda texts: compare({"a": texts, "b": texts}, None, PartedSource()),
    ):
        with pytest.raises(InputError, match="there are no sources: give one for each hypothesis"):
            call(["a"])


def test_bad_sources(files: dict[str, Path], tmp_path: Path) -> None:
    short = write(tmp_path / "short.txt", SRC[:2])
    metric = ("-m", "parted-source")
    refused(run("score", files["hyp"], "-s", short, *metric), 3, "short.txt", "2", "3")
    missing = tmp_path / "none.txt"
    refused(run("score", files["hyp"], "-s", missing, *metric), 3, "none.txt")
    lines = write(tmp_path / "some.jsonl", ['{"source": "a", "candidate": "b"}'])
    refused(run("score", files["hyp"], "-s", lines, *metric), 3, "-s takes plain lines")
    refused(run("score", "-", "-s", "-", *metric, stdin=b"a\n"), 2, "twice")
    refused(run("score", files["hyp"], "-s", files["src"], *metric, "-o", files["src"]), 2)
    refused(run("score", lines, "-m", "parted"), 2, "parted compares with references")


def test_a_smoothing_is_no_file(files: dict[str, Path]) -> None:
    result = run("score", files["hyp"], "-r", files["ref"], "-m", "bleu", "-s", "floor")
    refused(result, 2, "--smooth-method floor")

"""Candidates of each source, the best first."""

import json
from pathlib import Path
from typing import Any

import pytest
from app.cli.running import refused, run, write
from parted import Parted, PartedSource

from tesla_metrics import InputError, TeslaWarning, UsageError, rerank
from tesla_metrics.metrics import registry

SRC = ["a b c d", "v w x y"]
LISTS = [["a b c d", "a b x y", "a b c y"], ["a b c d", "v w a b"]]
# shared 1, 1/2, 3/4; 0, 1/2
ORDER = [["a b x y", "a b c y", "a b c d"], ["v w a b", "a b c d"]]


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {kind.name: kind for kind in (Parted, PartedSource)}
    monkeypatch.setattr(registry, "_METRICS", {**registry._METRICS, **own})


def test_the_best_comes_first() -> None:
    found = rerank(LISTS, SRC, metric=PartedSource())
    assert [[one.candidate for one in own.candidates] for own in found.lists] == ORDER
    first = found.lists[0]
    assert [(one.rank, one.place) for one in first.candidates] == [(1, 2), (2, 3), (3, 1)]
    assert first.candidates[1].score == 0.75
    assert first.candidates[1].parts == {"shared": 0.75, "other": 0.25}
    assert found.best == [own[0] for own in ORDER]
    assert (found.metric, str(found.signature)[:20]) == ("parted-source", "parted-source|refs:1")


def test_other_metrics_take_references() -> None:
    by_set = rerank(LISTS, references=SRC, metric="parted")
    assert [own.best for own in by_set.lists] == ["a b x y", "v w a b"]
    lists = [["a b c", "a b c d"]]
    assert rerank(lists, references=["a b c d"], metric="chrf").best == ["a b c d"]
    # Where lower is better, too.
    assert rerank(lists, references=["a b c d"], metric="ter").best == ["a b c d"]
    several = rerank(lists, references=[["x", "a b c"]], references_by="segment", metric="chrf")
    assert several.best == ["a b c"]


def test_of_equal_candidates_the_first_stays_first() -> None:
    found = rerank([["x a", "y a", "x a"]], ["a b"], metric=PartedSource())
    assert [one.place for one in found.lists[0].candidates] == [1, 2, 3]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (([], SRC), "no candidates"),
        (([["a"], []], SRC), "candidates of source 2 are an empty list"),
        (([["a"], "b"], SRC), "candidates of source 2 are one text"),
        (([["a"]], SRC), "1 lists of candidates but 2 sources"),
        (([["a"]], None, SRC), "1 lists of candidates but 2 references"),
        ((LISTS,), "nothing to be compared with.*in Python sources="),
    ],
)
def test_bad_lists(given: Any, message: str) -> None:
    with pytest.raises((InputError, UsageError), match=message):
        rerank(*given, metric=PartedSource())


def test_a_metric_that_lacks_references() -> None:
    with pytest.raises(UsageError, match=r"parted compares with.*in Python references="):
        rerank(LISTS, SRC, metric="parted")
    with pytest.raises(UsageError, match="metric by name"):
        rerank(LISTS, SRC, metric=PartedSource(), lang="en")


def nbest(path: Path) -> Path:
    return write(
        path, [f"{n} ||| {text} ||| -1.5 ||| x" for n, own in enumerate(LISTS) for text in own]
    )


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    rows = [(s, text) for s, own in zip(SRC, LISTS, strict=True) for text in own]
    return {
        "src": write(tmp_path / "src.txt", SRC),
        "nbest": nbest(tmp_path / "nbest.txt"),
        "tsv": write(
            tmp_path / "all.tsv", ["source\tcandidate", *(f"{s}\t{text}" for s, text in rows)]
        ),
        "jsonl": write(
            tmp_path / "all.jsonl",
            [json.dumps({"id": len(s), "src": s, "text": text}) for s, text in rows[:3]],
        ),
    }


PEM = ("-m", "parted-source")


def test_lists_between_bars(files: dict[str, Path]) -> None:
    result = run("rerank", files["nbest"], "-s", files["src"], *PEM, "-f", "tsv")
    assert result.code == 0, result.err
    assert result.out.splitlines() == [
        "id\trank\tplace\tparted-source\tshared\tother\tcandidate",
        "0\t1\t2\t1.0\t0.5\t0.5\ta b x y",
        "0\t2\t3\t0.75\t0.75\t0.25\ta b c y",
        "0\t3\t1\t0.0\t1.0\t0.0\ta b c d",
        "1\t1\t2\t1.0\t0.5\t0.5\tv w a b",
        "1\t2\t1\t0.0\t0.0\t1.0\ta b c d",
    ]
    by_reference = run("rerank", files["nbest"], "-r", files["src"], "-m", "parted", "--best")
    best = run("rerank", files["nbest"], "-s", files["src"], *PEM, "--best")
    assert best.out == by_reference.out == "a b x y\nv w a b\n"


def test_tables(files: dict[str, Path]) -> None:
    best = run("rerank", files["tsv"], *PEM, "--best")
    assert best.out == "a b x y\nv w a b\n"
    result = run("rerank", files["jsonl"], *PEM, "-f", "json", "--best")
    (own,) = json.loads(result.out)["lists"]
    assert own["id"] == "7"
    assert own["source"] == SRC[0]
    assert own["candidates"] == [
        {"rank": 1, "place": 2, "score": 1.0, "shared": 0.5, "other": 0.5, "candidate": "a b x y"}
    ]
    text = run("rerank", files["tsv"], *PEM)
    assert text.out.splitlines()[0].split() == [
        "id", "rank", "place", "parted-source", "shared", "other", "candidate",
    ]  # fmt: skip
    assert "parted-source|refs:1" in text.out


def test_rows_with_lists(files: dict[str, Path], tmp_path: Path) -> None:
    rows = [{"source": s, "candidates": own} for s, own in zip(SRC, LISTS, strict=True)]
    lists = write(tmp_path / "lists.jsonl", map(json.dumps, rows))
    result, expected = (run("rerank", file, *PEM) for file in (lists, files["tsv"]))
    assert result.code == 0, result.err
    assert result.out == expected.out
    named = [{"from": row["source"], "to": row["candidates"]} for row in rows]
    chosen = write(tmp_path / "named.jsonl", map(json.dumps, named))
    assert run("rerank", chosen, "--columns", "src=from,hyp=to", *PEM).out == expected.out
    cut = write(tmp_path / "cut.jsonl", ['{"source": "a b c d", "sentences": ["a b", "c d"]}'])
    assert run("rerank", cut, *PEM, "--best").out == "a b c d\n"
    for own, fact in (
        ("[]", "there are no candidates"),
        ('["a", null]', "a candidate is missing"),
        ("null", "'candidates'"),
    ):
        bad = write(tmp_path / "bad.jsonl", [f'{{"source": "a", "candidates": {own}}}'])
        refused(run("rerank", bad, *PEM), 3, "bad.jsonl, line 1", fact)
    row = '{"source": "a", "candidates": ["b"], "text": "c"}'
    both = write(tmp_path / "both.jsonl", [row])
    refused(run("rerank", both, *PEM), 2, "text and candidates could both be the candidates")
    best = run("rerank", both, "--columns", "src=source,hyp=text", *PEM, "--best")
    assert best.out == "c\n"


def test_empty_candidates_are_told_of(files: dict[str, Path], tmp_path: Path) -> None:
    with pytest.warns(TeslaWarning, match="1 of 3 candidates are empty, .* candidate 1 of list 2"):
        rerank([["a b", "c"], [" "]], SRC, metric=PartedSource())
    lines = ["0 ||| a b", "1 ||| c d", "1 ||| ||| -1.5"]
    result = run("rerank", write(tmp_path / "e.txt", lines), "-s", files["src"], *PEM)
    assert result.code == 0
    assert "1 of 3 candidates are empty, the first is candidate 2 of id 1" in result.err


def test_lines_after_the_last_id_are_told_of(files: dict[str, Path], tmp_path: Path) -> None:
    cut = write(tmp_path / "cut.txt", files["nbest"].read_text("utf-8").splitlines()[:3])
    result = run("rerank", cut, "-s", files["src"], *PEM, "--best")
    assert (result.code, result.out) == (0, "a b x y\n")
    assert "src.txt has 2 lines" in result.err
    assert "end at 0: lines from 2 on are not used" in result.err


def test_hypotheses_of_json_lines(files: dict[str, Path], tmp_path: Path) -> None:
    rows = [{"id": n, "hypotheses": own} for n, own in enumerate(LISTS)]
    samples = write(tmp_path / "samples.jsonl", map(json.dumps, reversed(rows)))
    by_source = run("rerank", samples, "-s", files["src"], *PEM, "-f", "tsv")
    assert by_source.out == run("rerank", files["nbest"], "-s", files["src"], *PEM, "-f", "tsv").out
    named = [{**row, "id": f"doc-{n}", "src": SRC[n]} for n, row in enumerate(rows)]
    table = write(tmp_path / "table.jsonl", map(json.dumps, named))
    found = json.loads(run("rerank", table, *PEM, "-f", "json").out)["lists"]
    assert [own["id"] for own in found] == ["doc-0", "doc-1"]
    refused(run("rerank", table, "-s", files["src"], *PEM), 2, "leave out -s and -r")
    calls = [{**row, "id": f"doc-{row['id']}"} for row in rows]
    beside = write(tmp_path / "calls.jsonl", map(json.dumps, calls))
    result = run("rerank", beside, "-s", files["src"], *PEM, "-f", "tsv")
    assert [line.split("\t")[0] for line in result.out.splitlines()[1:]] == (
        ["doc-0"] * 3 + ["doc-1"] * 2
    )


def test_plain_lines_of_one_original(files: dict[str, Path], tmp_path: Path) -> None:
    candidates = write(tmp_path / "c.txt", LISTS[0])
    original = write(tmp_path / "o.txt", SRC[:1])
    assert run("rerank", candidates, "-s", original, *PEM, "--best").out == "a b x y\n"
    piped = run("rerank", "-", "-s", original, *PEM, "--best", stdin=candidates.read_bytes())
    assert piped.out == "a b x y\n"
    result = run("rerank", candidates, "-s", files["src"], *PEM)
    refused(result, 3, "candidates of one source", "src.txt has 2 lines")


def test_bad_input(files: dict[str, Path], tmp_path: Path) -> None:
    src = ("-s", files["src"])
    refused(run("rerank", *src, *PEM), 2, "no file of candidates")
    refused(run("rerank", files["nbest"], files["tsv"], *src, *PEM), 2, "2 files of candidates")
    refused(run("rerank", files["nbest"], *src), 2, "no metric to sort by")
    refused(run("rerank", files["nbest"], *src, *PEM, "parted"), 2, "one metric, not 2")
    refused(run("rerank", files["nbest"], *PEM), 2, "add -s SRC or -r REF")
    refused(run("rerank", files["tsv"], *src, *PEM), 2, "leave out -s and -r")
    refused(run("rerank", files["nbest"], *src, "-m", "parted"), 2, "parted compares with")
    lines = files["nbest"].read_text("utf-8").splitlines()
    for change, facts in (
        ([*lines, "2 ||| more"], ("id 2", "src.txt has 2 lines")),
        (lines[3:], ("no candidate of id 0", "line 1 of", "src.txt")),
        ([*lines, "text alone"], ("line 6", "'text alone' is not ID ||| TEXT")),
        ([*lines, "x ||| text"], ("line 6",)),
    ):
        bad = write(tmp_path / "bad.txt", change)
        refused(run("rerank", bad, "--input", "nbest", *src, *PEM), 3, *facts)
    other = write(
        tmp_path / "other.jsonl",
        [
            '{"id": "k", "source": "a", "candidate": "b"}',
            '{"id": "k", "source": "c", "candidate": "b"}',
        ],
    )
    refused(run("rerank", other, *PEM), 3, "line 2", "'k' has another source than on line 1")
    apart = write(
        tmp_path / "apart.jsonl",
        [
            '{"source": "the cat", "candidate": "b", "reference": "x"}',
            '{"source": "the cat", "candidate": "c", "reference": null}',
        ],
    )
    facts = "line 2: 'the cat' has other references than on line 1", "rows of one source"
    refused(run("rerank", apart, *PEM), 3, *facts)
    lacking = write(
        tmp_path / "refs.jsonl",
        [
            '{"id": "k", "references": ["a"], "candidate": "b"}',
            '{"id": "l", "references": [], "candidate": "b"}',
        ],
    )
    refused(run("rerank", lacking, "-m", "parted"), 3, "candidates of id l have no reference")
    nameless = write(tmp_path / "t.tsv", ["x\tcandidate", "a\tb"])
    refused(run("rerank", nameless, *PEM), 2, "no column is named as the source")

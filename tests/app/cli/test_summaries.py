"""Summaries and rated pairs on the command line: score, compare, meta, sets."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli.running import refused, run, score, write

ROWS: list[dict[str, Any]] = [
    {"id": "d1", "system": "A", "sentences": ["The ferry left late.", "Nobody minded."]},
    {"id": "d2", "system": "A", "text": "In spring prices fell."},
    {"id": "d2", "system": "B", "text": "Prices rose.\nIt was spring."},
    {"id": "d1", "system": "B", "text": "The ferry sank."},
]
REFERENCES = {"d1": ["The ferry was late. No one minded.", "A late ferry."], "d2": ["Prices fell."]}
METRICS = ("-m", "tesla-s", "rouge-2", "-l", "en")


def rows(path: Path, **changes: dict[str, Any]) -> Path:
    """The summaries, some changed by system and topic (A_d1)."""
    found = []
    for row in ROWS:
        whole = {**row, "references": REFERENCES[row["id"]]}
        found.append({**whole, **changes.get(f"{row['system']}_{row['id']}", {})})
    return write(path, map(json.dumps, found))


def topics(path: Path) -> Path:
    found = []
    for number, place in enumerate("one two three four five six".split()):
        systems = {
            name: {"summary": f"{text} {place}.", "scores": {"gist": grade + number % 2, "form": 3}}
            for name, text, grade in (
                ("good", "The boats came back to harbour", 4),
                ("fair", "Boats came to the harbour", 3),
                ("poor", "Nothing was said of", 1),
            )
        }
        reference = f"The boats came back to harbour {place}."
        found.append({"doc": place, "references": [reference], "systems": systems})
    return write(path, map(json.dumps, found))


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    lines = ["original\trewrite\tmeaning"]
    for word in ("red", "green", "blue", "grey"):
        lines += [f"The {word} door is open.\tThe {word} door is open.\t{90 + len(word)}"]
        lines += [f"The {word} door is open.\tA {word} car has gone.\t{10 + len(word)}"]
    return write(tmp_path / "rated.tsv", lines)


def test_topics_are_named_beside_scores(tmp_path: Path) -> None:
    path = rows(tmp_path / "a.jsonl")
    found = score(path, *METRICS)
    assert [(one["system"], one["metric"]) for one in found] == [
        (system, metric) for system in "AB" for metric in ("tesla-s", "rouge-2")
    ]
    for one in found:
        assert [item["id"] for item in one["items"]] == ["d1", "d2"]
        assert [item["score"] for item in one["items"]] == one["segments"]
    text = run("score", path, *METRICS, "--segments").out.splitlines()
    assert text[0].split() == ["system", "segment", "tesla-s", "rouge-2", "id"]
    assert text[1].split()[-1] == "d1"
    table = run("score", path, *METRICS, "--segments", "-f", "tsv").out.splitlines()
    assert table[0].split("\t") == [
        "system", "segment", "tesla-s", "rouge-2", "candidate", "reference1", "reference2", "id"
    ]  # fmt: skip
    worst = run("score", path, *METRICS, "--worst", "1", "-f", "tsv").out.splitlines()[0]
    assert worst.split("\t")[2:5] == ["segment", "tesla-s", "rouge-2"]
    assert worst.endswith("reference2\tid")
    worst = run("score", path, *METRICS, "--worst", "1").out
    assert "segment 2, id d2, tesla-s" in worst


def test_a_line_break_ends_a_sentence_for_metrics_of_summaries_alone(tmp_path: Path) -> None:
    path = rows(tmp_path / "a.jsonl")
    flat = rows(
        tmp_path / "b.jsonl",
        A_d1={"sentences": ["The ferry left late. Nobody minded."]},
        B_d2={"text": "Prices rose. It was spring."},
    )
    metrics = ("-l", "en", "-m", "tesla-m", "bleu", "chrf")
    for more in ([], ["tesla-s"]):  # whatever stands beside
        one, other = (score(file, *metrics, *more) for file in (path, flat))
        for left, right in zip(one, other, strict=True):
            if left["metric"] != "tesla-s":
                assert left["segments"] == right["segments"]
    crossed = {"text": "Prices\nfell."}
    ((*_, apart), (*_, whole)) = (
        score(rows(tmp_path / "c.jsonl", **changes), "-l", "en", "-m", "tesla-s")
        for changes in ({"B_d2": crossed}, {"B_d2": {"text": "Prices fell."}})
    )
    assert apart["segments"][1] < whole["segments"][1]


@pytest.mark.parametrize("command", ["score", "compare"])
def test_bad_summaries_are_refused(tmp_path: Path, command: str) -> None:
    path = rows(tmp_path / "a.jsonl", B_d2={"text": " "})
    refused(run(command, path, *METRICS), 3, "a.jsonl, line 3: segment d2 of B has no sentence")
    assert run(command, path, "-l", "en", "-m", "tesla-m", "-q").code == 0
    none: dict[str, dict[str, Any]] = {f"{system}_d2": {"references": []} for system in "AB"}
    path = rows(tmp_path / "a.jsonl", **none)
    refused(run(command, path, *METRICS), 3, "line 2: there is no reference for segment d2")
    path = rows(tmp_path / "a.jsonl", B_d2={"id": "d3"})
    refused(run(command, path, *METRICS), 3, "B lacks segment d2, which A has")


def test_systems_of_topics_are_compared(tmp_path: Path) -> None:
    path = topics(tmp_path / "set.jsonl")
    found = run("compare", path, *METRICS, "-q", "-f", "json")
    assert found.code == 0, found.err
    record = json.loads(found.out)
    assert record["systems"] == ["good", "fair", "poor"]
    assert record["standings"][0]["system"] == "good"
    assert {one["id"] for one in record["contrasts"]} <= set("one two three four five six".split())
    assert "segment 1, id one, tesla-s" in run("compare", path, *METRICS, "-q").out


def test_meta_of_summaries(tmp_path: Path) -> None:
    path = topics(tmp_path / "set.jsonl")
    found = run("meta", path, "-l", "en", "--human", "gist", "--samples", "30", "-f", "json")
    assert (found.code, found.err) == (0, "")
    record = json.loads(found.out)
    assert [block["measure"] for block in record["blocks"]] == [
        f"{name}-{level}"
        for level in ("sys", "within")
        for name in ("pearson", "spearman", "kendall")
    ]
    (track,) = record["tracks"]
    assert (track["track"], track["unit"], track["outputs"]) == ("set/gist", "topic", 18)
    ranked = {row["metric"]: row for row in record["blocks"][1]["rows"]}
    assert set(ranked) == {
        "tesla-s", "rouge-1", "rouge-2", "rouge-su4", "rouge-l", "(constant)", "(random)"
    }  # fmt: skip
    assert ranked["tesla-s"]["mean"] == 1.0
    text = run("meta", path, "-l", "en", "--human", "gist", "-m", "bleu", "--samples", "30").out
    assert "set/gist · pearson-within" in text
    assert "draw topics, with the human scores" in text


def test_meta_of_rated_pairs(pairs: Path, tmp_path: Path) -> None:
    options = ("--columns", "src=original,hyp=rewrite", "--human", "meaning", "-l", "en")
    found = run("meta", pairs, *options, "-m", "bleu", "ter", "--samples", "30", "-f", "json")
    assert (found.code, found.err) == (0, "")
    record = json.loads(found.out)
    assert [block["measure"] for block in record["blocks"]] == [
        "pearson-seg", "spearman-seg", "kendall-seg"
    ]  # fmt: skip
    means = {row["metric"]: row["mean"] for row in record["blocks"][0]["rows"]}
    assert min(means["bleu"], means["ter"]) > 0.9  # turned round
    assert (record["tracks"][0]["unit"], record["tracks"][0]["segments"]) == ("source", 4)
    folder = tmp_path / "out"
    quick = (*options, "--samples", "30")
    written = run("meta", pairs, *quick, "-m", "bleu", "--write-scores", folder)
    assert (written.code, written.err) == (0, "")
    scores = folder / "rated" / "meaning" / "bleu.seg.score"
    again = run("meta", pairs, *quick, "-m", "none", "--scores", scores, "-f", "json")
    foreign = json.loads(again.out)["blocks"][0]["rows"]
    assert {row["metric"]: row["mean"] for row in foreign}["bleu"] == means["bleu"]


def test_meta_reads_standard_input(pairs: Path) -> None:
    options = ("--columns", "src=original,hyp=rewrite", "--human", "meaning", "-l", "en")
    quick = (*options, "-m", "bleu", "--test", "none")
    named, piped = run("meta", pairs, *quick), run("meta", "-", *quick, stdin=pairs.read_bytes())
    assert (piped.code, piped.err) == (0, "")
    both = [
        [line.split() for line in text.splitlines() if "random" not in line]
        for text in (named.out.replace("rated/", "-/"), piped.out)
    ]
    assert both[0] == both[1]


def test_too_few_judgments_for_any_measure(tmp_path: Path) -> None:
    lines = ["source\tcandidate\tgood\tshort", "A.\tB.\t1\t2", "C.\tD.\t2\t3", "E.\tF.\tNA\t5"]
    path = write(tmp_path / "few.tsv", lines)
    options = ("-l", "en", "-m", "chrf", "--test", "none", "--human")
    for human in (["good"], ["good", "short"]):
        some = run("meta", path, *options, *human)
        assert some.code == 0
        assert "no measure applies to few/good, where people judged too few" in some.err
    assert run("meta", path, *options, "short").err == ""


def test_scores_of_others_are_of_every_human_score(tmp_path: Path) -> None:
    path = topics(tmp_path / "set.jsonl")
    lines = [f"{system}\t{n}" for system in ("good", "fair", "poor") for n in range(6)]
    scores = write(tmp_path / "theirs.seg.score", lines)
    found = run("meta", path, "-m", "none", "--scores", scores, "--test", "none", "-f", "json")
    assert (found.code, found.err) == (0, "")
    blocks = json.loads(found.out)["blocks"]
    assert {block["test_set"] for block in blocks} == {"set/gist", "set/form"}
    assert all("theirs" in {row["metric"] for row in block["rows"]} for block in blocks)


def test_meta_says_what_is_missing(pairs: Path, tmp_path: Path) -> None:
    path = topics(tmp_path / "set.jsonl")
    refused(run("meta", path), 2, "set/gist does not name the language", "give -l LANG")
    refused(run("meta", path, "-l", "en", "--human", "wit"), 2, "no human score 'wit'", "gist")
    options = ("-l", "en", "--columns", "src=original,hyp=rewrite", "--human", "meaning")
    none = run("meta", pairs, *options, "--measure", "pearson-sys", "-m", "bleu")
    refused(none, 2, "measure 'pearson-sys' does not apply")
    named = write(tmp_path / "named.tsv", ["original\tcandidate\tscore", "A.\tB.\t1"])
    some = run("meta", named, "-l", "en", "--columns", "src=original")
    refused(some, 2, "--columns must name all columns to read", "add hyp=candidate")
    text = write(tmp_path / "text.txt", ["Nothing but text."])
    refused(run("meta", text, "-l", "en"), 3, "text.txt is neither a folder nor a table")
    refused(run("meta", tmp_path, "-l", "en"), 2, "-l is an option for files", "or name the files")
    refused(run("meta", tmp_path), 3, f"files are read only if they are named, such as {path}")
    refused(
        run("train", "tesla-f", "--judgments", path, "-l", "en", "-o", tmp_path / "a.model"),
        3,
        "is not a folder",
    )


def test_sets_lists_files(pairs: Path, tmp_path: Path) -> None:
    path = topics(tmp_path / "set.jsonl")
    (tmp_path / "other.jsonl").write_text("[1]\n", encoding="utf-8")
    listed = json.loads(run("sets", tmp_path, "-f", "json").out)
    entry = {
        "set": "set", "pair": "topic", "segments": 6, "references": ["reference"], "systems": 3,
        "judgments": ["gist", "form"], "choose": False,
    }  # fmt: skip
    assert listed == [entry]
    assert json.loads(run("sets", path, "-f", "json").out) == [entry]
    named = write(tmp_path / "named.tsv", ["source\tcandidate\tscore", "A.\tB.\t1", "A.\tC.\t2"])
    (found,) = json.loads(run("sets", named, "-f", "json").out)
    assert (found["pair"], found["segments"], found["judgments"]) == ("source", 1, ["score"])
    for command in (("sets",), ("meta", "-l", "en")):
        refused(run(*command, pairs), 2, "no column is named as a system output", "src=NAME")

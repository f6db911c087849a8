"""`tesla mbr`: files in, choices out."""

import json
from pathlib import Path

import pytest

from app.cli.running import refused, run, write
from tesla_metrics import mbr

LISTS = [["a b c d", "x y z", "a b c e", "x y z"], ["one two", "one three", "one two three"]]
SCORES = [[-9.0, -0.5, -9.5, -0.5], [-1.0, -2.0, -3.0]]
CHRF = ("-m", "chrf")


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    rows = [
        {"id": number, "hypotheses": own, "scores": scores}
        for number, (own, scores) in enumerate(zip(LISTS, SCORES, strict=True))
    ]
    lines = [
        f"{number} ||| {text} ||| lm= -1 ||| {value}"
        for number, (own, scores) in enumerate(zip(LISTS, SCORES, strict=True))
        for text, value in zip(own, scores, strict=True)
    ]
    return {
        "jsonl": write(tmp_path / "samples.jsonl", map(json.dumps, rows)),
        "nbest": write(tmp_path / "nbest.txt", lines),
        "evidence": write(
            tmp_path / "evidence.jsonl",
            [json.dumps({"id": n, "hypotheses": t}) for n, t in ((1, ["one"]), (0, ["a b c e"]))],
        ),
        "text": write(tmp_path / "one.txt", LISTS[0]),
    }


@pytest.mark.parametrize("kind", ["jsonl", "nbest"])
def test_choices(kind: str, files: dict[str, Path]) -> None:
    found = mbr(LISTS, metric="chrf")
    best = run("mbr", files[kind], *CHRF, "--best")
    assert (best.code, best.err) == (0, "")
    assert best.out.splitlines() == found.best == ["x y z", "one two three"]
    rows = run("mbr", files[kind], *CHRF, "-f", "tsv").out.splitlines()
    assert rows[0].split("\t") == ["id", "rank", "place", "chrf", "candidate"]
    first = found.lists[0].candidates[0]
    assert rows[1].split("\t") == ["0", "1", "2", repr(first.score), "x y z"]
    assert len(rows) == 3
    text = run("mbr", files[kind], *CHRF)
    assert "x y z" in text.out
    assert str(found.signature) in text.out
    # By the scores in the file.
    by_scores = run("mbr", files[kind], *CHRF, "--weigh", "scores", "-f", "json")
    expected = mbr(LISTS, scores=SCORES, metric="chrf")
    values = [own["candidates"][0]["score"] for own in json.loads(by_scores.out)["lists"]]
    assert values == [own.candidates[0].score for own in expected.lists]


def test_the_ranking(files: dict[str, Path], tmp_path: Path) -> None:
    out = tmp_path / "ranked.json"
    result = run("mbr", files["jsonl"], "-m", "ter", "--ranking", "-f", "json", "-o", out)
    assert result == (0, "", "")
    found = json.loads(out.read_text("utf-8"))
    expected = mbr(LISTS, metric="ter")
    assert [own["candidates"] for own in found["lists"]] == [
        [one.to_dict() for one in own.candidates] for own in expected.lists
    ]
    warm = ("--weigh", "scores", "--temperature", "4")
    result = run("mbr", files["nbest"], *CHRF, *warm, "--ranking", "-f", "json")
    expected = mbr(LISTS, scores=SCORES, temperature=4, metric="chrf")
    values = [
        [one["score"] for one in own["candidates"]] for own in json.loads(result.out)["lists"]
    ]
    assert values == [[one.score for one in own.candidates] for own in expected.lists]


def test_evidence_by_its_ids(files: dict[str, Path], tmp_path: Path) -> None:
    nameless = samples(tmp_path / "nameless.jsonl", _0=["a b c e"], _1=["one"])
    how = ("--evidence", files["evidence"], *CHRF, "--best")
    assert run("mbr", files["nbest"], *how).out == "a b c e\none two\n"
    refused(
        run("mbr", files["evidence"], "--evidence", nameless, *CHRF), 3, "evidence.jsonl has ids"
    )


def samples(path: Path, **lists: list[str]) -> Path:
    """A row each; a name that is none has no id."""
    rows = ({"id": ident} if ident[0] != "_" else {} for ident in lists)
    texts = zip(rows, lists.values(), strict=True)
    return write(path, (json.dumps({**row, "hypotheses": own}) for row, own in texts))


def test_evidence_of_other_ids(tmp_path: Path) -> None:
    nameless = samples(tmp_path / "own.jsonl", _0=["a cat", "cats"], _1=["dogs", "a dog"])
    other = samples(tmp_path / "other.jsonl", _0=["cats"], _1=["a dog"])
    named = samples(tmp_path / "named.jsonl", b=["a dog"], a=["cats"])
    how = (*CHRF, "--best", "--evidence")
    assert run("mbr", nameless, *how, other).out == "cats\na dog\n"
    refused(run("mbr", nameless, *how, named), 3, "named.jsonl has ids, but", "give ids in both")
    refused(run("mbr", named, *how, other), 3, "other.jsonl has none")
    more = samples(tmp_path / "more.jsonl", _0=["cats"], _1=["a dog"], _2=["bread"])
    refused(run("mbr", nameless, *how, more), 3, "for 2 sources", "more.jsonl for 3")
    spare = samples(tmp_path / "spare.jsonl", a=["cats"], b=["a dog"], c=["bread"])
    result = run("mbr", named, *how, spare)
    assert (result.code, result.out) == (0, "a dog\ncats\n")
    assert "spare.jsonl has 1 ids that" in result.err
    # Sources, where they are there, must be those of the other.
    first, second = (
        write(tmp_path / f"{name}.tsv", ["source\thypothesis", *(f"{one}\tx" for one in name)])
        for name in ("ab", "ba")
    )
    refused(run("mbr", first, *how, second), 3, "source 1 of", "in the same order")
    assert run("mbr", first, *how, first).code == 0


def test_choices_are_lines_of_sources(tmp_path: Path) -> None:
    gap = write(tmp_path / "gap.nbest", ["0 ||| a", "2 ||| b"])
    refused(run("mbr", gap, *CHRF, "--best"), 3, "gap.nbest has no candidate of id 1, line 2")
    for how in (["--best", "-f", "tsv"], ["--ranking"], ["-f", "nbest"]):
        assert run("mbr", gap, *CHRF, *how).code == 0


def test_samples_again_are_samples(tmp_path: Path) -> None:
    texts = ["a cat", "cats ||| dogs", "cats and a dog"]
    file = samples(tmp_path / "own.jsonl", one=texts, two=["x"])
    result = run("mbr", file, "--evidence", file, *CHRF, "-f", "nbest")
    assert result.code == 0, result.err
    rows = [json.loads(line) for line in result.out.splitlines()]
    assert [row["id"] for row in rows] == ["one", "two"]
    assert rows[0]["hypotheses"] == [
        one.candidate for one in mbr([texts], metric="chrf").lists[0].candidates
    ]


@pytest.mark.parametrize(("scores", "temperature"), [((1e308, -1e308), 1), ((-1, -2), "1e-320")])
def test_scores_far_apart(scores: tuple[float, ...], temperature: object, tmp_path: Path) -> None:
    row = {"id": 0, "hypotheses": ["a b", "c d e"], "scores": scores}
    file = write(tmp_path / "far.jsonl", [json.dumps(row)])
    how = ("--weigh", "scores", "--temperature", temperature, "--best")
    assert run("mbr", file, *CHRF, *how) == (0, "a b\n", "")


def test_the_list_again(files: dict[str, Path]) -> None:
    result = run("mbr", files["nbest"], *CHRF, "-f", "nbest")
    found = mbr(LISTS, metric="chrf")
    assert result.out.splitlines() == [
        f"{number} ||| {one.candidate} ||| lm= -1.0 ||| {one.score!r}"
        for number, own in enumerate(found.lists)
        for one in own.candidates
    ]
    refused(run("mbr", files["nbest"], *CHRF, "-f", "nbest", "--best"), 2, "leave out --best")


def test_plain_lines_are_refused(files: dict[str, Path]) -> None:
    fixes = ("lines of id ||| text", "--input text")
    refused(run("mbr", files["text"], *CHRF), 3, "one.txt has plain lines", *fixes)
    refused(run("mbr", "-", *CHRF, stdin=b"a b\na b\n"), 3, "has plain lines", *fixes)
    refused(run("mbr", files["nbest"], "--evidence", files["text"], *CHRF), 3, "one.txt", *fixes)
    refused(run("mbr", "-", *CHRF, stdin=b""), 3, "is empty: give a file")


def test_declared_plain_lines_are_candidates_of_one_source(files: dict[str, Path]) -> None:
    plain = ("--input", "text")
    assert run("mbr", files["text"], *plain, *CHRF, "--best").out == "x y z\n"
    piped = run("mbr", "-", *plain, *CHRF, "--best", stdin=b"a b\na b\nc d\n")
    assert piped.out == "a b\n"


@pytest.mark.parametrize("kind", ["jsonl", "nbest"])
def test_ids_from_one(kind: str, files: dict[str, Path], tmp_path: Path) -> None:
    text = files[kind].read_text("utf-8")
    if kind == "jsonl":
        rows = [json.loads(line) for line in text.splitlines()]
        lines = [json.dumps({**row, "id": row["id"] + 1}) for row in rows]
    else:
        lines = [f"{int(line[0]) + 1}{line[1:]}" for line in text.splitlines()]
    shifted = write(tmp_path / f"shifted.{kind}", lines)
    from_zero = run("mbr", files[kind], *CHRF, "--best")
    assert run("mbr", shifted, *CHRF, "--best") == from_zero
    assert from_zero.code == 0
    assert run("mbr", shifted, *CHRF, "-f", "tsv").out.splitlines()[1].split("\t")[0] == "1"
    refused(run("mbr", shifted, "--evidence", files[kind], *CHRF), 3, "no evidence for id 2")


def test_gaps_in_ids_from_one(tmp_path: Path) -> None:
    gap = write(tmp_path / "gap.nbest", ["1 ||| a", "3 ||| b"])
    refused(run("mbr", gap, *CHRF, "--best"), 3, "no candidate of id 2, line 2", "one of id 3")
    late = write(tmp_path / "late.nbest", ["2 ||| a", "3 ||| b"])
    refused(run("mbr", late, *CHRF, "--best"), 3, "no candidate of id 1, line 1", "one of id 2")


def test_what_is_refused(files: dict[str, Path]) -> None:
    scored = ("--weigh", "scores")
    refused(run("mbr", *CHRF), 2, "no file of candidates")
    refused(run("mbr", files["text"], files["nbest"], *CHRF), 2, "2 files", "--evidence FILE")
    refused(run("mbr", files["text"], "-m", "chrf", "bleu"), 2, "one metric, not 2")
    refused(run("mbr", files["text"]), 2, "-l LANG")
    plain = (files["text"], "--input", "text")
    refused(run("mbr", *plain, *CHRF, *scored), 3, "one.txt has no scores")
    refused(run("mbr", files["text"], *CHRF, "--temperature", 2), 2, "--weigh scores")
    refused(run("mbr", files["nbest"], *CHRF, *scored, "--temperature", -1), 2, "temperature -1")
    refused(run("mbr", *plain, "-l", "en", "-m", "pem"), 2, "with their source")
    refused(run("mbr", files["text"], *CHRF, "-o", files["text"]), 3, "would be overwritten")
    refused(run("mbr", "-", "--evidence", "-", *CHRF), 2, "given twice")

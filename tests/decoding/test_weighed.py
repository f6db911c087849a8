"""Candidates by weights of their features."""

import json
from pathlib import Path

import pytest
from app.cli.running import refused, run, write
from parted import Parted

from tesla_metrics import InputError, UsageError
from tesla_metrics.decoding.nbest.nbest import Nbest
from tesla_metrics.decoding.nbest.nbest_files import read_nbest
from tesla_metrics.decoding.nbest.weights import Weights
from tesla_metrics.decoding.rerank_by_features import rerank_nbest
from tesla_metrics.metrics import registry

LINES = [
    "0 ||| a b x y ||| lm= -3 tm= -1 -2 ||| -1",
    "0 ||| a b c d ||| lm= -2 tm= -3 -2 ||| -2",
    "0 ||| a b c y ||| lm= -5 tm= 0 -1 ||| -3",
    "1 ||| x y z w ||| lm= -1 tm= 0 0 ||| -1",
    "1 ||| v w z y ||| lm= -1 tm= 0 0 ||| -2",
]
REF = ["a b c d", "v w x y"]
# Of -3 - 1 - 4 = -8, -2 - 3 - 4 = -9, -5 - 2 = -7; and two that are equal.
WEIGHTS = Weights(("tm_1", "lm_0", "tm_0"), (2, 1, 1))
CHOSEN = ["a b c y", "x y z w"]


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_METRICS", {**registry._METRICS, Parted.name: Parted})


@pytest.fixture
def nbest(tmp_path: Path) -> Nbest:
    return read_nbest([str(write(tmp_path / "nbest.txt", LINES))])


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    return {
        "nbest": write(tmp_path / "nbest.txt", LINES),
        "ref": write(tmp_path / "ref.txt", REF),
        "weights": write(tmp_path / "weights", ["lm_0 1", "tm_0 1.0", "tm_1 2 # the second"]),
    }


def test_the_highest_sum_comes_first(nbest: Nbest) -> None:
    found = rerank_nbest(nbest, WEIGHTS)
    assert [[one.place for one in own.candidates] for own in found.lists] == [[3, 1, 2], [1, 2]]
    assert [one.score for one in found.lists[0].candidates] == [-7, -8, -9]
    assert (found.best, found.metric, found.signature) == (CHOSEN, "model", None)
    first = rerank_nbest(nbest, WEIGHTS, best=True)
    assert [len(own.candidates) for own in first.lists] == [1, 1]
    assert first.best == CHOSEN


def test_a_metric_says_what_the_choice_is_worth(nbest: Nbest) -> None:
    found = rerank_nbest(nbest, WEIGHTS, references=[*REF, "more"], metric="ter")
    assert found.systems is not None
    scores = {
        text: found.lists[place].candidates[rank].parts["ter"]
        for place, own in enumerate(found.lists)
        for rank, text in enumerate(one.candidate for one in own.candidates)
    }
    assert scores["a b c d"] == 0
    assert scores["a b c y"] == 25
    assert scores["a b x y"] == 50
    chosen = (scores["a b c y"] + scores["x y z w"]) / 2
    first = (scores["a b x y"] + scores["x y z w"]) / 2
    oracle = (scores["a b c d"] + scores["v w z y"]) / 2
    assert found.systems.chosen == pytest.approx(chosen)
    assert found.systems.first == pytest.approx(first)
    assert found.systems.oracle == pytest.approx(oracle)


def test_on_the_command_line(files: dict[str, Path], tmp_path: Path) -> None:
    given = ("rerank", files["nbest"], "--feature-weights", files["weights"])
    assert run(*given, "--best").out.splitlines() == CHOSEN
    table = run(*given, "-f", "tsv", "-o", tmp_path / "out.tsv")
    assert (table.code, table.out) == (0, "")
    rows = (tmp_path / "out.tsv").read_text("utf-8").splitlines()
    assert rows[:2] == ["id\trank\tplace\tmodel\tcandidate", "0\t1\t3\t-7.0\ta b c y"]
    judged = run(*given, "-r", files["ref"], "-m", "parted")
    assert judged.code == 0, judged.err
    assert "parted of first candidates" in judged.out
    assert "parted|refs:1" in judged.out
    record = json.loads(run(*given, "-r", files["ref"], "-m", "bleu", "-f", "json").out)
    chosen = write(tmp_path / "chosen.txt", CHOSEN)
    (score,) = json.loads(
        run("score", chosen, "-r", files["ref"], "-m", "bleu", "-f", "json", "-q").out
    )
    assert record["systems"]["chosen"] == pytest.approx(score["score"], abs=1e-9)
    assert record["signature"] == score["signature"]


def test_the_list_again(files: dict[str, Path], tmp_path: Path) -> None:
    given = ("rerank", files["nbest"])
    again = run(*given, "--feature-weights", files["weights"], "-f", "nbest").out
    assert again.splitlines()[0] == "0 ||| a b c y ||| lm= -5.0 tm= 0.0 -1.0 ||| -7.0"
    found = read_nbest([str(write(tmp_path / "again", again.splitlines()))])
    assert list(found.candidates(1)) == ["x y z w", "v w z y"]
    oracle = run(*given, "-r", files["ref"], "-m", "ter", "-f", "nbest")
    assert oracle.out.splitlines()[0] == "0 ||| a b c d ||| lm= -2.0 tm= -3.0 -2.0 ||| 0.0"


def test_ids_with_gaps(files: dict[str, Path], tmp_path: Path) -> None:
    gap = write(tmp_path / "gap.nbest", [LINES[0], LINES[3].replace("1 ", "2 ", 1)])
    given = ("rerank", gap, "--feature-weights", files["weights"])
    refused(run(*given, "--best"), 3, "gap.nbest has no candidate of id 1, line 2")
    assert run(*given).code == 0
    with pytest.raises(InputError, match="no candidate of id 1, line 2 of the list of references"):
        rerank_nbest(read_nbest(str(gap)), WEIGHTS, references=[*REF, "more"], metric="ter")


def test_samples_again_are_samples(tmp_path: Path) -> None:
    rows = [
        {"id": ident, "hypotheses": ["a ||| b", "c"], "features": [{"the lm": 1}, {"the lm": 2}]}
        for ident in ("one", "two")
    ]
    file = write(tmp_path / "own.jsonl", map(json.dumps, rows))
    ref = write(tmp_path / "two.txt", ["a b", "a b"])
    result = run("rerank", file, "-r", ref, "-m", "chrf", "-f", "nbest")
    assert "own.jsonl are not line numbers, for example 'one'" in result.err
    found = [json.loads(line) for line in result.out.splitlines()]
    assert [(row["id"], row["hypotheses"][0]) for row in found] == [
        ("one", "a ||| b"), ("two", "a ||| b"),
    ]  # fmt: skip
    table = run("rerank", file, "-r", ref, "-m", "chrf", "-f", "tsv")
    assert "are not line numbers" in table.err


def test_bad_input(files: dict[str, Path], tmp_path: Path, nbest: Nbest) -> None:
    given = ("rerank", files["nbest"], "--feature-weights")
    lacking = write(tmp_path / "lacking", ["lm_0 1"])
    refused(run(*given, lacking), 3, "lacking has no weight for feature tm_0")
    more = write(tmp_path / "more", [*files["weights"].read_text("utf-8").splitlines(), "x 1"])
    refused(run(*given, more), 3, "more has a weight for x, which is not a feature")
    refused(run(*given, tmp_path / "none"), 3, "none does not exist")
    good = (*given, files["weights"])
    refused(run(*good, "-r", files["ref"]), 2, "add -m NAME")
    refused(
        run(*good, "-m", "ter"),
        2,
        "candidates have nothing to be compared with: ter needs references (-r REF",
    )
    for unused in (["-l", "en"], ["--order", 3], ["--lowercase"]):
        refused(run(*good, *unused), 2, "options of metrics need a metric that scores", "add -m")
    beside = ("-r", files["ref"], "-s", files["ref"])
    refused(run(*good, *beside, "-m", "ter"), 2, "ter compares with references", "leave -s out")
    refused(run(*good, "--columns", "src=1"), 2, "leave --columns")
    refused(run(*good, "--best", "-f", "nbest"), 2, "cannot be combined")
    refused(run(*good, "-r", files["ref"], "-m", "ter", "-f", "nbest"), 2, "leave -m out")
    refused(run(*good, "-o", files["nbest"]), 3, "is an input file and would be overwritten")
    short = write(tmp_path / "short.txt", REF[:1])
    refused(run(*good, "-r", short, "-m", "ter"), 3, "candidates of id 1, but", "has 1 lines")
    plain = write(tmp_path / "plain.txt", ["0 ||| a"])
    bare = run("rerank", plain, "--feature-weights", files["weights"])
    refused(bare, 3, "weight for lm_0, which is not a feature of the n-best list: that has none")
    with pytest.raises(InputError, match="candidates of id 1, but the list of references has 1"):
        rerank_nbest(nbest, WEIGHTS, references=REF[:1], metric="ter")
    with pytest.raises(UsageError, match="are for a metric: name one"):
        rerank_nbest(nbest, WEIGHTS, lang="en")
    with pytest.raises(UsageError, match="are for a metric: name one"):
        rerank_nbest(nbest, WEIGHTS, sources=REF)

"""`tesla train cremer` from end to end, on a few judged summaries."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_summaries import judged_topics, neighbours, small_dicomer, write_judged

from app.cli.running import refused, run, score

pytest.importorskip("sklearn")


@pytest.fixture(autouse=True)
def _neighbours() -> Iterator[None]:
    with neighbours():
        yield


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    return write_judged(tmp_path / "judged.jsonl", judged_topics())


@pytest.fixture
def dicomer(tmp_path: Path) -> str:
    return small_dicomer(tmp_path / "dicomer.model")


def test_from_judgments_to_scores(judged: Path, dicomer: str, tmp_path: Path) -> None:
    model = tmp_path / "cremer.model"
    given = ("train", "cremer", "--judgments", judged, "-l", "en", "--dicomer", dicomer)
    result = run(*given, "-o", model, "--kernel", "linear", "--human", "content", "flow")
    assert result.code == 0, result.err
    assert result.err.startswith(f"{model}: a cremer model of ")
    assert (
        "support vector regression on content+flow of 32 summaries of 8 topics, ratings from 1 to 5"
        in result.out
    )
    assert "pearson of each part alone: content " in result.out
    assert result.out.split("\n")[0].split() == ["C", "pearson", "rmse", "chosen"]
    models = ("--model", model, "--model", dicomer)
    records = score(judged, "-l", "en", "-m", "cremer", "dicomer", *models)
    assert [one["metric"] for one in records[:2]] == ["cremer", "dicomer"]
    assert {"content", "coherence"} < records[0].keys()
    found = json.loads(run(*given, "-o", model, "--human", "flow", "-f", "json", "-q").out)
    assert found["training"]["human"] == "flow"
    assert len(found["grid"]) == 12
    assert found["grid"][0].keys() == {"c", "gamma", "pearson", "rmse"}


def test_bad_input(judged: Path, dicomer: str, tmp_path: Path) -> None:
    def train(*words: object) -> list[object]:
        output = ("-o", tmp_path / "x.model")
        return ["train", "cremer", "-l", "en", "--dicomer", dicomer, *output, *words]

    own = ("--judgments", judged, "--human", "content", "flow")
    refused(run(*train(*own[:2])), 2, "content, flow: choose those whose mean", "--human content")
    refused(run(*train(*own, "--scale", "5", "1")), 2, "the lower one first")
    refused(run(*train(*own, "--scale", "1", "4")), 3, "the rating 5 is not on the scale")
    refused(run(*train(*own, "--human", "beauty")), 2, "beauty")
    refused(run(*train("--judgments", tmp_path / "none.jsonl")), 3, "none.jsonl")
    refused(run(*train("-o", dicomer, *own)), 3, "overwritten")
    refused(run(*train(*own, "-j", "0")), 2, "0 jobs")
    assert not (tmp_path / "x.model").exists()


def test_without_a_model_one_line_says_how_to_train_one(judged: Path) -> None:
    refused(run("score", judged, "-l", "en", "-m", "cremer"), 4, "tesla train cremer --judgments")

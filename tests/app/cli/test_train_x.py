"""`tesla train tesla-x` from end to end, on the toy judgments."""

import json
from pathlib import Path

import pytest
import toy_resources
from judged.folders import layout
from toy_resources import EXAMPLES, JUDGED, done

from app.cli.running import refused, run, score
from tesla_metrics.evaluation.training import train_tesla_x
from tesla_metrics.metrics.tesla_x_model import read_constants

SCORED = (EXAMPLES / "careful.txt", "-r", EXAMPLES / "ref.txt", "-m", "tesla-x")


def train(*arguments: object) -> tuple[object, ...]:
    return ("train", "tesla-x", "--judgments", *arguments)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("train_x") / "x.model"
    done(*train(JUDGED, "-o", path))
    return path


def test_train_and_score(model: Path, tmp_path: Path) -> None:
    out = done(*train(JUDGED, "-o", tmp_path / "again.model"))
    assert "19 of 19 learnt constants stayed at their defaults" in out
    assert "held-out folds" in out
    assert (tmp_path / "again.model").read_bytes() == model.read_bytes()
    (record,) = score(*SCORED, "-l", "en", "--model", model)
    assert f"model:{read_constants(model).short_hash}" in json.dumps(record).replace('": "', ":")
    assert "tesla-x" in done("meta", JUDGED, "-m", "tesla-x", "--model", model)


def test_few_segments_are_warned_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = train(JUDGED, "-o", tmp_path / "x.model")
    lines = run(*given).err.splitlines()
    (warning,) = [line for line in lines if line.startswith("tesla: warning: ")]
    assert "only 10 judged segments: constants hardly change" in warning
    assert "use about 500" in warning
    monkeypatch.setattr(train_tesla_x, "FEW_SEGMENTS", 10)
    assert "warning" not in run(*given).err


def test_what_the_file_says(tmp_path: Path) -> None:
    for pair in ("de-en", "en-de"):
        layout(tmp_path / "set" / pair)
    path = tmp_path / "x.model"
    given = train(tmp_path / "set", "-o", path, "--constant", "lemma=0.5", "--seed", 3)
    record = json.loads(done(*given, "-f", "json"))
    facts = json.loads(path.read_text("utf-8"))
    assert facts["kind"] == "tesla-x"
    assert facts["languages"] == ["en", "de"]
    assert facts["constants"] == record["constants"]
    assert facts["constants"]["lemma"] == 0.5
    assert facts["training"]["seed"] == 3
    assert facts["training"]["pairs"] == {"set/de-en": 6, "set/en-de": 6}
    assert {"consistency", "consistency_of_default"} <= facts["training"].keys()
    done(*train(tmp_path / "set", "-o", path, "-l", "de", "--learn", "regression"))
    assert read_constants(path).languages == ("de",)
    assert read_constants(path).training["outputs"] == {"set/en-de": 16}


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    path = tmp_path / "x.model"
    refused(run(*train(JUDGED)), 2, "-o FILE")
    refused(run("train", "tesla-x", "-o", path), 2, "--judgments")
    refused(run(*train(tmp_path / "no", "-o", path)), 3, "does not exist", "check the path")
    refused(run(*train(JUDGED, "-o", tmp_path / "no" / "x.model")), 3, "x.model")
    refused(run(*train(JUDGED, "-o", path, "-l", "cs")), 2, "'cs'")
    refused(run(*train(JUDGED, "-o", path, "-j", 0)), 2, "0 jobs")
    refused(run(*train(JUDGED, "-o", path, "--seed", -1)), 2, "seed -1")
    refused(run(*train(JUDGED, "-o", path, "--margin", -1)), 2, "margin")
    refused(run(*train(JUDGED, "-o", path, "--constant", "lemon=1")), 2, "'lemon'")
    refused(run(*train(JUDGED, "-o", path, "--constant", "lemma=2")), 2, "lemma 2")
    assert not path.exists()


def test_scoring_refuses(model: Path, tmp_path: Path) -> None:
    given = ("score", *SCORED, "-l", "en", "--model")
    refused(run(*given, tmp_path / "no.model"), 4, "no.model", "tesla train tesla-x")
    altered = tmp_path / "altered.model"
    altered.write_text(model.read_text("utf-8").replace('"seed": 12345', '"seed": 5'), "utf-8")
    refused(run(*given, altered), 4, "checksum")
    other = toy_resources.make_model(tmp_path)
    refused(run(*given, other), 2, "a model of tesla-f", "add -m tesla-f")
    (tmp_path / "text.model").write_text("constants", "utf-8")
    refused(run(*given, tmp_path / "text.model"), 4, "is not a tesla-x model")

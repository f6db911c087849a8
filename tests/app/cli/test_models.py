"""--model finds the metric that it was trained for."""

from pathlib import Path

import pytest
import toy_resources
from toy_resources import EXAMPLES, JUDGED, done

from app.cli.running import refused, run, score

SCORED = (EXAMPLES / "careful.txt", "-r", EXAMPLES / "ref.txt", "-l", "en")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    toy_resources.make_model(folder)
    done("train", "tesla-x", "--judgments", JUDGED, "-o", folder / "x.model")
    return folder


def test_one_model_for_one_of_two(folder: Path) -> None:
    chosen = ("-m", "tesla-x", "tesla-f", "chrf")
    x, f, chrf = score(*SCORED, *chosen, "--model", folder / "toy.model")
    assert [x, chrf] == score(*SCORED, "-m", "tesla-x", "chrf")
    assert [f] == score(*SCORED, "-m", "tesla-f", "--model", folder / "toy.model")


def test_both(folder: Path) -> None:
    one, other = folder / "toy.model", folder / "x.model"
    chosen = ("-m", "tesla-f", "tesla-x")
    found = score(*SCORED, *chosen, "--model", one, "--model", other)
    assert found == score(*SCORED, *chosen, "--model", other, "--model", one)
    assert ["model:" in record["signature"] for record in found] == [True, True]


def test_in_meta(folder: Path) -> None:
    chosen = ("-m", "tesla-x", "tesla-f", "--model", folder / "toy.model", "--samples", "5")
    assert "tesla-f" in done("meta", JUDGED, *chosen)


def test_what_is_refused(folder: Path, tmp_path: Path) -> None:
    f, x = folder / "toy.model", folder / "x.model"
    refused(run("score", *SCORED, "-m", "tesla-x", "--model", f), 2, "toy.model", "add -m tesla-f")
    refused(run("score", *SCORED, "-m", "bleu", "--model", f), 2, "bleu has no option --model")
    refused(run("score", *SCORED, "-m", "tesla-f", "--model", x), 2, "add -m tesla-x")
    refused(run("score", *SCORED, "-m", "tesla-f", "tesla-x", "--model", x), 2, "needs a model")
    twice = ("--model", f, "--model", f)
    refused(run("score", *SCORED, "-m", "tesla-f", *twice), 2, "both models for tesla-f")
    lost = tmp_path / "no.model"
    refused(run("score", *SCORED, "-m", "tesla-f", "tesla-x", "--model", lost), 4, "no.model")

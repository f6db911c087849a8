"""`tesla train tesla-f --features roles` with the labeller that is shipped, and explained."""

import json
from pathlib import Path
from typing import Any

import pytest
from toy_resources import JUDGED, done

from tesla_metrics.errors import ExitCode
from tesla_metrics.metrics.tesla_f_model import read_tesla_f

from .running import run

ACTIVE, PASSIVE, REVERSED = (
    "The dog chased the cat.", "The cat was chased by the dog.", "The cat chased the dog.",
)  # fmt: skip


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("roles") / "roles.model"
    done("train", "tesla-f", "--judgments", JUDGED, "--features", "roles", "-q", "-o", path)
    return path


def test_the_model_names_what_found_roles(model: Path) -> None:
    found = read_tesla_f(model)
    assert found.feature_set == "roles"
    assert "roles:tuples" in found.weights
    assert found.analysis["trees"].startswith("parser-en@")
    assert "@" in found.analysis["roles"]


def test_scores_and_explains(model: Path, tmp_path: Path) -> None:
    (tmp_path / "hyp.txt").write_text(f"{PASSIVE}\n{REVERSED}\n", "utf-8")
    (tmp_path / "ref.txt").write_text(f"{ACTIVE}\n{ACTIVE}\n", "utf-8")
    options = ("-r", tmp_path / "ref.txt", "-l", "en", "-m", "tesla-f", "--model", model)
    out = done("score", tmp_path / "hyp.txt", *options, "--segments")
    assert "roles:srl-en@" in done("score", tmp_path / "hyp.txt", *options)
    assert len(out.splitlines()) >= 2
    same, reverse = (tuples(tmp_path / "hyp.txt", *options, "--segment", k) for k in (1, 2))
    assert {(own["reference"], own["hypothesis"]) for own in same["matched"]} == {
        ("ARG0 of chased: dog", "ARG0 of chased: dog"),
        ("ARG1 of chased: cat", "ARG1 of chased: cat"),
    }
    # A dog is somewhat like a cat, but was not chased.
    assert reverse["value"] < same["value"]


def tuples(*options: object) -> dict[str, Any]:
    (found,) = json.loads(done("explain", *options, "-f", "json"))
    features = found["against"][0]["features"]
    return next(one for one in features if one["name"] == "roles:tuples")


def test_other_languages_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "en-de"
    (folder / "systems").mkdir(parents=True)
    for name in ("ref.A.txt", "systems/a.txt", "systems/b.txt"):
        (folder / name).write_text("Der Hund schläft.\nDie Katze auch.\n", "utf-8")
    rows = "seg\tjudge\tsystemA\tsystemB\tpreference\n1\tj\ta\tb\tA\n2\tj\ta\tb\tB\n"
    (folder / "human.rank.tsv").write_text(rows, "utf-8")
    result = run("train", "tesla-f", "--judgments", folder, "--features", "roles", "--report")
    assert result.code == ExitCode.USAGE
    assert "roles are supported for English only, not for 'de'" in result.err

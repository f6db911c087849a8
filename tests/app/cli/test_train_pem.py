"""`tesla train pem` from end to end, on a few rated paraphrases."""

import json
import sys
from pathlib import Path

import pytest
from rated_paraphrases import RATED, SENTENCES
from small_pem import small_lm, small_table

from app.cli.running import refused, run, score, write
from tesla_metrics import train_pem
from tesla_metrics.metrics.pem_model import read_pem
from tesla_metrics.optional import get_install_command

pytest.importorskip("sklearn")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    folder = tmp_path_factory.mktemp("train")
    return ("--table", small_table(folder), "--lm", small_lm(folder))


@pytest.fixture
def ratings(tmp_path: Path) -> Path:
    rows = [f"{source}\t{text}\t{rating}" for source, text, rating in RATED]
    return write(tmp_path / "rated.tsv", ["source\tcandidate\trating", *rows])


def test_from_ratings_to_scores(ratings: Path, files: tuple[str, ...], tmp_path: Path) -> None:
    model = tmp_path / "en.model"
    command = ("train", "pem", "--ratings", ratings, "-l", "en", *files, "-o", model)
    result = run(*command, "--controls", "--seed", "7")
    assert result.code == 0, result.err
    assert result.err.startswith(f"{model}: a pem model of ")
    lines = result.out.splitlines()
    assert lines[0].split() == ["C", "gamma", "pearson", "rated", "alone", "rmse", "chosen"]
    assert sum(line.endswith("*") for line in lines) == 1
    assert (
        "support vector regression on 30 rated pairs and 30 control pairs, 10 sources, ratings "
        "from 1 to 5" in result.out
    )
    assert "pearson of each part alone: adequacy " in result.out
    python = train_pem(RATED, lang="en", controls=True, seed=7, tables=files[1:2], lms=files[3:])
    assert read_pem(model).build_content() == python.model.build_content()
    texts = [own[1] for own in SENTENCES]
    hyp, src = write(tmp_path / "h", texts), write(tmp_path / "s", [own[0] for own in SENTENCES])
    (record,) = score(hyp, "-s", src, "-l", "en", "-m", "pem", "--model", model)
    assert f"model:{read_pem(model).short_hash}" in record["signature"]
    assert {"adequacy", "fluency", "dissimilarity"} < record.keys()
    assert all(0 <= one <= 1 for one in record["segments"])


def test_bad_input(ratings: Path, files: tuple[str, ...], tmp_path: Path) -> None:
    def train(*words: object) -> list[object]:
        return ["train", "pem", "-l", "en", *files, "-o", tmp_path / "x.model", *words]

    own = ("--ratings", ratings)
    refused(run(*train(*own, "--scale", "1", "4")), 3, "rated.tsv, line 2", "5", "from 1 to 4")
    refused(run(*train(*own, "--scale", "5", "1")), 2, "the lower one first")
    refused(run(*train(*own, "--seed", "-1")), 2, "seed -1")
    refused(run(*train(*own, "-j", "0")), 2, "0 jobs")
    refused(run(*train("--ratings", tmp_path / "none.tsv")), 3, "none.tsv")
    refused(run("train", "pem", "-l", "en", *own, "-o", ratings), 3, "overwritten")
    refused(run("train", "pem", "-l", "de", *own, "-o", tmp_path / "x.model"), 4, "'de'", "--table")
    assert not (tmp_path / "x.model").exists()


def test_bad_rows_can_be_left_out(ratings: Path, files: tuple[str, ...], tmp_path: Path) -> None:
    with ratings.open("a", encoding="utf-8") as stream:
        stream.write("a b\tc d\tNA\n")
        stream.write("a b\t\t3\n")
    model = tmp_path / "en.model"
    command = ("train", "pem", "--ratings", ratings, "-l", "en", *files, "-o", model)
    refused(run(*command), 3, "line 32", "'NA' is not a number", "--skip-bad")
    result = run(*command, "--skip-bad", "-f", "json")
    assert result.code == 0
    assert "1 left out (no rating)" in result.err
    assert "1 left out (no text)" in result.err
    found = json.loads(result.out)
    assert found["training"] == read_pem(model).training
    assert len(found["grid"]) == 12


def test_the_learner_is_asked_for_first(
    ratings: Path, files: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.svm", None)
    result = run("train", "pem", "--ratings", ratings, "-l", "en", *files, "-o", tmp_path / "m")
    refused(result, 4, "scikit-learn", get_install_command("train"))

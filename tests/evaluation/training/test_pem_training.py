"""Training PEM: what it learns, what it writes down, and what it refuses."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from app.cli.running import refused, run, write
from rated_paraphrases import RATED, SENTENCES
from small_pem import small_lm, small_table

from tesla_metrics import (
    InputError,
    Pem,
    ResourceError,
    TeslaWarning,
    UsageError,
    rerank,
    train_pem,
)
from tesla_metrics.evaluation.training.train_pem import TrainedPem
from tesla_metrics.files.resource import compute_checksum
from tesla_metrics.metrics.pem_model import read_pem

pytest.importorskip("sklearn")
SOURCES = [own[0] for own in SENTENCES]
GOOD = [own[1] for own in SENTENCES]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pem")


@pytest.fixture(scope="module")
def trained() -> TrainedPem:
    return train_pem(RATED[:24], lang="en", controls=True)


@pytest.fixture(scope="module")
def model(trained: TrainedPem, folder: Path) -> Path:
    trained.write(folder / "en.model")
    return folder / "en.model"


@pytest.fixture(scope="module")
def small(folder: Path) -> dict[str, Any]:
    return {"tables": (small_table(folder),), "lms": (small_lm(folder),)}


def test_a_copy_is_worse_than_a_good_paraphrase(model: Path) -> None:
    """Of the sources of training, and of two that it never saw."""
    pem = Pem(lang="en", model=str(model))
    good = pem.score(GOOD, SOURCES)
    with pytest.warns(TeslaWarning, match="all 10 segments are those of source set 1"):
        copy = pem.score(SOURCES, sources=SOURCES)
    assert copy.segment_parts["dissimilarity"] == (0.0,) * len(SOURCES)
    assert all(one < other for one, other in zip(copy.segments, good.segments, strict=True))
    assert min(copy.segments) >= 0
    assert max(good.segments) <= 1
    assert f"model:{read_pem(model).short_hash}" in str(good.signature)


def test_the_file_says_what_was_learnt(trained: TrainedPem, model: Path) -> None:
    again = read_pem(model)
    assert again.build_content() == trained.model.build_content()
    assert again.tables[0].file == "shipped/cs.table"
    facts = again.training
    assert (facts["pairs"], facts["controls"], facts["sources"]) == (24, 24, 8)
    rows = np.array([[0.9, -5.0, 0.5], [1.0, -4.0, 0.0], [0.1, -9.0, 0.9]])
    assert np.array_equal(again.combine(rows), trained.model.combine(rows))


def test_predictions_are_clipped(trained: TrainedPem) -> None:
    steep = trained.model.regression
    moved = type(steep)(
        steep.centre, steep.scale, steep.vectors, steep.weights, steep.intercept + 2, steep.kernel
    )
    changed = type(trained.model)(
        trained.model.settings, moved, {}, trained.model.tables, trained.model.language_model
    )
    assert changed.combine(np.array([[0.5, -5.0, 0.5]])).tolist() == [1.0]


def test_files_are_found_by_their_hash(small: dict[str, Any], folder: Path, tmp_path: Path) -> None:
    found = train_pem(RATED, lang="en", order=2, **small)
    path = tmp_path / "small.model"
    found.write(path)
    pem = Pem(lang="en", model=str(path))
    assert "|n:2|" in str(pem.signature(1))
    (table,) = small["tables"]
    moved = tmp_path / "elsewhere.table"
    Path(table).rename(moved)
    with pytest.raises(ResourceError, match="--table FILE"):
        pem.score(GOOD, SOURCES)
    other = small_table(folder, "other", extraction="another")
    with pytest.raises(ResourceError, match="was found"):
        Pem(lang="en", model=str(path), tables=(other,)).score(GOOD, SOURCES)
    score = Pem(lang="en", model=str(path), tables=(str(moved),)).score(GOOD, SOURCES)
    moved.rename(table)
    assert score.segments == pem.score(GOOD, SOURCES).segments


def test_files_that_the_model_does_not_need_are_refused(
    model: Path, small: dict[str, Any], tmp_path: Path
) -> None:
    """They would do nothing, and nobody would know."""
    files = {"--table": small["tables"][0], "--lm": small["lms"][0]}
    for option, what in (("tables", "phrase table"), ("lms", "language model")):
        pem = Pem(lang="en", model=str(model), **{option: small[option]})
        with pytest.raises(UsageError, match=rf"is not a {what} that .*en\.model was trained with"):
            pem.score(GOOD, SOURCES)
    good, sources = write(tmp_path / "good.txt", GOOD), write(tmp_path / "s.txt", SOURCES)
    command = ("score", good, "-s", sources, "-r", sources, "-l", "en", "--model", model, "-m")
    for flag, file in files.items():
        refused(run(*command, "pem", flag, file), 2, file, "en.model", "leave it out")
    # What another metric is given is not for this one.
    lemmas = small_table(tmp_path, "lemmas", key="lemma")
    both = run(*command, "pem", "tesla-b", "--table", lemmas)
    assert both.code == 0, both.err
    wrong = run(*command, "pem", "tesla-b", "--table", lemmas, "--lm", files["--lm"])
    refused(wrong, 2, files["--lm"], "language model")


@pytest.mark.parametrize(
    "options", [{"order": 3}, {"prune": 0.2}, {"least": 0.1}, {"compounds": "none"}]
)
def test_settings_are_the_models(model: Path, options: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=f"{next(iter(options))} is determined by the model"):
        Pem(lang="en", model=str(model), **options)


def test_another_language_is_refused(model: Path) -> None:
    with pytest.raises(UsageError, match="a model for 'en', but the texts are 'de'"):
        Pem(lang="de", model=str(model)).open()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda facts: facts["regression"].update(gamma=0), "regression.gamma"),
        (lambda facts: facts["regression"]["scale"].__setitem__(0, 0), r"scale\[0\]"),
        (lambda facts: facts["regression"]["vectors"].append([1, 2]), "a list of 4"),
        (lambda facts: facts["regression"]["vectors"][0].__setitem__(0, "x"), "a number"),
        (lambda facts: facts.update(tables=[]), "0 phrase tables"),
        (lambda facts: facts["settings"].update(order=0), "settings.order"),
        (lambda facts: facts.pop("made_by"), "made_by is missing"),
    ],
)
def test_crafted_models_are_refused(model: Path, tmp_path: Path, change: Any, message: str) -> None:
    facts = json.loads(model.read_text("utf-8"))
    change(facts)
    del facts["checksum"]
    bad = tmp_path / "bad.model"
    bad.write_text(json.dumps({**facts, "checksum": compute_checksum(facts)}), encoding="utf-8")
    with pytest.raises(ResourceError, match=message):
        read_pem(bad)


def test_a_changed_model_is_refused(model: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.model"
    bad.write_text(model.read_text("utf-8").replace('"gamma": ', '"gamma": 1'), encoding="utf-8")
    with pytest.raises(ResourceError, match="checksum"):
        read_pem(bad)


def test_too_little_to_learn_from(model: Path) -> None:
    with pytest.raises(InputError, match="ratings of 1 source"):
        train_pem(RATED[:3], lang="en")
    with pytest.raises(InputError, match="all 10 ratings are the same"):
        train_pem(RATED[::3], lang="en")
    with pytest.raises(UsageError, match="is a trained model already"):
        train_pem(RATED, lang="en", model=str(model))


def test_what_teaches_nothing_is_refused(small: dict[str, Any]) -> None:
    close = [(source, text, 3 + (rating > 2) / 10) for source, text, rating in RATED[:9]]
    with pytest.raises(
        InputError, match=r"differ by no more than 10% of the scale.*--scale.*scale=\(LOW"
    ):
        train_pem(close, lang="en", **small)
    # What one source teaches is wrong of the other.
    one, other = "The doctor sleeps.", "The physician sleeps."
    odd = [(one, one, 5), (one, "Rain fell.", 1), (other, other, 1), (other, "Rain fell.", 5)]
    with pytest.raises(InputError, match="held-out sources do not agree with the ratings"):
        train_pem(odd, lang="en", **small)


def test_lowercase_is_refused() -> None:
    with pytest.raises(UsageError, match="leave lowercase out"):
        train_pem(RATED, lang="en", lowercase=True)


def test_candidates_are_sorted_by_the_model(model: Path) -> None:
    lists = [[source, other, good] for source, good, _, other in SENTENCES]
    found = rerank(lists, SOURCES, lang="en", model=str(model))
    assert found.best == GOOD

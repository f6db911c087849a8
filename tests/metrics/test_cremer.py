"""CREMER, with relations of a stand-in: content and coherence, combined as in training."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from small_summaries import (
    SYSTEMS,
    judged_topics,
    neighbours,
    small_dicomer,
    write_judged,
)

from tesla_metrics import Cremer, TeslaS, read_tracks, train_cremer
from tesla_metrics.errors import InputError, ResourceError, TeslaWarning, UsageError
from tesla_metrics.evaluation.training import train_cremer as training
from tesla_metrics.evaluation.training.train_cremer import TrainedCremer
from tesla_metrics.metrics import cremer
from tesla_metrics.metrics.cremer import CremerModel, read_cremer, write_cremer
from tesla_metrics.metrics.dicomer import Dicomer
from tesla_metrics.metrics.tesla_f_model import UsedFile
from tesla_metrics.resources.learning.kernel_regression import KERNELS, KernelRegression

pytest.importorskip("sklearn")
TOPIC = judged_topics()[0]
TEXTS = [own["summary"] for own in TOPIC["systems"].values()]
SETS = [[reference] * len(TEXTS) for reference in TOPIC["references"]]


@pytest.fixture(autouse=True)
def _neighbours() -> Iterator[None]:
    with neighbours():
        yield


@pytest.fixture
def dicomer(tmp_path: Path) -> str:
    return small_dicomer(tmp_path / "dicomer.model")


def train(tmp_path: Path, dicomer: str, kernel: str = "rbf") -> TrainedCremer:
    file = write_judged(tmp_path / "judged.jsonl", judged_topics())
    return train_cremer(read_tracks([file], lang="en"), kernel=kernel, dicomer=dicomer)


@pytest.fixture(scope="module")
def learnt(tmp_path_factory: pytest.TempPathFactory) -> CremerModel:
    """Its dicomer model is gone from where it was, and is looked for beside the model."""
    folder = tmp_path_factory.mktemp("cremer")
    with neighbours():
        found = train(folder, small_dicomer(folder / "dicomer.model")).model
    (folder / "dicomer.model").unlink()
    return found


@pytest.fixture
def model(tmp_path: Path, dicomer: str, learnt: CremerModel) -> str:
    write_cremer(tmp_path / "cremer.model", learnt)
    return str(tmp_path / "cremer.model")


@pytest.mark.parametrize("kernel", KERNELS)
def test_people_are_foretold(tmp_path: Path, dicomer: str, kernel: str) -> None:
    trained = train(tmp_path, dicomer, kernel)
    assert trained.chosen.pearson > 0.9
    assert trained.part_correlations.keys() == {"content", "coherence"}
    facts = trained.model.training
    assert (facts["summaries"], facts["topics"], facts["human"]) == (32, 8, "content+flow")
    trained.write(tmp_path / "c.model")
    score = Cremer(lang="en", model=str(tmp_path / "c.model")).score(TEXTS, SETS)
    found = dict(zip(SYSTEMS, score.segments, strict=True))
    assert found["all"] > found["half"] > found["half-mixed"]
    assert found["all"] > found["mixed"]


def test_parts_are_those_of_the_metrics(model: str, dicomer: str) -> None:
    score = Cremer(lang="en", model=model).score(TEXTS, SETS)
    assert score.segment_parts["content"] == TeslaS(lang="en").score(TEXTS, SETS).segments
    alone = Dicomer(lang="en", model=dicomer).score(TEXTS)
    assert score.segment_parts["coherence"] == alone.segments
    rows = np.column_stack([score.segment_parts[name] for name in Cremer.parts])
    expected = read_cremer(Path(model)).combine(rows)
    assert score.segments == pytest.approx(tuple(expected.tolist()))


@pytest.mark.parametrize("kernel", KERNELS)
def test_beyond_what_was_seen_it_says_what_it_says_at_the_edge(
    learnt: CremerModel, kernel: str
) -> None:
    least, most, coherence = 0.2, 0.6, 0.4
    vectors = np.array([[0.5, 0.1], [-1.0, 0.3]])
    regression = KernelRegression(
        np.array([0.5, 0.5]), np.array([0.3, 0.2]), vectors, np.array([0.05, -0.03]), 0.4,
        KERNELS[kernel](0.3),
    )  # fmt: skip
    own = replace(learnt, regression=regression, ranges=np.array([[least, most], [0.3, 0.5]]))
    at = own.combine(np.array([[most, coherence], [1.0, coherence], [1.0, 0.5], [1.0, 1.0]]))
    assert at[0] == at[1]
    assert at[2] == at[3]
    assert own.compute_slopes(np.array([1.0, coherence]))[0] == 0.0
    assert own.compute_slopes(np.array([least, coherence])).all()


def test_the_range_seen_is_that_of_training(learnt: CremerModel, dicomer: str) -> None:
    (least, most), (low, high) = learnt.ranges.tolist()
    assert 0 <= least < most == pytest.approx(1.0)
    found = Dicomer(lang="en", model=dicomer).score(TEXTS).segments
    assert low <= min(found) < max(found) <= high


def test_the_reference_with_the_most_content_counts(model: str) -> None:
    """Even where less content would be liked better."""
    own = read_cremer(Path(model))
    turned = replace(own.regression, weights=-own.regression.weights)
    write_cremer(Path(model), replace(own, regression=turned))
    score = Cremer(lang="en", model=model).score(TEXTS, SETS)
    assert score.segment_parts["content"] == TeslaS(lang="en").score(TEXTS, SETS).segments


def test_the_signature_names_both_models(model: str, dicomer: str) -> None:
    signature = str(Cremer(lang="en", model=model).signature(2))
    own, beside = read_cremer(Path(model)), Dicomer(lang="en", model=dicomer).signature(0)
    assert f"dicomer:lin@{dict(beside.fields)['model']}" in signature
    assert f"kernel:rbf|model:{own.short_hash}" in signature
    assert "refs:2" in signature
    assert "discourse:neighbours" in signature


def test_without_a_model_it_says_how_to_train_one() -> None:
    with pytest.raises(ResourceError, match="tesla train cremer --judgments FILE"):
        Cremer(lang="en").score(TEXTS, SETS)


def test_a_model_of_another_language_is_refused(model: str) -> None:
    with pytest.raises(UsageError, match="is a model for 'en', but the texts are 'de'"):
        Cremer(lang="de", model=model).open()


def test_the_dicomer_model_is_known_by_its_hash(model: str, dicomer: str, tmp_path: Path) -> None:
    before = Cremer(lang="en", model=model).score(TEXTS, SETS)
    moved = tmp_path / "moved.model"
    Path(dicomer).rename(moved)
    with pytest.raises(ResourceError, match=r"needs the dicomer model .*--dicomer FILE"):
        Cremer(lang="en", model=model).open()
    again = Cremer(lang="en", model=model, dicomer=str(moved)).score(TEXTS, SETS)
    assert again.segments == before.segments
    other = small_dicomer(tmp_path / "other.model", weight=7)
    with pytest.raises(ResourceError, match=r"but only .*other\.model"):
        Cremer(lang="en", model=model, dicomer=other).open()
    small_dicomer(Path(dicomer))
    with pytest.raises(UsageError, match=r"other\.model is not the dicomer model that"):
        Cremer(lang="en", model=model, dicomer=other).open()


def test_what_another_version_shipped_cannot_be_given(
    model: str, dicomer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = read_cremer(Path(model))
    write_cremer(Path(model), replace(own, dicomer=UsedFile("lin", "shipped", "0" * 64)))
    monkeypatch.setattr(cremer, "shipped_dicomer", lambda lang: dicomer)
    with pytest.raises(ResourceError, match=r"another version of tesla-metrics.*: train again$"):
        Cremer(lang="en", model=model).open()


def test_a_part_that_agrees_better_alone_is_told(
    tmp_path: Path, dicomer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "compute_pearson", lambda column, targets: 0.9999)
    with pytest.warns(TeslaWarning, match=r"content alone .*0\.9999.* tesla-s"):
        train(tmp_path, dicomer, "linear")


def test_ratings_that_fill_little_of_the_scale_are_told(tmp_path: Path, dicomer: str) -> None:
    file = write_judged(tmp_path / "judged.jsonl", judged_topics())
    with pytest.warns(TeslaWarning, match="ratings go from 2 to 5, less than half of the scale"):
        train_cremer(read_tracks([file], lang="en"), dicomer=dicomer, scale=(0, 10))


def test_a_model_reads_as_it_was_written(model: str, tmp_path: Path) -> None:
    again = tmp_path / "again.model"
    write_cremer(again, read_cremer(Path(model)))
    assert again.read_bytes() == Path(model).read_bytes()


def test_a_damaged_or_later_model_is_refused(model: str) -> None:
    text = Path(model).read_text("utf-8")
    for changed, message in (
        (text.replace('"version": 1', '"version": 7'), "version 7"),
        (text.replace('"kernel": "rbf"', '"kernel": "linear"'), "cremer.model"),
        (text[: len(text) // 2], "cremer.model"),
    ):
        Path(model).write_text(changed, "utf-8")
        with pytest.raises(ResourceError, match=message):
            read_cremer(Path(model))


def trained_on(tmp_path: Path, dicomer: str, **changes: object) -> None:
    file = write_judged(tmp_path / "judged.jsonl", judged_topics(**changes))
    train_cremer(read_tracks([file], lang="en"), dicomer=dicomer)


def test_what_cannot_be_learnt_from_is_refused(tmp_path: Path, dicomer: str) -> None:
    texts = {name: own["summary"] for name, own in TOPIC["systems"].items()}

    def said(score: float) -> dict[str, object]:
        return {name: {"summary": own, "scores": {"flow": score}} for name, own in texts.items()}

    with pytest.raises(InputError, match="all 32 ratings are the same"):
        trained_on(tmp_path, dicomer, systems=said(3))
    with pytest.raises(InputError, match="judged/flow, all, topic 1: the rating 7 is not on the"):
        trained_on(tmp_path, dicomer, systems=said(7))
    with pytest.raises(InputError, match="judged/content has no references"):
        trained_on(tmp_path, dicomer, references=None)
    file = write_judged(tmp_path / "one.jsonl", judged_topics()[:1])
    with pytest.raises(InputError, match="fewer than 2 topics"):
        train_cremer(read_tracks([file], lang="en"), dicomer=dicomer)
    with pytest.raises(UsageError, match="unknown kernel 'cubic': choose from linear"):
        train_cremer([], kernel="cubic")

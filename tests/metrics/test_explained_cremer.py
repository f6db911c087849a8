"""CREMER explained: what content and coherence have cost adds up to 1 - score."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from explained import explained
from small_summaries import judged_topics, neighbours, small_dicomer

from tesla_metrics import Cremer, Session
from tesla_metrics.metrics.cremer import (
    CremerModel,
    CremerParts,
    describe_used_dicomer,
    read_cremer,
    write_cremer,
)
from tesla_metrics.resources.learning.kernel_regression import KERNELS, KernelRegression

TOPIC = judged_topics()[0]
TEXTS = [own["summary"] for own in TOPIC["systems"].values()]


@pytest.fixture
def session() -> Iterator[Session]:
    with neighbours() as found:
        yield found


def metric(tmp_path: Path, session: Session, kernel: str, intercept: float = 0.4) -> Cremer:
    """Of weights that nobody has trained."""
    dicomer = small_dicomer(tmp_path / "dicomer.model")
    rng = np.random.default_rng(7)
    regression = KernelRegression(
        np.array([0.5, 0.5]), np.array([0.3, 0.2]), rng.normal(size=(4, 2)),
        rng.normal(size=4) / 20, intercept, KERNELS[kernel](0.3),
    )  # fmt: skip
    names = CremerParts(session, "en", dicomer).analysis_names
    seen = np.array([[0.0, 1.0], [0.1, 0.9]])
    model = CremerModel(
        "en", regression, seen, names, describe_used_dicomer(dicomer, "en", session)
    )
    write_cremer(tmp_path / "cremer.model", model)
    return Cremer(lang="en", model=str(tmp_path / "cremer.model"), dicomer=dicomer)


@pytest.mark.parametrize("kernel", KERNELS)
def test_it_adds_up(tmp_path: Path, session: Session, kernel: str) -> None:
    own = metric(tmp_path, session, kernel)
    for text in TEXTS:
        told = explained(own, text, list(TOPIC["references"]))
        features = told.against[0].features
        assert [one.name for one in features][-1] == "coherence"
        assert told.coherence is not None
        assert told.coherence.score == pytest.approx(told.parts["coherence"], abs=1e-12)
        assert features[-1].value == told.coherence.score


def test_the_reference_with_the_most_content_counts(tmp_path: Path, session: Session) -> None:
    told = metric(tmp_path, session, "linear").explain(TEXTS[0], TOPIC["references"][::-1])
    assert [one.share for one in told.against] == [0.0, 1.0]


def test_the_best_is_what_counts_and_not_the_highest(tmp_path: Path, session: Session) -> None:
    """The score falls here with content."""
    own = metric(tmp_path, session, "linear")
    model = read_cremer(tmp_path / "cremer.model")
    falling = replace(model.regression, vectors=np.array([[1.0, 0.0]]), weights=np.array([-0.5]))
    write_cremer(tmp_path / "cremer.model", replace(model, regression=falling))
    told = own.explain(TEXTS[0], TOPIC["references"])
    scores = [one.score for one in told.against]
    assert told.score == min(scores) < max(scores)
    assert told.best.score == told.score
    assert (
        f"{told.metric} {told.score:.4f}, the max of 2 references; the best: {told.score:.4f}"
        in str(told)
    )


def test_a_clipped_score_has_no_prices(tmp_path: Path, session: Session) -> None:
    told = metric(tmp_path, session, "linear", intercept=5.0).explain(TEXTS[0], TEXTS[1])
    assert told.score == 1.0
    assert [one.slope for one in told.best.features] == [0.0] * len(told.best.features)


def test_both_are_told(tmp_path: Path, session: Session) -> None:
    told = metric(tmp_path, session, "linear").explain(TEXTS[1], TEXTS[0])
    assert "hypothesis lost" in str(told)
    assert "relations" in str(told)
    record = told.to_dict()
    assert record["against"]
    assert record["coherence"]["relations"]

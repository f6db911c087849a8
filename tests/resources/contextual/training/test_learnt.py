"""Adapters before they are files: averaging, writing, how steeply scores fall."""

from pathlib import Path

import numpy as np
import pytest

from tesla_metrics.resources.contextual.adapter_file import read_adapter
from tesla_metrics.resources.contextual.training.material import (
    AdapterDescription,
    AdapterParameters,
    average_runs,
    choose_steepness,
    compute_correlation,
    distances_to_scores,
    write_parameters,
)

DIM, RANK, HIDDEN = 6, 2, 3


def learnt(seed: int) -> AdapterParameters:
    drawn = np.random.default_rng(seed)

    def array(*shape: int) -> np.typing.NDArray[np.float32]:
        return drawn.normal(0, 1, shape).astype(np.float32)

    changes = {"0.q": (array(RANK, DIM), array(DIM, RANK))}
    return AdapterParameters(
        0.5, changes, array(6), array(HIDDEN, 2 * DIM), array(HIDDEN), array(HIDDEN)
    )


def test_averages_are_exact_where_the_rank_suffices() -> None:
    two = [learnt(1), learnt(2)]
    mean = average_runs(two, 2 * RANK)
    a, b = mean.changes["0.q"]
    wanted = np.mean([one.scale * one.changes["0.q"][1] @ one.changes["0.q"][0] for one in two], 0)
    np.testing.assert_allclose(mean.scale * b @ a, wanted, atol=1e-5)
    np.testing.assert_allclose(mean.weights, (two[0].weights + two[1].weights) / 2, atol=1e-6)
    assert average_runs(two, 1).changes["0.q"][0].shape == (1, DIM)


def test_written_and_read(tmp_path: Path) -> None:
    one = learnt(3)
    idf = np.linspace(0.01, 5, 9, dtype=np.float32)
    path = tmp_path / "x.adapter"
    write_parameters(path, one, AdapterDescription("ab" * 32, "en", [2], idf, 0.25, {"seed": 1}))
    found = read_adapter(path)
    assert (found.lang, found.scale, found.head.temperature) == ("en", 0.5, 4.0)
    np.testing.assert_array_equal(found.head.weights, one.weights)
    np.testing.assert_allclose(found.changes["0.q"][0], one.changes["0.q"][0], rtol=1e-3)
    np.testing.assert_allclose(found.idf, idf, rtol=1e-3)
    again = tmp_path / "y.adapter"
    write_parameters(again, one, AdapterDescription("ab" * 32, "en", [2], idf, 0.25, {"seed": 1}))
    assert again.read_bytes() == path.read_bytes()


def test_steepness() -> None:
    d = np.linspace(-30, 0, 101)
    assert distances_to_scores(np.array([0.0, 3.0]), 0.1).tolist() == [1.0, 1.0]
    middle = choose_steepness(d, None)
    assert distances_to_scores(np.percentile(d, 5, keepdims=True), middle) == pytest.approx(0.3)
    people = distances_to_scores(d, choose_steepness(d, None) * 1.8)
    assert choose_steepness(d, people) > middle
    # What comes later may turn the choice round.
    assert choose_steepness(d, people, np.square) < choose_steepness(d, people)
    assert compute_correlation(np.ones(3), np.arange(3.0)) == 0
    assert choose_steepness(np.zeros(4), None) > 0

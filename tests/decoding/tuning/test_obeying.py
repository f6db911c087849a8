"""A decoder that does not heed its weights is told of, one that does is not."""

import warnings
from pathlib import Path

import numpy as np
import pytest
from toy_loops import run_in, toy

from tesla_metrics import Nbest, TeslaWarning, Weights
from tesla_metrics.decoding.tuning.loop import WeightsIgnoredCheck

NAMES = ("a", "b")
ONE, OTHER = Weights(NAMES, (1.0, 0.0)), Weights(NAMES, (0.0, 1.0))
SORTED = [[3.0, 1.0], [2.0, 2.0], [1.0, 3.0]]  # by a; by b they are turned


def lists(*rows: list[list[float]]) -> Nbest:
    starts = np.cumsum([0, *map(len, rows)])
    texts = [f"text {place}" for own in rows for place in range(len(own))]
    features = np.array([values for own in rows for values in own])
    return Nbest(tuple(range(len(rows))), starts, texts, NAMES, features)


def seen(*iterations: tuple[Weights, Nbest]) -> list[str]:
    """What is said of these, one after another."""
    obedience = WeightsIgnoredCheck()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for number, (weights, nbest) in enumerate(iterations):
            obedience.update(number, weights, nbest)
    return [str(one.message) for one in told]


def test_a_first_candidate_that_weights_do_not_choose_is_told_once() -> None:
    fixed = lists(SORTED, SORTED)
    assert seen((OTHER, fixed)) == []  # of the first nobody knows
    (told,) = seen((ONE, fixed), (OTHER, fixed), (OTHER, fixed))
    assert told.startswith("iteration 1: for 2 of 2 sentences the decoder's first candidate is not")
    assert "check that it reads {weights}" in told


def test_few_sentences_and_small_differences_are_not_told() -> None:
    turned = SORTED[::-1]
    few = lists(SORTED, *[turned] * 9)
    assert seen((ONE, few), (OTHER, few)) == []
    rounded = lists(*[[[0.0, -100.001], [1.0, -100.0]]] * 3)  # as six digits may have it
    assert seen((ONE, turned_lists := lists(*[turned] * 3)), (OTHER, rounded)) == []
    assert seen((ONE, turned_lists), (OTHER, turned_lists)) == []


def test_the_same_lists_with_other_weights_are_told_if_they_are_not_sorted() -> None:
    best_first = [[0.0, 4.0], *SORTED]
    same = lists(best_first, best_first)
    (told,) = seen((ONE, same), (OTHER, same))
    assert "wrote the same lists as with other weights" in told
    assert seen((OTHER, same), (Weights(NAMES, (0.0, 0.5)), same)) == []  # at another scale


def test_a_program_that_reads_no_weights(tmp_path: Path) -> None:
    (tmp_path / "fixed").write_text("tm_0 1\nlm_0 0.01\nwp_0 0\n", encoding="utf-8")
    deaf = toy().replace("{weights}", str(tmp_path / "fixed")) + " {weights}.calls"
    with pytest.warns(TeslaWarning, match=r"iteration 1: .* check that it reads \{weights\}"):
        run_in(tmp_path, deaf)

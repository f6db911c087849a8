"""The sign test against scipy's exact binomial test."""

from collections.abc import Iterator
from itertools import product

import pytest
from scipy.stats import binomtest

from tesla_metrics.evaluation.systems import significance
from tesla_metrics.evaluation.systems.significance import compute_sign_p_value


def test_small_numbers() -> None:
    for wins, losses in product(range(14), repeat=2):
        expected = binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
        assert compute_sign_p_value(wins, losses) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("wins", "losses"), [(510, 490), (600, 400), (50_300, 49_700), (501_500, 498_500)]
)
def test_large_numbers(wins: int, losses: int) -> None:
    expected = binomtest(wins, wins + losses).pvalue
    assert compute_sign_p_value(wins, losses) == pytest.approx(expected, rel=1e-7)
    assert compute_sign_p_value(losses, wins) == compute_sign_p_value(wins, losses)


def test_a_million_segments_take_few_steps_and_never_give_zero(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terms = 0

    def counted(*bounds: int) -> Iterator[int]:
        nonlocal terms
        for number in range(*bounds):
            terms += 1
            yield number

    monkeypatch.setattr(significance, "range", counted, raising=False)
    assert 0 < compute_sign_p_value(1_000_000, 0) < 1e-300
    assert compute_sign_p_value(500_000, 500_000) == 1
    assert 0.99 < compute_sign_p_value(500_001, 499_999) <= 1
    # The tail is summed up to where it no longer counts: so many standard deviations.
    assert 0 < terms < 12 * 500

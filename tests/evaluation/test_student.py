"""Student's t, against scipy."""

import pytest
from scipy.stats import t as student

from tesla_metrics.evaluation.metric_comparison import compute_t_test_p_value


@pytest.mark.parametrize("freedom", [1, 2, 3, 5, 10, 17, 50, 200, 1000])
def test_against_scipy(freedom: int) -> None:
    for value in (0.001, 0.01, 0.1, 0.5, 0.7, 1.0, 1.5, 1.96, 2.5, 4.0, 8.0, 20.0, 100.0):
        expected = 2 * float(student.sf(value, freedom))
        assert compute_t_test_p_value(value, freedom) == pytest.approx(
            expected, rel=1e-9, abs=1e-280
        )
        assert compute_t_test_p_value(-value, freedom) == compute_t_test_p_value(value, freedom)


def test_ends() -> None:
    assert compute_t_test_p_value(0.0, 5) == 1.0
    assert compute_t_test_p_value(float("inf"), 5) == 0.0

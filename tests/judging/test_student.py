"""Student's t, against scipy."""

import pytest
from scipy.stats import t as student

from tesla_metrics.judging.student import two_sided


@pytest.mark.parametrize("freedom", [1, 2, 3, 5, 10, 17, 50, 200, 1000])
def test_against_scipy(freedom: int) -> None:
    for value in (0.001, 0.01, 0.1, 0.5, 0.7, 1.0, 1.5, 1.96, 2.5, 4.0, 8.0, 20.0, 100.0):
        expected = 2 * float(student.sf(value, freedom))
        assert two_sided(value, freedom) == pytest.approx(expected, rel=1e-9, abs=1e-280)
        assert two_sided(-value, freedom) == two_sided(value, freedom)


def test_ends() -> None:
    assert two_sided(0.0, 5) == 1.0
    assert two_sided(float("inf"), 5) == 0.0

import json
from math import fsum, inf, isnan

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.scale.frames.totals import ExactSums

numbers = st.floats(-1e300, 1e300, allow_nan=False)


@given(st.lists(numbers, max_size=40), st.integers(0, 40))
def test_sums_are_those_of_fsum_however_they_are_cut(values: list[float], cut: int) -> None:
    first, second = ExactSums(), ExactSums()
    for sums, part in ((first, values[:cut]), (second, values[cut:])):
        sums.add(np.array(part, dtype=np.float64).reshape(-1, 1))
    second.merge(first)
    again = ExactSums.from_dict(json.loads(json.dumps(second.to_dict())))
    assert second.compute_totals() == again.compute_totals() == [fsum(values)]


def test_many_large_mantissas_do_not_overflow() -> None:
    rows = np.full((100_000, 2), np.nextafter(1.0, 0.0))
    rows[:, 1] *= -1
    sums = ExactSums()
    sums.add(rows)
    wanted = fsum(rows[:, 0])
    assert sums.compute_totals() == [wanted, -wanted]


def test_what_is_no_number_stays_none() -> None:
    sums = ExactSums()
    sums.add(np.array([[1.0, inf], [2.0, 1.0], [np.nan, 1.0]]))
    first, second = sums.compute_totals()
    assert isnan(first)
    assert second == inf
    assert ExactSums().compute_totals() == []

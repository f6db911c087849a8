"""Scores and signatures are what they were: metrics may be built anew, numbers do not move.

Those of texts in the repository are checked everywhere, those of corpora where these are.

`python tools/make_golden.py` makes the files anew and says what moved, for a change that is meant.
"""

from pathlib import Path

import pytest

from golden.cases import Case, all_cases
from golden.numbers import all_numbers, compute, expected_signature, read_golden, why_not
from tesla_metrics import __version__

# Numbers of one processor are repeated on another, whose libraries may round otherwise.
TOLERANCE = 1e-12
CASES = all_cases()
OWN = [case for case in CASES if not case.needs_corpora]
SHARED = [case for case in CASES if case.needs_corpora]
GOLDEN = read_golden()


def test_every_case_is_there_once() -> None:
    assert [case.name for case in CASES] == list(dict.fromkeys(case.name for case in CASES))
    assert {case.name for case in CASES} == set(GOLDEN)


@pytest.mark.parametrize("case", OWN, ids=lambda case: case.name)
def test_own_texts_as_they_were(case: Case) -> None:
    _check(case, Path())


@pytest.mark.data
@pytest.mark.parametrize("case", SHARED, ids=lambda case: case.name)
def test_corpora_as_they_were(case: Case, shared: Path) -> None:
    _check(case, shared)


def _check(case: Case, shared: Path) -> None:
    golden = GOLDEN[case.name]
    if reason := why_not(golden.signature):
        pytest.skip(reason)
    found = compute(case, shared)
    signature = found.signature.replace("|version:*", f"|version:{__version__}")
    assert signature == expected_signature(golden)
    numbers = pytest.approx(all_numbers(golden), rel=TOLERANCE, abs=TOLERANCE)
    assert all_numbers(found) == numbers

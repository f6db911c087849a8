"""The covering problem of text that repeats itself against HiGHS, plain Python and native."""

import random
from collections.abc import Sequence

import numpy as np
import pytest
from cover_cases import Case, Family, native, plain, problems, scored
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import covering

from tesla_metrics.core.solvers import packing
from tesla_metrics.core.solvers.covering import compute_max_covered
from tesla_metrics.core.solvers.packing import PackingProblem, TiedProgram
from tesla_metrics.native import load_native
from tesla_metrics.text.synonyms.table import NO_SYNONYMS, PhraseCodes, SynonymTable

LETTERS = "abcdefghijklmnopqrstuvwxyz"
NONE = PhraseCodes(NO_SYNONYMS, "", [""])
SOME = PhraseCodes(
    SynonymTable("some", {"ab": "0", "c": "0 1", "de": "1", "f": "2", "a": "2"}), "", [""]
)


def spoilt(text: Sequence[str], times: int, errors: int, rng: random.Random) -> tuple[str, ...]:
    """The text so many times, with errors in each."""
    made: list[str] = []
    for _ in range(times):
        own = list(text)
        for _ in range(errors):
            at = rng.randrange(len(own))
            own[at : at + rng.randrange(3)] = rng.choice(LETTERS)
        made += own
    return tuple(made)


def looping(phrases: PhraseCodes, weights: tuple[float, ...] = (1.0,) * 4) -> Family:
    """Loops whose seams are linked, with errors, after a translation, and on either side."""
    rng = random.Random(21)
    text = tuple(rng.choices(LETTERS, k=40))
    reference = text + text[:5]
    few = tuple(rng.choices("abc", k=120)), tuple(rng.choices("abc", k=50))
    cases = [
        Case(reference, text * 3),
        Case(reference, spoilt(text, 3, 1, rng)),
        Case(reference, spoilt(text, 3, 5, rng)),
        Case(reference, reference + text[3:10] * 12),
        Case(text * 3, reference),
        Case(text[:7] * 8, text[:7] * 20),
        Case(text[:11] * 5, text[4:11] * 14),
        Case(*few),
    ]
    return Family(phrases, 0.25, weights, cases)


@pytest.mark.parametrize(
    "family",
    [
        looping(NONE),
        looping(SOME),
        looping(SOME, (0.5, 0.0, 1.0)),
        looping(NONE, (1.0, 0.3)),
        looping(NONE, (1.0,) * 6),
    ],
)
def test_loops_as_highs(family: Family) -> None:
    wanted = [scored(family, case, covering.most_covered) for case in family.cases]
    np.testing.assert_allclose(plain(family), wanted, rtol=0, atol=1e-9)
    if load_native() is not None:
        np.testing.assert_allclose(native(family), wanted, rtol=0, atol=1e-9)


@st.composite
def loops(draw: st.DrawFn) -> Case:
    rng = random.Random(draw(st.integers(0, 10**6)))
    letters = LETTERS[: draw(st.sampled_from([2, 3, 5, 26]))]
    text = tuple(rng.choices(letters, k=draw(st.integers(1, 9))))
    sides = (
        spoilt(text, draw(st.integers(1, 7)), draw(st.integers(0, 1)), rng) or text
        for _ in range(2)
    )
    return Case(*sides)


@settings(max_examples=40, deadline=None)
@given(loops(), st.sampled_from([NONE, SOME]), st.sampled_from([1, 2, 4, 6]))
def test_whatever_loops_as_highs(case: Case, phrases: PhraseCodes, order: int) -> None:
    family = Family(phrases, 0.25, (1.0,) * order, [case])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packing, "_MAX_UNTIED_NODES", 0)
        assert scored(family, case) == pytest.approx(
            scored(family, case, covering.most_covered), abs=1e-9
        )


def test_programs_grow_with_what_is_distinct(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four times the loop are four times the n-grams, and no larger a program."""
    sizes: list[int] = []

    class Measured(TiedProgram):
        def __init__(self, rivals: PackingProblem, ties: Sequence[int]) -> None:
            sizes.append(max(ties) + 1)
            super().__init__(rivals, ties)

    monkeypatch.setattr("tesla_metrics.core.solvers.packing.TiedProgram", Measured)
    text = tuple(random.Random(22).choices(LETTERS, k=30))
    largest = []
    for times in (15, 60):
        family = Family(NONE, 0.25, (1.0,) * 4, [])
        _, looped = problems(family, text + text[:5], text * times)
        sizes.clear()
        compute_max_covered(looped)
        largest.append(max(sizes))
    assert largest[1] <= largest[0] + 20
    assert largest[1] < 4 * 30 + 40

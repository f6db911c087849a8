"""The covering problem against HiGHS, plain Python and native."""

import random
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest
from cover_cases import Case, Family, native, plain
from oracles import celab

from tesla_metrics.core.solvers import packing
from tesla_metrics.core.solvers.covering import CoverProblem, compute_max_covered, find_short_kinds
from tesla_metrics.core.solvers.simplex import Simplex
from tesla_metrics.native import load_native
from tesla_metrics.text.synonyms.table import NO_SYNONYMS, PhraseCodes, SynonymTable

ALPHABETS = ("a", "ab", "ab", "abc", "abcd", "abcdefgh")


def families(seed: int, count: int, size: int, longest: int) -> list[Family]:
    rng = random.Random(seed)
    made = []
    for _ in range(count):
        alphabet = rng.choice(ALPHABETS)
        numbers: dict[str, str] = {}
        for code in range(rng.choice([0, 0, 1, 3, 6])):
            for _ in range(rng.randint(2, 3)):
                word = "".join(rng.choices(alphabet, k=rng.randint(1, 3)))
                numbers[word] = f"{numbers.get(word, '')} {code}".strip()
        order = rng.choice([1, 2, 3, 4, 4, 4, 4, 6])
        weights = (1.0,) * order
        if rng.random() < 0.3:
            weights = (1.0, *rng.choices([0.0, 0.1, 0.5, 1.0], k=order - 1))
        cases = [
            Case(*(tuple(rng.choices(alphabet, k=rng.randint(1, longest))) for _ in range(2)))
            for _ in range(size)
        ]
        phrases = PhraseCodes(SynonymTable("some", numbers), "", [""])
        made.append(Family(phrases, rng.choice([0.25, 0.25, 1.0, 0.1]), weights, cases))
    return made


def naive(family: Family) -> list[float]:
    codes = family.phrases.get_codes

    @cache
    def same(x: tuple[str, ...], y: tuple[str, ...]) -> bool:
        return not set(codes(x)).isdisjoint(codes(y))

    @cache
    def linked(x: tuple[str, ...], y: tuple[str, ...]) -> bool:
        return celab.linked(x, y, same)

    f, weights = family.f, family.weights
    programs = [
        celab.Program(*case, celab.all_links(*case, linked, len(weights)), f=f, weights=weights)
        for case in family.cases
    ]
    return celab.scores(programs)


@pytest.mark.parametrize(
    ("seed", "count", "size", "longest"),
    [*((seed, 12, 50, 9) for seed in range(5)), (5, 10, 3, 24), (6, 4, 2, 40)],
)
def test_as_highs(seed: int, count: int, size: int, longest: int) -> None:
    for family in families(seed, count, size, longest):
        wanted = naive(family)
        np.testing.assert_allclose(plain(family), wanted, rtol=0, atol=1e-9)
        if load_native() is not None:
            np.testing.assert_allclose(native(family), wanted, rtol=0, atol=1e-9)


def test_cores_agree_on_longer_texts() -> None:
    for family in families(7, 12, 2, 100):
        np.testing.assert_allclose(native(family), plain(family), rtol=0, atol=1e-9)


def test_weights_may_be_fractions() -> None:
    """Where the best weights are no whole numbers, a sum of them covers more than any of them."""
    codes = {"ab": "0 4", "aa": "0 5", "b": "1 2 4", "aab": "1", "ba": "2 5", "a": "3 5"}
    phrases = PhraseCodes(SynonymTable("some", codes | {"abb": "1 3"}), "", [""])
    family = Family(phrases, 1.0, (1.0,) * 3, [Case(tuple("aaabaaba"), tuple("ab"))])
    (score,) = plain(family)
    assert score * (8 + 7 + 6 + 2 + 1) == pytest.approx(17.5)
    assert naive(family) == pytest.approx([score], abs=1e-9)


def test_nothing_linked() -> None:
    problem = CoverProblem(2, [[0], [1], [0]], [1, 1, 2], [[], [], []], [[]], [1], [1.0, 1.0])
    assert compute_max_covered(problem) == 0


def test_which_demands_can_be_met() -> None:
    # 0 and 1 want five of partner 0, which has four; 2 can do with partner 1.
    partners = [[0], [0], [0, 1], [1]]
    assert find_short_kinds({0: 3, 1: 2, 2: 1, 3: 1}, partners, [4, 2]) == {0, 1}
    assert find_short_kinds({0: 2, 1: 2, 2: 1, 3: 1}, partners, [4, 2]) == set()
    assert find_short_kinds({0: 2, 1: 2, 2: 2, 3: 1}, partners, [4, 2]) == {0, 1, 2, 3}
    # Whoever comes first takes what the other needs, and has to give it back.
    assert find_short_kinds({0: 1, 1: 1}, [[0, 1], [0]], [1, 1]) == set()


def repeated(seed: int, size: int, times: Sequence[int]) -> Family:
    rng = random.Random(seed)
    text = tuple(rng.choices("abcdefghijklmnop", k=size))
    cases = [Case(text * a, text * b) for a in times for b in times if a != b]
    return Family(PhraseCodes(NO_SYNONYMS, "", [""]), 0.25, (1.0,) * 4, cases)


def test_repeated_text_as_highs() -> None:
    """Where a text stands against its double or treble, nearly all weights are fractions."""
    family = repeated(9, 14, (1, 2, 3))
    wanted = naive(family)
    np.testing.assert_allclose(plain(family), wanted, rtol=0, atol=1e-9)
    if load_native() is not None:
        np.testing.assert_allclose(native(family), wanted, rtol=0, atol=1e-9)


def test_ties_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    made = [*families(10, 20, 10, 20), repeated(11, 10, (1, 2, 5))]
    one = [plain(family) for family in made]
    monkeypatch.setattr(packing, "_MAX_UNTIED_NODES", 0)
    for family, scores in zip(made, one, strict=True):
        np.testing.assert_allclose(plain(family), scores, rtol=0, atol=1e-9)


def test_long_repeated_text() -> None:
    family = repeated(12, 10, (40, 100))
    np.testing.assert_allclose(native(family), plain(family), rtol=0, atol=1e-9)


def test_simplex() -> None:
    # Beale's example, on which the textbook rule cycles.
    program = Simplex([0.0, 0.0, 1.0], [0.0, 0.0, 0.0])
    for worth, column in (
        (0.75, {0: 0.25, 1: 0.5}),
        (-150.0, {0: -60.0, 1: -90.0}),
        (0.02, {0: -1 / 25, 1: -1 / 50, 2: 1.0}),
        (-6.0, {0: 9.0, 1: 3.0}),
    ):
        program.add(worth, column)
    program.solve()
    program.remove_perturbation()
    assert program.get_value() == pytest.approx(0.05)
    assert program.get_prices()[2] == pytest.approx(0.05)

"""Roles matched: against an obvious solver, and what each view sees."""

import random
from collections.abc import Sequence

import numpy as np
import pytest
from scipy.optimize import linprog

from tesla_metrics.matching.alike import GradedWord, Levels, bigrams
from tesla_metrics.matching.match import f_measures
from tesla_metrics.matching.matching import WeighedWords
from tesla_metrics.matching.roles import (
    VIEWS,
    Alike,
    Filled,
    RoleGram,
    RoleText,
    alike,
    match_grams,
    role_grams,
)

LEVELS = Levels(0.9, 0.8, 0.6, 0.5, 0.0, 0.0, 1.5, 1.5, 0.2)


def word(form: str, lemma: str = "") -> GradedWord:
    return GradedWord(
        form, lemma or form, "NN", frozenset(), {}, False, False, True, False, False, bigrams(form)
    )


def text(*tuples: tuple[str, str, str], nouns: Sequence[str] = ()) -> RoleText:
    """Of (predicate, role, head), each weighing 1."""
    predicates = list(dict.fromkeys(one[0] for one in tuples))
    heads = list(dict.fromkeys(one[2] for one in tuples))
    return RoleText(
        WeighedWords([word(form) for form in predicates], [1.0] * len(predicates)),
        WeighedWords([word(form) for form in heads], [1.0] * len(heads)),
        [Filled(predicates.index(p), role, heads.index(h)) for p, role, h in tuples],
        frozenset(predicates.index(noun) for noun in nouns),
        range(len(predicates)),
        range(len(heads)),
    )


def values(x: RoleText, y: RoleText) -> dict[str, float]:
    words = alike(x, y, LEVELS)
    found = [match_grams(role_grams(x, view), role_grams(y, view), words)[0] for view in VIEWS]
    return dict(zip(VIEWS, f_measures(found, 0.5), strict=True))


BITES = text(("bite", "ARG0", "dog"), ("bite", "ARG1", "man"))


def test_the_same_is_one() -> None:
    assert set(values(BITES, BITES).values()) == {1.0}


def test_reversed_roles_are_seen_where_roles_are_looked_at() -> None:
    other = text(("bite", "ARG0", "man"), ("bite", "ARG1", "dog"))
    found = values(BITES, other)
    assert found["predicates"] == found["pairs"] == 1.0
    assert found["heads"] == found["tuples"] == 0.0


def test_another_predicate_is_seen_where_predicates_are_looked_at() -> None:
    found = values(BITES, text(("hug", "ARG0", "dog"), ("hug", "ARG1", "man")))
    assert found["heads"] == 1.0
    assert found["predicates"] == found["pairs"] == found["tuples"] == 0.0


def test_without_nouns_the_last_view_repeats_all_tuples() -> None:
    other = text(("bite", "ARG0", "dog"))
    found = values(BITES, other)
    assert 0 < found["nouns"] == found["tuples"] < 1
    sale = ("sale", "ARG1", "mill")
    x, y = text(sale, ("bite", "ARG0", "dog"), nouns=["sale"]), text(sale, nouns=["sale"])
    found = values(x, y)
    assert found["tuples"] < found["nouns"] == 1.0


def test_nothing_on_either_side() -> None:
    assert set(values(text(), text()).values()) == {1.0}
    assert set(values(BITES, text()).values()) == {0.0}


@pytest.mark.parametrize("seed", range(20))
def test_the_optimum_of_a_linear_program(seed: int) -> None:
    rng = random.Random(seed)
    xs, ys = (grams(rng, rng.randint(1, 6)) for _ in range(2))
    words = Alike(
        *([[rng.choice([0, 0.3, 0.9, 1]) for _ in range(3)] for _ in "abc"] for _ in "ab")
    )
    match, flows = match_grams(xs, ys, words)
    profits = np.array([[words.grams(x, y) for y in ys] for x in xs])
    limits = np.vstack(
        [np.kron(np.eye(len(xs)), np.ones(len(ys))), np.kron(np.ones(len(xs)), np.eye(len(ys)))]
    )
    weights = [one.weight for one in (*xs, *ys)]
    best = linprog(-profits.ravel(), A_ub=limits, b_ub=weights)
    assert match.similarity == pytest.approx(-best.fun)
    assert match.similarity == pytest.approx(sum(f.amount * profits[f.x, f.y] for f in flows))
    assert all(xs[flow.x].role == ys[flow.y].role for flow in flows)


def grams(rng: random.Random, count: int) -> list[RoleGram]:
    return [
        RoleGram(rng.choice(["ARG0", "ARG1"]), rng.randrange(3), rng.randrange(3), rng.random())
        for _ in range(count)
    ]

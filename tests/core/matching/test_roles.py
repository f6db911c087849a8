"""Roles matched: against an obvious solver, and what each view sees."""

import random
from collections.abc import Sequence

import numpy as np
import pytest
from scipy.optimize import linprog

from tesla_metrics.core.matching.graded_matching import WeightedWords
from tesla_metrics.core.matching.ngram_bags import f_measures
from tesla_metrics.core.matching.role_matching import (
    VIEWS,
    RoleFiller,
    RoleMatching,
    RoleText,
    make_role_grams,
)
from tesla_metrics.core.matching.word_similarity import GradedWord, Levels, get_character_bigrams

NO_SYNSETS: frozenset[int] = frozenset()
NO_LEMMAS: frozenset[str] = frozenset()
LEVELS = Levels(0.9, 0.7, 0.8, 0.6, 0.5, 0.0, 0.0, 1.5, 1.5, 0.2)


def word(form: str, lemma: str = "") -> GradedWord:
    return GradedWord(
        form, lemma or form, "NN", NO_SYNSETS, {}, NO_LEMMAS, NO_LEMMAS, False, False, True, False,
        False, get_character_bigrams(form),
    )  # fmt: skip


def text(*tuples: tuple[str, str, str], nouns: Sequence[str] = ()) -> RoleText:
    """Of (predicate, role, head), each weighing 1."""
    predicates = list(dict.fromkeys(one[0] for one in tuples))
    heads = list(dict.fromkeys(one[2] for one in tuples))
    return RoleText(
        WeightedWords([word(form) for form in predicates], [1.0] * len(predicates)),
        WeightedWords([word(form) for form in heads], [1.0] * len(heads)),
        [RoleFiller(predicates.index(p), role, heads.index(h)) for p, role, h in tuples],
        frozenset(predicates.index(noun) for noun in nouns),
        range(len(predicates)),
        range(len(heads)),
    )


def values(x: RoleText, y: RoleText) -> dict[str, float]:
    matching = RoleMatching(x, y, LEVELS)
    found = [matching.match(view)[0] for view in VIEWS]
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
@pytest.mark.parametrize("view", VIEWS)
def test_the_optimum_of_a_linear_program(seed: int, view: str) -> None:
    rng = random.Random(seed)
    matching = RoleMatching(drawn(rng), drawn(rng), LEVELS)
    match, flows = matching.match(view)
    xs, ys = make_role_grams(matching.x, view), make_role_grams(matching.y, view)
    if not xs or not ys:
        assert (match.shared_weight, flows) == (0, [])
        return
    profits = np.array(matching.compute_similarities(xs, ys))
    limits = np.vstack(
        [np.kron(np.eye(len(xs)), np.ones(len(ys))), np.kron(np.ones(len(xs)), np.eye(len(ys)))]
    )
    best = linprog(-profits.ravel(), A_ub=limits, b_ub=[one.weight for one in (*xs, *ys)])
    assert match.shared_weight == pytest.approx(-best.fun)
    assert match.shared_weight == pytest.approx(sum(f.amount * profits[f.x, f.y] for f in flows))
    assert all(xs[flow.x].role == ys[flow.y].role for flow in flows)


def drawn(rng: random.Random, count: int = 6) -> RoleText:
    forms = "sale sales mill mills dog dig man".split()
    found = [
        (rng.choice(forms), rng.choice(["ARG0", "ARG1"]), rng.choice(forms))
        for _ in range(rng.randint(1, count))
    ]
    own = text(*found, nouns=[one[0] for one in found if one[0] < "m"])
    weights = [[rng.random() for _ in words.words] for words in own[:2]]
    return own._replace(
        predicates=own.predicates._replace(weights=weights[0]),
        heads=own.heads._replace(weights=weights[1]),
    )


def test_long_texts_are_matched_by_lemmas() -> None:
    tuples = [(f"p{k}", "ARG0", f"h{k % 50}") for k in range(200)]
    x, y = text(*tuples), text(*reversed(tuples[:100]))
    matching = RoleMatching(x, y, LEVELS)
    assert not matching.is_graded
    match, flows = matching.match("tuples")
    assert match.recall == 0.5
    assert match.precision == 1.0
    assert (
        [99 - flow.y for flow in flows]
        == [flow.x for flow in flows]
        == sorted((flow.x for flow in flows), reverse=True)
    )
    match, flows = matching.match("heads")
    assert match.shared_weight == pytest.approx(100.0) == sum(flow.amount for flow in flows)
    assert set(values(x, x).values()) == {1.0}
    assert values(text(("p", "ARG1", "h1")), x)["heads"] == 0.0

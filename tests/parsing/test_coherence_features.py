"""Transitions and features: the example of the paper, and counting without wit."""

import random
from collections import Counter, defaultdict
from itertools import product

import pytest

from tesla_metrics.parsing.coherence import (
    FEATURE_KINDS,
    RoleMatrix,
    compute_coherence_features,
    count_pairs,
    count_transitions,
    select_roles,
)

THREE = ("Comp.Arg2", "Exp.Arg1", "Temp.Arg1")
EXAMPLE = RoleMatrix(
    ("copper", "cananea", "operat", "depend"),
    4,
    (
        ((1, ("Comp.Arg1", "Comp.Arg2")),),
        ((0, ("Comp.Arg1",)), (2, THREE), (3, ("Exp.Arg2",))),
        ((2, THREE), (3, ("Exp.Arg1", "Exp.Arg2"))),
        ((0, ("Comp.Arg1",)),),
    ),
)
ROLES = ("Comp.Arg1", "E.Comp.Arg1", "Exp.Arg2", "N.Exp.Arg2", "NoRel.Arg1", "N.NoRel.Arg1")


def naive(matrix: RoleMatrix, length: int) -> Counter[tuple[str, ...]]:
    found: Counter[tuple[str, ...]] = Counter()
    for term in range(len(matrix.terms)):
        cells = [matrix.get_cell(row, term) or ("nil",) for row in range(matrix.n_sentences)]
        for start in range(matrix.n_sentences - length + 1):
            found.update(product(*cells[start : start + length]))
    return found


def drawn(seed: int) -> RoleMatrix:
    chance = random.Random(seed)
    terms, sentences = chance.randrange(6), chance.randrange(8)
    columns = []
    for _ in range(terms):
        rows = [row for row in range(sentences) if chance.random() < 0.5]
        cells = [tuple(sorted(chance.sample(ROLES, chance.randrange(1, 5)))) for _ in rows]
        columns.append(tuple(zip(rows, cells, strict=True)))
    return RoleMatrix(tuple(map(str, range(terms))), sentences, tuple(columns))


def test_the_example_has_25_transitions_of_length_2() -> None:
    counts = count_transitions(EXAMPLE, 2)
    assert counts.total() == 25
    assert counts["Comp.Arg2", "Exp.Arg2"] == 2
    features = compute_coherence_features(EXAMPLE, FEATURE_KINDS["lin"])
    assert features["Comp.Arg2→Exp.Arg2"] == 2 / 25


@pytest.mark.parametrize("seed", range(60))
def test_transitions_are_those_of_a_naive_enumeration(seed: int) -> None:
    matrix = drawn(seed)
    for length in (1, 2, 3, 4):
        assert count_transitions(matrix, length) == naive(matrix, length)


def test_pairs_of_one_cell_are_named_in_the_order_of_their_strings() -> None:
    pairs = count_pairs(EXAMPLE)
    assert pairs["Comp.Arg2", "Exp.Arg1"] == 2
    assert pairs["Exp.Arg1", "Temp.Arg1"] == 2
    assert pairs.total() == 1 + 3 + 3 + 1
    features = compute_coherence_features(EXAMPLE, FEATURE_KINDS["lin+c"])
    assert features["Comp.Arg2↔Temp.Arg1"] == 2 / 8


MIXED = RoleMatrix(
    ("cananea",),
    2,
    (((0, ("Comp.Arg2", "E.Comp.Arg2", "E.Temp.Arg1", "Temp.Arg1")), (1, ("EntRel.Arg2",))),),
)


def test_kinds_differ_in_what_they_look_at() -> None:
    names = {
        name: set(compute_coherence_features(MIXED, kind)) for name, kind in FEATURE_KINDS.items()
    }
    assert names["lin"] == {"Comp.Arg2→EntRel.Arg2", "Temp.Arg1→EntRel.Arg2"}
    assert names["lin+c"] == names["lin"] | {"Comp.Arg2↔Temp.Arg1"}
    assert names["lin+e"] == names["lin"] | {"E.Comp.Arg2→EntRel.Arg2", "E.Temp.Arg1→EntRel.Arg2"}
    assert "E.Comp.Arg2↔Temp.Arg1" in names["dicomer"]
    assert names["dicomer"] > names["lin+c"] | names["lin+e"]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("name", FEATURE_KINDS)
def test_values_of_each_sort_add_up_to_one(seed: int, name: str) -> None:
    matrix = drawn(seed)
    features = compute_coherence_features(matrix, FEATURE_KINDS[name])
    sorts: dict[int, float] = defaultdict(float)
    for feature, value in features.items():
        sorts[feature.count("→")] += value
    assert all(total == pytest.approx(1) for total in sorts.values())


def test_one_sentence_has_no_transitions_and_an_empty_text_nothing() -> None:
    alone = RoleMatrix(("mill",), 1, (((0, ("Comp.Arg1", "Temp.Arg2")),),))
    assert compute_coherence_features(alone, FEATURE_KINDS["lin"]) == {}
    assert compute_coherence_features(alone, FEATURE_KINDS["dicomer"]) == {
        "Comp.Arg1↔Temp.Arg2": 1.0
    }
    assert compute_coherence_features(RoleMatrix((), 0, ()), FEATURE_KINDS["dicomer"]) == {}


def test_roles_with_their_explicitness_are_nil_where_they_are_not_looked_at() -> None:
    only = RoleMatrix(("mill",), 1, (((0, ("E.Comp.Arg1",)),),))
    assert select_roles(only, FEATURE_KINDS["lin"]).columns == ((),)

"""One matching for both sides: what either can have alone both have at once."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from tesla_metrics.core.matching.celab_links import Flows, find_flows

Links = list[tuple[int, int]]


def sums(flows: Flows, side: int, size: int) -> list[float]:
    found = [0.0] * size
    for link, flow in flows.items():
        found[link[side]] += flow
    return found


def reachable(
    links: Links, counts: tuple[list[int], list[int]], side: int, seed: int
) -> list[float]:
    """What one side can have alone: a vertex of what is possible, and something below it."""
    rng = np.random.default_rng(seed)
    at = np.zeros((len(counts[0]) + len(counts[1]), len(links)))
    for k, (x, y) in enumerate(links):
        at[x, k] = at[len(counts[0]) + y, k] = 1.0
    wishes = rng.normal(size=len(counts[side]))
    worth = [wishes[link[side]] for link in links]
    found = linprog(-np.array(worth), A_ub=at, b_ub=[*counts[0], *counts[1]], method="highs-ds")
    flows = dict(zip(links, found.x.tolist(), strict=True))
    return [own * rng.choice([1.0, 1.0, 0.5]) for own in sums(flows, side, len(counts[side]))]


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 10**6))
def test_both_have_what_each_can_have(seed: int) -> None:
    rng = random.Random(seed)
    sizes = rng.randint(1, 6), rng.randint(1, 6)
    counts = (
        [rng.randint(1, 3) for _ in range(sizes[0])],
        [rng.randint(1, 3) for _ in range(sizes[1])],
    )
    links = [(x, y) for x in range(sizes[0]) for y in range(sizes[1]) if rng.random() < 0.4]
    if not links:
        return
    rng.shuffle(links)
    needs = reachable(links, counts, 0, seed), reachable(links, counts, 1, seed + 1)
    flows = find_flows(links, counts, (dict(enumerate(needs[0])), dict(enumerate(needs[1]))))
    has = sums(flows, 0, sizes[0]), sums(flows, 1, sizes[1])
    assert min(flows.values()) > 0
    for own, need, count in zip(has, needs, counts, strict=True):
        assert all(a >= b - 1e-8 for a, b in zip(own, need, strict=True))
        assert all(a <= b + 1e-8 for a, b in zip(own, count, strict=True))
    for x, y in links:
        assert min(counts[0][x] - has[0][x], counts[1][y] - has[1][y]) < 1e-8


def test_the_first_links_have_the_first_choice() -> None:
    links = [(0, 0), (0, 1), (1, 0)]
    assert find_flows(links, ([1, 1], [1, 1]), ({}, {})) == {(0, 0): 1}
    # Unless somebody needs it otherwise.
    assert find_flows(links, ([1, 1], [1, 1]), ({1: 1.0}, {})) == {(0, 1): 1, (1, 0): 1}
    assert find_flows(links, ([1, 1], [1, 1]), ({}, {1: 0.5})) == {
        (0, 0): 0.5, (0, 1): 0.5, (1, 0): 0.5,
    }  # fmt: skip


def test_what_cannot_be_had() -> None:
    with pytest.raises(ValueError, match="cannot be met"):
        find_flows([(0, 0), (1, 0)], ([1, 1], [1]), ({0: 1.0, 1: 1.0}, {}))

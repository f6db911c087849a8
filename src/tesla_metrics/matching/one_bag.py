"""Bags that hold n-grams of all lengths, and their agreement: what PEM compares."""

from collections.abc import Mapping
from typing import NamedTuple


class OneBag(NamedTuple):
    """Weights by n-gram, and all of them together."""

    weights: Mapping[tuple[str, ...], float]
    total: float


def f1(x: OneBag, y: OneBag) -> float:
    """2 P R / (P + R) of what two bags share; 1 where both are empty, 0 where one is."""
    if not x.weights and not y.weights:
        return 1.0
    # Added up in the order of the total: a bag has all of itself in common, to the last bit.
    shared = sum(min(weight, x.weights[g]) for g, weight in y.weights.items() if g in x.weights)
    between = y.total + 0.5 * (x.total - y.total)  # y's itself where both weigh the same
    return min(shared / between, 1.0) if shared else 0.0

"""The discounts of modified Kneser-Ney (Chen & Goodman 1998, equation 26)."""

from typing import NamedTuple

import numpy as np

from ..errors import InputError
from .counts import Integers


class Discounts(NamedTuple):
    """What is taken off a count of one, of two, and of three or more."""

    one: float
    two: float
    more: float


# Those of lmplz --discount_fallback.
FALLBACK = Discounts(0.5, 1.0, 1.5)


def estimate_discounts(counts: Integers, order: int, fallback: Discounts | None) -> Discounts:
    """From how many n-grams have a count of 1, 2, 3 and 4; `fallback` where that is no use."""
    n = np.bincount(counts[(counts > 0) & (counts < 5)], minlength=5).tolist()
    found = _estimate(n)
    if found is not None:
        return found
    if fallback is not None:
        return fallback
    raise InputError(
        f"the text is too small or too regular to estimate the discounts of {order}-grams "
        f"({n[1]} are seen once, {n[2]} twice, {n[3]} three times): give more text, a lower order "
        "or --discount-fallback"
    )


def _estimate(n: list[int]) -> Discounts | None:
    if not (n[1] and n[2] and n[3]):
        return None
    y = n[1] / (n[1] + 2 * n[2])
    found = Discounts(*(j - (j + 1) * y * n[j + 1] / n[j] for j in (1, 2, 3)))
    return found if all(0 <= amount <= j for j, amount in enumerate(found, 1)) else None

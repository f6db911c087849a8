"""What each of several parts has cost, of a value that is no sum of them."""

from collections.abc import Callable, Sequence
from itertools import product
from math import factorial

import numpy as np

from ..arrays import Floats


def shapley(
    value: Callable[[Floats], Floats], best: Sequence[float], own: Sequence[float]
) -> list[float]:
    """From value(best) down to value(own), one part after another; the mean over all orders.

    `value` takes rows. All together are value(best) - value(own) (Shapley 1953).
    """
    count = len(own)
    chosen = list(product((False, True), repeat=count))  # which parts have come down
    rows = np.where(np.array(chosen), own, best)
    values = dict(zip(chosen, value(rows).tolist(), strict=True))
    lost = [0.0] * count
    for down, before in values.items():
        if all(down):
            continue
        share = factorial(sum(down)) * factorial(count - sum(down) - 1) / factorial(count)
        for part in range(count):
            if not down[part]:
                after = values[*down[:part], True, *down[part + 1 :]]
                lost[part] += share * (before - after)
    return lost

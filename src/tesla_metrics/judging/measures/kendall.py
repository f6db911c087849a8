"""Kendall's tau-b: counts of concordant and discordant pairs, quickly."""

import numpy as np

from ...arrays import Floats, Indices

_ROWS = 256


def tau_b(x: Floats, y: Floats) -> float:
    """(concordant - discordant) / sqrt(pairs untied in x * pairs untied in y)."""
    _, x_ranks = np.unique(x, return_inverse=True)
    _, y_ranks = np.unique(y, return_inverse=True)
    pairs = len(x) * (len(x) - 1) // 2
    tied_x, tied_y = _tied(x_ranks), _tied(y_ranks)
    tied_both = _tied(x_ranks * (int(y_ranks.max()) + 1) + y_ranks)
    discordant = _inversions(y_ranks[np.lexsort((y_ranks, x_ranks))])
    agreement = pairs - tied_x - tied_y + tied_both - 2 * discordant
    untied = (pairs - tied_x) * (pairs - tied_y)
    return agreement / untied**0.5 if untied else float("nan")


def pair_signs(x: Floats, y: Floats, group: Indices) -> tuple[Floats, Floats, Floats]:
    """Sums over the pairs of entries of two groups, for every two groups, in ascending order.

    Of sign(dx) sign(dy), of [x differs], of [y differs]: with weights w of the groups, w A w is
    twice the count over the weighted entries. Copies of one entry tie and add nothing.
    """
    order = np.argsort(group, kind="stable")
    x, y, group = x[order], y[order], group[order]
    _, starts, group = np.unique(group, return_index=True, return_inverse=True)
    forms = [np.zeros((len(starts), len(starts))) for _ in range(3)]
    for start in range(0, len(x), _ROWS):
        part = slice(start, start + _ROWS)
        dx = np.sign(x[part, None] - x).astype(np.int8)
        dy = np.sign(y[part, None] - y).astype(np.int8)
        for form, signs in zip(forms, (dx * dy, dx != 0, dy != 0), strict=True):
            sums = np.add.reduceat(signs, starts, axis=1, dtype=np.float64)
            np.add.at(form, group[part], sums)
    return forms[0], forms[1], forms[2]


def _tied(ranks: Indices) -> int:
    _, counts = np.unique(ranks, return_counts=True)
    return int((counts * (counts - 1) // 2).sum())


def _inversions(ranks: Indices) -> int:
    """Pairs that stand in falling order, a bit at a time from the highest.

    Among values that agree in the bits above, a pair is out of order at this bit if a one stands
    before a zero; values are then sorted by this bit, keeping their order.
    """
    count = 0
    for bit in range(int(ranks.max()).bit_length() - 1, -1, -1):
        above, digit = ranks >> (bit + 1), (ranks >> bit) & 1
        ones = np.cumsum(digit)
        first = np.flatnonzero(np.diff(above, prepend=-1))  # where groups begin
        before = np.repeat((ones - digit)[first], np.diff(np.append(first, len(ranks))))
        count += int(((ones - before) * (1 - digit)).sum())
        ranks = ranks[np.argsort(ranks >> bit, kind="stable")]
    return count

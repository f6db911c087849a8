"""The sign test: an exact binomial test on segments won and lost."""

from math import exp, lgamma, log
from sys import float_info


def sign_test(wins: int, losses: int) -> float:
    """Two-sided p-value of so many wins and losses, ties left out, if either were as likely."""
    trials, fewer = wins + losses, min(wins, losses)
    if wins == losses:
        return 1.0
    ways = lgamma(trials + 1) - lgamma(fewer + 1) - lgamma(trials - fewer + 1)
    # The tail relative to its largest term; the terms fall off faster than a geometric series.
    term = tail = 1.0
    for successes in range(fewer, 0, -1):
        term *= successes / (trials - successes + 1)
        tail += term
        if term < tail * float_info.epsilon / trials:
            break
    # A p-value is never 0, though it may be too small for a float.
    return min(1.0, max(2 * tail * exp(ways - trials * log(2)), float_info.min))

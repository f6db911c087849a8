"""Holm's correction for several tests at once (Holm 1979)."""

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Each p-value as it stands among its family, in the order given.

    Of m p-values the smallest is multiplied by m, the next by m - 1 and so on, and none becomes
    smaller than the one before. Rejecting what is at most alpha then keeps the chance of any false
    rejection in the family at alpha, however the tests depend on each other.
    """
    corrected = [0.0] * len(p_values)
    floor = 0.0
    for place, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        floor = max(floor, min(1.0, (len(p_values) - place) * p_values[index]))
        corrected[index] = floor
    return corrected

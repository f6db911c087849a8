"""The least-squares line."""

import math
from collections.abc import Sequence
from itertools import pairwise

Place = tuple[float, float]


def fitted(places: Sequence[Place], top: float, bottom: float) -> tuple[Place, Place] | None:
    """Ends of the line across the places, cut off above and below; None if it would say nothing.

    Axes are linear, so the line through pixels is that through values, without their extremes.
    """
    if len(set(places)) < 3:
        return None
    x_mean = math.fsum(x for x, _ in places) / len(places)
    y_mean = math.fsum(y for _, y in places) / len(places)
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    # Nearly upright, it would be noise; no data are this close unless all values are equal.
    if right - left < 0.5:
        return None
    variance = math.fsum((x - x_mean) ** 2 for x, _ in places)
    slope = math.fsum((x - x_mean) * (y - y_mean) for x, y in places) / variance

    def inside(x: float) -> bool:
        return top <= y_mean + slope * (x - x_mean) <= bottom

    crossings = [x_mean + (edge - y_mean) / slope for edge in (top, bottom)] if slope else []
    stops = sorted([left, right, *(x for x in crossings if left < x < right)])
    a, b = next((a, b) for a, b in pairwise(stops) if inside((a + b) / 2))
    return (a, y_mean + slope * (a - x_mean)), (b, y_mean + slope * (b - x_mean))

"""Where weights may lie, and where random starts do."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Floats
from .line import Window


@dataclass(frozen=True, eq=False)
class Space:
    """Where weights may lie.

    low, high   of each weight; what has no room between them stays as it is
    ranges      what random starts are drawn from, a row of two for each weight
    """

    low: Floats
    high: Floats
    ranges: Floats

    @classmethod
    def unbound(cls, start: Floats) -> "Space":
        """All that there is."""
        ends = np.full(len(start), np.inf)
        return cls(-ends, ends, default_ranges(start))

    def drawn(self, random: np.random.Generator) -> Floats:
        """A random start."""
        return self.clipped(random.uniform(self.ranges[:, 0], self.ranges[:, 1]))

    def clipped(self, weights: Floats) -> Floats:
        """The nearest that is allowed."""
        return np.clip(weights, self.low, self.high)

    def window(self, weights: Floats, direction: Floats) -> Window:
        """How far one may go that way."""
        moved = direction != 0
        with np.errstate(over="ignore"):
            ends = (np.stack([self.low, self.high]) - weights)[:, moved] / direction[moved]
        low, high = np.sort(ends, axis=0)
        reach = float(np.abs(weights).sum() / np.abs(direction).sum())
        return Window(float(low.max()), float(high.min()), reach or 1.0)


def default_ranges(start: Floats) -> Floats:
    """Random starts lie as far out as the start does."""
    far = float(np.abs(start).max(initial=0.0)) or 1.0
    return np.tile([-far, far], (len(start), 1))

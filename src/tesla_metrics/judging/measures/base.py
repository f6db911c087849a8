"""What every measure can do: one value, values of resampled segments, values of mixed scores."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ..judgments import Track
from ..scored import Scored

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Numbers in memory at a time in the large intermediate arrays.
BLOCK = 1 << 22


class Measure(ABC):
    """A number that says how well a metric agrees with people; it has no state.

    A value is NaN where it is not defined: the correlation of a constant, say.
    """

    name: ClassVar[str]
    level: ClassVar[str]  # segment or system
    about: ClassVar[str]  # the definition in a line, with what happens to ties

    @abstractmethod
    def applies(self, track: Track) -> bool:
        """Whether people judged what it takes."""

    def value(self, track: Track, scored: Scored) -> float:
        """The measure on the whole track."""
        if self.level == "segment":
            if scored.segments is None:
                return float("nan")
            return float(self.of_matrices(track, scored.segments[None])[0])
        return float(self.of_systems(track, scored.systems[None])[0])

    @abstractmethod
    def resampled(
        self, track: Track, scored: Scored, weights: "NDArray[np.float64]"
    ) -> "NDArray[np.float64] | None":
        """A value for each row of `weights`, which says how often each segment is drawn.

        None where the scores cannot be resampled, being of whole systems only.
        """

    @abstractmethod
    def of_matrices(self, track: Track, matrices: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """A value for each matrix of segment scores (a row a system) in the stack."""

    def of_systems(self, track: Track, systems: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """A value for each row of system scores."""
        raise NotImplementedError  # only measures of systems are asked


def rowwise_pearson(xs: "NDArray[np.float64]", y: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Pearson's correlation of each row with y."""
    # Rounding of the mean would make differences out of equal scores.
    constant = (xs.max(axis=1) == xs.min(axis=1)) | (y.max() == y.min())
    xs = xs - xs.mean(axis=1, keepdims=True)
    y = y - y.mean()
    with np.errstate(invalid="ignore", divide="ignore"):
        values: NDArray[np.float64] = (xs @ y) / np.sqrt((xs**2).sum(axis=1) * (y**2).sum())
    values[constant] = np.nan
    return values


def midranks(xs: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Ranks in each row, from 1; equal values share the mean of their ranks."""
    ranks = np.empty(xs.shape)
    for x, out in zip(xs, ranks, strict=True):
        _, inverse, counts = np.unique(x, return_inverse=True, return_counts=True)
        out[:] = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    return ranks

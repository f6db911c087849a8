"""What every measure can do: one value, values of resampled segments, values of mixed scores."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from ...arrays import Floats
from ..judgments import Track
from ..scored import Scored

# Numbers in memory at a time in the large intermediate arrays.
BLOCK = 1 << 22


def in_blocks(rows: Floats, size: int) -> Iterator[Floats]:
    """The rows, as many at a time as make a block where each of them takes `size` numbers."""
    step = max(1, BLOCK // size)
    return (rows[start : start + step] for start in range(0, len(rows), step))


class Measure(ABC):
    """A number that says how well a metric agrees with people; it has no state.

    A value is NaN where it is not defined: the correlation of a constant, say.
    """

    name: ClassVar[str]
    level: ClassVar[str]  # segment or system
    about: ClassVar[str]  # the definition in a line, with what happens to ties

    @abstractmethod
    def applies(self, track: Track) -> bool:
        """Whether the track has the judgments that this measure compares with."""

    @abstractmethod
    def value(self, track: Track, scored: Scored) -> float:
        """The measure on the whole track."""

    @abstractmethod
    def resampled(self, track: Track, scored: Scored, weights: Floats) -> Floats | None:
        """A value for each row of `weights`, which says how often each segment is drawn.

        None where the scores cannot be resampled, being of whole systems only.
        """

    @abstractmethod
    def of_matrices(self, track: Track, matrices: Floats) -> Floats:
        """A value for each matrix of segment scores (a row a system) in the stack."""


class OfSegments(Measure):
    """A measure of segment scores; without these it is not defined."""

    def value(self, track: Track, scored: Scored) -> float:
        if scored.segments is None:
            return float("nan")
        return float(self.of_matrices(track, scored.segments[None])[0])

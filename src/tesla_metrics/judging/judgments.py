"""What people said about the outputs of systems."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..arrays import Floats, Indices


@dataclass(frozen=True, eq=False)
class Rankings:
    """Pairwise judgments, an entry of each array a judgment.

    `segment` counts from 0, `a` and `b` are systems by number, `preference` is 1 where a is
    better, -1 where b is, 0 for a tie.
    """

    segment: Indices
    a: Indices
    b: Indices
    preference: NDArray[np.int8]
    judges: Sequence[str]

    def __len__(self) -> int:
        return len(self.segment)


@dataclass(frozen=True, eq=False)
class Track:
    """One language pair of one test set: outputs, references, judgments.

    Human scores are higher for better outputs; NaN stands where nobody judged.
    """

    test_set: str
    pair: str
    outputs: Mapping[str, Sequence[str]]
    references: Mapping[str, Sequence[str]]
    rankings: Rankings | None
    segment_scores: Floats | None  # a row a system
    system_scores: Floats | None

    @property
    def name(self) -> str:
        return f"{self.test_set}/{self.pair}" if self.test_set else self.pair

    @property
    def lang(self) -> str:
        """The language of the outputs."""
        return self.pair.partition("-")[2]

    @property
    def systems(self) -> tuple[str, ...]:
        return tuple(self.outputs)

    @property
    def segments(self) -> int:
        return len(next(iter(self.references.values())))

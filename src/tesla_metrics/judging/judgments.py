"""What people said about the outputs of systems."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..arrays import Floats, Indices

# What a track's segments are: those of a translation; topics, each with a summary a system; the
# sources of rated pairs, each with so many candidates, whatever made them.
SEGMENT, TOPIC, PAIRS = "segment", "topic", "source"


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
    """One language pair of one test set, or one human dimension of summaries or rated pairs.

    Human scores are higher for better outputs; NaN stands where nobody judged.

    unit        what the segments are
    language    of the outputs, where no language pair names it
    sources     what the outputs were made from
    there       which outputs there are, where there is not one of each system for each segment
    """

    test_set: str
    pair: str
    outputs: Mapping[str, Sequence[str]]
    references: Mapping[str, Sequence[str | None]]  # None: a topic has not so many
    rankings: Rankings | None
    segment_scores: Floats | None  # a row a system
    system_scores: Floats | None
    unit: str = SEGMENT
    language: str = ""
    sources: Sequence[str] | None = None
    there: NDArray[np.bool_] | None = None

    @property
    def name(self) -> str:
        return f"{self.test_set}/{self.pair}" if self.test_set else self.pair

    @property
    def block(self) -> str:
        """What it is averaged with: a test set's language pairs, while a dimension stands alone."""
        return self.test_set if self.unit == SEGMENT else self.name

    @property
    def lang(self) -> str:
        """The language of the outputs."""
        return self.pair.partition("-")[2] if self.unit == SEGMENT else self.language

    @property
    def count(self) -> int:
        """How many outputs there are."""
        return len(self.outputs) * self.segments if self.there is None else int(self.there.sum())

    @property
    def averaged(self) -> bool:
        """Whether system scores are means of segments', and are drawn with these."""
        return self.unit == TOPIC

    @property
    def systems(self) -> tuple[str, ...]:
        return tuple(self.outputs)

    @property
    def segments(self) -> int:
        return len(next(iter(self.outputs.values())))

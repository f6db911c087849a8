"""Human judgments of system outputs, and the collection of faults in their files."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..arrays import Floats, Indices
from ..errors import InputError


@dataclass
class FaultCollector:
    """Collector of faults in input files. Without `skip_faults` the first fault raises an
    InputError.

    skip           whether lines with faults are skipped
    counts         number of faults by kind
    first_by_kind  description of the first fault of each kind, with its file and line
    """

    skip_faults: bool = False
    counts: Counter[str] = field(default_factory=Counter)
    first_by_kind: dict[str, str] = field(default_factory=dict)

    def add(self, kind: str, path: Path, line: int | None, description: str, fix: str) -> None:
        """Record a fault, or raise an InputError without `skip_faults`.

        kind         class of the fault, which the summary counts
        line         line number from 1; None if the fault is not in a single line
        description  what is wrong
        fix          what the user can do, as an imperative
        """
        location = f"{path}, line {line}" if line else str(path)
        if not self.skip_faults:
            raise InputError(
                f"{location}: {description}; {fix}, or skip such lines with --skip-bad"
            )
        self.counts[kind] += 1
        self.first_by_kind.setdefault(kind, f"{location}: {description}")

    def summary(self) -> list[str]:
        """Return one line per kind of fault: the count and the first occurrence."""
        return [
            f"{count} left out ({kind}), the first: {self.first_by_kind[kind]}"
            for kind, count in self.counts.items()
        ]


# What one segment of a track is: a segment of a translation; a topic, with one summary per system;
# or the source of rated pairs, with any number of candidates from unknown systems.
SEGMENT_UNIT, TOPIC_UNIT, SOURCE_UNIT = "segment", "topic", "source"


@dataclass(frozen=True, eq=False)
class Rankings:
    """Pairwise judgments, with one entry of each array per judgment.

    segment     indices of segments, from 0
    a, b        indices of the two systems
    preference  1 where a is better, -1 where b is better, 0 for a tie
    judges      names of the judges
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
    """Outputs and human judgments of one language pair, or of one column of human scores in a file.

    Human scores are higher for better outputs, and NaN where nobody judged.

    Parameters
    ----------
    test_set, pair : names of the test set and of its language pair or human score
    outputs, references : texts by name of the system or reference; None for a missing reference
    rankings : pairwise human judgments
    segment_scores : human scores of shape (n_systems, n_segments)
    system_scores : human scores of shape (n_systems,)
    unit : what a segment is: segment, topic or source
    language : language of the outputs, if `pair` is not a language pair
    sources : the texts that the outputs were made from
    present : mask of the existing outputs, of shape (n_systems, n_segments); None: all exist
    """

    test_set: str
    pair: str
    outputs: Mapping[str, Sequence[str]]
    references: Mapping[str, Sequence[str | None]]  # None: the topic has fewer references
    rankings: Rankings | None
    segment_scores: Floats | None  # one row per system
    system_scores: Floats | None
    unit: str = SEGMENT_UNIT
    language: str = ""
    sources: Sequence[str] | None = None
    present: NDArray[np.bool_] | None = None

    @property
    def name(self) -> str:
        """Test set and language pair, such as wmt21/en-de."""
        return f"{self.test_set}/{self.pair}" if self.test_set else self.pair

    @property
    def average_group(self) -> str:
        """Group of tracks whose values are averaged: the test set, or the track alone for files."""
        return self.test_set if self.unit == SEGMENT_UNIT else self.name

    @property
    def lang(self) -> str:
        """Language of the outputs."""
        return self.pair.partition("-")[2] if self.unit == SEGMENT_UNIT else self.language

    @property
    def output_count(self) -> int:
        """Number of outputs."""
        return (
            len(self.outputs) * self.segments if self.present is None else int(self.present.sum())
        )

    @property
    def has_mean_system_scores(self) -> bool:
        """Whether human system scores are means of segment scores, which can be resampled."""
        return self.unit == TOPIC_UNIT

    @property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems, in the order of the rows of scores."""
        return tuple(self.outputs)

    @property
    def segments(self) -> int:
        """Number of segments."""
        return len(next(iter(self.outputs.values())))

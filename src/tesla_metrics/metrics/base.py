"""Metric and Score: the two nouns every user meets."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import ClassVar

from ..analysis.sentence import Sentence
from .inputs import References, Segment, check_inputs, warn_of_empty
from .parallel import in_chunks
from .signature import Signature

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Score:
    """A system's score, its segments' scores, and what produced them."""

    metric: str
    value: float
    segments: tuple[float, ...]
    signature: Signature
    higher_is_better: bool = True

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return f"{self.metric} {self.value:.4f} {self.signature}"


class Metric(ABC):
    """An immutable configuration; scoring never changes it."""

    name: ClassVar[str]
    higher_is_better: ClassVar[bool] = True

    def score(
        self,
        hypotheses: Sequence[Segment],
        references: References,
        *,
        jobs: int = 1,
        progress: Progress | None = None,
    ) -> Score:
        """Score one system.

        `references` is one list as long as `hypotheses`, or a list of such lists, one a reference
        set. Segments are texts or analysed sentences. `jobs` processes share the work; `progress`
        is told how many more segments are done.
        """
        sets = check_inputs(hypotheses, references)
        warn_of_empty(sets)
        value, segments = self._score(hypotheses, sets, jobs, progress)
        analysed = isinstance(hypotheses[0], Sentence)
        signature = self.signature(len(sets), analysed)
        return Score(self.name, value, tuple(segments), signature, self.higher_is_better)

    @abstractmethod
    def signature(self, references: int, analysed: bool = False) -> Signature:
        """The signature of scores against that many references; `analysed`: of given analyses."""

    @abstractmethod
    def _score(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Sequence[Segment]],
        jobs: int,
        progress: Progress | None,
    ) -> tuple[float, Sequence[float]]:
        """System score and segment scores of checked input."""


class SegmentMetric(Metric):
    """A metric whose system score is the mean of its segments'."""

    @abstractmethod
    def segment_scores(
        self, hypotheses: Sequence[Segment], references: Sequence[Sequence[Segment]]
    ) -> list[float]:
        """The score of each segment."""

    def _score(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Sequence[Segment]],
        jobs: int,
        progress: Progress | None,
    ) -> tuple[float, Sequence[float]]:
        segments = in_chunks(self.segment_scores, hypotheses, references, jobs, progress)
        return fmean(segments), segments

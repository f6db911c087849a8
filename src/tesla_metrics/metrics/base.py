"""Metric and Score: the two nouns every user meets."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import fsum
from typing import TYPE_CHECKING, Any, ClassVar

from ..analysis.sentence import Sentence
from ..errors import UsageError
from .inputs import References, Segment, check_inputs, check_matrix, warn_of_empty
from .parallel import in_chunks
from .signature import Signature

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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
        set. Segments are texts or analysed sentences. `jobs` threads (with the native core) or
        processes share the work; `progress` is told how many more segments are done.
        """
        sets = check_inputs(hypotheses, references)
        warn_of_empty(sets)
        tally = Tally(self.for_references(lambda: chain(*sets)), keep_segments=True)
        tally.add(hypotheses, sets, jobs, progress)
        return tally.score()

    def matrix(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], *, jobs: int = 1
    ) -> "NDArray[np.float64]":
        """Every hypothesis against every reference by itself; a row a hypothesis."""
        check_matrix(hypotheses, references)
        if jobs < 1:
            raise UsageError(f"{jobs} jobs: give a number from 1 on")
        metric = self.for_references(lambda: references)
        return metric._matrix(hypotheses, references, jobs)

    def for_references(self, segments: "Callable[[], Iterable[Segment]]") -> "Metric":
        """The metric for these references, if it learns from them what it does not know.

        Whoever calls `statistics` asks for this first, with all references there are.
        """
        return self

    def _matrix(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], jobs: int
    ) -> "NDArray[np.float64]":
        """The matrix of checked input."""
        import numpy as np

        columns = []
        for reference in references:
            statistics = self.statistics(hypotheses, [[reference] * len(hypotheses)], jobs, None)
            columns.append([self.segment_value(row) for row in statistics])
        return np.array(columns, dtype=np.float64).T

    @abstractmethod
    def signature(self, references: int, analysed: bool = False) -> Signature:
        """The signature of scores against that many references; `analysed`: of given analyses."""

    # What a segment contributes: extracted once, added up and evaluated as often as one likes.

    @abstractmethod
    def statistics(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Sequence[Segment]],
        jobs: int,
        progress: Progress | None,
    ) -> Sequence[Any]:
        """One row a segment of checked input."""

    @abstractmethod
    def segment_value(self, row: Any) -> float:
        """The score of one segment."""

    @abstractmethod
    def total(self, rows: Sequence[Any]) -> Any:
        """The rows of many segments as one."""

    @abstractmethod
    def system_value(self, total: Any) -> float:
        """The score of all that was added up."""

    @abstractmethod
    def resampled(
        self, rows: Sequence[Any], weights: "NDArray[np.float64]"
    ) -> "NDArray[np.float64]":
        """System scores of samples: a row of `weights` says how often each of `rows` is drawn.

        `rows` are those of `statistics`, or the same as an array.
        """


class Tally:
    """A system's score as its segments come in, in bounded memory unless segments are kept."""

    def __init__(self, metric: Metric, *, keep_segments: bool) -> None:
        self._metric, self._keep = metric, keep_segments
        self._totals: list[Any] = []
        self._segments: list[float] = []
        self._references, self._analysed = 0, False

    def add(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Sequence[Segment]],
        jobs: int,
        progress: Progress | None,
    ) -> None:
        """More segments, checked already."""
        if jobs < 1:
            raise UsageError(f"{jobs} jobs: give a number from 1 on")
        rows = self._metric.statistics(hypotheses, references, jobs, progress)
        self._totals.append(self._metric.total(rows))
        if self._keep:
            self._segments += [self._metric.segment_value(row) for row in rows]
        self._references = len(references)
        self._analysed = isinstance(hypotheses[0], Sentence)

    def score(self) -> Score:
        """The score so far."""
        metric = self._metric
        value = metric.system_value(metric.total(self._totals))
        signature = metric.signature(self._references, self._analysed)
        return Score(metric.name, value, tuple(self._segments), signature, metric.higher_is_better)


class SegmentMetric(Metric):
    """A metric whose system score is the mean of its segments'."""

    @property
    def threaded(self) -> bool:
        """Whether `segment_scores` makes use of threads, so that no processes are needed."""
        return False

    @abstractmethod
    def segment_scores(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Sequence[Segment]],
        threads: int = 1,
    ) -> list[float]:
        """The score of each segment."""

    def statistics(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[Sequence[Segment]],
        jobs: int,
        progress: Progress | None,
    ) -> Sequence[tuple[float, int]]:
        values = in_chunks(
            self.segment_scores, hypotheses, references, jobs, progress, self.threaded
        )
        return [(value, 1) for value in values]

    def segment_value(self, row: tuple[float, int]) -> float:
        return row[0]

    def total(self, rows: Sequence[tuple[float, int]]) -> tuple[float, int]:
        return fsum(value for value, _ in rows), sum(count for _, count in rows)

    def system_value(self, total: tuple[float, int]) -> float:
        return total[0] / total[1]

    def resampled(
        self, rows: Sequence[tuple[float, int]], weights: "NDArray[np.float64]"
    ) -> "NDArray[np.float64]":
        import numpy as np

        sums, counts = np.array(rows, dtype=np.float64).T
        means: NDArray[np.float64] = (weights @ sums) / (weights @ counts)
        return means

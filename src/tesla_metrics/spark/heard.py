"""What the driver hears of the work of workers: sums, bad rows, warnings."""

import re
from collections.abc import Sequence
from typing import Any

from ..errors import TeslaError, warn_user
from ..frames.bad import BadRows
from ..frames.scoring import ScoredBatch
from ..frames.totals import Totals
from ..metrics.base import Progress, Scorer
from ..metrics.score import Score
from ..resampling import Resampling

# Warnings that are passed on.
_MOST = 20


class Hearsay:
    """Of one task, or of all that have ended so far.

    bad         rows that could not be scored
    refused     what a task gave up for, and the partition that it worked on
    warnings    by what they say, numbers aside: a hundred workers say it a hundred times
    """

    def __init__(self, metrics: int, keep_bad: bool = True, how: str = "") -> None:
        self.metrics = metrics
        self.totals = Totals(metrics)
        self.bad = BadRows(keep_bad, how)
        self.refused: tuple[int, TeslaError] | None = None
        self.warnings: dict[str, str] = {}
        # Systems by the partition that they are first seen in, and which they are there.
        self._seen: dict[str, tuple[int, int]] = {}

    def add(self, scored: ScoredBatch, system: str | None, partition: int) -> None:
        """A batch."""
        self.totals.add(scored, system)
        for place, name in enumerate(self.totals.systems):
            self._seen.setdefault(name, (partition, place))

    def scores(
        self, scorers: Sequence[Scorer[Any]], asked: Resampling | None, told: Progress
    ) -> list[tuple[str, Score]]:
        """Of all systems, in the order in which the rows name them."""
        found = self.totals.scores(scorers, asked, told)
        return sorted(found, key=lambda one: self._seen[one[0]])

    def refuse(self, partition: int, error: TeslaError) -> None:
        """What cannot be done; of several the one that stands first."""
        if self.refused is None or partition < self.refused[0]:
            self.refused = partition, error

    def check(self) -> None:
        """Raise what a task gave up for."""
        if self.refused is not None:
            raise self.refused[1]

    def warn(self, message: str) -> None:
        """What a user should know."""
        if len(self.warnings) < _MOST:
            self.warnings.setdefault(re.sub(r"\d+", "0", message), message)

    def merge(self, other: "Hearsay") -> None:
        """What another task has to say."""
        self.totals.merge(other.totals)
        for name, place in other._seen.items():
            self._seen[name] = min(place, self._seen.get(name, place))
        if other.refused is not None:
            self.refuse(*other.refused)
        self.bad.go_on(other.bad.count, other.bad.first)
        for message in other.warnings.values():
            self.warn(message)

    def pass_on(self) -> None:
        """Here, what workers warned of, and bad rows that were kept."""
        for message in self.warnings.values():
            warn_user(message)
        self.bad.warn()


def hear(spark: Any, metrics: int) -> Any:
    """An accumulator of what tasks say that have ended well.

    Spark counts each task once if all the work is in the stage that gives the result, as it is
    where nothing is shuffled behind it.
    """
    from pyspark.accumulators import AccumulatorParam

    class Merged(AccumulatorParam):  # type: ignore[misc]
        def zero(self, value: Hearsay) -> Hearsay:
            return Hearsay(value.metrics)

        def addInPlace(self, value1: Hearsay, value2: Hearsay) -> Hearsay:  # noqa: N802
            value1.merge(value2)
            return value1

    return spark.sparkContext.accumulator(Hearsay(metrics), Merged())

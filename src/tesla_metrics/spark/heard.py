"""What the driver hears of the work of workers: sums, bad rows, warnings."""

import re
from typing import Any

from ..errors import warn_user
from ..frames.totals import Totals

# Bad rows that are told of one by one, and warnings that are passed on.
SHOWN = 3
_MOST = 20


class Hearsay:
    """Of one task, or of all that have ended so far.

    bad         the first rows that could not be scored, and why
    warnings    by what they say, numbers aside: a hundred workers say it a hundred times
    """

    def __init__(self, metrics: int) -> None:
        self.metrics = metrics
        self.totals = Totals(metrics)
        self.bad: list[str] = []
        self.warnings: dict[str, str] = {}

    def tell_bad(self, row: str) -> None:
        """A row that could not be scored."""
        if len(self.bad) < SHOWN:
            self.bad.append(row)

    def tell_warning(self, message: str) -> None:
        """What a user should know."""
        if len(self.warnings) < _MOST:
            self.warnings.setdefault(re.sub(r"\d+", "0", message), message)

    def merge(self, other: "Hearsay") -> None:
        """What another task has to say."""
        self.totals.merge(other.totals)
        for row in other.bad:
            self.tell_bad(row)
        for message in other.warnings.values():
            self.tell_warning(message)


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


def pass_on(heard: Hearsay) -> None:
    """Warn of what workers warned of, and of bad rows that were kept."""
    for message in heard.warnings.values():
        warn_user(message)
    if count := heard.totals.bad:
        first = "; ".join(heard.bad)
        warn_user(
            f"{count} bad row{'s' * (count > 1)} kept with null scores, the first: {first}"
        )

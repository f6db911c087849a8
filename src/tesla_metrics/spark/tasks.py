"""Progress of Spark's work that nobody can foretell: how many tasks are done."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..watching import Watch, unwatched
from .ticks import ticking


@contextmanager
def watched_tasks(spark: Any, watch: Watch, what: str) -> Iterator[None]:
    """While the block runs, whoever watches hears of tasks that are done."""
    if watch is unwatched:
        yield
        return
    tracker, told = spark.sparkContext.statusTracker(), watch(f"{what}, tasks:", 0)
    done: dict[int, int] = {}

    def look() -> bool:
        for stage in tracker.getActiveStageIds():
            if (found := tracker.getStageInfo(stage)) is not None:
                told(found.numCompletedTasks - done.get(stage, 0))
                done[stage] = found.numCompletedTasks
        return True

    with ticking(look):
        yield

"""Progress of Spark's work that nobody can foretell: how many tasks are done."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Any

from ..watching import Watch, unwatched

_SECONDS = 0.5  # between two looks


@contextmanager
def watched_tasks(spark: Any, watch: Watch, what: str) -> Iterator[None]:
    """While the block runs, whoever watches hears of tasks that are done."""
    if watch is unwatched:
        yield
        return
    ended = Event()
    told = watch(f"{what}, tasks:", 0)
    looking = Thread(target=_look, args=(spark.sparkContext.statusTracker(), told, ended))
    looking.start()
    try:
        yield
    finally:
        ended.set()
        looking.join()


def _look(tracker: Any, told: Callable[[int], None], ended: Event) -> None:
    done: dict[int, int] = {}
    with suppress(Exception):  # Spark has ended: whoever works with it will hear
        while not ended.wait(_SECONDS):
            for stage in tracker.getActiveStageIds():
                if (found := tracker.getStageInfo(stage)) is not None:
                    told(found.numCompletedTasks - done.get(stage, 0))
                    done[stage] = found.numCompletedTasks

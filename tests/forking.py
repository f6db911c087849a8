"""A program that forks while its other threads score; children must find the parent's scores.

    python forking.py CORE WAY,... ROUNDS FOLDER METRIC...

FOLDER has the table and the model that tesla-b and tesla-f need. Ends with 1 and a line for each
child that hung or scored otherwise.
"""

import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tesla_metrics import Metric, Session, make_metric
from tesla_metrics.core.encoding.session import default_session

HANGS = 60  # seconds
REFERENCES = [f"The old captain sold boat number {n} to a doctor yesterday." for n in range(12)]
CANDIDATES = [f"Yesterday the captain sold his boat {n} to the doctor." for n in range(12)]
Scores = list[tuple[float, ...]]


def metric_of(name: str, folder: Path) -> Metric[Any]:
    more: dict[str, object] = {}
    if name == "tesla-b":
        more = {"tables": (str(folder / "en-fr.table"),)}
    if name == "tesla-f":
        more = {"model": str(folder / "toy.model")}
    return make_metric(name, lang="en", **more)


class Scene:
    """Metrics that were opened, and threads that go on scoring with them, on words ever new."""

    def __init__(self, core: str, metrics: list[Metric[Any]]) -> None:
        self.core, self.metrics = core, metrics
        self.own = Session(core=core)
        self.opened = [metric.open(self.own) for metric in metrics]
        self.expected = self.scores()
        self.stop = False
        self.threads = [threading.Thread(target=self.busy, args=(n,)) for n in range(2)]
        for thread in self.threads:
            thread.start()

    def scores(self, jobs: int = 1) -> Scores:
        found: Scores = []
        for metric, scorer in zip(self.metrics, self.opened, strict=True):
            rows = scorer.statistics(CANDIDATES, [REFERENCES], jobs, None)
            found.append(tuple(map(metric.segment_value, rows)))
            score = metric.score(CANDIDATES, REFERENCES, jobs=jobs)
            found.append(score.segments)
        return found

    def busy(self, number: int) -> None:
        count = 0
        while not self.stop:
            count += 1
            texts = [f"The w{number}x{count}y{n} sells boat {n * count}." for n in range(40)]
            session = default_session() if count % 2 else self.own
            if count % 20 == 0:
                session = Session(core=self.core)
            self.metrics[count % len(self.metrics)].score(
                texts, texts[::-1], jobs=1 + count % 2, session=session
            )

    def right(self, jobs: int = 1) -> bool:
        """Whether a child finds what the parent did."""
        if jobs > 1:  # loads everything
            fresh = self.metrics[0].score(CANDIDATES, REFERENCES, session=Session(core=self.core))
            if fresh.segments != self.expected[0]:
                return False
        return self.scores(jobs) == self.expected


scene: Scene


def child_is_right(jobs: int) -> bool:
    return scene.right(jobs)


def fork(jobs: int, inner: Callable[[int], bool] = child_is_right) -> bool:
    if not (pid := os.fork()):
        code = 1
        try:
            code = not inner(jobs)
        finally:
            os._exit(code)
    until = time.monotonic() + HANGS
    while time.monotonic() < until:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return status == 0
        time.sleep(0.002)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return False


def fork_of_fork(jobs: int) -> bool:
    return fork(jobs, lambda jobs: fork(jobs) and child_is_right(jobs))


def fork_in_thread(jobs: int) -> bool:
    found: list[bool] = []
    threads = [threading.Thread(target=lambda: found.append(fork(jobs))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found == [True, True]


def process(jobs: int) -> bool:
    own = get_context("fork").Process(target=_leave, args=(jobs,))
    own.start()
    own.join(HANGS)
    if own.exitcode is None:
        own.kill()
    return own.exitcode == 0


def _leave(jobs: int) -> None:
    sys.exit(not child_is_right(jobs))


def executor(jobs: int) -> bool:
    with ProcessPoolExecutor(2, get_context("fork")) as pool:
        try:
            both = [pool.submit(child_is_right, jobs) for _ in range(2)]
            return all(done.result(HANGS) for done in both)
        except TimeoutError:
            for own in pool._processes.values():
                own.kill()
            return False


WAYS = {
    "fork": fork,
    "fork-of-fork": fork_of_fork,
    "thread": fork_in_thread,
    "process": process,
    "executor": executor,
}


def main(core: str, ways: str, rounds: str, folder: str, *names: str) -> int:
    # Python 3.12 warns of what is tried here.
    warnings.filterwarnings("ignore", ".*fork.*", DeprecationWarning)
    os.environ["TESLA_PURE"] = "1" if core == "python" else "0"
    global scene
    scene = Scene(core, [metric_of(name, Path(folder)) for name in names])
    wrong = 0
    try:
        for number, way in product(range(int(rounds)), ways.split(",")):
            if not WAYS[way](1 + number % 2):
                wrong += 1
                print(f"{core} {way} {names} round {number}: hangs, or other scores", flush=True)
                break
    finally:
        scene.stop = True
        for thread in scene.threads:
            thread.join()
    return wrong


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

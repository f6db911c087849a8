"""Two threads of a user that score different texts with one metric, against one after the other.

    python benchmarks/threads.py [-m tesla-x ...] [--segments 1000] [--repeats 25]

English segments of about 25 tokens (see pairs.py), half of them for each thread, as one large batch
and in calls of 20 segments, as a server makes them. Words are known: "new" has the codes of texts
forgotten before every time, "again" the references have just been met. "cold" has a fresh session
with its tables loaded, where words are learnt under Python's lock, by one thread at a time. Wall
time, the shortest of several; a ratio of 1 is as long as one after the other takes, 0.5 the best
that two cores can do. What they can do at the time is told by checksums in between, whose threads
share nothing.
"""

import argparse
import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from threading import Thread
from typing import Any

from forgetting import forget
from pairs import SOURCE
from tesla_metrics import Metric, make_metric
from tesla_metrics.core.encoding.session import Session
from tesla_metrics.native import core_name
from timing import draw, measure

Batch = tuple[list[str], list[str]]
Runs = Sequence[Callable[[], object]]

A_CALL = 20
CHECKSUMS: Runs = [partial(sha256, bytes(20_000_000))] * 2


def one_by_one(runs: Runs) -> None:
    for run in runs:
        run()


def at_once(runs: Runs) -> None:
    threads = [Thread(target=run) for run in runs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def in_calls(metric: Metric[Any], size: int, batch: Batch, session: Session) -> None:
    hypotheses, references = batch
    for start in range(0, len(hypotheses), size):
        part = slice(start, start + size)
        metric.score(hypotheses[part], references[part], session=session)


def row(said: str, prepare: Callable[[], Runs], repeats: int) -> None:
    times = []
    for _ in range(repeats):
        taken = []
        for way in (one_by_one, at_once):
            taken.append(measure(partial(way, prepare()), time.perf_counter))
            taken.append(measure(partial(way, CHECKSUMS), time.perf_counter))
        times.append(taken)
    one, free_one, two, free_two = map(min, zip(*times, strict=True))
    print(
        f"{said:28}{one * 1e3:16.0f} ms {two * 1e3:6.0f} ms {two / one:7.2f} "
        f"{free_two / free_one:11.2f}",
        flush=True,
    )


def rows(metric: Metric[Any], size: int, batches: Sequence[Batch], repeats: int) -> None:
    kept = Session()

    def runs(session: Session) -> Runs:
        return [partial(in_calls, metric, size, batch, session) for batch in batches]

    def new() -> Runs:
        forget(metric.open(kept))
        return runs(kept)

    def cold() -> Runs:
        fresh = Session()
        metric.score(["Load the tables."], ["Loads the table!"], session=fresh)
        return runs(fresh)

    one_by_one(runs(kept))
    said = f"{metric.name}, {'one batch' if size > A_CALL else f'calls of {size}'}"
    row(f"{said}, new", new, repeats)
    row(f"{said}, again", partial(runs, kept), repeats)
    row(f"{said}, cold", cold, min(repeats, 5))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    names = ["tesla-x", "tesla-m"]
    parser.add_argument("-m", "--metric", nargs="+", default=names, dest="metrics")
    parser.add_argument("--segments", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=25)
    args = parser.parse_args()
    batches = draw(25, 2, args.segments // 2)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    print(f"core: {core_name()}; text: {SOURCE}; {os.cpu_count()} cores, load average {load:.1f}")
    print(f"{'':28}one after the other   at once   ratio   checksums")
    for name in args.metrics:
        for size in (args.segments, A_CALL):
            rows(make_metric(name, lang="en"), size, batches, args.repeats)


if __name__ == "__main__":
    main()

"""Speed of tesla-b and tesla-f against sacreBLEU and tesla-m, everything in one run.

    python benchmarks/tesla_b.py TABLE [TABLE ...] [--model FILE ...] [--rounds 7] [--segments 200]

Text in, score out, by the method of speed.py: English segments (see pairs.py), interleaved rounds
with other segments each, caches of texts cleared in every round except in the columns "cached",
where references have been met; medians of CPU time, one thread. tesla-b has the first table, the
first two, and so on; tesla-f has each model, with the tables and language models it was trained
with. All words have been met before. What they cost the first time, and opening the tables, is told
apart.
"""

import argparse
import os
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from pairs import SOURCE
from tesla_metrics import Metric, TeslaF, TeslaM
from tesla_metrics.metrics.tesla_b import TeslaB
from tesla_metrics.native import core_name
from timing import LENGTHS, draw, forget, measure, sentence_bleu


def opening(metrics: dict[str, Metric[Any]]) -> None:
    (batch,) = draw(25, 1, 1000)
    for name, metric in metrics.items():
        start = measure(partial(metric.score, ["Load the tables."], ["Loads the table!"]))
        first = measure(partial(metric.score, *batch))
        print(f"{name:>17}: {start:.2f} s for the first segment, {first:.2f} s for the next 1,000")


def text_in(metrics: dict[str, Metric[Any]], rounds: int, segments: int) -> None:
    print(f"\n{'':24}µs a segment              times the speed of sentence_bleu")
    print("tokens            metric   all new   cached     bleu   all new   cached")
    for tokens in LENGTHS:
        batches = draw(tokens, rounds, segments)
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in metrics}
        theirs = []
        for metric in metrics.values():
            for batch in batches:
                metric.score(*batch)
        for batch in batches:
            for name, metric in metrics.items():
                forget(metric)
                run = partial(metric.score, *batch)
                times[name].append((measure(run), measure(run)))
            theirs.append(measure(partial(sentence_bleu, *batch)))
        bleu = median(theirs) / segments * 1e6
        for name, own in times.items():
            new, cached = (median(column) / segments * 1e6 for column in zip(*own, strict=True))
            print(
                f"{tokens:6} {name:>17} {new:9.1f} {cached:8.1f} {bleu:8.1f} "
                f"{bleu / new:9.2f} {bleu / cached:8.2f}"
            )


def matrix(metrics: dict[str, Metric[Any]]) -> None:
    ((hypotheses, references),) = draw(25, 1, 200)
    print()
    for name, metric in metrics.items():
        forget(metric)
        took = measure(partial(metric.matrix, hypotheses, references))
        print(f"{name:>17}: {200 * 200 / took:,.0f} pairs a second in a matrix of 200 x 200")


def threads(metrics: dict[str, Metric[Any]]) -> None:
    ((hypotheses, references),) = draw(25, 1, 5000)
    for name, metric in metrics.items():
        walls = []
        metric.score(hypotheses, references)
        for jobs in (1, 2):
            forget(metric)
            run = partial(metric.score, hypotheses, references, jobs=jobs)
            walls.append(min(measure(run, time.perf_counter) for _ in range(3)))
        load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
        gain = walls[0] / walls[1]
        print(f"{name:>17}: 2 threads {gain:.2f} times as fast as 1 (load average {load:.1f})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tables", nargs="+", metavar="TABLE")
    parser.add_argument("--model", nargs="+", default=[], dest="models")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--segments", type=int, default=200)
    args = parser.parse_args()
    metrics: dict[str, Metric[Any]] = {"tesla-m": TeslaM(lang="en")}
    for count in range(1, len(args.tables) + 1):
        metrics[f"tesla-b, {count}"] = TeslaB(lang="en", tables=tuple(args.tables[:count]))
    for model in args.models:
        metrics[f"tesla-f, {Path(model).stem}"] = TeslaF(lang="en", model=model)
    print(f"core: {core_name()}; text: {SOURCE}")
    opening(metrics)
    text_in(metrics, args.rounds, args.segments)
    matrix(metrics)
    threads(metrics)


if __name__ == "__main__":
    main()

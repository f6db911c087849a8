"""What Spark costs and what it brings: `tesla score` and `tesla build` with and without it.

    python benchmarks/spark.py                                      10⁶ rows, an hour or so
    python benchmarks/spark.py --rows 20000 --memory-rows 10000 20000 --metric-rows 5000
    python benchmarks/spark.py --only memory --memory-rows 100000 1000000 10000000

Commands as users give them, on rows of scale_rows.py: on one thread without Spark, on local[1]
(everything, Java too, on one core), on local[2], and on a standalone cluster of two workers on this
machine. Seconds are those of the whole command; "start" is what it takes for ten rows. Beside them
stand seconds of the processor of all processes together, which a busy machine changes less, and
what a row takes of these once all is started. Every engine must give the same scores. Memory is
the peak of the largest process of its kind: the command itself, Java, Spark's workers of Python.
Linux only.
"""

import argparse
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from scale_builds import builds
from scale_runs import ENGINES, PLAIN, TWO, Bench, Run, shuffle_bytes
from watched import JAVA, OTHER, WORKER, Watched

METRICS = ["tesla-m", "tesla-x", "tesla-celab", "maxsim", "bleu", "chrf", "ter"]


def speeds(bench: Bench, rows: int, engines: Sequence[str]) -> dict[str, Run]:
    """Rows a second by engine."""
    print(f"\n{rows:,} rows, tesla-m\n")
    print(
        "engine         seconds   start    rows/s   ratio   CPU s   start  µs/row    Java  worker"
        "   MB: command   Java   worker"
    )
    found: dict[str, Run] = {}
    for engine in engines:
        run = found[engine] = bench.score(engine, rows)
        ratio = run.whole.seconds / found[PLAIN].whole.seconds if PLAIN in found else np.nan
        print(
            f"{engine:12} {run.whole.seconds:9.1f} {run.start.seconds:7.1f} {run.speed:9.0f}"
            f" {ratio:7.2f} {run.whole.cpu():7.1f} {run.start.cpu():7.1f} {run.effort() * 1e6:7.1f}"
            f" {run.effort(JAVA) * 1e6:7.1f} {run.effort(WORKER) * 1e6:7.1f}"
            f" {_memory(run.whole)}",
            flush=True,
        )
    if len(found) > 1:
        same = len({_scores(bench.scored(engine, rows)) for engine in found}) == 1
        print(f"\nthe same scores: {'yes' if same else 'NO'}")
    for engine in found:
        if engine != PLAIN:
            shuffled = shuffle_bytes(bench.folder / f"log-{engine}-{rows}")
            print(f"bytes shuffled a row, {engine}: {shuffled / rows:.2f}")
    return found


def _memory(run: Watched) -> str:
    return f"{run.peak(OTHER):13.0f} {run.peak(JAVA):6.0f} {run.peak(WORKER):8.0f}"


def _scores(path: Path) -> bytes:
    """All scores of a run, in one order."""
    import pyarrow.parquet as pq

    return bytes(np.sort(pq.read_table(path, columns=["tesla-m"]).column(0).to_numpy()).tobytes())


def memory(bench: Bench, sizes: Sequence[int], engines: Sequence[str]) -> None:
    """Peaks by number of rows."""
    print(
        "\nmemory, MB, tesla-m\n\nengine              rows   seconds       command   Java   worker"
    )
    for engine in engines:
        for rows in sizes:
            with bench.master(engine) as options:
                run = bench.score_once(engine, rows, "tesla-m", options)
            print(f"{engine:12} {rows:11,} {run.seconds:9.1f} {_memory(run)}", flush=True)


def by_metric(bench: Bench, rows: int, metrics: Sequence[str]) -> None:
    """Rows an hour and core; what the first fifth takes, while words are new, is left out."""
    print(f"\n{rows:,} rows by metric, one thread\n\nmetric       million rows/h/core       MB")
    for metric in metrics:
        run = bench.score(PLAIN, rows, metric, few=rows // 5)
        print(f"{metric:12} {run.hourly / 1e6:19.1f} {run.whole.peak(OTHER):8.0f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--memory-rows", type=int, nargs="*", default=[100_000, 1_000_000])
    parser.add_argument("--metric-rows", type=int, default=50_000)
    parser.add_argument("--build-lines", type=int, default=200_000)
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=list(ENGINES))
    parser.add_argument("--memory-engines", nargs="+", choices=ENGINES, default=[PLAIN, TWO])
    parser.add_argument("-m", "--metrics", nargs="+", default=METRICS)
    parser.add_argument("--jvm", default="1g", help="memory of Java (1g)")
    parser.add_argument("--folder", type=Path, help="where rows are kept (default: nowhere)")
    parts: dict[str, Callable[[Bench, argparse.Namespace], object]] = {
        "speed": lambda bench, args: speeds(bench, args.rows, args.engines),
        "memory": lambda bench, args: memory(bench, args.memory_rows, args.memory_engines),
        "metrics": lambda bench, args: by_metric(bench, args.metric_rows, args.metrics),
        "builds": lambda bench, args: builds(bench, args.build_lines),
    }
    parser.add_argument("--only", nargs="+", choices=parts, default=list(parts))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        bench = Bench(Path(folder), args.jvm)
        for name in args.only:
            parts[name](bench, args)


if __name__ == "__main__":
    main()

"""Runs of `tesla score` on one machine and on Spark, for benchmarks/spark.py."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from scale_rows import write_rows
from watched import Watched, watch

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
from spark_cluster import standalone

TESLA = [sys.executable, "-m", "tesla_metrics"]
PLAIN, ONE, TWO, CLUSTER = ENGINES = "one thread", "local[1]", "local[2]", "two workers"
FEW = 10


@dataclass
class Bench:
    """Where files lie, and what Spark is told.

    jvm  memory of Java, of the driver and of each executor
    """

    folder: Path
    jvm: str

    def rows(self, count: int) -> Path:
        """A folder of so many rows, made if need be."""
        path = self.folder / f"rows-{count}"
        return path if path.exists() else write_rows(path, count)

    def settings(self, log: Path) -> list[str]:
        """Of Spark, which writes down what tasks did."""
        log.mkdir(exist_ok=True)
        told = {
            "spark.driver.memory": self.jvm,
            "spark.executor.memory": self.jvm,
            "spark.eventLog.enabled": "true",
            "spark.eventLog.rolling.enabled": "false",
            "spark.eventLog.compress": "false",
            "spark.eventLog.dir": log.as_uri(),
        }
        return [word for name, value in told.items() for word in ("--spark", f"{name}={value}")]

    @contextmanager
    def master(self, engine: str) -> Iterator[list[str]]:
        """Options that choose an engine."""
        if engine == PLAIN:
            yield ["--engine", "batches"]
        elif engine == CLUSTER:
            with standalone(2, 1, self.jvm) as cluster:
                yield ["--engine", "spark", "--master", cluster.master]
        else:
            yield ["--engine", "spark", "--master", engine]

    def score(self, engine: str, rows: int, metric: str = "tesla-m", few: int = FEW) -> "Run":
        """One run of the command, after one with a few rows that says what starting takes."""
        with self.master(engine) as options:
            start = self.score_once(engine, few, metric, options)
            return Run(rows, self.score_once(engine, rows, metric, options), start, few)

    def score_once(self, engine: str, rows: int, metric: str, options: Sequence[str]) -> Watched:
        log = self.folder / f"log-{engine}-{rows}"
        more = [] if engine == PLAIN else self.settings(log)
        output = self.scored(engine, rows, metric)
        command = [
            *TESLA, "score", str(self.rows(rows)), "--columns", "hyp=hyp,ref=ref", "-m", metric,
            "-l", "en", "-q", "-o", str(output), *options, *more,
        ]  # fmt: skip
        return watch(command, cores=1 if engine in (PLAIN, ONE) else 0)

    def scored(self, engine: str, rows: int, metric: str = "tesla-m") -> Path:
        """What a run writes."""
        return self.folder / f"scored-{engine}-{metric}-{rows}.parquet"


@dataclass
class Run:
    """A run, and what the same takes for a few rows."""

    rows: int
    whole: Watched
    start: Watched
    few: int = FEW

    @property
    def speed(self) -> float:
        """Rows a second, of the whole command."""
        return self.rows / self.whole.seconds

    def effort(self, *kinds: str) -> float:
        """Seconds of the processor a row, once it is started; of these kinds of processes."""
        return max(self.whole.cpu(*kinds) - self.start.cpu(*kinds), 1e-9) / (self.rows - self.few)

    @property
    def hourly(self) -> float:
        """Rows an hour of a core, once it is started."""
        return 3600 / self.effort()


def shuffle_bytes(log: Path) -> int:
    """What all tasks of all runs in a folder of Spark's logs wrote for one another."""
    found = 0
    for path in log.iterdir():
        with path.open(encoding="utf-8") as lines:
            for event in map(json.loads, lines):
                if event["Event"] == "SparkListenerTaskEnd":
                    facts = event.get("Task Metrics") or {}
                    written = facts.get("Shuffle Write Metrics", {})
                    found += written.get("Shuffle Bytes Written", 0)
    return found

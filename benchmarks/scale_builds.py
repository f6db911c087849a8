"""Lines a second of `tesla build` on one machine and on Spark, for benchmarks/spark.py."""

from pathlib import Path

from scale_rows import texts_of
from scale_runs import TESLA, Bench, shuffle_bytes
from watched import JAVA, OTHER, WORKER, watch

LOCAL, SPARK = "local", "local[2]"


def builds(bench: Bench, lines: int) -> None:
    """What is built from so many lines or pairs, by one process and on two cores of Spark."""
    print(f"\n{lines:,} lines or pairs\n")
    print(
        "                            seconds  lines/s  CPU s  shuffled/line  command  Java  worker"
    )
    for name, command in _commands(bench, lines).items():
        made: list[bytes] = []
        for engine in (LOCAL, SPARK):
            output = bench.folder / f"{name}-{len(made)}"
            log = bench.folder / f"log-{name}"
            more = ["--engine", "spark", "--master", SPARK, *bench.settings(log)]
            run = watch([*TESLA, "build", *command, "-o", str(output), *more * (engine == SPARK)])
            shuffled = shuffle_bytes(log) / lines if engine == SPARK else 0
            memory = f"{run.peak(OTHER):8.0f} {run.peak(JAVA):5.0f} {run.peak(WORKER):7.0f}"
            print(
                f"{name:16} {engine:9} {run.seconds:8.1f} {lines / run.seconds:8.0f}"
                f" {run.cpu():6.0f} {shuffled:14.0f} {memory}",
                flush=True,
            )
            made.append(output.read_bytes())
        if made[0] != made[1]:
            print(f"{name}: NOT the same bytes")


def _commands(bench: Bench, lines: int) -> dict[str, list[str]]:
    rows = bench.rows(lines)
    text, pairs = bench.folder / "text.txt", bench.folder / "pairs.tsv"
    _write(text, rows, "ref")
    _write(pairs, rows, "hyp", "ref")
    return {
        "frequencies": ["frequencies", str(text), "-l", "en"],
        # Drawn text is too regular for discounts.
        "lm": ["lm", str(text), "-l", "en", "-q", "--discount-fallback"],
        "phrase-table": ["phrase-table", str(pairs), "--target", "en", "--pivot", "de", "-q"],
    }


def _write(path: Path, rows: Path, *columns: str) -> None:
    with path.open("w", encoding="utf-8") as out:
        for texts in zip(*(texts_of(rows, column) for column in columns), strict=True):
            out.write("\t".join(texts) + "\n")

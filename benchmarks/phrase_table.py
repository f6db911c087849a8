"""Time and memory of building a phrase table, step by step.

    python benchmarks/phrase_table.py [--pairs 10000 30000 90000] [--pivot fr] [--jobs 2]

English and a pivot language from the shared bitexts (European Parliament, news, captions), so many
pairs evenly spaced. Memory is the greatest sum over the process and its children (pages that they
share count once), sampled; CPU time is that of all of them.
"""

import argparse
import resource
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tesla_metrics.resources.pivot.bitext import Pair, find_bitexts
from tesla_metrics.resources.pivot.build import build_phrase_table
from tesla_metrics.resources.pivot.table_writing import TableSettings

BITEXTS = Path(__file__).parents[2] / "shared" / "data" / "bitext"
NAMES = ("europarl", "news.", "multi30k", "tatoeba.en-cs", "news2015")


def all_pairs(pivot: str) -> list[Pair]:
    """Of the files that have English and the pivot language."""
    found = []
    for path in sorted(BITEXTS.glob("*.tsv.gz")):
        languages = path.name.split(".")[1].split("-")
        if path.name.startswith(NAMES) and pivot in languages:
            (bitext,) = find_bitexts([str(path)], "en", pivot)
            found += list(bitext.iter_pairs())
    return found


class Stages:
    """Hears what is going on, and keeps the times."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, float, float]] = []
        self._now: tuple[str, float, float] | None = None

    def __call__(self, what: str, total: int) -> Callable[[int], None]:
        now = time.perf_counter(), cpu()
        if self._now is not None:
            name, wall, used = self._now
            self.rows.append((name, now[0] - wall, now[1] - used))
        self._now = what, *now
        return lambda more: None


def cpu() -> float:
    """Seconds of this process and of the children that have ended."""
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


@contextmanager
def memory(peaks: list[int]) -> Iterator[None]:
    """Append the peak in kB."""
    done = threading.Event()
    greatest = 0

    def sample() -> None:
        nonlocal greatest
        while not done.wait(0.2):
            greatest = max(greatest, sum(map(proportional_size, family("self"))))

    watcher = threading.Thread(target=sample)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        peaks.append(greatest)


def family(process: str) -> Iterator[str]:
    """A process and its descendants; none where there is no /proc."""
    yield process
    for task in Path("/proc", process, "task").glob("*/children"):
        try:
            children = task.read_text().split()
        except OSError:
            continue
        for child in children:
            yield from family(child)


def proportional_size(process: str) -> int:
    try:
        lines = Path("/proc", process, "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def measure(pairs: list[Pair], count: int, pivot: str, jobs: int) -> None:
    count = min(count, len(pairs))
    with tempfile.TemporaryDirectory() as folder:
        bitext, output = Path(folder) / "pairs.tsv", Path(folder) / "en.table"
        chosen = (pairs[at * len(pairs) // count] for at in range(count))
        bitext.write_text("".join(f"{one}\t{other}\n" for one, other in chosen), "utf-8")
        stages = Stages()
        peaks: list[int] = []
        start, used = time.perf_counter(), cpu()
        with memory(peaks):
            facts = build_phrase_table(
                find_bitexts([str(bitext)], "en", pivot),
                output,
                TableSettings("en", pivot),
                jobs=jobs,
                watch=stages,
            )
        stages("", 0)
        print(
            f"en-{pivot}, {count:,} pairs, {jobs} jobs: {time.perf_counter() - start:.0f} s, "
            f"CPU {cpu() - used:.0f} s, peak {peaks[0] / 1e6:.2f} GB; {facts['pairs']:,} phrase "
            f"pairs of {facts['phrases']:,} phrases, {output.stat().st_size / 1e6:.0f} MB"
        )
        for name, wall, seconds in stages.rows:
            print(f"  {name:26} {wall:6.1f} s, CPU {seconds:6.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pairs", nargs="+", type=int, default=[10_000, 30_000, 90_000])
    parser.add_argument("--pivot", default="fr")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    pairs = all_pairs(args.pivot)
    for count in args.pairs:
        measure(pairs, count, args.pivot, args.jobs)


if __name__ == "__main__":
    main()

"""False alarms of `tesla score`: how many clean test sets it warns about.

    python benchmarks/false_alarms.py [--seed N] [--only DOMAIN] [--limit N] [--metric NAME]
                                      [--keep FOLDER] [--data FOLDER] [--jobs N]

Makes test sets that a fair user would call clean, scores each, and counts warnings by their first
words and by domain. Half of the sets are written from the templates in benchmarks/false_alarms,
half are sampled from the shared data next to the checkout (left out if they are not there). A set
depends only on the seed, its domain and its number. Seed 1 is for development; seed 2 is held out,
for the reported figure: the two use different halves of the shared data.
"""

import argparse
import contextlib
import io
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent / "false_alarms"))
import sampled
import written
from clean_sets import CleanSet

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
WRITTEN, SAMPLED = 40, 18  # sets of a domain; a domain of `mt` occurs once for each language pair
EXAMPLES = 30
STOPPED = (130, 143)  # exit codes of the command when somebody ends it
RESOURCES = "no tagger for"  # about a language, whatever its texts are; not counted
Make = Callable[[Random], CleanSet]


@dataclass(frozen=True)
class Result:
    """What the command said about a set."""

    name: str
    domain: str
    lang: str
    origin: str
    segments: int
    code: int
    warnings: tuple[str, ...]


def plans(seed: int, data: Path, only: str | None) -> list[tuple[str, Make]]:
    """What makes each set, by the set's name."""
    found: list[tuple[str, Make]] = []
    written_sets: Iterator[tuple[str, Make]] = written.domains()
    for domain, make in written_sets:
        if only is None or domain.startswith(only):
            found += [(f"{domain} {number}", make) for number in range(WRITTEN)]
    counts: Counter[str] = Counter()
    for domain, make in sampled.domains(data, seed):
        for _ in range(SAMPLED):
            counts[domain] += 1
            if only is None or domain.startswith(only):
                found.append((f"{domain} {counts[domain]}", make))
    return found


def write(made: CleanSet, folder: Path, metric: str) -> list[str]:
    """Write the files of a set and return the arguments of the command."""
    folder.mkdir(parents=True, exist_ok=True)

    def files(name: str, sides: Sequence[Sequence[str]]) -> list[str]:
        paths = [folder / f"{name}{number}.txt" for number in range(1, len(sides) + 1)]
        for path, side in zip(paths, sides, strict=True):
            path.write_text("".join(f"{line}\n" for line in side), "utf-8")
        return list(map(str, paths))

    source = ["-s", *files("source", [made.source])] if made.source else []
    references = files("reference", made.references)
    options = ["-l", made.lang, "-m", metric, "-j", "1"]
    if metric == "bleu" and made.lang in ("ja", "ko"):  # the default tokenisers are extras
        options += ["-tok", "char"]
    return ["score", *files("output", made.outputs), "-r", *references, *source, *options]


def run(arguments: Sequence[str]) -> tuple[int, tuple[str, ...]]:
    """Exit code and warnings of the command, run in this process."""
    from tesla_metrics.app.cli.main import main as command

    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
        try:
            code = command(arguments)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the command may have changed it
    if code in STOPPED:
        raise KeyboardInterrupt
    lines = said.getvalue().splitlines()
    return code, tuple(line for line in lines if line.strip() and RESOURCES not in line)


def results(
    seed: int, data: Path, only: str | None, numbers: Sequence[int], folder: Path, metric: str
) -> list[Result]:
    """Make and score the sets with these numbers."""
    found = []
    every = plans(seed, data, only)
    for number in numbers:
        name, make = every[number]
        made = make(Random(f"{seed} {name}"))
        place = folder / name.replace(" ", "-")
        code, said = run(write(made, place, metric))
        warnings = tuple(line.replace(f"{place}/", "") for line in said)
        size = len(made)
        found.append(Result(name, made.domain, made.lang, made.origin, size, code, warnings))
    return found


def kind(warning: str) -> str:
    """First words of a message, without the file and numbers."""
    text = re.sub(r"^tesla: (warning: )?", "", warning)
    text = re.sub(r"\b(output|reference|source)\d\.txt\b", "FILE", text)
    return re.sub(r"\d[\d.,%]*", "N", text)[:70]


def show(every: Sequence[Result]) -> None:
    """Print counts of sets and warnings, and examples."""
    bad = [one for one in every if one.warnings or one.code]
    segments = sum(one.segments for one in every)
    print(f"{len(every)} sets, {segments} segments; {len(bad)} with a warning")
    for title, part in (("origin", "origin"), ("domain", "domain"), ("language", "lang")):
        print(f"\n{title}: sets, with a warning")
        counts = Counter(getattr(one, part) for one in every)
        warned = Counter(getattr(one, part) for one in bad)
        for name, count in sorted(counts.items()):
            print(f"  {name:24} {count:5} {warned[name]:5}")
    kinds = Counter(sort for one in bad for sort in {kind(line) for line in one.warnings})
    print("\nkind of warning: sets")
    for name, count in kinds.most_common():
        print(f"  {count:5} {name}")
    for one in bad[:EXAMPLES]:
        print(f"\n{one.name} ({one.lang}, {one.segments} segments, exit code {one.code})")
        print("\n".join(f"  {line}" for line in one.warnings))


def main() -> None:
    """Parse arguments, score the sets in several processes, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="1: development, 2: held out")
    parser.add_argument("--only", metavar="DOMAIN", help="domains whose names start so")
    parser.add_argument("--limit", type=int, metavar="N", help="at most N sets, spread evenly")
    parser.add_argument("--metric", default="tesla-x", choices=["tesla-x", "bleu"])
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the files here")
    parser.add_argument("--data", type=Path, default=DATA, help="default: ../shared/data")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    if not options.data.is_dir():
        print(f"{options.data} is not a folder: no sampled sets", file=sys.stderr)
    count = len(plans(options.seed, options.data, options.only))
    step = max(1, -(-count // (options.limit or count or 1)))
    numbers = list(range(0, count, step))
    start = time.monotonic()
    with contextlib.ExitStack() as stack:
        folder = options.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        size = -(-len(numbers) // (4 * options.jobs)) or 1
        parts = [numbers[at : at + size] for at in range(0, len(numbers), size)]
        context = get_context("spawn")
        pool = stack.enter_context(ProcessPoolExecutor(options.jobs, mp_context=context))
        given = (options.seed, options.data, options.only)
        jobs = [pool.submit(results, *given, part, folder, options.metric) for part in parts]
        every = [one for job in jobs for one in job.result()]
    show(every)
    print(f"\n{time.monotonic() - start:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()

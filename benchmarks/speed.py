"""Speed against sacreBLEU, everything in one run: a table of what is to be reached and what is.

    python benchmarks/speed.py [--rounds 7] [--segments 200] [--more]

Text in, score out, English segments of WMT 2012 (see pairs.py). Rounds are interleaved, each with
other segments; sacreBLEU's cache of tokenised lines is cleared in every round, and so is ours of
analysed texts. Medians of the processor's time, one thread; all words have been met before, but in
the first 1,000 lines of a process, tables loaded, where they have not. Whole processes: the least
of several, by the clock, as who waits feels it, with all threads that the commands use by
themselves, and beside it the processor's time; threads by the clock. --more:
other lengths, matching alone, matrices, start-up. With TESLA_PURE=1 all of it runs on the plain
Python path.
"""

import argparse
import os
import platform
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from pairs import SOURCE
from speed_metrics import (
    matrix_rate,
    print_lengths,
    print_matcher,
    print_matrices,
    text_in,
    threads_gain,
)
from speed_processes import (
    Taken,
    commands_times,
    first_lines,
    one_line,
    print_start_up,
)
from tesla_metrics import TeslaM, TeslaX
from tesla_metrics.native import core_name


class Row(NamedTuple):
    """What is measured; the columns between are words."""

    what: str
    before: str
    floor: str
    aim: str
    measured: str


def machine() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    own = names[0] if names else platform.processor()
    return f"{platform.machine()} {own}, {os.cpu_count()} cores, load average {load:.1f}"


def metric_rows(rounds: int, segments: int) -> Iterator[Row]:
    m, x = TeslaM(lang="en"), TeslaX(lang="en")

    def times(metric: TeslaM | TeslaX, tokens: int) -> str:
        ours, cached, theirs = text_in(metric, tokens, rounds, segments)
        return f"{theirs / ours:.1f} ({theirs / cached:.1f} with references cached)"

    yield Row("tesla-m, 25 tokens, words met", "5.3", "8", "12", times(m, 25))
    yield Row("tesla-x, 25 tokens, words met", "1.8", "4", "6", times(x, 25))
    yield Row("tesla-x, 100 tokens", "0.7", "2", "3", times(x, 100))
    what = "tesla-x matrix, pairs a second and thread"
    yield Row(what, "15,500", "45,000", "100,000", f"{matrix_rate(x):,.0f}")


def process_rows(rounds: int, commands: dict[str, Taken], lines: dict[str, Taken]) -> Iterator[Row]:
    ours, theirs = first_lines("tesla-x", rounds)
    found = f"{theirs / ours:.2f} ({ours:.2f} s, sentence_bleu {theirs:.2f} s)"
    what = "first 1,000 lines of a process, tesla-x, text in, CPU"
    yield Row(what, "0.4 × BLEU's speed", "1.0", "3", found)
    own, peer = commands["tesla score"], commands["sacrebleu -m bleu"]
    found = (
        f"{peer.wall / own.wall:.1f} ({own.wall:.2f} s, sacrebleu {peer.wall:.2f} s; "
        f"CPU {peer.processor / own.processor:.1f}, {own.processor:.2f} s and "
        f"{peer.processor:.2f} s)"
    )
    what = "`tesla score`, 15 systems × 975 lines, whole process"
    yield Row(what, "1.1 × `sacrebleu -m bleu`", "3", "6", found)
    german = lines["de"]
    found = f"{german.wall:.2f} s (CPU {german.processor:.2f} s)"
    yield Row("one line of German, whole process", "3.4 s", "under 0.5 s", "0.2 s", found)


def print_rows(rows: Iterable[Row]) -> None:
    for row in rows:
        print(f"| {' | '.join(row)} | {platform.machine()} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--segments", type=int, default=200)
    parser.add_argument("--more", action="store_true")
    args = parser.parse_args()
    print(f"core: {core_name()}; text: {SOURCE}; {machine()}\n")
    print("| | today (x86) | floor | aim | measured | machine |\n|---|---|---|---|---|---|")
    print_rows(metric_rows(args.rounds, args.segments))
    rounds = max(1, args.rounds // 2)
    commands = commands_times(rounds)
    lines = one_line(rounds)
    print_rows(process_rows(rounds, commands, lines))
    gain = f"{threads_gain(TeslaX(lang='en')):.2f}"
    print_rows([Row("two threads against one", "1.4 to 2.1", "1.7", "1.9", gain)])
    print("\nwhole processes: seconds by the clock, of the processor")
    whole = commands | {f"one line, -l {lang}": taken for lang, taken in lines.items()}
    for name, taken in whole.items():
        print(f"{name:28} {taken.wall:6.2f} {taken.processor:6.2f}")
    if args.more:
        for metric in (TeslaM(lang="en"), TeslaX(lang="en")):
            print_lengths(metric, args.rounds, args.segments)
        print_matcher(TeslaM(lang="en"), args.rounds, args.segments)
        print_matrices([TeslaM(lang="en"), TeslaX(lang="en")])
        print_start_up()


if __name__ == "__main__":
    main()

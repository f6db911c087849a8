"""Peak memory of `tesla score`, a process for each figure.

    python benchmarks/memory.py [-m tesla-x ...] [--lines 1 300 3000]
    python benchmarks/memory.py --lines 100000 1000000 --new 0 2 --native
    python benchmarks/memory.py --lines 100000 --systems 3 --command compare --native

So many English lines of WMT systems, each reference another one (where there are none beside the
checkout: of a small grammar), scored natively and in plain Python with the package of the
interpreter that runs this. Where more lines are wanted than there are, they come again with words
of others in them, so that no two are alike; with --new so many words of every line were never
seen before, as names are in text that does not end.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from pairs import made_pairs

MT = Path(__file__).parents[2] / "shared" / "data" / "mt"
SOURCE = "WMT 2012 to 2021" if MT.is_dir() else "a small grammar of few words"


def wmt_pairs() -> Iterator[tuple[str, str]]:
    """A system of each set with English references, none of which comes twice."""
    seen = set()
    for folder in sorted(MT.glob("*/*-en")):
        system = min(folder.glob("systems/*.txt"))
        files = (path.read_text("utf-8").splitlines() for path in (system, folder / "ref.A.txt"))
        for hypothesis, reference in zip(*files, strict=True):
            if reference not in seen:
                seen.add(reference)
                yield hypothesis, reference


def lines_without_end(new: int) -> Iterator[tuple[str, str]]:
    """Pairs that differ from each other, each side with so many words that never came before."""
    known = list(wmt_pairs() if MT.is_dir() else islice(made_pairs(25), 3000))
    rng = random.Random(new)
    for turn in range(10**9):
        for place, (hypothesis, reference) in enumerate(known):
            sides = hypothesis.split() or ["so"], reference.split() or ["so"]
            if turn:
                other = known[(place + 7 * turn) % len(known)][1].split()
                for side in sides:
                    for word in rng.sample(other, min(3, len(other))):
                        side[rng.randrange(len(side))] = word
            for _ in range(new):
                word = made_word(rng)
                for side in sides:
                    side.insert(rng.randrange(len(side) + 1), word)
            yield " ".join(sides[0]), " ".join(sides[1])


def made_word(rng: random.Random) -> str:
    """A name of four to six syllables, of which there are millions."""
    syllables = range(rng.randint(4, 6))
    return "".join(rng.choice("bdfgklmnprstvz") + rng.choice("aeiou") for _ in syllables).title()


def write_lines(folder: Path, lines: int, new: int, systems: int = 1) -> list[Path]:
    """Files of so many systems, and a reference after them, each of so many lines."""
    files = [folder / f"hyp{number}.txt" for number in range(systems)] + [folder / "ref.txt"]
    streams = [file.open("w", encoding="utf-8") for file in files]
    rng = random.Random(systems)
    for hypothesis, reference in islice(lines_without_end(new), lines):
        streams[0].write(f"{hypothesis}\n")
        for stream in streams[1:-1]:
            words = hypothesis.split()
            rng.shuffle(words)
            stream.write(f"{' '.join(words)}\n")
        streams[-1].write(f"{reference}\n")
    for stream in streams:
        stream.close()
    return files


def peak(command: list[str], pure: bool = False) -> float:
    """In MB, of a process that must end well; never less than what this one itself takes."""
    core = {"TESLA_PURE": "1" if pure else "0"}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=os.environ | core)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return usage.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-m", "--metric", nargs="+", default=["tesla-x"], dest="metrics")
    parser.add_argument("--lines", type=int, nargs="+", default=[1, 300, 3000])
    parser.add_argument("--new", type=int, nargs="+", default=[0], help="new words a line")
    parser.add_argument("--systems", type=int, default=1)
    parser.add_argument("--command", choices=("score", "compare"), default="score")
    parser.add_argument("--native", action="store_true", help="not in plain Python as well")
    args = parser.parse_args()
    print(f"text: {SOURCE}")
    tesla = [sys.executable, "-m", "tesla_metrics"]
    print(f"tesla --version: {peak([*tesla, '--version']):.0f} MB\n")
    print("peak, MB   new     lines     native     python")
    with tempfile.TemporaryDirectory() as folder:
        for new, lines in ((new, lines) for new in args.new for lines in args.lines):
            *systems, reference = map(str, write_lines(Path(folder), lines, new, args.systems))
            for metric in args.metrics:
                options = ["-r", reference, "-l", "en", "-m", metric, "-q"]
                command = [*tesla, args.command, *systems, *options]
                figures = [peak(command)] + ([] if args.native else [peak(command, pure=True)])
                shown = "".join(f"{figure:11.0f}" for figure in figures)
                print(f"{metric:10} {new:3} {lines:9,}{shown}", flush=True)


if __name__ == "__main__":
    main()

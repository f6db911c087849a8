"""Peak memory of `tesla score`, a process for each figure.

    python benchmarks/memory.py [-m tesla-x ...] [--lines 1 300 3000]

So many English lines of WMT systems, each reference another one (where there are none beside the
checkout: of a small grammar), scored natively and in plain Python with the package of the
interpreter that runs this.
"""

import argparse
import os
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


def write_lines(folder: Path, lines: int) -> list[Path]:
    """A hypothesis and a reference file of so many lines."""
    drawn = list(islice(wmt_pairs() if MT.is_dir() else made_pairs(25), lines))
    if len(drawn) < lines:
        raise SystemExit(f"there are {len(drawn)} lines only")
    files = [folder / "hyp.txt", folder / "ref.txt"]
    for file, column in zip(files, zip(*drawn, strict=True), strict=True):
        file.write_text("".join(f"{line}\n" for line in column), "utf-8")
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
    args = parser.parse_args()
    print(f"text: {SOURCE}")
    tesla = [sys.executable, "-m", "tesla_metrics"]
    print(f"tesla --version: {peak([*tesla, '--version']):.0f} MB\n")
    print("peak, MB    lines     native     python")
    with tempfile.TemporaryDirectory() as folder:
        for lines in args.lines:
            hypotheses, references = map(str, write_lines(Path(folder), lines))
            for metric in args.metrics:
                options = ["-r", references, "-l", "en", "-m", metric]
                command = [*tesla, "score", hypotheses, *options]
                native, python = peak(command), peak(command, pure=True)
                print(f"{metric:10} {lines:6,} {native:10.0f} {python:10.0f}", flush=True)


if __name__ == "__main__":
    main()

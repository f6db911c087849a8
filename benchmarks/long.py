"""How time grows with the length of a segment, and memory with the length of a file.

    python benchmarks/long.py [--lines 100000 1000000]

`tesla score` of files of so many lines, with the peak of its memory. Then segments of 100, 1,000
and 10,000 tokens, in English and in a language without a tagger (all words then have one part of
speech, the densest problem there is), natively and in plain Python.
"""

import argparse
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

from forgetting import forget
from memory import peak
from pairs import pairs
from tesla_metrics import TeslaM
from tesla_metrics.core.encoding.session import Session


def seconds(session: Session, lang: str, tokens: int) -> float:
    metric = TeslaM(lang=lang)
    hypothesis, reference = next(pairs(tokens))
    metric.score([hypothesis], [reference], session=session)  # meets the words
    forget(metric.open(session))
    start = time.perf_counter()
    metric.score([hypothesis], [reference], session=session)
    return time.perf_counter() - start


def growth() -> None:
    print("core     language  " + "".join(f"{n:>10,}" for n in (100, 1000, 10_000)) + " tokens")
    for session in (Session(), Session(core="python")):
        for lang in ("en", "und"):
            lengths = (100, 1000, 10_000)
            times = "".join(f"{seconds(session, lang, n) * 1e3:10.1f}" for n in lengths)
            print(f"{session.core:8} {lang:9} {times} ms")


def memory(lines: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder) / "hyp", Path(folder) / "ref"
        with files[0].open("w") as hyp, files[1].open("w") as ref:
            for number, (hypothesis, reference) in enumerate(islice(pairs(25), lines)):
                # numbers make every line, and a word of it, new
                hyp.write(f"{hypothesis} {number}\n")
                ref.write(f"{reference} {number}\n")
        command = [sys.executable, "-m", "tesla_metrics", "score", str(files[0]), "-r"]
        start = time.perf_counter()
        most = peak([*command, str(files[1]), "-l", "en"])
        taken = time.perf_counter() - start
        size = sum(path.stat().st_size for path in files) / 1e6
        print(f"{lines:,} lines ({size:.0f} MB): {taken:.0f} s, peak {most:.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--lines", type=int, nargs="*", default=[100_000, 1_000_000])
    args = parser.parse_args()
    for lines in args.lines:  # first: the peak of a child counts what this process takes by then
        memory(lines)
    growth()


if __name__ == "__main__":
    main()

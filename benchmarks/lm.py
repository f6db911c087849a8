"""Training and querying language models: seconds, memory, words a second.

    python benchmarks/lm.py [TEXT.gz] [--orders 3 5]

Each order is trained in a process of its own, from words between white space. Seconds are those of
the processor, so that other work on the machine does not count; memory is the peak of the process.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

from tesla_metrics.errors import ResourceError
from tesla_metrics.files.lines import iterate_lines
from tesla_metrics.resources.lm import (
    TextSettings,
    count_files,
    estimate_model,
    load_language_model,
    write_arpa,
)

DEFAULT = Path(__file__).parents[2] / "shared/data/bitext/mono/europarl.en.txt.gz"
QUERIES = 20_000  # sentences


def timed(work: Callable[..., Any], *arguments: Any) -> tuple[Any, float]:
    start = process_time()
    return work(*arguments), process_time() - start


def train(text: str, order: int, output: Path) -> None:
    counter, reading = timed(lambda: count_files([text], order, TextSettings()))
    counts, counting = timed(counter.finish)
    model, estimating = timed(lambda: estimate_model(counts, settings=TextSettings().to_dict()))
    training = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    _, writing = timed(lambda: write_arpa(output, model))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"order {order}: {counter.n_tokens:,} words, {sum(len(x.ngrams) for x in model.levels):,} "
        f"n-grams\n  reading {reading:.2f} s, counting {counting:.2f} s, estimating "
        f"{estimating:.2f} s, writing {writing:.2f} s\n"
        f"  peak {training:.0f} MB until estimated, {peak:.0f} MB until written; "
        f"file {output.stat().st_size / 1e6:.1f} MB"
    )


def query(text: str, path: Path) -> None:
    sentences = [
        TextSettings().words(line)
        for _, line in zip(range(QUERIES), iterate_lines(text), strict=False)
    ]
    words = sum(map(len, sentences)) + len(sentences)
    for engine in ("numpy", "kenlm"):
        try:
            model, loading = timed(load_language_model, path, engine)
        except ResourceError as error:
            print(f"  {engine}: {error}")
            continue
        _, batch = timed(model.log10_all, sentences)
        _, single = timed(list, map(model.log10, sentences))
        print(
            f"  {engine}: loaded in {loading:.2f} s; {words / batch:,.0f} words/s at once, "
            f"{words / single:,.0f} words/s sentence by sentence"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("text", nargs="?", default=str(DEFAULT))
    parser.add_argument("--orders", type=int, nargs="+", default=[3, 5])
    parser.add_argument("--output", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.output:
        (order,) = args.orders
        train(args.text, order, args.output)
        return
    for order in args.orders:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model.arpa.gz"
            arguments = [args.text, "--orders", str(order), "--output", str(path)]
            subprocess.run([sys.executable, __file__, *arguments], check=True)
            query(args.text, path)


if __name__ == "__main__":
    main()

"""What contextual words cost: a new sentence in either arithmetic, and a matrix of encoded ones.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python benchmarks/context_speed.py TEXTS
        [--encoder WHAT] [--adapter WHAT] [--count N]

TEXTS has a sentence a line. The least of several rounds, time of the processor, one thread.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from tesla_metrics import Session, TeslaN
from tesla_metrics.resources.contextual.contextual_model import open_model
from tesla_metrics.resources.contextual.onnx_graph import ARITHMETICS

PIECES, ROUNDS = 31, 20


def least(work: Callable[[], object], rounds: int) -> float:
    """Seconds."""
    found = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", type=Path, metavar="TEXTS")
    parser.add_argument("--encoder", default="auto")
    parser.add_argument("--adapter", default="auto")
    parser.add_argument("--count", type=int, default=100)
    args = parser.parse_args()
    for arithmetic in ARITHMETICS:
        model = open_model(args.encoder, args.adapter, "en", arithmetic)
        marks = len(model.encoder.tokenizer.start_ids) + len(model.encoder.tokenizer.end_ids)
        size = model.encoder.architecture.vocabulary
        ids = np.random.default_rng(1).integers(size // 2, size, PIECES - marks)
        took = least(lambda model=model, ids=ids: model.runtime.encode(ids), ROUNDS)  # type: ignore[misc]
        print(f"{arithmetic:8} {1000 * took:6.2f} ms for {PIECES} pieces")
    texts = args.texts.read_text("utf-8").splitlines()[: 2 * args.count]
    scorer = TeslaN(lang="en", encoder=args.encoder, adapter=args.adapter).open(Session())
    sides = texts[: args.count], texts[args.count :]
    first = least(lambda: scorer.matrix(*sides), 1)
    again = least(lambda: scorer.matrix(*sides), 5)
    pairs = len(sides[0]) * len(sides[1])
    print(f"{pairs} pairs: {first:.2f} s with {len(texts)} new texts, {pairs / again:.0f} a second")


if __name__ == "__main__":
    main()

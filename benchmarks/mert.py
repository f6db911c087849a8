"""How long tuning on fixed lists takes, with tesla-m and with BLEU, in one run.

    python benchmarks/mert.py [FOLDER] [--lists N] [--candidates N] [--speed-only]

FOLDER has Moses' lists (default: ../shared/data/nbest/moses-large). First these lists, then as many
synthetic ones as are asked for (2,500 x 300): references are halves of two real ones each,
candidates have words changed, dropped and moved, features are noise and what they have to do with
the damage. `analysis` is the time from texts to statistics of candidates, `search` that of MERT
with 20 restarts. Last 2,400 x 70 with 20 starts, which should take less than 30 s on one core.
"""

import argparse
import gzip
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tesla_metrics import Bleu, Metric, Session, TeslaM
from tesla_metrics.decoding.nbest.nbest import Nbest
from tesla_metrics.decoding.nbest.nbest_files import read_nbest
from tesla_metrics.decoding.nbest.weights import Weights
from tesla_metrics.decoding.tuning.candidate_statistics import CandidateStatistics
from tesla_metrics.decoding.tuning.tune import tune

FOLDER = Path(__file__).parents[2] / "shared" / "data" / "nbest" / "moses-large"
FEATURES = 14


class Times(NamedTuple):
    """Seconds of processor time."""

    analysis: float
    search: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--lists", type=int, default=2500)
    parser.add_argument("--candidates", type=int, default=300)
    parser.add_argument("--speed-only", action="store_true", help="the last part only")
    args = parser.parse_args()
    with gzip.open(args.folder / "reference.txt.gz", "rt", encoding="utf-8") as stream:
        references = stream.read().splitlines()
    if not args.speed_only:
        real = read_nbest([str(args.folder / "nbest.gz")])
        compare("moses-large", real, references[: len(real)])
        made = synthetic(references, args.lists, args.candidates)
        compare("synthetic", *made)
    nbest, beside = synthetic(references, 2400, 70)
    times, value = measured(TeslaM(lang="en"), nbest, beside, restarts=19)
    print(
        f"2400 x 70, 20 starts: tesla-m {value:.4f}, analysis {times.analysis:.1f} s, search "
        f"{times.search:.1f} s"
    )


def compare(name: str, nbest: Nbest, references: list[str]) -> None:
    """Both metrics, and the ratios of their times."""
    print(f"{name}: {len(nbest)} lists, {len(nbest.texts)} candidates, {len(nbest.names)} features")
    found: dict[str, Times] = {}
    for metric in (Bleu(force=True), TeslaM(lang="en")):
        found[metric.name], value = measured(metric, nbest, references)
        one = found[metric.name]
        print(
            f"  {metric.name:8} {value:8.4f}  analysis {one.analysis:7.2f} s  search "
            f"{one.search:7.2f} s"
        )
    bleu, ours = found["bleu"], found["tesla-m"]
    print(
        f"  tesla-m / bleu: {ours.search / bleu.search:.2f} after analysis, "
        f"{sum(ours) / sum(bleu):.2f} with it"
    )


def measured(
    metric: Metric[Any], nbest: Nbest, references: list[str], restarts: int = 20
) -> tuple[Times, float]:
    session = Session()
    begin = time.process_time()
    known = CandidateStatistics(metric, [references], session)
    known.compute(nbest)
    middle = time.process_time()
    start = None if nbest.scores is not None else Weights(nbest.names, (1.0,) * len(nbest.names))
    found = tune(nbest, known, start=start, restarts=restarts)
    end = time.process_time()
    return Times(middle - begin, end - middle), found.value


def synthetic(references: list[str], lists: int, candidates: int) -> tuple[Nbest, list[str]]:
    """Lists around references that are made of two halves."""
    random = np.random.default_rng(17)
    words = sorted({word for line in references for word in line.split()})
    beside, texts, damages = [], [], []
    for _ in range(lists):
        left, right = (
            references[place].split() for place in random.integers(0, len(references), 2)
        )
        line = [*left[: len(left) // 2 + 1], *right[len(right) // 2 :]]
        beside.append(" ".join(line))
        rates = random.uniform(0.1, 0.6, candidates)
        for rate in rates.tolist():
            texts.append(" ".join(damaged(line, rate, words, random)))
        damages.append(rates)
    damage = np.concatenate(damages)
    weights = random.normal(size=FEATURES)
    features = random.normal(size=(len(texts), FEATURES)) * 3 - np.outer(damage, weights) * 5
    starts = np.arange(0, len(texts) + 1, candidates)
    names = tuple(f"f_{number}" for number in range(FEATURES))
    return Nbest(tuple(range(lists)), starts, texts, names, features), beside


def damaged(
    line: list[str], rate: float, words: list[str], random: np.random.Generator
) -> list[str]:
    """Some words replaced, dropped or moved on by one."""
    found = list(line)
    dice = random.random(len(line)).tolist()
    others = random.integers(0, len(words), len(line)).tolist()
    for place in range(len(line) - 1, -1, -1):
        if dice[place] < rate * 0.6:
            found[place] = words[others[place]]
        elif dice[place] < rate * 0.8:
            del found[place]
        elif dice[place] < rate and place:
            found.insert(place - 1, found.pop(place))
    return found or line[:1]


if __name__ == "__main__":
    main()

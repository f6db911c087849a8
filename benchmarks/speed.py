"""Speed of tesla-m or tesla-x against sacreBLEU, everything in one run.

    python benchmarks/speed.py [-m tesla-x] [--rounds 7] [--segments 200]

Text in, score out, for English segments of about 10, 25, 50 and 100 tokens (see pairs.py). Rounds
are interleaved, each with other segments; sacreBLEU's cache of tokenised lines is cleared in every
round, and so is ours of analysed texts, except in the column that says so. Medians of CPU time,
one thread. All words have been met before; "cold" is the first 1,000 lines of a process, tables
loaded, where they have not. With TESLA_PURE=1 all of it runs on the plain Python path.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from statistics import median
from typing import Any

import sacrebleu
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_re import TokenizerRegexp

from forgetting import forget as forget_texts
from pairs import SOURCE, pairs
from tesla_metrics import Bleu, Chrf, Metric, TeslaM, TeslaX
from tesla_metrics._core.native import core_name
from tesla_metrics.comparing.bags import BagComparer
from tesla_metrics.encoding.encoder import Encoded
from tesla_metrics.encoding.pairs import Pairs

LENGTHS = (10, 25, 50, 100)


def measure(run: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    start = clock()
    run()
    return clock() - start


def forget(metric: Metric[Any]) -> None:
    Tokenizer13a.__call__.cache_clear()
    TokenizerRegexp.__call__.cache_clear()
    forget_texts(metric.open())


def sentence_bleu(hypotheses: Sequence[str], references: Sequence[str]) -> None:
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        sacrebleu.sentence_bleu(hypothesis, [reference])


def draw(tokens: int, rounds: int, segments: int) -> list[tuple[list[str], list[str]]]:
    stream = pairs(tokens)
    drawn = [list(islice(stream, segments)) for _ in range(rounds)]
    return [([h for h, _ in part], [r for _, r in part]) for part in drawn]


def cold(metric: Metric[Any]) -> None:
    (batch,) = draw(22, 1, 1000)
    metric.score(["Load the tables."], ["Loads the table!"])
    ours, theirs = measure(partial(metric.score, *batch)), measure(partial(sentence_bleu, *batch))
    print(f"cold, first 1,000 lines: {ours:.2f} s, sentence_bleu {theirs:.2f} s\n")


def text_in(metric: Metric[Any], rounds: int, segments: int) -> None:
    print("text in             µs a segment            times the speed of sentence_bleu")
    print("tokens      ours  refs cached  sentence_bleu       ours  refs cached")
    for tokens in LENGTHS:
        batches = draw(tokens, rounds, segments)
        for batch in batches:
            metric.score(*batch)
        times = []
        for batch in batches:
            forget(metric)
            ours = measure(partial(metric.score, *batch))
            again = measure(partial(metric.score, *batch))
            times.append((ours, again, measure(partial(sentence_bleu, *batch))))
        a, b, c = (median(column) / segments * 1e6 for column in zip(*times, strict=True))
        print(f"{tokens:6} {a:9.1f} {b:12.1f} {c:14.1f} {c / a:10.1f} {c / b:12.1f}")


def call_by_call(codes: Encoded, beside: Pairs, settings: Any) -> None:
    for k in range(len(beside)):
        one = beside.left[k : k + 1], beside.right[k : k + 1]
        codes.core.compare(codes.references, codes.candidates, *one, **settings, threads=1)


def matcher(metric: TeslaM, rounds: int, segments: int) -> None:
    comparer = metric.open().comparer
    assert isinstance(comparer, BagComparer)
    settings = comparer.settings
    if settings is None:
        return
    print("\nanalysed in         µs a segment            times the speed of sentence_bleu")
    print("tokens    a call      batches  sentence_bleu     a call      batches")
    for tokens in LENGTHS:
        times = []
        for hypotheses, references in draw(tokens, rounds, segments):
            forget(metric)
            beside = Pairs.of_lines(hypotheses, references)
            codes = comparer.encode(beside)

            one = measure(partial(call_by_call, codes, beside, settings))
            many = measure(partial(comparer.compare_codes, codes, beside))
            times.append((one, many, measure(partial(sentence_bleu, hypotheses, references))))
        a, b, c = (median(column) / segments * 1e6 for column in zip(*times, strict=True))
        print(f"{tokens:6} {a:9.1f} {b:12.1f} {c:14.1f} {c / a:10.1f} {c / b:12.1f}")


def matrix(metric: Metric[Any]) -> None:
    ((hypotheses, references),) = draw(25, 1, 200)
    sample = hypotheses[:10]  # what is slow is measured on a twentieth of the pairs

    def one_by_one() -> None:
        for hypothesis in sample:
            for reference in references:
                metric.score([hypothesis], [reference])

    def rate(run: Callable[[], object], rows: int) -> float:
        forget(metric)
        return rows * len(references) / measure(run)

    peers: list[Metric[Any]] = [Bleu(), Chrf()]
    whole = rate(partial(metric.matrix, hypotheses, references), len(hypotheses))
    print(f"\nmatrix of 200 x 200, 25 tokens: {whole:,.0f} pairs a second")
    print(f"  score() pair by pair {whole / rate(one_by_one, len(sample)):.0f} times slower")
    for peer in peers:
        slow = rate(partial(peer.matrix, sample, references), len(sample))
        print(f"  sacreBLEU's {peer.name} {whole / slow:.0f} times slower")


def threads(metric: Metric[Any]) -> None:
    ((hypotheses, references),) = draw(25, 1, 10_000)
    metric.score(hypotheses, references)
    walls = []
    for jobs in (1, 2):
        forget(metric)
        run = partial(metric.score, hypotheses, references, jobs=jobs)
        walls.append(min(measure(run, time.perf_counter) for _ in range(3)))
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    print(f"\n2 threads against 1: {walls[0] / walls[1]:.2f} times (load average {load:.1f})")


def start_up() -> None:
    code = (
        "import resource, sys; from tesla_metrics import TeslaM; "
        "TeslaM(lang='en').score(['A cat sat.'] * 1000, ['The cat sits.'] * 1000); "
        "peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss; "
        "print(peak / (1024 * 1024 if sys.platform == 'darwin' else 1024))"
    )
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "import tesla_metrics": [sys.executable, "-c", "import tesla_metrics"],
        "tesla --help": [sys.executable, "-m", "tesla_metrics", "--help"],
    }
    for name, command in commands.items():
        run = partial(subprocess.run, command, check=True, capture_output=True)
        print(f"{name}: {min(measure(run, time.perf_counter) for _ in range(5)):.2f} s")
    peak = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    print(f"peak memory, English: {float(peak.stdout):.0f} MB\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-m", "--metric", choices=("tesla-m", "tesla-x"), default="tesla-m")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--segments", type=int, default=200)
    args = parser.parse_args()
    kind = TeslaX if args.metric == "tesla-x" else TeslaM
    metric = kind(lang="en")
    print(f"{metric.name}, core: {core_name()}; text: {SOURCE}")
    start_up()  # first: the peak of a child counts what this process takes by then
    cold(metric)
    text_in(metric, args.rounds, args.segments)
    if isinstance(metric, TeslaM):
        matcher(metric, args.rounds, args.segments)
    matrix(metric)
    threads(metric)


if __name__ == "__main__":
    main()

"""Speed of metrics in one process against sentence_bleu: lengths, matrices, threads."""

import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any, NamedTuple

from tesla_metrics import Bleu, Chrf, Metric, TeslaM
from tesla_metrics.core.comparing.bag_comparers import BagComparer
from tesla_metrics.core.encoding.encoder import EncodedPairs
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.core.encoding.session import Session
from timing import LENGTHS, draw, forget, measure, sentence_bleu


class Times(NamedTuple):
    """Seconds of the processor a segment."""

    ours: float
    cached: float  # with the same references once more
    theirs: float


def text_in(metric: Metric[Any], tokens: int, rounds: int, segments: int) -> Times:
    """Medians of interleaved rounds, each with other segments; all words have been met before."""
    batches = draw(tokens, rounds, segments)
    for batch in batches:
        metric.score(*batch)
    times = []
    for batch in batches:
        forget(metric)
        ours = measure(partial(metric.score, *batch))
        again = measure(partial(metric.score, *batch))
        times.append((ours, again, measure(partial(sentence_bleu, *batch))))
    return Times(*(median(column) / segments for column in zip(*times, strict=True)))


def print_lengths(metric: Metric[Any], rounds: int, segments: int) -> None:
    print(f"\n{metric.name}, text in: µs a segment, and times the speed of sentence_bleu")
    print("tokens      ours  refs cached  sentence_bleu       ours  refs cached")
    for tokens in LENGTHS:
        a, b, c = (1e6 * seconds for seconds in text_in(metric, tokens, rounds, segments))
        print(f"{tokens:6} {a:9.1f} {b:12.1f} {c:14.1f} {c / a:10.1f} {c / b:12.1f}")


def _call_by_call(codes: EncodedPairs, beside: Pairs, settings: Any) -> None:
    for k in range(len(beside)):
        one = beside.reference_indices[k : k + 1], beside.candidate_indices[k : k + 1]
        codes.native_encoder.compare(
            codes.references, codes.candidates, *one, **settings, threads=1
        )


def print_matcher(metric: TeslaM, rounds: int, segments: int) -> None:
    """The matching alone, of analysed texts."""
    comparer = metric.open().comparer
    assert isinstance(comparer, BagComparer)
    settings = comparer.settings
    if settings is None:
        return
    print(f"\n{metric.name}, analysed in: µs a segment, and times the speed of sentence_bleu")
    print("tokens    a call      batches  sentence_bleu     a call      batches")
    for tokens in LENGTHS:
        times = []
        for hypotheses, references in draw(tokens, rounds, segments):
            forget(metric)
            beside = Pairs.from_lines(hypotheses, references)
            codes = comparer.encode(beside)
            one = measure(partial(_call_by_call, codes, beside, settings))
            many = measure(partial(comparer.compare_codes, codes, beside))
            times.append((one, many, measure(partial(sentence_bleu, hypotheses, references))))
        a, b, c = (median(column) / segments * 1e6 for column in zip(*times, strict=True))
        print(f"{tokens:6} {a:9.1f} {b:12.1f} {c:14.1f} {c / a:10.1f} {c / b:12.1f}")


def matrix_rate(metric: Metric[Any], size: int = 200, session: Session | None = None) -> float:
    """Pairs a second of one thread, 25 tokens each, words met; the best of three."""
    ((hypotheses, references),) = draw(25, 1, size)
    run = partial(metric.matrix, hypotheses, references, session=session)
    run()
    times = []
    for _ in range(3):
        forget(metric)
        times.append(measure(run))
    return size * size / min(times)


def print_matrices(metrics: list[Metric[Any]]) -> None:
    print("\nmatrix of 200 x 200, 25 tokens: pairs a second")
    for metric in [*metrics, Bleu(), Chrf()]:
        print(f"{metric.name:12} {matrix_rate(metric):12,.0f}")
    plain = Session(core="python")
    for peer in (Bleu(), Chrf()):
        print(f"sacreBLEU's {peer.name:5} {matrix_rate(peer, 20, plain):7,.0f}")


def threads_gain(metric: Metric[Any], segments: int = 10_000) -> float:
    """How many times as fast two threads are, by the clock; the best of each."""
    ((hypotheses, references),) = draw(25, 1, segments)
    metric.score(hypotheses, references)
    walls: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(5):
        for jobs, own in walls.items():
            forget(metric)
            run: Callable[[], object] = partial(metric.score, hypotheses, references, jobs=jobs)
            own.append(measure(run, time.perf_counter))
    return min(walls[1]) / min(walls[2])

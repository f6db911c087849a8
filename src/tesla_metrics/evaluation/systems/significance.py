"""Significance tests between systems, corrections and clusters."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from math import exp, lgamma, log
from sys import float_info
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ...arrays import Floats
from ...metrics.base import Metric
from ...resampling import ResamplingProgress, percentile_interval, randomisation_signs
from .evidence import RELATIVE_NOISE, StatisticsTable, SystemStatistics, bootstrap_p_value, subtract
from .findings import PairTest, Standing

# Holm's correction for several tests at once (Holm 1979).


def holm_correction(p_values: Sequence[float]) -> list[float]:
    """Return Holm-corrected p-values in the order given.

    The smallest of m p-values is multiplied by m, the next by m - 1 and so on, and none becomes
    smaller than its predecessor. Rejecting corrected values up to alpha then limits the probability
    of any false rejection among the m tests to alpha, even if the tests depend on each other.
    """
    corrected = [0.0] * len(p_values)
    floor = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        floor = max(floor, min(1.0, (len(p_values) - rank) * p_values[index]))
        corrected[index] = floor
    return corrected


T = TypeVar("T")


def split_clusters(order: Sequence[T], differ: Callable[[T, T], bool]) -> list[list[T]]:
    """Split a ranking into clusters: an item that differs from any member starts the next cluster.

    `differ(higher, lower)` says whether two items, the better first, differ significantly.
    """
    groups: list[list[T]] = []
    for item in order:
        if not groups or any(differ(member, item) for member in groups[-1]):
            groups.append([])
        groups[-1].append(item)
    return groups


def sign_test(wins: int, losses: int) -> float:
    """Return the two-sided p-value of wins and losses (without ties) if both are equally likely."""
    trials, fewer = wins + losses, min(wins, losses)
    if wins == losses:
        return 1.0
    log_combinations = lgamma(trials + 1) - lgamma(fewer + 1) - lgamma(trials - fewer + 1)
    # Sum of the tail relative to its largest term; terms decrease faster than a geometric series.
    term = tail = 1.0
    for successes in range(fewer, 0, -1):
        term *= successes / (trials - successes + 1)
        tail += term
        if term < tail * float_info.epsilon / trials:
            break
    # A p-value is never 0, but it may be too small for a float.
    return min(1.0, max(2 * tail * exp(log_combinations - trials * log(2)), float_info.min))


# Approximate randomisation (Noreen 1989): outputs of equal systems are exchangeable.


def randomisation_p_values(
    metric: Metric[Any],
    systems: Mapping[str, SystemStatistics],
    pairs: Sequence[tuple[str, str]],
    samples: int,
    seed: int,
    report_samples: ResamplingProgress | None = None,
) -> list[float]:
    """Return one two-sided p-value per pair: the share of swapped systems that differ as much."""
    min_differences = [_min_difference(systems[a], systems[b]) for a, b in pairs]
    counts = [0] * len(pairs)
    for sampled in randomised_differences(metric, systems, pairs, samples, seed, report_samples):
        for index, differences in enumerate(sampled):
            counts[index] += int((np.abs(differences) >= min_differences[index]).sum())
    return [(1 + count) / (samples + 1) for count in counts]


def randomised_differences(
    metric: Metric[Any],
    systems: Mapping[str, SystemStatistics],
    pairs: Sequence[tuple[str, str]],
    samples: int,
    seed: int,
    report_samples: ResamplingProgress | None = None,
) -> Iterator[list[Floats]]:
    """Yield batches of the differences of each pair after swapping segments at random."""
    segments = len(next(iter(systems.values())).segments)
    for weights in randomisation_signs(segments, samples, seed, report_samples):
        # Statistics are additive, so those of a system are summed once for all its pairs.
        unswapped = {name: weights @ system.rows for name, system in systems.items()}
        swapped = {
            name: system.rows.sum(axis=0) - unswapped[name] for name, system in systems.items()
        }
        yield [
            subtract(
                metric.system_values(unswapped[a] + swapped[b]),
                metric.system_values(swapped[a] + unswapped[b]),
            )
            for a, b in pairs
        ]


def _min_difference(a: SystemStatistics, b: SystemStatistics) -> float:
    """Return the smallest absolute difference that counts as large as the observed one."""
    margin = RELATIVE_NOISE * max(abs(a.value), abs(b.value))
    return abs(float(subtract(a.value, b.value))) - margin


class WinCounts(NamedTuple):
    """Number of segments in which a is better, b is better, and neither is better."""

    wins: int
    losses: int
    ties: int


def count_wins(a: Floats, b: Floats, higher_is_better: bool) -> WinCounts:
    """Count the segments that a wins and loses against b, and ties."""
    difference = subtract(a, b) if higher_is_better else subtract(b, a)
    wins, losses = int((difference > 0).sum()), int((difference < 0).sum())
    return WinCounts(wins, losses, len(difference) - wins - losses)


def effect_size(a: Floats, b: Floats) -> float | None:
    """Return Cohen's d of paired scores: mean of the differences over their standard deviation.

    It is 0 if all differences are 0, and None if they are otherwise constant or there is only one.
    """
    difference = subtract(a, b)
    if not difference.any():
        return 0.0
    if len(difference) == 1 or not subtract(difference, float(difference.mean())).any():
        return None
    return float(difference.mean() / difference.std(ddof=1))


def most_different(a: Floats, b: Floats, max_segments: int) -> list[int]:
    """Return up to `max_segments` segments in order of decreasing absolute difference.

    Without zeros.
    """
    sizes = np.abs(subtract(a, b))
    order = np.argsort(-sizes, kind="stable")[:max_segments]
    return [int(segment) for segment in order if sizes[segment]]


def count_best(scores: Floats, higher_is_better: bool) -> list[int]:
    """Count the segments in which each system (one row of scores) is better than all others."""
    signed = scores if higher_is_better else -scores
    ordered = np.sort(signed, axis=0)
    has_single_best = subtract(ordered[-1], ordered[-2]) > 0
    best = signed.argmax(axis=0)[has_single_best]
    return [int(count) for count in np.bincount(best, minlength=len(scores))]


TESTS = ("bootstrap", "randomisation", "sign")
Pair = tuple[str, str]


def run_pair_tests(
    table: StatisticsTable,
    pairs: Sequence[Pair],
    tests: Sequence[str],
    report_samples: ResamplingProgress | None = None,
) -> list[PairTest]:
    """Test each pair by each metric and test, nested in this order.

    `report_samples` is called with the number of new samples.
    """
    tests_by_key: dict[tuple[Pair, str, str], PairTest] = {}
    for metric in table.metrics:
        rows = [_compare_pair(table, metric, pair) for pair in pairs]
        for test in tests:
            p_values = _p_values(table, metric, rows, test, report_samples)
            corrected = holm_correction(p_values)
            for pair, row, p, p_holm in zip(pairs, rows, p_values, corrected, strict=True):
                better = _more_wins(row) if test == "sign" else row.better
                tests_by_key[pair, metric.name, test] = replace(
                    row, test=test, p_value=p, p_holm=p_holm, better=better
                )
    names = [metric.name for metric in table.metrics]
    return [tests_by_key[pair, name, test] for pair in pairs for name in names for test in tests]


def _compare_pair(table: StatisticsTable, metric: Metric[Any], pair: Pair) -> PairTest:
    """Return a pair's difference, interval, effect size and wins, still without p-values."""
    a, b = (table.statistics[metric.name, name] for name in pair)
    difference = float(subtract(a.value, b.value))
    better = pair[0] if (difference > 0) == metric.higher_is_better else pair[1]
    return PairTest(
        *pair,
        metric.name,
        "",
        difference,
        percentile_interval(_sampled_differences(table, metric, *pair), table.level),
        1.0,
        1.0,
        effect_size(a.segments, b.segments),
        *count_wins(a.segments, b.segments, metric.higher_is_better),
        better if difference else None,
    )


def _more_wins(row: PairTest) -> str | None:
    # The sign test compares the numbers of segments won, not the system scores.
    if row.wins == row.losses:
        return None
    return row.a if row.wins > row.losses else row.b


def _p_values(
    table: StatisticsTable,
    metric: Metric[Any],
    rows: Sequence[PairTest],
    test: str,
    report_samples: ResamplingProgress | None,
) -> list[float]:
    if test == "sign":
        return [sign_test(row.wins, row.losses) for row in rows]
    systems = {name: table.statistics[metric.name, name] for name in table.systems}
    evidence_pairs = [(systems[row.a], systems[row.b]) for row in rows]
    if test == "randomisation":
        pairs = [(row.a, row.b) for row in rows]
        return randomisation_p_values(
            metric, systems, pairs, table.samples, table.seed, report_samples
        )
    return [
        bootstrap_p_value(a, b, _sampled_differences(table, metric, row.a, row.b))
        for row, (a, b) in zip(rows, evidence_pairs, strict=True)
    ]


def _sampled_differences(table: StatisticsTable, metric: Metric[Any], a: str, b: str) -> Floats:
    return subtract(table.sampled[metric.name, a], table.sampled[metric.name, b])


def rank_systems(
    table: StatisticsTable, metric: Metric[Any], differ: Collection[tuple[str, str]] | None
) -> Iterator[Standing]:
    """Yield the ranking by one metric; `differ` are pairs that differ, the better system first.

    `differ` is None, and there are no clusters, if not all pairs were tested. A test that
    contradicts the ranking does not start a cluster.
    """
    values = {name: table.statistics[metric.name, name].value for name in table.systems}
    sign = -1 if metric.higher_is_better else 1
    # Ties are ordered by name, so that the order on the command line does not matter.
    order = sorted(values, key=lambda name: (sign * values[name], name))
    cluster: dict[str, int] = {}
    if differ is not None:
        grouped = split_clusters(order, lambda higher, lower: (higher, lower) in differ)
        cluster = {name: index for index, group in enumerate(grouped, 1) for name in group}
    for name in order:
        yield Standing(
            name,
            metric.name,
            values[name],
            percentile_interval(table.sampled[metric.name, name], table.level),
            1 + sum(sign * value < sign * values[name] for value in values.values()),
            cluster.get(name),
        )

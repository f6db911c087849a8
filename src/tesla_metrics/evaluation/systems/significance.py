"""Significance tests between systems, their correction for many pairs, and clusters."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from math import exp, lgamma, log
from sys import float_info
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ...arrays import Floats
from ...metrics.base import Metric
from ...resampling import ResamplingProgress, compute_percentile_interval, draw_randomisation_masks
from .evidence import (
    RELATIVE_NOISE,
    StatisticsTable,
    SystemStatistics,
    compute_bootstrap_p_value,
    subtract,
)
from .findings import PairTest, RankedSystem

# Holm's correction for several tests (Holm 1979)


def correct_by_holm(p_values: Sequence[float]) -> list[float]:
    """Return Holm-corrected p-values in the order of `p_values`.

    The smallest of m p-values is multiplied by m, the next by m - 1 and so on; a result that is
    smaller than its predecessor is replaced by the predecessor. Rejecting corrected values up to
    alpha limits the probability of any false rejection among the m tests to alpha, even if the
    tests depend on each other.
    """
    corrected_values = [0.0] * len(p_values)
    previous = 0.0
    ascending = sorted(range(len(p_values)), key=p_values.__getitem__)
    for rank, index in enumerate(ascending):
        previous = max(previous, min(1.0, (len(p_values) - rank) * p_values[index]))
        corrected_values[index] = previous
    return corrected_values


T = TypeVar("T")


def split_clusters(ranking: Sequence[T], is_different: Callable[[T, T], bool]) -> list[list[T]]:
    """Split a ranking into clusters of items that do not differ significantly.

    An item that differs from any member of the current cluster starts the next cluster.
    `is_different(higher, lower)` returns whether two items, the better first, differ significantly.
    """
    clusters: list[list[T]] = []
    for item in ranking:
        if not clusters or any(is_different(member, item) for member in clusters[-1]):
            clusters.append([])
        clusters[-1].append(item)
    return clusters


def compute_sign_p_value(wins: int, losses: int) -> float:
    """Return the two-sided p-value of the sign test, without ties."""
    n_trials, n_fewer = wins + losses, min(wins, losses)
    if wins == losses:
        return 1.0
    log_combinations = lgamma(n_trials + 1) - lgamma(n_fewer + 1) - lgamma(n_trials - n_fewer + 1)
    # Sum the tail of the binomial distribution relative to its largest term. The rest is negligible
    # after the break, because terms decrease faster than a geometric series.
    term = tail = 1.0
    for successes in range(n_fewer, 0, -1):
        term *= successes / (n_trials - successes + 1)
        tail += term
        if term < tail * float_info.epsilon / n_trials:
            break
    # A p-value that is too small for a float becomes the smallest positive float.
    return min(1.0, max(2 * tail * exp(log_combinations - n_trials * log(2)), float_info.min))


# Approximate randomisation (Noreen 1989): outputs of equally good systems can be swapped


def compute_randomisation_p_values(
    metric: Metric[Any],
    systems: Mapping[str, SystemStatistics],
    pairs: Sequence[tuple[str, str]],
    n_samples: int,
    seed: int,
    report_samples: ResamplingProgress | None = None,
) -> list[float]:
    """Return the two-sided p-value of each pair.

    It is the share of samples in which the systems, after swapping the outputs of random segments,
    differ at least as much as observed.
    """
    min_differences = [_compute_min_difference(systems[a], systems[b]) for a, b in pairs]
    extreme_counts = [0] * len(pairs)
    for batch in randomise_differences(metric, systems, pairs, n_samples, seed, report_samples):
        for index, differences in enumerate(batch):
            extreme_counts[index] += int((np.abs(differences) >= min_differences[index]).sum())
    return [(1 + count) / (n_samples + 1) for count in extreme_counts]


def randomise_differences(
    metric: Metric[Any],
    systems: Mapping[str, SystemStatistics],
    pairs: Sequence[tuple[str, str]],
    n_samples: int,
    seed: int,
    report_samples: ResamplingProgress | None = None,
) -> Iterator[list[Floats]]:
    """Yield the differences of each pair after swapping random segments, in batches of samples."""
    n_segments = len(next(iter(systems.values())).segment_scores)
    for weights in draw_randomisation_masks(n_segments, n_samples, seed, report_samples):
        # Statistics are additive: the totals of a system over segments that are kept and over
        # segments that are swapped are computed once for all its pairs.
        kept_totals = {name: weights @ system.statistics for name, system in systems.items()}
        swapped_totals = {
            name: system.statistics.sum(axis=0) - kept_totals[name]
            for name, system in systems.items()
        }
        yield [
            subtract(
                metric.system_values(kept_totals[a] + swapped_totals[b]),
                metric.system_values(swapped_totals[a] + kept_totals[b]),
            )
            for a, b in pairs
        ]


def _compute_min_difference(a: SystemStatistics, b: SystemStatistics) -> float:
    """Return the smallest absolute difference that counts as equal to the observed difference."""
    tolerance = RELATIVE_NOISE * max(abs(a.system_score), abs(b.system_score))
    return abs(float(subtract(a.system_score, b.system_score))) - tolerance


class WinCounts(NamedTuple):
    """Number of segments in which a is better, b is better, and neither is better."""

    wins: int
    losses: int
    ties: int


def count_wins(a: Floats, b: Floats, higher_is_better: bool) -> WinCounts:
    """Count the segments in which a is better than b, b is better than a, and neither is."""
    differences = subtract(a, b) if higher_is_better else subtract(b, a)
    wins, losses = int((differences > 0).sum()), int((differences < 0).sum())
    return WinCounts(wins, losses, len(differences) - wins - losses)


def compute_effect_size(a: Floats, b: Floats) -> float | None:
    """Return Cohen's d of paired scores: mean of the differences / their standard deviation.

    It is 0 if all differences are 0, and None if the differences are constant but not 0.
    """
    differences = subtract(a, b)
    if not differences.any():
        return 0.0
    if len(differences) == 1 or not subtract(differences, float(differences.mean())).any():
        return None
    return float(differences.mean() / differences.std(ddof=1))


def find_most_different(a: Floats, b: Floats, max_segments: int) -> list[int]:
    """Return up to `max_segments` segments in order of decreasing absolute difference.

    Segments with equal scores are left out.
    """
    absolute_differences = np.abs(subtract(a, b))
    sorted_segments = np.argsort(-absolute_differences, kind="stable")[:max_segments]
    return [int(segment) for segment in sorted_segments if absolute_differences[segment]]


def count_best(scores: Floats, higher_is_better: bool) -> list[int]:
    """Return, for each system, the number of segments in which it is better than all others.

    `scores` has shape (n_systems, n_segments).
    """
    signed_scores = scores if higher_is_better else -scores
    sorted_scores = np.sort(signed_scores, axis=0)
    has_single_best = subtract(sorted_scores[-1], sorted_scores[-2]) > 0
    best_systems = signed_scores.argmax(axis=0)[has_single_best]
    return [int(count) for count in np.bincount(best_systems, minlength=len(scores))]


SYSTEM_TESTS = ("bootstrap", "randomisation", "sign")  # names of the tests between systems
Pair = tuple[str, str]  # names of two systems


def run_pair_tests(
    table: StatisticsTable,
    pairs: Sequence[Pair],
    tests: Sequence[str],
    report_samples: ResamplingProgress | None = None,
) -> list[PairTest]:
    """Test each pair by each metric and test; results are ordered by pair, metric and test.

    `report_samples` is called with the number of new samples.
    """
    tests_by_key: dict[tuple[Pair, str, str], PairTest] = {}
    for metric in table.metrics:
        untested_pairs = [_compare_pair(table, metric, pair) for pair in pairs]
        for test in tests:
            p_values = _compute_p_values(table, metric, untested_pairs, test, report_samples)
            corrected_p_values = correct_by_holm(p_values)
            for pair, untested, p_value, p_holm in zip(
                pairs, untested_pairs, p_values, corrected_p_values, strict=True
            ):
                better = _find_winner(untested) if test == "sign" else untested.better
                tests_by_key[pair, metric.name, test] = replace(
                    untested, test=test, p_value=p_value, p_holm=p_holm, better=better
                )
    metric_names = [metric.name for metric in table.metrics]
    return [
        tests_by_key[pair, name, test] for pair in pairs for name in metric_names for test in tests
    ]


def _compare_pair(table: StatisticsTable, metric: Metric[Any], pair: Pair) -> PairTest:
    """Return the difference, interval, effect size and wins of a pair.

    The name of the test is empty and p-values are 1, until a test fills them in.
    """
    a, b = (table.statistics[metric.name, name] for name in pair)
    difference = float(subtract(a.system_score, b.system_score))
    better = pair[0] if (difference > 0) == metric.higher_is_better else pair[1]
    return PairTest(
        *pair,
        metric.name,
        "",
        difference,
        compute_percentile_interval(
            _compute_sampled_differences(table, metric, *pair), table.level
        ),
        1.0,
        1.0,
        compute_effect_size(a.segment_scores, b.segment_scores),
        *count_wins(a.segment_scores, b.segment_scores, metric.higher_is_better),
        better if difference else None,
    )


def _find_winner(pair: PairTest) -> str | None:
    """Return the system that is better in more segments, which the sign test compares."""
    if pair.wins == pair.losses:
        return None
    return pair.a if pair.wins > pair.losses else pair.b


def _compute_p_values(
    table: StatisticsTable,
    metric: Metric[Any],
    untested_pairs: Sequence[PairTest],
    test: str,
    report_samples: ResamplingProgress | None,
) -> list[float]:
    if test == "sign":
        return [compute_sign_p_value(pair.wins, pair.losses) for pair in untested_pairs]
    systems = {name: table.statistics[metric.name, name] for name in table.systems}
    if test == "randomisation":
        name_pairs = [(pair.a, pair.b) for pair in untested_pairs]
        return compute_randomisation_p_values(
            metric, systems, name_pairs, table.n_samples, table.seed, report_samples
        )
    p_values = []
    for pair in untested_pairs:
        differences = _compute_sampled_differences(table, metric, pair.a, pair.b)
        p_values.append(compute_bootstrap_p_value(systems[pair.a], systems[pair.b], differences))
    return p_values


def _compute_sampled_differences(
    table: StatisticsTable, metric: Metric[Any], a: str, b: str
) -> Floats:
    return subtract(table.sampled_scores[metric.name, a], table.sampled_scores[metric.name, b])


def rank_systems(
    table: StatisticsTable, metric: Metric[Any], different_pairs: Collection[tuple[str, str]] | None
) -> Iterator[RankedSystem]:
    """Yield the ranking by one metric.

    `different_pairs` has the pairs of systems that differ significantly, the better system first.
    It is None if not all pairs were tested; then there are no clusters. A test that contradicts
    the ranking does not start a cluster.
    """
    values = {name: table.statistics[metric.name, name].system_score for name in table.systems}
    sign = -1 if metric.higher_is_better else 1
    # Ties are ordered by name, so that the order on the command line does not matter.
    ranked_names = sorted(values, key=lambda name: (sign * values[name], name))
    cluster_by_system: dict[str, int] = {}
    if different_pairs is not None:
        clusters = split_clusters(
            ranked_names, lambda higher, lower: (higher, lower) in different_pairs
        )
        cluster_by_system = {
            name: index for index, cluster in enumerate(clusters, 1) for name in cluster
        }
    for name in ranked_names:
        yield RankedSystem(
            name,
            metric.name,
            values[name],
            compute_percentile_interval(table.sampled_scores[metric.name, name], table.level),
            1 + sum(sign * value < sign * values[name] for value in values.values()),
            cluster_by_system.get(name),
        )

"""Statistics of every system under every metric, with bootstrap samples."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arrays import Floats
from ...files.field_names import NOTHING, REFERENCE, SOURCE
from ...files.inputs.counterparts import Counterparts
from ...files.inputs.references import get_first_references
from ...files.item import ReferenceSet, Segment
from ...metrics.base import Metric, Progress, Scorer
from ...resampling import (
    ResamplingProgress,
    check_sample_memory,
    draw_bootstrap_counts,
    warn_few_segments,
)

# Relative differences up to this size count as 0, because sums in another order are rounded
# differently.
RELATIVE_NOISE = 1e-12


def subtract(a: Floats | float, b: Floats | float) -> Floats:
    """Return a - b, with exactly 0 for differences within rounding noise."""
    difference = np.asarray(a, dtype=np.float64) - b
    tolerance = RELATIVE_NOISE * np.maximum(np.abs(a), np.abs(b))
    return np.where(np.abs(difference) <= tolerance, 0.0, difference)


@dataclass(frozen=True, eq=False)
class SystemStatistics:
    """Results of one system under one metric.

    rows        additive statistics of shape (n_segments, n_statistics)
    segments    segment scores of shape (n_segments,)
    value       system score
    """

    statistics: Floats
    segment_scores: Floats
    system_score: float


def collect_statistics(
    scorer: Scorer[Any],
    hypotheses: Sequence[Segment],
    references: Sequence[ReferenceSet],
    jobs: int,
    progress: Progress | None,
) -> SystemStatistics:
    """Score the output of one system with one scorer; the input is checked already."""
    metric = scorer.metric
    segment_statistics = scorer.statistics(hypotheses, references, jobs, progress)
    return SystemStatistics(
        np.array(segment_statistics, dtype=np.float64),
        np.array([metric.segment_value(statistics) for statistics in segment_statistics]),
        metric.system_value(metric.total(segment_statistics)),
    )


# Paired bootstrap (Koehn 2004), with the p-value computed under the null hypothesis


def resample(
    metrics_statistics: Sequence[tuple[Metric[Any], SystemStatistics]],
    n_samples: int,
    seed: int,
    report_samples: ResamplingProgress | None = None,
) -> list[Floats]:
    """Return the system scores in bootstrap samples of segments.

    All entries of `metrics_statistics`, pairs of a metric and the statistics of a system, are
    scored on the same samples. The result has one array of shape (n_samples,) per entry.
    """
    n_segments = len(metrics_statistics[0][1].segment_scores)
    score_batches: list[list[Floats]] = [[] for _ in metrics_statistics]
    for weights in draw_bootstrap_counts(n_segments, n_samples, seed, report_samples):
        for batches, (metric, statistics) in zip(score_batches, metrics_statistics, strict=True):
            batches.append(metric.resampled_values(statistics.statistics, weights))
    return [np.concatenate(batches) for batches in score_batches]


def compute_bootstrap_p_value(
    a: SystemStatistics, b: SystemStatistics, sampled_differences: Floats
) -> float:
    """Return the two-sided p-value of the difference of two systems.

    `sampled` has the differences in bootstrap samples, which vary around the observed difference.
    Under the null hypothesis they would vary equally around 0, so the p-value is the share of
    samples with a deviation of at least the observed difference. Equal systems have p = 1. A single
    segment has p = 1 too, because it has no sampling variance.
    """
    if len(a.segment_scores) == 1:
        return 1.0
    difference = float(subtract(a.system_score, b.system_score))
    tolerance = RELATIVE_NOISE * max(abs(a.system_score), abs(b.system_score))
    is_as_extreme = np.abs(sampled_differences - difference) >= abs(difference) - tolerance
    return (1 + int(is_as_extreme.sum())) / (len(sampled_differences) + 1)


_FEW_SEGMENTS_ADVICE = (
    "intervals are too narrow and its p-values too small; add segments, or choose the "
    "randomisation test"
)

MetricAndSystem = tuple[str, str]  # names


@dataclass(frozen=True, eq=False)
class StatisticsTable:
    """Results of all systems under all metrics, with scores in the same bootstrap samples.

    systems           outputs by name of the system
    references        texts that outputs are shown with: references, else sources, else nothing
    statistics        results by names of metric and system
    sampled           system scores in bootstrap samples, by names of metric and system
    samples           number of bootstrap samples
    level             confidence level of intervals
    counterpart_kind  kind of the texts in `references`: reference, source, or nothing
    """

    systems: Mapping[str, Sequence[Segment]]
    references: Sequence[ReferenceSet]
    metrics: Sequence[Metric[Any]]
    statistics: Mapping[MetricAndSystem, SystemStatistics]
    sampled_scores: Mapping[MetricAndSystem, Floats]
    n_samples: int
    seed: int
    level: float
    counterpart_kind: str

    @property
    def first_references(self) -> Sequence[Segment]:
        """First reference of each segment; without references, the first system's outputs."""
        if self.references:
            return get_first_references(self.references)
        return next(iter(self.systems.values()))


def collect_table(
    systems: Mapping[str, Sequence[Segment]],
    counterparts: Counterparts,
    scorers: Sequence[Scorer[Any]],
    n_samples: int,
    seed: int,
    level: float,
    jobs: int,
    progress: Progress | None,
    report_samples: ResamplingProgress | None = None,
) -> StatisticsTable:
    """Score and resample all systems under all metrics; the input is checked already."""
    references = counterparts.displayed_sets
    warn_few_segments(len(next(iter(systems.values()))), _FEW_SEGMENTS_ADVICE)
    check_sample_memory(n_samples, len(systems) * len(scorers))
    metrics = [scorer.metric for scorer in scorers]
    statistics = {
        (scorer.metric.name, name): collect_statistics(
            scorer, hypotheses, counterparts.select(scorer.metric.against), jobs, progress
        )
        for name, hypotheses in systems.items()
        for scorer in scorers
    }
    keys = [(metric, name) for metric in metrics for name in systems]
    metrics_statistics = [(metric, statistics[metric.name, name]) for metric, name in keys]
    sampled_scores: Iterable[Floats] = resample(metrics_statistics, n_samples, seed, report_samples)
    sampled_by_key = {
        (metric.name, name): values
        for (metric, name), values in zip(keys, sampled_scores, strict=True)
    }
    if counterparts.references:
        counterpart_kind = REFERENCE
    else:
        counterpart_kind = SOURCE if counterparts.sources else NOTHING
    return StatisticsTable(
        systems,
        references,
        metrics,
        statistics,
        sampled_by_key,
        n_samples,
        seed,
        level,
        counterpart_kind,
    )

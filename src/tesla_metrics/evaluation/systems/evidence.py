"""Statistics of every system under every metric, with bootstrap samples."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arrays import Floats
from ...files.field_names import NOTHING, REFERENCE, SOURCE
from ...files.inputs.counterparts import Counterparts
from ...files.inputs.references import first_references
from ...files.item import ReferenceSet, Segment
from ...metrics.base import Metric, Progress, Scorer
from ...resampling import ResamplingProgress, bootstrap_counts, check_memory, warn_few_segments

# Sums in another order differ in their last digits: a smaller relative difference counts as 0.
RELATIVE_NOISE = 1e-12


def subtract(a: Floats | float, b: Floats | float) -> Floats:
    """Return a - b, with exactly 0 for differences within rounding noise."""
    difference = np.asarray(a, dtype=np.float64) - b
    return np.where(
        np.abs(difference) <= RELATIVE_NOISE * np.maximum(np.abs(a), np.abs(b)), 0.0, difference
    )


@dataclass(frozen=True, eq=False)
class SystemStatistics:
    """Results of one system under one metric.

    rows        statistics of the segments, one row per segment
    segments    segment scores
    value       system score
    """

    rows: Floats
    segments: Floats
    value: float


def collect_statistics(
    scorer: Scorer[Any],
    hypotheses: Sequence[Segment],
    references: Sequence[ReferenceSet],
    jobs: int,
    progress: Progress | None,
) -> SystemStatistics:
    """Score checked input with one scorer."""
    metric = scorer.metric
    rows = scorer.statistics(hypotheses, references, jobs, progress)
    return SystemStatistics(
        np.array(rows, dtype=np.float64),
        np.array([metric.segment_value(row) for row in rows]),
        metric.system_value(metric.total(rows)),
    )


# The paired bootstrap (Koehn 2004), with its p-value computed under the null hypothesis.


def resample(
    evidence: Sequence[tuple[Metric[Any], SystemStatistics]],
    samples: int,
    seed: int,
    report_samples: ResamplingProgress | None = None,
) -> list[Floats]:
    """Return scores in bootstrap samples, which are the same for all systems and metrics."""
    segments = len(evidence[0][1].segments)
    parts: list[list[Floats]] = [[] for _ in evidence]
    for weights in bootstrap_counts(segments, samples, seed, report_samples):
        for part, (metric, system) in zip(parts, evidence, strict=True):
            part.append(metric.resampled_values(system.rows, weights))
    return [np.concatenate(part) for part in parts]


def bootstrap_p_value(a: SystemStatistics, b: SystemStatistics, sampled: Floats) -> float:
    """Return the two-sided p-value of a difference from `sampled` differences of bootstrap samples.

    Sampled differences vary around the observed one. Under the null hypothesis they would vary
    equally around 0, so the p-value is the share whose deviation is at least the observed
    difference. Equal systems thus have p = 1, and so has a single segment, which has no sampling
    variance.
    """
    if len(a.segments) == 1:
        return 1.0
    difference = float(subtract(a.value, b.value))
    margin = RELATIVE_NOISE * max(abs(a.value), abs(b.value))
    as_extreme = np.abs(sampled - difference) >= abs(difference) - margin
    return (1 + int(as_extreme.sum())) / (len(sampled) + 1)


_FEW_SEGMENTS_ADVICE = (
    "intervals are too narrow and its p-values too small; add segments, or choose the "
    "randomisation test"
)

Key = tuple[str, str]  # names of metric and system


@dataclass(frozen=True, eq=False)
class StatisticsTable:
    """Results of all systems under all metrics, with scores in the same bootstrap samples.

    statistics    results by names of metric and system
    sampled     scores in bootstrap samples, by names of metric and system
    counterpart_kind  kind of the texts in `references`: reference, source, or nothing
    """

    systems: Mapping[str, Sequence[Segment]]
    references: Sequence[ReferenceSet]
    metrics: Sequence[Metric[Any]]
    statistics: Mapping[Key, SystemStatistics]
    sampled: Mapping[Key, Floats]
    samples: int
    seed: int
    level: float
    counterpart_kind: str

    @property
    def first_references(self) -> Sequence[Segment]:
        """First reference of each segment, or the first system's outputs without references."""
        return (
            first_references(self.references)
            if self.references
            else next(iter(self.systems.values()))
        )


def collect_table(
    systems: Mapping[str, Sequence[Segment]],
    counterparts: Counterparts,
    scorers: Sequence[Scorer[Any]],
    samples: int,
    seed: int,
    level: float,
    jobs: int,
    progress: Progress | None,
    report_samples: ResamplingProgress | None = None,
) -> StatisticsTable:
    """Score and resample all systems under all metrics; the input is checked already."""
    references = counterparts.displayed
    warn_few_segments(len(next(iter(systems.values()))), _FEW_SEGMENTS_ADVICE)
    check_memory(samples, len(systems) * len(scorers))
    metrics = [scorer.metric for scorer in scorers]
    evidence = {
        (scorer.metric.name, name): collect_statistics(
            scorer, hypotheses, counterparts.for_kind(scorer.metric.against), jobs, progress
        )
        for name, hypotheses in systems.items()
        for scorer in scorers
    }
    keys = [(metric, name) for metric in metrics for name in systems]
    metric_evidence = [(metric, evidence[metric.name, name]) for metric, name in keys]
    sampled: Iterable[Floats] = resample(metric_evidence, samples, seed, report_samples)
    sampled_by_key = {
        (metric.name, name): values for (metric, name), values in zip(keys, sampled, strict=True)
    }
    counterpart_kind = (
        REFERENCE if counterparts.references else SOURCE if counterparts.sources else NOTHING
    )
    return StatisticsTable(
        systems,
        references,
        metrics,
        evidence,
        sampled_by_key,
        samples,
        seed,
        level,
        counterpart_kind,
    )

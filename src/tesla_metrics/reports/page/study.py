"""What a report tells of: texts, scores of segments and systems, and what tests say of these."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Floats
from ...intake.beside import Beside
from ...intake.references import firsts, present
from ...judging.between_systems.findings import PairTest, Standing
from ...judging.between_systems.table import EvidenceTable
from ...judging.comparison import Comparison
from ...metrics.base import Metric
from ...metrics.score import Score
from ...resampling import Interval
from ...tasks import Segment


class Labels(NamedTuple):
    """What segments are called, and of each the document that it is in; nothing if not known."""

    ids: Sequence[str] = ()
    documents: Sequence[str] = ()


NO_LABELS = Labels()


@dataclass(frozen=True, eq=False)
class Study:
    """All that a report is made of.

    scores      of each metric, in the order of `metrics`: a row a system, a column a segment
    standings   ordered by metric and rank
    pairs       of systems that were tested, none where nobody asked
    """

    systems: Mapping[str, Sequence[Segment]]
    beside: Beside
    metrics: Sequence[Metric[Any]]
    scores: Sequence[Floats]
    standings: Sequence[Standing]
    pairs: Sequence[PairTest]
    signatures: Mapping[str, str]
    remark: str
    level: float
    labels: Labels

    @property
    def count(self) -> int:
        """Of segments."""
        return len(next(iter(self.systems.values())))

    def held(self, metric: Metric[Any] | None = None) -> list[tuple[Segment, ...]]:
        """Of each segment what a metric holds its outputs against; without one what is shown."""
        sets = self.beside.shown if metric is None else self.beside.of(metric.against)
        if not sets:
            return [()] * self.count
        return [tuple(present([column])) for column in zip(*sets, strict=True)]

    def firsts(self) -> Sequence[Segment]:
        """Of each segment what is shown first beside it; else what the first system says."""
        return firsts(self.beside.shown) if self.beside.shown else next(iter(self.systems.values()))


def of_comparison(
    comparison: Comparison, table: EvidenceTable, beside: Beside, labels: Labels = NO_LABELS
) -> Study:
    """What `compare` has found in the evidence."""
    return Study(
        table.systems, beside, table.metrics, [_stacked(table, one) for one in table.metrics],
        comparison.standings, comparison.pairs, comparison.signatures,
        f"{100 * comparison.level:g} % bootstrap intervals, {comparison.samples} samples, seed "
        f"{comparison.seed}; differences that hold by p_holm of {comparison.tests[0]}, corrected "
        "for all pairs",
        comparison.level, labels,
    )  # fmt: skip


def of_scores(
    systems: Mapping[str, Sequence[Segment]],
    beside: Beside,
    metrics: Sequence[Metric[Any]],
    scores: Sequence[tuple[str, Score]],
    labels: Labels = NO_LABELS,
) -> Study:
    """What `score` has found: (system, score), with segments and intervals."""
    own = [[one for one in scores if one[1].metric == metric.name] for metric in metrics]
    confidence = scores[0][1].confidence
    assert confidence is not None
    return Study(
        systems, beside, metrics,
        [np.array([score.segments for _, score in found]) for found in own],
        [standing for found in own for standing in _ranked(found)], (),
        {score.metric: str(score.signature) for _, score in scores},
        f"{100 * confidence.level:g} % bootstrap intervals, {confidence.samples} samples, seed "
        f"{confidence.seed}; tesla compare tests differences",
        confidence.level, labels,
    )  # fmt: skip


def _stacked(table: EvidenceTable, metric: Metric[Any]) -> Floats:
    return np.stack([table.evidence[metric.name, name].segments for name in table.systems])


def _ranked(scores: Sequence[tuple[str, Score]]) -> list[Standing]:
    sign = -1 if scores[0][1].higher_is_better else 1
    values = [sign * score.score for _, score in scores]
    ordered = sorted(zip(values, scores, strict=True), key=lambda one: (one[0], one[1][0]))
    found = []
    for value, (system, score) in ordered:
        assert score.confidence is not None
        interval = Interval(score.confidence.low, score.confidence.high)
        rank = 1 + sum(other < value for other in values)
        found.append(Standing(system, score.metric, score.score, interval, rank, None))
    return found

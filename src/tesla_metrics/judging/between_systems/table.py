"""The evidence of every system under every metric, with its bootstrap samples."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...arrays import Floats
from ...intake.beside import Beside
from ...intake.references import firsts
from ...metrics.base import Metric, Progress, Scorer
from ...names import NOTHING, REFERENCE, SOURCE
from ...resampling import Told, check_held, warn_of_few
from ...tasks import ReferenceSet, Segment
from .bootstrap import resample
from .evidence import Evidence, gather

_SPOILT = (
    "intervals are too narrow and its p-values too small; add segments, or choose the "
    "randomisation test"
)

Key = tuple[str, str]  # the names of metric and system


@dataclass(frozen=True, eq=False)
class EvidenceTable:
    """`sampled` are scores in bootstrap samples, the same samples for all.

    `beside` says what the references are: sources, where there are no others, or nothing.
    """

    systems: Mapping[str, Sequence[Segment]]
    references: Sequence[ReferenceSet]
    metrics: Sequence[Metric[Any]]
    evidence: Mapping[Key, Evidence]
    sampled: Mapping[Key, Floats]
    samples: int
    seed: int
    level: float
    beside: str

    @property
    def firsts(self) -> Sequence[Segment]:
        """The first reference of each segment; what the first system says where there is none."""
        return firsts(self.references) if self.references else next(iter(self.systems.values()))


def gather_table(
    systems: Mapping[str, Sequence[Segment]],
    beside: Beside,
    scorers: Sequence[Scorer[Any]],
    samples: int,
    seed: int,
    level: float,
    jobs: int,
    progress: Progress | None,
    told: Told | None = None,
) -> EvidenceTable:
    """Scores and resamples checked input."""
    references = beside.shown
    warn_of_few(len(next(iter(systems.values()))), _SPOILT)
    check_held(samples, len(systems) * len(scorers))
    metrics = [scorer.metric for scorer in scorers]
    evidence = {
        (scorer.metric.name, name): gather(
            scorer, hypotheses, beside.of(scorer.metric.against), jobs, progress
        )
        for name, hypotheses in systems.items()
        for scorer in scorers
    }
    keys = [(metric, name) for metric in metrics for name in systems]
    known = [(metric, evidence[metric.name, name]) for metric, name in keys]
    sampled: Iterable[Floats] = resample(known, samples, seed, told)
    named = {
        (metric.name, name): values for (metric, name), values in zip(keys, sampled, strict=True)
    }
    kind = REFERENCE if beside.references else SOURCE if beside.sources else NOTHING
    return EvidenceTable(systems, references, metrics, evidence, named, samples, seed, level, kind)

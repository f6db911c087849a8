"""A metric of two parts that one can work out by hand: `shared` words and `other` words."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tesla_metrics.core.comparing.comparer import Comparer, Rows
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.core.encoding.session import Session
from tesla_metrics.files.item import get_text
from tesla_metrics.metrics.base import ReferencesFactory
from tesla_metrics.metrics.segment_metric import SegmentMetric, SegmentScorer


class SharedWords(Comparer):
    """The share of a candidate's words that the other side has, and that it has not."""

    @property
    def columns(self) -> tuple[str, ...]:
        return ("count", "other", "shared")

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        rows = []
        for i, j in zip(pairs.reference_indices, pairs.candidate_indices, strict=True):
            own, beside = (get_text(s).split() for s in (pairs.candidates[j], pairs.references[i]))
            shared = np.mean([word in beside for word in own]) if own else 0.0
            rows.append([len(own), 1 - shared, shared])
        return np.array(rows)


@dataclass(frozen=True, kw_only=True)
class Parted(SegmentMetric):
    """4 x shared x other: best where half the words are new."""

    name: ClassVar[str] = "parted"
    parts: ClassVar[tuple[str, ...]] = ("shared", "other")
    multi: str = "mean"

    def open_in(self, session: Session, references: ReferencesFactory | None) -> SegmentScorer:
        return SegmentScorer(
            self,
            session,
            SharedWords(),
            lambda columns: 4 * columns[:, 1] * columns[:, 2],
            lambda count, analysed: [("refs", str(count))],
            self.multi,
        )


@dataclass(frozen=True, kw_only=True)
class PartedSource(Parted):
    """The same, held against the source."""

    name: ClassVar[str] = "parted-source"
    against: ClassVar[str] = "source"

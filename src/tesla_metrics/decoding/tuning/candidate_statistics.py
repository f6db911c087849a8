"""Additive statistics of candidates."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...arrays import Floats
from ...core.encoding.session import Session, default_session
from ...errors import InputError, warn_user
from ...files.inputs.counterparts import check_compares
from ...files.inputs.references import check_sentences, iterate_present, reference_counts
from ...files.item import ReferenceSet, text_of
from ...metrics.base import Metric, Progress, check_jobs
from ...metrics.score import Signature, common_count
from ...metrics.segment_metric import SegmentMetric
from ..nbest.nbest import Nbest, check_ids


class CandidateStatistics:
    """Additive statistics of candidates, cached by id and text.

    references  reference sets (or sources, for a metric that is compared with these), one line per
    id scored      number of candidates that were scored
    """

    def __init__(
        self,
        metric: Metric[Any],
        references: Sequence[ReferenceSet],
        session: Session | None = None,
    ) -> None:
        check_compares(metric, "weights are tuned on references")
        self.references = references
        self.session = default_session() if session is None else session
        self._scorer = metric.open(self.session, lambda: iterate_present(references))
        self.metric = self._scorer.metric
        self.scored = 0
        self._indices: dict[tuple[int, str], int] = {}
        self._blocks: list[Floats] = []

    def of(self, nbest: Nbest, jobs: int = 1, progress: Progress | None = None) -> Floats:
        """Return one row per candidate. `progress` counts candidates, including cached ones."""
        check_jobs(jobs)
        idents = [nbest.ids[owner] for owner in nbest.owners.tolist()]
        check_ids(
            nbest.ids, "the n-best list", "the list of references", min(map(len, self.references))
        )
        keys = list(zip(idents, nbest.texts, strict=True))
        new = [key for key in dict.fromkeys(keys) if key not in self._indices]
        if progress is not None and len(keys) > len(new):
            progress(len(keys) - len(new))
        if new:
            rows = self._score(new, jobs, progress)
            self._warn_of_empty(new)
            self._add(new, rows)
            self.scored += len(new)
        indices = np.fromiter((self._indices[key] for key in keys), np.intp, len(keys))
        return self._rows()[indices]

    def signature(self) -> Signature:
        """Return the signature of the scores."""
        return self._scorer.signature(common_count(reference_counts(self.references)))

    def cached(self) -> tuple[list[int], list[str], Floats]:
        """Return ids, texts and rows of all cached candidates, for `add_cached` in another run."""
        idents, texts = [key[0] for key in self._indices], [key[1] for key in self._indices]
        return idents, texts, self._rows()

    def add_cached(self, idents: Sequence[int], texts: Sequence[str], rows: Floats) -> None:
        """Add what `cached` returned, for the same metric and references."""
        self._add(list(zip(idents, texts, strict=True)), rows)

    def _warn_of_empty(self, keys: Sequence[tuple[int, str]]) -> None:
        empty = [ident for ident, text in keys if not text.strip()]
        if empty:
            warn_user(
                f"{len(empty)} of {len(keys)} candidates are empty, the first is of id {empty[0]}; "
                "check them"
            )
        if self.scored:
            return
        for index, column in enumerate(self.references, 1):
            gaps = [
                line
                for line, text in enumerate(column, 1)
                if text is not None and not text_of(text).strip()
            ]
            if gaps:
                which = f" of set {index}" if len(self.references) > 1 else ""
                warn_user(
                    f"{len(gaps)} of {len(column)} references{which} are empty, the first is "
                    f"line {gaps[0]}; check them"
                )

    def _add(self, keys: Sequence[tuple[int, str]], rows: Floats) -> None:
        indices = range(len(self._indices), len(self._indices) + len(keys))
        self._indices.update(zip(keys, indices, strict=True))
        self._blocks.append(rows)

    def _rows(self) -> Floats:
        if len(self._blocks) > 1:
            self._blocks = [np.concatenate(self._blocks)]
        return self._blocks[0] if self._blocks else np.empty((0, 0))

    def _score(
        self, keys: Sequence[tuple[int, str]], jobs: int, progress: Progress | None
    ) -> Floats:
        texts = [text for _, text in keys]
        if self.metric.of_documents:
            check_sentences(texts)
        sets = [[column[ident] for ident, _ in keys] for column in self.references]
        rows = self._scorer.statistics(texts, sets, jobs, progress)
        return np.array(rows, dtype=np.float64)


# Tuners have 32-bit integers: this times 20,000 segments still fits.
SCALE = 100_000
# Factor for counts: with references of different lengths, ter has halves or thirds.
_COUNTS = 100


def scale_maximum(metric: Metric[Any]) -> float:
    """Return the upper end of the metric's scale: 1 for means of segments, else 100."""
    return 1.0 if isinstance(metric, SegmentMetric) else 100.0


class IntegerStatistics:
    """Statistics of segments as integers that can be added up.

    For a metric whose system score is the mean of segment scores, these are the score times `scale`
    and 1; otherwise they are the metric's statistics.
    """

    def __init__(self, metric: Metric[Any], scale: int = SCALE) -> None:
        self.metric, self.scale = metric, scale
        self.mean = isinstance(metric, SegmentMetric)

    def of(self, row: Sequence[float]) -> list[int]:
        """Return the integers for a segment's row."""
        if self.mean:
            return [self.scaled(self.metric.segment_value(row)), 1]
        return [round(value * _COUNTS) for value in row]

    def scaled(self, value: float) -> int:
        """Return a score as an integer, such that a perfect score is `scale`."""
        return round(value * self.scale / scale_maximum(self.metric))

    def value(self, totals: Sequence[int]) -> float:
        """Return the system score for sums of integers."""
        if not any(totals) or (self.mean and totals[1] <= 0):
            raise InputError("the statistics contain no segment: add up at least one")
        if self.mean:
            return totals[0] / self.scale / totals[1]
        return self.metric.system_value([total / _COUNTS for total in totals])

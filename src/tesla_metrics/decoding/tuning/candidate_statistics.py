"""The metric's additive statistics of candidates, as floats and as integers for other tuners."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...arrays import Floats
from ...core.encoding.session import Session, default_session
from ...errors import InputError, warn_user
from ...files.inputs.counterparts import check_has_counterpart
from ...files.inputs.references import (
    check_sentences,
    count_references_per_segment,
    iterate_references,
)
from ...files.item import ReferenceSet, get_text
from ...metrics.base import Metric, Progress, check_jobs
from ...metrics.score import Signature, find_common_count
from ...metrics.segment_metric import SegmentMetric
from ..nbest.nbest import Nbest, check_ids


class CandidateStatistics:
    """Scores candidates and caches their additive statistics by id and text.

    `references`  reference sets, each with one line per id; or sources, for a metric that compares
                  with sources
    `n_scored`    number of candidates that were scored so far
    """

    def __init__(
        self,
        metric: Metric[Any],
        references: Sequence[ReferenceSet],
        session: Session | None = None,
    ) -> None:
        check_has_counterpart(metric, "weights are tuned on references")
        self.references = references
        self.session = default_session() if session is None else session
        self._scorer = metric.open(self.session, lambda: iterate_references(references))
        self.metric = self._scorer.metric
        self.n_scored = 0
        self._row_indices: dict[tuple[int, str], int] = {}
        self._row_blocks: list[Floats] = []

    def compute(self, nbest: Nbest, jobs: int = 1, progress: Progress | None = None) -> Floats:
        """Return the statistics of all candidates, an array with one row per candidate.

        `progress` is called with numbers of candidates, including cached candidates.
        """
        check_jobs(jobs)
        list_ids = [nbest.ids[owner] for owner in nbest.owners.tolist()]
        check_ids(
            nbest.ids, "the n-best list", "the list of references", min(map(len, self.references))
        )
        keys = list(zip(list_ids, nbest.texts, strict=True))
        new_keys = [key for key in dict.fromkeys(keys) if key not in self._row_indices]
        if progress is not None and len(keys) > len(new_keys):
            progress(len(keys) - len(new_keys))
        if new_keys:
            rows = self._score(new_keys, jobs, progress)
            self._warn_about_empty(new_keys)
            self._add(new_keys, rows)
            self.n_scored += len(new_keys)
        indices = np.fromiter((self._row_indices[key] for key in keys), np.intp, len(keys))
        return self._merge_rows()[indices]

    def get_signature(self) -> Signature:
        """Return the signature of the scores."""
        return self._scorer.signature(
            find_common_count(count_references_per_segment(self.references))
        )

    def get_cached(self) -> tuple[list[int], list[str], Floats]:
        """Return ids, texts and statistics of all cached candidates."""
        list_ids, texts = (
            [key[0] for key in self._row_indices],
            [key[1] for key in self._row_indices],
        )
        return list_ids, texts, self._merge_rows()

    def add_cached(self, list_ids: Sequence[int], texts: Sequence[str], rows: Floats) -> None:
        """Add candidates to the cache; `rows` has their statistics for the same references."""
        self._add(list(zip(list_ids, texts, strict=True)), rows)

    def _warn_about_empty(self, keys: Sequence[tuple[int, str]]) -> None:
        empty_ids = [list_id for list_id, text in keys if not text.strip()]
        if empty_ids:
            warn_user(
                f"{len(empty_ids)} of {len(keys)} candidates are empty, the first is of id "
                f"{empty_ids[0]}; check them"
            )
        if self.n_scored:
            return
        for index, reference_set in enumerate(self.references, 1):
            empty_lines = [
                line
                for line, text in enumerate(reference_set, 1)
                if text is not None and not get_text(text).strip()
            ]
            if empty_lines:
                set_phrase = f" of set {index}" if len(self.references) > 1 else ""
                warn_user(
                    f"{len(empty_lines)} of {len(reference_set)} references{set_phrase} are empty, "
                    f"the first is line {empty_lines[0]}; check them"
                )

    def _add(self, keys: Sequence[tuple[int, str]], rows: Floats) -> None:
        indices = range(len(self._row_indices), len(self._row_indices) + len(keys))
        self._row_indices.update(zip(keys, indices, strict=True))
        self._row_blocks.append(rows)

    def _merge_rows(self) -> Floats:
        if len(self._row_blocks) > 1:
            self._row_blocks = [np.concatenate(self._row_blocks)]
        return self._row_blocks[0] if self._row_blocks else np.empty((0, 0))

    def _score(
        self, keys: Sequence[tuple[int, str]], jobs: int, progress: Progress | None
    ) -> Floats:
        texts = [text for _, text in keys]
        if self.metric.of_documents:
            check_sentences(texts)
        reference_sets = [
            [reference_set[list_id] for list_id, _ in keys] for reference_set in self.references
        ]
        rows = self._scorer.statistics(texts, reference_sets, jobs, progress)
        return np.array(rows, dtype=np.float64)


# Factor from scores to integers: the sum over 20,000 segments still fits into 32 bits.
DEFAULT_SCALE = 100_000
# Factor from counts to integers: TER has fractions for references of different lengths.
_COUNT_FACTOR = 100


def get_perfect_score(metric: Metric[Any]) -> float:
    """Return the score of a perfect translation: 1 for means of segment scores, otherwise 100."""
    return 1.0 if isinstance(metric, SegmentMetric) else 100.0


class IntegerStatistics:
    """Converts statistics of segments to integers that can be added up.

    For a metric whose system score is the mean of segment scores, these are two integers: the
    segment score times `scale`, and 1. Otherwise they are the metric's statistics, multiplied by a
    constant. `is_mean` says whether the system score is a mean of segment scores.
    """

    def __init__(self, metric: Metric[Any], scale: int = DEFAULT_SCALE) -> None:
        self.metric, self.scale = metric, scale
        self.is_mean = isinstance(metric, SegmentMetric)

    def convert_row(self, row: Sequence[float]) -> list[int]:
        """Convert the statistics of one segment to integers."""
        if self.is_mean:
            return [self.convert_score(self.metric.segment_value(row)), 1]
        return [round(value * _COUNT_FACTOR) for value in row]

    def convert_score(self, value: float) -> int:
        """Convert a segment score to an integer, so that a perfect score becomes `scale`."""
        return round(value * self.scale / get_perfect_score(self.metric))

    def compute_system_score(self, totals: Sequence[int]) -> float:
        """Return the system score for the sums of the integers of all segments."""
        if not any(totals) or (self.is_mean and totals[1] <= 0):
            raise InputError("the statistics contain no segment: add up at least one")
        if self.is_mean:
            return totals[0] / self.scale / totals[1]
        return self.metric.system_value([total / _COUNT_FACTOR for total in totals])

"""Exact sums of segment statistics, system scores and bootstrap intervals."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from zlib import crc32

import numpy as np

from ...arrays import Floats, Indices
from ...errors import InputError
from ...metrics.base import Metric, Progress, Scorer
from ...metrics.score import Score, find_common_count
from ...resampling import Confidence, Resampling, warn_few_segments
from .scoring import ScoredBatch
from .texts import BatchTexts

_MANTISSA_BITS = 53  # bits in the mantissa of a double
_LOW_BITS = 26  # low bits that are summed separately, so that sums of many rows fit in 64 bits


class ExactSums:
    """Exact sums of the columns of a table; sums of parts of a table can be merged.

    The sum of a column is stored as a mapping from exponents to integers, and is the total of
    integer * 2**exponent.
    """

    def __init__(self) -> None:
        self._columns: list[Counter[int]] = []
        self._special: list[float] = []  # sums of infinities and NaN

    def add(self, rows: Floats) -> None:
        """Add an array of shape (n_rows, n_columns)."""
        self._widen(rows.shape[1])
        for index, column in enumerate(rows.T):
            is_finite = np.isfinite(column)
            if not is_finite.all():
                self._special[index] += float(column[~is_finite].sum())
            mantissas, powers = np.frexp(np.where(is_finite, column, 0.0))
            integers = np.ldexp(mantissas, _MANTISSA_BITS).astype(np.int64)
            exponents, groups = np.unique(powers, return_inverse=True)
            high_sums, low_sums = np.zeros((2, len(exponents)), np.int64)
            np.add.at(high_sums, groups, integers >> _LOW_BITS)
            np.add.at(low_sums, groups, integers & ((1 << _LOW_BITS) - 1))
            sums = self._columns[index]
            for exponent, high, low in zip(exponents, high_sums, low_sums, strict=True):
                sums[int(exponent) - _MANTISSA_BITS] += (int(high) << _LOW_BITS) + int(low)

    def merge(self, other: "ExactSums") -> None:
        """Add the sums of another part of the table."""
        self._widen(len(other._columns))
        for index, column in enumerate(other._columns):
            for exponent, integer in column.items():
                self._columns[index][exponent] += integer
            self._special[index] += other._special[index]

    def _widen(self, width: int) -> None:
        while len(self._columns) < width:
            self._columns.append(Counter())
            self._special.append(0.0)

    def compute_totals(self) -> list[float]:
        """Return the sum of each column, rounded to the nearest double."""
        return [
            _round_sum(column) + special
            for column, special in zip(self._columns, self._special, strict=True)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the state without loss of precision as values for JSON."""
        return {
            "powers": [sorted(column.items()) for column in self._columns],
            "odd": self._special,
        }

    @classmethod
    def from_dict(cls, state: Mapping[str, Any]) -> "ExactSums":
        """Restore the sums from the result of `to_dict`."""
        sums = cls()
        sums._columns = [Counter(dict(map(tuple, column))) for column in state["powers"]]
        sums._special = list(state["odd"])
        return sums


def _round_sum(column: Mapping[int, int]) -> float:
    if not column:
        return 0.0
    lowest = min(0, *column)
    total = sum(integer << (exponent - lowest) for exponent, integer in column.items())
    # Python divides integers of any size and rounds only the quotient.
    return total / (1 << -lowest)


# System scores and their intervals, from sums by block
#
# A checksum of the texts assigns each row to one of N_BLOCKS blocks; copies of a row are in
# different blocks. The statistics of the rows are summed by block, and the bootstrap draws blocks
# instead of segments. This needs a single pass and constant memory for any number of rows. The
# interval is as wide as with segments: with many rows, each block has many of them; with up to a
# thousand rows, most blocks have at most one row.

N_BLOCKS = 1000
SEPARATOR = "\x1f"  # between the texts of a row in the checksum


def assign_block(texts: Sequence[str]) -> int:
    """Return the block of a hypothesis and its references; it is the same on any machine."""
    return _compute_checksum(texts) % N_BLOCKS


def assign_blocks(texts: BatchTexts) -> Indices:
    """Return the block of each row that can be scored."""
    rows: Iterable[tuple[Any, ...]]
    rows = zip(texts.hypotheses, *texts.counterparts.references, strict=True)
    copies: Counter[int] = Counter()
    blocks = []
    for row in rows:
        checksum = _compute_checksum([text for text in row if text is not None])
        # Copies in the same block would be drawn together, which would widen the interval.
        copy_index = copies[checksum]
        copies[checksum] += 1
        row_checksum = crc32(b"%d" % copy_index, checksum) if copy_index else checksum
        blocks.append(row_checksum % N_BLOCKS)
    return np.array(blocks, dtype=np.intp)


def _compute_checksum(texts: Sequence[str]) -> int:
    # A lone surrogate cannot be encoded; replace it instead of failing.
    return crc32(SEPARATOR.join(texts).encode(errors="replace"))


class BlockSums:
    """Sums of the statistics of a metric by block; sums of parts of a table can be merged.

    counts  number of rows of each block
    sums    array of shape (N_BLOCKS, n_statistics)
    exact   exact sums of all rows, so that system scores do not depend on the order of rows
    """

    def __init__(self) -> None:
        self.counts = np.zeros(N_BLOCKS, dtype=np.intp)
        self.sums: Floats = np.zeros((N_BLOCKS, 0))
        self.exact = ExactSums()

    @classmethod
    def from_blocks(cls, blocks: Indices, counts: Indices, sums: Floats) -> "BlockSums":
        """Return sums from the row counts and column sums of these blocks."""
        result = cls()
        result.counts[blocks] = counts
        result.sums = np.zeros((N_BLOCKS, sums.shape[1]))
        result.sums[blocks] = sums
        result.exact.add(sums)
        return result

    def add(self, rows: Sequence[Any], blocks: Indices) -> None:
        """Add the statistics of rows, each with its block."""
        if len(rows):
            values = np.array(rows, dtype=np.float64)
            self._widen(values.shape[1])
            self.counts += np.bincount(blocks, minlength=N_BLOCKS)
            self.exact.add(values)
            for index, column in enumerate(values.T):
                self.sums[:, index] += np.bincount(blocks, column, N_BLOCKS)

    def merge(self, other: "BlockSums") -> None:
        """Add the sums of another part of the table."""
        if other.row_count:
            self._widen(other.sums.shape[1])
            self.counts += other.counts
            self.sums += other.sums
            self.exact.merge(other.exact)

    def _widen(self, width: int) -> None:
        if not self.row_count:
            self.sums = np.zeros((N_BLOCKS, width))

    @property
    def row_count(self) -> int:
        """Number of rows that were added."""
        return int(self.counts.sum())

    def compute_total(self) -> Any:
        """Return the summed statistics of all rows, of which there must be at least one."""
        # Counts are integers, and reports show them as integers.
        return [
            int(value) if value.is_integer() else value for value in self.exact.compute_totals()
        ]

    def compute_interval(
        self, metric: Metric[Any], resampling: Resampling, progress: Progress | None = None
    ) -> Confidence:
        """Return the bootstrap interval of the system score; empty blocks are left out."""
        sums: Any = self.sums[self.counts > 0]
        return metric.interval(sums, resampling, progress)

    def to_dict(self) -> dict[str, Any]:
        """Return the state without loss of precision as values for JSON."""
        blocks = np.flatnonzero(self.counts)
        return {
            "blocks": blocks.tolist(),
            "counts": self.counts[blocks].tolist(),
            "sums": self.sums[blocks].tolist(),
            "exact": self.exact.to_dict(),
        }

    @classmethod
    def from_dict(cls, state: Mapping[str, Any]) -> "BlockSums":
        """Restore the sums from the result of `to_dict`."""
        result = cls()
        if blocks := state["blocks"]:
            result.counts[blocks] = state["counts"]
            result.sums = np.zeros((N_BLOCKS, len(state["sums"][0])))
            result.sums[blocks] = state["sums"]
            result.exact = ExactSums.from_dict(state["exact"])
        return result


class SystemTotals:
    """Totals of a system.

    sums                for each metric, the sums of the statistics of all rows
    reference_counts    for each metric, the different numbers of references per row
    """

    def __init__(self, metric_count: int) -> None:
        self.sums = [BlockSums() for _ in range(metric_count)]
        self.reference_counts: list[set[int]] = [set() for _ in range(metric_count)]

    def merge(self, other: "SystemTotals") -> None:
        """Add the totals of another part of the table."""
        for sums, other_sums in zip(self.sums, other.sums, strict=True):
            sums.merge(other_sums)
        for counts, other_counts in zip(self.reference_counts, other.reference_counts, strict=True):
            counts |= other_counts

    def compute_score(
        self,
        metric_index: int,
        scorer: Scorer[Any],
        resampling: Resampling | None,
        progress: Progress | None,
    ) -> Score:
        """Return the system score, without segment scores, for a metric by its index."""
        metric: Metric[Any] = scorer.metric
        sums = self.sums[metric_index]
        total = sums.compute_total()
        return Score(
            metric.name,
            metric.system_value(total),
            (),
            scorer.signature(find_common_count(self.reference_counts[metric_index])),
            metric.higher_is_better,
            None if resampling is None else sums.compute_interval(metric, resampling, progress),
            metric.details(total),
            metric.parts_by_name(total),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the totals as values for JSON."""
        sums = [block_sums.to_dict() for block_sums in self.sums]
        return {"references": list(map(sorted, self.reference_counts)), "sums": sums}

    @classmethod
    def from_dict(cls, state: Mapping[str, Any]) -> "SystemTotals":
        """Restore the sums from the result of `to_dict`."""
        totals = cls(0)
        totals.sums = [BlockSums.from_dict(sums) for sums in state["sums"]]
        totals.reference_counts = list(map(set, state["references"]))
        return totals


class Totals:
    """Totals of all systems.

    systems         totals by system name, in the order of first occurrence; the name is "" if
                    there is no column of systems
    row_count       number of scored rows
    bad_row_count   number of rows that could not be scored
    """

    def __init__(self, metric_count: int) -> None:
        self._metric_count = metric_count
        self.systems: dict[str, SystemTotals] = {}
        self.row_count = self.bad_row_count = 0

    def add(self, scored: ScoredBatch, system_column: str | None) -> None:
        """Add a scored batch; `system_column` is the column of system names, or None."""
        texts = scored.texts
        self.row_count += len(texts.row_indices)
        self.bad_row_count += len(texts.faults)
        if not texts.row_indices:
            return
        blocks = assign_blocks(texts)
        for name, row_indices in _group_by_system(scored, system_column).items():
            totals = self.systems.setdefault(name, SystemTotals(self._metric_count))
            for index, statistics in enumerate(scored.statistics):
                if len(row_indices) < len(statistics):
                    statistics = [statistics[row_index] for row_index in row_indices]
                totals.sums[index].add(statistics, blocks[row_indices])
                totals.reference_counts[index] |= scored.collect_reference_counts(
                    index, row_indices
                )

    def merge(self, other: "Totals") -> None:
        """Add the totals of another part of the table."""
        self.row_count += other.row_count
        self.bad_row_count += other.bad_row_count
        for name, totals in other.systems.items():
            self.systems.setdefault(name, SystemTotals(self._metric_count)).merge(totals)

    def compute_scores(
        self,
        scorers: Sequence[Scorer[Any]],
        resampling: Resampling | None = None,
        progress: Progress | None = None,
    ) -> list[tuple[str, Score]]:
        """Return pairs of a system name and a score, for each system and metric.

        `progress` is called with the number of bootstrap samples that were drawn.
        """
        if not self.row_count:
            raise InputError("no row could be scored: give a table with at least one valid row")
        if resampling is not None:
            warn_few_segments(min(totals.sums[0].row_count for totals in self.systems.values()))
        return [
            (name, totals.compute_score(index, scorer, resampling, progress))
            for name, totals in self.systems.items()
            for index, scorer in enumerate(scorers)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the totals as values for JSON."""
        systems = {name: totals.to_dict() for name, totals in self.systems.items()}
        return {
            "metrics": self._metric_count,
            "rows": self.row_count,
            "bad": self.bad_row_count,
            "systems": systems,
        }

    @classmethod
    def from_dict(cls, state: Mapping[str, Any]) -> "Totals":
        """Restore the sums from the result of `to_dict`."""
        totals = cls(state["metrics"])
        totals.row_count, totals.bad_row_count = state["rows"], state["bad"]
        for name, system in state["systems"].items():
            totals.systems[name] = SystemTotals.from_dict(system)
        return totals


def _group_by_system(scored: ScoredBatch, system_column: str | None) -> dict[str, Indices]:
    """Return indices into the scored rows by system name; a null name is read as ""."""
    row_indices = scored.texts.row_indices
    if system_column is None:
        return {"": np.arange(len(row_indices))}
    names = scored.batch.column(system_column).to_pylist()
    indices_by_name: dict[str, list[int]] = {}
    for index, row_index in enumerate(row_indices):
        name = "" if names[row_index] is None else str(names[row_index])
        indices_by_name.setdefault(name, []).append(index)
    return {name: np.array(indices, dtype=np.intp) for name, indices in indices_by_name.items()}

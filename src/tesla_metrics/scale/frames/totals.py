"""Exact sums of segment statistics, system scores and bootstrap intervals."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from zlib import crc32

import numpy as np

from ...arrays import Floats, Indices
from ...errors import InputError
from ...metrics.base import Metric, Progress, Scorer
from ...metrics.score import Score, common_count
from ...resampling import Confidence, Resampling, warn_few_segments
from .scoring import ScoredBatch
from .texts import Texts

_BITS = 53  # bits in the mantissa of a double
_LOW_BITS = 26  # low bits that are summed separately, so that sums of many rows fit in 64 bits


class ExactSums:
    """Exact sum of each column; sums of parts of a table can be merged.

    A column is stored as a mapping from an exponent of two to the integer that multiplies it.
    """

    def __init__(self) -> None:
        self._columns: list[Counter[int]] = []
        self._special: list[float] = []  # sums of infinities and NaN

    def add(self, rows: Floats) -> None:
        """Add an array of shape (n_rows, n_columns)."""
        self._widen(rows.shape[1])
        for index, column in enumerate(rows.T):
            finite = np.isfinite(column)
            if not finite.all():
                self._special[index] += float(column[~finite].sum())
            mantissas, powers = np.frexp(np.where(finite, column, 0.0))
            integers = np.ldexp(mantissas, _BITS).astype(np.int64)
            exponents, groups = np.unique(powers, return_inverse=True)
            high, low = np.zeros((2, len(exponents)), np.int64)
            np.add.at(high, groups, integers >> _LOW_BITS)
            np.add.at(low, groups, integers & ((1 << _LOW_BITS) - 1))
            for exponent, upper, lower in zip(exponents, high, low, strict=True):
                self._columns[index][int(exponent) - _BITS] += (int(upper) << _LOW_BITS) + int(
                    lower
                )

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

    def totals(self) -> list[float]:
        """Return the sum of each column, rounded once."""
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
    def from_dict(cls, facts: Mapping[str, Any]) -> "ExactSums":
        """Restore the sums from the result of `to_dict`."""
        sums = cls()
        sums._columns = [Counter(dict(map(tuple, column))) for column in facts["powers"]]
        sums._special = list(facts["odd"])
        return sums


def _round_sum(column: Mapping[int, int]) -> float:
    if not column:
        return 0.0
    lowest = min(0, *column)
    # Python divides integers of any size and rounds once.
    return sum(integer << (exponent - lowest) for exponent, integer in column.items()) / (
        1 << -lowest
    )


# System scores and their intervals from sums, in one pass over any number of rows.
#
# A checksum of the texts assigns each row to one of BLOCKS blocks; copies of a row go to different
# blocks. The statistics of the segments are summed per block, and the bootstrap draws blocks
# instead of segments. With many rows each block has many, and the interval is as wide as with
# segments. With up to a thousand rows most blocks have at most one row, which is nearly the plain
# bootstrap.

BLOCKS = 1000
SEPARATOR = "\x1f"


def assign_block(texts: Sequence[str]) -> int:
    """Return the block of a hypothesis and its references, the same on any machine."""
    return _checksum(texts) % BLOCKS


def assign_blocks(texts: Texts) -> Indices:
    """Return the block of each row that can be scored."""
    rows: Iterable[tuple[Any, ...]]
    rows = zip(texts.hypotheses, *texts.counterparts.references, strict=True)
    copies: Counter[int] = Counter()
    blocks = []
    for row in rows:
        checksum = _checksum([text for text in row if text is not None])
        # Copies in the same block would be drawn together, which would widen the interval.
        earlier = copies[checksum]
        blocks.append((crc32(b"%d" % earlier, checksum) if earlier else checksum) % BLOCKS)
        copies[checksum] += 1
    return np.array(blocks, dtype=np.intp)


def _checksum(texts: Sequence[str]) -> int:
    # A lone surrogate cannot be encoded; replace it instead of failing.
    return crc32(SEPARATOR.join(texts).encode(errors="replace"))


class BlockSums:
    """Sums of the statistics of one metric per block; sums of parts of a table can be merged.

    counts  number of rows per block
    sums    array of shape (BLOCKS, n_statistics)
    exact   exact sums of all blocks: system scores do not depend on the distribution of rows
    """

    def __init__(self) -> None:
        self.counts = np.zeros(BLOCKS, dtype=np.intp)
        self.sums: Floats = np.zeros((BLOCKS, 0))
        self.exact = ExactSums()

    @classmethod
    def from_blocks(cls, blocks: Indices, counts: Indices, sums: Floats) -> "BlockSums":
        """Return sums from the row counts and column sums of these blocks."""
        result = cls()
        result.counts[blocks] = counts
        result.sums = np.zeros((BLOCKS, sums.shape[1]))
        result.sums[blocks] = sums
        result.exact.add(sums)
        return result

    def add(self, rows: Sequence[Any], blocks: Indices) -> None:
        """Add the statistics of rows, each with its block."""
        if len(rows):
            values = np.array(rows, dtype=np.float64)
            self._widen(values.shape[1])
            self.counts += np.bincount(blocks, minlength=BLOCKS)
            self.exact.add(values)
            for index, column in enumerate(values.T):
                self.sums[:, index] += np.bincount(blocks, column, BLOCKS)

    def merge(self, other: "BlockSums") -> None:
        """Add the sums of another part of the table."""
        if other.rows:
            self._widen(other.sums.shape[1])
            self.counts += other.counts
            self.sums += other.sums
            self.exact.merge(other.exact)

    def _widen(self, width: int) -> None:
        if not self.rows:
            self.sums = np.zeros((BLOCKS, width))

    @property
    def rows(self) -> int:
        """Number of rows that were added."""
        return int(self.counts.sum())

    def total(self) -> Any:
        """Return the summed statistics of all rows in the form of the metric; needs a row."""
        # Counts are integers, and reports show them as integers.
        return [int(value) if value.is_integer() else value for value in self.exact.totals()]

    def interval(
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
    def from_dict(cls, facts: Mapping[str, Any]) -> "BlockSums":
        """Restore the sums from the result of `to_dict`."""
        result = cls()
        if blocks := facts["blocks"]:
            result.counts[blocks] = facts["counts"]
            result.sums = np.zeros((BLOCKS, len(facts["sums"][0])))
            result.sums[blocks] = facts["sums"]
            result.exact = ExactSums.from_dict(facts["exact"])
        return result


class SystemTotals:
    """Sums and the reference counts of segments, per metric, of one system."""

    def __init__(self, metrics: int) -> None:
        self.sums = [BlockSums() for _ in range(metrics)]
        self.references: list[set[int]] = [set() for _ in range(metrics)]

    def merge(self, other: "SystemTotals") -> None:
        """Add the totals of another part of the table."""
        for sums, other_sums in zip(self.sums, other.sums, strict=True):
            sums.merge(other_sums)
        for counts, other_counts in zip(self.references, other.references, strict=True):
            counts |= other_counts

    def score(
        self,
        metric_index: int,
        scorer: Scorer[Any],
        resampling: Resampling | None,
        progress: Progress | None,
    ) -> Score:
        """Return the system score, without segments, by the metric with index `metric_index`."""
        metric: Metric[Any] = scorer.metric
        sums = self.sums[metric_index]
        total = sums.total()
        return Score(
            metric.name,
            metric.system_value(total),
            (),
            scorer.signature(common_count(self.references[metric_index])),
            metric.higher_is_better,
            None if resampling is None else sums.interval(metric, resampling, progress),
            metric.details(total),
            metric.parts_by_name(total),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the totals as values for JSON."""
        sums = [block_sums.to_dict() for block_sums in self.sums]
        return {"references": list(map(sorted, self.references)), "sums": sums}

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any]) -> "SystemTotals":
        """Restore the sums from the result of `to_dict`."""
        totals = cls(0)
        totals.sums = [BlockSums.from_dict(sums) for sums in facts["sums"]]
        totals.references = list(map(set, facts["references"]))
        return totals


class Totals:
    """Totals per system name, in order of first occurrence; '' if there is no system column.

    rows    number of scored rows
    bad     number of rows that could not be scored
    """

    def __init__(self, metrics: int) -> None:
        self._metric_count = metrics
        self.systems: dict[str, SystemTotals] = {}
        self.rows = self.bad_rows = 0

    def add(self, scored: ScoredBatch, system: str | None) -> None:
        """Add a batch; `system` is the name of the column with the system names."""
        texts = scored.texts
        self.rows += len(texts.rows)
        self.bad_rows += len(texts.faults)
        if not texts.rows:
            return
        blocks = assign_blocks(texts)
        for name, chosen in _by_system(scored, system).items():
            totals = self.systems.setdefault(name, SystemTotals(self._metric_count))
            for index, rows in enumerate(scored.rows):
                selected = rows if len(chosen) == len(rows) else [rows[row] for row in chosen]
                totals.sums[index].add(selected, blocks[chosen])
                totals.references[index] |= scored.reference_counts_of(index, chosen)

    def merge(self, other: "Totals") -> None:
        """Add the totals of another part of the table."""
        self.rows += other.rows
        self.bad_rows += other.bad_rows
        for name, totals in other.systems.items():
            self.systems.setdefault(name, SystemTotals(self._metric_count)).merge(totals)

    def scores(
        self,
        scorers: Sequence[Scorer[Any]],
        resampling: Resampling | None = None,
        progress: Progress | None = None,
    ) -> list[tuple[str, Score]]:
        """Return the score of each system by each metric; `progress` receives the samples drawn."""
        if not self.rows:
            raise InputError("no row could be scored: give a table with at least one valid row")
        if resampling is not None:
            warn_few_segments(min(totals.sums[0].rows for totals in self.systems.values()))
        return [
            (name, totals.score(index, scorer, resampling, progress))
            for name, totals in self.systems.items()
            for index, scorer in enumerate(scorers)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the totals as values for JSON."""
        systems = {name: totals.to_dict() for name, totals in self.systems.items()}
        return {
            "metrics": self._metric_count,
            "rows": self.rows,
            "bad": self.bad_rows,
            "systems": systems,
        }

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any]) -> "Totals":
        """Restore the sums from the result of `to_dict`."""
        totals = cls(facts["metrics"])
        totals.rows, totals.bad_rows = facts["rows"], facts["bad"]
        for name, system in facts["systems"].items():
            totals.systems[name] = SystemTotals.from_dict(system)
        return totals


def _by_system(scored: ScoredBatch, system: str | None) -> dict[str, Indices]:
    """Return indices into the scored rows by system name; a null name is read as ''."""
    texts = scored.texts
    if system is None:
        return {"": np.arange(len(texts.rows))}
    names = scored.batch.column(system).to_pylist()
    by_name: dict[str, list[int]] = {}
    for index, row in enumerate(texts.rows):
        by_name.setdefault("" if names[row] is None else str(names[row]), []).append(index)
    return {name: np.array(indices, dtype=np.intp) for name, indices in by_name.items()}

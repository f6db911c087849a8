"""System scores and their intervals from sums, in one pass over any number of rows.

Rows fall into BLOCKS blocks by what their texts are, copies of a row into different ones, and what
segments contribute is added up by block. The bootstrap then draws blocks instead of segments. Of
many rows each block has many, and the interval is as wide as that of segments; of up to a thousand
rows most have a block of their own, which is nearly the plain bootstrap.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from zlib import crc32

import numpy as np

from ..arrays import Floats, Indices
from ..metrics.base import Metric, Progress
from ..resampling import Confidence, Resampling
from ..sums import ExactSums
from .texts import Texts

BLOCKS = 1000
SEPARATOR = "\x1f"


def block_of(texts: Sequence[str]) -> int:
    """Where a hypothesis with its references belongs, on any machine."""
    return _checksum(texts) % BLOCKS


def blocks_of(texts: Texts) -> Indices:
    """The block of each row that can be scored."""
    rows: Iterable[tuple[Any, ...]]
    rows = zip(texts.hypotheses, *texts.beside.references, strict=True)
    seen: Counter[int] = Counter()
    found = []
    for row in rows:
        own = _checksum([text for text in row if text is not None])
        # Copies that were all in one block would be drawn together, and widen intervals.
        before = seen[own]
        found.append((crc32(b"%d" % before, own) if before else own) % BLOCKS)
        seen[own] += 1
    return np.array(found, dtype=np.intp)


def _checksum(texts: Sequence[str]) -> int:
    # A lone surrogate is no text, but must not stop anybody either.
    return crc32(SEPARATOR.join(texts).encode(errors="replace"))


class BlockSums:
    """Rows of one metric by block, added up; sums of parts of a table may be added to each other.

    counts  of rows by block
    sums    a row a block
    exact   of all blocks: system scores do not depend on how rows were distributed
    """

    def __init__(self) -> None:
        self.counts = np.zeros(BLOCKS, dtype=np.intp)
        self.sums: Floats = np.zeros((BLOCKS, 0))
        self.exact = ExactSums()

    @classmethod
    def of_blocks(cls, blocks: Indices, counts: Indices, sums: Floats) -> "BlockSums":
        """What was added up by somebody else: of each of these blocks rows and their sum."""
        found = cls()
        found.counts[blocks] = counts
        found.sums = np.zeros((BLOCKS, sums.shape[1]))
        found.sums[blocks] = sums
        found.exact.add(sums)
        return found

    def add(self, rows: Sequence[Any], blocks: Indices) -> None:
        """More rows, each with its block."""
        if len(rows):
            values = np.array(rows, dtype=np.float64)
            self._widen(values.shape[1])
            self.counts += np.bincount(blocks, minlength=BLOCKS)
            self.exact.add(values)
            for place, column in enumerate(values.T):
                self.sums[:, place] += np.bincount(blocks, column, BLOCKS)

    def merge(self, other: "BlockSums") -> None:
        """What was added up elsewhere."""
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
        """How many there were."""
        return int(self.counts.sum())

    def total(self) -> Any:
        """The rows of all segments as one, as the metric has it; there must be some."""
        # What segments count is a whole number, and reports show it so.
        return [int(one) if one.is_integer() else one for one in self.exact.totals()]

    def interval(
        self, metric: Metric[Any], asked: Resampling, told: Progress | None = None
    ) -> Confidence:
        """The bootstrap interval of the system's score; blocks without rows are left out."""
        there: Any = self.sums[self.counts > 0]
        return metric.interval(there, asked, told)

    def to_dict(self) -> dict[str, Any]:
        """As JSON can have it, every digit kept."""
        there = np.flatnonzero(self.counts)
        return {
            "blocks": there.tolist(),
            "counts": self.counts[there].tolist(),
            "sums": self.sums[there].tolist(),
            "exact": self.exact.to_dict(),
        }

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any]) -> "BlockSums":
        """What `to_dict` gave."""
        found = cls()
        if there := facts["blocks"]:
            found.counts[there] = facts["counts"]
            found.sums = np.zeros((BLOCKS, len(facts["sums"][0])))
            found.sums[there] = facts["sums"]
            found.exact = ExactSums.from_dict(facts["exact"])
        return found

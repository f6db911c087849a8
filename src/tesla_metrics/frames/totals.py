"""What the rows of each system add up to, in parts that may be added to each other."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..arrays import Indices
from ..errors import InputError
from ..metrics.base import Metric, Progress, Scorer
from ..metrics.score import Score
from ..metrics.signature import one_count
from ..resampling import Resampling, warn_of_few
from .blocks import BlockSums, blocks_of
from .scoring import ScoredBatch


class SystemTotals:
    """One system's: sums by metric, how many references segments have."""

    def __init__(self, metrics: int) -> None:
        self.sums = [BlockSums() for _ in range(metrics)]
        self.references: list[set[int]] = [set() for _ in range(metrics)]

    def merge(self, other: "SystemTotals") -> None:
        """What was added up elsewhere."""
        for own, more in zip(self.sums, other.sums, strict=True):
            own.merge(more)
        for counts, others in zip(self.references, other.references, strict=True):
            counts |= others

    def score(
        self, number: int, scorer: Scorer[Any], asked: Resampling | None, told: Progress | None
    ) -> Score:
        """By the metric of this number, without segments."""
        metric: Metric[Any] = scorer.metric
        sums = self.sums[number]
        total = sums.total()
        return Score(
            metric.name,
            metric.system_value(total),
            (),
            scorer.signature(one_count(self.references[number])),
            metric.higher_is_better,
            None if asked is None else sums.interval(metric, asked, told),
            metric.details(total),
            metric.parts_by_name(total),
        )

    def to_dict(self) -> dict[str, Any]:
        """As JSON can have it."""
        sums = [one.to_dict() for one in self.sums]
        return {"references": list(map(sorted, self.references)), "sums": sums}

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any]) -> "SystemTotals":
        """What `to_dict` gave."""
        found = cls(0)
        found.sums = [BlockSums.from_dict(one) for one in facts["sums"]]
        found.references = list(map(set, facts["references"]))
        return found


class Totals:
    """Of all systems, by name, in the order of first sight; a table without a system has one, ''.

    rows    that could be scored
    bad     rows that could not
    """

    def __init__(self, metrics: int) -> None:
        self._metrics = metrics
        self.systems: dict[str, SystemTotals] = {}
        self.rows = self.bad = 0

    def add(self, scored: ScoredBatch, system: str | None) -> None:
        """A batch; `system` is the column that says whose output rows are."""
        texts = scored.texts
        self.rows += len(texts.rows)
        self.bad += len(texts.faults)
        if not texts.rows:
            return
        blocks = blocks_of(texts)
        for name, chosen in _by_system(scored, system).items():
            own = self.systems.setdefault(name, SystemTotals(self._metrics))
            for number, rows in enumerate(scored.rows):
                kept = rows if len(chosen) == len(rows) else [rows[place] for place in chosen]
                own.sums[number].add(kept, blocks[chosen])
                own.references[number] |= scored.counts_of(number, chosen)

    def merge(self, other: "Totals") -> None:
        """What was added up elsewhere."""
        self.rows += other.rows
        self.bad += other.bad
        for name, totals in other.systems.items():
            self.systems.setdefault(name, SystemTotals(self._metrics)).merge(totals)

    def scores(
        self,
        scorers: Sequence[Scorer[Any]],
        asked: Resampling | None = None,
        told: Progress | None = None,
    ) -> list[tuple[str, Score]]:
        """Each system's by each metric; `told` hears of samples."""
        if not self.rows:
            raise InputError("no row could be scored: give a table with at least one good row")
        if asked is not None:
            warn_of_few(min(own.sums[0].rows for own in self.systems.values()))
        return [
            (name, own.score(number, scorer, asked, told))
            for name, own in self.systems.items()
            for number, scorer in enumerate(scorers)
        ]

    def to_dict(self) -> dict[str, Any]:
        """As JSON can have it."""
        systems = {name: own.to_dict() for name, own in self.systems.items()}
        return {"metrics": self._metrics, "rows": self.rows, "bad": self.bad, "systems": systems}

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any]) -> "Totals":
        """What `to_dict` gave."""
        found = cls(facts["metrics"])
        found.rows, found.bad = facts["rows"], facts["bad"]
        for name, own in facts["systems"].items():
            found.systems[name] = SystemTotals.from_dict(own)
        return found


def _by_system(scored: ScoredBatch, system: str | None) -> dict[str, Indices]:
    """Places among the rows that could be scored; null is a system without a name."""
    texts = scored.texts
    if system is None:
        return {"": np.arange(len(texts.rows))}
    names = scored.batch.column(system).to_pylist()
    found: dict[str, list[int]] = {}
    for place, row in enumerate(texts.rows):
        found.setdefault("" if names[row] is None else str(names[row]), []).append(place)
    return {name: np.array(places, dtype=np.intp) for name, places in found.items()}

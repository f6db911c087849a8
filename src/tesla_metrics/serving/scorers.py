"""Scorers that are kept from request to request."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from threading import Lock
from typing import Any

from ..intake.references import present
from ..metrics.base import Metric, Scorer
from ..tasks import ReferenceSet, Segment

_MOST = 16


class Scorers:
    """By metric, the least used forgotten first; all in the default session."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[Metric[Any], Scorer[Any]] = OrderedDict()

    def of(self, metric: Metric[Any], sets: Sequence[ReferenceSet]) -> Scorer[Any]:
        """Opened; one that learnt from these references is for these alone."""
        with self._lock:
            if (kept := self._kept.get(metric)) is not None:
                self._kept.move_to_end(metric)
                return kept
        learnt = False

        def references() -> Iterable[Segment]:
            nonlocal learnt
            learnt = True
            return present(sets)

        scorer = metric.open(None, references)
        if not learnt:
            with self._lock:
                self._kept[metric] = scorer
                if len(self._kept) > _MOST:
                    self._kept.popitem(last=False)
        return scorer

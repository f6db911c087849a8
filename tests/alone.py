"""A metric that looks at texts by themselves, for tests: how long they are."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from tesla_metrics.core.comparing.comparer import Comparer, Rows
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.core.encoding.session import Session
from tesla_metrics.files.field_names import NOTHING
from tesla_metrics.files.item import get_text
from tesla_metrics.metrics import registry
from tesla_metrics.metrics.base import ReferencesFactory
from tesla_metrics.metrics.segment_metric import SegmentMetric, SegmentScorer, SignatureFields


class WordCount(Comparer):
    """Words of candidates, in hundredths."""

    columns = ("words",)

    def compare(self, pairs: Pairs, threads: int = 1) -> Rows:
        counts = np.array([len(get_text(one).split()) / 100 for one in pairs.candidates])
        return counts[pairs.candidate_indices, None]


@dataclass(frozen=True, kw_only=True)
class Wordy(SegmentMetric):
    """Words of a text in hundredths."""

    name: ClassVar[str] = "wordy"
    parts: ClassVar[tuple[str, ...]] = ("words",)
    against: ClassVar[str] = NOTHING
    lang: str = ""

    def open_in(self, session: Session, references: ReferencesFactory | None) -> SegmentScorer:
        return SegmentScorer(self, session, WordCount(), lambda rows: rows[:, 0], _fields)


def _fields(references: int, analysed: bool) -> SignatureFields:
    return [("refs", str(references))] if references else []


@contextmanager
def wordy() -> Iterator[None]:
    """While this lasts the command line knows it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._METRICS, Wordy.name, Wordy)
        yield

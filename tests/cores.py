"""The native core and plain Python side by side, and columns of pairs without more ado."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache

import pytest

from tesla_metrics.core.comparing.comparer import CombinedComparer, Comparer, Rows
from tesla_metrics.core.encoding import session as sessions
from tesla_metrics.core.encoding.pairs import Pairs
from tesla_metrics.core.encoding.session import Session
from tesla_metrics.files.item import Segment
from tesla_metrics.metrics.segment_metric import SegmentMetric

PLAIN = Session(core="python")


@cache
def session_of(core: str) -> Session:
    """The same one for all tests, so that words are learnt once."""
    return PLAIN if core == "python" else Session(core=core)


@contextmanager
def using(session: Session) -> Iterator[Session]:
    """The default session is this one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sessions, "_default", session)
        yield session


def plain() -> AbstractContextManager[Session]:
    """Everything in plain Python."""
    return using(PLAIN)


def columns(
    metric: SegmentMetric,
    hypotheses: Sequence[Segment],
    references: Sequence[Segment],
    threads: int = 1,
) -> Rows:
    """A row a line."""
    return columns_of(metric, Pairs.from_lines(hypotheses, references), threads)


def columns_of(metric: SegmentMetric, pairs: Pairs, threads: int = 1) -> Rows:
    """A row a pair."""
    return metric.open(None, lambda: pairs.references).comparer.compare(pairs, threads)


def forget(comparer: Comparer) -> None:
    """Drop the codes of texts; words stay known."""
    for part in comparer.comparers if isinstance(comparer, CombinedComparer) else [comparer]:
        part.encoder.clear_cache()  # type: ignore[attr-defined]
